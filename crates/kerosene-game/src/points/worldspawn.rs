//! `worldspawn`: the level itself.

use kerosene_entity::{ClassDef, ClassKind};
use kerosene_world::{Component, TextId};

/// What a level says of itself.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct WorldSpawn {
    /// What the level is called, for people.
    #[field(label = "Title")]
    message: TextId,
    /// The sky's material.
    #[field(key = "skyname", label = "Sky", default = "dev/sky_kero", widget = "material")]
    sky: TextId,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("worldspawn", ClassKind::Brush).help("The level itself.").component::<WorldSpawn>()
}
