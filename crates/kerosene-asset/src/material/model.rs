//! A material in memory.

use super::{MaterialContents, MaterialRole, MaterialSurface, TextureName};
use crate::provenance::Provenance;
use crate::surface::{BANDS, SurfaceTable};

/// What draws a material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shader {
    /// Lit by lightmaps and lights: nearly everything.
    #[default]
    Lit,
    /// As bright as its texture: screens, signs.
    Unlit,
    /// The sky, behind all else.
    Sky,
    /// The surface of a liquid.
    Water,
    /// The user interface.
    Ui,
}

impl Shader {
    /// Every shader.
    pub const ALL: [Self; 5] = [Self::Lit, Self::Unlit, Self::Sky, Self::Water, Self::Ui];

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lit => "lit",
            Self::Unlit => "unlit",
            Self::Sky => "sky",
            Self::Water => "water",
            Self::Ui => "ui",
        }
    }
}

/// What a material does with the alpha of its base texture, and with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Blending {
    /// Covers what is behind it.
    #[default]
    Opaque,
    /// Drawn where alpha is at least [`Material::alpha_reference`], and not at all elsewhere.
    AlphaTest,
    /// Mixed with what is behind it, as alpha says.
    Translucent,
    /// Added to what is behind it.
    Additive,
}

/// Which channels of a packed texture hold occlusion, roughness and metalness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Packing {
    /// Red is occlusion, green roughness, blue metalness (as glTF has it).
    #[default]
    Orm,
    /// Red is metalness, green roughness, blue occlusion.
    Mra,
    /// Red is roughness, green metalness, blue occlusion.
    Rma,
}

impl Packing {
    /// Every packing.
    pub const ALL: [Self; 3] = [Self::Orm, Self::Mra, Self::Rma];

    /// Its name in texts: the first letters of what red, green and blue hold.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Orm => "orm",
            Self::Mra => "mra",
            Self::Rma => "rma",
        }
    }
}

/// How much sound a material takes in, where its surface property does not say it.
#[derive(Debug, Clone, PartialEq)]
pub enum Acoustics {
    /// The part of the energy that is absorbed, from 0 to 1, in each of the [`BANDS`].
    Absorption([f32; BANDS]),
    /// As much as the surface property of this name.
    Surface(String),
}

/// What a surface looks like, is made of, and does to the brushes that it is on.
///
/// ```
/// use kerosene_asset::Material;
///
/// let (material, notes) = Material::parse("brick.kmat", "material { basetexture brick/wall surfaceprop brick }")
///     .expect("a sound material");
/// assert!(notes.is_empty());
/// assert_eq!(material.references(), ["materials/brick/wall.ktex"]);
/// assert_eq!(Material::from_bytes(&material.to_bytes())?, material);
/// # Ok::<(), kerosene_asset::MaterialError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// What draws it.
    pub shader: Shader,
    /// Colour and alpha; white without one.
    pub base_texture: Option<TextureName>,
    /// Multiplied with the base texture's colour, in linear light, 0 to 1 each.
    pub color: [f32; 3],
    /// Multiplied with the base texture's alpha, 0 to 1.
    pub alpha: f32,
    /// Normals in tangent space.
    pub normal_map: Option<TextureName>,
    /// How steep the normals are drawn: 0 is flat, 1 as they are. 0 to 8.
    pub normal_strength: f32,
    /// Roughness by place, or gloss where [`Material::gloss`] is set.
    pub roughness_map: Option<TextureName>,
    /// Whether the roughness map holds the opposite of roughness.
    pub gloss: bool,
    /// Roughness, or what its map is multiplied with. 0 to 1.
    pub roughness: f32,
    /// Metalness by place.
    pub metalness_map: Option<TextureName>,
    /// Metalness; what its map is multiplied with. 0 to 1.
    pub metalness: Option<f32>,
    /// Occlusion, roughness and metalness in one texture.
    pub packed_map: Option<TextureName>,
    /// Where they are in it.
    pub packing: Packing,
    /// Occlusion by place.
    pub occlusion_map: Option<TextureName>,
    /// Light that it gives off, by place.
    pub emissive_map: Option<TextureName>,
    /// Colour of that light, in linear light; what its map is multiplied with. 0 to 1 each.
    pub emissive: Option<[f32; 3]>,
    /// How strong it is: 1 is as bright as a white surface in full light. 0 to 10,000.
    pub emissive_strength: f32,
    /// Height by place, white the highest.
    pub height_map: Option<TextureName>,
    /// From black to white, in units. 0 to 256.
    pub height_scale: f32,
    /// Colour of a blend's second material, which the alpha of vertices brings out; without one there is no blend.
    pub base_texture_2: Option<TextureName>,
    /// Normals of the second material.
    pub normal_map_2: Option<TextureName>,
    /// Where a blend goes over: green is the alpha of vertices at which it is half done, red how far from there it begins.
    pub blend_map: Option<TextureName>,
    /// Laid over the base texture close by.
    pub detail_map: Option<TextureName>,
    /// How often it repeats on one base texture. Up to 1,024.
    pub detail_scale: f32,
    /// How much of it is seen. 0 to 1.
    pub detail_strength: f32,
    /// What is done with alpha.
    pub blending: Blending,
    /// The least alpha that is drawn with [`Blending::AlphaTest`]. 0 to 1.
    pub alpha_reference: f32,
    /// Drawn from both sides.
    pub two_sided: bool,
    /// Repeats of the texture that pass by in a second, along it and across.
    pub scroll: [f32; 2],
    /// Colour of what is seen through water, in linear light.
    pub fog_color: [f32; 3],
    /// How far one sees through water, in units; 0 without an end.
    pub fog_distance: f32,
    /// Name of the surface property: how it sounds and slides. See [`SurfaceTable`].
    pub surface_property: String,
    /// How much sound it takes in, where the surface property's value does not do.
    pub acoustics: Option<Acoustics>,
    /// What brushes that it is on are filled with, where not their name or other sides decide.
    pub contents: Option<MaterialContents>,
    /// What faces that it is on are.
    pub surface: MaterialSurface,
    /// How brushes that it is on take part in a compile, where not their name decides.
    pub role: Option<MaterialRole>,
    /// The size in texels that maps count texture coordinates in, where it is not the base texture's: a texture of more
    /// detail takes the place of one that maps were made with.
    pub map_size: Option<[u32; 2]>,
    /// Light that it throws back, in linear light, where the base texture's average does not do.
    pub reflectivity: Option<[f32; 3]>,
    /// Keys and blocks that mean nothing here, as canonical KeyValues text; empty without any. At most 64 KiB.
    pub other: String,
    /// What it was made from.
    pub provenance: Provenance,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            shader: Shader::default(),
            base_texture: None,
            color: [1.0; 3],
            alpha: 1.0,
            normal_map: None,
            normal_strength: 1.0,
            roughness_map: None,
            gloss: false,
            roughness: 1.0,
            metalness_map: None,
            metalness: None,
            packed_map: None,
            packing: Packing::default(),
            occlusion_map: None,
            emissive_map: None,
            emissive: None,
            emissive_strength: 1.0,
            height_map: None,
            height_scale: 1.0,
            base_texture_2: None,
            normal_map_2: None,
            blend_map: None,
            detail_map: None,
            detail_scale: 4.0,
            detail_strength: 1.0,
            blending: Blending::default(),
            alpha_reference: 0.5,
            two_sided: false,
            scroll: [0.0; 2],
            fog_color: [0.0; 3],
            fog_distance: 0.0,
            surface_property: SurfaceTable::DEFAULT.to_owned(),
            acoustics: None,
            contents: None,
            surface: MaterialSurface::empty(),
            role: None,
            map_size: None,
            reflectivity: None,
            other: String::new(),
            provenance: Provenance::default(),
        }
    }
}

