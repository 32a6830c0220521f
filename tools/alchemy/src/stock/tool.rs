//! Tool textures: what a material makes of a brush, written on it.

use super::canvas::{Canvas, Rgba};
use super::{StockMaterial, StockPicture, showing};
use crate::Options;
use kerosene_asset::{
    Blending, Material, MaterialContents as Fill, MaterialRole as Role, MaterialSurface as Face, Shader,
};

/// Pixels along a side: 32 units at four pixels a unit.
const SIDE: u32 = 128;

/// A tool: a texture, and a material for each name that it goes by.
#[derive(Debug)]
pub struct Tool {
    /// Its texture and first material: `tools/clip`.
    pub name: &'static str,
    /// Other names, in the same folder, as other games have it.
    pub aliases: &'static [&'static str],
    /// What is written on it.
    label: &'static [&'static str],
    color: [u8; 3],
    contents: Option<Fill>,
    surface: Face,
    role: Option<Role>,
}

const fn volume(
    name: &'static str,
    aliases: &'static [&'static str],
    label: &'static [&'static str],
    color: [u8; 3],
    contents: Fill,
) -> Tool {
    Tool { name, aliases, label, color, contents: Some(contents), surface: Face::NODRAW, role: Some(Role::Volume) }
}

const fn solid(
    name: &'static str,
    aliases: &'static [&'static str],
    label: &'static [&'static str],
    color: [u8; 3],
    surface: Face,
) -> Tool {
    Tool { name, aliases, label, color, contents: None, surface, role: None }
}

const fn filled(
    name: &'static str,
    label: &'static [&'static str],
    color: [u8; 3],
    contents: Fill,
    surface: Face,
) -> Tool {
    Tool { name, aliases: &[], label, color, contents: Some(contents), surface, role: None }
}

/// Flags of a face that is neither drawn nor splits the tree.
const SKIPPED: Face = Face::SKIP.union(Face::NODRAW);

/// All tools. What they make of a brush is what the map compiler makes of their names, which a test holds them to.
pub const TOOLS: &[Tool] = &[
    solid(
        "tools/nodraw",
        &["invisible", "toolsnodraw", "caulk", "null", "__tb_empty"],
        &["NODRAW"],
        [196, 180, 60],
        Face::NODRAW,
    ),
    volume("tools/clip", &["playerclip", "toolsclip", "toolsplayerclip"], &["CLIP"], [176, 84, 160], Fill::PLAYER_CLIP),
    volume("tools/npcclip", &["monsterclip", "toolsnpcclip"], &["NPC", "CLIP"], [150, 62, 190], Fill::MONSTER_CLIP),
    Tool {
        name: "tools/skybox",
        aliases: &["toolsskybox", "toolsskybox2d", "toolsskyfog"],
        label: &["SKY"],
        color: [120, 176, 224],
        contents: Some(Fill::SKY),
        surface: Face::SKY,
        role: None,
    },
    volume("tools/ladder", &["toolsladder", "toolsinvisibleladder"], &["LADDER"], [92, 156, 84], Fill::LADDER),
    Tool {
        name: "tools/hint",
        aliases: &["toolshint"],
        label: &["HINT"],
        color: [70, 180, 190],
        contents: None,
        surface: Face::HINT.union(Face::NODRAW),
        role: Some(Role::Hint),
    },
    Tool {
        name: "tools/skip",
        aliases: &["toolsskip", "hintskip"],
        label: &["SKIP"],
        color: [128, 132, 136],
        contents: None,
        surface: SKIPPED,
        role: Some(Role::Hint),
    },
    Tool {
        name: "tools/areaportal",
        aliases: &["toolsareaportal"],
        label: &["AREA", "PORTAL"],
        color: [54, 122, 170],
        contents: Some(Fill::AREA_PORTAL),
        surface: Face::NODRAW,
        role: None,
    },
    volume(
        "tools/blocklight",
        &["toolsblocklight", "toolsblock_los", "toolsblocklos"],
        &["BLOCK", "LIGHT"],
        [72, 68, 60],
        Fill::OPAQUE,
    ),
    volume(
        "tools/toolsblockbullets",
        &["toolsblockbullets2", "toolsblockbomb", "toolsgrenadeclip", "toolsoccluder", "toolsfog"],
        &["NO", "EFFECT"],
        [150, 150, 120],
        Fill::empty(),
    ),
    Tool {
        name: "tools/toolsinvisible",
        aliases: &[],
        label: &["UNSEEN", "WALL"],
        color: [210, 200, 170],
        contents: Some(Fill::WINDOW),
        surface: Face::NODRAW,
        role: None,
    },
    Tool {
        name: "tools/origin",
        aliases: &["toolsorigin"],
        label: &["ORIGIN"],
        color: [204, 96, 44],
        contents: None,
        surface: Face::NODRAW,
        role: Some(Role::Origin),
    },
    filled("tools/grate", &["GRATE"], [122, 128, 118], Fill::GRATE, Face::empty()),
    Tool {
        name: "tools/trigger",
        aliases: &["toolstrigger"],
        label: &["TRIGGER"],
        color: [222, 136, 40],
        contents: Some(Fill::TRIGGER),
        surface: Face::TRIGGER.union(Face::NODRAW),
        role: Some(Role::Volume),
    },
    filled("tools/water", &["WATER"], [58, 110, 160], Fill::WATER, Face::WARP),
    filled("liquids/water", &["WATER"], [58, 110, 160], Fill::WATER, Face::WARP),
    filled("liquids/slime", &["SLIME"], [88, 132, 48], Fill::SLIME, Face::WARP),
    filled("liquids/lava", &["LAVA"], [196, 76, 24], Fill::LAVA, Face::WARP),
];

