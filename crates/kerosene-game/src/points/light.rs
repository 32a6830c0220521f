//! `light`: a light that shines all around.

use crate::shared::lamp;
use kerosene_entity::ClassDef;

pub(crate) fn class() -> ClassDef {
    lamp::class("light").help("A light that shines all around; the light compiler reads it.")
}
