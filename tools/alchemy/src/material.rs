//! Materials: a text, or the pictures of a set, becomes a compiled material.

use crate::texture_set::blending;
use crate::{AlchemyError, Picture, SetError, TOOL, TextureSet};
use kerosene_asset::{Blending, Material, Provenance, Shader, SourceFile};
use kerosene_diagnostics::Diagnostics;

/// What is said about a material beside its text or pictures; a default says nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MaterialOptions {
    /// What draws it.
    pub shader: Option<Shader>,
    /// What it is made of.
    pub surface_property: Option<String>,
    /// What is done with alpha.
    pub blending: Option<Blending>,
    /// It is drawn from both sides.
    pub two_sided: bool,
}

impl MaterialOptions {
    /// The options, as the command line takes them.
    ///
    /// ```
    /// use alchemy::MaterialOptions;
    ///
    /// let options = MaterialOptions { surface_property: Some("wood".to_owned()), two_sided: true, ..Default::default() };
    /// assert_eq!(options.to_text(), "material --surfaceprop wood --no-cull");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = "material".to_owned();
        if let Some(shader) = self.shader {
            text += &format!(" --shader {}", shader.name());
        }
        if let Some(name) = &self.surface_property {
            text += &format!(" --surfaceprop {name}");
        }
        text += match self.blending {
            Some(Blending::AlphaTest) => " --alpha-test",
            Some(Blending::Translucent) => " --translucent",
            Some(Blending::Additive) => " --additive",
            Some(Blending::Opaque) => " --opaque",
            None => "",
        };
        if self.two_sided {
            text += " --no-cull";
        }
        text
    }

    fn apply(&self, material: &mut Material) {
        material.shader = self.shader.unwrap_or(material.shader);
        material.blending = self.blending.unwrap_or(material.blending);
        material.two_sided |= self.two_sided;
        if let Some(name) = &self.surface_property {
            material.surface_property = name.to_ascii_lowercase();
        }
    }
}

/// Makes a material of its text; `name` is the text's path, as it will stand in the material.
///
/// # Errors
/// What is wrong with the text.
///
/// ```
/// use alchemy::{MaterialOptions, compile_material};
///
/// let text = "material { basetexture brick/wall }";
/// let (material, notes) = compile_material("art/brick/wall.kmat", text, &MaterialOptions::default()).expect("sound");
/// assert_eq!((material.references().len(), notes.is_empty()), (1, true));
/// ```
pub fn compile_material(
    name: &str,
    text: &str,
    options: &MaterialOptions,
) -> Result<(Material, Diagnostics), Diagnostics> {
    let (mut material, notes) = Material::parse(name, text)?;
    options.apply(&mut material);
    let sources = vec![SourceFile::of(name, text.as_bytes())];
    material.provenance =
        Provenance { tool: TOOL.to_owned(), options: options.to_text(), sources, ..Provenance::default() };
    Ok((material, notes))
}

/// Why the pictures of a set give no material.
#[derive(Debug, thiserror::Error)]
pub enum SetMaterialError {
    /// They are no set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The base colour cannot be read.
    #[error("{name}: {reason}")]
    Picture {
        /// Its path.
        name: String,
        /// Why not.
        reason: AlchemyError,
    },
}

/// Makes the material of a set of pictures, which lies in this folder below `materials`. The sources are paths and bytes of
/// the set's pictures in the order of [`TextureSet::files`]; of the base colour's pixels alone the alpha is looked at, which
/// makes the material a cut-out or translucent.
///
/// # Errors
/// [`SetMaterialError`].
///
/// ```
/// use alchemy::{MaterialOptions, TextureSet, compile_set};
/// use kerosene_asset::Blending;
///
/// let tga = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 0x28, 0, 0, 255, 128];
/// let set = TextureSet::find("pane", ["pane.tga"])?;
/// let material = compile_set(&set, "glass", &[("art/glass/pane.tga".to_owned(), tga.to_vec())], &MaterialOptions::default())?;
/// assert_eq!((material.blending, material.surface_property.as_str()), (Blending::Translucent, "glass"));
/// # Ok::<(), alchemy::SetMaterialError>(())
/// ```
pub fn compile_set(
    set: &TextureSet,
    folder: &str,
    sources: &[(String, Vec<u8>)],
    options: &MaterialOptions,
) -> Result<Material, SetMaterialError> {
    let mut material = set.material(folder)?;
    for ((name, bytes), file) in sources.iter().zip(set.files()) {
        if file == set.base_file() {
            let picture = Picture::read(name, bytes)
                .map_err(|reason| SetMaterialError::Picture { name: name.clone(), reason })?;
            material.blending = blending(picture.alpha());
        }
    }
    options.apply(&mut material);
    let sources = sources.iter().map(|(name, bytes)| SourceFile::of(name, bytes)).collect();
    let options = format!("{} --set", options.to_text());
    material.provenance = Provenance { tool: TOOL.to_owned(), options, sources, ..Provenance::default() };
    Ok(material)
}
