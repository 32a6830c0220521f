//! Levels: the project's, and real ones by other people where they are there.

use super::Scene;
use crate::level::compiled;
use crate::stage::Stage;
use kerosene_bsp::{BspFile, parse_entities};
use kerosene_map::{ClassTable, ReadOptions, apply_class_table, read_any, settle_game};
use std::path::{Path, PathBuf};

pub(super) const SCENES: &[Scene] = &[
    Scene {
        name: "kerosene-room",
        what: "The built-in room, from its start",
        set: |stage| {
            project(stage, "crates/kerosene-engine/base/maps/kerosene_room.kmap");
        },
    },
    Scene {
        name: "two-rooms",
        what: "`two_rooms`, from its start",
        set: |stage| {
            project(stage, "content/maps/two_rooms.kmap");
        },
    },
    Scene {
        name: "facility",
        what: "`facility`, from its start",
        set: |stage| {
            project(stage, "content/maps/facility.kmap");
        },
    },
];

/// Height of a player's eyes above the middle of Quake's hull, which starts name.
const EYES: f32 = 22.0;

/// The same above the ground, which starts of Hammer's maps name.
const EYES_OF_HAMMER: f32 = 64.0;

fn project(stage: &mut Stage, path: &str) {
    level(stage, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path));
}

/// Loads the map of a file and stands at its first start; its brush models are where they were built.
fn level(stage: &mut Stage, path: &Path) {
    let bytes = std::fs::read(path).unwrap();
    let mut imported = read_any(&path.display().to_string(), &bytes, &ReadOptions::default()).unwrap();
    if imported.format.is_foreign() {
        let (game, _) = settle_game(&mut imported, None);
        apply_class_table(&mut imported.map, &ClassTable::for_game(game));
    }
    let map = compiled(&imported.map);
    stage.load(&map);
    let hammer = path.extension().is_some_and(|extension| extension == "vmf");
    stand(stage, &map, if hammer { EYES_OF_HAMMER } else { EYES });
}

fn stand(stage: &mut Stage, map: &BspFile, eyes: f32) {
    let entities = parse_entities(map.entities()).unwrap();
    let numbers = |text: Option<&str>| -> Vec<f32> {
        text.unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let start = entities.iter().find(|entity| entity.class_name().starts_with("info_player")).unwrap();
    let place: [f32; 3] = numbers(start.get("origin")).try_into().unwrap();
    let yaw = match numbers(start.get("angles"))[..] {
        [_, yaw, _] => yaw,
        _ => numbers(start.get("angle")).first().copied().unwrap_or(0.0),
    };
    stage.look([place[0], place[1], place[2] + eyes], 0.0, yaw);
    for entity in entities.iter().filter(|entity| !entity.class_name().starts_with("trigger")) {
        let Some(model) = entity.brush_model() else { continue };
        let Some(record) = map.models().get(model as usize) else { continue };
        let origin = record.origin;
        stage.brush_model(model).origin = kerosene_math::Vec3::from_array(origin);
    }
}

/// Real levels from fixed cameras: names of pictures, files below the corpus, places, pitch and yaw.
pub(crate) mod corpus {
    use super::{Path, PathBuf, Stage, level};

    /// A level and where it is seen from, in place of its start.
    pub(crate) struct View {
        /// Name of the picture.
        pub(crate) name: &'static str,
        /// What it is.
        pub(crate) what: &'static str,
        /// The map's file.
        pub(crate) file: &'static str,
        /// Place, pitch and yaw; the level's start without one.
        pub(crate) from: Option<([f32; 3], f32, f32)>,
    }

    /// All of them.
    pub(crate) const VIEWS: &[View] = &[
        View { name: "corpus-e1m1", what: "Quake, `e1m1`", file: "quake/id/e1m1.map", from: None },
        View { name: "corpus-e1m7", what: "Quake, `e1m7`", file: "quake/id/e1m7.map", from: None },
        View { name: "corpus-e3m5", what: "Quake, `e3m5`", file: "quake/id/e3m5.map", from: None },
        View {
            name: "corpus-lexi-overlook",
            what: "Nazi Zombies: Portable, `lexi_overlook`",
            file: "valve220/nzp/lexi_overlook.map",
            from: None,
        },
        View {
            name: "corpus-nzp-warehouse",
            what: "Nazi Zombies: Portable, `nzp_warehouse`",
            file: "valve220/nzp/nzp_warehouse.map",
            from: None,
        },
    ];

    /// Where the levels are; says so where they are not.
    pub(crate) fn folder() -> Option<PathBuf> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
        let folder = std::env::var_os("KEROSENE_CORPUS").map_or(beside, PathBuf::from);
        if folder.is_dir() {
            return Some(folder);
        }
        println!("skipped: no maps at {} (KEROSENE_CORPUS names another folder)", folder.display());
        None
    }

    impl View {
        /// Loads the level and stands there.
        pub(crate) fn set(&self, stage: &mut Stage, folder: &Path) {
            level(stage, &folder.join(self.file));
            if let Some((place, pitch, yaw)) = self.from {
                stage.look(place, pitch, yaw);
            }
        }
    }
}
