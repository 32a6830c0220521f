//! The pictures of one material, found by their names.

use crate::PictureRole;
use kerosene_asset::{Blending, Material, SurfaceTable, TextureName};
use kerosene_diagnostics::nearest;
use std::collections::BTreeMap;

/// Endings of pictures that are read.
pub const PICTURE_ENDINGS: [&str; 7] = ["png", "jpg", "jpeg", "tga", "webp", "hdr", "exr"];

/// Why pictures make no material.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// No picture belongs to the set.
    #[error("there is no picture of the set `{name}`{}", hint(.nearest.as_deref()))]
    Empty {
        /// The set.
        name: String,
        /// A set in the same folder whose name is nearly the same.
        nearest: Option<String>,
    },
    /// None of them is the base colour.
    #[error("no picture of the set `{name}` is its base colour: there is {}", .found.join(", "))]
    NoBase {
        /// The set.
        name: String,
        /// Names of its pictures.
        found: Vec<String>,
    },
    /// Two of them are for one thing.
    #[error("`{first}` and `{second}` are for one thing")]
    Twice {
        /// Name of the first picture.
        first: String,
        /// Name of the second.
        second: String,
    },
    /// The name is one that no texture can have.
    #[error("`{name}` cannot be the name of a texture")]
    Name {
        /// The name.
        name: String,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(", but there is `{name}`")).unwrap_or_default()
}

/// The pictures of one material.
///
/// ```
/// use alchemy::TextureSet;
///
/// let files = ["brick.png", "brick_n.png", "brick_r.tga", "wood.png", "notes.txt"];
/// let set = TextureSet::find("brick", files)?;
/// assert_eq!(set.files().collect::<Vec<_>>(), ["brick.png", "brick_n.png", "brick_r.tga"]);
/// let material = set.material("walls")?;
/// assert_eq!(material.base_texture.unwrap().as_str(), "walls/brick");
/// assert_eq!(material.roughness_map.unwrap().as_str(), "walls/brick_r");
/// assert_eq!(material.surface_property, "brick");
/// # Ok::<(), alchemy::SetError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureSet {
    name: String,
    /// What each is for, and its file's name, in order of names; one of them is the base colour.
    pictures: Vec<(PictureRole, String)>,
}

impl TextureSet {
    /// The set of this name among the files of a folder. A picture that is called just like the set is its base colour.
    ///
    /// # Errors
    /// [`SetError::Empty`], [`SetError::NoBase`], [`SetError::Twice`].
    pub fn find<'a>(name: &str, files: impl IntoIterator<Item = &'a str>) -> Result<Self, SetError> {
        let mut pictures = BTreeMap::new();
        let mut others = Vec::new();
        for file in files {
            let Some((stem, ending)) = file.rsplit_once('.') else { continue };
            if !PICTURE_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
                continue;
            }
            let (set, role) = PictureRole::of_name(stem);
            if stem.eq_ignore_ascii_case(name) {
                pictures.insert(file.to_owned(), PictureRole::Base);
            } else if set.eq_ignore_ascii_case(name) {
                pictures.insert(file.to_owned(), role);
            } else {
                others.push(set);
            }
        }
        let name = name.to_owned();
        // Packs have normals both ways round; ours is the one way.
        if pictures.values().any(|role| *role == PictureRole::Normal) {
            pictures.retain(|_, role| *role != PictureRole::NormalDirectX);
        }
        if pictures.is_empty() {
            let nearest = nearest(&name, others).map(str::to_owned);
            return Err(SetError::Empty { name, nearest });
        }
        let pictures: Vec<_> = pictures.into_iter().map(|(file, role)| (role, file)).collect();
        for (at, (role, second)) in pictures.iter().enumerate() {
            if let Some((_, first)) = pictures[..at].iter().find(|(other, _)| slot(*other) == slot(*role)) {
                return Err(SetError::Twice { first: first.clone(), second: second.clone() });
            }
        }
        if pictures.iter().all(|(role, _)| *role != PictureRole::Base) {
            let found = pictures.into_iter().map(|(_, file)| file).collect();
            return Err(SetError::NoBase { name, found });
        }
        Ok(Self { name, pictures })
    }

    /// File names of its pictures, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.pictures.iter().map(|(_, file)| file.as_str())
    }

    /// File name of the base colour.
    #[must_use]
    pub fn base_file(&self) -> &str {
        self.pictures.iter().find(|(role, _)| *role == PictureRole::Base).map_or("", |(_, file)| file)
    }

    /// The material that its names say, in this folder below `materials` (empty for that folder itself): a map for each
    /// picture, and the surface property that a word of the name means.
    ///
    /// # Errors
    /// [`SetError::Name`].
    pub fn material(&self, folder: &str) -> Result<Material, SetError> {
        let mut material = Material::default();
        for (role, file) in &self.pictures {
            let name = format!("{folder}/{file}");
            let name = name.trim_start_matches('/');
            let texture = TextureName::new(name).ok_or_else(|| SetError::Name { name: name.to_owned() })?;
            assign(&mut material, *role, texture);
        }
        material.surface_property = surface_of(&format!("{folder}/{}", self.name));
        Ok(material)
    }
}

