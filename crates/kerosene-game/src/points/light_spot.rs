//! `light_spot`: a light that shines one way.

use crate::shared::lamp;
use kerosene_entity::ClassDef;

pub(crate) fn class() -> ClassDef {
    lamp::with_cone(lamp::class("light_spot")).help("A light that shines one way; the light compiler reads it.")
}
