//! Small maps whose compiled form is known in closed form.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/rooms.rs"]
mod made;

use cleave::checks::{
    Solidity, edges_hold_no_vertices, portals_join_their_clusters, rings_close, tree_agrees_with_brushes,
};
use cleave::{CompileError, NoProgress, Options, Output, Request, compile};
use kerosene_bsp::records::FaceRecord;
use kerosene_bsp::{BspFile, Contents, WriteOptions};
use kerosene_diagnostics::codes;
use kerosene_map::{Brush, Map};
use kerosene_math::DVec3;
use made::{block, entity, map, shell, side, start};

fn compiled(map: &Map) -> Output {
    let output = compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    rings_close(&output.bsp).unwrap();
    edges_hold_no_vertices(&output.bsp).unwrap();
    if let Some(portals) = &output.portals {
        portals_join_their_clusters(&output.bsp, portals).unwrap();
    }
    let solidity = if output.leak.is_none() { Solidity::OutsideFilled } else { Solidity::Everywhere };
    assert!(
        tree_agrees_with_brushes(&output.bsp, map, &cleave::Materials::default(), solidity, 5_000, 3).unwrap() > 1_000
    );
    // What the compiler writes, the reader's validation accepts.
    BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    output
}

fn area<'a>(faces: impl IntoIterator<Item = &'a FaceRecord>) -> f64 {
    faces.into_iter().map(|face| f64::from(face.area)).sum()
}

fn has(output: &Output, code: kerosene_diagnostics::Code) -> bool {
    output.diagnostics.count_of(code) > 0
}

#[test]
fn a_sealed_box_is_its_six_inner_walls() {
    let map = map(shell(10, [0.0; 3], [256.0, 192.0, 128.0], "wall"), vec![start("64 64 64")]);
    let output = compiled(&map);
    let s = output.statistics;
    assert!(s.sealed && output.leak.is_none());
    assert_eq!((s.faces, s.clusters, s.portals, s.vertices, s.edges), (6, 1, 0, 8, 12));
    assert_eq!(area(&output.bsp.faces), 2.0 * (256.0 * 192.0 + 256.0 * 128.0 + 192.0 * 128.0));
    assert!(output.diagnostics.is_empty());
}

#[test]
fn walls_look_inward() {
    let map = map(shell(10, [0.0; 3], [256.0; 3], "wall"), vec![start("64 64 64")]);
    let bsp = compiled(&map).bsp;
    for face in &bsp.faces {
        let plane = &bsp.planes[face.plane as usize];
        let normal = DVec3::from_array(plane.normal.map(f64::from));
        assert!(normal.dot(DVec3::splat(128.0)) > f64::from(plane.dist), "{face:?} shows its back");
        // Clockwise seen from the front: the polygon's own normal agrees.
        let corner = |place: u32| {
            let surfedge = bsp.surfedges[(face.first_surfedge + place) as usize];
            let ends = bsp.edges[surfedge.unsigned_abs() as usize].vertices;
            bsp.vertices[ends[usize::from(surfedge < 0)] as usize].as_dvec3()
        };
        let (a, b, c) = (corner(0), corner(1), corner(2));
        assert!((a - b).cross(c - b).dot(normal) > 0.0);
    }
}

/// Two rooms of 128 and a doorway of 32 by 64 through the 16 units between them.
fn two_rooms() -> Vec<Brush> {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.remove(1); // the wall at +x
    brushes.extend(shell(20, [144.0, 0.0, 0.0], [272.0, 128.0, 128.0], "wall"));
    let second_wall = brushes.iter().position(|brush| brush.id == 20).unwrap();
    brushes.remove(second_wall);
    brushes.push(block(30, [128.0, 0.0, 64.0], [144.0, 128.0, 128.0], "wall"));
    brushes.push(block(31, [128.0, 0.0, 0.0], [144.0, 48.0, 64.0], "wall"));
    brushes.push(block(32, [128.0, 80.0, 0.0], [144.0, 128.0, 64.0], "wall"));
    brushes
}

#[test]
fn a_doorway_joins_two_rooms() {
    let output = compiled(&map(two_rooms(), vec![start("64 64 64")]));
    assert!(output.statistics.sealed);
    let rooms = 2.0 * 6.0 * 128.0 * 128.0;
    let (opening, reveal) = (2.0 * 32.0 * 64.0, 16.0 * (2.0 * 32.0 + 2.0 * 64.0));
    assert_eq!(area(&output.bsp.faces), rooms - opening + reveal);
    assert!(output.statistics.portals >= 2);
}

