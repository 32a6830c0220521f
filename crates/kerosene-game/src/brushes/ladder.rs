//! `ladder`: a volume to climb in. What climbing is, players' movement knows; the map compiler files the volume.

use kerosene_entity::{ClassDef, ClassKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("ladder", ClassKind::Brush).help("A volume to climb in.")
}
