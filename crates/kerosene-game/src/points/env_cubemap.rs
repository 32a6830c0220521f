//! `env_cubemap`: where the light compiler looks around for reflections. Nothing of it is left in a running level.

use kerosene_entity::{ClassDef, ClassKind, KeyKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_cubemap", ClassKind::Point).help("Where reflections are seen from.").key(
        "cubemapsize",
        KeyKind::Int,
        "32",
        "Size",
        "Texels along an edge, 4 to 256.",
    )
}
