//! Pictures of known scenes, compared with those that somebody looked at.
//!
//! `cargo test -p kerosene-host --test golden`. Without a GPU driver the test says that it is skipped, and with
//! `KEROSENE_REQUIRE_GPU=1` it fails instead. A picture that differs is left, with a map of the difference, in
//! `target/tmp/golden`. After looking at it, `KEROSENE_UPDATE_GOLDEN=1` makes it the one to compare with, and writes the book's
//! page of pictures.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod content;
mod goldens;
mod level;
mod metric;
mod scenes;
mod stage;

use scenes::{GROUPS, corpus};
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
