//! How materials name textures.

use kerosene_kv::Value;
use kerosene_vfs::VirtualPath;
use std::fmt;

/// The folder of all textures and materials.
const FOLDER: &str = "materials/";

/// Endings that people write out of habit: of the texture itself, and of pictures that it may be made of.
const ENDINGS: [&str; 9] = [".ktex", ".png", ".tga", ".jpg", ".jpeg", ".webp", ".hdr", ".exr", ".vtf"];

/// Name of a texture: its virtual path below `materials/`, without extension, in normal form.
///
/// ```
/// use kerosene_asset::TextureName;
///
/// let name = TextureName::new("Brick\\Wall01.png").expect("a name");
/// assert_eq!((name.as_str(), name.path()), ("brick/wall01", "materials/brick/wall01.ktex".to_owned()));
/// assert_eq!(TextureName::new("materials/brick/wall01"), Some(name));
/// assert_eq!(TextureName::new("../secret"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureName(String);

impl TextureName {
    /// A name as somebody wrote it; `None` where no file can have it.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let path = VirtualPath::new(text.trim()).ok()?;
        let name = path.as_str().strip_prefix(FOLDER).unwrap_or(path.as_str());
        let ending = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
        let name = ending.unwrap_or(name);
        // What was cut off may leave a name that is none.
        VirtualPath::is_normal(name).then(|| Self(name.to_owned()))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The texture's virtual path.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{FOLDER}{}.ktex", self.0)
    }
}

impl fmt::Display for TextureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Value for TextureName {
    const EXPECTED: &'static str = "the name of a texture below `materials`, such as brick/wall01";

    fn from_text(text: &str) -> Option<Self> {
        Self::new(text)
    }
}
