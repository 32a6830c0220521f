//! Project files: what they say, what is wrong with them, and where that leads.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_config::{ContentError, DEFAULT_FOLDERS, Project, find_content};
use kerosene_diagnostics::{Severity, codes};
use kerosene_vfs::RootSearch;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn parse(text: &str) -> Project {
    Project::parse("game.kproj", text).unwrap().0
}

fn refusal(text: &str) -> String {
    Project::parse("game.kproj", text).unwrap_err().to_string()
}

#[test]
fn everything_has_a_default() {
    let project = parse("project { }");
    assert_eq!(project, Project::default());
    assert!(project.folders().eq(DEFAULT_FOLDERS));
}

#[test]
fn every_key_is_read_in_any_case() {
    let project = parse(
        "project { Name \"Ruins of the Tower\" CONTENT game startmap chapter1/gate game ruins-code bin ruins dir maps dir sound }",
    );
    assert_eq!(project.name.as_deref(), Some("Ruins of the Tower"));
    assert_eq!(project.content.as_deref(), Some("game"));
    assert_eq!(project.start_map.as_deref(), Some("chapter1/gate"));
    assert_eq!((project.game.as_deref(), project.program.as_deref()), (Some("ruins-code"), Some("ruins")));
    assert!(project.folders().eq(["maps", "sound"]));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    assert_eq!(refusal(""), "game.kproj, line 1, column 1: there is no block called project");
    assert_eq!(refusal("project { }\nproject { }"), "game.kproj, line 2, column 1: there are two projects in one file");
    assert_eq!(
        refusal("project {\n  content ../elsewhere\n}"),
        "game.kproj, line 2, column 3: `content` is \"../elsewhere\", which is no folder below the project's"
    );
    for text in ["startmap \"a b\"", "startmap a.kbsp/", "bin ../x", "game \"\"", "name \" \"", "content /abs"] {
        let error = Project::parse("game.kproj", &format!("project {{ {text} }}")).unwrap_err();
        assert_eq!((error.diagnostic().code, error.line), (codes::BAD_VALUE, 1), "{text}");
    }
    assert_eq!(Project::parse("game.kproj", "project {").unwrap_err().diagnostic().code, codes::SYNTAX);
}

#[test]
fn what_harms_nothing_is_noted() {
    let text = "author me\nproject {\n  flavour sweet\n  dir ../outside\n  dir maps\n  deeper { }\n}\nother { }";
    let (project, notes) = Project::parse("game.kproj", text).unwrap();
    assert!(project.folders().eq(["maps"]));
    let notes: Vec<_> = notes.iter().map(|note| (note.code, note.source.as_ref().map(|at| at.line))).collect();
    let unknown = |line| (codes::UNKNOWN_KEY, Some(line));
    assert_eq!(notes, [unknown(1), unknown(8), unknown(3), (codes::FOLDER_OUTSIDE, Some(4)), unknown(6)]);
    assert_eq!(codes::FOLDER_OUTSIDE.info().unwrap().severity, Severity::Warning);
}

fn search(folder: &Path) -> RootSearch {
    RootSearch { explicit: Some(folder.to_owned()), ..RootSearch::default() }
}

#[test]
fn content_is_where_the_project_says() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("game/maps")).unwrap();
    fs::write(at("ruins.kproj"), "project { content game startmap gate }").unwrap();
    let content = find_content(&search(folder.path())).unwrap();
    assert_eq!((&content.folder, content.project.start_map.as_deref()), (&at("game"), Some("gate")));
    let told = content.to_string();
    assert!(told.contains("(by ruins.kproj in ") && told.contains("it was named with --content"), "{told}");
    // From inside the content the project above it is found too.
    let inside = RootSearch { current_directory: Some(at("game/maps")), ..RootSearch::default() };
    assert_eq!(find_content(&inside).unwrap().folder, at("game"));
}

#[test]
fn a_slip_and_a_second_project_file_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("maps")).unwrap();
    fs::write(folder.path().join("ruins.kproj"), "project { startmapp gate }").unwrap();
    fs::write(folder.path().join("tower.kproj"), "project { }").unwrap();
    let notes = find_content(&search(folder.path())).unwrap().notes;
    let told: Vec<_> = notes.iter().map(|note| (note.severity, note.to_string())).collect();
    assert!(told.iter().all(|(severity, _)| *severity == Severity::Warning), "{told:?}");
    let fixes: Vec<_> = notes.iter().filter_map(|note| note.fix.clone()).collect();
    assert_eq!(fixes, ["did you mean `startmap`?", "keep one of them"]);
    assert!(notes.iter().any(|note| note.message.ends_with(": tower.kproj")), "{told:?}");
}

#[test]
fn a_project_that_cannot_be_used_is_an_error_and_not_no_project() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ruins.kproj");
    fs::create_dir(folder.path().join("maps")).unwrap();
    let find = || find_content(&search(folder.path())).unwrap_err();
    fs::write(&file, "project { content game }").unwrap();
    assert!(matches!(find(), ContentError::NoFolder { .. }), "{}", find());
    assert_eq!(find().diagnostic().code, codes::NO_CONTENT);
    fs::write(&file, "project {").unwrap();
    assert!(matches!(find(), ContentError::Project(_)), "{}", find());
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(matches!(find(), ContentError::Unreadable { .. }), "{}", find());
    fs::write(&file, vec![b' '; (1 << 20) + 1]).unwrap();
    assert!(find().to_string().contains("at most 1 MiB"), "{}", find());
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        name in prop::option::of("[ -~]{0,20}[!-~]"),
        content in prop::option::of("[a-z]{1,8}(/[a-z]{1,8})?"),
        start_map in prop::option::of("[a-z0-9_]{1,12}"),
        program in prop::option::of("[a-z-]{1,12}"),
        directories in prop::collection::vec("[a-z]{1,8}", 0..4),
    ) {
        let project = Project { name, content, start_map, game: program.clone(), program, directories };
        let (read, notes) = Project::parse("game.kproj", &project.to_text()).unwrap();
        prop_assert_eq!(read, project);
        prop_assert!(notes.iter().next().is_none());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(project|[{}\" \n]|name|content|dir|\\.\\./|[a-z]){0,40}") {
        let _ = Project::parse("game.kproj", &text);
    }
}
