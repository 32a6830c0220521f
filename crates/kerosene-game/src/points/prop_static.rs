//! `prop_static`: a model that never changes.

use kerosene_entity::{ClassDef, ClassKind, KeyKind, ModelRole};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("prop_static", ClassKind::Point).help("A model that never changes.").model(ModelRole::Static).key(
        "model",
        KeyKind::Model,
        "props/cube",
        "Model",
        "What it looks like.",
    )
}
