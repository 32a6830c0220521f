//! Traces against meshes: closed forms, the exact reference, and rays against plain triangles.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{brushes, mesh, place, request, sweeps_agree};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::{SampleMesh, add_meshes, build, room};
use kerosene_bsp::{BspFile, CollisionMap, Contents, MovingModel, Orientation, Trace, TraceRequest, TraceShape};
use kerosene_math::{DVec3, Vec3};
use proptest::prelude::*;

/// Stored planes are `f32`, about 1e-4 units off at these coordinates.
const TOLERANCE: f64 = 2e-3;
const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };

fn room_with(meshes: &[SampleMesh]) -> BspFile {
    let mut map = room();
    add_meshes(&mut map, &[meshes.to_vec()]);
    map.to_file().unwrap()
}

fn sweep(map: &CollisionMap, start: Vec3, end: Vec3, shape: TraceShape) -> Trace {
    map.trace(&TraceRequest { start, end, shape, mask: Contents::SOLID })
}

/// A wavy floor of 2,048 triangles, as a displacement of the finest kind has.
fn waves() -> SampleMesh {
    SampleMesh::sheet(Vec3::new(0.0, 0.0, 64.0), 480.0, 32, |x, y| {
        let fold = |at: f32| (at / 60.0 - (at / 60.0).round()).abs() * 40.0;
        fold(x) + fold(y)
    })
}

#[test]
fn a_sheet_is_solid_from_both_sides() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 100.0, 400.0, 3, |_, _| 0.0)]));
    for shape in [TraceShape::Point, PLAYER] {
        let down = sweep(&map, Vec3::new(7.0, 3.0, 150.0), Vec3::new(7.0, 3.0, 10.0), shape);
        assert_eq!((down.end.z, down.plane.normal, down.mesh), (100.03125, Vec3::Z, Some(0)));
        assert_eq!((down.brush, down.model, down.contents, down.texinfo), (None, Some(0), Contents::SOLID, Some(0)));
        let up = sweep(&map, Vec3::new(7.0, 3.0, 5.0), Vec3::new(7.0, 3.0, 140.0), shape);
        let top = if shape == TraceShape::Point { 0.0 } else { 72.0 };
        assert_eq!((up.end.z, up.plane.normal), (100.0 - top - 0.03125, Vec3::NEG_Z));
    }
}

#[test]
fn the_rim_of_a_sheet_stops_a_box_as_a_thin_board_would() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 36.0, 100.0, 2, |_, _| 0.0)]));
    let level = sweep(&map, Vec3::new(-150.0, 0.0, 1.0), Vec3::new(150.0, 0.0, 1.0), PLAYER);
    assert_eq!((level.end.x, level.plane.normal), (-50.0 - 16.0 - 0.03125, Vec3::NEG_X));
    let ray = sweep(&map, Vec3::new(-150.0, 0.0, 36.0), Vec3::new(150.0, 0.0, 36.0), TraceShape::Point);
    assert_eq!(ray.fraction, 1.0, "within its plane a sheet has no face");
}

#[test]
fn who_lies_across_a_triangle_can_leave_to_either_side() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 36.0, 400.0, 1, |_, _| 0.0)]));
    let across = Vec3::new(0.0, 0.0, 10.0);
    let stay = sweep(&map, across, across, PLAYER);
    assert!(stay.start_solid && stay.all_solid);
    let up = sweep(&map, across, across + Vec3::Z * 60.0, PLAYER);
    assert!(up.start_solid && !up.all_solid && up.fraction == 1.0);
    let touching = sweep(&map, Vec3::Z * 36.0, Vec3::Z * 36.0, PLAYER);
    assert!(!touching.start_solid, "touching is not overlapping");
}

#[test]
fn a_ray_from_a_surface_leaves_it() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 36.0, 400.0, 2, |_, _| 0.0)]));
    let start = Vec3::new(3.0, 5.0, 36.0);
    assert_eq!(sweep(&map, start, start + Vec3::Z * 9.0, TraceShape::Point).fraction, 1.0);
    assert_eq!(sweep(&map, start, start - Vec3::Z * 9.0, TraceShape::Point).fraction, 0.0);
}

