//! Each check of editable maps finds its fault and is silent without it; each repair mends what it found and no more.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{corpus, files_below};
use kerosene_diagnostics::{Code, Severity, codes};
use kerosene_map::{
    Brush, Connection, Cordon, Entity, Group, LINTS, Lint, Map, Mesh, MeshFace, ReadOptions, Side, TextureAxis,
    VisGroup, check_map, check_map_for, read_any, repair_map,
};
use kerosene_math::{DVec2, DVec3};
use std::collections::BTreeSet;

/// A map with one of everything and nothing wrong.
fn sound() -> Map {
    let world =
        Entity { brushes: vec![block(10, DVec3::splat(-64.0), DVec3::splat(64.0))], ..entity("worldspawn", &[]) };
    let start = entity("info_player_start", &[("origin", "0 0 96"), ("angles", "0 90 0")]);
    let mut button = entity("func_button", &[("targetname", "button"), ("parentname", "lift")]);
    button.brushes.push(block(30, DVec3::new(128.0, 0.0, 0.0), DVec3::new(144.0, 16.0, 16.0)));
    button.connections.push(wire("OnPressed", "lift", "Toggle"));
    let mut lift = entity("func_platform", &[("targetname", "lift"), ("target", "button")]);
    lift.brushes.push(block(40, DVec3::new(256.0, 0.0, 0.0), DVec3::new(320.0, 64.0, 8.0)));
    lift.meshes.push(triangle());
    lift.editor.group = Some(90);
    lift.editor.visgroups.push(91);
    Map {
        source: "sound.kmap".to_owned(),
        entities: vec![world, start, button, lift],
        groups: vec![Group { id: 90, name: "lift".to_owned(), ..Group::default() }],
        visgroups: vec![VisGroup { id: 91, name: "movers".to_owned(), ..VisGroup::default() }],
        cordons: vec![Cordon { mins: DVec3::splat(-512.0), maxs: DVec3::splat(512.0), active: false }],
        ..Map::default()
    }
}

fn entity(class: &str, keys: &[(&str, &str)]) -> Entity {
    let keys = std::iter::once(("classname", class)).chain(keys.iter().copied());
    let keys = keys.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    Entity { keys, ..Entity::default() }
}

fn wire(output: &str, target: &str, input: &str) -> Connection {
    let [output, target, input] = [output, target, input].map(str::to_owned);
    Connection { output, target, input, parameter: String::new(), delay: 0.0, times: -1 }
}

fn triangle() -> Mesh {
    let axis = |direction| TextureAxis { direction, shift: 0.0, scale: 1.0 };
    let face = MeshFace {
        indices: vec![0, 1, 2],
        material: "rock".to_owned(),
        u_axis: axis(DVec3::X),
        v_axis: axis(DVec3::Y),
        lightmap_scale: 16.0,
    };
    Mesh { vertices: vec![DVec3::ZERO, DVec3::Y, DVec3::X], faces: vec![face], ..Mesh::default() }
}

/// A box; ids of its sides follow its own.
fn block(id: u32, low: DVec3, high: DVec3) -> Brush {
    let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
    let planes = [
        [low, low + y, low + z],
        [high, high + z, high + y],
        [low, low + z, low + x],
        [high, high + x, high + z],
        [low, low + x, low + y],
        [high, high + y, high + x],
    ];
    let sides = planes.into_iter().zip(id + 1..).map(|(points, id)| side(id, points)).collect();
    Brush { id, sides, ..Brush::default() }
}

fn side(id: u32, points: [DVec3; 3]) -> Side {
    let normal = (points[0] - points[1]).cross(points[2] - points[1]).abs();
    let (u, v) = if normal.z >= normal.max_element() {
        (DVec3::X, DVec3::Y)
    } else {
        (normal.cross(DVec3::Z).normalize(), DVec3::NEG_Z)
    };
    Side::new(id, points, "brick/red", [u, v])
}

fn told(map: &Map) -> BTreeSet<Code> {
    check_map(map).iter().map(|told| told.code).collect()
}