impl Material {
    /// Names of all textures that it uses, each once, in order of their names.
    ///
    /// ```
    /// use kerosene_asset::{Material, TextureName};
    ///
    /// let material = Material { base_texture: TextureName::new("dev/grid"), ..Material::default() };
    /// assert_eq!(material.textures().len(), 1);
    /// ```
    #[must_use]
    pub fn textures(&self) -> Vec<&TextureName> {
        let slots = [
            &self.base_texture,
            &self.normal_map,
            &self.roughness_map,
            &self.metalness_map,
            &self.packed_map,
            &self.occlusion_map,
            &self.emissive_map,
            &self.height_map,
            &self.base_texture_2,
            &self.normal_map_2,
            &self.blend_map,
            &self.detail_map,
        ];
        let mut names: Vec<_> = slots.into_iter().flatten().collect();
        names.sort();
        names.dedup();
        names
    }

    /// Virtual paths of all files that it uses, each once, in order.
    #[must_use]
    pub fn references(&self) -> Vec<String> {
        self.textures().into_iter().map(TextureName::path).collect()
    }

    /// Metalness: what is said, and otherwise all of its map or none.
    ///
    /// ```
    /// use kerosene_asset::{Material, TextureName};
    ///
    /// let plain = Material::default();
    /// let mapped = Material { metalness_map: TextureName::new("pipe_m"), ..Material::default() };
    /// assert_eq!((plain.metalness(), mapped.metalness()), (0.0, 1.0));
    /// ```
    #[must_use]
    pub fn metalness(&self) -> f32 {
        let has_map = self.metalness_map.is_some() || self.packed_map.is_some();
        self.metalness.unwrap_or(if has_map { 1.0 } else { 0.0 })
    }

    /// Light that it gives off, in linear light with its strength: what is said, and otherwise all of its map or none.
    ///
    /// ```
    /// let lamp = kerosene_asset::Material { emissive: Some([1.0, 0.5, 0.0]), emissive_strength: 4.0, ..Default::default() };
    /// assert_eq!(lamp.emissive(), [4.0, 2.0, 0.0]);
    /// ```
    #[must_use]
    pub fn emissive(&self) -> [f32; 3] {
        let implied = if self.emissive_map.is_some() { 1.0 } else { 0.0 };
        self.emissive.unwrap_or([implied; 3]).map(|value| value * self.emissive_strength)
    }

    /// The part of a sound's energy that it takes in, in each of the [`BANDS`].
    ///
    /// ```
    /// use kerosene_asset::{Acoustics, Material, SurfaceTable};
    ///
    /// let table = SurfaceTable::built_in();
    /// let curtain = Material { acoustics: Some(Acoustics::Absorption([0.1, 0.5, 0.7, 0.6])), ..Material::default() };
    /// assert_eq!(curtain.absorption(&table), [0.1, 0.5, 0.7, 0.6]);
    /// assert_eq!(Material::default().absorption(&table), table.get("concrete").unwrap().absorption);
    /// ```
    #[must_use]
    pub fn absorption(&self, surfaces: &SurfaceTable) -> [f32; BANDS] {
        let name = match &self.acoustics {
            Some(Acoustics::Absorption(absorption)) => return *absorption,
            Some(Acoustics::Surface(name)) => name,
            None => &self.surface_property,
        };
        surfaces.get_or_default(name).absorption
    }
}
