//! The page of the book: written from rows, and read back for comparison.

use super::row::{Outcome, Row};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const HEAD: &str = "\
# Real maps, compiled

Every map of the test corpus, read and compiled with the default options. A test holds the counts against this page and
makes it anew when asked:

    KEROSENE_UPDATE_BOOK=1 cargo test -p cleave --test corpus_table --release

*Meshes* are patches and displacements. *Left out* counts brushes that are read and not in the compiled map: those without
volume, origin brushes, hints. *Warnings* are codes (`kerosene-tools explain`) with how often each was given; notes are
not counted. *Seconds* were measured once, reading included, with one thread per core, on a machine that had other
things to do: compare them with each other.

";

const COLUMNS: &[&str] = &[
    "map", "format", "brushes", "meshes", "faces", "leaves", "clusters", "portals", "sealed", "left out", "warnings",
    "seconds",
];

/// The cells of the page by map, times left out.
pub(super) struct Page {
    rows: BTreeMap<String, Vec<String>>,
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/corpus.md")
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

impl Page {
    /// Writes the page.
    pub(super) fn write(rows: &[Row]) {
        let mut text = HEAD.to_owned();
        let sealed = |row: &&Row| matches!(&row.outcome, Outcome::Compiled(counts) if counts.cells[7] == "yes");
        let compiled = rows.iter().filter(|row| matches!(row.outcome, Outcome::Compiled(_))).count();
        let sealed = rows.iter().filter(sealed).count();
        // Writing to a string cannot fail.
        let refused = rows.len() - compiled;
        let _ =
            writeln!(text, "{} maps: {compiled} compiled, {sealed} of them sealed; {refused} refused.\n", rows.len());
        text += &line(&COLUMNS.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        text += &line(&vec!["---".to_owned(); COLUMNS.len()]);
        for row in rows {
            if let Outcome::Compiled(counts) = &row.outcome {
                let ends = [vec![row.name.clone()], counts.cells.clone(), vec![format!("{:.2}", counts.seconds)]];
                text += &line(&ends.concat());
            }
        }
        text +=
            "\n## Refused\n\nBroken on purpose, to try readers, or without a brush.\n\n| map | why |\n| --- | --- |\n";
        for row in rows {
            if let Outcome::Refused(reason) = &row.outcome {
                text += &line(&[row.name.clone(), reason.replace('|', "\\|")]);
            }
        }
        let broken: Vec<&Row> = rows.iter().filter(|row| !row.broken.is_empty()).collect();
        text += "\n## Invariants\n\n";
        if broken.is_empty() {
            text += "Those of `cleave::checks` hold on all compiled maps.\n";
        }
        for row in broken {
            let _ = writeln!(text, "* {}: {}", row.name, row.broken.join("; "));
        }
        std::fs::write(place(), text).unwrap();
    }

    /// Reads the page.
    pub(super) fn read() -> Self {
        let text = std::fs::read_to_string(place()).unwrap();
        let mut rows = BTreeMap::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")) {
            let mut cells: Vec<String> = line.split(" | ").map(str::to_owned).collect();
            if cells.len() == COLUMNS.len() {
                cells.pop();
            }
            rows.insert(cells.remove(0), cells);
        }
        Self { rows }
    }

    /// Rows that the page has otherwise, or not at all.
    pub(super) fn differences(&self, rows: &[Row]) -> Vec<String> {
        let mut found = Vec::new();
        for row in rows {
            let cells = match &row.outcome {
                Outcome::Compiled(counts) => counts.cells.clone(),
                Outcome::Refused(reason) => vec![reason.replace('|', "\\|")],
            };
            match self.rows.get(&row.name) {
                Some(known) if *known == cells => {}
                Some(known) => found.push(format!("{}: {known:?} on the page, {cells:?} now", row.name)),
                None => found.push(format!("{}: not on the page, {cells:?} now", row.name)),
            }
        }
        found
    }
}
