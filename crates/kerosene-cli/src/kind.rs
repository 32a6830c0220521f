//! What a tool makes, and what it may therefore replace.
//!
//! Replacing is safe only where what stands there can be made again. So a result has the ending of its kind, takes the place
//! of nothing but an earlier result of that kind (which its first bytes say), and never that of its own source, whatever way
//! that is written. What people make too, such as a picture, is replaced only where they say so.

use crate::FileFault;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// A kind of file that only tools make.
///
/// ```
/// use kerosene_cli::ResultKind;
///
/// const SOUND: ResultKind = ResultKind { name: "sound", ending: "kaud", magic: b"KAUD" };
/// assert!(SOUND.check("door.kaud".as_ref()).is_ok());
/// assert!(SOUND.check("door.wav".as_ref()).is_err());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ResultKind {
    /// What one is, for people: `texture`.
    pub name: &'static str,
    /// The ending of its files, without the dot.
    pub ending: &'static str,
    /// The bytes that every file of the kind begins with.
    pub magic: &'static [u8],
}

impl ResultKind {
    /// Whether a result of this kind may be written to a file: its name has the ending, and what stands there, if anything,
    /// is empty or of this kind.
    ///
    /// # Errors
    /// [`FileFault::Ending`] and [`FileFault::Occupied`].
    pub fn check(&self, file: &Path) -> Result<(), FileFault> {
        let (name, ending) = (self.name, self.ending);
        if !file.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
            return Err(FileFault::Ending { file: file.to_owned(), name, ending });
        }
        let is_free = match fs::metadata(file) {
            Ok(there) if there.is_file() => there.len() == 0 || self.begins(file),
            Ok(_) => false,
            // Writing says what is wrong with the place.
            Err(_) => true,
        };
        if is_free { Ok(()) } else { Err(FileFault::Occupied { file: file.to_owned(), name }) }
    }

    /// Whether a file begins as those of this kind do.
    fn begins(&self, file: &Path) -> bool {
        let mut start = Vec::new();
        let read = File::open(file).and_then(|file| file.take(self.magic.len() as u64).read_to_end(&mut start));
        read.is_ok() && start == self.magic
    }
}

/// Refuses results that would take the place of a source, whatever way the paths are written and whatever links lead there.
///
/// # Errors
/// [`FileFault::OverSource`].
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let [source, other] = ["a.png", "b.png"].map(|name| folder.path().join(name));
/// std::fs::write(&source, "")?;
/// assert!(kerosene_cli::spare([&source], [&other]).is_ok());
/// assert!(kerosene_cli::spare([&source], [&folder.path().join("./a.png")]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spare<P: AsRef<Path>, Q: AsRef<Path>>(
    sources: impl IntoIterator<Item = P>,
    results: impl IntoIterator<Item = Q>,
) -> Result<(), FileFault> {
    // What is not there is not overwritten.
    let places: BTreeSet<_> = sources.into_iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
    let is_source = |file: &Q| fs::canonicalize(file).is_ok_and(|place| places.contains(&place));
    match results.into_iter().find(is_source) {
        Some(file) => Err(FileFault::OverSource { file: file.as_ref().to_owned() }),
        None => Ok(()),
    }
}
