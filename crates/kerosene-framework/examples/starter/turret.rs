//! Turns towards the player while nothing stands between them, and shoots.

use kerosene_entity::EntityId;
use kerosene_framework::{Color, Context, EntityScript, ScriptResult, TimerId};
use kerosene_world::{Component, TextId};

/// Turns towards the player while nothing stands between them, and shoots.
#[derive(Component)]
pub(crate) struct Turret {
    /// Units that it sees.
    #[field(label = "Range", default = "800")]
    range: f32,
    /// Degrees a second that it turns.
    #[field(key = "turnspeed", label = "Turn speed", default = "120")]
    turn_speed: f32,
    #[field(key = "")]
    target: Option<EntityId>,
    #[field(key = "")]
    aims: bool,
}

impl EntityScript for Turret {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.target = context.find_player("player");
        context.run_every(1.0, "shoot");
        Ok(())
    }

    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        let Some(target) = self.target else { return Ok(()) };
        self.aims = false;
        if !context.can_see(target, self.range) {
            return Ok(());
        }
        let place = context.world_position_of(target);
        self.aims = context.turn_towards(place, self.turn_speed * dt) < 1.0;
        let (from, forward) = (context.world_position(), context.forward());
        let hit = context.raycast_in_place(self.range);
        context.draw_raycast(from, forward, self.range, hit.as_ref());
        Ok(())
    }

    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, _: TextId) -> ScriptResult {
        if self.aims {
            context.play_spatial_sound("weapons/turret.wav", 1.0);
            context.shake_camera(0.35, 0.25);
            let (from, to) =
                (context.world_position(), context.world_position_of(self.target.unwrap_or(context.owner())));
            context.draw_line(from, to, Color::RED, 2.0);
            context.log("shoots");
        }
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_turns_first_and_shoots_while_it_sees() {
    let mut level = crate::Level::new();
    let turret = level.spawn("turret", "turret", "0 300 0", &[("turnspeed", "60")]);
    level.run(1.1);
    assert_eq!(level.said(), [""; 0], "a quarter turn takes a second and a half");
    level.run(2.0);
    assert_eq!(level.said(), ["shoots", "shoots"]);
    assert!((level.world.angles(turret).yaw + 90.0).abs() < 1e-3);
    level.move_player("-900 300 0");
    level.run(2.0);
    assert_eq!(level.said(), [""; 0], "behind the wall, and too far");
}
