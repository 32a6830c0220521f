//! `detail`: brushes that do not split the level's tree. The map compiler makes them part of the level; an entity of the
//! class is left only where a map was not compiled so.

use kerosene_entity::{ClassDef, ClassKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("detail", ClassKind::Brush).help("Brushes that are part of the level and do not split its tree.")
}
