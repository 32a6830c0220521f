//! The project file as text.

use crate::ProjectError;
use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, SourcePosition, codes, nearest};
use kerosene_kv::{Block, Document, Lookup, Pair, Writer};
use kerosene_vfs::{VirtualPath, is_map_name};

/// Folders of content where a project names none.
pub const DEFAULT_FOLDERS: [&str; 7] = ["maps", "materials", "art", "textures", "models", "sound", "scripts"];

/// The keys of a project file.
const KEYS: [&str; 6] = ["name", "content", "startmap", "game", "bin", "dir"];

/// Longest name of a game, in characters.
const MAX_NAME: usize = 64;

/// What a project file says.
///
/// ```
/// use kerosene_config::Project;
///
/// let (project, notes) = Project::parse("game.kproj", "project { name Ruins startmap gate }")?;
/// assert_eq!((project.name.as_deref(), project.start_map.as_deref()), (Some("Ruins"), Some("gate")));
/// assert_eq!(project.folders().count(), 7);
/// assert!(notes.iter().next().is_none());
/// # Ok::<(), kerosene_config::ProjectError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Project {
    /// The game's name, for people: at most 64 characters.
    pub name: Option<String>,
    /// The folder of content, below the project file's; the project file's own where it is not said.
    pub content: Option<String>,
    /// The map that a new game begins with, as it is named at the console: `chapter1/gate`.
    pub start_map: Option<String>,
    /// The Cargo package of the game's own code.
    pub game: Option<String>,
    /// The program that plays the game, without its system's extension; the stock runtime where it is not said.
    pub program: Option<String>,
    /// Folders of content below [`Project::content`], in the order they are given; empty for the usual ones.
    pub directories: Vec<String>,
}

impl Project {
    /// Reads a project file's text; `file` is its name in messages. What is not understood but harms nothing is noted.
    ///
    /// # Errors
    /// Text that is no KeyValues; more or less than one block `project`; a value that its key cannot have.
    pub fn parse(file: &str, text: &str) -> Result<(Self, Diagnostics), ProjectError> {
        let document = Document::parse(text).map_err(|error| ProjectError::syntax(file, &error))?;
        let mut notes = Diagnostics::new();
        let block = project_block(file, &document, &mut notes)?;
        let mut project = Self::default();
        for pair in block.pairs() {
            project.read(file, pair, &mut notes)?;
        }
        for node in block.nodes.iter().filter(|node| matches!(node, kerosene_kv::Node::Block(_))) {
            notes.push(unknown(file, node.position(), "a block inside the project"));
        }
        Ok((project, notes))
    }

    /// The folders of content, below [`Project::content`].
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        let usual: &[&str] = if self.directories.is_empty() { &DEFAULT_FOLDERS } else { &[] };
        usual.iter().copied().chain(self.directories.iter().map(String::as_str))
    }

    /// The text of a project file that says this.
    ///
    /// ```
    /// use kerosene_config::Project;
    ///
    /// let project = Project { name: Some("Ruins".into()), ..Project::default() };
    /// let (read, _) = Project::parse("game.kproj", &project.to_text())?;
    /// assert_eq!(read, project);
    /// # Ok::<(), kerosene_config::ProjectError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut writer = Writer::new();
        writer.open("project");
        let single = [
            ("name", &self.name),
            ("content", &self.content),
            ("startmap", &self.start_map),
            ("game", &self.game),
            ("bin", &self.program),
        ];
        for (key, value) in single {
            if let Some(value) = value {
                writer.pair(key, value);
            }
        }
        self.directories.iter().for_each(|folder| writer.pair("dir", folder));
        writer.close();
        writer.finish()
    }

    /// Takes one pair of the project's block.
    fn read(&mut self, file: &str, pair: &Pair<'_>, notes: &mut Diagnostics) -> Result<(), ProjectError> {
        let value = &*pair.value;
        let refuse = |what: &str, advice| {
            let problem = format!("`{}` is {value:?}, which {what}", pair.key);
            Err(ProjectError::at(file, pair.position, problem, advice))
        };
        match &*pair.key.to_ascii_lowercase() {
            "name" if value.trim().is_empty() || value.chars().count() > MAX_NAME => {
                return refuse("is no name of 1 to 64 characters", "give the game's name");
            }
            "name" => self.name = Some(value.to_owned()),
            "content" => match VirtualPath::new(value) {
                Ok(_) => self.content = Some(value.to_owned()),
                Err(_) => return refuse("is no folder below the project's", "name a folder such as game"),
            },
            "startmap" if is_map_name(value) => self.start_map = Some(value.to_owned()),
            "startmap" => return refuse("is no name of a map", "name a map such as chapter1/gate, without its ending"),
            "game" if is_word(value) => self.game = Some(value.to_owned()),
            "bin" if is_word(value) => self.program = Some(value.to_owned()),
            "game" | "bin" => return refuse("is no name of a program", "use letters, digits, - and _"),
            "dir" => match VirtualPath::new(value) {
                Ok(folder) if !folder.is_root() => self.directories.push(value.to_owned()),
                _ => notes.push(outside(file, pair)),
            },
            key => {
                let note = unknown(file, pair.position, &format!("the key `{}`", pair.key));
                let meant = nearest(key, KEYS).map(|near| format!("did you mean `{near}`?"));
                notes.push(meant.into_iter().fold(note, Diagnostic::fix));
            }
        }
        Ok(())
    }
}

/// The one block called project.
fn project_block<'d, 'a>(
    file: &str,
    document: &'d Document<'a>,
    notes: &mut Diagnostics,
) -> Result<&'d Block<'a>, ProjectError> {
    let mut found = None;
    for node in &document.nodes {
        let kerosene_kv::Node::Block(block) = node else {
            notes.push(unknown(file, node.position(), "a pair outside the project"));
            continue;
        };
        if !block.name.eq_ignore_ascii_case("project") {
            notes.push(unknown(file, block.position, &format!("the block `{}`", block.name)));
        } else if found.is_some() {
            let advice = "keep one of them";
            return Err(ProjectError::at(
                file,
                block.position,
                "there are two projects in one file".to_owned(),
                advice,
            ));
        } else {
            found = Some(block);
        }
    }
    found.ok_or_else(|| {
        let problem = "there is no block called project".to_owned();
        ProjectError::at(file, document.place(), problem, "begin with: project { name \"My game\" }")
    })
}

/// Whether a text can be the name of a package or program on every system.
fn is_word(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.len() <= MAX_NAME && text.chars().all(fits)
}

fn unknown(file: &str, position: kerosene_kv::Position, what: &str) -> Diagnostic {
    // Nobody keeps it, as an editor keeps unknown keys of maps: it is most likely a slip.
    Diagnostic::new(codes::UNKNOWN_KEY, format!("{what} means nothing in a project file"))
        .severity(Severity::Warning)
        .at(SourcePosition::line(file, position.line).column(position.column))
        .fix("the keys are name, content, startmap, game, bin and dir")
}

fn outside(file: &str, pair: &Pair<'_>) -> Diagnostic {
    let message = format!("the folder {:?} is not below the content and is left out", pair.value);
    Diagnostic::new(codes::FOLDER_OUTSIDE, message)
        .at(SourcePosition::line(file, pair.position.line).column(pair.position.column))
        .fix("name a folder below the content's, such as maps")
}
