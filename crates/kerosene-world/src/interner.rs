//! Text as values.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use xxhash_rust::xxh3::xxh3_64;

use crate::pages::PAGE_SIZE;
use crate::{PageStore, PagedVec};

/// Interned text: a number that stands for it.
///
/// The number is a hash of the text, so the same text has the same id in every world and on every machine,
/// whatever was interned before it; only where two different texts of one world have the same hash (one pair
/// among some four billion texts) the later one takes the next number. The empty text is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct TextId(u64);

impl TextId {
    /// The empty text, which every interner has.
    pub const EMPTY: TextId = TextId(0);

    /// The id that [`to_bits`](TextId::to_bits) gave.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> TextId {
        TextId(bits)
    }

    /// The id as a number.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The id that a text gets when nothing stands in its way.
    fn natural(text: &str) -> TextId {
        if text.is_empty() { TextId::EMPTY } else { TextId(xxh3_64(text.as_bytes()).max(1)) }
    }

    /// The id to try after this one was found taken by another text.
    fn next(self) -> TextId {
        TextId(self.0.wrapping_add(1).max(1))
    }
}

impl fmt::Debug for TextId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TextId({:016x})", self.0)
    }
}

/// Why a text was not interned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It does not fit into a page.
    #[error("a text of {0} bytes cannot be kept: at most {max} fit", max = Interner::MAX_LENGTH)]
    TooLong(usize),
    /// The table is full.
    #[error("the world holds as many texts as it can")]
    Full,
}

/// Texts by id and ids by text, in pages: a clone is a snapshot and costs nothing.
///
/// Texts are never taken out: they go with the interner, or with the restoring of a clone that was made
/// before they came.
///
/// ```
/// use kerosene_world::{Interner, PageStore};
///
/// let mut texts = Interner::new_in(&PageStore::new());
/// let door = texts.intern("door")?;
/// assert_eq!(texts.intern("door")?, door);
/// assert_eq!(texts.resolve(door), Some("door"));
/// assert_eq!(texts.find("window"), None);
/// # Ok::<(), kerosene_world::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Interner {
    /// The bytes of all texts; none crosses the end of a page.
    bytes: PagedVec<u8>,
    /// A hash table with linear probing; a power of two of places, at most three quarters of them taken.
    table: PagedVec<Entry>,
    texts: usize,
}

/// One text. A place in the table is free while its id is 0.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Entry {
    id: u64,
    start: u32,
    length: u32,
}

/// Places of the smallest table.
const FIRST_PLACES: usize = 64;

impl Interner {
    /// Bytes in the longest text that can be interned.
    pub const MAX_LENGTH: usize = PAGE_SIZE;

    /// An interner with nothing but the empty text.
    #[must_use]
    pub fn new_in(store: &PageStore) -> Interner {
        Interner { bytes: PagedVec::new_in(store), table: PagedVec::new_in(store), texts: 0 }
    }

    /// How many texts there are, the empty one not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts
    }

    /// Whether there is none but the empty text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts == 0
    }

    /// The id of a text, which is kept if it was not known.
    ///
    /// # Errors
    /// [`TextError::TooLong`] above [`Interner::MAX_LENGTH`] bytes; [`TextError::Full`] when the bytes of all
    /// texts would pass 4 GiB.
    pub fn intern(&mut self, text: &str) -> Result<TextId, TextError> {
        match self.look(text) {
            Ok(id) => Ok(id),
            Err(id) => self.add(id, text).map(|()| id),
        }
    }

    /// The id of a text, if it is known.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.look(text).ok()
    }

    /// The text of an id, if it is known.
    #[must_use]
    #[inline]
    pub fn resolve(&self, id: TextId) -> Option<&str> {
        if id == TextId::EMPTY {
            return Some("");
        }
        let entry = self.table.get(self.place(id).ok()?)?;
        Some(self.text_at(entry))
    }

    /// Every text with its id, by id, the empty one not among them.
    #[must_use]
    pub fn sorted(&self) -> Vec<(TextId, &str)> {
        let taken = self.table.iter().filter(|entry| entry.id != 0);
        let mut texts: Vec<_> = taken.map(|entry| (TextId(entry.id), self.text_at(entry))).collect();
        texts.sort_unstable_by_key(|(id, _)| *id);
        texts
    }

    /// The id of a text, or the one that it will get.
    fn look(&self, text: &str) -> Result<TextId, TextId> {
        let mut id = TextId::natural(text);
        loop {
            match self.resolve(id) {
                Some(found) if found == text => return Ok(id),
                Some(_) => id = id.next(),
                None => return Err(id),
            }
        }
    }

    /// The id that a text which is not known yet will get.
    pub(crate) fn id_to_come(&self, text: &str) -> Option<TextId> {
        self.look(text).err()
    }

    /// Keeps a text under an id that is not taken.
    pub(crate) fn add(&mut self, id: TextId, text: &str) -> Result<(), TextError> {
        if text.len() > Interner::MAX_LENGTH {
            return Err(TextError::TooLong(text.len()));
        }
        // A text that would cross the end of the page begins on the next one.
        let used = self.bytes.len();
        let room = PAGE_SIZE - used % PAGE_SIZE;
        let start = if text.len() > room { used + room } else { used };
        let end = start + text.len();
        if u32::try_from(end).is_err() {
            return Err(TextError::Full);
        }
        if (self.texts + 1) * 4 > self.table.len() * 3 {
            self.widen();
        }
        self.bytes.resize(start, 0);
        self.bytes.extend(text.bytes());
        self.texts += 1;
        self.put(Entry { id: id.0, start: start as u32, length: text.len() as u32 });
        Ok(())
    }

    /// Doubles the table.
    fn widen(&mut self) {
        let places = (self.table.len() * 2).max(FIRST_PLACES);
        let mut table = PagedVec::new_in(self.table.store());
        table.resize(places, Entry::zeroed());
        let old = std::mem::replace(&mut self.table, table);
        for entry in old.iter().filter(|entry| entry.id != 0) {
            self.put(*entry);
        }
    }

    fn put(&mut self, entry: Entry) {
        if let Err(Some(place)) = self.place(TextId(entry.id)) {
            self.table.set(place, entry);
        }
    }

    /// The place of an id, or else the free place where it would stand, if there is a table.
    fn place(&self, id: TextId) -> Result<usize, Option<usize>> {
        let places = self.table.len();
        for step in 0..places {
            // The low bits of the hash choose; a table is a power of two of places.
            let place = (id.0 as usize).wrapping_add(step) & (places - 1);
            match self.table.get(place).map(|entry| entry.id) {
                Some(found) if found == id.0 => return Ok(place),
                Some(0) => return Err(Some(place)),
                _ => {}
            }
        }
        Err(None)
    }

    fn text_at(&self, entry: &Entry) -> &str {
        let bytes = self.bytes.slice(entry.start as usize, entry.length as usize);
        // What was put in was text; if it is not, that is a fault of ours, and no reason to stop a game.
        let text = std::str::from_utf8(bytes);
        debug_assert!(text.is_ok(), "an interned text is not UTF-8");
        text.unwrap_or("")
    }
}
