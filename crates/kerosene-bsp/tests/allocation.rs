//! Queries and traces allocate nothing.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::sample::{SampleBrush, SampleMesh, add_meshes, build, grid};
use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation, TraceRequest, TraceShape};
use kerosene_math::Vec3;
use kerosene_test_alloc::{CountingAllocator, taken_by_all_threads};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn queries_and_traces_allocate_nothing() {
    let mut models = vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).cut(Vec3::ONE, Vec3::splat(48.0))];
    models.push(SampleBrush::block(Vec3::splat(-32.0), Vec3::ZERO));
    let mut with_model = build(&[vec![], models]);
    let sheet = SampleMesh::sheet(Vec3::splat(40.0), 300.0, 32, |x, y| x * y / 500.0);
    add_meshes(&mut with_model, &[vec![sheet.clone()], vec![sheet]]);
    let with_model = CollisionMap::new(&with_model.to_file().unwrap());
    let map = CollisionMap::new(&grid(6).to_file().unwrap());
    let turn = Orientation { axes: [Vec3::new(0.6, 0.8, 0.0), Vec3::new(-0.8, 0.6, 0.0), Vec3::Z] };
    let turned = MovingModel { orientation: turn, ..MovingModel::at_rest(1, 1) };
    let before = taken_by_all_threads();
    let mut work = 0.0;
    for index in 0..500u16 {
        let part = f32::from(index);
        let start = Vec3::new(part, 1500.0 - part * 2.0, 20.0 + part * 0.3);
        let end = Vec3::new(1500.0 - part, part * 3.0, 200.0 - part * 0.4);
        let hull = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };
        for shape in [TraceShape::Point, hull] {
            let request = TraceRequest { start, end, shape, mask: Contents::SOLID };
            work += map.trace(&request).fraction;
            let near = TraceRequest { start: start * 0.1, end: -end * 0.1, ..request };
            work += with_model.trace_world(&near, &[turned, MovingModel::at_rest(2, 1)]).fraction;
        }
        work += map.box_leaves(start.min(end), start.max(end)).count() as f32;
        work += map.point_contents(start).bits() as f32 + map.cluster_of(end).map_or(0.0, |cluster| cluster.0 as f32);
    }
    assert_eq!(taken_by_all_threads() - before, 0);
    assert!(work > 1000.0);
}
