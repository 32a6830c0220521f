//! What a brush is made of: volume classes for cutting, contents for the compiled map, and how materials
//! and entity classes decide both.

use crate::game_materials::game_material;
use crate::source;
use kerosene_bsp::{Contents, SurfaceFlags};

/// What a region of space is to the tree, in rising priority: where two brushes overlap the higher one is
/// there. Everything opaque is one class, so no tree splits between a wall and the sky.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum VolumeClass {
    /// Nothing.
    Empty,
    /// Open space in an opening between two areas.
    AreaPortal,
    /// Drawn, and neither blocks nor hides anything: mist, a curtain. Never part of the tree.
    Illusion,
    /// One walks through it and does not see through it.
    Visblocker,
    /// Liquids, told apart so that their boundaries exist.
    Water,
    /// See [`VolumeClass::Water`].
    Slime,
    /// See [`VolumeClass::Water`].
    Lava,
    /// Solid with holes.
    Grate,
    /// Solid that one sees through.
    Window,
    /// Opaque solid, the sky included.
    Solid,
}

impl VolumeClass {
    /// The class of structural contents.
    pub(crate) fn of(contents: Contents) -> Self {
        if contents.intersects(Contents::SOLID | Contents::SKY) {
            Self::Solid
        } else if contents.intersects(Contents::WINDOW) {
            Self::Window
        } else if contents.intersects(Contents::GRATE) {
            Self::Grate
        } else if contents.intersects(Contents::LAVA) {
            Self::Lava
        } else if contents.intersects(Contents::SLIME) {
            Self::Slime
        } else if contents.intersects(Contents::WATER) {
            Self::Water
        } else if contents.intersects(Contents::AREA_PORTAL) {
            Self::AreaPortal
        } else if contents.intersects(Contents::OPAQUE) {
            Self::Visblocker
        } else if contents.intersects(Contents::TRANSLUCENT) {
            Self::Illusion
        } else {
            Self::Empty
        }
    }

    /// The contents of a leaf of this class.
    pub(crate) const fn contents(self) -> Contents {
        match self {
            Self::Empty => Contents::empty(),
            Self::AreaPortal => Contents::AREA_PORTAL,
            Self::Illusion => Contents::TRANSLUCENT,
            Self::Visblocker => Contents::OPAQUE,
            Self::Water => Contents::WATER,
            Self::Slime => Contents::SLIME,
            Self::Lava => Contents::LAVA,
            Self::Grate => Contents::GRATE,
            Self::Window => Contents::WINDOW,
            Self::Solid => Contents::SOLID,
        }
    }

    /// Whether the flood stops here, and with it sight.
    pub(crate) const fn is_opaque(self) -> bool {
        matches!(self, Self::Solid)
    }

    /// Whether it is one of the liquids.
    pub(crate) const fn is_liquid(self) -> bool {
        matches!(self, Self::Water | Self::Slime | Self::Lava)
    }

    /// Whether one can be in it and see its surface from within: liquids and visblockers.
    pub(crate) const fn is_entered(self) -> bool {
        matches!(self, Self::Visblocker) || self.is_liquid()
    }

    /// Whether sight passes from a place of this class to one of class `other`. What is seen from within a visblocker
    /// is the visblocker.
    pub(crate) const fn sees_into(self, other: Self) -> bool {
        matches!(self, Self::Visblocker) == matches!(other, Self::Visblocker)
    }
}

/// What one material makes of the brush it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MaterialRule {
    /// Contents that it gives to the whole brush, `None` where it leaves the choice to the other sides.
    pub contents: Option<Contents>,
    /// Flags of the face itself.
    pub flags: SurfaceFlags,
    /// How the brush takes part in the compile.
    pub role: BrushRole,
}

/// How a brush takes part in the compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum BrushRole {
    /// Cuts the tree, seals the map.
    Structural,
    /// Drawn and collided with, held out of the tree.
    Detail,
    /// Collided with or noticed, never drawn, held out of the tree: clip, trigger, ladder.
    Volume,
    /// Its hint sides split the tree; it is nothing else.
    Hint,
    /// Marks the point that a brush entity turns about.
    Origin,
}

const SOLID_RULE: MaterialRule =
    MaterialRule { contents: None, flags: SurfaceFlags::empty(), role: BrushRole::Structural };

/// Flags of a face that is neither drawn nor splits the tree.
const SKIPPED: SurfaceFlags = SurfaceFlags::SKIP.union(SurfaceFlags::NODRAW);

