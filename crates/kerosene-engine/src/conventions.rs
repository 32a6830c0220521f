//! What a trigger does whose class has no code.
//!
//! A class that a mod invents, `trigger_lava`, works without a line of code if it follows the names: any class whose name
//! begins with `trigger_` and that has no touch handler of its own gets the engine's behaviour.
//!
//! | key | what happens to a player inside |
//! |---|---|
//! | `damage` | loses so many points of health a second |
//! | `push` | gets this velocity, in units a second, on entry |
//! | `teleport` | goes to the entity of this name, and looks its way |
//! | `gravity` | falls by this multiple of the level's gravity from then on |
//! | `changelevel` | goes on to this map, past the landmark that the key `landmark` names |
//!
//! Wires on `OnStartTouch`, `OnTrigger` (both on entry) and `OnEndTouch` fire. Where `spawnflags` are set and lack bit 1,
//! the trigger does not notice players.

use kerosene_entity::{DamageKind, EntityId, EntityWorld, PushKind, Request, TouchPhase, Value};

/// Beginning of the names of such classes.
const PREFIX: &str = "trigger_";

/// Bit of `spawnflags`: notices players. Source's.
const NOTICES_PLAYERS: u32 = 1;

/// Lets a trigger without code act on a player.
pub(crate) fn act(entities: &mut EntityWorld, trigger: EntityId, player: EntityId, phase: TouchPhase, seconds: f32) {
    let class = entities.class_name(trigger);
    let is_trigger = class.get(..PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(PREFIX));
    let flags = entities.spawn_flags(trigger);
    if !is_trigger || flags != 0 && flags & NOTICES_PLAYERS == 0 {
        return;
    }
    match phase {
        TouchPhase::Start => {
            fire(entities, trigger, "OnStartTouch", player);
            fire(entities, trigger, "OnTrigger", player);
            enter(entities, trigger, player);
        }
        TouchPhase::Stay => {}
        TouchPhase::End => return fire(entities, trigger, "OnEndTouch", player),
    }
    if let Some(damage) = entities.float_field(trigger, "damage") {
        let (amount, kind) = (damage * seconds, DamageKind::empty().bits());
        entities.request(Some(trigger), Request::HurtPlayer { who: player, amount, kind });
    }
}

/// What happens once, on entry.
fn enter(entities: &mut EntityWorld, trigger: EntityId, who: EntityId) {
    if let Some(velocity) = entities.field(trigger, "push").and_then(Value::vector) {
        entities.request(Some(trigger), Request::Push { who, velocity, how: PushKind::Add });
    }
    if let Some(factor) = entities.float_field(trigger, "gravity") {
        entities.request(Some(trigger), Request::PlayerGravity { who, factor });
    }
    let destination = entities.text_field(trigger, "teleport");
    if let Some(destination) = destination.and_then(|name| entities.find_by_name(name).next()) {
        let to = entities.pose(destination);
        entities.request(Some(trigger), Request::Teleport { who, to, turn: true, stop: true });
    }
    if let Some(map) = entities.field(trigger, "changelevel").and_then(Value::text) {
        let landmark = entities.field(trigger, "landmark").and_then(Value::text).unwrap_or_default();
        entities.request(Some(trigger), Request::ChangeLevel { map, landmark });
    }
}

/// Fires an output that something is wired to.
fn fire(entities: &mut EntityWorld, trigger: EntityId, output: &str, activator: EntityId) {
    let is_wired = |spelling: &str| spelling.eq_ignore_ascii_case(output);
    if entities.wires(trigger).any(|wire| is_wired(entities.spelling(wire.output))) {
        entities.fire_output(trigger, output, Some(activator), Value::None);
    }
}
