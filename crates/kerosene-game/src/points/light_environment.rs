//! `light_environment`: the sun and the sky.

use kerosene_entity::{ClassDef, ClassKind, KeyKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("light_environment", ClassKind::Point)
        .help("The sun and the sky; the light compiler reads it.")
        .key("_light", KeyKind::Color, "255 255 255 200", "Sun", "Red, green, blue, brightness.")
        .key(
            "_ambient",
            KeyKind::Color,
            "60 70 90 20",
            "Sky",
            "Red, green, blue, brightness of the light from everywhere.",
        )
        .key("pitch", KeyKind::Float, "-45", "Pitch", "Degrees upwards; the sun shines down where it is negative.")
}
