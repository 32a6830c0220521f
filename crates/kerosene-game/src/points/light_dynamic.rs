//! `light_dynamic`: a light that is worked out anew in each picture.

use crate::shared::lamp;
use kerosene_entity::{ClassDef, KeyKind};

/// Throws no shadows.
const NO_SHADOWS: u32 = 2;

pub(crate) fn class() -> ClassDef {
    lamp::with_cone(lamp::class("light_dynamic"))
        .help("A light that can move and change, worked out in each picture.")
        .key("distance", KeyKind::Float, "0", "Reach", "Units; 0 for as far as its brightness says.")
        .flag(NO_SHADOWS, "No shadows", false)
}