#[test]
fn an_outer_shell_is_removed_and_a_leak_keeps_it() {
    let closed = shell(10, [0.0; 3], [128.0; 3], "wall");
    let mut open = closed.clone();
    open.remove(5);
    let output = compiled(&map(open, vec![start("64 64 64")]));
    let leak = output.leak.as_ref().unwrap();
    let [hole] = &leak.holes[..] else { panic!("{leak:?}") };
    assert_eq!((hole.width, hole.height, hole.area), (128.0, 128.0, 128.0 * 128.0));
    assert_eq!((hole.normal, hole.way.points[0]), (DVec3::Z, DVec3::new(64.0, 64.0, 100.0)));
    assert!(hole.way.points.iter().any(|point| point.z > 127.0), "the way leads up and out: {hole:?}");
    assert!(has(&output, codes::LEAK) && output.portals.is_none() && !output.statistics.sealed);
    assert!(output.statistics.faces > 6);
}

#[test]
fn the_message_names_the_width_of_the_hole() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.remove(5);
    brushes.push(block(40, [-16.0, -16.0, 128.0], [60.0, 144.0, 144.0], "wall"));
    brushes.push(block(41, [62.5, -16.0, 128.0], [144.0, 144.0, 144.0], "wall"));
    let output = compiled(&map(brushes, vec![start("64 64 64")]));
    let leak = output.leak.unwrap();
    let [hole] = &leak.holes[..] else { panic!("{leak:?}") };
    assert_eq!((hole.width, hole.height, hole.gap(), hole.area), (2.5, 128.0, 2.5, 320.0));
    assert!((hole.center.x - 61.25).abs() < 1e-9, "{hole:?}");
    let rim: Vec<u32> = hole.rim.iter().map(|brush| brush.id).collect();
    assert!(rim.starts_with(&[40, 41]), "the two halves of the ceiling touch most of it: {rim:?}");
}

#[test]
fn a_crack_that_nobody_sees_through_is_no_leak() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.remove(5);
    // Planes 1e-9 apart would be interned as one; tilted ones are not, and leave a wedge.
    brushes.push(block(40, [-16.0, -16.0, 128.0], [60.0, 144.0, 144.0], "wall"));
    let mut tilted = block(41, [60.0, -16.0, 128.0], [144.0, 144.0, 144.0], "wall");
    tilted.sides[0].points =
        [DVec3::new(60.0, -16.0, 144.0), DVec3::new(60.0, -16.0, 128.0), DVec3::new(60.004, 144.0, 128.0)];
    brushes.push(tilted);
    let output = compiled(&map(brushes, vec![start("64 64 64")]));
    assert!(output.leak.is_none(), "{:?}", output.leak);
    assert!(has(&output, codes::CRACK_CLOSED));
}

#[test]
fn entities_that_lie_outside_do_not_make_a_leak() {
    let light = entity(901, &[("classname", "light"), ("origin", "500 500 500")], Vec::new());
    let output = compiled(&map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("64 64 64"), light]));
    assert!(output.statistics.sealed && has(&output, codes::ENTITY_OUTSIDE));
}

#[test]
fn logic_may_lie_anywhere() {
    let relay = entity(901, &[("classname", "logic_relay"), ("origin", "500 500 500")], Vec::new());
    let output = compiled(&map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("64 64 64"), relay]));
    assert!(output.statistics.sealed && output.diagnostics.is_empty());
}

#[test]
fn flush_brushes_share_no_face_and_overlaps_leave_none() {
    let mut brushes = shell(10, [0.0; 3], [256.0; 3], "wall");
    // Two crates side by side on the floor, and a third that overlaps both.
    brushes.push(block(40, [64.0, 64.0, 0.0], [96.0, 96.0, 32.0], "crate"));
    brushes.push(block(41, [96.0, 64.0, 0.0], [128.0, 96.0, 32.0], "crate"));
    brushes.push(block(42, [80.0, 64.0, 0.0], [112.0, 96.0, 32.0], "crate"));
    let output = compiled(&map(brushes, vec![start("200 200 64")]));
    let outline = 2.0 * (64.0 * 32.0 + 32.0 * 32.0) + 64.0 * 32.0;
    let hidden_floor = 64.0 * 32.0;
    assert_eq!(area(&output.bsp.faces), 6.0 * 256.0 * 256.0 - hidden_floor + outline);
}

#[test]
fn water_has_a_surface_and_walls_stay_wet() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.push(block(40, [0.0; 3], [128.0, 128.0, 32.0], "*water1"));
    let output = compiled(&map(brushes, vec![start("64 64 64")]));
    assert_eq!(area(&output.bsp.faces), 6.0 * 128.0 * 128.0 + 128.0 * 128.0);
    let wet: Vec<_> = output.bsp.leaves.iter().filter(|leaf| leaf.contents == Contents::WATER.bits()).collect();
    // One sees through its surface, so it divides nothing.
    assert_eq!((wet.len(), output.statistics.clusters, output.statistics.portals), (1, 1, 0));
    let under: Vec<_> = output.bsp.faces.iter().filter(|f| f.front_contents == Contents::WATER.bits()).collect();
    assert_eq!(area(under), 128.0 * 128.0 + 4.0 * 128.0 * 32.0);
}

