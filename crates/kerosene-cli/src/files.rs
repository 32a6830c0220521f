//! Reading sources, writing results, and where results go.

use crate::{FileFault, ResultKind, spare};
use kerosene_vfs::Replacement;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 30;

/// The bytes of a file that has at most 1 GiB.
///
/// # Errors
/// [`FileFault::Read`].
///
/// ```
/// assert!(kerosene_cli::read("nowhere.png".as_ref()).is_err());
/// ```
pub fn read(file: &Path) -> Result<Vec<u8>, FileFault> {
    read_bytes(file).map_err(|reason| FileFault::Read { file: file.to_owned(), reason })
}

/// [`read`], for whoever words the fault differently.
///
/// # Errors
/// What the system says, and [`io::ErrorKind::FileTooLarge`].
///
/// ```
/// assert!(kerosene_cli::read_bytes("nowhere.bin".as_ref()).is_err());
/// ```
pub fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 GiB"));
    }
    Ok(bytes)
}

/// Writes a result whole: under another name first, so that a failure leaves an old file as it was. One that already holds
/// these bytes is left alone; gives whether it was written. The folder is made where it is not there.
///
/// # Errors
/// What [`ResultKind::check`] says, and [`FileFault::Write`].
///
/// ```
/// const TEXTURE: kerosene_cli::ResultKind =
///     kerosene_cli::ResultKind { name: "texture", ending: "ktex", magic: b"KTEX" };
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("materials/brick.ktex");
/// assert!(kerosene_cli::write(&file, b"KTEX new", &TEXTURE)?);
/// assert!(!kerosene_cli::write(&file, b"KTEX new", &TEXTURE)?);
/// std::fs::write(&file, "something else")?;
/// assert!(kerosene_cli::write(&file, b"KTEX new", &TEXTURE).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(file: &Path, bytes: &[u8], kind: &ResultKind) -> Result<bool, FileFault> {
    kind.check(file)?;
    replace(file, bytes)
}

/// Writes a file of a kind that people make too, as [`write()`] does; one that holds something else is replaced only with
/// `force`.
///
/// # Errors
/// [`FileFault::Exists`] and [`FileFault::Write`].
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("brick.png");
/// assert!(kerosene_cli::write_new(&file, b"one", false)?);
/// assert!(kerosene_cli::write_new(&file, b"two", false).is_err());
/// assert!(kerosene_cli::write_new(&file, b"two", true)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_new(file: &Path, bytes: &[u8], force: bool) -> Result<bool, FileFault> {
    let is_there = std::fs::metadata(file).is_ok_and(|there| !there.is_file() || there.len() > 0);
    if is_there && !force && !holds(file, bytes) {
        return Err(FileFault::Exists { file: file.to_owned() });
    }
    replace(file, bytes)
}

fn replace(file: &Path, bytes: &[u8]) -> Result<bool, FileFault> {
    let error = |reason| FileFault::Write { file: file.to_owned(), reason };
    if holds(file, bytes) {
        return Ok(false);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(error)?;
    Replacement::write(file, bytes).map_err(error)?;
    Ok(true)
}

/// Whether a file holds these bytes; one of another length is not read.
fn holds(file: &Path, bytes: &[u8]) -> bool {
    let is_as_long = std::fs::metadata(file).is_ok_and(|there| there.is_file() && there.len() == bytes.len() as u64);
    is_as_long && std::fs::read(file).is_ok_and(|there| there == bytes)
}

/// A path as resources and diagnostics name their sources: with forward slashes.
///
/// ```
/// assert_eq!(kerosene_cli::source_name("art/brick.png".as_ref()), "art/brick.png");
/// ```
#[must_use]
pub fn source_name(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}

/// The source's name with another ending, in the folder that is given or beside the source.
///
/// ```
/// use std::path::Path;
///
/// let source = Path::new("art/brick.png");
/// assert_eq!(kerosene_cli::beside(source, None, "ktex"), Path::new("art/brick.ktex"));
/// assert_eq!(kerosene_cli::beside(source, Some("materials".as_ref()), "ktex"), Path::new("materials/brick.ktex"));
/// ```
#[must_use]
pub fn beside(source: &Path, into: Option<&Path>, ending: &str) -> PathBuf {
    let beside = source.with_extension(ending);
    match into {
        Some(folder) => folder.join(beside.file_name().unwrap_or_default()),
        None => beside,
    }
}

/// What is made of each source: the file that is named, or that of [`beside`]. None of them is a source.
///
/// # Errors
/// [`FileFault::Several`], [`FileFault::Twice`], [`FileFault::OverSource`], and what [`ResultKind::check`] says.
///
/// ```
/// use std::path::{Path, PathBuf};
///
/// const SOUND: kerosene_cli::ResultKind = kerosene_cli::ResultKind { name: "sound", ending: "kaud", magic: b"KAUD" };
/// let sources: [PathBuf; 2] = ["a.wav".into(), "b.wav".into()];
/// let outputs = kerosene_cli::outputs(&sources, None, Some("sound".as_ref()), &SOUND)?;
/// assert_eq!(outputs, [Path::new("sound/a.kaud"), Path::new("sound/b.kaud")]);
/// assert!(kerosene_cli::outputs(&sources, Some("one.kaud".as_ref()), None, &SOUND).is_err());
/// assert!(kerosene_cli::outputs(&sources[..1], Some("a.wav".as_ref()), None, &SOUND).is_err());
/// # Ok::<(), kerosene_cli::FileFault>(())
/// ```
pub fn outputs(
    sources: &[PathBuf],
    output: Option<&Path>,
    into: Option<&Path>,
    kind: &ResultKind,
) -> Result<Vec<PathBuf>, FileFault> {
    let outputs = match output {
        Some(output) if sources.len() == 1 => vec![output.to_owned()],
        Some(output) => return Err(FileFault::Several { file: output.to_owned(), count: sources.len() }),
        None => sources.iter().map(|source| beside(source, into, kind.ending)).collect(),
    };
    spare(sources, &outputs)?;
    let mut taken = BTreeSet::new();
    for file in &outputs {
        if !taken.insert(file) {
            return Err(FileFault::Twice { file: file.clone() });
        }
        kind.check(file)?;
    }
    Ok(outputs)
}
