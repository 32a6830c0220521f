//! Models that stand anywhere, turned and displaced: sweeps, points, overlaps and the ways out of them, one by one
//! against the exact reference and many at once against one by one. `PROPTEST_CASES` says how many.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{brush, brushes, place, request, shape};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::{SampleBrush, build};
use kerosene_bsp::{
    CollisionMap, Contents, ModelPose, MovingModel, Orientation, PlacedModels, TraceRequest, TraceShape,
};
use kerosene_math::deterministic::sin_cos_degrees;
use kerosene_math::{Angles, Vec3};
use proptest::prelude::*;

/// Stored planes are `f32`, about 1e-4 units off at these coordinates.
const TOLERANCE: f64 = 2e-3;
const CLEARANCE: f32 = 1.0 / 32.0;
const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };

/// Anywhere and turned by anything, quarter turns and small ones among them.
fn pose() -> impl Strategy<Value = ModelPose> {
    let whole = (-4i32..=4).prop_map(|quarters| quarters as f32 * 90.0);
    let angle = prop_oneof![2 => -180.0f32..180.0, 1 => whole, 1 => -1.0f32..1.0, 1 => Just(0.0)];
    (place(200), [angle.clone(), angle.clone(), angle])
        .prop_map(|(origin, [pitch, yaw, roll])| ModelPose { origin, angles: Angles::new(pitch, yaw, roll) })
}

/// A door of 64 by 4 by 96 units, hinged at the origin.
fn door() -> CollisionMap {
    let door = SampleBrush::block(Vec3::new(0.0, -2.0, 0.0), Vec3::new(64.0, 2.0, 96.0));
    CollisionMap::new(&build(&[vec![], vec![door]]).to_file().unwrap())
}

/// The box meets the face of a door that stands open by 30 degrees: its nearest corner is what touches, so the middle
/// stops at `2 + 16 (sin + cos)` from the door's plane.
#[test]
fn a_player_walks_into_a_door_that_stands_open() {
    let (map, (sine, cosine)) = (door(), sin_cos_degrees(30.0));
    let pose = ModelPose { origin: Vec3::ZERO, angles: Angles::new(0.0, 30.0, 0.0) };
    let door = MovingModel::at_rest(3, 1).posed(Vec3::ZERO, pose);
    // Straight at the face, from the side to which it opens, onto the middle of the door.
    let normal = Vec3::new(-sine as f32, cosine as f32, 0.0);
    let middle = Vec3::new(cosine as f32, sine as f32, 0.0) * 32.0;
    let request = TraceRequest {
        start: middle + normal * 100.0,
        end: middle - normal * 100.0,
        shape: PLAYER,
        mask: Contents::SOLID,
    };
    let trace = map.trace_model(&request, &door);
    let stopped = normal.dot(trace.end - middle);
    let expected = 2.0 + 16.0 * (sine + cosine) as f32 + CLEARANCE;
    assert!((stopped - expected).abs() < 1e-3, "stopped at {stopped}, expected {expected}");
    assert!(trace.plane.normal.abs_diff_eq(normal, 1e-6), "{trace:?}");
}

/// Beside its far edge the box meets the corner of the door, along a facet that no face of the door has.
#[test]
fn a_player_walks_into_the_edge_of_a_turned_door() {
    let (map, (sine, cosine)) = (door(), sin_cos_degrees(30.0));
    let pose = ModelPose { origin: Vec3::ZERO, angles: Angles::new(0.0, 30.0, 0.0) };
    let door = MovingModel::at_rest(3, 1).posed(Vec3::ZERO, pose);
    // The corner furthest along +x is at (64, -2) turned.
    let corner = (64.0 * cosine + 2.0 * sine) as f32;
    let y = (64.0 * sine - 2.0 * cosine) as f32;
    let start = Vec3::new(200.0, y, 10.0);
    let request = TraceRequest { start, end: start - Vec3::X * 300.0, shape: PLAYER, mask: Contents::SOLID };
    let trace = map.trace_model(&request, &door);
    assert!((trace.end.x - (corner + 16.0 + CLEARANCE)).abs() < 1e-3, "{trace:?}");
    assert!(trace.plane.normal.abs_diff_eq(Vec3::X, 1e-6), "{trace:?}");
}

