//! What a material of Quake 3 is as one of ours.

use super::{Shader, StageBlend};
use crate::texture_name;
use kerosene_asset::{
    Blending, Material, MaterialContents as Fill, MaterialRole as Role, MaterialSurface as Face, Shader as Drawn,
};

/// Light of a surface, in Quake 3's terms, that is as bright as a white surface in full light.
const FULL_LIGHT: f32 = 1000.0;
/// The brightest that a material can be.
const MAX_STRENGTH: f32 = 10_000.0;

/// The fastest that a material scrolls.
const MAX_SCROLL: f32 = 1000.0;

/// What fills a brush, the first that is said; alone or with other words it means the same.
const FILLS: [(&str, Fill, Option<Role>); 10] = [
    ("lava", Fill::LAVA, None),
    ("slime", Fill::SLIME, None),
    ("water", Fill::WATER, None),
    ("areaportal", Fill::AREA_PORTAL, None),
    ("sky", Fill::SKY, None),
    ("playerclip", Fill::PLAYER_CLIP, Some(Role::Volume)),
    ("monsterclip", Fill::MONSTER_CLIP, Some(Role::Volume)),
    ("botclip", Fill::MONSTER_CLIP, Some(Role::Volume)),
    ("donotenter", Fill::MONSTER_CLIP, Some(Role::Volume)),
    ("fog", Fill::TRANSLUCENT, None),
];

/// What a face is.
const FACES: [(&str, Face); 4] =
    [("nodraw", Face::NODRAW), ("slick", Face::SLICK), ("nolightmap", Face::NOLIGHT), ("sky", Face::SKY)];

/// Words about steps, with our surface properties.
const SURFACES: [(&str, &str); 3] = [("metalsteps", "metal"), ("flesh", "flesh"), ("dust", "dirt")];

impl Shader {
    /// The name that maps call it by: without the folder that every texture of Quake 3 lies in.
    #[must_use]
    pub fn map_name(&self) -> &str {
        let folder = "textures/";
        let starts = self.name.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder));
        if starts { &self.name[folder.len()..] } else { &self.name }
    }

    /// The material that it is here.
    ///
    /// ```
    /// use kerosene_asset::{MaterialContents, MaterialSurface};
    ///
    /// let script = b"textures/liquids/pool\n{\nsurfaceparm trans\nsurfaceparm nonsolid\nsurfaceparm water\n}";
    /// let material = kerosene_foreign::read_shaders(script)?[0].material();
    /// assert_eq!(material.contents, Some(MaterialContents::WATER));
    /// assert!(material.surface.contains(MaterialSurface::WARP));
    /// # Ok::<(), kerosene_foreign::ForeignError>(())
    /// ```
    #[must_use]
    pub fn material(&self) -> Material {
        let base = self.base_stage().cloned().unwrap_or_default();
        let (contents, role) = self.fill();
        let liquid = contents.is_some_and(|contents| contents.intersects(Fill::WATER | Fill::SLIME | Fill::LAVA));
        let image = self.image().unwrap_or(self.sizing_image());
        let lights = self.surface_light > 0.0;
        let mut surface =
            FACES.iter().filter(|(word, _)| self.says(word)).fold(Face::empty(), |all, (_, face)| all | *face);
        surface.set(Face::WARP, liquid);
        surface.set(Face::LIGHT, lights);
        surface.set(Face::ALPHA_TEST, base.alpha_reference.is_some());
        surface.set(Face::TRANS, base.blend == StageBlend::Alpha);
        surface.set(Face::HINT, self.says("hint"));
        surface.set(Face::SKIP, self.says("skip"));
        let blending = match (base.alpha_reference, base.blend) {
            (Some(_), _) => Blending::AlphaTest,
            (None, StageBlend::Alpha) => Blending::Translucent,
            (None, StageBlend::Add) => Blending::Additive,
            (None, StageBlend::None | StageBlend::Other) => Blending::Opaque,
        };
        let property = SURFACES.iter().find(|(word, _)| self.says(word)).map(|(_, name)| (*name).to_owned());
        let plain = Material::default();
        Material {
            shader: if surface.contains(Face::SKY) {
                Drawn::Sky
            } else if liquid {
                Drawn::Water
            } else {
                Drawn::Lit
            },
            base_texture: texture_name(image),
            emissive_map: lights.then(|| texture_name(self.light_image.as_deref().unwrap_or(image))).flatten(),
            emissive_strength: if lights { (self.surface_light / FULL_LIGHT).min(MAX_STRENGTH) } else { 1.0 },
            blending,
            alpha_reference: base.alpha_reference.unwrap_or(plain.alpha_reference),
            two_sided: self.two_sided,
            scroll: base.scroll.map(|repeats| repeats.clamp(-MAX_SCROLL, MAX_SCROLL)),
            surface_property: property.unwrap_or_else(|| plain.surface_property.clone()),
            contents,
            surface,
            role,
            ..plain
        }
    }

    fn says(&self, word: &str) -> bool {
        self.surface_parameters.iter().any(|parameter| parameter == word)
    }

    /// What fills a brush and how it takes part, as id Software's q3map has it: what is translucent is held out of the tree
    /// unless it is called structural.
    fn fill(&self) -> (Option<Fill>, Option<Role>) {
        for (word, role) in [("origin", Role::Origin), ("hint", Role::Hint), ("skip", Role::Hint)] {
            if self.says(word) {
                return (Some(Fill::empty()), Some(role));
            }
        }
        let (structural, see_through) = (self.says("structural"), self.says("trans"));
        let detail = (self.says("detail") || see_through && !structural).then_some(Role::Detail);
        if let Some((_, fill, role)) = FILLS.iter().find(|(word, ..)| self.says(word)) {
            return (Some(*fill), *role);
        }
        if self.says("nonsolid") {
            return (Some(Fill::TRANSLUCENT), detail);
        }
        let ladder = if self.says("ladder") { Fill::LADDER } else { Fill::empty() };
        match (see_through, ladder.is_empty()) {
            (true, _) => (Some(Fill::WINDOW | ladder), detail),
            (false, false) => (Some(Fill::SOLID | ladder), detail),
            (false, true) => (None, detail.or(structural.then_some(Role::Structural))),
        }
    }
}
