//! Traces whose answer is known in closed form.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::records::{NONE, TexInfoRecord};
use kerosene_bsp::sample::{SampleBrush, build, grid, room};
use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation, SurfaceFlags, TraceRequest, TraceShape};
use kerosene_math::Vec3;

const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };
const CLEARANCE: f32 = 1.0 / 32.0;

fn collision(brushes: Vec<SampleBrush>) -> CollisionMap {
    CollisionMap::new(&build(&[brushes]).to_file().unwrap())
}

fn sweep(start: Vec3, end: Vec3, shape: TraceShape) -> TraceRequest {
    TraceRequest { start, end, shape, mask: Contents::MASK_PLAYER_SOLID }
}

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

#[test]
fn a_clear_sweep_reaches_its_end_exactly() {
    let map = CollisionMap::new(&room().to_file().unwrap());
    let end = v(100.123, -33.7, 90.01);
    let trace = map.trace(&sweep(v(0.1, 0.2, 50.3), end, PLAYER));
    assert_eq!((trace.fraction, trace.end, trace.hit()), (1.0, end, false));
    assert_eq!((trace.brush, trace.model, trace.texinfo), (None, None, None));
}

#[test]
fn a_stopped_sweep_says_by_what() {
    let mut map = room();
    map.texinfos.push(TexInfoRecord { flags: SurfaceFlags::SKY.bits(), ..map.texinfos[0] });
    map.brush_sides.iter_mut().for_each(|side| side.texinfo = if side.bevel == 0 { 1 } else { NONE });
    let map = CollisionMap::new(&map.to_file().unwrap());
    let trace = map.trace(&sweep(v(0.0, 0.0, 100.0), v(512.0, 0.0, 100.0), PLAYER));
    assert_eq!(trace.end, v(256.0 - 16.0 - CLEARANCE, 0.0, 100.0));
    assert_eq!(trace.fraction, (256.0 - 16.0 - CLEARANCE) / 512.0);
    assert_eq!((trace.plane.normal, trace.plane.dist), (Vec3::NEG_X, -256.0));
    assert_eq!((trace.texinfo, trace.surface, trace.contents), (Some(1), SurfaceFlags::SKY, Contents::SOLID));
    assert_eq!((trace.model, trace.start_solid, trace.all_solid), (Some(0), false, false));
}

#[test]
fn a_box_at_distance_zero_is_outside() {
    let map = CollisionMap::new(&room().to_file().unwrap());
    for height in [0.0f32, 0.1, 3.3, 24.1, 71.9] {
        // The box reaches exactly down to the floor, with numbers that binary fractions cannot hold.
        let shape = TraceShape::Box { mins: v(-16.0, -16.0, -height), maxs: v(16.0, 16.0, 1.0) };
        let at = v(12.7, -5.1, height);
        let stay = map.trace(&sweep(at, at, shape));
        assert!(!stay.start_solid && stay.fraction == 1.0, "{height}: {stay:?}");
        let along = map.trace(&sweep(at, at + v(100.0, 30.0, 0.0), shape));
        assert_eq!((along.fraction, along.start_solid), (1.0, false), "{height}");
        let down = map.trace(&sweep(at, at - v(0.0, 0.0, 50.0), shape));
        assert_eq!((down.fraction, down.start_solid, down.end), (0.0, false, at), "{height}");
    }
}

#[test]
fn start_solid_and_all_solid_are_as_in_quake_three() {
    let block = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    let wall = SampleBrush::block(v(128.0, -64.0, -64.0), v(160.0, 128.0, 128.0));
    let map = collision(vec![block, wall]);
    let inside = v(32.0, 32.0, 32.0);
    let stuck = map.trace(&sweep(inside, inside + v(8.0, 0.0, 0.0), TraceShape::Point));
    assert!(stuck.start_solid && stuck.all_solid);
    assert_eq!((stuck.fraction, stuck.end, stuck.brush), (0.0, inside, Some(0)));
    let out = map.trace(&sweep(inside, inside + v(64.0, 0.0, 0.0), TraceShape::Point));
    assert!(out.start_solid && !out.all_solid);
    assert_eq!((out.fraction, out.brush), (1.0, None));
    let on_to_the_wall = map.trace(&sweep(inside, inside + v(128.0, 0.0, 0.0), TraceShape::Point));
    assert!(on_to_the_wall.start_solid && !on_to_the_wall.all_solid);
    assert_eq!((on_to_the_wall.end.x, on_to_the_wall.brush), (128.0 - CLEARANCE, Some(1)));
}

