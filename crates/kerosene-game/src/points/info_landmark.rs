//! `info_landmark`: a place that two levels share.

use kerosene_entity::{ClassDef, ClassKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("info_landmark", ClassKind::Point)
        .help("A place that two levels share: who changes from one to the other stays where they were, seen from here.")
}
