//! Flags, contents and tool textures of other games, and their maps compiled.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;
#[path = "common/rooms.rs"]
mod rooms;

use cleave::{CompileError, NoProgress, Options, Output, Request, compile};
use common::{corpus, maps_in, read, stem};
use kerosene_bsp::{BspFile, CollisionMap, Contents, WriteOptions};
use kerosene_diagnostics::codes;
use kerosene_map::{Brush, Map};
use kerosene_math::Vec3;
use rooms::{block, map, shell, start};

fn compiled(map: &Map) -> Output {
    compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap()
}

/// A room with one block in it, whose sides are `material` and have these numbers.
fn contents_of(material: &str, content_flags: u32, surface_flags: u32) -> (Contents, Output) {
    let mut brushes = shell(1, [0.0; 3], [256.0; 3], "wall");
    let mut inner = block(20, [96.0; 3], [160.0; 3], material);
    for side in &mut inner.sides {
        (side.content_flags, side.surface_flags) = (content_flags, surface_flags);
    }
    brushes.push(inner);
    let output = compiled(&map(brushes, vec![start("32 32 32")]));
    let file = BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    let contents = CollisionMap::new(&file).point_contents(Vec3::splat(128.0));
    (contents, output)
}

#[test]
fn quake_2s_numbers_decide_what_fills_a_brush() {
    for (content_flags, surface_flags, expected) in [
        (0, 0, Contents::SOLID),
        (1 << 3, 0x9, Contents::LAVA),
        (1 << 4, 0x8, Contents::SLIME),
        (1 << 5, 0x8, Contents::WATER),
        (1 << 16, 0x80, Contents::PLAYER_CLIP),
        (1 << 17, 0x80, Contents::MONSTER_CLIP),
        (0x30000, 0x80, Contents::PLAYER_CLIP | Contents::MONSTER_CLIP),
        (1 << 29, 0, Contents::SOLID | Contents::LADDER),
        (0, 0x10, Contents::WINDOW | Contents::DETAIL),
        (0, 0x200, Contents::empty()),
    ] {
        let (contents, _) = contents_of("plain", content_flags, surface_flags);
        assert_eq!(contents, expected, "{content_flags:x} {surface_flags:x}");
    }
}

#[test]
fn tool_textures_of_other_games_decide_where_there_are_no_numbers() {
    for (material, expected) in [
        ("common/caulk", Contents::SOLID),
        ("common/weapclip", Contents::PLAYER_CLIP | Contents::MONSTER_CLIP),
        ("common/donotenter", Contents::MONSTER_CLIP),
        ("common/lightgrid", Contents::empty()),
        ("common/origin", Contents::empty()),
        ("toxic/toxic_slime", Contents::SLIME),
        ("e1u1/water4", Contents::WATER),
        ("!lava", Contents::LAVA),
        ("aaatrigger", Contents::SOLID),
    ] {
        assert_eq!(contents_of(material, 0, 0).0, expected, "{material}");
    }
}

#[test]
fn bits_without_a_counterpart_are_told_once_with_their_count() {
    let (contents, _) = contents_of("plain", (1 << 5) | (1 << 19), 0);
    assert_eq!(contents, Contents::WATER | Contents::CURRENT_90);
    // A wall does not flow.
    let (contents, output) = contents_of("plain", (1 << 0) | (1 << 19) | (1 << 10), 1 << 6);
    assert_eq!(contents, Contents::SOLID);
    let told: Vec<String> = output
        .diagnostics
        .iter()
        .filter(|told| told.code == codes::FLAG_WITHOUT_COUNTERPART)
        .map(|told| told.message.clone())
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told.iter().all(|told| told.starts_with("6 sides have the ")), "{told:?}");
    assert!(told[0].contains("not known") && told[1].contains("a current towards +Y") && told[2].contains("flowing"));
}

fn brushes(map: &Map) -> impl Iterator<Item = &Brush> {
    map.entities.iter().flat_map(|entity| &entity.brushes)
}

/// Every map of Quake 2, Quake 3 and Half-Life compiles. The largest are left to `KEROSENE_EVERY_MAP=1`.
#[test]
fn maps_of_every_game_compile() {
    let Some(corpus) = corpus() else { return };
    let everything = std::env::var_os("KEROSENE_EVERY_MAP").is_some();
    let folders = ["quake/ericw", "valve220/ericw", "quake3/nexuiz", "quake3/unvanquished"];
    let of_other_games = |name: &str| name.starts_with("q2_") || name.starts_with("hl");
    let mut compiled_maps = 0;
    for path in folders.iter().flat_map(|folder| maps_in(&corpus.join(folder))) {
        let name = stem(&path);
        let map = read(&path);
        let large = brushes(&map).count() > 1_500;
        if !(path.starts_with(corpus.join("quake3")) || of_other_games(&name)) || large && !everything {
            continue;
        }
        match compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress) {
            Ok(output) => {
                eprintln!("{name}: {:?}, {} messages", output.leak.map(|_| "leaks"), output.diagnostics.iter().count());
            }
            // Fixtures of nothing but entities, and a file of nothing but patches.
            Err(error) => assert!(matches!(error, CompileError::NoBrushes { .. }), "{name}: {error}"),
        }
        compiled_maps += 1;
    }
    assert!(compiled_maps > 50, "{compiled_maps}");
}
