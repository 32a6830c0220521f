//! The tool materials that are known by name, for who makes textures and materials of them.

use crate::source;
use crate::volume::{self, BrushRole, material_rule};
use kerosene_bsp::{Contents, SurfaceFlags};

/// What a tool material makes of the brush that it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolMaterial {
    /// Its name: `tools/clip`.
    pub name: String,
    /// Contents of the brush; `None` where the other sides say them.
    pub contents: Option<Contents>,
    /// Flags of its faces.
    pub flags: SurfaceFlags,
    /// How the brush takes part in the compile: `structural`, `detail`, `volume`, `hint` or `origin`.
    pub role: &'static str,
}

/// All tool materials in the folder `tools`, ours and those of Source's games, and what they mean.
///
/// ```
/// use kerosene_bsp::Contents;
///
/// let clip = cleave::tool_materials().find(|tool| tool.name == "tools/clip").expect("there is one");
/// assert_eq!((clip.contents, clip.role), (Some(Contents::PLAYER_CLIP), "volume"));
/// ```
pub fn tool_materials() -> impl Iterator<Item = ToolMaterial> {
    let names = volume::tool_names().chain(source::tool_names());
    names.map(|stem| format!("tools/{stem}")).chain(volume::folder_names().map(str::to_owned)).map(|name| {
        let rule = material_rule(&name);
        let role = match rule.role {
            BrushRole::Structural => "structural",
            BrushRole::Detail => "detail",
            BrushRole::Volume => "volume",
            BrushRole::Hint => "hint",
            BrushRole::Origin => "origin",
        };
        ToolMaterial { name, contents: rule.contents, flags: rule.flags, role }
    })
}

/// Materials of the engine's own content that are drawn as they are, in the folder `dev`.
pub const DEVELOPER_MATERIALS: [&str; 17] = [
    "dev/ceiling",
    "dev/crate",
    "dev/floor",
    "dev/glass",
    "dev/grid",
    "dev/grid_black",
    "dev/grid_blue",
    "dev/grid_green",
    "dev/grid_orange",
    "dev/grid_purple",
    "dev/grid_red",
    "dev/grid_white",
    "dev/grid_yellow",
    "dev/metal",
    "dev/sky_kero",
    "dev/steam",
    "dev/wall",
];
