//! A picture that only moves the camera takes no memory to decide what is drawn. A binary of its own, for its allocator.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::sample;
use kerosene_math::{Angles, Vec3};
use kerosene_render::world::{Culling, DrawClass, Surface, WorldMesh};
use kerosene_render::{BrushModel, Frame, Projection};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn taken(class: DrawClass) -> (u64, usize) {
    let map = sample::grid(4).to_file().unwrap();
    let mesh = WorldMesh::new(&map, |_| Some(Surface { material: 0, class, texels: [64.0; 2] }));
    let mut culling = Culling::new(&mesh);
    let mut frame = Frame::default();
    let model = BrushModel { model: 1, origin: Vec3::ZERO, orientation: Default::default(), tint: [1.0; 4] };
    frame.brush_models.push(model);
    frame.open_area_portals = vec![false; map.area_portals().len()];
    let (before, mut draws) = (taken_by_this_thread(), 0);
    for step in 0..500 {
        frame.camera.origin = Vec3::new(step as f32, step as f32 * 0.5, 60.0);
        frame.camera.angles = Angles::new(step as f32 * 0.3 - 70.0, step as f32 * 3.7, 0.0);
        frame.view.everything = step % 50 == 0;
        culling.update(&mesh, &frame, &Projection::new(&frame.camera, [1280, 720]));
        draws += culling.draws().len();
    }
    (taken_by_this_thread() - before, draws)
}

#[test]
fn a_camera_that_moves_takes_no_memory() {
    for class in [DrawClass::Opaque, DrawClass::Sky, DrawClass::Translucent] {
        let (taken, draws) = taken(class);
        assert_eq!(taken, 0, "{class:?}");
        assert!(draws >= 300, "{class:?}: {draws}");
    }
}