#[test]
fn detail_is_drawn_and_solid_but_splits_nothing() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.push(Brush { detail: true, ..block(40, [32.0, 32.0, 0.0], [64.0, 64.0, 64.0], "pillar") });
    let output = compiled(&map(brushes, vec![start("100 100 64")]));
    assert_eq!((output.statistics.clusters, output.statistics.portals), (1, 0));
    let pillar = 4.0 * 32.0 * 64.0 + 32.0 * 32.0;
    let covered_floor = 32.0 * 32.0;
    assert_eq!(area(&output.bsp.faces), 6.0 * 128.0 * 128.0 - covered_floor + pillar);
    let detail =
        output.bsp.brushes.iter().filter(|b| Contents::from_bits_retain(b.contents).contains(Contents::DETAIL));
    assert_eq!(detail.count(), 1);
}

#[test]
fn hint_splits_and_is_not_there() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    let mut hint = block(40, [64.0, 0.0, 0.0], [128.0, 128.0, 128.0], "skip");
    hint.sides[0].material = "hint".to_owned();
    brushes.push(hint);
    let output = compiled(&map(brushes, vec![start("32 32 64")]));
    assert_eq!((output.statistics.clusters, output.statistics.portals, output.statistics.faces), (2, 1, 6));
}

#[test]
fn brush_entities_get_models_of_their_own() {
    let door = entity(
        50,
        &[("classname", "door"), ("targetname", "gate")],
        vec![block(51, [32.0, 32.0, 0.0], [64.0, 48.0, 96.0], "door")],
    );
    let trigger = entity(
        60,
        &[("classname", "trigger_multiple")],
        vec![block(61, [80.0, 80.0, 0.0], [112.0, 112.0, 32.0], "tools/trigger")],
    );
    let output = compiled(&map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("16 16 64"), door, trigger]));
    let bsp = &output.bsp;
    assert_eq!(bsp.models.len(), 3);
    assert_eq!((bsp.models[1].face_count, bsp.models[2].face_count), (6, 0));
    let contents =
        |model: usize| Contents::from_bits_retain(bsp.brushes[bsp.models[model].first_brush as usize].contents);
    assert_eq!(contents(1), Contents::SOLID | Contents::MOVEABLE);
    assert_eq!(contents(2), Contents::TRIGGER);
    assert!(bsp.entities.contains("\"model\" \"*1\"") && bsp.entities.contains("\"model\" \"*2\""));
    // The door is not part of the world: the floor under it is whole.
    let world = &bsp.faces[..bsp.models[0].face_count as usize];
    assert_eq!(area(world), 6.0 * 128.0 * 128.0);
}

#[test]
fn an_origin_brush_is_the_pivot() {
    let door = entity(
        50,
        &[("classname", "door_rotating")],
        vec![
            block(51, [32.0, 32.0, 0.0], [64.0, 48.0, 96.0], "door"),
            block(52, [28.0, 36.0, 40.0], [36.0, 44.0, 56.0], "origin"),
        ],
    );
    let output = compiled(&map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("16 16 64"), door]));
    assert_eq!(output.bsp.models[1].origin, [32.0, 40.0, 48.0]);
    assert_eq!(output.bsp.models[1].brush_count, 1);
    assert!(output.bsp.entities.contains("\"origin\" \"32 40 48\""));
}

#[test]
fn clip_and_ladder_collide_and_are_not_drawn() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.push(block(40, [32.0, 32.0, 0.0], [64.0, 64.0, 64.0], "clip"));
    brushes.push(block(41, [80.0, 80.0, 0.0], [96.0, 96.0, 64.0], "tools/ladder"));
    let output = compiled(&map(brushes, vec![start("16 16 64")]));
    assert_eq!((output.statistics.faces, output.statistics.brushes), (6, 8));
}

#[test]
fn a_leaning_wall_leaves_a_wedge() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    // A ramp over the whole floor, 64 high at +x.
    let mut ramp = block(40, [0.0; 3], [128.0, 128.0, 64.0], "ramp");
    ramp.sides[5] = side(406, [DVec3::new(128.0, 0.0, 64.0), DVec3::ZERO, DVec3::new(0.0, 128.0, 0.0)], "ramp");
    brushes.push(ramp);
    let output = compiled(&map(brushes, vec![start("16 16 100")]));
    let ramp = 128.0 * (128.0f64 * 128.0 + 64.0 * 64.0).sqrt();
    let walls = 128.0 * 128.0 + 128.0 * 64.0 + 2.0 * (128.0 * 128.0 - 128.0 * 64.0 / 2.0) + 128.0 * 128.0;
    assert!((area(&output.bsp.faces) - ramp - walls).abs() < 0.5, "{}", area(&output.bsp.faces));
}