#[test]
fn a_sound_map_gives_no_word() {
    assert_eq!(told(&sound()), BTreeSet::new());
}

/// What is done to a sound map, and the code that must be told of it.
type Case = (Code, fn(&mut Map));

/// Sides of the first brush of the world.
fn sides(map: &mut Map) -> &mut Vec<Side> {
    &mut map.entities[0].brushes[0].sides
}

fn key(map: &mut Map, entity: usize, key: &str, value: &str) {
    map.entities[entity].keys.push((key.to_owned(), value.to_owned()));
}

fn cases() -> Vec<Case> {
    [brush_cases(), texture_cases(), entity_cases(), wire_cases(), editor_and_mesh_cases()].concat()
}

fn brush_cases() -> Vec<Case> {
    vec![
        (codes::COLLINEAR_POINTS, |map| {
            let line = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
            sides(map).push(side(99, line));
        }),
        (codes::DUPLICATE_PLANE, |map| {
            let twin = sides(map)[0].clone();
            sides(map).push(Side { id: 99, ..twin });
        }),
        (codes::TOO_FEW_SIDES, |map| sides(map).truncate(3)),
        (codes::NO_VOLUME, |map| sides(map).truncate(5)),
        (codes::NO_VOLUME, |map| {
            sides(map)[0].points = [DVec3::X * 70.0, DVec3::X * 70.0 + DVec3::Y, DVec3::X * 70.0 + DVec3::Z];
        }),
        (codes::OUTSIDE_WORLD, |map| map.entities[0].brushes[0] = block(10, DVec3::ZERO, DVec3::splat(20_000.0))),
        (codes::REDUNDANT_SIDE, |map| {
            let far = DVec3::X * 900.0;
            sides(map).push(side(99, [far, far + DVec3::Z, far + DVec3::Y]));
        }),
        (codes::MIXED_CONTENTS, |map| sides(map)[2].content_flags = 32),
        (codes::OFF_GRID, |map| map.entities[0].brushes[0] = block(10, DVec3::ZERO, DVec3::new(64.0, 64.0, 32.25))),
        (codes::THIN_BRUSH, |map| map.entities[0].brushes[0] = block(10, DVec3::ZERO, DVec3::new(64.0, 64.0, 0.5))),
        (codes::SMALL_FACE, |map| map.entities[0].brushes[0] = block(10, DVec3::ZERO, DVec3::new(64.0, 64.0, 0.0625))),
        (codes::DUPLICATE_BRUSH, |map| {
            map.entities[0].brushes.push(block(50, DVec3::splat(-64.0), DVec3::splat(64.0)));
        }),
        (codes::MANY_SIDES, |map| {
            let far = (0..70).map(|step| DVec3::X * f64::from(900 + step));
            sides(map).extend(far.map(|far| side(99, [far, far + DVec3::Z, far + DVec3::Y])));
        }),
    ]
}

fn texture_cases() -> Vec<Case> {
    vec![
        (codes::TEXTURE_EDGE_ON, |map| {
            let side = &mut sides(map)[0];
            (side.u_axis.direction, side.v_axis.direction) = (DVec3::X, DVec3::Y);
        }),
        (codes::TEXTURE_SCALE, |map| sides(map)[1].v_axis.scale = 1e-4),
        (codes::MATERIAL_NAME, |map| sides(map)[1].material = "brick\\red".to_owned()),
        (codes::MATERIAL_NAME, |map| sides(map)[1].material = "../red".to_owned()),
        (codes::MATERIAL_CASE, |map| sides(map)[4].material = "Brick/RED".to_owned()),
        (codes::LIGHTMAP_SCALE, |map| sides(map)[1].lightmap_scale = 0.0),
        (codes::BAD_WALK_RULE, |map| sides(map)[1].walk_rule = "avoyd".to_owned()),
    ]
}

