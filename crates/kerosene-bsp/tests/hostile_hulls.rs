//! Maps that are made to cost as much as they can when they are made ready for traces.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::records::{BrushRecord, BrushSideRecord, NONE, PlaneRecord};
use kerosene_bsp::sample::{SampleBrush, build};
use kerosene_bsp::{Bsp, CollisionMap, MAX_HULL_WORK, MAX_REAL_SIDES};
use kerosene_math::Vec3;
use kerosene_math::deterministic::sin_cos_degrees;

/// A block with `brushes` brushes of `sides` sides as its second model. Half the sides are the walls of a
/// prism and half its ends, so that each end is first cut to many corners.
fn prisms(brushes: u32, sides: u32) -> Bsp {
    let block = || vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(8.0))];
    let mut map = build(&[block(), block()]);
    let first_plane = map.planes.len() as u32;
    for side in 0..sides {
        let (sine, cosine) = sin_cos_degrees(f64::from(side) / f64::from(sides) * 720.0);
        let wall = side < sides / 2;
        let tilt = Vec3::new(cosine as f32, sine as f32, 0.0);
        let normal = if wall { tilt } else { (Vec3::Z + tilt * 1e-3).normalize() };
        let axis = normal.to_array().iter().position(|component| component.abs() == 1.0);
        let exact = axis.filter(|_| normal.to_array().iter().filter(|component| **component == 0.0).count() == 2);
        for (normal, dist) in [(normal, 64.0), (-normal, -64.0)] {
            let axis = exact.map_or(3, |axis| axis as u32);
            map.planes.push(PlaneRecord { normal: normal.to_array(), dist, axis });
        }
    }
    // Model 1 is the outside, so that no leaf has to hold its brushes.
    map.models[1].head_node = -1;
    map.models[1].brush_count += brushes;
    for _ in 0..brushes {
        let first_side = map.brush_sides.len() as u32;
        map.brushes.push(BrushRecord { first_side, side_count: sides, contents: 1, source: NONE, section: 0 });
        let side = |side| BrushSideRecord { plane: first_plane + 2 * side, texinfo: NONE, bevel: 0 };
        map.brush_sides.extend((0..sides).map(side));
    }
    map
}

/// Regression: brushes of 4096 sides in a file of 64 MB took minutes to make ready.
#[test]
fn the_work_on_brushes_of_models_is_bounded() {
    // One less, for the block that is there.
    let most = (MAX_HULL_WORK / u64::from(MAX_REAL_SIDES).pow(2)) as u32 - 1;
    let accepted = prisms(most, MAX_REAL_SIDES).to_file().unwrap();
    assert_eq!(CollisionMap::new(&accepted).model_count(), 2);
    let refused = prisms(most + 1, MAX_REAL_SIDES).to_file().unwrap_err().to_string();
    assert!(refused.contains("squared sides"), "{refused}");
    let refused = prisms(1, MAX_REAL_SIDES + 1).to_file().unwrap_err().to_string();
    assert!(refused.contains("at most 256"), "{refused}");
}