#[test]
fn rotated_by_decimals_a_room_is_still_sealed() {
    let turn = |point: DVec3| {
        let (sin, cos) = (0.479_425_538_604_203, 0.877_582_561_890_372_8);
        DVec3::new(point.x * cos - point.y * sin, point.x * sin + point.y * cos, point.z)
    };
    let mut brushes = two_rooms();
    for side in brushes.iter_mut().flat_map(|brush| &mut brush.sides) {
        side.points = side.points.map(turn);
    }
    let at = turn(DVec3::splat(64.0));
    let output = compiled(&map(brushes, vec![start(&format!("{} {} {}", at.x, at.y, at.z))]));
    assert!(output.statistics.sealed, "{:?}", output.leak);
    let rooms = 2.0 * 6.0 * 128.0 * 128.0 - 2.0 * 32.0 * 64.0 + 16.0 * (2.0 * 32.0 + 2.0 * 64.0);
    assert!((area(&output.bsp.faces) - rooms).abs() < 1.0);
}

#[test]
fn bad_brushes_are_left_out_and_named() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    let mut flat = block(40, [32.0; 3], [64.0; 3], "bad");
    flat.sides[5].points = flat.sides[5].points.map(|point| point - DVec3::Z * 48.0);
    brushes.push(flat);
    let mut line = block(41, [32.0; 3], [64.0; 3], "bad");
    line.sides[2].points = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
    brushes.push(line);
    brushes.push(Brush {
        sides: block(42, [32.0; 3], [64.0; 3], "bad").sides[..3].to_vec(),
        id: 42,
        ..Brush::default()
    });
    let mut twice = block(43, [32.0; 3], [64.0; 3], "fine");
    twice.sides.push(twice.sides[0].clone());
    brushes.push(twice);
    let output = compiled(&map(brushes, vec![start("100 100 100")]));
    assert!(has(&output, codes::NO_VOLUME) && has(&output, codes::COLLINEAR_POINTS));
    assert!(has(&output, codes::TOO_FEW_SIDES) && has(&output, codes::DUPLICATE_PLANE));
    assert!(output.diagnostics.iter().all(|d| d.source.as_ref().is_some_and(|s| s.brush.is_some())));
}

#[test]
fn a_map_without_brushes_is_refused() {
    let map = map(Vec::new(), vec![start("0 0 0")]);
    let result = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress);
    assert!(matches!(result, Err(CompileError::NoBrushes { .. })));
}

#[test]
fn a_million_threads_are_not_started() {
    let map = map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("64 64 64")]);
    let options = Options { threads: 1_000_000, ..Options::default() };
    assert!(compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap().statistics.sealed);
}

#[test]
fn a_map_that_nobody_can_begin_in_is_told() {
    let walls = || shell(10, [0.0; 3], [256.0; 3], "wall");
    let standing = |class| entity(901, &[("classname", class), ("origin", "64 64 64")], vec![]);
    assert!(has(&compiled(&map(walls(), vec![standing("light")])), codes::NO_PLAYER_START));
    let mistyped = standing("info_player_strat");
    assert!(has(&compiled(&map(walls(), vec![mistyped])), codes::NO_PLAYER_START));
    assert!(!has(&compiled(&map(walls(), vec![start("64 64 64")])), codes::NO_PLAYER_START));
}

#[test]
fn an_origin_that_is_no_place_is_told_and_makes_no_leak() {
    let walls = shell(10, [0.0; 3], [256.0; 3], "wall");
    let lamps =
        ["64 64", "a b c", "1e99 0 0"].map(|origin| entity(901, &[("classname", "light"), ("origin", origin)], vec![]));
    let output = compiled(&map(walls, lamps.into_iter().chain([start("64 64 64")]).collect()));
    assert!(output.leak.is_none());
    assert_eq!(output.diagnostics.count_of(codes::BAD_VALUE), 3);
    assert_eq!(output.diagnostics.errors(), 0);
}

#[test]
fn a_start_a_little_below_the_floor_is_no_leak() {
    let map = map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("64 64 -19")]);
    let output = compiled(&map);
    assert!(output.statistics.sealed, "{:?}", output.leak);
}

/// Found by fuzzing: the check of solidity took an open brush for a closed one.
#[test]
fn an_open_brush_is_left_out() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    let mut open = block(40, [32.0; 3], [64.0; 3], "open");
    open.sides.remove(1);
    brushes.push(open);
    let output = compiled(&map(brushes, vec![start("16 16 16")]));
    assert!(has(&output, codes::OUTSIDE_WORLD) && output.statistics.sealed);
}
