//! Who somebody is, to a class that meets it.

use kerosene_entity::{EntityId, EntityWorld};

/// Whether an entity is a player.
pub(crate) fn is_player(world: &EntityWorld, entity: EntityId) -> bool {
    world.class_name(entity) == "player"
}

/// Whether an entity is a rigid body.
pub(crate) fn is_prop(world: &EntityWorld, entity: EntityId) -> bool {
    matches!(world.class_name(entity), "prop_physics" | "physbox")
}

/// Whether an entity acts by itself without being a player: its class is an `npc_` or a `monster_`.
pub(crate) fn is_npc(world: &EntityWorld, entity: EntityId) -> bool {
    let class = world.class_name(entity).as_bytes();
    let starts = |prefix: &[u8]| class.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    starts(b"npc_") || starts(b"monster_")
}
