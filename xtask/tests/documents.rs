//! What the documents name exists: paths, crates, links, and the table of layers.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use xtask::layers::table::LAYERS;
use xtask::metadata;

fn root() -> PathBuf {
    metadata::workspace_root()
}

fn workspace_crates() -> BTreeSet<String> {
    metadata::read(&root()).unwrap().into_iter().map(|package| package.name).collect()
}

/// Lines of prose: neither in a fenced block nor indented as code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence && !line.starts_with("    ")).then_some((index + 1, line))
    })
}

/// Text between single backticks.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Targets of links, without the part behind `#`.
fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()).filter(|target| !target.is_empty())
}

/// Whether a code span names a file or folder of the repository.
fn is_path(span: &str) -> bool {
    let plain = !span.is_empty() && span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let file =
        Path::new(span).extension().is_some_and(|it| ["rs", "toml", "md", "lock"].iter().any(|known| it == *known));
    plain && !span.starts_with("../") && !span.starts_with('/') && (file || span.contains('/'))
}

fn is_crate(span: &str) -> bool {
    span.starts_with("kerosene-") || LAYERS.iter().any(|(_, names)| names.contains(&span))
}

/// Complaints about a document's paths and links; links are relative to the document.
fn missing_paths(document: &Path, text: &str, is_path: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = document.parent().unwrap();
    let mut missing = Vec::new();
    for (line, content) in prose(text) {
        let spans = code_spans(content).filter(|span| is_path(span)).map(|span| root().join(span));
        let links = link_targets(content).filter(|target| !target.contains("://")).map(|target| folder.join(target));
        for path in spans.chain(links).filter(|path| !path.exists()) {
            missing.push(format!("{}:{line}: {} does not exist", document.display(), path.display()));
        }
    }
    missing
}

fn markdown_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            markdown_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
}

#[test]
fn paths_and_links_in_the_documents_exist() {
    let mut missing = Vec::new();
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/performance.md"] {
        let path = root().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(prose(&text).count() > 5, "{name} has no text");
        missing.extend(missing_paths(&path, &text, is_path));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The book also speaks of materials and content paths, so only paths into our folders count there.
#[test]
fn paths_and_links_in_the_book_exist() {
    let mut files = Vec::new();
    markdown_files(&root().join("docs/book/src"), &mut files);
    assert!(files.len() > 5);
    let ours = |span: &str| {
        is_path(span) && ["crates/", "xtask/", "fuzz/", "docs/", "apps/"].iter().any(|it| span.starts_with(it))
    };
    let missing: Vec<_> =
        files.iter().flat_map(|path| missing_paths(path, &fs::read_to_string(path).unwrap(), ours)).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_page_of_the_book_is_reached_from_its_summary_or_the_list_of_codes() {
    let source = root().join("docs/book/src");
    let mut files = Vec::new();
    markdown_files(&source, &mut files);
    let reached: BTreeSet<PathBuf> = files
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).unwrap();
            let folder = page.parent().unwrap();
            let targets: Vec<_> =
                prose(&text).flat_map(|(_, line)| link_targets(line)).map(|it| folder.join(it)).collect();
            targets
        })
        .collect();
    for page in files.iter().filter(|page| **page != source.join("SUMMARY.md")) {
        assert!(reached.contains(page), "no page links to {}", page.display());
    }
}

#[test]
fn crates_named_in_the_architecture_exist() {
    let crates = workspace_crates();
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut seen = BTreeSet::new();
    for (line, content) in prose(&text) {
        for span in code_spans(content).filter(|span| is_crate(span)) {
            assert!(crates.contains(span), "ARCHITECTURE.md:{line}: there is no crate `{span}`");
            seen.insert(span.to_owned());
        }
    }
    assert_eq!(seen, crates, "ARCHITECTURE.md leaves a crate out");
}

#[test]
fn the_table_in_the_architecture_is_the_table_that_is_checked() {
    let crates = workspace_crates();
    let expected: BTreeSet<(u8, String)> = LAYERS
        .iter()
        .flat_map(|(layer, names)| names.iter().map(move |name| (*layer, *name)))
        .map(|(layer, name)| {
            let mark = if crates.contains(name) { '`' } else { '*' };
            (layer, format!("{mark}{name}{mark}"))
        })
        .collect();
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let shown: BTreeSet<(u8, String)> = text
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            Some((cells.next()?.parse().ok()?, cells.next()?.to_owned()))
        })
        .collect();
    assert_eq!(
        shown, expected,
        "left: ARCHITECTURE.md, right: xtask/src/layers/table.rs (italics are not written yet)"
    );
}

#[test]
fn a_path_that_is_gone_is_found() {
    let text = "See `xtask/src/lib.rs` and `xtask/src/gone.rs`.\n\n    `xtask/in/code`\n\n[a](gone.md) [b](README.md#x) [c](https://x.y)\n";
    let missing = missing_paths(&root().join("README.md"), text, is_path);
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert!(missing[0].contains(":1: ") && missing[0].contains("xtask/src/gone.rs"));
    assert!(missing[1].contains(":5: ") && missing[1].contains("gone.md"));
}
