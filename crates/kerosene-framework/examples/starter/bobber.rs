//! Bobs up and down and faces the player.

use kerosene_entity::EntityId;
use kerosene_framework::{Context, EntityScript, ScriptResult};
use kerosene_math::{Vec3, deterministic::sin};
use kerosene_world::Component;
use std::f32::consts::TAU;

/// Bobs up and down and faces the player.
#[derive(Component)]
pub(crate) struct Bobber {
    /// Units up and down.
    #[field(key = "bobheight", label = "Height", default = "8")]
    bob_height: f32,
    /// Seconds since it began.
    #[field(key = "")]
    time: f32,
    /// How far up it is now.
    #[field(key = "")]
    offset: f32,
    #[field(key = "")]
    player: Option<EntityId>,
}

impl EntityScript for Bobber {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.player = context.find_player("player");
        Ok(())
    }

    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        self.time += dt;
        let offset = sin(self.time * TAU) * self.bob_height;
        context.move_facing(Vec3::Z * (offset - self.offset));
        self.offset = offset;
        if let Some(player) = self.player {
            context.look_at_flat(player);
        }
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_bobs_about_its_place_and_faces_the_player() {
    let mut level = crate::Level::new();
    let bobber = level.spawn("bobber", "bobber", "0 100 64", &[("bobheight", "10")]);
    let (mut lowest, mut highest) = (f32::MAX, f32::MIN);
    for _ in 0..40 {
        level.tick();
        let height = level.world.origin(bobber).z;
        (lowest, highest) = (lowest.min(height), highest.max(height));
    }
    assert!((53.9..56.0).contains(&lowest) && (72.0..74.1).contains(&highest), "{lowest} {highest}");
    assert!((level.world.angles(bobber).yaw + 90.0).abs() < 1e-3);
}
