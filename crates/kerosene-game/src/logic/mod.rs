//! Entities that are nothing but logic.

use crate::shared::filter::FilterTest;
use kerosene_entity::ClassDef;

/// How each filter class decides.
pub(crate) const FILTERS: &[(&str, FilterTest)] = &[];

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![]
}
