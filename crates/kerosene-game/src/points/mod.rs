//! Entities at a point, and the level itself.

mod info_target;
mod player;
mod worldspawn;

use kerosene_entity::ClassDef;

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![info_target::class(), player::class(), worldspawn::class()]
}
