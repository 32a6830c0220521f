//! Traces against the exact reference, on random maps. `PROPTEST_CASES` says how many.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{brushes, request, sweeps_agree};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::build;
use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation, TraceRequest};
use kerosene_math::Vec3;
use proptest::prelude::*;

/// Stored planes are `f32`, about 1e-4 units off at these coordinates.
const TOLERANCE: f64 = 2e-3;

/// Rotations with axes that are orthonormal to `f32` accuracy, from a quaternion's four numbers.
fn orientation() -> impl Strategy<Value = Orientation> {
    [-1.0f64..1.0, -1.0..1.0, -1.0..1.0, 0.1..1.0].prop_map(|[x, y, z, w]| {
        let scale = 2.0 / (x * x + y * y + z * z + w * w);
        let axes = [
            [1.0 - scale * (y * y + z * z), scale * (x * y + z * w), scale * (x * z - y * w)],
            [scale * (x * y - z * w), 1.0 - scale * (x * x + z * z), scale * (y * z + x * w)],
            [scale * (x * z + y * w), scale * (y * z - x * w), 1.0 - scale * (x * x + y * y)],
        ];
        Orientation { axes: axes.map(|axis| Vec3::from_array(axis.map(|component| component as f32))) }
    })
}

proptest! {
    #[test]
    fn world_sweeps_agree(brushes in brushes(), requests in proptest::collection::vec(request(), 40)) {
        let file = build(&[brushes]).to_file().unwrap();
        sweeps_agree(&file, requests, TOLERANCE)?;
    }

    #[test]
    fn sweeps_against_moving_models_agree(
        world in brushes(),
        model in brushes(),
        requests in proptest::collection::vec(request(), 20),
        origin in common::place(200),
        pivot in common::place(100),
        orientation in orientation(),
        turned in any::<bool>(),
    ) {
        let file = build(&[world, model]).to_file().unwrap();
        let map = CollisionMap::new(&file);
        let placed = MovingModel::at_rest(9, 1).displaced(origin);
        let placed = if turned { placed.turned_about(pivot, orientation, origin) } else { placed };
        let reference = Reference::new(&file).with_model(&placed);
        for request in requests {
            let trace = map.trace_world(&request, &[placed]);
            prop_assert_eq!(reference.check(&request, &trace, TOLERANCE), Ok(()));
        }
    }

    #[test]
    fn points_are_in_what_holds_them(brushes in brushes(), points in proptest::collection::vec(common::place(420), 60)) {
        let file = build(&[brushes]).to_file().unwrap();
        let (map, reference) = (CollisionMap::new(&file), Reference::new(&file));
        for point in points {
            let contents = map.point_contents(point);
            for kind in [Contents::SOLID, Contents::WATER] {
                let shape = kerosene_bsp::TraceShape::Point;
                let request = TraceRequest { start: point, end: point, shape, mask: kind };
                let inside = |outset| reference.sweep(&request, outset).start_solid;
                prop_assert!(!inside(-TOLERANCE) || contents.contains(kind), "{point} misses {kind:?}");
                prop_assert!(inside(TOLERANCE) || !contents.contains(kind), "{point} is not in {kind:?}");
            }
        }
    }

    #[test]
    fn a_box_reaches_the_leaves_of_its_points(brushes in brushes(), low in common::place(300), size in common::place(200)) {
        let map = CollisionMap::new(&build(&[brushes]).to_file().unwrap());
        let high = low + size.abs();
        let leaves: Vec<_> = map.box_leaves(low, high).collect();
        for step in 0..64u32 {
            let part = |bits: u32| f32::from(u8::try_from(bits & 3).unwrap()) / 3.0;
            let point = low + (high - low) * Vec3::new(part(step), part(step >> 2), part(step >> 4));
            prop_assert!(leaves.contains(&map.leaf_of(point.clamp(low, high))));
        }
        let mut once = leaves.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), leaves.len());
    }
}