fn entity_cases() -> Vec<Case> {
    vec![
        (codes::NO_CLASS_NAME, |map| map.entities[1].keys.retain(|(key, _)| key != "classname")),
        (codes::MISSPELT_CLASS, |map| map.entities.push(entity("trigger_onec", &[]))),
        (codes::EMPTY_BRUSH_ENTITY, |map| map.entities.push(entity("func_door", &[]))),
        (codes::BODY_ON_POINT_ENTITY, |map| {
            map.entities[1].brushes.push(block(50, DVec3::splat(500.0), DVec3::splat(564.0)));
        }),
        (codes::EMPTY_KEY, |map| key(map, 1, "", "lost")),
        (codes::EMPTY_VALUE, |map| key(map, 1, "noise", "")),
        (codes::DUPLICATE_KEY, |map| key(map, 1, "Origin", "0 0 100")),
        (codes::QUOTES, |map| key(map, 1, "message", "say \"friend\"")),
        (codes::QUOTES, |map| key(map, 1, "message", "bell\u{7}")),
        (codes::LONG_TEXT, |map| key(map, 1, "message", &"long ".repeat(300))),
        (codes::BAD_VECTOR, |map| map.entities.push(entity("light", &[("origin", "1 2")]))),
        (codes::ENTITY_OUTSIDE_WORLD, |map| map.entities.push(entity("light", &[("origin", "0 0 99999")]))),
        (codes::STACKED_ENTITIES, |map| {
            let lamp = entity("light", &[("origin", "8 8 8")]);
            map.entities.extend([lamp.clone(), lamp]);
        }),
        (codes::COMPILED_MODEL, |map| key(map, 2, "model", "*3")),
        (codes::NO_PLAYER_START, |map| drop(map.entities.remove(1))),
        (codes::SEVERAL_PLAYER_STARTS, |map| map.entities.push(entity("info_player_start", &[("origin", "9 9 9")]))),
    ]
}

fn wire_cases() -> Vec<Case> {
    vec![
        (codes::MISSING_TARGET, |map| key(map, 1, "killtarget", "nobody")),
        (codes::MISSING_TARGET, |map| map.entities[2].connections.push(wire("OnPressed", "lfit", "Open"))),
        (codes::UNUSED_NAME, |map| key(map, 1, "targetname", "lonely")),
        (codes::INCOMPLETE_WIRE, |map| map.entities[2].connections.push(wire("OnPressed", "lift", " "))),
        (codes::WIRE_TIMING, |map| map.entities[2].connections[0].delay = -1.0),
        (codes::WIRE_TIMING, |map| map.entities[2].connections[0].times = 0),
        (codes::DUPLICATE_WIRE, |map| map.entities[2].connections.push(wire("onpressed", "LIFT", "Toggle"))),
        (codes::PARENT_LOOP, |map| key(map, 3, "parentname", "button")),
    ]
}

fn editor_and_mesh_cases() -> Vec<Case> {
    vec![
        (codes::EMPTY_GROUP, |map| map.groups.push(Group { id: 95, ..Group::default() })),
        (codes::EMPTY_GROUP, |map| map.visgroups.push(VisGroup { id: 95, ..VisGroup::default() })),
        (codes::UNKNOWN_GROUP, |map| map.entities[1].editor.group = Some(7)),
        (codes::UNKNOWN_GROUP, |map| map.entities[0].brushes[0].editor.visgroups.push(7)),
        (codes::GROUP_LOOP, |map| map.groups[0].parent = Some(90)),
        (codes::CORDON_INSIDE_OUT, |map| map.cordons[0].mins.x = 600.0),
        (codes::CORDON_ACTIVE, |map| map.cordons[0].active = true),
        (codes::HIDDEN_OBJECTS, |map| map.entities[2].editor.hidden = true),
        (codes::MESH_FACE, |map| map.entities[3].meshes[0].faces[0].indices = vec![0, 1, 1]),
        (codes::MESH_FACE, |map| map.entities[3].meshes[0].faces[0].indices = vec![0, 1, 9]),
        (codes::MESH_VERTEX_DATA, |map| map.entities[3].meshes[0].texture_coordinates.push(DVec2::ZERO)),
    ]
}

