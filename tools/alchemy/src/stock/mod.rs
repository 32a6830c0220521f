//! Pictures and materials that are made by code: what a level is built of before anybody has drawn anything.
//!
//! * Developer textures: a measured grid in several colours. At the usual scale of four pixels a unit one
//!   repeat is 64 units, in cells of 16, and says so, so that a level's sizes can be read off its walls.
//! * Tool textures ([`TOOLS`]): one for each thing that a material can make of a brush, labelled with its name.
//! * Effects: sprites, a beam, decals, and a sky.
//! * The font of the user interface: all printable characters of ASCII in one texture.

mod canvas;
mod developer;
mod effect;
mod font;
mod sheet;
mod tool;

pub use tool::{TOOLS, Tool};

use crate::{AlchemyError, Options, TOOL, compile};
use kerosene_asset::{Material, Provenance, Shader, TextureName};

/// A picture that is made by code.
#[derive(Debug, Clone, PartialEq)]
pub struct StockPicture {
    /// Name of its texture: `dev/grid`.
    pub name: String,
    /// The picture.
    pub png: Vec<u8>,
    /// How a texture is made of it.
    pub options: Options,
}

/// A material that is made by code.
#[derive(Debug, Clone, PartialEq)]
pub struct StockMaterial {
    /// Its name: `dev/grid`.
    pub name: String,
    /// The material.
    pub material: Material,
}

/// All pictures, in order of their names.
///
/// ```
/// let names: Vec<_> = alchemy::stock::pictures().into_iter().map(|picture| picture.name).collect();
/// assert!(names.is_sorted() && names.contains(&"dev/grid".to_owned()) && names.contains(&"tools/clip".to_owned()));
/// ```
#[must_use]
pub fn pictures() -> Vec<StockPicture> {
    let mut pictures: Vec<_> =
        developer::pictures().chain(effect::pictures()).chain(tool::pictures()).chain([sheet::picture()]).collect();
    pictures.sort_by(|one, other| one.name.cmp(&other.name));
    pictures
}

/// All materials, in order of their names.
///
/// ```
/// let materials = alchemy::stock::materials();
/// let water = materials.iter().find(|material| material.name == "liquids/water").unwrap();
/// assert_eq!(water.material.shader, kerosene_asset::Shader::Water);
/// ```
#[must_use]
pub fn materials() -> Vec<StockMaterial> {
    let mut materials: Vec<_> =
        developer::materials().chain(effect::materials()).chain(tool::materials()).chain([sheet::material()]).collect();
    materials.sort_by(|one, other| one.name.cmp(&other.name));
    for stock in &mut materials {
        stock.material.provenance = Provenance {
            tool: TOOL.to_owned(),
            options: "dev-textures".to_owned(),
            sources: vec![],
            ..Provenance::default()
        };
    }
    materials
}

/// Virtual paths and bytes of all textures (`.ktex`) and materials (`.kmat_c`), in order of their paths.
///
/// # Errors
/// Never: the pictures are our own.
pub fn files() -> Result<Vec<(String, Vec<u8>)>, AlchemyError> {
    let mut files = Vec::new();
    for picture in pictures() {
        let texture = compile(&format!("{}.png", picture.name), &picture.png, &picture.options)?;
        files.push((format!("materials/{}.ktex", picture.name), texture.to_bytes()));
    }
    for stock in materials() {
        files.push((format!("materials/{}.kmat_c", stock.name), stock.material.to_bytes()));
    }
    files.sort();
    Ok(files)
}

/// Names of all textures, in order.
///
/// ```
/// assert!(alchemy::stock::texture_names().any(|name| name == "dev/wall"));
/// ```
pub fn texture_names() -> impl Iterator<Item = String> {
    let mut names: Vec<_> =
        developer::names().chain(effect::names()).chain(tool::names()).chain([sheet::NAME.to_owned()]).collect();
    names.sort();
    names.into_iter()
}

/// A material that shows a texture.
fn showing(texture: &str, surface_property: &str) -> Material {
    Material {
        shader: Shader::Lit,
        base_texture: TextureName::new(texture),
        roughness: 0.9,
        surface_property: surface_property.to_owned(),
        ..Material::default()
    }
}
