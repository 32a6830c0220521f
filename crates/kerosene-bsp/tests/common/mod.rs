//! Random brushes, meshes and sweeps.
#![allow(dead_code, reason = "each test binary uses its own part")]

use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::{SampleBrush, SampleMesh};
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_math::Vec3;
use proptest::prelude::*;

/// A vector of whole numbers, or one between them.
pub(crate) fn place(limit: i32) -> impl Strategy<Value = Vec3> {
    let whole = [-limit..limit, -limit..limit, -limit..limit];
    (whole, any::<bool>(), 0.0f32..1.0).prop_map(|([x, y, z], between, fraction)| {
        let fraction = if between { fraction } else { 0.0 };
        Vec3::new(x as f32 + fraction, y as f32 - fraction, z as f32 + fraction * 0.5)
    })
}

/// A block, whole or cut by up to four planes near its middle: wedges, ramps, spikes and gems.
pub(crate) fn brush() -> impl Strategy<Value = SampleBrush> {
    let cut = ([-4i32..=4, -4..=4, -4..=4], place(40));
    let contents = prop_oneof![4 => Just(Contents::SOLID), 1 => Just(Contents::WATER)];
    (place(256), [1i32..200, 1..200, 1..200], proptest::collection::vec(cut, 0..5), contents).prop_map(
        |(corner, [x, y, z], cuts, contents)| {
            let size = Vec3::new(x as f32, y as f32, z as f32);
            let middle = corner + size * 0.5;
            let block = SampleBrush::block(corner, corner + size).filled(contents);
            cuts.into_iter().fold(block, |brush, (normal, offset)| {
                let normal = Vec3::from_array(normal.map(|component| component as f32));
                let offset = if normal.dot(offset) < 0.0 { -offset } else { offset };
                if normal == Vec3::ZERO { brush } else { brush.cut(normal, middle + offset * 0.5) }
            })
        },
    )
}

pub(crate) fn brushes() -> impl Strategy<Value = Vec<SampleBrush>> {
    proptest::collection::vec(brush(), 1..14)
}

pub(crate) fn shape() -> impl Strategy<Value = TraceShape> {
    let boxed = |mins, maxs| TraceShape::Box { mins, maxs };
    prop_oneof![
        3 => Just(TraceShape::Point),
        3 => Just(boxed(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 72.0))),
        1 => Just(boxed(Vec3::new(-16.0, -16.0, -24.0), Vec3::new(16.0, 16.0, 32.0))),
        2 => (place(30), [0.0f32..60.0, 0.0..60.0, 0.0..60.0])
            .prop_map(move |(mins, size)| boxed(mins, mins + Vec3::from_array(size))),
    ]
}

/// Sweeps across the brushes: long, short, along an axis, and in place.
pub(crate) fn request() -> impl Strategy<Value = TraceRequest> {
    let mask = prop_oneof![6 => Just(Contents::SOLID), 1 => Just(Contents::SOLID | Contents::WATER)];
    (place(420), place(420), 0..6u8, shape(), mask).prop_map(|(start, other, kind, shape, mask)| {
        let end = match kind {
            0 => start,
            1 => Vec3::new(other.x, start.y, start.z),
            2 => Vec3::new(start.x, start.y, other.z),
            3 => start + (other - start) * 0.01,
            _ => other,
        };
        TraceRequest { start, end, shape, mask }
    })
}

/// Loose triangles of all sizes, needles among them, or a bent sheet.
pub(crate) fn mesh() -> impl Strategy<Value = SampleMesh> {
    let corner = prop_oneof![3 => place(200), 1 => place(3)];
    let loose = proptest::collection::vec((place(220), corner.clone(), corner), 1..12).prop_map(|triangles| {
        let triangles = triangles.into_iter().map(|(a, b, c)| [a, a + b, a + c]).collect();
        SampleMesh { triangles, contents: Contents::SOLID }
    });
    let sheet = (place(150), 16i32..300, 1u32..8, [-1.0f32..1.0, -1.0..1.0, -0.02..0.02]).prop_map(
        |(middle, side, cells, [x_slope, y_slope, bend])| {
            SampleMesh::sheet(middle, side as f32, cells, |x, y| x * x_slope + y * y_slope + x * y * bend)
        },
    );
    prop_oneof![loose, sheet]
}

/// Holds sweeps through a map to the reference, within `tolerance` units, and those that go on from where they stopped:
/// beside a surface, which is where games spend their time.
pub(crate) fn sweeps_agree(file: &BspFile, requests: Vec<TraceRequest>, tolerance: f64) -> Result<(), TestCaseError> {
    let (map, reference) = (CollisionMap::new(file), Reference::new(file));
    for request in requests {
        let trace = map.trace(&request);
        prop_assert_eq!(reference.check(&request, &trace, tolerance), Ok(()));
        let onward = TraceRequest { start: trace.end, end: trace.end + (request.start - request.end), ..request };
        let along = TraceRequest { start: trace.end, end: trace.end + Vec3::new(50.0, 30.0, 0.0), ..request };
        for request in [onward, along, TraceRequest { end: request.end, ..onward }] {
            let next = map.trace(&request);
            prop_assert_eq!(reference.check(&request, &next, tolerance), Ok(()));
            prop_assert!(!next.start_solid || trace.start_solid, "{:?} then {:?}", trace, next);
        }
    }
    Ok(())
}
