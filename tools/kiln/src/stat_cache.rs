//! Hashes of files that need not be read again.
//!
//! A file is taken for unchanged where its size, its time of modification, on Unix its number and time of change are those
//! that were seen when it was hashed, *and* it was last modified well before that hashing began. A file that changed at
//! about the time when it was hashed could change once more within one tick of the file system's clock and look the same;
//! it is hashed again in the next build ("racily clean", as Git calls it). The clock is that of the file system itself: the
//! time of a file that is written when a build begins.

use kerosene_container::{Container, ContainerBuilder, ContainerError, Tag, put_text};
use kerosene_vfs::vault::ContentHash;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

/// Magic and version of the file.
const MAGIC: Tag = Tag(*b"KSTC");
const VERSION: u32 = 1;
const SECTION: Tag = Tag(*b"STAT");
/// Longest path that is kept, in bytes.
const MAX_PATH: usize = 4096;
/// Least bytes of an entry.
const ENTRY_BYTES: usize = 4 + 5 * 8 + 32;
/// How far before the beginning of a build a file's last change lies for its hash to be kept, in nanoseconds: the coarsest
/// clock of a file system in use (FAT) has steps of two seconds.
const SETTLED: i64 = 2_000_000_000;

/// What tells whether a file changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    size: u64,
    modified: i64,
    changed: i64,
    number: u64,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        let (changed, number) = unix_stamp(metadata);
        Self { size: metadata.len(), modified: modified(metadata), changed, number }
    }
}

#[cfg(unix)]
fn unix_stamp(metadata: &Metadata) -> (i64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime().wrapping_mul(1_000_000_000).wrapping_add(metadata.ctime_nsec()), metadata.ino())
}

#[cfg(not(unix))]
fn unix_stamp(_: &Metadata) -> (i64, u64) {
    (0, 0)
}

/// Time of modification in nanoseconds since 1970; 0 where the system has none.
pub(crate) fn modified(metadata: &Metadata) -> i64 {
    let Ok(time) = metadata.modified() else { return 0 };
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanoseconds| -nanoseconds),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    stamp: Stamp,
    /// When the build began that hashed it.
    hashed: i64,
    hash: ContentHash,
}

impl Entry {
    /// Whether a file with this stamp is the one that was hashed.
    fn vouches_for(&self, stamp: &Stamp) -> bool {
        self.stamp == *stamp && stamp.modified.max(stamp.changed).saturating_add(SETTLED) < self.hashed
    }
}

/// The hashes of files, by path.
#[derive(Debug, Default)]
pub struct StatCache {
    before: BTreeMap<String, Entry>,
    now: Mutex<BTreeMap<String, Entry>>,
    began: i64,
}

impl StatCache {
    /// The cache for a build that began at a time, in nanoseconds by the file system's clock, with what an earlier one left.
    ///
    /// # Errors
    /// Bytes that are no such cache, or damaged. It is only a help: an empty one does as well.
    ///
    /// ```
    /// use kiln::StatCache;
    ///
    /// let bytes = StatCache::default().to_bytes();
    /// assert!(StatCache::parse(&bytes, 0).is_ok());
    /// assert!(StatCache::parse(b"KSTC", 0).is_err());
    /// ```
    pub fn parse(bytes: &[u8], began: i64) -> Result<Self, ContainerError> {
        let container = Container::parse(bytes, MAGIC, VERSION)?;
        let mut reader = container.reader(SECTION)?;
        let count = reader.count(ENTRY_BYTES, "the files")?;
        let mut before = BTreeMap::new();
        for _ in 0..count {
            let path = reader.text(MAX_PATH, "a path")?.to_owned();
            let size = reader.u64("a size")?;
            let modified = reader.u64("a time")? as i64;
            let changed = reader.u64("a time")? as i64;
            let number = reader.u64("a file's number")?;
            let hashed = reader.u64("a time")? as i64;
            let hash = ContentHash(reader.array("a hash")?);
            before.insert(path, Entry { stamp: Stamp { size, modified, changed, number }, hashed, hash });
        }
        reader.end()?;
        Ok(Self { before, now: Mutex::default(), began })
    }

    /// An empty cache for a build that began then.
    pub(crate) fn empty(began: i64) -> Self {
        Self { began, ..Self::default() }
    }

