//! A material's text.

use super::foreign;
use super::keys::{MATERIAL_KEYS, MaterialKey, find};
use super::{Blending, Material};
use crate::notes;
use kerosene_diagnostics::{Diagnostics, codes, nearest};
use kerosene_kv::{Block, Document, Lookup, Node, Pair, Position, Writer};

/// Name of the block that is a material.
const BLOCK: &str = "material";

/// Most bytes of what is kept without being understood.
const MAX_OTHER: usize = 64 << 10;

impl Material {
    /// Reads a material's text; `file` is its name in messages. What is not understood is kept and noted, and so are keys
    /// that have another name here.
    ///
    /// # Errors
    /// Text that is no KeyValues or too much of it, no block `material` or several, and values that their keys cannot have:
    /// all that is wrong, each with its place.
    ///
    /// ```
    /// use kerosene_asset::Material;
    ///
    /// let (material, notes) = Material::parse("a.kmat", "LightmappedGeneric { $basetexture \"Brick/Wall\" roughnes 0.5 }")
    ///     .expect("a material all the same");
    /// assert_eq!(material.base_texture.unwrap().as_str(), "brick/wall");
    /// let notes: Vec<_> = notes.iter().map(|note| note.fix.as_deref().unwrap()).collect();
    /// assert_eq!(notes, ["write `material`", "write `basetexture`", "did you mean `roughness`?"]);
    ///
    /// let errors = Material::parse("a.kmat", "material {\n\troughness 7\n}").unwrap_err();
    /// assert_eq!(
    ///     errors.iter().next().unwrap().to_string(),
    ///     "a.kmat:2:2: error[K0002]: `roughness` is `7`: expected a number from 0 to 1"
    /// );
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<(Self, Diagnostics), Diagnostics> {
        let mut reading = Reading { file, ..Reading::default() };
        match Document::parse_with(text, &notes::text_options()) {
            Ok(document) => reading.document(&document),
            Err(error) => reading.notes.push(notes::syntax(file, &error)),
        }
        if reading.notes.has_errors() { Err(reading.notes) } else { Ok((reading.material, reading.notes)) }
    }

    /// The canonical text: keys in the order of [`MATERIAL_KEYS`], only those that say something.
    ///
    /// ```
    /// use kerosene_asset::{Material, TextureName};
    ///
    /// let material = Material { base_texture: TextureName::new("dev/grid"), ..Material::default() };
    /// assert_eq!(material.to_text(), "material\n{\n\t\"basetexture\" \"dev/grid\"\n}\n");
    /// assert_eq!(Material::parse("", &material.to_text()).expect("our own").0, material);
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let plain = Self::default();
        let mut writer = Writer::new();
        writer.open(BLOCK);
        for key in MATERIAL_KEYS {
            if let Some(value) = (key.write)(self, &plain) {
                writer.pair(key.name, &value);
            }
        }
        if let Ok(other) = Document::parse(&self.other) {
            writer.nodes(&other.nodes);
        }
        writer.finish()
    }
}

/// A material on the way.
#[derive(Default)]
struct Reading<'f> {
    file: &'f str,
    material: Material,
    notes: Diagnostics,
    /// Keys that were set, where.
    set: Vec<(&'static MaterialKey, Position)>,
}

