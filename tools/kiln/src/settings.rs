//! Options beside sources: `NAME.kcfg` for one source, `folder.kcfg` for all in a folder and below it.
//!
//! ```text
//! texture
//! {
//!     "as" "ui"
//!     "clamp" "1"
//! }
//! ```
//!
//! A block is named for what is made, its keys are the long options of the stage.

use crate::rules::{RESERVED, RULES};
use crate::toolbox::{Stage, StageOption};
use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use kerosene_kv::{Document, Lookup, Node, Position};
use std::collections::BTreeMap;

/// Extension of the files.
pub(crate) const EXTENSION: &str = "kcfg";
/// Name of the file that is for a whole folder.
pub(crate) const FOLDER_FILE: &str = "folder.kcfg";

/// What a file of options says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    file: String,
    settings: Vec<Setting>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Setting {
    block: String,
    key: String,
    value: String,
    position: Position,
}

/// A file of options that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, {position}: {problem}")]
pub struct SettingsError {
    /// The file.
    pub file: String,
    /// Where in it.
    pub position: Position,
    /// What is wrong, in words.
    pub problem: String,
    /// What to do about it.
    pub advice: String,
    code: Code,
}

impl SettingsError {
    /// The error as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let place = SourcePosition::line(&self.file, self.position.line).column(self.position.column);
        Diagnostic::new(self.code, self.problem.clone()).at(place).fix(self.advice.clone())
    }
}

impl Settings {
    /// Reads the text of a file of options; `file` is its name in messages.
    ///
    /// # Errors
    /// Text that is no KeyValues, a block that is none of the kinds of results, an option that kiln sets itself.
    ///
    /// ```
    /// use kiln::Settings;
    ///
    /// assert!(Settings::parse("brick.kcfg", "texture { clamp 1 }").is_ok());
    /// let error = Settings::parse("brick.kcfg", "texture { output /etc/passwd }").unwrap_err();
    /// assert_eq!(error.position.line, 1);
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Self, Box<SettingsError>> {
        let error = |code, position, problem: String, advice: &str| {
            let advice = advice.to_owned();
            Box::new(SettingsError { file: file.to_owned(), position, problem, advice, code })
        };
        let document = Document::parse(text).map_err(|syntax| {
            let advice = "correct the text: options stand in a block such as texture { \"clamp\" \"1\" }";
            error(codes::SYNTAX, syntax.position, syntax.kind.to_string(), advice)
        })?;
        let mut settings = Vec::new();
        for node in &document.nodes {
            let Node::Block(block) = node else {
                let advice = "put it into a block: texture, material, model, sound or map";
                return Err(error(codes::BAD_OPTION, node.position(), "an option outside a block".to_owned(), advice));
            };
            let name = block.name.to_ascii_lowercase();
            if !RULES.iter().any(|rule| rule.block == name) {
                let problem = format!("`{}` is nothing that is made", block.name);
                return Err(error(
                    codes::BAD_OPTION,
                    block.position,
                    problem,
                    "use texture, material, model, sound or map",
                ));
            }
            if let Some(inner) = block.nodes.iter().find(|node| matches!(node, Node::Block(_))) {
                let problem = format!("a block inside `{}`", block.name);
                return Err(error(codes::BAD_OPTION, inner.position(), problem, "an option is a key and a value"));
            }
            for pair in block.pairs() {
                let key = pair.key.to_ascii_lowercase().replace('_', "-");
                if RESERVED.contains(&&*key) {
                    let problem = format!("`{}` is set by the build and cannot be chosen here", pair.key);
                    return Err(error(codes::BAD_OPTION, pair.position, problem, "leave it out"));
                }
                let value = pair.value.to_string();
                settings.push(Setting { block: name.clone(), key, value, position: pair.position });
            }
        }
        Ok(Self { file: file.to_owned(), settings })
    }

