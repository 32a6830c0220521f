//! Levels whose floors are curved patches or displacements: read, compiled, loaded, walked.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so")]

#[path = "common/corpus.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod corpus;

use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_engine::{Engine, EngineOptions, Walkers};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;
use kerosene_vfs::Access;

const TICKS: u64 = 4_000;
/// Levels with meshes to walk on.
const LEVELS: [&str; 4] = [
    "quake3/nexuiz/soylent.map",
    "quake3/nexuiz/darkzone.map",
    "quake3/nexuiz/toxic.map",
    "quake3/nexuiz/strength.map",
];

/// Whether what a player at `origin` stands on is a mesh.
fn on_a_mesh(engine: &Engine, origin: Vec3) -> bool {
    let hull = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };
    let down = TraceRequest { start: origin, end: origin - Vec3::Z, shape: hull, mask: Contents::MASK_PLAYER_SOLID };
    engine.world().unwrap().trace(&down).mesh.is_some()
}

#[test]
fn nobody_falls_through_patches_or_displacements() {
    let Some(corpus) = corpus::folder() else { return };
    let mut on_meshes = 0;
    for level in LEVELS {
        let source = corpus.join(level);
        let (name, folder) = (corpus::name_of(&source), corpus::content([&source]));
        let mut options = EngineOptions::default();
        options.vfs.mount_folder(folder.path(), Access::ReadOnly);
        let mut engine = Engine::new(options);
        engine.load_map(&name).unwrap();
        let mut walkers = Walkers::spawn(&mut engine, 4, 3).unwrap();
        let mut standing = 0;
        for _ in 0..TICKS {
            let inputs = walkers.inputs(&mut engine);
            engine.tick(inputs);
            walkers.observe(&engine);
            let grounded = engine.players().iter().filter(|player| player.state.on_ground.is_some());
            standing += grounded.filter(|player| on_a_mesh(&engine, player.state.origin)).count();
        }
        let walked = walkers.statistics();
        println!("{name}: {standing} of {} player ticks on meshes, {walked:?}", 4 * TICKS);
        assert_eq!(walked.solid_ticks, 0, "{name}: first in solid at tick {:?}", walked.first_solid_tick);
        on_meshes += standing;
    }
    assert!(on_meshes > 500, "{on_meshes} ticks on meshes");
}