impl Tool {
    /// Names of all its materials, the first that of its texture too.
    ///
    /// ```
    /// let clip = alchemy::stock::TOOLS.iter().find(|tool| tool.name == "tools/clip").unwrap();
    /// assert_eq!(clip.materials().nth(1).unwrap(), "tools/playerclip");
    /// ```
    pub fn materials(&self) -> impl Iterator<Item = String> {
        let folder = self.name.split('/').next().unwrap_or_default();
        std::iter::once(self.name.to_owned()).chain(self.aliases.iter().map(move |alias| format!("{folder}/{alias}")))
    }

    fn is_liquid(&self) -> bool {
        self.surface.contains(Face::WARP)
    }

    fn material(&self) -> Material {
        let mut material = showing(self.name, if self.is_liquid() { "water" } else { "concrete" });
        material.contents = self.contents;
        material.surface = self.surface;
        material.role = self.role;
        if self.is_liquid() {
            material.shader = Shader::Water;
            material.roughness = 0.1;
            material.blending = Blending::Translucent;
            material.scroll = [0.05, 0.03];
            material.fog_color = self.color.map(kerosene_asset::srgb_to_linear);
            material.fog_distance = 512.0;
        }
        if self.contents == Some(Fill::SKY) {
            (material.shader, material.roughness) = (Shader::Sky, Material::default().roughness);
        }
        if self.contents == Some(Fill::LAVA) {
            material.blending = Blending::Opaque;
            material.emissive = Some([1.0, 0.25, 0.02]);
        }
        material
    }
}

/// Names of the textures.
pub(super) fn names() -> impl Iterator<Item = String> {
    TOOLS.iter().map(|tool| tool.name.to_owned())
}

/// The pictures.
pub(super) fn pictures() -> impl Iterator<Item = StockPicture> {
    TOOLS.iter().map(|tool| StockPicture {
        name: tool.name.to_owned(),
        png: draw(tool).to_png(),
        options: Options::default(),
    })
}

/// The materials.
pub(super) fn materials() -> impl Iterator<Item = StockMaterial> {
    TOOLS.iter().flat_map(|tool| tool.materials().map(|name| StockMaterial { name, material: tool.material() }))
}

/// Stripes of two shades in a frame, and the name.
fn draw(tool: &Tool) -> Canvas {
    let [r, g, b] = tool.color;
    let shade = |by: i32| [r, g, b].map(|value| (i32::from(value) + by).clamp(0, 255) as u8);
    let opaque = |[r, g, b]: [u8; 3]| -> Rgba { [r, g, b, 255] };
    let (base, stripe, edge) = (opaque(shade(0)), opaque(shade(-18)), opaque(shade(-70)));
    let mut canvas = Canvas::new(SIDE, SIDE, base);
    if tool.is_liquid() {
        // Waves that join at the edges.
        canvas.shade(|x, y| ((y + wave(x)) % 16 < 6).then_some(stripe));
    } else {
        canvas.shade(|x, y| ((x + y) % 32 < 16).then_some(stripe));
        canvas.frame([0, 0], [SIDE, SIDE], 3, edge);
    }
    canvas.label(tool.label, 3, [255, 255, 255, 255], edge);
    canvas
}

/// A triangular wave, four of them along a side.
fn wave(x: u32) -> u32 {
    let at = x % (SIDE / 4);
    at.min(SIDE / 4 - at) / 2
}
