//! Quake 3's shader scripts, as far as surfaces and images go.
//!
//! A script names materials and gives each directives and stages. Only what tells a compiler or a renderer of ours something
//! is kept: what a surface is (`surfaceparm`), the images, blending, which sides are drawn, light and sky. Waves and texture
//! programs are not.

mod material;
mod tokens;

use crate::ForeignError;
use tokens::{Line, Lines};

/// Longest script that is read, in bytes.
const MAX_SCRIPT: usize = 16 << 20;
/// Most materials of a script.
const MAX_SHADERS: usize = 65_536;
/// Most stages of a material, and most words that are kept of a list.
const MAX_STAGES: usize = 64;

/// How a stage is mixed with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageBlend {
    /// It covers it.
    #[default]
    None,
    /// By its alpha.
    Alpha,
    /// Added.
    Add,
    /// Multiplied, as lightmaps are, or something else.
    Other,
}

/// A stage of a material.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stage {
    /// Its images: one, or those of an animation. `$lightmap` and `$whiteimage` are no files.
    pub images: Vec<String>,
    /// Whether edges do not repeat.
    pub clamp: bool,
    /// How it is mixed.
    pub blend: StageBlend,
    /// The least alpha that is drawn, from 0 to 1; `None` without such a test.
    pub alpha_reference: Option<f32>,
    /// Repeats that pass by in a second.
    pub scroll: [f32; 2],
}

/// A material of a shader script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shader {
    /// Its name as the script has it: `textures/base_wall/metal`.
    pub name: String,
    /// The line of its name.
    pub line: u32,
    /// Words after `surfaceparm`, in lower case, each once.
    pub surface_parameters: Vec<String>,
    /// The image that editors show, by whose size maps count texels.
    pub editor_image: Option<String>,
    /// The image whose colour its light has.
    pub light_image: Option<String>,
    /// Light that its surfaces give; 0 without.
    pub surface_light: f32,
    /// Whether both sides are drawn.
    pub two_sided: bool,
    /// The six pictures of a sky, without the endings that tell them apart; `-` or nothing without.
    pub sky_box: Option<String>,
    /// Units between the corners that a surface is cut into; 0 without.
    pub tess_size: f32,
    /// What is drawn, in order.
    pub stages: Vec<Stage>,
}

/// Reads a script.
///
/// # Errors
/// A brace or quote too many or too few, with its line; more than is read.
///
/// ```
/// let script = "textures/sfx/fire { surfaceparm trans cull none { map textures/sfx/fire.tga } }";
/// let shaders = kerosene_foreign::read_shaders(script.as_bytes())?;
/// assert_eq!((shaders[0].two_sided, shaders[0].stages.len()), (true, 1));
/// # Ok::<(), kerosene_foreign::ForeignError>(())
/// ```
pub fn read_shaders(bytes: &[u8]) -> Result<Vec<Shader>, ForeignError> {
    if bytes.len() > MAX_SCRIPT {
        return Err(ForeignError::Unsupported { what: format!("a script of more than {} MiB", MAX_SCRIPT >> 20) });
    }
    let text = String::from_utf8_lossy(bytes);
    let mut lines = Lines::of(&text);
    let mut shaders = Vec::new();
    while let Some(line) = lines.next()? {
        let name = line.words[0];
        if matches!(name, "{" | "}") {
            return Err(fault(&line, format!("`{name}` where the name of a material is expected")));
        }
        if shaders.len() == MAX_SHADERS {
            return Err(fault(&line, format!("more than {MAX_SHADERS} materials")));
        }
        let shader = Shader { name: name.replace('\\', "/"), line: line.number, ..Shader::default() };
        shaders.push(read_shader(shader, &mut lines)?);
    }
    Ok(shaders)
}

fn fault(line: &Line<'_>, what: String) -> ForeignError {
    ForeignError::Line { line: line.number, what }
}

