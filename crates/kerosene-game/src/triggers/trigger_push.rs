//! `trigger_push`: wind, currents and jump pads.

use crate::shared::direction::direction;
use crate::shared::trigger;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, PushKind, Request, Touch, TouchPhase, Value};
use kerosene_math::Vec3;
use kerosene_world::Component;

/// Pushes once and is gone.
const ONCE: u32 = 1 << 7;

/// `pushmode`: whoever comes in gets the velocity once, on top of what it has.
const KICK: i64 = 0;
/// `pushmode`: whoever is inside has this velocity and no other, as with Quake's.
const THROW: i64 = 1;
/// `pushmode`: whoever is inside has at least this speed in this direction, as with Half-Life's: how it moves across
/// that is its own.
const CARRY: i64 = 2;

/// The keys of such a trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PushKeys {
    /// Which way it pushes: pitch, yaw and roll. Up is `-90 0 0`.
    #[field(key = "pushdir", label = "Direction", default = "-90 0 0", widget = "angles")]
    direction: Vec3,
    /// In units a second.
    #[field(label = "Speed", default = "400")]
    speed: f32,
    /// How it pushes.
    #[field(key = "pushmode", label = "Mode", widget = "choices 0=Once_on_entry 1=All_the_time 2=At_least_so_fast")]
    mode: i64,
}

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_push")
        .help("Pushes whoever is inside.")
        .component::<PushKeys>()
        .flag(ONCE, "Once only", false)
        .on_touch(touch)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    if !trigger::touch(world, trigger, touch) {
        return;
    }
    let keys = world.get::<PushKeys>(trigger).unwrap_or_default();
    if keys.mode == KICK && touch.phase != TouchPhase::Start {
        return;
    }
    let velocity = direction(keys.direction) * keys.speed;
    let how = match keys.mode {
        THROW => PushKind::Replace,
        CARRY => PushKind::AtLeast,
        _ => PushKind::Add,
    };
    world.request(Some(trigger), Request::Push { who: touch.other, velocity, how });
    if touch.phase == TouchPhase::Start {
        world.fire_output(trigger, "OnTrigger", Some(touch.other), Value::None);
    }
    if world.spawn_flags(trigger) & ONCE != 0 {
        world.remove_by(trigger, Some(touch.other));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;

    fn pushes(keys: &str) -> Vec<(Vec3, PushKind)> {
        let text = format!("{{ classname trigger_push targetname t model *1 {keys} }}");
        let mut stage = Stage::new(&text, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        stage.touch("t", player, TouchPhase::Stay);
        stage.touch("t", player, TouchPhase::End);
        let requests = stage.requests().into_iter();
        requests
            .map(|request| match request {
                Request::Push { velocity, how, .. } => (velocity, how),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn it_kicks_once_or_throws_all_the_time() {
        assert_eq!(pushes(""), [(Vec3::Z * 400.0, PushKind::Add)]);
        let throw = (Vec3::Y * 100.0, PushKind::Replace);
        assert_eq!(pushes("pushmode 1 speed 100 pushdir \"0 90 0\""), [throw, throw]);
        assert_eq!(pushes("pushmode 1 speed 100 pushdir \"0 90 0\" spawnflags 129"), [throw]);
        assert_eq!(pushes("pushmode 2 speed 100 pushdir \"0 90 0\""), [(Vec3::Y * 100.0, PushKind::AtLeast); 2]);
    }
}