/// Tool materials by the last part of their name, without case.
///
/// Both the `tools/` names of our own content and the bare names that Quake, Half-Life and Source maps use.
const TOOL_MATERIALS: &[(&[&str], MaterialRule)] = &[
    (
        &["nodraw", "invisible", "toolsnodraw", "caulk", "null", "__tb_empty"],
        MaterialRule { contents: None, flags: SurfaceFlags::NODRAW, role: BrushRole::Structural },
    ),
    (
        &["clip", "playerclip", "toolsclip", "toolsplayerclip"],
        MaterialRule { contents: Some(Contents::PLAYER_CLIP), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume },
    ),
    (
        &["npcclip", "monsterclip", "toolsnpcclip"],
        MaterialRule { contents: Some(Contents::MONSTER_CLIP), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume },
    ),
    (
        &["skybox", "toolsskybox"],
        MaterialRule { contents: Some(Contents::SKY), flags: SurfaceFlags::SKY, role: BrushRole::Structural },
    ),
    (
        &["ladder", "toolsladder", "toolsinvisibleladder"],
        MaterialRule { contents: Some(Contents::LADDER), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume },
    ),
    (
        &["hint", "toolshint"],
        MaterialRule { contents: None, flags: SurfaceFlags::HINT.union(SurfaceFlags::NODRAW), role: BrushRole::Hint },
    ),
    (&["skip"], MaterialRule { contents: None, flags: SKIPPED, role: BrushRole::Structural }),
    (&["toolsskip", "hintskip"], MaterialRule { contents: None, flags: SKIPPED, role: BrushRole::Hint }),
    (
        &["areaportal", "toolsareaportal"],
        MaterialRule {
            contents: Some(Contents::AREA_PORTAL),
            flags: SurfaceFlags::NODRAW,
            role: BrushRole::Structural,
        },
    ),
    (
        &["blocklight", "toolsblocklight"],
        MaterialRule { contents: Some(Contents::OPAQUE), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume },
    ),
    (&["origin", "toolsorigin"], MaterialRule { contents: None, flags: SurfaceFlags::NODRAW, role: BrushRole::Origin }),
];

/// Liquids and the like by how the last part of the name begins, without case. The first match counts.
const PREFIX_MATERIALS: &[(&str, MaterialRule)] = &[
    ("*lava", liquid(Contents::LAVA)),
    ("!lava", liquid(Contents::LAVA)),
    ("*slime", liquid(Contents::SLIME)),
    ("!slime", liquid(Contents::SLIME)),
    ("*", liquid(Contents::WATER)),
    ("!", liquid(Contents::WATER)),
    ("sky", MaterialRule { contents: Some(Contents::SKY), flags: SurfaceFlags::SKY, role: BrushRole::Structural }),
];

/// Folders of our own content whose materials fill what they are on.
const FOLDER_MATERIALS: &[(&str, MaterialRule)] = &[
    ("liquids/lava", liquid(Contents::LAVA)),
    ("liquids/slime", liquid(Contents::SLIME)),
    ("liquids/", liquid(Contents::WATER)),
    ("tools/water", liquid(Contents::WATER)),
    (
        "tools/grate",
        MaterialRule { contents: Some(Contents::GRATE), flags: SurfaceFlags::empty(), role: BrushRole::Structural },
    ),
    (
        "tools/trigger",
        MaterialRule {
            contents: Some(Contents::TRIGGER),
            flags: SurfaceFlags::TRIGGER.union(SurfaceFlags::NODRAW),
            role: BrushRole::Volume,
        },
    ),
];

/// Last parts of the names of tool materials.
pub(crate) fn tool_names() -> impl Iterator<Item = &'static str> {
    TOOL_MATERIALS.iter().flat_map(|(names, _)| names.iter().copied())
}

/// Names in the folders of our own content that mean something, those that are not whole folders.
pub(crate) fn folder_names() -> impl Iterator<Item = &'static str> {
    FOLDER_MATERIALS.iter().map(|(name, _)| *name).filter(|name| !name.ends_with('/'))
}

/// A liquid: it fills what it is on.
pub(crate) const fn liquid(contents: Contents) -> MaterialRule {
    MaterialRule { contents: Some(contents), flags: SurfaceFlags::WARP, role: BrushRole::Structural }
}

/// Whether a name says by itself what a surface is, so that no file of it is asked for: tools, liquids, skies.
pub(crate) fn is_tool_material(material: &str) -> bool {
    material_rule(material) != SOLID_RULE
}

/// What `material` makes of the brush it is on. Unknown names are ordinary world.
pub(crate) fn material_rule(material: &str) -> MaterialRule {
    let name = material.to_ascii_lowercase();
    let stem = name.rsplit('/').next().unwrap_or(&name);
    // Quake 3's holds nobody; everyone else's is solid.
    let stem = if name == "common/nodraw" { "nodrawnonsolid" } else { stem };
    // Quake's bare `skip` is solid that is not drawn; elsewhere the material lies in a folder and fills nothing.
    let stem = if stem == "skip" && name != stem { "toolsskip" } else { stem };
    let tool = TOOL_MATERIALS.iter().find(|(names, _)| names.contains(&stem)).map(|(_, rule)| rule);
    let folder = || FOLDER_MATERIALS.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, rule)| rule);
    let prefix = || PREFIX_MATERIALS.iter().find(|(prefix, _)| stem.starts_with(prefix)).map(|(_, rule)| rule);
    let ours = tool.or_else(|| source::material_rule(&name)).or_else(folder).or_else(prefix).copied();
    ours.or_else(|| game_material(&name)).unwrap_or(SOLID_RULE)
}
