//! The hand of the script's entity, for functions that work in scripts of entities alone.

use crate::call::{Access, Answer, pack, with_call};
use crate::error::refuse;
use kerosene_entity::EntityId;
use kerosene_framework::Context;
use rhai::Dynamic;

/// Asks the hand of the script's entity for something.
pub(super) fn ask<R>(run: impl FnOnce(&mut Context<'_>) -> R) -> Answer<R> {
    with_call(|call| match &mut call.access {
        Access::Live(context) => Ok(run(context)),
        _ => Err(refuse("this works in the script of an entity, not in a map's")),
    })
}

/// A handle, or `()`.
pub(super) fn handle(entity: Option<EntityId>) -> Dynamic {
    entity.map_or(Dynamic::UNIT, |entity| Dynamic::from_int(pack(entity)))
}
