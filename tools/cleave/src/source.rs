//! Materials and entity classes of Source's games, beyond those that have our names too.
//!
//! Source's compiler asks the material's own file what a brush is made of. Those files are not here: what the
//! name says has to do, and water is known by the folders that Valve's games keep it in.

use crate::volume::{BrushRole, MaterialRule, liquid};
use kerosene_bsp::{Contents, SurfaceFlags};

const fn volume(contents: Contents) -> MaterialRule {
    MaterialRule { contents: Some(contents), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume }
}

/// Tool materials by the last part of their name.
const TOOLS: &[(&[&str], MaterialRule)] = &[
    (&["toolstrigger"], volume(Contents::TRIGGER)),
    (&["toolsblock_los", "toolsblocklos"], volume(Contents::OPAQUE)),
    // One walks, sees and floods through these: they stop bullets or grenades alone, or mark a place.
    (
        &["toolsblockbullets", "toolsblockbullets2", "toolsblockbomb", "toolsgrenadeclip", "toolsoccluder", "toolsfog"],
        volume(Contents::empty()),
    ),
    // Solid, unseen, and no reason not to see what lies behind.
    (
        &["toolsinvisible"],
        MaterialRule { contents: Some(Contents::WINDOW), flags: SurfaceFlags::NODRAW, role: BrushRole::Structural },
    ),
    (
        &["toolsskybox2d", "toolsskyfog"],
        MaterialRule { contents: Some(Contents::SKY), flags: SurfaceFlags::SKY, role: BrushRole::Structural },
    ),
];

/// Liquids by how the whole name begins.
const LIQUIDS: &[(&str, MaterialRule)] = &[
    ("water/water_", liquid(Contents::WATER)),
    ("nature/water_", liquid(Contents::WATER)),
    ("nature/sewer_water", liquid(Contents::WATER)),
    ("dev/dev_water", liquid(Contents::WATER)),
    ("nature/toxicslime", liquid(Contents::SLIME)),
];

/// Brush entities that notice or mark, and block nobody, without `func_`.
const OPEN_CLASSES: &[&str] = &[
    "achievement",
    "bomb_target",
    "buyzone",
    "capturezone",
    "changeclass",
    "clip_vphysics",
    "dustcloud",
    "dustmotes",
    "flagdetectionzone",
    "fog_volume",
    "hostage_rescue",
    "nav_avoid",
    "nav_blocker",
    "nav_prefer",
    "nobuild",
    "nogrenades",
    "no_defuse",
    "occluder",
    "powerupvolume",
    "precipitation",
    "precipitation_blocker",
    "proprrespawnzone",
    "regenerate",
    "respawnroom",
    "rescue_zone",
    "smokevolume",
    "suggested_build",
    "tfbot_hint",
    "upgradestation",
    "vehicleclip",
    "viscluster",
];

/// Last parts of the names of tool materials.
pub(crate) fn tool_names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().flat_map(|(names, _)| names.iter().copied())
}

/// What a material of Source's, by its name in lower case, makes of the brush it is on.
pub(crate) fn material_rule(name: &str) -> Option<&'static MaterialRule> {
    let stem = name.rsplit('/').next().unwrap_or(name);
    let tool = TOOLS.iter().find(|(names, _)| names.contains(&stem)).map(|(_, rule)| rule);
    let liquid = || LIQUIDS.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, rule)| rule);
    tool.or_else(liquid)
}

/// Whether an entity class, in lower case and without `func_`, is a volume that one walks through.
pub(crate) fn is_open_class(name: &str) -> bool {
    OPEN_CLASSES.contains(&name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn tools_and_water_are_known_by_name_and_nothing_else_is() {
        assert_eq!(material_rule("tools/toolstrigger").unwrap().contents, Some(Contents::TRIGGER));
        assert_eq!(material_rule("nature/water_canals_city").unwrap().contents, Some(Contents::WATER));
        assert_eq!(material_rule("nature/toxicslime002a").unwrap().contents, Some(Contents::SLIME));
        for ordinary in ["water/waterfall", "brick/water_stain", "tools/toolsblack", "dev/dev_measuregeneric01"] {
            assert!(material_rule(ordinary).is_none(), "{ordinary}");
        }
    }
}