#[test]
fn moving_along_coplanar_brushes_does_not_catch_on_their_seams() {
    // A floor of strips and a wall of strips, whose seams the sweep crosses.
    let mut brushes = Vec::new();
    for strip in 0..16 {
        let x = strip as f32 * 32.0;
        brushes.push(SampleBrush::block(v(x, -64.0, -16.0), v(x + 32.0, 64.0, 0.0)));
        brushes.push(SampleBrush::block(v(x, 64.0, 0.0), v(x + 32.0, 80.0, 128.0)));
    }
    let map = collision(brushes);
    for gap in [0.0, 0.001, 0.02, CLEARANCE, 1.0] {
        let start = v(20.0, 64.0 - 16.0 - gap, gap);
        let trace = map.trace(&sweep(start, start + v(400.0, 0.0, 0.0), PLAYER));
        assert_eq!((trace.fraction, trace.start_solid), (1.0, false), "gap {gap}: {trace:?}");
    }
}

#[test]
fn moving_up_a_ramp_of_strips_does_not_catch_on_their_seams() {
    let slope = v(-3.0, 0.0, 4.0);
    let strip = |x: f32| {
        let block = SampleBrush::block(v(x, -64.0, -64.0), v(x + 32.0, 64.0, 400.0));
        block.cut(slope, Vec3::ZERO)
    };
    let map = collision((0..12).map(|index| strip(index as f32 * 32.0)).collect());
    // Put the box on the ramp, then move along it in small steps as player movement does.
    let mut at = map.trace(&sweep(v(40.0, 0.0, 300.0), v(40.0, 0.0, -300.0), PLAYER)).end;
    let step = v(4.0, 0.0, 3.0) * 1.3;
    for _ in 0..40 {
        let trace = map.trace(&sweep(at, at + step, PLAYER));
        assert_eq!((trace.fraction, trace.start_solid), (1.0, false), "{at}: {trace:?}");
        at = trace.end;
    }
}

#[test]
fn an_edge_bevel_keeps_a_box_from_stopping_in_the_air() {
    // A ramp's sharp edge points at the box; without the bevel the pushed-out slopes meet far in front of it.
    let spike = SampleBrush::block(v(0.0, -64.0, -32.0), v(128.0, 64.0, 32.0))
        .cut(v(-1.0, 0.0, 4.0), Vec3::ZERO)
        .cut(v(-1.0, 0.0, -4.0), Vec3::ZERO);
    let map = collision(vec![spike]);
    let trace = map.trace(&sweep(v(-100.0, 0.0, -36.0), v(100.0, 0.0, -36.0), PLAYER));
    assert_eq!(trace.end.x, -16.0 - CLEARANCE);
    assert_eq!((trace.plane.normal, trace.texinfo), (Vec3::NEG_X, None));
}

#[test]
fn the_mask_chooses_what_stops() {
    let pool = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).filled(Contents::WATER);
    let clip = SampleBrush::block(v(0.0, 0.0, -64.0), v(64.0, 64.0, 0.0)).filled(Contents::PLAYER_CLIP);
    let map = collision(vec![pool, clip]);
    let down =
        |mask| map.trace(&TraceRequest { mask, ..sweep(v(32.0, 32.0, 99.0), v(32.0, 32.0, -99.0), TraceShape::Point) });
    assert_eq!(down(Contents::WATER).end.z, 64.0 + CLEARANCE);
    assert_eq!(down(Contents::MASK_PLAYER_SOLID).end.z, CLEARANCE);
    assert_eq!(down(Contents::MASK_SHOT).fraction, 1.0);
    assert_eq!(down(Contents::empty()).fraction, 1.0);
    assert_eq!(map.point_contents(v(32.0, 32.0, 32.0)), Contents::WATER);
}

