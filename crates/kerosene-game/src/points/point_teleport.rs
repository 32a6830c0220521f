//! `point_teleport`: puts an entity to where it is.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, Value, ValueKind};
use kerosene_world::TextId;

/// Whom it moves where the key names nobody.
const DEFAULT_TARGET: &str = "!activator";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("point_teleport", ClassKind::Point)
        .help("Puts an entity to where it is.")
        .key("target", KeyKind::TargetDestination, DEFAULT_TARGET, "Entity to teleport", "Whom it moves.")
        .input("Teleport", ValueKind::None, teleport, "Moves its entity here; one that it names by a name, the first.")
        .input("TeleportEntity", ValueKind::Text, teleport_entity, "Moves the named entity here.")
        .output("OnTeleport", ValueKind::None, "When something was moved.")
}

fn teleport(world: &mut EntityWorld, point: EntityId, event: &InputEvent) {
    let named = world.field(point, "target").and_then(Value::text);
    let target = named.unwrap_or_else(|| world.intern(DEFAULT_TARGET));
    bring(world, point, target, event);
}

fn teleport_entity(world: &mut EntityWorld, point: EntityId, event: &InputEvent) {
    if let Some(target) = event.value.text() {
        bring(world, point, target, event);
    }
}

fn bring(world: &mut EntityWorld, point: EntityId, target: TextId, event: &InputEvent) {
    let target = world.target_of_text(target);
    let Some(who) = world.resolve_first(target, event.activator, event.caller) else {
        return world.notice_about(point, format_args!("there is nobody to teleport"));
    };
    let to = world.pose(point);
    world.request(Some(point), Request::Teleport { who, to, turn: true, stop: true });
    world.fire_output(point, "OnTeleport", Some(who), Value::None);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, Value};
    use kerosene_math::Vec3;

    #[test]
    fn it_brings_its_target_or_who_set_it_off() {
        let text = "{ classname point_teleport targetname p origin \"1 2 3\" } \
                    { classname point_teleport targetname q target box } { classname info_target targetname box }";
        let mut stage = Stage::new(text, &[]);
        let player = stage.player(Vec3::ZERO);
        for name in ["p", "q"] {
            let point = stage.find(name);
            stage.world.accept_input(point, "Teleport", Value::None, Some(player), None);
        }
        let requests = stage.requests().into_iter();
        let moved = requests.map(|request| match request {
            Request::Teleport { who, to, .. } => (who, to.origin),
            other => panic!("{other:?}"),
        });
        let moved: Vec<_> = moved.collect();
        assert_eq!(moved, [(player, Vec3::new(1.0, 2.0, 3.0)), (stage.find("box"), Vec3::ZERO)]);
    }
}
