//! What a picture of a set is for.

use crate::Usage;
use kerosene_asset::Packing;

/// What a picture is for in the set of pictures of one material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureRole {
    /// Colour and alpha.
    Base,
    /// Normals, green up.
    Normal,
    /// Normals of DirectX: green down.
    NormalDirectX,
    /// Roughness.
    Roughness,
    /// Gloss: the opposite of roughness.
    Gloss,
    /// Metalness.
    Metalness,
    /// Several of these in one picture.
    Packed(Packing),
    /// Occlusion.
    Occlusion,
    /// Light that is given off.
    Emissive,
    /// Height.
    Height,
    /// A value of which the name does not say what it is for.
    Mask,
    /// Values of which the name does not say what they are for.
    Data,
}

/// Ends of names, after an underline or hyphen, and what they say. A longer one stands before a shorter one that it ends in.
const ENDINGS: &[(&[&str], PictureRole)] = &[
    (
        &[
            "base_color",
            "basecolor",
            "base_colour",
            "basecolour",
            "albedo",
            "diffuse",
            "diff",
            "color",
            "colour",
            "col",
            "d",
        ],
        PictureRole::Base,
    ),
    (
        &[
            "nor_dx",
            "nor-dx",
            "normal_dx",
            "normaldx",
            "normal-dx",
            "norm_dx",
            "nrm_dx",
            "normal_directx",
            "normaldirectx",
        ],
        PictureRole::NormalDirectX,
    ),
    (
        &[
            "nor_gl",
            "normal_gl",
            "normalgl",
            "normal-gl",
            "normal_ogl",
            "normal-ogl",
            "normalogl",
            "norm_gl",
            "nrm_gl",
            "normal_opengl",
            "normalopengl",
            "normals",
            "normal",
            "norm",
            "nor",
            "nrm",
            "bump",
            "n",
        ],
        PictureRole::Normal,
    ),
    (&["roughness", "rough", "rgh", "r"], PictureRole::Roughness),
    (&["gloss", "glossiness", "smoothness"], PictureRole::Gloss),
    (&["metalness", "metallic", "metal", "mtl", "m"], PictureRole::Metalness),
    (&["ambient_occlusion", "ambientocclusion", "occlusion", "occ", "ao"], PictureRole::Occlusion),
    (&["emissive", "emission", "emit", "glow", "luma", "fullbright", "e"], PictureRole::Emissive),
    (&["displacement", "height", "disp", "h"], PictureRole::Height),
    (&["orm", "arm", "occlusionroughnessmetallic"], PictureRole::Packed(Packing::Orm)),
    (&["mra"], PictureRole::Packed(Packing::Mra)),
    (&["rma"], PictureRole::Packed(Packing::Rma)),
    (&["mask"], PictureRole::Mask),
    (&["data"], PictureRole::Data),
];

impl PictureRole {
    /// Splits the name of a picture (without folder and extension) into the name of its set and what it is for: the ending
    /// after the last `_` or `-` says it, in the ways in which packs of textures are named; any other is the base colour. A
    /// resolution (`_1k`) and a kind of file (`-PNG`) after it say nothing.
    ///
    /// ```
    /// use alchemy::PictureRole;
    ///
    /// assert_eq!(PictureRole::of_name("Brick-Roughness"), ("Brick", PictureRole::Roughness));
    /// assert_eq!(PictureRole::of_name("brick_nor_gl"), ("brick", PictureRole::Normal));
    /// assert_eq!(PictureRole::of_name("brick_wall_diff_1k"), ("brick_wall", PictureRole::Base));
    /// assert_eq!(PictureRole::of_name("fountain"), ("fountain", PictureRole::Base));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> (&str, Self) {
        let lower = name.to_ascii_lowercase();
        let lower = without_resolution(&lower);
        for (endings, role) in ENDINGS {
            for ending in *endings {
                let set = lower.strip_suffix(ending).and_then(|before| before.strip_suffix(['_', '-']));
                if let Some(set) = set.filter(|set| !set.is_empty()) {
                    return (&name[..set.len()], *role);
                }
            }
        }
        (name, Self::Base)
    }

    /// The ends of names, after an underline or hyphen, of pictures that are no base colour: for editors, which should not
    /// offer these for a wall.
    ///
    /// ```
    /// use alchemy::PictureRole;
    ///
    /// let endings: Vec<_> = PictureRole::endings_of_others().collect();
    /// assert!(endings.contains(&"nor_gl") && !endings.contains(&"albedo"));
    /// ```
    pub fn endings_of_others() -> impl Iterator<Item = &'static str> {
        let others = ENDINGS.iter().filter(|(_, role)| *role != Self::Base);
        others.flat_map(|(endings, _)| endings.iter().copied())
    }

    /// What a texture of it is made for.
    #[must_use]
    pub const fn usage(self) -> Usage {
        match self {
            Self::Base | Self::Emissive => Usage::Color,
            Self::Normal | Self::NormalDirectX => Usage::Normal,
            Self::Roughness | Self::Gloss | Self::Metalness | Self::Occlusion | Self::Height | Self::Mask => {
                Usage::Mask
            }
            Self::Packed(_) | Self::Data => Usage::Data,
        }
    }
}

/// A name in lower case without what packs of textures put last: the kind of file, and the resolution in thousands of pixels.
fn without_resolution(name: &str) -> &str {
    let cut = |name: &str, is_it: fn(&str) -> bool| {
        name.rfind(['_', '-']).filter(|at| *at > 0 && is_it(&name[at + 1..])).unwrap_or(name.len())
    };
    let is_kind = |word: &str| ["png", "jpg", "jpeg", "exr", "tga"].contains(&word);
    let is_resolution = |word: &str| {
        word.strip_suffix('k')
            .is_some_and(|count| (1..=2).contains(&count.len()) && count.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let name = &name[..cut(name, is_kind)];
    &name[..cut(name, is_resolution)]
}
