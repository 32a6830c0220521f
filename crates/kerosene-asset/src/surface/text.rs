//! Surface properties as a game's text gives them.

use super::{SurfaceProperty, SurfaceTable};
use crate::notes;
use kerosene_diagnostics::{Diagnostic, Diagnostics, codes, nearest};
use kerosene_kv::{Block, Document, Lookup, Node, Pair, ValueError};

/// Most surface properties that a game can have.
const MAX_SURFACES: usize = 4096;

/// Keys of a surface property.
const KEYS: [&str; 7] = ["base", "friction", "elasticity", "density", "footstep", "impact", "absorption"];

/// Source's names for two of them; it has one sound for each foot and one for each force, and the first counts.
const ALIASES: [(&str, &str); 3] = [("stepleft", "footstep"), ("impacthard", "impact"), ("bulletimpact", "impact")];

impl SurfaceTable {
    /// Takes in what a text says: a block for each surface property, named for it. One that is there already is changed in
    /// what the block says; a new one begins as its `base`, or as the default. What cannot be taken is left out; gives all
    /// that is to be said about it, `file` being the text's name there.
    ///
    /// ```
    /// use kerosene_asset::SurfaceTable;
    ///
    /// let mut table = SurfaceTable::built_in();
    /// let notes = table.read("s.txt", "wood { density heavy fricton 1 }");
    /// let said: Vec<_> = notes.iter().map(ToString::to_string).collect();
    /// assert_eq!(said[0], "s.txt:1:8: error[K0002]: `density` is `heavy`: expected a number from 1 to 30000");
    /// assert_eq!(notes.iter().nth(1).unwrap().fix.as_deref(), Some("did you mean `friction`?"));
    /// ```
    pub fn read(&mut self, file: &str, text: &str) -> Diagnostics {
        let mut said = Diagnostics::new();
        match Document::parse_with(text, &notes::text_options()) {
            Ok(document) => {
                for node in &document.nodes {
                    match node {
                        Node::Block(block) => self.take(file, block, &mut said),
                        Node::Pair(pair) => said.push(unknown(file, pair, "stands outside of a surface property")),
                    }
                }
            }
            Err(error) => said.push(notes::syntax(file, &error)),
        }
        said
    }

    /// Takes a block.
    fn take(&mut self, file: &str, block: &Block<'_>, said: &mut Diagnostics) {
        let name = block.name.to_ascii_lowercase();
        if !SurfaceTable::is_name(&name) {
            let message = format!("`{}` is no name of a surface property", shortened(&block.name));
            let fix = "use at most 64 letters, digits, `_`, `-` and `.`";
            return said.push(notes::at(file, block.position, codes::BAD_VALUE, message).fix(fix));
        }
        if self.by_name.len() >= MAX_SURFACES && !self.by_name.contains_key(&name) {
            let message = format!("more than {MAX_SURFACES} surface properties");
            return said.push(notes::at(file, block.position, codes::TOO_LARGE, message).fix("take some out"));
        }
        let mut property = self.begin(file, &name, block, said);
        for node in &block.nodes {
            let Node::Pair(pair) = node else {
                let message = "a block inside a surface property means nothing".to_owned();
                said.push(notes::at(file, node.position(), codes::MATERIAL_KEY_UNKNOWN, message).fix("take it out"));
                continue;
            };
            match set(&mut property, pair) {
                Ok(true) => {}
                Ok(false) => said.push(unknown(file, pair, "means nothing in a surface property")),
                Err(error) => said.push(notes::value(file, &error)),
            }
        }
        self.by_name.insert(name, property);
    }

    /// What a surface property is before its own keys count.
    fn begin(&self, file: &str, name: &str, block: &Block<'_>, said: &mut Diagnostics) -> SurfaceProperty {
        let Some(base) = block.pair("base") else {
            return self.get_or_default(name).clone();
        };
        if self.get(&base.value).is_none() {
            let message = format!("there is no surface property `{}` to begin with", shortened(&base.value));
            let fix = missing_fix(self, &base.value);
            said.push(notes::at(file, base.position, codes::SURFACE_NOT_FOUND, message).fix(fix));
        }
        self.get_or_default(&base.value).clone()
    }

    /// The note that there is no surface property of this name, for a place without a line.
    ///
    /// ```
    /// let note = kerosene_asset::SurfaceTable::built_in().missing("metall");
    /// assert_eq!(note.fix.as_deref(), Some("did you mean `metal`?"));
    /// ```
    #[must_use]
    pub fn missing(&self, name: &str) -> Diagnostic {
        let message = format!("there is no surface property `{}`; it is taken as `{}`", shortened(name), Self::DEFAULT);
        Diagnostic::new(codes::SURFACE_NOT_FOUND, message).fix(missing_fix(self, name))
    }
}

/// What to do about a name that is not there.
fn missing_fix(table: &SurfaceTable, name: &str) -> String {
    nearest(name, table.names()).map_or_else(
        || "give it in scripts/surfaceproperties.txt, before what begins with it".to_owned(),
        |near| format!("did you mean `{near}`?"),
    )
}

/// Takes a pair; whether its key is one that is known.
fn set(property: &mut SurfaceProperty, pair: &Pair<'_>) -> Result<bool, ValueError> {
    let key = pair.key.to_ascii_lowercase();
    let key = ALIASES.iter().find(|(alias, _)| *alias == key).map_or(key.as_str(), |(_, ours)| ours);
    match key {
        // Looked at before all else.
        "base" => {}
        "friction" => [property.friction] = notes::numbers(pair, 0.0..=4.0, "a number from 0 to 4")?,
        "elasticity" => [property.elasticity] = notes::numbers(pair, 0.0..=1.0, "a number from 0 to 1")?,
        "density" => [property.density] = notes::numbers(pair, 1.0..=30_000.0, "a number from 1 to 30000")?,
        "footstep" => property.footstep = pair.value.to_string(),
        "impact" => property.impact = pair.value.to_string(),
        "absorption" => {
            property.absorption =
                notes::numbers(pair, 0.0..=1.0, "four numbers from 0 to 1, for 125, 500, 2000 and 8000 Hz")?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn unknown(file: &str, pair: &Pair<'_>, what: &str) -> Diagnostic {
    let message = format!("the key `{}` {what}", shortened(&pair.key));
    let fix = nearest(&pair.key, KEYS).map(|near| format!("did you mean `{near}`?"));
    let fix = fix.unwrap_or_else(|| format!("the keys are {}", KEYS.join(", ")));
    notes::at(file, pair.position, codes::MATERIAL_KEY_UNKNOWN, message).fix(fix)
}

/// At most 40 characters, for a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
