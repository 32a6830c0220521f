//! Archives of textures: Quake's WAD2 and Half-Life's WAD3.

use crate::{ForeignError, IndexedTexture, bytes::Bytes, read_miptex};

/// Bytes of an entry of the directory.
const ENTRY: usize = 32;
/// Most entries that are read.
const MAX_ENTRIES: usize = 65_536;

/// What an entry of an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WadKind {
    /// A texture with four levels.
    Texture,
    /// A picture of the user interface.
    Picture,
    /// A palette, a font, or what else there is.
    Other(u8),
}

/// An entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WadEntry<'a> {
    /// Its name as the directory has it.
    pub name: String,
    /// What it is.
    pub kind: WadKind,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// An archive of textures.
///
/// ```
/// use kerosene_foreign::{ForeignError, Wad};
///
/// let empty = *b"WAD2\0\0\0\0\x0c\0\0\0";
/// assert!(Wad::read(&empty)?.entries.is_empty());
/// assert!(Wad::read(b"PACK").is_err());
/// # Ok::<(), ForeignError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wad<'a> {
    /// Whether it is one of Half-Life's, whose textures bring their colours.
    pub is_half_life: bool,
    /// What is in it, in the directory's order.
    pub entries: Vec<WadEntry<'a>>,
}

impl<'a> Wad<'a> {
    /// Reads the directory. Nothing is copied, so memory is bounded by the number of entries that the file has room for.
    ///
    /// # Errors
    /// It is no archive of these, or an entry lies outside of it or is compressed, which no game ever did.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ForeignError> {
        let mut head = Bytes::at(bytes, 0);
        let is_half_life = match bytes.get(..4) {
            Some(b"WAD2") => false,
            Some(b"WAD3") => true,
            _ => return Err(ForeignError::NotOfFormat { format: "archive of textures (WAD2, WAD3)" }),
        };
        head.skip(4);
        let at = head.clone();
        let count = head.u32("the number of entries")? as usize;
        if count > MAX_ENTRIES {
            return Err(at.error(format!("{count} entries, where at most {MAX_ENTRIES} are read")));
        }
        let start = head.u32("the place of the directory")? as usize;
        let directory = Bytes::at(bytes, start).take(count * ENTRY, "the directory")?;
        let places = (0..count).map(|entry| start + entry * ENTRY);
        let entries = directory.chunks_exact(ENTRY).zip(places).map(|(_, place)| entry(bytes, place, is_half_life));
        Ok(Self { is_half_life, entries: entries.collect::<Result<_, _>>()? })
    }

    /// The textures that are in it, each read or with what is wrong with it.
    pub fn textures(&self) -> impl Iterator<Item = (&str, Result<IndexedTexture<'a>, ForeignError>)> {
        let textures = self.entries.iter().filter(|entry| entry.kind == WadKind::Texture);
        textures.map(|entry| (entry.name.as_str(), entry.texture()))
    }
}

impl<'a> WadEntry<'a> {
    /// The entry as a texture. The archive's name for it counts: games look it up by that.
    ///
    /// # Errors
    /// See [`read_miptex`].
    pub fn texture(&self) -> Result<IndexedTexture<'a>, ForeignError> {
        let texture = read_miptex(self.bytes)?;
        let has_holes = crate::QuakeName::of(&self.name).fence;
        Ok(IndexedTexture { name: self.name.clone(), has_holes, ..texture })
    }
}

fn entry(bytes: &[u8], place: usize, is_half_life: bool) -> Result<WadEntry<'_>, ForeignError> {
    let mut entry = Bytes::at(bytes, place);
    let at = entry.clone();
    let (start, length) = (entry.u32("an entry's place")? as usize, entry.u32("an entry's length")? as usize);
    entry.skip(4);
    let (kind, compression) = (entry.u8("an entry's kind")?, entry.u8("an entry's compression")?);
    entry.skip(2);
    let name = entry.name(16, "an entry's name")?;
    if compression != 0 {
        return Err(at.error(format!("entry `{name}` is compressed")));
    }
    let content = Bytes::at(bytes, start).take(length, "an entry");
    let bytes = content.map_err(|_| at.error(format!("entry `{name}` lies outside of the file")))?;
    // Quake's font is marked as a texture, and is bare pixels.
    let kind = match (kind, is_half_life) {
        (b'D', false) if name.eq_ignore_ascii_case("conchars") => WadKind::Picture,
        (b'D', false) | (b'C', true) => WadKind::Texture,
        (b'B', _) => WadKind::Picture,
        (other, _) => WadKind::Other(other),
    };
    Ok(WadEntry { name, kind, bytes })
}
