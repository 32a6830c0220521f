//! `env_cubemap`: where the renderer looks around for reflections, once a level is there. It does nothing in a running one.

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
