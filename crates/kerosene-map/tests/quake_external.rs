//! External maps: placed, scaled, mirrored, nested; hostile ones bounded and named.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::included;
use kerosene_diagnostics::codes;
use kerosene_map::{Entity, Imported, ReadLimits, ReadOptions, brush_bounds};
use kerosene_math::{DAabb, DVec3};

fn read_with(text: &str, files: &[(&'static str, &str)], options: &ReadOptions) -> Imported {
    included::read("level.map", text, files, options)
}

fn read(text: &str, files: &[(&'static str, &str)]) -> Imported {
    read_with(text, files, &ReadOptions::default())
}

/// A box from (0 0 0) to (16 8 4).
const BOX: &str = "{
( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1
( 16 0 0 ) ( 16 0 1 ) ( 16 1 0 ) a 0 0 0 1 1
( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) a 0 0 0 1 1
( 0 8 0 ) ( 1 8 0 ) ( 0 8 1 ) a 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1
( 0 0 4 ) ( 0 1 4 ) ( 1 0 4 ) a 0 0 0 1 1
}";

fn world(body: &str) -> String {
    format!("{{ \"classname\" \"worldspawn\"\n{body} }}\n")
}

fn entity(keys: &str, body: &str) -> String {
    format!("{{ {keys}\n{body} }}\n")
}

fn external(file: &str, class: &str, keys: &str) -> String {
    let keys = format!(
        "\"classname\" \"misc_external_map\" \"_external_map\" \"{file}\" \"_external_map_classname\" \"{class}\" {keys}"
    );
    entity(&keys, "")
}

fn bounds(entity: &Entity) -> Vec<[[f64; 3]; 2]> {
    let of = |bounds: DAabb| [bounds.min, bounds.max].map(|corner| corner.to_array());
    entity.brushes.iter().map(|brush| of(brush_bounds(brush).unwrap())).collect()
}

fn classes(imported: &Imported) -> Vec<&str> {
    imported.map.entities.iter().map(Entity::class_name).collect()
}

#[test]
fn a_prefab_becomes_the_body_of_its_entity_scaled_turned_and_moved() {
    let prefab = world(BOX) + &entity("\"classname\" \"func_wall\"", BOX) + "{ \"classname\" \"light\" }";
    let keys =
        "\"origin\" \"100 0 8\" \"_external_map_angles\" \"0 90 0\" \"_external_map_scale\" \"2\" \"targetname\" \"t\"";
    let imported = read(&(world("") + &external("p.map", "func_door", keys)), &[("p.map", &prefab)]);
    assert_eq!(classes(&imported), ["worldspawn", "func_door"]);
    let door = &imported.map.entities[1];
    let expected = [[84.0, 0.0, 8.0], [100.0, 32.0, 16.0]];
    assert_eq!(bounds(door), [expected; 2], "all brushes of all its entities");
    let keys: Vec<&str> = door.keys.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["classname", "targetname"]);
    let told: Vec<_> = imported.diagnostics.iter().collect();
    assert_eq!((told.len(), told[0].code), (1, codes::INSTANCE_INCLUDED), "{told:?}");
    assert!(told[0].message.contains("2 brushes") && told[0].message.contains("1 point entities"), "{}", told[0]);
    let ids = imported.map.entities.iter().flat_map(|entity| {
        let brushes = entity.brushes.iter().flat_map(|brush| brush.sides.iter().map(|side| side.id).chain([brush.id]));
        brushes.chain([entity.id]).collect::<Vec<_>>()
    });
    let ids: Vec<u32> = ids.collect();
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len(), "{ids:?}");
}

#[test]
fn pitch_scale_by_axis_and_mirrors_are_as_the_editor_shows_them() {
    let placed = |keys: &str| {
        let imported = read(&(world("") + &external("p.map", "func_wall", keys)), &[("p.map", &world(BOX))]);
        bounds(&imported.map.entities[1])[0]
    };
    // Quake's positive pitch looks up: what pointed along x points along z.
    assert_eq!(placed("\"_external_map_angles\" \"90 0 0\""), [[-4.0, 0.0, 0.0], [0.0, 8.0, 16.0]]);
    assert_eq!(placed("\"_external_map_angle\" \"180\""), [[-16.0, -8.0, 0.0], [0.0, 0.0, 4.0]]);
    assert_eq!(placed("\"_external_map_scale\" \"1 0.5 3\""), [[0.0, 0.0, 0.0], [16.0, 4.0, 12.0]]);
    assert_eq!(placed("\"_external_map_scale\" \"-1 1 1\""), [[-16.0, 0.0, 0.0], [0.0, 8.0, 4.0]]);
}

#[test]
fn a_prefab_of_the_worlds_class_is_part_of_the_world() {
    for class in ["func_group", "Worldspawn"] {
        let text = world(BOX) + &external("p.map", class, "\"origin\" \"0 0 64\"");
        let imported = read(&text, &[("p.map", &world(BOX))]);
        assert_eq!(classes(&imported), ["worldspawn"]);
        assert_eq!(bounds(&imported.map.entities[0])[1], [[0.0, 0.0, 64.0], [16.0, 8.0, 68.0]]);
    }
    // With keys of its own it stays, as a func_group does.
    let text = world("") + &external("p.map", "func_group", "\"_mirrorinside\" \"1\"");
    assert_eq!(classes(&read(&text, &[("p.map", &world(BOX))])), ["worldspawn", "func_group"]);
}

#[test]
fn prefabs_nest_and_each_turn_adds_to_the_one_around_it() {
    let inner = world(BOX);
    let middle =
        world(BOX) + &external("inner.map", "func_wall", "\"origin\" \"32 0 0\" \"_external_map_scale\" \"0.5\"");
    let text =
        world("") + &external("middle.map", "func_detail", "\"origin\" \"0 0 100\" \"_external_map_angle\" \"90\"");
    let imported = read(&text, &[("inner.map", &inner), ("middle.map", &middle)]);
    assert_eq!(classes(&imported), ["worldspawn", "func_detail"]);
    let expected = [[[-8.0, 0.0, 100.0], [0.0, 16.0, 104.0]], [[-4.0, 32.0, 100.0], [0.0, 40.0, 102.0]]];
    assert_eq!(bounds(&imported.map.entities[1]), expected);
    assert_eq!(imported.statistics.inclusions, 2);
}

#[test]
fn circles_missing_files_and_odd_values_are_named_and_nothing_else_is_lost() {
    let ring = world(BOX) + &external("ring.map", "func_wall", "") + &external("level.map", "func_wall", "");
    let text = world("")
        + &external("ring.map", "func_wall", "")
        + &external("none.map", "func_wall", "")
        + &external("", "func_wall", "")
        + &external("ring.map", "", "")
        + &external("ring.map", "func_wall", "\"_external_map_scale\" \"0\"")
        + &external("ring.map", "func_wall", "\"origin\" \"here\"")
        + &external("cut.map", "func_wall", "");
    let files = [("ring.map", ring.as_str()), ("level.map", &text), ("cut.map", "{ \"classname")];
    let imported = read(&text, &files);
    let told: Vec<&str> = imported.diagnostics.iter().map(|told| told.message.as_str()).collect();
    for expected in [
        "external maps of `ring.map` stay out, the first one here: the map includes itself, by way of ring.map",
        "external maps of `level.map` stay out, the first one here: the map includes itself",
        "external maps of `none.map` stay out, the first one here: there is no such file in here",
        "its `_external_map` is empty",
        "its `_external_map_classname` is empty",
        "its `_external_map_scale` is not one number or three, none of them 0: `0`",
        "its `origin` is not three numbers that a map can hold: `here`",
        "external maps of `cut.map` stay out",
    ] {
        assert!(told.iter().any(|message| message.contains(expected)), "{expected}: {told:#?}");
    }
    assert_eq!(imported.map.entities[1].brushes.len(), 1);
    assert_eq!((imported.statistics.inclusions, imported.statistics.failed_inclusions), (1, 8));
    assert_eq!(classes(&imported).iter().filter(|class| **class == "misc_external_map").count(), 6);
}

#[test]
fn depth_number_and_size_are_bounded() {
    let names = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let next = |at: usize| external(&(at + 1).to_string(), "func_wall", "").repeat(10);
    let files: Vec<(&'static str, String)> =
        names.iter().enumerate().map(|(at, name)| (*name, world(BOX) + &next(at))).collect();
    let files: Vec<(&'static str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let text = world("") + &external("0", "func_wall", "");
    for (limits, expected) in [
        (ReadLimits { inclusion_depth: 3, ..ReadLimits::default() }, "nest deeper than 3"),
        (ReadLimits { inclusions: 50, ..ReadLimits::default() }, "more than 50 inclusions"),
        (ReadLimits { bytes: 100_000, ..ReadLimits::default() }, "more than 100000 bytes"),
        (ReadLimits { brushes: 40, ..ReadLimits::default() }, "more than 40 brushes"),
    ] {
        let imported = read_with(&text, &files, &ReadOptions { limits, ..ReadOptions::default() });
        let told = imported.diagnostics.iter().find(|told| told.message.contains(expected));
        assert!(told.is_some(), "{expected}: {:#?}", imported.diagnostics);
        assert!(imported.statistics.inclusions <= 111, "{}", imported.statistics.inclusions);
    }
}

#[test]
fn textures_move_with_the_prefab() {
    let imported = read(
        &(world("") + &external("p.map", "func_wall", "\"origin\" \"64 0 0\" \"_external_map_scale\" \"2\"")),
        &[("p.map", &world(BOX))],
    );
    let texel = |entity: &Entity, side: usize, at: DVec3| {
        let side = &entity.brushes[0].sides[side];
        [&side.u_axis, &side.v_axis].map(|axis| at.dot(axis.direction) / axis.scale + axis.shift)
    };
    let original = read(&world(BOX), &[]);
    for (point, moved) in [(DVec3::ZERO, DVec3::X * 64.0), (DVec3::new(16.0, 8.0, 4.0), DVec3::new(96.0, 16.0, 8.0))] {
        for side in 0..6 {
            let before = texel(&original.map.entities[0], side, point);
            assert_eq!(texel(&imported.map.entities[1], side, moved), before, "side {side}");
        }
    }
}