    /// The file that keeps it, with what was asked for since it was read.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = (now.len() as u32).to_le_bytes().to_vec();
        for (path, entry) in now.iter() {
            put_text(&mut out, path);
            let Stamp { size, modified, changed, number } = entry.stamp;
            for word in [size, modified as u64, changed as u64, number, entry.hashed as u64] {
                out.extend_from_slice(&word.to_le_bytes());
            }
            out.extend_from_slice(&entry.hash.0);
        }
        ContainerBuilder::new(MAGIC, VERSION).section(SECTION, out).to_bytes()
    }

    /// The hash of a file below a folder; nothing where there is none.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn hash(&self, root: &Path, path: &str) -> io::Result<Option<ContentHash>> {
        let file = root.join(path);
        let metadata = match std::fs::metadata(&file) {
            Ok(metadata) if metadata.is_file() => metadata,
            Ok(_) => return Ok(None),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let stamp = Stamp::of(&metadata);
        if let Some(entry) = self.known(path, &stamp) {
            return Ok(Some(entry.hash));
        }
        let hash = hash_file(&file)?;
        // Changed while it was read: the hash is of neither.
        let after = std::fs::metadata(&file).map(|metadata| Stamp::of(&metadata)).ok();
        if after == Some(stamp) && path.len() <= MAX_PATH {
            self.keep(path, Entry { stamp, hashed: self.began, hash });
        }
        Ok(Some(hash))
    }

    fn known(&self, path: &str, stamp: &Stamp) -> Option<Entry> {
        // What was hashed in this build is vouched for where it is settled, as in the next one.
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        let entry = now.or_else(|| self.before.get(path).copied()).filter(|entry| entry.vouches_for(stamp))?;
        self.keep(path, entry);
        Some(entry)
    }

    fn keep(&self, path: &str, entry: Entry) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), entry);
    }
}

/// BLAKE3 of a file.
pub(crate) fn hash_file(file: &Path) -> io::Result<ContentHash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(file)?)?;
    Ok(ContentHash(*hasher.finalize().as_bytes()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use std::fs;

    #[test]
    fn what_changed_about_when_it_was_hashed_is_hashed_again() {
        let stamp = Stamp { size: 4, modified: 10 * SETTLED, changed: 10 * SETTLED, number: 7 };
        let hash = ContentHash::of(b"four");
        let hashed_at = |hashed| Entry { stamp, hashed, hash }.vouches_for(&stamp);
        // A second edit within one tick of the clock would look the same.
        assert!(!hashed_at(stamp.modified) && !hashed_at(stamp.modified + SETTLED));
        assert!(hashed_at(stamp.modified + SETTLED + 1));
        // A file from the future is never settled.
        assert!(!hashed_at(stamp.modified - 1));
        let entry = Entry { stamp, hashed: i64::MAX, hash };
        for other in [
            Stamp { size: 5, ..stamp },
            Stamp { modified: 1, ..stamp },
            Stamp { changed: 1, ..stamp },
            Stamp { number: 1, ..stamp },
        ] {
            assert!(!entry.vouches_for(&other), "{other:?}");
        }
    }

    #[test]
    fn an_edit_of_the_same_size_and_time_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "one").unwrap();
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        let began = modified(&fs::metadata(&file).unwrap());
        let cache = StatCache::empty(began);
        let first = cache.hash(folder.path(), "a.txt").unwrap();
        fs::write(&file, "two").unwrap();
        fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
        assert_ne!(cache.hash(folder.path(), "a.txt").unwrap(), first);
        let next = StatCache::parse(&cache.to_bytes(), began).unwrap();
        fs::write(&file, "six").unwrap();
        fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
        assert_eq!(next.hash(folder.path(), "a.txt").unwrap(), Some(ContentHash::of(b"six")));
    }

    #[test]
    fn a_settled_file_is_not_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "one").unwrap();
        let cache = StatCache::empty(i64::MAX);
        let first = cache.hash(folder.path(), "a.txt").unwrap();
        let before = StatCache::parse(&cache.to_bytes(), i64::MAX).unwrap();
        let stamp = Stamp::of(&fs::metadata(&file).unwrap());
        assert_eq!(before.known("a.txt", &stamp).map(|entry| entry.hash), first);
        assert_eq!(cache.hash(folder.path(), "none.txt").unwrap(), None);
    }
}
