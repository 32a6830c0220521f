//! Virtual paths: the one spelling by which the engine names a file.

use std::fmt;

/// Longest virtual path in bytes.
const MAX_LEN: usize = 1024;

/// A normalised path inside the layers: relative, forward slashes, ASCII lower case, no `.` or `..`,
/// no empty components. The empty path is the root itself.
///
/// ```
/// use kerosene_vfs::VirtualPath;
///
/// let path = VirtualPath::new("Maps\\.\\E1/../E1M1.kbsp")?;
/// assert_eq!(path.as_str(), "maps/e1m1.kbsp");
/// assert!(VirtualPath::new("maps/../../secret").is_err());
/// # Ok::<(), kerosene_vfs::PathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualPath(String);

/// Whether `name` can be that of a map, below `maps/` and without extension: at most 128 bytes of ASCII letters, digits,
/// `_`, `-` and `.`, in folders if need be. A name is typed at a console, where a blank ends it, and goes over the
/// network to other systems.
///
/// ```
/// use kerosene_vfs::is_map_name;
///
/// assert!(is_map_name("e1m1") && is_map_name("chapter1/start"));
/// assert!(!is_map_name("my map") && !is_map_name("../e1m1") && !is_map_name("caf\u{e9}"));
/// ```
#[must_use]
pub fn is_map_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let folders = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.ends_with('.'));
    name.len() <= 128 && name.chars().all(allowed) && folders
}

/// Why a text is no virtual path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It climbs above the root.
    #[error(
        "path {path:?} climbs out of the content: use a path below the content's root, such as \"maps/start.kbsp\""
    )]
    Climbs {
        /// The path as it was given.
        path: String,
    },
    /// It begins with a slash.
    #[error("path {path:?} is absolute: give it relative to the content's root, such as \"maps/start.kbsp\"")]
    Absolute {
        /// The path as it was given.
        path: String,
    },
    /// It holds a character that file systems treat specially.
    #[error("path {path:?} holds {character:?} at byte {offset}, which file systems do not allow or treat specially")]
    IllegalCharacter {
        /// The path as it was given.
        path: String,
        /// The offending character: a control character, `:`, or a name's trailing dot or space.
        character: char,
        /// Byte offset of the character.
        offset: usize,
    },
    /// It is longer than 1,024 bytes.
    #[error("path of {len} bytes is longer than {MAX_LEN}")]
    TooLong {
        /// Its length in bytes.
        len: usize,
    },
}

impl VirtualPath {
    /// The root of the layers.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// Normalises a path: backslashes become slashes, ASCII letters lower case, `.` and inner `..`
    /// are resolved.
    ///
    /// # Errors
    /// A path that climbs above the root, is absolute, is longer than 1,024 bytes, or holds a control
    /// character or a colon (drive letters, alternate streams) is refused.
    pub fn new(path: &str) -> Result<Self, PathError> {
        check_characters(path)?;
        let mut components: Vec<&str> = Vec::new();
        for component in path.split(['/', '\\']) {
            match component {
                "" | "." => {}
                ".." => {
                    if components.pop().is_none() {
                        return Err(PathError::Climbs { path: path.to_owned() });
                    }
                }
                name => components.push(name),
            }
        }
        Ok(Self(components.join("/").to_ascii_lowercase()))
    }

    /// Whether a text is the normal form of a file's virtual path, so that it can be used as it is.
    ///
    /// ```
    /// use kerosene_vfs::VirtualPath;
    ///
    /// assert!(VirtualPath::is_normal("maps/e1m1.kbsp"));
    /// assert!(!VirtualPath::is_normal("Maps/e1m1.kbsp") && !VirtualPath::is_normal("a/../b"));
    /// ```
    #[must_use]
    pub fn is_normal(path: &str) -> bool {
        let is_name = |component: &str| !matches!(component, "" | "." | "..");
        let no_capital = |byte: u8| !byte.is_ascii_uppercase() && byte != b'\\';
        check_characters(path).is_ok() && path.bytes().all(no_capital) && path.split('/').all(is_name)
    }

    /// The normalised text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Names from the root down; none for the root itself.
    pub fn components(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|component| !component.is_empty())
    }
}

impl fmt::Display for VirtualPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Refuses what no layer may see: length, control characters, colons, a leading slash, and names that end
/// in a dot or space (Windows drops those, so two spellings would name one file).
fn check_characters(path: &str) -> Result<(), PathError> {
    if path.len() > MAX_LEN {
        return Err(PathError::TooLong { len: path.len() });
    }
    if path.starts_with(['/', '\\']) {
        return Err(PathError::Absolute { path: path.to_owned() });
    }
    if let Some((offset, character)) = path.char_indices().find(|(_, c)| c.is_control() || *c == ':') {
        return Err(PathError::IllegalCharacter { path: path.to_owned(), character, offset });
    }
    let mut end = 0;
    for component in path.split(['/', '\\']) {
        end += component.len();
        if !matches!(component, "." | "..") && component.ends_with(['.', ' ']) {
            let character = if component.ends_with('.') { '.' } else { ' ' };
            return Err(PathError::IllegalCharacter { path: path.to_owned(), character, offset: end - 1 });
        }
        end += 1;
    }
    Ok(())
}
