//! Pictures of known scenes, compared with those that somebody looked at.
//!
//! `cargo test -p kerosene-host --test golden`. Without a GPU driver the test says that it is skipped, and with
//! `KEROSENE_REQUIRE_GPU=1` it fails instead. A picture that differs is left, with a map of the difference, in
//! `target/tmp/golden`. After looking at it, `KEROSENE_UPDATE_GOLDEN=1` makes it the one to compare with, and writes the book's
//! page of pictures.
//!
//! `KEROSENE_UPDATE_SHEET=1 cargo test -p kerosene-host --test golden sheet` draws the sheet of real levels anew, with the page
//! that shows it: each from its start. To be looked at, not compared with: drawing it takes minutes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod baked;
mod content;
mod goldens;
mod level;
mod metric;
mod scenes;
mod stage;

use scenes::{GROUPS, corpus, sheet};
use stage::Stage;
use std::fmt::Write as _;
use std::fs;

#[test]
fn scenes_look_as_they_did() {
    let Some(mut stage) = Stage::new() else { return };
    let mut faults = Vec::new();
    for scene in GROUPS.iter().flat_map(|group| group.scenes).filter(|scene| is_wanted(scene.name)) {
        (scene.set)(&mut stage);
        faults.extend(goldens::check(scene.name, &stage.draw()).err());
    }
    if let Some(folder) = corpus::folder() {
        for view in corpus::VIEWS.iter().filter(|view| is_wanted(view.name)) {
            view.set(&mut stage, &folder);
            faults.extend(goldens::check(view.name, &stage.draw()).err());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a scene is asked for: `KEROSENE_SCENE` is a part of its name, for whoever works on one.
fn is_wanted(name: &str) -> bool {
    std::env::var("KEROSENE_SCENE").map_or(true, |part| name.contains(&part))
}

#[test]
fn the_page_of_pictures_shows_every_scene() {
    let path = goldens::folder().join("../scenes.md");
    let page = page();
    if goldens::are_remade() {
        fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        page,
        "KEROSENE_UPDATE_GOLDEN=1 writes {}",
        path.display()
    );
}

#[test]
fn the_sheet_of_real_levels_is_whole() {
    let path = goldens::folder().join("../real-levels.md");
    let views = || sheet::SOURCES.iter().flat_map(|source| source.views);
    if std::env::var("KEROSENE_UPDATE_SHEET").is_ok_and(|value| value == "1")
        && let Some(mut stage) = Stage::new()
        && let Some(folder) = corpus::folder()
    {
        // Those that are compared with have their pictures already.
        for view in views().filter(|view| view.name.starts_with("sheet-") && is_wanted(view.name)) {
            view.set(&mut stage, &folder);
            goldens::keep_to_show(view.name, &stage.draw());
        }
        fs::write(&path, sheet_page()).unwrap();
    }
    assert!(views().count() >= 20);
    for view in views() {
        let bytes = fs::metadata(goldens::folder().join(format!("{}.png", view.name))).map_or(0, |file| file.len());
        assert!((1..=goldens::SHOWN_BYTES as u64).contains(&bytes), "{}: {bytes} bytes", view.name);
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, sheet_page(), "KEROSENE_UPDATE_SHEET=1 writes {}", path.display());
}

fn sheet_page() -> String {
    let mut page = String::from(
        "# Real levels\n\nLevels by other people, from the test corpus, each compiled with the default options and seen from its \
         start on a software driver. Textures are not there: what is missing is a checker of 64 texels in the map's own scale, \
         whose hue follows from its name. Nothing is baked, so light is that of an unlit level. Each was looked at for missing faces, \
         cracks, wrong scale of textures, surfaces that are inside out, odd skies.\n\n\
         `KEROSENE_UPDATE_SHEET=1 cargo test -p kerosene-host --test golden sheet` makes the page anew. Five of them are compared with \
         at each test: see [Scenes](scenes.md).\n",
    );
    for source in sheet::SOURCES {
        let _ = write!(page, "\n## {}\n\n{}.\n", source.title, source.credit);
        source.views.iter().for_each(|view| show(&mut page, view.name, view.what));
    }
    page
}

fn page() -> String {
    let mut page = String::from(
        "# Scenes\n\nWhat the renderer draws, scene by scene, on a software driver. These are the pictures that \
         `cargo test -p kerosene-host --test golden` compares with: each was looked at before it became one.\n",
    );
    for group in GROUPS {
        let _ = write!(page, "\n## {}\n", group.title);
        group.scenes.iter().for_each(|scene| show(&mut page, scene.name, scene.what));
    }
    page += "\n## Real levels\n\nLevels by other people, from the test corpus, without their textures: what is missing is shown by \
             its name's hue.\n";
    corpus::VIEWS.iter().for_each(|view| show(&mut page, view.name, view.what));
    page
}

fn show(page: &mut String, name: &str, what: &str) {
    let _ = write!(page, "\n{what}:\n\n![{name}](pictures/{name}.png)\n");
}
