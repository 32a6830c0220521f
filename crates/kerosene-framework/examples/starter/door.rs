//! Opens for whoever comes near and closes three seconds after the last.

use kerosene_entity::EntityId;
use kerosene_framework::{Context, Curve, EntityScript, ScriptResult, TimerId, TweenId};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Opens for whoever comes near and closes by itself.
#[derive(Component)]
pub(crate) struct Door {
    /// Seconds until it closes.
    #[field(label = "Stays open", default = "3")]
    wait: f32,
    /// Units that it goes up.
    #[field(label = "Height", default = "96")]
    height: f32,
    #[field(key = "")]
    shut: Vec3,
    #[field(key = "")]
    closes: TimerId,
}

impl Door {
    fn slide(&self, context: &mut Context<'_>, height: f32, then: &str) {
        let tween = context.tween_position_to(self.shut + Vec3::Z * height, 0.5, Curve::EaseOutCubic);
        context.set_on_complete(tween, then);
    }
}

impl EntityScript for Door {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.shut = context.world.local_pose(context.owner()).origin;
        Ok(())
    }

    fn on_trigger_enter(&mut self, context: &mut Context<'_>, _: EntityId) -> ScriptResult {
        self.slide(context, self.height, "open");
        // A timer that is over is no harm.
        context.cancel_timer(self.closes);
        self.closes = context.run_after(self.wait, "close");
        Ok(())
    }

    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, _: TextId) -> ScriptResult {
        self.slide(context, 0.0, "shut");
        Ok(())
    }

    fn on_tween_done(&mut self, context: &mut Context<'_>, _: TweenId, task: TextId) -> ScriptResult {
        let state = context.text(task).to_owned();
        context.log(&state);
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_closes_three_seconds_after_the_last_one_came() {
    let mut level = crate::Level::new();
    let door = level.spawn("door", "door", "0 0 10", &[]);
    level.tick();
    level.touch(door);
    level.run(1.0);
    assert_eq!(level.said(), ["open"]);
    level.touch(door);
    level.run(3.0);
    assert_eq!((level.world.origin(door).z, level.said()), (106.0, vec!["open".to_owned()]));
    level.run(1.0);
    assert_eq!((level.world.origin(door).z, level.said()), (10.0, vec!["shut".to_owned()]));
}