#[test]
fn no_ray_passes_between_triangles() {
    let map = CollisionMap::new(&room_with(&[waves()]));
    // Straight at corners and edges, and slanting through them.
    for step in 0..=320u16 {
        for (x, y) in [(f32::from(step) * 1.5 - 240.0, 0.0), (f32::from(step) * 0.75 - 120.0, f32::from(step) - 160.0)]
        {
            let (x, y) = (x.clamp(-239.9, 239.9), y.clamp(-239.9, 239.9));
            for slant in [Vec3::ZERO, Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.03, -0.07, 0.0)] {
                let (start, end) = (Vec3::new(x, y, 250.0) - slant * 186.0, Vec3::new(x, y, 8.0) + slant * 56.0);
                let down = sweep(&map, start, end, TraceShape::Point);
                assert_eq!(down.mesh, Some(0), "down to {x} {y}: {down:?}");
                let up = sweep(&map, end, start, TraceShape::Point);
                assert_eq!(up.mesh, Some(0), "up to {x} {y}: {up:?}");
            }
        }
    }
}

/// Regression: a ray that came down within 1/32 of a unit behind an edge was told of a plane that stands on the edge.
#[test]
fn a_ray_is_stopped_by_the_surface_wherever_it_comes_down() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 40.0, 400.0, 4, |_, _| 0.0)]));
    for step in 0..400u16 {
        let at = Vec3::new(f32::from(step) * 0.0005 - 0.1, 7.0 + f32::from(step) * 0.001, 40.0);
        let way = Vec3::new(3.0, 1.0, -0.5);
        let trace = sweep(&map, at - way * 20.0, at + way * 20.0, TraceShape::Point);
        assert_eq!(trace.plane.normal, Vec3::Z, "at {at}");
        assert!((trace.end.z - 40.03125).abs() < 1e-4, "{trace:?}");
    }
}

#[test]
fn a_box_slides_over_seams_without_catching() {
    let map = CollisionMap::new(&room_with(&[SampleMesh::sheet(Vec3::Z * 40.0, 400.0, 16, |x, _| x * 0.25)]));
    let normal = Vec3::new(-0.25, 0.0, 1.0).normalize();
    let mut at = sweep(&map, Vec3::new(-150.0, 0.0, 120.0), Vec3::new(-150.0, 0.0, 0.0), PLAYER).end;
    let along = Vec3::new(0.96, 0.2, 0.24) * 3.0;
    for _ in 0..100 {
        let step = sweep(&map, at, at + along - normal * normal.dot(along), PLAYER);
        assert_eq!(step.fraction, 1.0, "caught at {at}");
        at = step.end;
    }
}

#[test]
fn what_is_not_asked_for_is_passed_through() {
    let mut flag = SampleMesh::sheet(Vec3::Z * 100.0, 400.0, 1, |_, _| 0.0);
    flag.contents = Contents::DETAIL;
    let mut clip = SampleMesh::sheet(Vec3::Z * 50.0, 400.0, 1, |_, _| 0.0);
    clip.contents = Contents::PLAYER_CLIP;
    let map = CollisionMap::new(&room_with(&[flag, clip]));
    let fall = |mask| {
        let (start, end) = (Vec3::new(9.0, 9.0, 150.0), Vec3::new(9.0, 9.0, -9.0));
        map.trace(&TraceRequest { start, end, shape: TraceShape::Point, mask })
    };
    assert_eq!(fall(Contents::MASK_PLAYER_SOLID).mesh, Some(1));
    assert_eq!(fall(Contents::MASK_SHOT).mesh, None);
    assert_eq!(fall(Contents::all()).mesh, Some(1), "what is only drawn stops nothing");
}

/// Where a segment meets a triangle (Möller and Trumbore, 1997), the triangle grown by `grown` of its size.
fn plain_hit(start: DVec3, end: DVec3, [a, b, c]: [DVec3; 3], grown: f64) -> Option<f64> {
    let (along, ab, ac) = (end - start, b - a, c - a);
    let across = along.cross(ac);
    let determinant = ab.dot(across);
    if determinant == 0.0 {
        return None;
    }
    let from = start - a;
    let (u, q) = (from.dot(across) / determinant, from.cross(ab));
    let (v, t) = (along.dot(q) / determinant, ac.dot(q) / determinant);
    (u >= -grown && v >= -grown && u + v <= 1.0 + grown && (0.0..=1.0).contains(&t)).then_some(t)
}

