//! Entities that are nothing but logic.

mod filter_activator_class;
mod filter_activator_name;
mod game_end;
mod logic_auto;
mod logic_autosave;
mod logic_branch;
mod logic_case;
mod logic_compare;
mod logic_relay;
mod logic_script;
mod logic_timer;
mod math_counter;
mod math_remap;
mod trigger_counter;

use crate::shared::filter::FilterTest;
use kerosene_entity::ClassDef;

/// How each filter class decides.
pub(crate) const FILTERS: &[(&str, FilterTest)] = &[
    (filter_activator_class::NAME, filter_activator_class::passes),
    (filter_activator_name::NAME, filter_activator_name::passes),
];

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![
        filter_activator_class::class(),
        filter_activator_name::class(),
        game_end::class(),
        logic_auto::class(),
        logic_autosave::class(),
        logic_branch::class(),
        logic_case::class(),
        logic_compare::class(),
        logic_relay::class(),
        logic_script::class(),
        logic_timer::class(),
        math_counter::class(),
        math_remap::class(),
        trigger_counter::class(),
    ]
}