proptest! {
    #[test]
    fn overlaps_agree_with_the_reference(
        world in brush(), model in brushes(), pose in pose(), pivot in place(100),
        boxes in proptest::collection::vec((place(300), shape()), 30),
    ) {
        let file = build(&[vec![world], model]).to_file().unwrap();
        let map = CollisionMap::new(&file);
        let placed = MovingModel::at_rest(9, 1).posed(pivot, pose);
        // The reference without the world: its model is outside every request's mask.
        let reference = Reference::new(&file).with_model(&MovingModel { contents: Some(Contents::TRIGGER), ..placed });
        for (origin, shape) in boxes {
            let exact = TraceRequest::at(origin, shape, Contents::TRIGGER);
            let volume = MovingModel { contents: Some(Contents::TRIGGER), ..placed };
            let overlaps = map.overlaps_model(&exact, &volume);
            prop_assert!(overlaps || !reference.sweep(&exact, -TOLERANCE).start_solid, "missed at {origin}");
            prop_assert!(!overlaps || reference.sweep(&exact, TOLERANCE).start_solid, "made up at {origin}");
            let solid = TraceRequest { mask: Contents::SOLID, ..exact };
            prop_assert!(!map.overlaps_model(&solid, &volume));
            if shape == TraceShape::Point {
                prop_assert_eq!(map.contents_in(&volume, origin).contains(Contents::TRIGGER), overlaps);
            }
        }
    }

    /// The way out of a brush leads out, and no way out in any of many directions is shorter.
    #[test]
    fn the_way_out_is_the_shortest(
        brush in brush(), pose in pose(), boxes in proptest::collection::vec((place(200), shape()), 30),
    ) {
        let brush = brush.filled(Contents::SOLID);
        let map = CollisionMap::new(&build(&[vec![], vec![brush]]).to_file().unwrap());
        let placed = MovingModel::at_rest(9, 1).posed(Vec3::ZERO, pose);
        for (origin, shape) in boxes {
            let request = TraceRequest::at(origin, shape, Contents::SOLID);
            let inside = |at: Vec3| map.overlaps_model(&TraceRequest::at(at, shape, Contents::SOLID), &placed);
            let way = map.way_out_of(&request, &placed);
            prop_assert_eq!(way.is_some(), inside(origin));
            let Some(way) = way else { continue };
            prop_assert!(!inside(origin + way), "{way} does not lead out of {origin}");
            let shorter = way.length() - CLEARANCE - 0.03;
            for step in 0..40 {
                let (sine, cosine) = sin_cos_degrees(f64::from(step) * 137.5);
                let z = (step as f32 - 19.5) / 20.0;
                let level = (1.0 - z * z).sqrt();
                let direction = Vec3::new(cosine as f32 * level, sine as f32 * level, z);
                prop_assert!(shorter <= 0.0 || inside(origin + direction * shorter), "{direction} is shorter than {way}");
            }
        }
    }

    /// However the models move, the tree finds the same as asking each.
    #[test]
    fn many_models_are_met_as_each_alone(
        world in brushes(), first in brushes(), second in brushes(),
        moves in proptest::collection::vec((0usize..12, pose(), 0u8..6), 0..60),
        requests in proptest::collection::vec(request(), 20),
    ) {
        let file = build(&[world, first, second]).to_file().unwrap();
        let map = CollisionMap::new(&file);
        let spread = |index: u32| Vec3::new((index % 4) as f32 * 150.0 - 300.0, (index / 4) as f32 * 200.0 - 200.0, 0.0);
        // A model that the map does not have is among them.
        let models = (0..12).map(|index| MovingModel::at_rest(index + 1, 1 + index % 3).displaced(spread(index)));
        let mut placed = PlacedModels::new(&map, models.collect());
        for (index, pose, kind) in moves {
            match kind {
                0 => placed.fill(index, Some(Contents::empty())),
                1 => placed.fill(index, Some(Contents::WATER)),
                2 => placed.fill(index, None),
                3 => placed.place(index, pose.origin, Orientation::UPRIGHT),
                _ => placed.pose(index, pose),
            }
            let again = PlacedModels::new(&map, placed.as_slice().to_vec());
            prop_assert_eq!(again.bounds(index), placed.bounds(index));
        }
        let mut met = vec![77];
        for request in requests {
            prop_assert_eq!(map.trace_placed(&request, &placed), map.trace_world(&request, placed.as_slice()));
            let odd: Vec<MovingModel> = placed.as_slice().iter().copied().filter(|model| model.id % 2 == 0).collect();
            let where_odd = map.trace_placed_where(&request, &placed, |index| index % 2 == 1);
            prop_assert_eq!(where_odd, map.trace_world(&request, &odd));
            met.truncate(1);
            map.models_met(&request, &placed, &mut met);
            let naive = (0..12u32).filter(|&index| {
                let trace = map.trace_model(&request, &placed.as_slice()[index as usize]);
                trace.start_solid || trace.fraction < 1.0
            });
            prop_assert_eq!(&met[1..], naive.collect::<Vec<_>>());
            let each = placed.as_slice().iter().map(|model| map.contents_in(model, request.start));
            let all = each.fold(map.point_contents(request.start), |all, contents| all | contents);
            prop_assert_eq!(map.contents_placed(request.start, &placed), all);
        }
    }
}

/// Two models made of the same brush in the same place: which one is met must not depend on the order of the list.
#[test]
fn of_two_models_in_one_place_the_lower_name_is_met() {
    let map = door();
    let down = TraceRequest {
        start: Vec3::new(32.0, 0.0, 200.0),
        end: Vec3::new(32.0, 0.0, 0.0),
        shape: TraceShape::Point,
        mask: Contents::SOLID,
    };
    let [first, second] = [4, 2].map(|id| MovingModel::at_rest(id, 1));
    for models in [vec![first, second], vec![second, first]] {
        assert_eq!(map.trace_world(&down, &models).model, Some(2));
        let stuck = TraceRequest { start: Vec3::new(32.0, 0.0, 20.0), ..down };
        assert_eq!(map.trace_world(&TraceRequest { end: stuck.start, ..stuck }, &models).model, Some(2));
        assert_eq!(map.trace_placed(&down, &PlacedModels::new(&map, models)).model, Some(2));
    }
}

/// A pose of numbers that are not finite: the model is nowhere, and the others stay where they are.
#[test]
fn a_model_that_is_nowhere_stops_nothing() {
    let map = door();
    let mut models = PlacedModels::new(&map, vec![MovingModel::at_rest(1, 1), MovingModel::at_rest(2, 1)]);
    models.place(0, Vec3::NAN, Orientation::UPRIGHT);
    models.pose(0, ModelPose { origin: Vec3::splat(f32::INFINITY), angles: Angles::new(f32::NAN, 0.0, 0.0) });
    let at = TraceRequest::at(Vec3::new(32.0, 0.0, 20.0), PLAYER, Contents::SOLID);
    assert!(models.bounds(0).is_empty());
    assert_eq!(map.trace_placed(&at, &models).model, Some(2));
    models.pose(0, models.home(0));
    assert_eq!(map.trace_placed(&at, &models).model, Some(1));
}
