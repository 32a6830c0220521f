//! Volumes that notice who is inside.

mod trigger_changelevel;
mod trigger_gravity;
mod trigger_hurt;
mod trigger_look;
mod trigger_multiple;
mod trigger_once;
mod trigger_push;
mod trigger_setskill;
mod trigger_teleport;

use kerosene_entity::ClassDef;

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![
        trigger_changelevel::class(),
        trigger_gravity::class(),
        trigger_hurt::class(),
        trigger_look::class(),
        trigger_multiple::class(),
        trigger_once::class(),
        trigger_push::class(),
        trigger_setskill::class(),
        trigger_teleport::class(),
    ]
}
