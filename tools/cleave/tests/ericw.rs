//! The test maps of ericw-tools that are named for a feature of the compiler: what each name says must hold.
//!
//! Every outcome is derived from what is in the map, and asked of the compiled data: which materials are drawn at a
//! place, what fills it, whether the map is sealed. Maps about light alone must compile and keep what the light
//! compiler will read.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; one that is skipped says so")]

mod common;
#[path = "common/compiled.rs"]
mod compiled;
#[path = "ericw/cover.rs"]
mod cover;
#[path = "ericw/csg.rs"]
mod csg;
#[path = "ericw/detail.rs"]
mod detail;
#[path = "ericw/faces.rs"]
mod faces;
#[path = "ericw/light.rs"]
mod light;
#[path = "ericw/models.rs"]
mod models;
#[path = "ericw/quake2.rs"]
mod quake2;
#[path = "ericw/sealing.rs"]
mod sealing;

use cleave::{CompileError, NoProgress, Options, Request, compile};
use common::{corpus, maps_in, stem};
use compiled::Compiled;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// A map, and what must hold of it.
struct Row {
    /// File name without extension.
    map: &'static str,
    /// What the name says, in a sentence.
    says: &'static str,
    /// Asserts it.
    holds: fn(&Compiled),
}

const fn row(map: &'static str, says: &'static str, holds: fn(&Compiled)) -> Row {
    Row { map, says, holds }
}

fn files() -> Option<Vec<PathBuf>> {
    let corpus = corpus()?;
    let folders = ["quake/ericw", "valve220/ericw"];
    Some(folders.iter().flat_map(|folder| maps_in(&corpus.join(folder))).collect())
}

fn rows() -> impl Iterator<Item = &'static Row> {
    [csg::ROWS, detail::ROWS, faces::ROWS, models::ROWS, quake2::ROWS, sealing::ROWS].into_iter().flatten()
}

#[test]
fn each_map_does_what_its_name_says() {
    let Some(files) = files() else { return };
    let mut failures = Vec::new();
    for row in rows() {
        let file = files.iter().find(|file| stem(file) == row.map).unwrap_or_else(|| panic!("no map {}", row.map));
        let outcome = catch_unwind(AssertUnwindSafe(|| (row.holds)(&Compiled::file(file))));
        if let Err(panic) = outcome {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            failures.push(format!("{}: {}: {}", row.map, row.says, text.unwrap_or_default()));
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), rows().count(), failures.join("\n"));
}

/// The one that is refused: its only brush has 362 sides.
const MANY_SIDES: &str = "qbsp_many_sided_face";

#[test]
fn a_brush_of_hundreds_of_sides_is_refused_for_a_reason() {
    let Some(files) = files() else { return };
    let file = files.iter().find(|file| stem(file) == MANY_SIDES).unwrap();
    let map = compiled::read_as_tools_do(file);
    let refused = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap_err();
    let CompileError::NoBrushes { diagnostics } = refused else { panic!("{refused}") };
    let told = diagnostics.iter().next().unwrap();
    assert!(told.message.contains("362 sides") && told.message.contains("256"), "{told}");
}

#[test]
fn each_map_of_the_peer_is_in_a_table() {
    let Some(files) = files() else { return };
    let known = rows().map(|row| row.map).chain(light::MAPS.iter().copied()).chain([MANY_SIDES]);
    let known: BTreeSet<&str> = known.collect();
    let unknown: Vec<String> = files.iter().map(|file| stem(file)).filter(|name| !known.contains(&**name)).collect();
    assert!(unknown.is_empty(), "no row for {unknown:?}");
}

#[test]
fn maps_about_light_keep_what_the_light_compiler_reads() {
    let Some(files) = files() else { return };
    for name in light::MAPS {
        let file = files.iter().find(|file| stem(file) == *name).unwrap_or_else(|| panic!("no map {name}"));
        light::keeps_its_data(name, &Compiled::file(file));
    }
}
