//! Is collected by who touches it, and tells whoever counts.

use kerosene_entity::EntityId;
use kerosene_framework::{Context, EntityScript, ScriptResult};
use kerosene_math::Angles;
use kerosene_world::Component;

/// What it publishes: the number says how many points it is worth.
pub(crate) const COLLECTED: &str = "collectible_collected";

/// Is collected by who touches it.
#[derive(Component)]
pub(crate) struct Collectible {
    /// What it is worth.
    #[field(label = "Points", default = "1")]
    points: f32,
}

impl EntityScript for Collectible {
    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        context.rotate(Angles::new(0.0, 90.0 * dt, 0.0));
        Ok(())
    }

    fn on_trigger_enter(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        if context.is_player(other, "player") && !context.is_being_destroyed() {
            context.play_spatial_sound("items/pickup.wav", 0.8);
            context.publish_event(COLLECTED, "", self.points);
            context.destroy_self();
        }
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_is_collected_once_and_is_gone() {
    let mut level = crate::Level::new();
    level.spawn("manager", "game_manager", "0 0 0", &[]);
    let coin = level.spawn("coin", "collectible", "0 0 0", &[("points", "5")]);
    level.tick();
    level.touch(coin);
    level.touch(coin);
    level.tick();
    assert!(!level.world.is_active(coin));
    assert_eq!(level.said(), ["score 5, best 5"]);
}
