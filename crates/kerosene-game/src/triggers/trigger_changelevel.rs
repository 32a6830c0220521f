//! `trigger_changelevel`: the way to another map.

use crate::shared::trigger::{self, Trigger};
use kerosene_entity::{ClassDef, Due, EntityId, EntityWorld, InputEvent, Request, Touch, Value, ValueKind};
use kerosene_world::{Component, TextId};

/// Touching it does nothing.
const ONLY_WHEN_TOLD: u32 = 1 << 1;

/// Seconds before it asks again, should the level not have changed.
const PATIENCE: f32 = 1.0;

/// The keys of such a trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct ChangeLevel {
    /// The map.
    #[field(label = "Map")]
    map: TextId,
    /// The landmark that both maps have: players are as far from it there as here.
    #[field(label = "Landmark", widget = "target_destination")]
    landmark: TextId,
}

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_changelevel")
        .help("Takes players to another map.")
        .component::<ChangeLevel>()
        .input("ChangeLevel", ValueKind::None, input_change, "Changes to the other map.")
        .output("OnChangeLevel", ValueKind::None, "When the level is about to change.")
        .on_touch(touch)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    // Players alone change levels; this bit means NPCs to other triggers.
    let counts = crate::shared::who::is_player(world, touch.other);
    if counts && trigger::touch(world, trigger, touch) && world.spawn_flags(trigger) & ONLY_WHEN_TOLD == 0 {
        change(world, trigger, Some(touch.other));
    }
}

fn input_change(world: &mut EntityWorld, trigger: EntityId, event: &InputEvent) {
    change(world, trigger, event.activator);
}

fn change(world: &mut EntityWorld, trigger: EntityId, activator: Option<EntityId>) {
    let now = world.time();
    let Some(mut state) = world.get_mut::<Trigger>(trigger) else { return };
    if state.ready.time().is_some_and(|ready| ready > now) {
        return;
    }
    state.ready = Due::at(now.after(PATIENCE));
    drop(state);
    let ChangeLevel { map, landmark } = world.get(trigger).unwrap_or_default();
    world.fire_output(trigger, "OnTrigger", activator, Value::None);
    world.fire_output(trigger, "OnChangeLevel", activator, Value::None);
    world.request(Some(trigger), Request::ChangeLevel { map, landmark });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase};
    use kerosene_math::Vec3;

    fn after_touch(flags: u32) -> (Stage, Vec<Request>) {
        let text = format!(
            "{{ classname trigger_changelevel targetname t model *1 map e1m2 landmark lift spawnflags {flags} }}"
        );
        let mut stage = Stage::new(&text, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        stage.tick();
        stage.touch("t", player, TouchPhase::Stay);
        let requests = stage.requests();
        (stage, requests)
    }

    #[test]
    fn whoever_comes_in_asks_for_the_other_map_once() {
        let (mut stage, requests) = after_touch(0);
        let [map, landmark] = ["e1m2", "lift"].map(|text| stage.world.intern(text));
        assert_eq!(requests, [Request::ChangeLevel { map, landmark }]);
    }

    #[test]
    fn one_that_waits_to_be_told_is_told() {
        let (mut stage, requests) = after_touch(2);
        assert_eq!(requests, []);
        stage.outputs();
        stage.input("t", "ChangeLevel", "");
        assert_eq!(stage.outputs(), ["OnTrigger", "OnChangeLevel"]);
        assert!(matches!(stage.requests()[..], [Request::ChangeLevel { .. }]));
    }
}
