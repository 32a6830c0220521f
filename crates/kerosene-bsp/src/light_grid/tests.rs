#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::sample::room;
use crate::shared_exponent::pack;
use crate::{Bsp, BspFile};

const RED: Vec3 = Vec3::new(2.0, 0.0, 0.0);
const BLUE: Vec3 = Vec3::new(0.0, 0.0, 4.0);

fn cube(style: u32, light: Vec3) -> LightCube {
    LightCube { style, sides: [pack(light); 6] }
}

fn known(first: u32) -> LightSample {
    LightSample { first, count: 1 }
}

const IN_SOLID: LightSample = LightSample { first: 0, count: 0 };

/// Samples in a row along x, 100 units from each other, which begins at (10, 20, 30).
fn row(samples: Vec<LightSample>) -> LightGrid {
    LightGrid {
        origin: Vec3::new(10.0, 20.0, 30.0),
        spacing: Vec3::new(100.0, 50.0, 25.0),
        counts: [samples.len() as u32, 1, 1],
        samples,
        cubes: vec![cube(0, RED), cube(0, BLUE)],
    }
}

fn mean(grid: &LightGrid, x: f32) -> Option<Vec3> {
    grid.at(Vec3::new(10.0 + x, 20.0, 30.0), |_| 1.0).map(|cube| cube.mean())
}

fn close(found: Option<Vec3>, expected: Vec3) -> bool {
    found.is_some_and(|found| found.abs_diff_eq(expected, 1e-4))
}

#[test]
fn between_two_samples_it_is_mixed_by_distance() {
    let grid = row(vec![known(0), known(1)]);
    for (x, part) in [(0.0, 0.0), (25.0, 0.25), (50.0, 0.5), (100.0, 1.0), (-900.0, 0.0), (5000.0, 1.0)] {
        assert!(close(mean(&grid, x), RED.lerp(BLUE, part)), "{x}: {:?}", mean(&grid, x));
    }
    assert_eq!(grid.at(Vec3::NAN, |_| 1.0), None);
}

#[test]
fn in_a_block_of_eight_the_mixture_is_that_of_the_products() {
    let lights: Vec<Vec3> = (0..8).map(|corner| Vec3::new(corner as f32, 8.0 - corner as f32, 1.0)).collect();
    let grid = LightGrid {
        origin: Vec3::ZERO,
        spacing: Vec3::new(10.0, 20.0, 40.0),
        counts: [2; 3],
        samples: (0..8).map(known).collect(),
        cubes: lights.iter().map(|light| cube(0, *light)).collect(),
    };
    let part = Vec3::new(0.3, 0.6, 0.2);
    // x is bit 0, y bit 1, z bit 2 of a corner's number, which is the red of its light.
    let expected = part.x + part.y * 2.0 + part.z * 4.0;
    let found = grid.at(part * grid.spacing, |_| 1.0).unwrap().mean();
    assert!(found.abs_diff_eq(Vec3::new(expected, 8.0 - expected, 1.0), 1e-2), "{found}");
}

#[test]
fn samples_in_solid_have_no_part() {
    let grid = row(vec![known(0), IN_SOLID, known(1), IN_SOLID, IN_SOLID]);
    assert!(close(mean(&grid, 90.0), RED) && close(mean(&grid, 110.0), BLUE));
    assert!(close(mean(&grid, 299.0), BLUE));
    assert_eq!(mean(&grid, 350.0), None);
    // Right on one that knows nothing its neighbour answers.
    let end = row(vec![known(0), IN_SOLID]);
    assert!(close(mean(&end, 100.0), RED));
}

#[test]
fn each_style_is_as_bright_as_it_is_now() {
    let mut grid = row(vec![LightSample { first: 0, count: 2 }]);
    grid.cubes[1].style = 7;
    let light = |bright: f32| grid.at(Vec3::ZERO, |style| if style == 7 { bright } else { 1.0 }).unwrap().mean();
    assert!(light(0.0).abs_diff_eq(RED, 1e-4));
    assert!(light(0.5).abs_diff_eq(RED + BLUE * 0.5, 1e-4));
}

#[test]
fn each_side_has_its_own_light() {
    let sides: [Vec3; 6] = std::array::from_fn(|side| Vec3::splat(side as f32));
    let mut grid = row(vec![known(0)]);
    grid.cubes[0].sides = sides.map(pack);
    let cube = grid.at(Vec3::ZERO, |_| 1.0).unwrap();
    for (axis, direction) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        assert!(cube.onto(direction).abs_diff_eq(sides[axis * 2], 1e-2));
        assert!(cube.onto(-direction).abs_diff_eq(sides[axis * 2 + 1], 1e-2));
    }
    let slant = Vec3::new(0.6, 0.0, -0.8);
    assert!(cube.onto(slant).abs_diff_eq(sides[0] * 0.36 + sides[5] * 0.64, 1e-2));
    assert!(cube.mean().abs_diff_eq(Vec3::splat(2.5), 1e-2));
}

fn read_from(bytes: Vec<u8>) -> Result<BspFile, crate::BspError> {
    Bsp { extra: vec![(LIGHT_GRID_LUMP.to_owned(), bytes)], ..room() }.to_file()
}

#[test]
fn what_is_wrong_with_a_lump_is_said() {
    type Case = (&'static str, fn(&mut LightGrid));
    let cases: [Case; 11] = [
        ("record 0: origin", |grid| grid.origin.y = f32::NAN),
        ("record 0: spacing", |grid| grid.spacing.z = 0.5),
        ("record 0: spacing", |grid| grid.spacing.x = f32::INFINITY),
        ("record 0: counts", |grid| grid.counts[1] = 0),
        ("record 0: bytes behind the header", |grid| grid.counts = [u32::MAX; 3]),
        ("record 0: bytes behind the header", |grid| grid.counts[2] = 2),
        ("record 0: bytes behind the header", |grid| grid.samples.push(IN_SOLID)),
        ("record 1: count", |grid| grid.samples[1].count = MAX_SAMPLE_STYLES + 1),
        ("record 1: cubes", |grid| grid.samples[1].first = 2),
        ("record 0: cubes", |grid| grid.samples[0].first = u32::MAX),
        ("record 1: style", |grid| grid.cubes[1].style = 255),
    ];
    for (index, (expected, change)) in cases.into_iter().enumerate() {
        let mut grid = row(vec![known(0), known(1)]);
        change(&mut grid);
        let message = read_from(grid.to_bytes()).unwrap_err().to_string();
        assert!(message.contains("\"light_grid\"") && message.contains(expected), "case {index}: `{message}`");
    }
}

#[test]
fn what_is_written_is_read_and_every_cut_is_refused() {
    let grid = row(vec![known(0), IN_SOLID, known(1)]);
    let bytes = grid.to_bytes();
    assert_eq!(read_from(bytes.clone()).unwrap().light_grid(), Some(grid));
    assert_eq!(room().to_file().unwrap().light_grid(), None);
    for length in 0..bytes.len() {
        assert!(LightGrid::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
}
