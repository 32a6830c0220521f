//! The keys of a material's text: what each is called, means, and how it is read and written. Reading, writing and the
//! list in the book all follow this table.

use super::values::{Color, SurfaceName, flag_names, join, number};
use super::{Blending, Material, Shader};
use crate::notes::{numbers, refused};
use kerosene_kv::{Pair, ValueError};

/// A key of a material's text.
#[derive(Debug)]
pub struct MaterialKey {
    /// Its name.
    pub name: &'static str,
    /// What other engines and tools call it, in lower case.
    pub aliases: &'static [&'static str],
    /// What it is for, in a line.
    pub help: &'static str,
    /// Shaders that look at it.
    pub shaders: &'static [Shader],
    /// Takes its value.
    pub(super) read: fn(&mut Material, &Pair<'_>) -> Result<(), ValueError>,
    /// Its value, where it says something that the second material, the default one, does not.
    pub(super) write: fn(&Material, &Material) -> Option<String>,
}

const ALL: &[Shader] = &Shader::ALL;
const SHADED: &[Shader] = &[Shader::Lit, Shader::Water];
const GLOWING: &[Shader] = &[Shader::Lit, Shader::Water, Shader::Unlit, Shader::Sky];
const LIT: &[Shader] = &[Shader::Lit];
const DETAILED: &[Shader] = &[Shader::Lit, Shader::Unlit];
const BLENDED: &[Shader] = &[Shader::Lit, Shader::Unlit];
const WATER: &[Shader] = &[Shader::Water];

const UNIT: &str = "a number from 0 to 1";

/// A key whose value is the name of a texture.
macro_rules! texture {
    ($name:literal, $aliases:expr, $help:literal, $shaders:expr, $field:ident) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: $shaders,
            read: |material, pair| {
                material.$field = Some(pair.read()?);
                Ok(())
            },
            write: |material, _| material.$field.as_ref().map(ToString::to_string),
        }
    };
}

/// A key whose value is a number in a range.
macro_rules! number {
    ($name:literal, $aliases:expr, $help:literal, $shaders:expr, $field:ident, $range:expr, $expected:expr) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: $shaders,
            read: |material, pair| {
                material.$field = number(pair, $range, $expected)?;
                Ok(())
            },
            write: |material, plain| (material.$field != plain.$field).then(|| join(&[material.$field])),
        }
    };
}

/// A key whose value is a colour.
macro_rules! color {
    ($name:literal, $aliases:expr, $help:literal, $shaders:expr, $field:ident) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: $shaders,
            read: |material, pair| {
                material.$field = pair.read::<Color>()?.0.into();
                Ok(())
            },
            write: |material, plain| {
                let said = material.$field != plain.$field;
                said.then(|| join(&Option::<[f32; 3]>::from(material.$field).unwrap_or([0.0; 3])))
            },
        }
    };
}

/// A key whose value is one of a few words.
macro_rules! word {
    ($name:literal, $aliases:expr, $help:literal, $shaders:expr, $field:ident) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: $shaders,
            read: |material, pair| {
                material.$field = pair.read()?;
                Ok(())
            },
            write: |material, plain| (material.$field != plain.$field).then(|| material.$field.name().to_owned()),
        }
    };
}

/// A key that turns a way of blending on.
macro_rules! blending {
    ($name:literal, $aliases:expr, $help:literal, $value:expr) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: ALL,
            read: |material, pair| {
                if pair.read()? {
                    material.blending = $value;
                } else if material.blending == $value {
                    material.blending = Blending::Opaque;
                }
                Ok(())
            },
            write: |material, _| (material.blending == $value).then(|| "1".to_owned()),
        }
    };
}

/// Roughness or gloss, which are one the other's opposite.
macro_rules! roughness_map {
    ($name:literal, $aliases:expr, $help:literal, $gloss:literal) => {
        MaterialKey {
            name: $name,
            aliases: &$aliases,
            help: $help,
            shaders: SHADED,
            read: |material, pair| {
                material.roughness_map = Some(pair.read()?);
                material.gloss = $gloss;
                Ok(())
            },
            write: |material, _| {
                let map = material.roughness_map.as_ref().filter(|_| material.gloss == $gloss);
                map.map(ToString::to_string)
            },
        }
    };
}

