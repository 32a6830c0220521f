//! What a texture of Quake, Half-Life or Quake 2 is as a material of ours.

use crate::{QuakeName, Wal, texture_name};
use kerosene_asset::{
    Blending, Material, MaterialContents as Fill, MaterialRole as Role, MaterialSurface as Face, Shader, TextureName,
};

/// The material of a texture of Quake or Half-Life, by its name; `glow` is the texture of what of it shines. What a liquid
/// or a sky fills is left to the map compiler, which knows these names.
///
/// ```
/// use kerosene_asset::{Blending, Shader};
/// use kerosene_foreign::quake_material;
///
/// let lava = quake_material("*Lava1", None);
/// assert_eq!((lava.shader, lava.base_texture.unwrap().as_str()), (Shader::Water, "#lava1"));
/// assert_eq!(quake_material("{fence", None).blending, Blending::AlphaTest);
/// ```
#[must_use]
pub fn quake_material(name: &str, glow: Option<TextureName>) -> Material {
    let says = QuakeName::of(name);
    let shader = match (says.liquid, says.sky) {
        (true, _) => Shader::Water,
        (false, true) => Shader::Sky,
        (false, false) => Shader::Lit,
    };
    let blending = if says.fence { Blending::AlphaTest } else { Blending::Opaque };
    Material { shader, blending, base_texture: texture_name(name), emissive_map: glow, ..Material::default() }
}

/// Contents of Quake 2 that have a counterpart, the most solid first.
const FILLS: [(u32, Fill, Option<Role>); 9] = [
    (1 << 24, Fill::empty(), Some(Role::Origin)),
    (1, Fill::SOLID, None),
    (1 << 1, Fill::WINDOW, None),
    (1 << 3, Fill::LAVA, None),
    (1 << 4, Fill::SLIME, None),
    (1 << 5, Fill::WATER, None),
    (1 << 6, Fill::TRANSLUCENT, None),
    (1 << 16, Fill::PLAYER_CLIP, Some(Role::Volume)),
    (1 << 17, Fill::MONSTER_CLIP, Some(Role::Volume)),
];

/// Surface flags of Quake 2 that have a counterpart.
const FACES: [(u32, Face); 9] = [
    (1, Face::LIGHT),
    (1 << 1, Face::SLICK),
    (1 << 2, Face::SKY),
    (1 << 3, Face::WARP),
    (3 << 4, Face::TRANS),
    (1 << 7, Face::NODRAW),
    (1 << 8, Face::HINT.union(Face::NODRAW)),
    (1 << 9, Face::SKIP.union(Face::NODRAW)),
    (1 << 25, Face::ALPHA_TEST),
];

impl Wal<'_> {
    /// The material that it is, under the name that maps call it by.
    ///
    /// The light value of a texture of Quake 2 is the strength of a light in the map's terms and not a brightness; it is
    /// kept as the flag that says that there is some.
    #[must_use]
    pub fn material(&self, name: &str) -> Material {
        let surface = FACES.iter().filter(|(bits, _)| self.surface_flags & bits != 0);
        let surface = surface.fold(Face::empty(), |all, (_, face)| all | *face);
        let filled = FILLS.iter().find(|(bit, ..)| self.contents & bit != 0);
        let sky = surface.contains(Face::SKY);
        let contents = if sky { Some(Fill::SKY) } else { filled.map(|(_, fill, _)| *fill) };
        let hint = surface.contains(Face::HINT).then_some(Role::Hint);
        let see_through = surface.intersects(Face::TRANS | Face::ALPHA_TEST);
        let solid = contents.is_none_or(|contents| contents == Fill::SOLID);
        Material {
            shader: if sky {
                Shader::Sky
            } else if surface.contains(Face::WARP) {
                Shader::Water
            } else {
                Shader::Lit
            },
            blending: if surface.contains(Face::ALPHA_TEST) {
                Blending::AlphaTest
            } else if surface.contains(Face::TRANS) {
                Blending::Translucent
            } else {
                Blending::Opaque
            },
            // A third is seen of the one kind of glass, two thirds of the other.
            alpha: match self.surface_flags >> 4 & 3 {
                0 => 1.0,
                1 => 0.33,
                _ => 0.66,
            },
            base_texture: texture_name(name),
            // Solid that one sees through is a window, as id Software's qbsp3 has it, and is held out of the tree.
            contents: if see_through && solid { Some(Fill::WINDOW) } else { contents },
            role: hint
                .or(filled.and_then(|(.., role)| *role))
                .or(surface.contains(Face::TRANS).then_some(Role::Detail)),
            surface,
            ..Material::default()
        }
    }
}