/// Reads what is between the braces of a material.
fn read_shader(mut shader: Shader, lines: &mut Lines<'_>) -> Result<Shader, ForeignError> {
    let mut depth = 0;
    while let Some(line) = lines.next()? {
        match (line.words[0], depth) {
            ("{", 1) => {
                if shader.stages.len() == MAX_STAGES {
                    return Err(fault(&line, format!("more than {MAX_STAGES} stages")));
                }
                shader.stages.push(Stage::default());
                depth = 2;
            }
            ("{", 0) | ("}", 2) => depth = 1,
            ("}", 1) => return Ok(shader),
            ("{" | "}", _) => return Err(fault(&line, format!("`{}` does not belong here", line.words[0]))),
            (_, 0) => return Err(fault(&line, format!("`{{` is missing after `{}`", shader.name))),
            (_, 1) => shader.directives(&line.words),
            _ => shader.stages.iter_mut().next_back().into_iter().for_each(|stage| stage.directive(&line.words)),
        }
    }
    Err(ForeignError::Line { line: shader.line, what: format!("the braces of `{}` are not closed", shader.name) })
}

/// A finite number, 0 where there is none.
fn number(words: &[&str], at: usize) -> f32 {
    words.get(at).and_then(|word| word.parse().ok()).filter(|number: &f32| number.is_finite()).unwrap_or_default()
}

impl Shader {
    /// Takes the directives of a line. A surface parameter takes one word, and what comes after it is a directive again.
    fn directives(&mut self, words: &[&str]) {
        let mut rest = words;
        while let [first, ..] = rest {
            self.directive(rest);
            let is_short = first.eq_ignore_ascii_case("surfaceparm");
            rest = if is_short { rest.get(2..).unwrap_or_default() } else { &[] };
        }
    }

    fn directive(&mut self, words: &[&str]) {
        let word = |at: usize| words.get(at).map(|word| word.replace('\\', "/"));
        match words[0].to_ascii_lowercase().as_str() {
            "surfaceparm" => {
                let parameter = word(1).unwrap_or_default().to_ascii_lowercase();
                if !self.surface_parameters.contains(&parameter) && self.surface_parameters.len() < MAX_STAGES {
                    self.surface_parameters.push(parameter);
                }
            }
            "qer_editorimage" => self.editor_image = word(1),
            "q3map_lightimage" => self.light_image = word(1),
            "q3map_surfacelight" => self.surface_light = number(words, 1).max(0.0),
            "cull" => {
                let side = word(1).unwrap_or_default().to_ascii_lowercase();
                self.two_sided = matches!(side.as_str(), "none" | "disable" | "twosided");
            }
            "skyparms" => self.sky_box = word(1).filter(|name| name != "-"),
            "tesssize" => self.tess_size = number(words, 1).max(0.0),
            _ => {}
        }
    }

    /// The image of its surfaces: that of the first stage that has a file.
    #[must_use]
    pub fn image(&self) -> Option<&str> {
        self.base_stage().and_then(|stage| stage.images.first()).map(String::as_str)
    }

    /// The image by whose size maps count texels: the editor's, else the first stage's, else the one called as the material.
    #[must_use]
    pub fn sizing_image(&self) -> &str {
        self.editor_image.as_deref().or_else(|| self.image()).unwrap_or(&self.name)
    }

    /// The first stage whose image is a file.
    fn base_stage(&self) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.images.first().is_some_and(|image| !image.starts_with(['$', '*'])))
    }
}

impl Stage {
    fn directive(&mut self, words: &[&str]) {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let images =
            |from: usize| words.iter().skip(from).take(MAX_STAGES).map(|image| image.replace('\\', "/")).collect();
        match word(0).to_ascii_lowercase().as_str() {
            "map" => self.images = images(1),
            "clampmap" => (self.images, self.clamp) = (images(1), true),
            "animmap" => self.images = images(2),
            "blendfunc" => self.blend = blend(word(1), word(2)),
            "alphafunc" => {
                self.alpha_reference = match word(1).to_ascii_lowercase().as_str() {
                    "gt0" => Some(1.0 / 255.0),
                    "ge128" | "ge192" => Some(0.5),
                    _ => None,
                };
            }
            "tcmod" if word(1).eq_ignore_ascii_case("scroll") => self.scroll = [number(words, 2), number(words, 3)],
            _ => {}
        }
    }
}

fn blend(source: &str, destination: &str) -> StageBlend {
    match (source.to_ascii_lowercase().as_str(), destination.to_ascii_lowercase().as_str()) {
        ("add", _) | ("gl_one", "gl_one") => StageBlend::Add,
        ("blend", _) | ("gl_src_alpha", "gl_one_minus_src_alpha") => StageBlend::Alpha,
        ("gl_one", "gl_zero") => StageBlend::None,
        _ => StageBlend::Other,
    }
}
