//! Side tests and cuts of usual windings take nothing from the allocator.

#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactVertex, ExactWinding, Side, Tier, WindingSplit};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = taken_by_this_thread();
    work();
    taken_by_this_thread() - before
}

fn pairs(planes: impl IntoIterator<Item = ExactPlane>) -> Vec<ExactPlane> {
    planes.into_iter().flat_map(|plane| [plane.clone(), plane.flipped()]).collect()
}

/// Three planes through `apex`, and a fourth.
fn corner(apex: DVec3, unit: f64, fourth: [DVec3; 3]) -> Vec<ExactPlane> {
    let arms = [DVec3::new(3.0, 1.0, 0.0), DVec3::new(-1.0, 3.0, 1.0), DVec3::new(0.5, -2.0, 4.0)];
    let [a, b, c] = arms.map(|arm| apex + arm * unit);
    pairs([[apex, a, b], [apex, b, c], [apex, c, a], fourth].map(|points| ExactPlane::from_points(points).unwrap()))
}

#[test]
fn side_tests_take_nothing() {
    let grid = DVec3::splat(16.0);
    let long = DVec3::new(0.1, 0.7, -23.425_625_842_204_08);
    let beside = [DVec3::X, DVec3::Y, DVec3::Z];
    let through = |apex: DVec3| [apex, DVec3::X * 9.0, DVec3::Y * 7.0];
    let cases = [
        (corner(grid, 64.0, through(grid)), Tier::Grid),
        (corner(long, 13.3, beside), Tier::Filter),
        (corner(long, 13.3, through(long)), Tier::Fixed),
    ];
    for (planes, expected) in cases {
        let mut tier = None;
        let count = allocations(|| {
            let vertex = ExactVertex::meet(&planes, 0, 2, 4).unwrap();
            tier = Some(vertex.side_and_tier(&planes, 6).1);
        });
        assert_eq!((tier, count), (Some(expected), 0));
    }
}

#[test]
fn cuts_take_nothing() {
    let walls = (0..3).flat_map(|axis| [ExactPlane::axial(axis, 64.0), ExactPlane::axial(axis, -64.0).flipped()]);
    let slopes = [0.0, 9.3].map(|z| ExactPlane::from_points([DVec3::X, DVec3::new(0.0, 1.7, z), DVec3::Z]).unwrap());
    let planes = pairs(walls.chain(slopes));
    let count = allocations(|| {
        let mut winding = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
        assert!(winding.clip_back(&planes, 12));
        assert!(matches!(winding.split(&planes, 14), WindingSplit::Split { .. }));
        assert!(winding.vertices().iter().all(|vertex| vertex.side(&planes, 0) == Side::On));
        std::hint::black_box(winding.flipped());
    });
    assert_eq!(count, 0);
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1]))), 1);
}
