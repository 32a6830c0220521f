//! What authors for Source write, beyond keys that have a name of ours.

use super::{Material, MaterialContents as Fill, MaterialRole as Role, MaterialSurface as Face, Shader};

/// A block's name as a shader.
pub(super) fn shader(block: &str) -> Option<Shader> {
    const SHADERS: &[(&str, Shader)] = &[
        ("lightmappedgeneric", Shader::Lit),
        ("vertexlitgeneric", Shader::Lit),
        ("worldvertextransition", Shader::Lit),
        ("pbr", Shader::Lit),
        ("unlitgeneric", Shader::Unlit),
        ("sky", Shader::Sky),
        ("water", Shader::Water),
    ];
    SHADERS.iter().find(|(name, _)| block.eq_ignore_ascii_case(name)).map(|(_, shader)| *shader)
}

/// A key for Source's map compiler.
pub(super) struct CompileKey {
    name: &'static str,
    contents: Option<Fill>,
    surface: Face,
    role: Option<Role>,
    /// What to write instead.
    pub(super) ours: &'static str,
}

const fn volume(name: &'static str, contents: Fill, ours: &'static str) -> CompileKey {
    CompileKey { name, contents: Some(contents), surface: Face::NODRAW, role: Some(Role::Volume), ours }
}

const fn face(name: &'static str, surface: Face, role: Option<Role>, ours: &'static str) -> CompileKey {
    CompileKey { name, contents: None, surface, role, ours }
}

const COMPILE_KEYS: &[CompileKey] = &[
    CompileKey {
        name: "%compilewater",
        contents: Some(Fill::WATER),
        surface: Face::WARP,
        role: None,
        ours: "\"contents\" \"water\" and \"surfaceflags\" \"warp\"",
    },
    CompileKey {
        name: "%compileslime",
        contents: Some(Fill::SLIME),
        surface: Face::WARP,
        role: None,
        ours: "\"contents\" \"slime\" and \"surfaceflags\" \"warp\"",
    },
    CompileKey {
        name: "%compilesky",
        contents: Some(Fill::SKY),
        surface: Face::SKY,
        role: None,
        ours: "\"contents\" \"sky\" and \"surfaceflags\" \"sky\"",
    },
    CompileKey {
        name: "%compilepassbullets",
        contents: Some(Fill::GRATE),
        surface: Face::empty(),
        role: None,
        ours: "\"contents\" \"grate\"",
    },
    CompileKey {
        name: "%compilenonsolid",
        contents: Some(Fill::TRANSLUCENT),
        surface: Face::empty(),
        role: None,
        ours: "\"contents\" \"translucent\"",
    },
    volume("%compileclip", Fill::PLAYER_CLIP.union(Fill::MONSTER_CLIP), "\"contents\" \"playerclip monsterclip\""),
    volume("%playerclip", Fill::PLAYER_CLIP, "\"contents\" \"playerclip\", \"role\" \"volume\""),
    volume("%compilenpcclip", Fill::MONSTER_CLIP, "\"contents\" \"monsterclip\", \"role\" \"volume\""),
    volume("%compileladder", Fill::LADDER, "\"contents\" \"ladder\", \"role\" \"volume\""),
    volume("%compiletrigger", Fill::TRIGGER, "\"contents\" \"trigger\", \"role\" \"volume\""),
    face("%compilenodraw", Face::NODRAW, None, "\"surfaceflags\" \"nodraw\""),
    face("%compilenolight", Face::NOLIGHT, None, "\"surfaceflags\" \"nolight\""),
    face("%compilehint", Face::HINT.union(Face::NODRAW), Some(Role::Hint), "\"role\" \"hint\""),
    face("%compileskip", Face::SKIP.union(Face::NODRAW), Some(Role::Hint), "\"surfaceflags\" \"skip nodraw\""),
    face("%compileorigin", Face::NODRAW, Some(Role::Origin), "\"role\" \"origin\""),
    face("%compiledetail", Face::empty(), Some(Role::Detail), "\"role\" \"detail\""),
];

/// The key for Source's map compiler of this name.
pub(super) fn compile_key(name: &str) -> Option<&'static CompileKey> {
    COMPILE_KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name))
}

impl CompileKey {
    /// Makes the material what the key says.
    pub(super) fn apply(&self, material: &mut Material) {
        if let Some(contents) = self.contents {
            material.contents = Some(material.contents.unwrap_or_default() | contents);
        }
        material.surface |= self.surface;
        material.role = self.role.or(material.role);
    }
}

/// What to do about a key of Source that has no counterpart.
pub(super) fn advice(key: &str) -> Option<&'static str> {
    const ADVICE: &[(&str, &str)] = &[
        ("$envmap", "nothing: reflections follow from roughness and metalness"),
        ("$envmaptint", "nothing: reflections follow from roughness and metalness"),
        ("$envmapmask", "make a roughness map of it: `roughnessmap`"),
        ("$phong", "set `roughness`: highlights follow from it"),
        ("$phongexponent", "set `roughness`: highlights follow from it"),
        ("$phongboost", "set `roughness`: highlights follow from it"),
        ("$selfillum", "name a texture of what glows: `emissivemap`"),
        ("$ssbump", "make a normal map of it: `normalmap`"),
        ("$model", "nothing: one material does for models and maps"),
        ("$decal", "nothing: what places a decal says that it is one"),
        ("%keywords", "nothing: folders sort materials"),
        ("%tooltexture", "nothing: editors show the base texture"),
        ("include", "write the whole material"),
        ("proxies", "for a moving texture set `scroll`"),
    ];
    ADVICE.iter().find(|(name, _)| key.eq_ignore_ascii_case(name)).map(|(_, advice)| *advice)
}
