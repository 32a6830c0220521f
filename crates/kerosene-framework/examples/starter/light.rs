//! A light that pulses.

use kerosene_framework::{Context, Curve, EntityScript, Hooks, ScriptResult};
use kerosene_math::Vec3;
use kerosene_world::Component;

/// A light that pulses between what its key `_light` says and another colour.
#[derive(Component)]
pub(crate) struct PulsingLight {
    /// The other colour, 0 to 255.
    #[field(label = "Colour", default = "255 100 25", widget = "color")]
    glow: Vec3,
    /// Its brightness there.
    #[field(label = "Brightness", default = "600")]
    brightness: f32,
    /// Seconds there and as many back.
    #[field(label = "Period", default = "0.8")]
    period: f32,
}

impl EntityScript for PulsingLight {
    // It does nothing but start: the tween does the rest.
    const HOOKS: Hooks = Hooks::START;

    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        let owner = context.owner();
        let tween = context.tween_light_color(owner, self.glow, self.brightness, self.period, Curve::EaseInOutSine);
        context.set_ping_pong(tween, true);
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_pulses_for_good() {
    let mut level = crate::Level::new();
    let lamp = level.spawn("lamp", "pulsing_light", "0 0 0", &[("_light", "255 255 255 200"), ("period", "0.5")]);
    let mut seen = Vec::new();
    for _ in 0..21 {
        level.tick();
        seen.push(level.world.float_field(lamp, "_brightness").unwrap_or(200.0).round() as i32);
    }
    assert_eq!((seen[5], seen[10], seen[15], seen[20]), (600, 200, 600, 200));
}