/// Roles that take one place in a material.
fn slot(role: PictureRole) -> PictureRole {
    match role {
        PictureRole::Gloss => PictureRole::Roughness,
        PictureRole::NormalDirectX => PictureRole::Normal,
        PictureRole::Packed(_) => PictureRole::Packed(kerosene_asset::Packing::Orm),
        other => other,
    }
}

fn assign(material: &mut Material, role: PictureRole, texture: TextureName) {
    let slot = match role {
        PictureRole::Base => &mut material.base_texture,
        PictureRole::Normal | PictureRole::NormalDirectX => &mut material.normal_map,
        PictureRole::Roughness => &mut material.roughness_map,
        PictureRole::Gloss => {
            material.gloss = true;
            &mut material.roughness_map
        }
        PictureRole::Metalness => &mut material.metalness_map,
        PictureRole::Packed(packing) => {
            material.packing = packing;
            &mut material.packed_map
        }
        PictureRole::Occlusion => &mut material.occlusion_map,
        PictureRole::Emissive => &mut material.emissive_map,
        PictureRole::Height => &mut material.height_map,
        // Nobody says what they are for.
        PictureRole::Mask | PictureRole::Data => return,
    };
    *slot = Some(texture);
}

/// Words of names that mean a surface property of another name.
const WORDS: &[(&str, &str)] = &[
    ("bark", "wood"),
    ("cement", "concrete"),
    ("cobble", "stone"),
    ("copper", "metal"),
    ("curtain", "cloth"),
    ("fabric", "cloth"),
    ("granite", "stone"),
    ("ground", "dirt"),
    ("iron", "metal"),
    ("leaves", "foliage"),
    ("marble", "stone"),
    ("parquet", "wood"),
    ("pebbles", "gravel"),
    ("plank", "wood"),
    ("planks", "wood"),
    ("rock", "stone"),
    ("rug", "carpet"),
    ("rust", "metal"),
    ("soil", "dirt"),
    ("steel", "metal"),
    ("timber", "wood"),
    ("window", "glass"),
];

/// The surface property that a word of a name means, the last one first; the default one where none does.
fn surface_of(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let table = SurfaceTable::built_in();
    let meaning = |word: &str| {
        let word = WORDS.iter().find(|(known, _)| *known == word).map_or(word, |(_, meant)| meant);
        let single = word.strip_suffix('s').unwrap_or(word);
        table.names().find(|known| *known == word || *known == single).map(str::to_owned)
    };
    let words = name.split(|c: char| !c.is_ascii_alphabetic());
    words.rev().find_map(meaning).unwrap_or_else(|| SurfaceTable::DEFAULT.to_owned())
}

/// What a picture's alpha is used for.
///
/// Where pixels are clear and hardly any is in between it is a cut-out; where some are in between it is translucent.
pub(crate) fn blending(alpha: impl Iterator<Item = f32>) -> Blending {
    let (mut clear, mut between) = (0_u64, 0_u64);
    for alpha in alpha {
        clear += u64::from(alpha < 0.02);
        between += u64::from((0.02..0.98).contains(&alpha));
    }
    match (clear, between) {
        (0, 0) => Blending::Opaque,
        // The smooth edge of a cut-out is one pixel wide.
        _ if between * 2 <= clear => Blending::AlphaTest,
        _ => Blending::Translucent,
    }
}