proptest! {
    #[test]
    fn rays_meet_what_plain_triangles_say(meshes in proptest::collection::vec(mesh(), 1..6), rays in proptest::collection::vec((place(420), place(420)), 40)) {
        let mut map = build(&[vec![]]);
        add_meshes(&mut map, std::slice::from_ref(&meshes));
        let map = CollisionMap::new(&map.to_file().unwrap());
        for (start, end) in rays {
            let trace = sweep(&map, start, end, TraceShape::Point);
            let length = f64::from((end - start).length());
            let hit = |triangle: &[Vec3; 3], grown| plain_hit(start.as_dvec3(), end.as_dvec3(), triangle.map(Vec3::as_dvec3), grown);
            let first = |grown: f64| meshes.iter().flat_map(|mesh| &mesh.triangles).filter_map(|triangle| hit(triangle, grown)).fold(1.0, f64::min);
            // Pulled back from the surface along the ray by as much as its slant asks for, and by rounding.
            let end_of_ray = f64::from(trace.fraction);
            let sharp = first(-1e-3);
            prop_assert!(end_of_ray <= sharp + 1e-6, "passed through: {trace:?}, expected {sharp}");
            if trace.fraction < 1.0 {
                let slant = f64::from(trace.plane.normal.dot(end - start).abs()) / length;
                let ahead = 0.032 / slant.max(1e-6) / length;
                let any = meshes.iter().flat_map(|mesh| &mesh.triangles);
                let near = any.filter_map(|triangle| {
                    let [a, b, c] = triangle.map(Vec3::as_dvec3);
                    // A hair of the tracer's, in terms of the triangle's own size.
                    let height = (b - a).cross(c - a).length() / (b - a).length().max((c - a).length()).max((c - b).length());
                    let beyond = start.as_dvec3() + (end - start).as_dvec3() * (1.0 + 1.0 / length);
                    plain_hit(start.as_dvec3(), beyond, [a, b, c], 1e-2 + 1e-3 / height)
                });
                let near = near.map(|t| t * (1.0 + 1.0 / length)).fold(f64::INFINITY, |best, t| if (t - end_of_ray).abs() < (best - end_of_ray).abs() { t } else { best });
                prop_assert!(near <= end_of_ray + ahead + 1e-5, "stopped at {end_of_ray} by nothing: {trace:?}, nearest {near}");
            }
        }
    }

    #[test]
    fn sweeps_through_brushes_and_meshes_agree(brushes in brushes(), meshes in proptest::collection::vec(mesh(), 1..5), requests in proptest::collection::vec(request(), 40)) {
        let mut map = build(&[brushes]);
        add_meshes(&mut map, &[meshes]);
        let file = map.to_file().unwrap();
        sweeps_agree(&file, requests, TOLERANCE)?;
    }

    #[test]
    fn meshes_move_and_turn_with_their_models(
        meshes in proptest::collection::vec(mesh(), 1..4),
        requests in proptest::collection::vec(request(), 20),
        origin in place(200),
        quarter in 0..3u8,
    ) {
        let mut map = build(&[vec![], vec![]]);
        add_meshes(&mut map, &[vec![], meshes]);
        let file = map.to_file().unwrap();
        let map = CollisionMap::new(&file);
        let turn = match quarter {
            0 => Orientation::UPRIGHT,
            1 => Orientation { axes: [Vec3::new(0.6, 0.8, 0.0), Vec3::new(-0.8, 0.6, 0.0), Vec3::Z] },
            _ => Orientation { axes: [Vec3::new(0.48, 0.64, -0.6), Vec3::new(-0.8, 0.6, 0.0), Vec3::new(0.36, 0.48, 0.8)] },
        };
        let placed = MovingModel::at_rest(9, 1).turned_about(Vec3::ONE, turn, origin);
        let reference = Reference::new(&file).with_model(&placed);
        for request in requests {
            let trace = map.trace_world(&request, &[placed]);
            prop_assert_eq!(reference.check(&request, &trace, TOLERANCE), Ok(()));
        }
    }
}
