//! Players on floors made of triangles.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Content;
use kerosene_bsp::Bsp;
use kerosene_bsp::sample::{SampleMesh, add_meshes, room};
use kerosene_engine::Walkers;
use kerosene_math::Vec3;

const TICKS: u32 = 6_000;

/// Hills and hollows that can be walked, from wall to wall.
fn hills(x: f32, y: f32) -> f32 {
    let wave = |at: f32| {
        let phase = (at / 170.0).rem_euclid(1.0) - 0.5;
        1.0 - 16.0 * phase * phase * (0.5 - phase.abs()) * 2.0
    };
    18.0 * wave(x) + 14.0 * wave(y + x * 0.3)
}

/// A room of 512 units whose floor is a sheet far above the floor of its brushes, rim in the walls.
fn floor_of_triangles(cells: u32, height: fn(f32, f32) -> f32) -> Bsp {
    let mut map = room();
    add_meshes(&mut map, &[vec![SampleMesh::sheet(Vec3::Z * 100.0, 520.0, cells, height)]]);
    map.entities = "{ classname info_player_start origin \"40 30 150\" }".to_owned();
    map
}

#[test]
fn nobody_falls_through_a_curved_floor_or_gets_stuck_in_it() {
    // Four units a cell, and larger than a player.
    for (cells, height) in
        [(130, hills as fn(f32, f32) -> f32), (9, hills), (3, |_, _| 0.0), (64, |x, y| (x * y) / 900.0)]
    {
        let content = Content::new(&[("hills", &floor_of_triangles(cells, height))]);
        let mut engine = content.engine();
        engine.load_map("hills").unwrap();
        let mut walkers = Walkers::spawn(&mut engine, 2, 5).unwrap();
        for tick in 0..TICKS {
            let inputs = walkers.inputs(&mut engine);
            engine.tick(inputs);
            walkers.observe(&engine);
            for player in engine.players() {
                let at = player.state.origin;
                // A box rests on what is highest under it; sheets are no lower than this anywhere.
                assert!(at.z > 100.0 + lowest(height) - 1.0, "{cells} cells, tick {tick}: fell through, at {at}");
            }
        }
        let walked = walkers.statistics();
        assert_eq!(walked.solid_ticks, 0, "{cells} cells: first in solid at tick {:?}", walked.first_solid_tick);
        assert!(walked.distance > 8_000.0 && walked.cells > 12, "{cells} cells: {walked:?}");
    }
}

/// The least height within the room.
fn lowest(height: fn(f32, f32) -> f32) -> f32 {
    let places = (-64..=64i8).flat_map(|x| (-64..=64i8).map(move |y| (f32::from(x) * 4.0, f32::from(y) * 4.0)));
    places.map(|(x, y)| height(x, y)).fold(f32::INFINITY, f32::min)
}

#[test]
fn the_ground_under_a_player_is_the_mesh() {
    let content = Content::new(&[("flat", &floor_of_triangles(7, |_, _| 0.0))]);
    let mut engine = content.engine();
    engine.load_map("flat").unwrap();
    let id = engine.spawn_player().unwrap();
    (0..90).for_each(|_| engine.tick(&[]));
    let player = engine.player(id).unwrap();
    assert_eq!(player.state.origin.z, 100.03125);
    let ground = player.state.on_ground.unwrap();
    assert_eq!((ground.normal, ground.texinfo), (Vec3::Z, Some(0)));
}
