//! Sounds at entities.

use kerosene_entity::{EntityId, EntityWorld, Request, SoundRequest};
use kerosene_world::TextId;

/// Plays a sound at an entity once; the empty name is no sound.
pub(crate) fn play(world: &mut EntityWorld, entity: EntityId, sound: TextId) {
    if !world.text(sound).is_empty() {
        world.request(Some(entity), Request::PlaySound(SoundRequest::once(sound)));
    }
}

/// Lets a sound play at an entity until it is stopped; the empty name is no sound.
pub(crate) fn play_on(world: &mut EntityWorld, entity: EntityId, sound: TextId) {
    if !world.text(sound).is_empty() {
        world.request(Some(entity), Request::PlaySound(SoundRequest { looping: true, ..SoundRequest::once(sound) }));
    }
}

/// Stops the sound that plays on at an entity.
pub(crate) fn stop(world: &mut EntityWorld, entity: EntityId, sound: TextId) {
    if !world.text(sound).is_empty() {
        world.request(Some(entity), Request::StopSound);
    }
}

/// The sound that a key names, else the one that the first of some other keys names: Source and Half-Life have keys of
/// their own for the same thing.
pub(crate) fn chosen(world: &EntityWorld, entity: EntityId, own: TextId, others: &[&str]) -> TextId {
    let other = |key: &&str| world.field(entity, key)?.text().filter(|&text| !world.text(text).is_empty());
    others.iter().find_map(other).unwrap_or(own)
}