#[test]
fn the_outside_is_solid() {
    let mut outside = room();
    // What a compiler does with a sealed map: leaves outside become the shared solid leaf.
    let spans_room = |leaf: &kerosene_bsp::records::LeafRecord| {
        leaf.mins[2] >= 0.0
            && leaf.maxs[2] <= 256.0
            && leaf.mins[0] >= -256.0
            && leaf.maxs[0] <= 256.0
            && leaf.mins[1] >= -256.0
            && leaf.maxs[1] <= 256.0
    };
    for node in &mut outside.nodes {
        for child in &mut node.children {
            if *child < 0 {
                let leaf = &outside.leaves[!*child as usize];
                if leaf.brush_count == 0 && !spans_room(leaf) {
                    *child = !0;
                }
            }
        }
    }
    let map = CollisionMap::new(&outside.to_file().unwrap());
    let beyond = v(1000.0, 0.0, 50.0);
    let trace = map.trace(&sweep(beyond, beyond + v(10.0, 0.0, 0.0), PLAYER));
    assert!(trace.start_solid && trace.all_solid && trace.fraction == 0.0 && trace.end == beyond, "{trace:?}");
    let into_the_room = map.trace(&sweep(beyond, v(0.0, 0.0, 50.0), PLAYER));
    assert!(into_the_room.start_solid && !into_the_room.all_solid);
    assert_eq!(into_the_room.end.x, 256.0 + 16.0 + 16.0 + CLEARANCE);
    let water_only = TraceRequest { mask: Contents::WATER, ..sweep(beyond, beyond, PLAYER) };
    assert!(!map.trace(&water_only).start_solid);
    assert!(!map.trace(&sweep(v(0.0, 0.0, 50.0), v(9.0, 0.0, 50.0), PLAYER)).start_solid);
}

#[test]
fn requests_that_are_not_finite_are_stuck() {
    let map = CollisionMap::new(&room().to_file().unwrap());
    for bad in [f32::NAN, f32::INFINITY] {
        let at = v(0.0, 0.0, 50.0);
        let bad_box = TraceShape::Box { mins: v(bad, 0.0, 0.0), maxs: Vec3::ONE };
        for request in
            [sweep(at, v(bad, 0.0, 0.0), PLAYER), sweep(v(0.0, bad, 0.0), at, PLAYER), sweep(at, at, bad_box)]
        {
            let trace = map.trace(&request);
            assert!(trace.start_solid && trace.all_solid && trace.fraction == 0.0);
        }
    }
    // The largest finite numbers neither panic nor loop.
    let trace = map.trace(&sweep(Vec3::splat(-f32::MAX), Vec3::splat(f32::MAX), PLAYER));
    assert!((0.0..=1.0).contains(&trace.fraction));
    assert!(map.leaf_of(Vec3::NAN).0 > 0 || map.point_contents(Vec3::NAN) == Contents::SOLID);
}

#[test]
fn a_box_turned_inside_out_is_a_point_in_its_middle() {
    let map = CollisionMap::new(&room().to_file().unwrap());
    let shape = TraceShape::Box { mins: Vec3::splat(8.0), maxs: Vec3::splat(-8.0) };
    let trace = map.trace(&sweep(v(0.0, 0.0, 50.0), v(0.0, 0.0, -50.0), shape));
    assert_eq!(trace.end.z, CLEARANCE);
}

#[test]
fn a_turned_model_is_met_where_it_is() {
    // A block from 0 to 64, turned by an eighth about z: an edge points at -x from (0, 0).
    let map = build(&[vec![], vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0))]]);
    let map = CollisionMap::new(&map.to_file().unwrap());
    let half = 0.5f32.sqrt();
    let turn = Orientation { axes: [v(half, half, 0.0), v(-half, half, 0.0), Vec3::Z] };
    let model = MovingModel { orientation: turn, contents: Some(Contents::PLAYER_CLIP), ..MovingModel::at_rest(4, 1) };
    let shape = TraceShape::Box { mins: v(-8.0, -8.0, 0.0), maxs: v(8.0, 8.0, 8.0) };
    // The lowest corner in y is the origin; the box comes up from below with a flat face.
    let trace = map.trace_model(&sweep(v(0.0, -99.0, 10.0), v(0.0, 99.0, 10.0), shape), &model);
    assert!((trace.end.y - (-8.0 - CLEARANCE)).abs() < 1e-4, "{trace:?}");
    assert!(trace.plane.normal.abs_diff_eq(Vec3::NEG_Y, 1e-6) && trace.plane.dist.abs() < 1e-5, "{trace:?}");
    assert_eq!((trace.model, trace.contents), (Some(4), Contents::PLAYER_CLIP));
    assert_eq!(map.trace_model(&sweep(Vec3::ZERO, Vec3::ONE, shape), &MovingModel::at_rest(1, 99)).fraction, 1.0);
}

