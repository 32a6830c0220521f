//! What is known of the map's materials beside their names.
//!
//! A map says what a material is called. How large its texture is, what light it throws back and what it makes of a brush
//! stands in the material, compiled or of another game. Whoever calls the compiler brings that along; without it, names
//! decide and sizes are unknown, which the compiled map says.

use crate::volume::{BrushRole, MaterialRule};
use kerosene_asset::{Material, MaterialRole};
use kerosene_bsp::{Contents, SurfaceFlags};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of a material.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownMaterial {
    /// Width and height in texels, as maps count them.
    pub size: Option<[u32; 2]>,
    /// Light that it throws back, linear, 0 to 1.
    pub reflectivity: Option<[f32; 3]>,
    contents: Option<Contents>,
    flags: SurfaceFlags,
    role: Option<BrushRole>,
}

/// Materials by the names that maps call them by.
///
/// ```
/// use cleave::{KnownMaterial, Materials};
/// use kerosene_asset::Material;
///
/// let wall = KnownMaterial::new(&Material::default(), Some([64, 32]), None);
/// let materials: Materials = [("Brick/Wall".to_owned(), wall)].into_iter().collect();
/// assert_eq!(materials.get("brick/wall").and_then(|known| known.size), Some([64, 32]));
/// assert_eq!(materials.get("brick/floor"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Materials(Arc<BTreeMap<String, KnownMaterial>>);

impl KnownMaterial {
    /// What a material says; `size` and `reflectivity` are its base texture's, and what the material itself says of these
    /// comes first.
    #[must_use]
    pub fn new(material: &Material, size: Option<[u32; 2]>, reflectivity: Option<[f32; 3]>) -> Self {
        let role = |role| match role {
            MaterialRole::Structural => BrushRole::Structural,
            MaterialRole::Detail => BrushRole::Detail,
            MaterialRole::Volume => BrushRole::Volume,
            MaterialRole::Hint => BrushRole::Hint,
            MaterialRole::Origin => BrushRole::Origin,
        };
        Self {
            size: material.map_size.or(size),
            reflectivity: material.reflectivity.or(reflectivity),
            contents: material.contents.map(|contents| Contents::from_bits_truncate(contents.bits())),
            flags: SurfaceFlags::from_bits_truncate(material.surface.bits()),
            role: material.role.map(role),
        }
    }

    /// The rule that a name gives with what is known laid over it: a material that says what it fills, or how it takes part,
    /// has the say over its name.
    pub(crate) fn over(&self, named: MaterialRule) -> MaterialRule {
        if self.contents.is_none() && self.role.is_none() {
            return MaterialRule { flags: named.flags | self.flags, ..named };
        }
        let role = self.role.unwrap_or(BrushRole::Structural);
        let unseen = match role {
            BrushRole::Structural | BrushRole::Detail => SurfaceFlags::empty(),
            BrushRole::Volume | BrushRole::Origin => SurfaceFlags::NODRAW,
            BrushRole::Hint if self.flags.contains(SurfaceFlags::SKIP) => SurfaceFlags::NODRAW,
            BrushRole::Hint => SurfaceFlags::NODRAW | SurfaceFlags::HINT,
        };
        MaterialRule { contents: self.contents, flags: self.flags | unseen, role }
    }
}

impl Materials {
    /// What is known of a material, its name taken without case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&KnownMaterial> {
        // Most maps come without, and then no name is looked at.
        if self.0.is_empty() { None } else { self.0.get(&name.to_lowercase()) }
    }

    /// How many are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, KnownMaterial)> for Materials {
    fn from_iter<T: IntoIterator<Item = (String, KnownMaterial)>>(known: T) -> Self {
        Self(Arc::new(known.into_iter().map(|(name, known)| (name.to_lowercase(), known)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::material_rule;
    use kerosene_asset::{MaterialContents, MaterialSurface};

    #[test]
    fn what_a_material_says_comes_before_what_its_name_says() {
        let water = Material {
            contents: Some(MaterialContents::WATER),
            surface: MaterialSurface::WARP,
            role: Some(MaterialRole::Structural),
            ..Material::default()
        };
        let rule = KnownMaterial::new(&water, None, None).over(material_rule("brick"));
        assert_eq!((rule.contents, rule.flags), (Some(Contents::WATER), SurfaceFlags::WARP));
        let plain = KnownMaterial::new(&Material::default(), None, None);
        for name in ["*lava1", "tools/toolsclip", "sky1", "brick"] {
            assert_eq!(plain.over(material_rule(name)), material_rule(name), "{name}");
        }
        let solid = Material { contents: Some(MaterialContents::SOLID), ..Material::default() };
        let rule = KnownMaterial::new(&solid, None, None).over(material_rule("sky1"));
        assert_eq!((rule.contents, rule.flags), (Some(Contents::SOLID), SurfaceFlags::empty()));
    }

    #[test]
    fn bits_of_materials_are_those_of_compiled_maps() {
        for (name, bit) in MaterialContents::all().iter_names() {
            assert_eq!(Contents::from_name(name).map(|ours| ours.bits()), Some(bit.bits()), "{name}");
        }
        for (name, bit) in MaterialSurface::all().iter_names() {
            assert_eq!(SurfaceFlags::from_name(name).map(|ours| ours.bits()), Some(bit.bits()), "{name}");
        }
    }
}
