//! `info_target`: a place with a name.

use kerosene_entity::{ClassDef, ClassKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("info_target", ClassKind::Point).help("A place that others name.")
}