    /// Number of options.
    #[must_use]
    pub fn len(&self) -> usize {
        self.settings.len()
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// Puts the options of a block over those that are there. `wrong` says what is wrong with an argument of a stage.
    pub(crate) fn put(
        &self,
        block: &str,
        stage: &Stage,
        wrong: &mut dyn FnMut(&str, &str) -> Option<String>,
        options: &mut BTreeMap<String, String>,
    ) -> Result<(), Box<SettingsError>> {
        for setting in self.settings.iter().filter(|setting| setting.block == block) {
            let known = stage.options.iter().find(|option| option.name == setting.key);
            let known = known.ok_or_else(|| self.unknown(setting, stage))?;
            let argument = self.argument(setting, known)?;
            if let Some(problem) = argument.as_ref().and_then(|argument| wrong(stage.name, argument)) {
                let advice = format!("give it another value: `kerosene-tools {} --help` tells which", stage.name);
                return Err(self.error(setting, problem, advice));
            }
            match argument {
                Some(argument) => options.insert(setting.key.clone(), argument),
                None => options.remove(&setting.key),
            };
        }
        Ok(())
    }

    /// The option as the stage takes it; nothing where it is switched off.
    fn argument(&self, setting: &Setting, option: &StageOption) -> Result<Option<String>, Box<SettingsError>> {
        let Setting { key, value, .. } = setting;
        if option.takes_value {
            return Ok(Some(format!("--{key}={value}")));
        }
        match &*value.to_ascii_lowercase() {
            "1" | "true" | "yes" | "on" => Ok(Some(format!("--{key}"))),
            "0" | "false" | "no" | "off" => Ok(None),
            _ => {
                let problem = format!("`{key}` is {value:?}, and it is only on or off");
                Err(self.error(setting, problem, "give it 1 or 0".to_owned()))
            }
        }
    }

    fn unknown(&self, setting: &Setting, stage: &Stage) -> Box<SettingsError> {
        let names: Vec<_> =
            stage.options.iter().map(|option| &*option.name).filter(|it| !RESERVED.contains(it)).collect();
        let problem = format!("`{}` has no option `{}`", stage.name, setting.key);
        self.error(setting, problem, format!("use one of: {}", names.join(", ")))
    }

    fn error(&self, setting: &Setting, problem: String, advice: String) -> Box<SettingsError> {
        let (file, position) = (self.file.clone(), setting.position);
        Box::new(SettingsError { file, position, problem, advice, code: codes::BAD_OPTION })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn stage() -> Stage {
        let option = |name: &str, takes_value| StageOption { name: name.to_owned(), takes_value };
        let options = vec![option("clamp", false), option("as", true), option("output", true)];
        Stage { name: "alchemy compile", version: "alchemy 1".to_owned(), options }
    }

    #[test]
    fn the_nearer_file_wins_and_switches_off() {
        let folder = Settings::parse("folder.kcfg", "texture { clamp 1 as color }\nsound { gain -3 }").unwrap();
        let own = Settings::parse("logo.kcfg", "TEXTURE { \"Clamp\" \"0\" \"as\" \"ui\" }").unwrap();
        let mut options = BTreeMap::new();
        folder.put("texture", &stage(), &mut |_, _| None, &mut options).unwrap();
        assert!(options.values().eq(["--as=color", "--clamp"]));
        own.put("texture", &stage(), &mut |_, _| None, &mut options).unwrap();
        assert!(options.values().eq(["--as=ui"]));
    }

    #[test]
    fn what_cannot_be_used_is_said_with_its_place() {
        for (text, line, part) in [
            ("texture {", 1, ""),
            ("clamp 1", 1, "outside a block"),
            ("\nmusic { }", 2, "`music` is nothing that is made"),
            ("texture\n{\n\tmore { }\n}", 3, "a block inside"),
            ("texture {\nOUTPUT x\n}", 2, "is set by the build"),
        ] {
            let error = Settings::parse("a.kcfg", text).unwrap_err();
            assert!(error.position.line == line && error.problem.contains(part), "{error}");
            assert!(!error.diagnostic().fix.unwrap().is_empty());
        }
        for (text, part) in [
            ("texture { colour red }", "no option `colour`"),
            ("texture { clamp maybe }", "on or off"),
            ("texture { as bogus }", "a.kcfg, line 1, column 11: `--as=bogus` is none of alchemy compile"),
        ] {
            let mut wrong = |stage: &str, argument: &str| {
                argument.contains("bogus").then(|| format!("`{argument}` is none of {stage}"))
            };
            let settings = Settings::parse("a.kcfg", text).unwrap();
            let error = settings.put("texture", &stage(), &mut wrong, &mut BTreeMap::new()).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
            assert!(!error.advice.contains("output"));
        }
    }
}
