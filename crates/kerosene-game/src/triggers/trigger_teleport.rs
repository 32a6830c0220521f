//! `trigger_teleport`: whoever comes in is elsewhere.

use crate::shared::trigger;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, Pose, Request, Touch, TouchPhase, Value};
use kerosene_world::{Component, TextId};

/// The view is kept.
const KEEPS_VIEW: u32 = 1 << 5;

/// The keys of such a trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Teleport {
    /// Where to.
    #[field(label = "Destination", widget = "target_destination")]
    target: TextId,
    /// Whoever comes in is as far from the destination as it was from this entity, and goes on as it went.
    #[field(label = "Landmark", widget = "target_destination")]
    landmark: TextId,
}

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_teleport")
        .help("Moves whoever comes in to another place.")
        .component::<Teleport>()
        .flag(KEEPS_VIEW, "Keeps the view", false)
        .on_touch(touch)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    if !trigger::touch(world, trigger, touch) || touch.phase != TouchPhase::Start {
        return;
    }
    let keys = world.get::<Teleport>(trigger).unwrap_or_default();
    let Some(target) = named(world, keys.target) else {
        let name = world.text(keys.target).to_owned();
        world.notice_about(trigger, format_args!("nothing is named `{name}`: nobody is moved"));
        return;
    };
    let request = match named(world, keys.landmark) {
        Some(landmark) => past_landmark(world, touch.other, target, landmark),
        None => {
            let turn = world.spawn_flags(trigger) & KEEPS_VIEW == 0;
            Request::Teleport { who: touch.other, to: world.pose(target), turn, stop: true }
        }
    };
    world.request(Some(trigger), request);
    world.fire_output(trigger, "OnTrigger", Some(touch.other), Value::None);
}

fn named(world: &EntityWorld, name: TextId) -> Option<EntityId> {
    world.find_by_name(world.text(name)).next()
}

fn past_landmark(world: &EntityWorld, who: EntityId, target: EntityId, landmark: EntityId) -> Request {
    let offset = world.origin(who) - world.origin(landmark);
    let to = Pose::new(world.origin(target) + offset, world.angles(who));
    Request::Teleport { who, to, turn: false, stop: false }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Pose, Request, TouchPhase};
    use kerosene_math::{Angles, Vec3};

    fn request(keys: &str) -> Vec<Request> {
        let text = format!(
            "{{ classname trigger_teleport targetname t model *1 target there {keys} }}
             {{ classname info_target targetname there origin \"100 0 8\" angles \"0 90 0\" }}
             {{ classname info_target targetname here origin \"10 0 0\" }}"
        );
        let mut stage = Stage::new(&text, &[[0.0; 6]]);
        let player = stage.player(Vec3::new(12.0, 3.0, 0.0));
        stage.touch("t", player, TouchPhase::Start);
        stage.touch("t", player, TouchPhase::Stay);
        stage.requests()
    }

    fn teleport(requests: &[Request]) -> (Pose, bool, bool) {
        match requests {
            [Request::Teleport { to, turn, stop, .. }] => (*to, *turn, *stop),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_is_at_the_destination_and_looks_its_way() {
        let to = Pose::new(Vec3::new(100.0, 0.0, 8.0), Angles::new(0.0, 90.0, 0.0));
        assert_eq!(teleport(&request("")), (to, true, true));
        assert_eq!(teleport(&request("spawnflags 33")), (to, false, true));
    }

    #[test]
    fn a_landmark_keeps_place_and_motion() {
        let to = Pose::new(Vec3::new(102.0, 3.0, 8.0), Angles::ZERO);
        assert_eq!(teleport(&request("landmark here")), (to, false, false));
    }

    #[test]
    fn without_a_destination_nobody_is_moved_and_people_hear_why() {
        let mut stage = Stage::new("{ classname trigger_teleport targetname t model *1 target gone }", &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        assert!(stage.requests().is_empty());
        assert!(stage.world.take_notices().0[0].message.contains("nothing is named `gone`"));
    }
}
