//! What is a crack and what is a hole, however the tree cuts them.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod made;

use cleave::checks::{Solidity, portals_join_their_clusters, tree_agrees_with_brushes};
use cleave::{NoProgress, Options, Output, Request, compile};
use kerosene_diagnostics::codes;
use kerosene_map::{Brush, Map};
use kerosene_math::DVec3;
use made::{block, map, shell, side, start};

fn compiled(map: &Map) -> Output {
    let output = compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    if let Some(portals) = &output.portals {
        portals_join_their_clusters(&output.bsp, portals).unwrap();
    }
    let solidity = if output.leak.is_none() { Solidity::OutsideFilled } else { Solidity::Everywhere };
    tree_agrees_with_brushes(&output.bsp, map, &cleave::Materials::default(), solidity, 5_000, 3).unwrap();
    output
}

/// A room whose ceiling, 16 thick, is open from `from` to `to` along x, 64 units along y.
fn open_ceiling(from: f64, to: f64) -> Vec<Brush> {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.remove(5);
    brushes.push(block(40, [-16.0, -16.0, 128.0], [from, 144.0, 144.0], "wall"));
    brushes.push(block(41, [to, -16.0, 128.0], [144.0, 144.0, 144.0], "wall"));
    brushes.push(block(42, [from, -16.0, 128.0], [to, 32.0, 144.0], "wall"));
    brushes.push(block(43, [from, 96.0, 128.0], [to, 144.0, 144.0], "wall"));
    brushes
}

/// A hint whose face lies on the plane through `points`, clockwise seen from its front, and reaches from below the
/// floor to above the ceiling.
fn hint(id: u32, points: [DVec3; 3]) -> Brush {
    let mut brush = block(id, [-200.0, -100.0, -100.0], [200.0, 228.0, 228.0], "skip");
    brush.sides[1] = side(id * 10 + 2, points, "hint");
    brush
}

fn across(x: f64) -> [DVec3; 3] {
    [DVec3::new(x, 1.0, 0.0), DVec3::new(x, 0.0, 0.0), DVec3::new(x, 0.0, 1.0)]
}

/// Two halves of a ceiling whose gap is a wedge that widens from nothing to `wide` units, and hints on both its walls.
fn wedge(wide: f64) -> Vec<Brush> {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.remove(5);
    brushes.push(block(40, [-16.0, -16.0, 128.0], [60.0, 144.0, 144.0], "wall"));
    let mut tilted = block(41, [60.0, -16.0, 128.0], [144.0, 144.0, 144.0], "wall");
    let points =
        [DVec3::new(60.0, -16.0, 144.0), DVec3::new(60.0, -16.0, 128.0), DVec3::new(60.0 + wide, 144.0, 128.0)];
    tilted.sides[0].points = points;
    brushes.push(tilted);
    brushes.push(hint(50, across(60.0)));
    brushes.push(hint(51, [points[2], points[1], points[0]]));
    brushes
}

/// Regression: portals were judged one by one, and a wide hole cut into narrow strips counted as closed.
#[test]
fn a_hole_cut_into_strips_is_a_hole() {
    let (from, to, strip) = (60.0, 66.0, 0.03);
    let mut brushes = open_ceiling(from, to);
    let cuts = ((to - from) / strip) as u32;
    brushes.extend((0..cuts).map(|cut| hint(100 + cut, across(from + f64::from(cut + 1) * strip))));
    let output = compiled(&map(brushes, vec![start("64 64 64")]));
    let leak = output.leak.unwrap();
    assert_eq!(leak.holes.len(), 1, "{leak:?}");
    let hole = &leak.holes[0];
    assert!((hole.width - 6.0).abs() < 0.1 && (hole.height - 64.0).abs() < 0.1, "{hole:?}");
}

#[test]
fn an_opening_wider_than_a_crack_is_a_hole_and_a_narrower_one_is_none() {
    for (gap, leaks) in [(0.004, false), (0.04, false), (0.06, true), (0.25, true)] {
        // Planes nearer than 0.01 are one: so narrow a gap is only there where its walls are tilted.
        let brushes = if gap < 0.01 { wedge(gap) } else { open_ceiling(60.0, 60.0 + gap) };
        let output = compiled(&map(brushes, vec![start("64 64 64")]));
        assert_eq!(output.leak.is_some(), leaks, "{gap}: {:?}", output.leak);
        assert_eq!(output.diagnostics.count_of(codes::CRACK_CLOSED) > 0, !leaks, "{gap}");
    }
}

/// Regression: where the planes of a crack's walls pass through the rooms on both its sides, one thin leaf reached from
/// room to room through the crack, and no portal said so.
#[test]
fn a_leaf_that_passes_through_a_crack_is_parted_there() {
    for wide in [0.002, 0.004, 0.04] {
        let output = compiled(&map(wedge(wide), vec![start("64 64 64")]));
        assert!(output.leak.is_none() && output.statistics.sealed, "{wide}: {:?}", output.leak);
    }
}

/// Walls around a square that stands on its corner, 128 high, each with ends that miss those of its neighbours by `miss`.
fn turned_walls(miss: f64) -> Vec<Brush> {
    let corners = [(64.0, 0.0), (0.0, 64.0), (-64.0, 0.0), (0.0, -64.0)];
    let wall = |place: usize| {
        let ((ax, ay), (bx, by)) = (corners[place], corners[(place + 1) % 4]);
        let along = DVec3::new(bx - ax, by - ay, 0.0).normalize();
        let out = DVec3::new(along.y, -along.x, 0.0);
        let (from, to) = (DVec3::new(ax, ay, 0.0) + along * miss, DVec3::new(bx, by, 0.0) - along * miss);
        let mut brush = block(60 + place as u32, [-200.0, -200.0, 0.0], [200.0, 200.0, 128.0], "wall");
        let id = 700 + 10 * place as u32;
        // Inner face, outer face, and both ends square to the wall: between the ends is a wedge, closed at the tip alone.
        let plane = |point: DVec3, normal: DVec3| {
            let u = DVec3::Z;
            let v = normal.cross(u);
            [point + u, point, point + v]
        };
        let sides = [(from, -out), (from + out * 16.0, out), (from, -along), (to, along)];
        let tops = brush.sides.split_off(4);
        brush.sides =
            sides.into_iter().zip(0..).map(|((at, normal), n)| side(id + n, plane(at, normal), "wall")).collect();
        brush.sides.extend(tops);
        brush
    };
    (0..4).map(wall).collect()
}

#[test]
fn walls_that_miss_each_other_by_a_rounding_are_sealed() {
    for (miss, leaks) in [(1e-13, false), (1e-9, false), (0.004, false), (1.0, true)] {
        let mut brushes = turned_walls(miss);
        brushes.push(block(80, [-128.0, -128.0, -16.0], [128.0, 128.0, 0.0], "wall"));
        brushes.push(block(81, [-128.0, -128.0, 128.0], [128.0, 128.0, 144.0], "wall"));
        let output = compiled(&map(brushes, vec![start("0 0 64")]));
        assert_eq!(output.leak.is_some(), leaks, "{miss}: {:?}", output.leak);
        // Nothing lies behind the cracks but the void: the room is one convex space.
        assert!(leaks || output.statistics.clusters == 1, "{miss}: {:?}", output.statistics);
    }
}