/// All keys, in the order in which they are written.
pub static MATERIAL_KEYS: &[MaterialKey] = &[
    word!("shader", [], "What draws it: `lit`, `unlit`, `sky`, `water` or `ui`", ALL, shader),
    texture!(
        "basetexture",
        ["$basetexture", "basecolor", "basecolormap", "albedo", "diffuse", "texture"],
        "Colour and alpha",
        ALL,
        base_texture
    ),
    color!("color", ["$color", "$color2", "tint"], "Multiplied with the base texture's colour", ALL, color),
    number!("alpha", ["$alpha"], "Multiplied with the base texture's alpha", ALL, alpha, 0.0..=1.0, UNIT),
    texture!(
        "normalmap",
        ["$bumpmap", "$normalmap", "bumpmap", "normal"],
        "Normals in tangent space, green up",
        SHADED,
        normal_map
    ),
    number!(
        "normalstrength",
        ["bumpscale"],
        "How steep the normals are drawn",
        SHADED,
        normal_strength,
        0.0..=8.0,
        "a number from 0 to 8"
    ),
    roughness_map!("roughnessmap", ["$roughnesstexture", "roughnesstexture"], "Roughness by place", false),
    roughness_map!("glossmap", ["$glossmap", "smoothnessmap"], "Gloss by place, in place of roughness", true),
    number!(
        "roughness",
        ["$roughness"],
        "Roughness; what its map is multiplied with",
        SHADED,
        roughness,
        0.0..=1.0,
        UNIT
    ),
    texture!(
        "metalnessmap",
        ["$metalnesstexture", "metallicmap", "metalnesstexture"],
        "Metalness by place",
        SHADED,
        metalness_map
    ),
    MaterialKey {
        name: "metalness",
        aliases: &["$metalness", "metallic"],
        help: "Metalness; what its map is multiplied with",
        shaders: SHADED,
        read: |material, pair| {
            material.metalness = Some(number(pair, 0.0..=1.0, UNIT)?);
            Ok(())
        },
        write: |material, _| material.metalness.map(|value| join(&[value])),
    },
    texture!(
        "packedmap",
        ["ormmap", "$ormtexture", "$mraotexture", "armmap"],
        "Occlusion, roughness and metalness in one texture",
        SHADED,
        packed_map
    ),
    word!("packing", [], "What its red, green and blue hold: `orm`, `mra` or `rma`", SHADED, packing),
    texture!(
        "occlusionmap",
        ["$ambientoccltexture", "$ambientocclusiontexture", "aomap", "ao"],
        "Occlusion by place",
        LIT,
        occlusion_map
    ),
    texture!(
        "emissivemap",
        ["$emissiontexture", "$emissivetexture", "$selfillummask", "emissionmap", "glowmap"],
        "Light that it gives off, by place",
        GLOWING,
        emissive_map
    ),
    color!("emissive", ["$selfillumtint", "emission"], "Colour of that light", GLOWING, emissive),
    number!(
        "emissivestrength",
        ["$emissionscale", "emissionstrength"],
        "How strong it is; 1 is as bright as white in full light",
        GLOWING,
        emissive_strength,
        0.0..=10_000.0,
        "a number from 0 to 10000"
    ),
    texture!(
        "heightmap",
        ["$parallaxmap", "$heightmap", "displacementmap"],
        "Height by place, white the highest",
        LIT,
        height_map
    ),
    number!(
        "heightscale",
        ["$parallaxmapscale"],
        "From its black to its white, in units",
        LIT,
        height_scale,
        0.0..=256.0,
        "a number from 0 to 256"
    ),
    texture!(
        "basetexture2",
        ["$basetexture2", "basecolor2"],
        "Colour of a blend's second material: displacements and patches show it by the alpha of their vertices",
        BLENDED,
        base_texture_2
    ),
    texture!("normalmap2", ["$bumpmap2", "bumpmap2"], "Normals of a blend's second material", LIT, normal_map_2),
    texture!(
        "blendmap",
        ["$blendmodulatetexture"],
        "Where a blend goes over: the alpha of vertices at which it is half done in green, how softly in red",
        BLENDED,
        blend_map
    ),
    texture!("detailmap", ["$detail", "detail"], "Laid over the base texture close by", DETAILED, detail_map),
    number!(
        "detailscale",
        ["$detailscale"],
        "How often it repeats on one base texture",
        DETAILED,
        detail_scale,
        0.0..=1024.0,
        "a number from 0 to 1024"
    ),
    number!(
        "detailstrength",
        ["$detailblendfactor"],
        "How much of it is seen",
        DETAILED,
        detail_strength,
        0.0..=1.0,
        UNIT
    ),
    blending!("alphatest", ["$alphatest"], "Drawn or left out by alpha: fences, leaves", Blending::AlphaTest),
    number!(
        "alphareference",
        ["$alphatestreference", "alphatestreference"],
        "The least alpha that is drawn with `alphatest`",
        ALL,
        alpha_reference,
        0.0..=1.0,
        UNIT
    ),
    blending!("translucent", ["$translucent"], "Mixed with what is behind it, as alpha says", Blending::Translucent),
    blending!("additive", ["$additive"], "Added to what is behind it", Blending::Additive),
    MaterialKey {
        name: "nocull",
        aliases: &["$nocull", "twosided", "doublesided"],
        help: "Drawn from both sides",
        shaders: ALL,
        read: |material, pair| {
            material.two_sided = pair.read()?;
            Ok(())
        },
        write: |material, _| material.two_sided.then(|| "1".to_owned()),
    },
    MaterialKey {
        name: "scroll",
        aliases: &[],
        help: "Repeats of the texture that pass by in a second, along it and across",
        shaders: ALL,
        read: |material, pair| {
            material.scroll = numbers(pair, -1000.0..=1000.0, "two numbers from -1000 to 1000")?;
            Ok(())
        },
        write: |material, plain| (material.scroll != plain.scroll).then(|| join(&material.scroll)),
    },
    color!("fogcolor", ["$fogcolor"], "Colour of what is seen through water", WATER, fog_color),
    number!(
        "fogdistance",
        ["$fogend"],
        "How far one sees through water, in units; 0 without an end",
        WATER,
        fog_distance,
        0.0..=65_536.0,
        "a number from 0 to 65536"
    ),
    MaterialKey {
        name: "surfaceprop",
        aliases: &["$surfaceprop", "surfaceproperty"],
        help: "The surface property: how it sounds and slides",
        shaders: ALL,
        read: |material, pair| {
            material.surface_property = pair.read::<SurfaceName>()?.0;
            Ok(())
        },
        write: |material, plain| {
            (material.surface_property != plain.surface_property).then(|| material.surface_property.clone())
        },
    },
    MaterialKey {
        name: "acoustics",
        aliases: &[],
        help: "Sound that it takes in at 125, 500, 2,000 and 8,000 Hz, or a surface property that takes in as much",
        shaders: ALL,
        read: |material, pair| {
            material.acoustics = Some(pair.read()?);
            Ok(())
        },
        write: |material, _| material.acoustics.as_ref().map(super::Acoustics::to_text),
    },
    MaterialKey {
        name: "contents",
        aliases: &[],
        help: "What brushes that it is on are filled with",
        shaders: ALL,
        read: |material, pair| {
            material.contents = Some(pair.read()?);
            Ok(())
        },
        write: |material, _| material.contents.as_ref().map(flag_names),
    },
    MaterialKey {
        name: "surfaceflags",
        aliases: &[],
        help: "What faces that it is on are",
        shaders: ALL,
        read: |material, pair| {
            material.surface = pair.read()?;
            Ok(())
        },
        write: |material, plain| (material.surface != plain.surface).then(|| flag_names(&material.surface)),
    },
    MaterialKey {
        name: "role",
        aliases: &[],
        help: "How brushes take part in a compile: `structural`, `detail`, `volume`, `hint` or `origin`",
        shaders: ALL,
        read: |material, pair| {
            material.role = Some(pair.read()?);
            Ok(())
        },
        write: |material, _| material.role.map(|role| role.name().to_owned()),
    },
    MaterialKey {
        name: "mapsize",
        aliases: &[],
        help: "Size in texels that maps were made with, where the base texture has another",
        shaders: ALL,
        read: |material, pair| {
            let size: [u32; 2] = pair.read()?;
            let fits = size.iter().all(|side| (1..=crate::MAX_SIZE).contains(side));
            material.map_size =
                Some(if fits { size } else { return Err(refused(pair, "two numbers from 1 to 16384")) });
            Ok(())
        },
        write: |material, _| material.map_size.map(|[width, height]| format!("{width} {height}")),
    },
    color!("reflectivity", ["$reflectivity"], "Light that it throws back", ALL, reflectivity),
];

/// The key of this name or alias, and whether it is its own name.
pub(super) fn find(name: &str) -> Option<(&'static MaterialKey, bool)> {
    let own = MATERIAL_KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name)).map(|key| (key, true));
    let foreign = || {
        let known = |key: &&MaterialKey| key.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name));
        MATERIAL_KEYS.iter().find(known).map(|key| (key, false))
    };
    own.or_else(foreign)
}
