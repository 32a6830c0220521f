//! Content root discovery: order of places, climbing, markers, reasons.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_vfs::{Place, RootError, RootMarker, RootSearch, find_content_root};
use std::{fs, path::Path};

fn make(root: &Path, folders: &[&str], files: &[&str]) {
    for folder in folders {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    for file in files {
        fs::write(root.join(file), "").unwrap();
    }
}

#[test]
fn both_folders_or_the_schema_mark_a_root_but_maps_alone_does_not() {
    let around = tempfile::tempdir().unwrap();
    make(around.path(), &["a/maps", "a/materials", "b", "c/maps"], &["b/kerosene.kdef"]);
    let from = |name: &str| {
        let current_directory = Some(around.path().join(name));
        find_content_root(&RootSearch { current_directory, ..Default::default() })
    };
    assert_eq!(from("a").unwrap().reason.marker, RootMarker::Folders);
    assert_eq!(from("b").unwrap().reason.marker, RootMarker::Schema);
    assert!(matches!(from("c"), Err(RootError::NothingFound { .. })));
}

#[test]
fn a_place_climbs_six_parents_and_no_more() {
    let around = tempfile::tempdir().unwrap();
    make(around.path(), &["maps", "materials", "1/2/3/4/5/6/7"], &[]);
    let from = |name: &str| {
        let current_directory = Some(around.path().join(name));
        find_content_root(&RootSearch { current_directory, ..Default::default() })
    };
    let root = from("1/2/3/4/5/6").unwrap();
    assert_eq!((root.path.as_path(), root.reason.climbed), (around.path(), 6));
    assert!(from("1/2/3/4/5/6/7").is_err());
}

#[test]
fn a_project_file_beats_a_nearer_inferred_root_of_the_same_place() {
    let around = tempfile::tempdir().unwrap();
    make(around.path(), &["game/maps", "game/materials"], &["b.kproj", "a.kproj"]);
    let search = RootSearch { current_directory: Some(around.path().join("game")), ..Default::default() };
    let root = find_content_root(&search).unwrap();
    assert_eq!(root.path, around.path());
    assert_eq!(root.project, Some(around.path().join("a.kproj")));
    assert_eq!(root.reason.to_string(), "it lies above the current directory and holds a project file (*.kproj)");
}

#[test]
fn earlier_places_win() {
    let around = tempfile::tempdir().unwrap();
    make(
        around.path(),
        &["one/maps", "one/materials", "two/maps", "two/materials"],
        &["one/maps/a.kmap", "two/p.kproj"],
    );
    let search = RootSearch {
        map: Some(around.path().join("one/maps/a.kmap")),
        current_directory: Some(around.path().join("two")),
        ..Default::default()
    };
    let root = find_content_root(&search).unwrap();
    assert_eq!((root.reason.place, root.path), (Place::Map, around.path().join("one")));
    let search = RootSearch { executable: Some(around.path().join("two/bin/kerosene")), ..search };
    let search = RootSearch { map: None, current_directory: None, ..search };
    assert_eq!(find_content_root(&search).unwrap().reason.place, Place::Executable);
}

#[test]
fn a_named_folder_is_taken_at_its_word_or_refused() {
    let around = tempfile::tempdir().unwrap();
    make(around.path(), &["c/maps", "empty", "other/maps", "other/materials"], &["p.kproj"]);
    let named = |name: &str| {
        let current_directory = Some(around.path().join("other"));
        find_content_root(&RootSearch {
            explicit: Some(around.path().join(name)),
            current_directory,
            ..Default::default()
        })
    };
    let root = named("c").unwrap();
    assert_eq!((root.path, root.reason.marker), (around.path().join("c"), RootMarker::MapsOnly));
    assert_eq!(named("empty").unwrap().path, around.path(), "the project above it");
    assert!(matches!(named("none"), Err(RootError::NoSuchFolder { .. })));
    fs::remove_file(around.path().join("p.kproj")).unwrap();
    assert!(matches!(named("empty"), Err(RootError::NotContent { .. })), "the current directory is not tried");
}

#[test]
fn the_folder_of_a_named_maps_folder_is_a_root_without_more() {
    let around = tempfile::tempdir().unwrap();
    make(around.path(), &["game/maps/deep", "other"], &["game/maps/a.kbsp", "other/a.kbsp"]);
    let of = |map: &str| find_content_root(&RootSearch { map: Some(around.path().join(map)), ..Default::default() });
    let root = of("game/maps/a.kbsp").unwrap();
    assert_eq!((root.path, root.reason.marker), (around.path().join("game"), RootMarker::MapsOnly));
    assert!(of("other/a.kbsp").is_err());
}
