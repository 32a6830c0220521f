//! Maps that are made to cost too much, or that cannot be compiled at all: bounded work and plain words.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common {
    #[path = "rooms.rs"]
    pub(crate) mod rooms;
}

use cleave::{CompileError, NoProgress, Options, Output, Request, compile};
use common::rooms::{block, map, shell, side, start};
use kerosene_diagnostics::codes;
use kerosene_map::{Brush, Map};
use kerosene_math::DVec3;
use kerosene_math::deterministic::sin_cos_degrees;

fn build(map: &Map) -> Result<Output, CompileError> {
    compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress)
}

fn room() -> Vec<Brush> {
    shell(1, [-128.0, -128.0, 0.0], [128.0, 128.0, 128.0], "wall")
}

/// A round column over a regular polygon, with two ends besides its walls.
fn column(id: u32, walls: u32) -> Brush {
    let mut brush = block(id, [-64.0, -64.0, 0.0], [64.0, 64.0, 64.0], "wall");
    brush.sides.retain(|side| side.points[0].z == side.points[2].z);
    let at = |wall: u32| {
        let (sine, cosine) = sin_cos_degrees(f64::from(wall) * 360.0 / f64::from(walls));
        DVec3::new(cosine, sine, 0.0) * 64.0
    };
    let points = (0..walls).map(|wall| [at(wall + 1), at(wall), at(wall) + DVec3::Z]);
    brush.sides.extend(points.zip(1000..).map(|(points, id)| side(id, points, "wall")));
    brush
}

/// Regression: every copy was cut against every other, so that 20,000 took minutes.
#[test]
fn copies_of_a_brush_add_no_faces() {
    let pillar = |id| block(id, [-8.0, -8.0, 0.0], [8.0, 8.0, 64.0], "wall");
    let with = |copies: u32| {
        let brushes = room().into_iter().chain((0..copies).map(|copy| pillar(100 + copy))).collect();
        build(&map(brushes, vec![start("64 64 32")])).unwrap()
    };
    let (one, many) = (with(1), with(3_000));
    assert_eq!(many.bsp.faces.len(), one.bsp.faces.len());
    assert_eq!(many.bsp.nodes, one.bsp.nodes);
    assert_eq!(many.bsp.brushes.len(), one.bsp.brushes.len() + 2_999);
    assert!(many.statistics.sealed);
}

/// Regression: such a brush was written into a map that did not load.
#[test]
fn a_brush_of_too_many_sides_is_left_out_and_named() {
    let with = |walls| {
        let brushes = room().into_iter().chain([column(100, walls)]).collect();
        build(&map(brushes, vec![start("100 100 32")])).unwrap()
    };
    let most = with(254);
    assert_eq!((most.diagnostics.count_of(codes::TOO_LARGE), most.bsp.brushes.len()), (0, 7));
    most.bsp.to_file().unwrap();
    let refused = with(255);
    assert_eq!((refused.diagnostics.count_of(codes::TOO_LARGE), refused.bsp.brushes.len()), (1, 6));
}

/// Regression: what was wrong with the brushes was not told where none was left.
#[test]
fn a_map_without_a_usable_brush_says_what_was_wrong() {
    let far = block(1, [1e6, 1e6, 1e6], [1e6 + 8.0, 1e6 + 8.0, 1e6 + 8.0], "wall");
    let Err(CompileError::NoBrushes { diagnostics }) = build(&map(vec![far], vec![])) else { panic!("compiled") };
    assert_eq!(diagnostics.count_of(codes::OUTSIDE_WORLD), 1);
}

/// Regression: putting the pieces of a wall that a grid of beams cut together again took time with their cube.
#[test]
fn a_wall_behind_a_grid_of_beams_stays_few_faces() {
    let beams = (0..24).flat_map(|beam| {
        let at = f64::from(beam) * 10.0 - 118.0;
        let across = block(200 + beam, [-128.0, at, 0.0], [128.0, at + 2.0, 4.0], "beam");
        let along = block(300 + beam, [at, -128.0, 0.0], [at + 2.0, 128.0, 4.0], "beam");
        [across, along]
    });
    let output = build(&map(room().into_iter().chain(beams).collect(), vec![start("3 3 64")])).unwrap();
    assert!(output.statistics.sealed);
    let floor = output.bsp.faces.iter().filter(|face| face.brush < 6).count();
    // Five walls and the squares between the beams.
    assert!((25 * 25..=25 * 25 + 6 * 60).contains(&floor), "{floor}");
}