#[test]
fn the_nearest_of_world_and_models_wins() {
    let floor = SampleBrush::block(v(-99.0, -99.0, -16.0), v(99.0, 99.0, 0.0));
    let map = build(&[vec![floor], vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(16.0))]]);
    let map = CollisionMap::new(&map.to_file().unwrap());
    let at = |id: u32, z: f32| MovingModel::at_rest(id, 1).displaced(v(0.0, 0.0, z));
    let down = sweep(v(8.0, 8.0, 500.0), v(8.0, 8.0, -500.0), TraceShape::Point);
    let trace = map.trace_world(&down, &[at(1, 40.0), at(2, 100.0), at(3, 70.0)]);
    assert_eq!((trace.model, trace.end.z, trace.plane.dist), (Some(2), 116.0 + CLEARANCE, 116.0));
    let below = map.trace_world(&down, &[at(1, -100.0)]);
    assert_eq!((below.model, below.end.z), (Some(0), CLEARANCE));
    // Inside a model that does not let go.
    let inside = sweep(v(8.0, 8.0, 108.0), v(8.0, 8.0, 110.0), TraceShape::Point);
    let stuck = map.trace_world(&inside, &[at(2, 100.0)]);
    assert_eq!((stuck.all_solid, stuck.model), (true, Some(2)));
}

#[test]
fn a_map_is_shared_between_threads() {
    fn shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let map = shared(CollisionMap::new(&kerosene_bsp::sample::grid(2).to_file().unwrap()));
    let request = sweep(v(0.0, 0.0, 50.0), v(300.0, 200.0, 10.0), PLAYER);
    let alone = map.trace(&request);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(map.trace(&request), alone));
        }
    });
}

/// The boxes are tested in `f32`; coordinates that it cannot tell apart must not make them miss.
#[test]
fn sweeps_from_beyond_any_map_meet_what_is_in_it() {
    let map = CollisionMap::new(&grid(3).to_file().unwrap());
    for far in [1e6, 1e9, 1e12] {
        let (start, end) = (Vec3::new(0.0, 0.0, far), Vec3::new(0.0, 0.0, -far));
        for shape in [TraceShape::Point, TraceShape::Box { mins: Vec3::splat(-16.0), maxs: Vec3::splat(16.0) }] {
            let trace = map.trace(&TraceRequest { start, end, shape, mask: Contents::SOLID });
            assert!(trace.fraction <= 0.5 && trace.brush.is_some(), "from {far}: {trace:?}");
        }
    }
}

/// Bounds come from axial planes. A file need not have them.
#[test]
fn brushes_without_bevels_have_no_bounds_and_are_met() {
    let slopes = [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]];
    let cut = |brush: SampleBrush, normal: [f32; 3]| {
        let normal = Vec3::from_array(normal);
        brush.cut(normal, normal * 8.0)
    };
    let tetrahedron = slopes.into_iter().fold(SampleBrush { planes: Vec::new(), contents: Contents::SOLID }, cut);
    let block = SampleBrush::block(Vec3::splat(100.0), Vec3::splat(200.0));
    let mut bsp = build(&[vec![tetrahedron, block]]);
    bsp.brushes[0].side_count = 4;
    let map = CollisionMap::new(&bsp.to_file().unwrap());
    let down = |x: f32| TraceRequest {
        start: Vec3::new(x, x, 400.0),
        end: Vec3::new(x, x, -400.0),
        shape: TraceShape::Point,
        mask: Contents::SOLID,
    };
    assert_eq!(map.trace(&down(0.0)).brush, Some(0));
    assert_eq!(map.trace(&down(150.0)).brush, Some(1));
    assert_eq!(map.trace(&down(60.0)).brush, None);
}
