//! `trigger_look`: acts when somebody inside has looked at something for a while.

use crate::shared::trigger;
use kerosene_entity::{ClassDef, Due, EntityId, EntityWorld, Touch, TouchPhase, Value, ValueKind};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Fires once and is gone.
const ONCE: u32 = 1 << 7;
/// Height of a player's eyes above its origin, in units.
const EYE_HEIGHT: f32 = 64.0;

/// The keys and the state of such a trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Look {
    /// What is to be looked at.
    #[field(label = "Target", widget = "target_destination")]
    target: TextId,
    /// Seconds that one has to look at it.
    #[field(key = "looktime", label = "Look time", default = "0.5")]
    look_time: f32,
    /// How straight: 1 for exactly at it, 0 for anywhere in front, -1 for anywhere.
    #[field(key = "fieldofview", label = "Field of view", default = "0.9")]
    field_of_view: f32,
    /// Seconds after which OnTimeout fires; 0 for never.
    #[field(label = "Timeout")]
    timeout: f32,
    /// Who looks at it.
    #[field(key = "")]
    looker: Option<EntityId>,
    /// When it has been looked at for long enough; never once it has fired for this look.
    #[field(key = "")]
    seen: Due,
}

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_look")
        .help("Fires when somebody inside has looked at something for a while.")
        .component::<Look>()
        .flag(ONCE, "Once only", false)
        .output("OnTimeout", ValueKind::None, "When somebody has been inside for the timeout and it has not fired.")
        .on_touch(touch)
        .on_think(|world, trigger| {
            world.fire_output(trigger, "OnTimeout", None, Value::None);
        })
}

fn keys(world: &EntityWorld, trigger: EntityId) -> Look {
    world.get(trigger).unwrap_or_default()
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    let inside = trigger::touch(world, trigger, touch);
    let (state, now) = (keys(world, trigger), world.time());
    if inside && touch.phase == TouchPhase::Start && state.timeout > 0.0 && world.next_think(trigger).is_none() {
        world.think_after(trigger, state.timeout);
    }
    if state.looker.is_some_and(|looker| looker != touch.other && world.is_active(looker)) {
        return;
    }
    if !inside || !looks_at_target(world, trigger, touch.other) {
        watch(world, trigger, None, Due::NEVER);
    } else if state.looker.is_none() {
        watch(world, trigger, Some(touch.other), Due::at(now.after(state.look_time)));
    } else if state.seen.has_come(now) {
        watch(world, trigger, state.looker, Due::NEVER);
        fire(world, trigger, touch.other);
    }
}

/// Notes who looks, and until when it has to.
fn watch(world: &mut EntityWorld, trigger: EntityId, looker: Option<EntityId>, seen: Due) {
    if let Some(mut state) = world.get_mut::<Look>(trigger) {
        state.looker = looker;
        state.seen = seen;
    }
}

fn looks_at_target(world: &EntityWorld, trigger: EntityId, who: EntityId) -> bool {
    let state = keys(world, trigger);
    let Some(target) = world.find_by_name(world.text(state.target)).next() else { return false };
    let middle = world.brush_bounds(target).map_or(Vec3::ZERO, |bounds| bounds.center());
    let eye = world.origin(who) + Vec3::Z * EYE_HEIGHT;
    let way = (world.origin(target) + middle - eye).normalize_or_zero();
    world.angles(who).forward().dot(way) >= state.field_of_view
}

fn fire(world: &mut EntityWorld, trigger: EntityId, looker: EntityId) {
    world.think_never(trigger);
    trigger::show_message(world, trigger, Some(looker));
    world.fire_output(trigger, "OnTrigger", Some(looker), Value::None);
    if world.spawn_flags(trigger) & ONCE != 0 {
        world.remove_by(trigger, Some(looker));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::TouchPhase;
    use kerosene_math::{Angles, Vec3};

    const TEXT: &str = "{ classname trigger_look targetname t target clock timeout 3 spawnflags 1 model *1 }
                        { classname info_target targetname clock origin \"100 0 64\" }";

    #[test]
    fn it_fires_after_a_long_enough_look() {
        let mut stage = Stage::new(TEXT, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.world.set_angles(player, Angles::new(0.0, 90.0, 0.0));
        stage.touch("t", player, TouchPhase::Start);
        for tick in 1..=192 {
            stage.tick();
            // Looks at it from the first second on, for a quarter of a second, and from the second second on.
            let looks = (64..80).contains(&tick) || tick >= 128;
            stage.world.set_angles(player, Angles::new(0.0, if looks { 0.0 } else { 90.0 }, 0.0));
            stage.touch("t", player, TouchPhase::Stay);
        }
        let fired = stage.fired();
        assert_eq!(fired[2..], ["2.500 t.OnTrigger"], "{fired:?}");
    }

    #[test]
    fn whoever_does_not_look_times_out() {
        let mut stage = Stage::new(TEXT, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.world.set_angles(player, Angles::new(0.0, 90.0, 0.0));
        stage.touch("t", player, TouchPhase::Start);
        for _ in 0..256 {
            stage.tick();
            stage.touch("t", player, TouchPhase::Stay);
        }
        assert_eq!(stage.fired()[2..], ["3.000 t.OnTimeout"]);
    }
}