#[test]
fn the_name_of_what_has_a_script_is_for_the_script_to_use() {
    let mut map = sound();
    key(&mut map, 1, "targetname", "lonely");
    assert!(told(&map).contains(&codes::UNUSED_NAME));
    key(&mut map, 1, "script", "bobber");
    assert!(!told(&map).contains(&codes::UNUSED_NAME));
}

#[test]
fn each_fault_is_told_by_its_code() {
    for (code, spoil) in cases() {
        let mut map = sound();
        spoil(&mut map);
        assert!(told(&map).contains(&code), "{code} is not told: {:?}", told(&map));
    }
}

#[test]
fn there_is_a_case_for_each_check_and_a_check_for_each_case() {
    let tested: BTreeSet<Code> = cases().iter().map(|(code, _)| *code).collect();
    let checks: BTreeSet<Code> = LINTS.iter().map(Lint::code).collect();
    assert_eq!(tested, checks);
    assert_eq!(LINTS.len(), checks.len(), "two checks report one code");
    assert!(checks.len() >= 40);
}

#[test]
fn a_check_that_is_not_wanted_is_silent() {
    for (unwanted, spoil) in cases() {
        let mut map = sound();
        spoil(&mut map);
        let told = check_map_for(&map, |code| code != unwanted);
        assert_eq!(told.count_of(unwanted), 0, "{unwanted}");
    }
}

#[test]
fn a_repair_mends_its_fault_and_changes_nothing_when_run_again() {
    for (code, spoil) in cases() {
        let lint = LINTS.iter().find(|lint| lint.code() == code).unwrap();
        let mut map = sound();
        spoil(&mut map);
        let spoilt = map.clone();
        let repairs = repair_map(&mut map, |wanted| wanted == code);
        // Turning `..` or an endless brush into something good takes a person.
        let stays = [spoilt == map, !lint.can_repair()];
        assert_eq!(repairs.is_empty(), spoilt == map, "{code}");
        if !stays.contains(&true) {
            assert!(!told(&map).contains(&code), "{code} is still told");
        }
        assert!(repair_map(&mut map, |wanted| wanted == code).is_empty(), "{code} is repaired twice");
    }
}

#[test]
fn repairing_a_sound_map_changes_nothing() {
    let mut map = sound();
    assert_eq!(repair_map(&mut map, |_| true), []);
    assert_eq!(map, sound());
}

#[test]
fn every_message_says_where_and_what_to_do() {
    for (code, spoil) in cases() {
        let mut map = sound();
        spoil(&mut map);
        for told in check_map(&map).iter().filter(|told| told.code == code) {
            assert!(told.fix.as_ref().is_some_and(|fix| !fix.is_empty()), "{told}");
            assert_eq!(told.source.as_ref().unwrap().file, "sound.kmap", "{told}");
        }
    }
}

#[test]
fn tool_materials_on_some_sides_leave_the_contents_alone() {
    let mut map = sound();
    for (side, material) in
        sides(&mut map).iter_mut().zip(["*water", "skip", "*water", "tools/toolsnodraw"].into_iter().cycle())
    {
        side.material = material.to_owned();
    }
    assert!(!told(&map).contains(&codes::MIXED_CONTENTS));
    sides(&mut map)[4].material = "stone".to_owned();
    assert!(told(&map).contains(&codes::MIXED_CONTENTS));
}

/// Published maps are good maps: what is told of them is seldom an error, and repairing them leaves nothing that can
/// still be repaired.
#[test]
fn real_maps_are_checked_and_repaired() {
    let Some(corpus) = corpus() else { return };
    for path in files_below(&corpus.join("valve220/spacehare"), "map") {
        let bytes = std::fs::read(&path).unwrap();
        let mut map = read_any(&path.display().to_string(), &bytes, &ReadOptions::default()).unwrap().map;
        let errors = check_map(&map).count(Severity::Error);
        assert_eq!(errors, 0, "{}", path.display());
        repair_map(&mut map, |_| true);
        let left = repair_map(&mut map, |_| true);
        assert!(left.is_empty(), "{}: {left:?}", path.display());
    }
}