impl Reading<'_> {
    fn note(&mut self, position: Position, code: kerosene_diagnostics::Code, message: String, fix: &str) {
        self.notes.push(notes::at(self.file, position, code, message).fix(fix));
    }

    fn document(&mut self, document: &Document<'_>) {
        let mut blocks = document.nodes.iter().filter_map(|node| match node {
            Node::Block(block) => Some(block),
            Node::Pair(_) => None,
        });
        let (first, second) = (blocks.next(), blocks.next());
        if let Some(pair) = document.pairs().next() {
            let message = format!("`{}` stands outside of the material's block", pair.key);
            self.note(pair.position, codes::SYNTAX, message, "put it between the braces after `material`");
        }
        if let Some(second) = second {
            let message = "a second block in a file that holds one material".to_owned();
            self.note(second.position, codes::SYNTAX, message, "put it into a file of its own");
        }
        match first {
            Some(block) => self.block(block),
            None => {
                let message = "there is no block called `material`".to_owned();
                let start = Position { line: 1, column: 1 };
                self.note(
                    start,
                    codes::MISSING_KEY,
                    message,
                    "begin with: material { \"basetexture\" \"brick/wall\" }",
                );
            }
        }
    }

    fn block(&mut self, block: &Block<'_>) {
        self.name(block);
        let mut other = Vec::new();
        for node in &block.nodes {
            match node {
                Node::Pair(pair) if self.pair(pair) => {}
                Node::Pair(pair) => {
                    self.unknown(&pair.key, "key", pair.position);
                    other.push(node.clone());
                }
                Node::Block(inner) => {
                    self.unknown(&inner.name, "block", inner.position);
                    other.push(node.clone());
                }
            }
        }
        self.unused();
        let mut writer = Writer::new();
        writer.nodes(&other);
        self.material.other = writer.finish();
        if self.material.other.len() > MAX_OTHER {
            let message = format!("keys that mean nothing here take more than {} KiB", MAX_OTHER >> 10);
            self.note(block.position, codes::TOO_LARGE, message, "take them out");
        }
    }

    /// Looks at the block's name, which may be a shader of Source's.
    fn name(&mut self, block: &Block<'_>) {
        if block.name.eq_ignore_ascii_case(BLOCK) {
            return;
        }
        let name = &block.name;
        match foreign::shader(name) {
            Some(shader) => {
                self.material.shader = shader;
                let message = format!("`{name}` is read as a material with the shader `{}`", shader.name());
                self.note(block.position, codes::MATERIAL_KEY_FOREIGN, message, "write `material`");
            }
            None => {
                let message = format!("a block called `{name}` is no material");
                self.note(block.position, codes::MISSING_KEY, message, "call it `material`");
            }
        }
    }

    /// Takes a pair; whether it is one that is known.
    fn pair(&mut self, pair: &Pair<'_>) -> bool {
        if let Some(key) = foreign::compile_key(&pair.key) {
            match pair.read::<bool>() {
                Ok(true) => key.apply(&mut self.material),
                Ok(false) => {}
                Err(error) => self.notes.push(notes::value(self.file, &error)),
            }
            let message = format!("`{}` is read as {}", pair.key, key.ours);
            self.note(pair.position, codes::MATERIAL_KEY_FOREIGN, message, &format!("write {}", key.ours));
            return true;
        }
        let Some((key, own_name)) = find(&pair.key) else { return false };
        if !own_name {
            let message = format!("`{}` is read as `{}`", pair.key, key.name);
            self.note(pair.position, codes::MATERIAL_KEY_FOREIGN, message, &format!("write `{}`", key.name));
        }
        let before = (self.material.blending, self.material.roughness_map.is_some(), self.material.gloss);
        if let Err(error) = (key.read)(&mut self.material, pair) {
            self.notes.push(notes::value(self.file, &error));
        }
        self.contradiction(pair, before);
        self.set.push((key, pair.position));
        true
    }

    /// Tells where a key takes back what another one said.
    fn contradiction(&mut self, pair: &Pair<'_>, (blending, mapped, gloss): (Blending, bool, bool)) {
        let blends = self.material.blending != blending
            && blending != Blending::Opaque
            && self.material.blending != Blending::Opaque;
        if blends || mapped && self.material.gloss != gloss {
            let message = format!("`{}` takes the place of what was said before it", pair.key);
            let fix = if blends {
                "keep one of `alphatest`, `translucent` and `additive`"
            } else {
                "keep one of `roughnessmap` and `glossmap`"
            };
            self.note(pair.position, codes::MATERIAL_CONTRADICTION, message, fix);
        }
    }

    /// Tells of a key or block that means nothing.
    fn unknown(&mut self, name: &str, kind: &str, position: Position) {
        let keys = MATERIAL_KEYS.iter().flat_map(|key| key.aliases.iter().copied().chain([key.name]));
        let meant = nearest(name, keys).and_then(find).map(|(key, _)| format!("did you mean `{}`?", key.name));
        let fix = foreign::advice(name).map(str::to_owned).or(meant);
        let fix = fix.unwrap_or_else(|| "take it out, or leave it for a program of yours".to_owned());
        let message = format!("the {kind} `{name}` means nothing in a material and is kept");
        self.note(position, codes::MATERIAL_KEY_UNKNOWN, message, &fix);
    }

    /// Tells of keys that the shader does not look at.
    fn unused(&mut self) {
        let shader = self.material.shader;
        for (key, position) in std::mem::take(&mut self.set) {
            if !key.shaders.contains(&shader) {
                let message = format!("the shader `{}` does not look at `{}`", shader.name(), key.name);
                let fix = format!("take it out, or use the shader `{}`", key.shaders[0].name());
                self.note(position, codes::MATERIAL_KEY_UNUSED, message, &fix);
            }
        }
    }
}
