//! The list in the crate's documentation names tests that there are.

use std::collections::BTreeSet;
use std::path::Path;

/// Names in backquotes in a row of the table.
fn named_tests(row: &str) -> impl Iterator<Item = &str> {
    let tests = row.rsplit(" | ").next().unwrap_or_default();
    tests.split('`').skip(1).step_by(2)
}

/// The tests of a file, as `module::name`.
fn tests_of(path: &Path, into: &mut BTreeSet<String>) {
    let module = path.file_stem().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap();
    let mut is_test = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("fn ").filter(|_| is_test) {
            into.insert(format!("{module}::{}", name.split('(').next().unwrap_or_default()));
        }
        is_test = line.trim() == "#[test]";
    }
}

#[test]
fn every_test_that_the_list_names_is_there_and_every_test_here_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tests = BTreeSet::new();
    for folder in ["tests", "tests/services"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                tests_of(&path, &mut tests);
            }
        }
    }
    let text = std::fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//! | ")).skip(1).collect();
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| named_tests(row)).collect();
    assert!(rows.len() > 60 && named.len() > 60, "{} rows, {} tests", rows.len(), named.len());
    let empty: Vec<_> = rows.iter().filter(|row| named_tests(row).next().is_none()).collect();
    assert!(empty.is_empty(), "rows without a test: {empty:?}");
    let missing: Vec<_> = named.iter().filter(|name| !tests.contains(**name)).collect();
    assert!(missing.is_empty(), "named and not there: {missing:?}");
    let here = tests.iter().filter(|test| root.join("tests/services").join(module_file(test)).is_file());
    let unnamed: Vec<_> =
        here.filter(|test| !named.contains(test.as_str()) && !test.starts_with("coverage::")).collect();
    assert!(unnamed.is_empty(), "tests that the list does not name: {unnamed:?}");
}

fn module_file(test: &str) -> String {
    format!("{}.rs", test.split("::").next().unwrap_or_default())
}
