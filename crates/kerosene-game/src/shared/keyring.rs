//! The keys that players carry.
//!
//! A key is a word, `silver` or `gold` or whatever a level calls it, and a player has so many of it. They are loose
//! fields of the player's entity, so they are saved with it, and left behind with the level.

use kerosene_entity::{EntityId, EntityWorld, Request, Value};
use kerosene_world::TextId;

/// The field in which a player has a key.
fn field(world: &EntityWorld, key: TextId) -> String {
    format!("key_{}", world.text(key))
}

/// How many of a key somebody has.
pub(crate) fn count(world: &EntityWorld, holder: EntityId, key: TextId) -> i64 {
    world.field(holder, &field(world, key)).and_then(Value::int).unwrap_or(0)
}

/// Gives somebody a key.
pub(crate) fn give(world: &mut EntityWorld, holder: EntityId, key: TextId) {
    let (name, before) = (field(world, key), count(world, holder, key));
    world.set_field(holder, &name, Value::Int(before.saturating_add(1)));
}

/// Takes a key from somebody. False if it has none.
pub(crate) fn take(world: &mut EntityWorld, holder: EntityId, key: TextId) -> bool {
    let (name, before) = (field(world, key), count(world, holder, key));
    before > 0 && world.set_field(holder, &name, Value::Int(before - 1))
}

/// Tells a player which key it needs.
pub(crate) fn ask_for(world: &mut EntityWorld, door: EntityId, key: TextId, player: EntityId) {
    let text = format!("You need the {} key", world.text(key));
    let text = world.intern(&text);
    world.request(Some(door), Request::Message { text, who: Some(player) });
}
