//! Compiles the maps of the base content, which the engine carries inside itself.
//!
//! The engine reads no source format and may not link a compiler, so the compiled maps are kept in
//! the repository beside their sources. [`run`] makes them anew; with `check` it makes them elsewhere
//! and compares, since the compiler gives the same bytes for the same input.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

/// Where the sources and the compiled maps lie, from the workspace's root.
pub const MAPS: &str = "crates/kerosene-engine/base/maps";

/// Why the base content could not be made.
#[derive(Debug, Error)]
pub enum BaseError {
    /// A file, folder or program could not be used.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file, folder or program.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The compiler refused a map; its messages came before.
    #[error("{0} does not compile")]
    Compile(PathBuf),
    /// The list could not be printed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Compiles every source map, or with `check` compares what is there with what the sources give.
/// `true` when all is (or was) as it should be.
///
/// # Errors
/// When a file cannot be read or written, or a map does not compile.
pub fn run(root: &Path, check: bool, out: &mut impl Write) -> Result<bool, BaseError> {
    let scratch = root.join("target/base");
    let folder = root.join(MAPS);
    let destination = if check { &scratch } else { &folder };
    fs::create_dir_all(destination).map_err(|source| BaseError::Io { path: destination.clone(), source })?;
    let mut fresh = true;
    for source in sources(&folder)? {
        let compiled = folder.join(&source).with_extension("kbsp");
        let made = destination.join(&source).with_extension("kbsp");
        compile(root, &Path::new(MAPS).join(&source), &made)?;
        let same = !check || (read(&compiled)? == read(&made)?);
        let verdict = if same { "is what its source gives" } else { "is stale: run `cargo xtask base`" };
        writeln!(out, "base: {} {verdict}", compiled.strip_prefix(root).unwrap_or(&compiled).display())?;
        fresh &= same;
    }
    Ok(fresh)
}

/// Names of the source maps, sorted.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, BaseError> {
    let error = |source| BaseError::Io { path: folder.to_owned(), source };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = PathBuf::from(entry.map_err(error)?.file_name());
        if name.extension() == Some(OsStr::new("kmap")) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// `source` is named from the root, as it will stand in the manifest, so that the place of the
/// repository stays out of the bytes. The stage's side files are not kept.
fn compile(root: &Path, source: &Path, destination: &Path) -> Result<(), BaseError> {
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let status = Command::new(&cargo)
        .args(["run", "--quiet", "--package", "kerosene-tools", "--", "cleave", "--quiet"])
        .args([source.as_os_str(), OsStr::new("-o"), destination.as_os_str()])
        .current_dir(root)
        .status()
        .map_err(|source| BaseError::Io { path: cargo, source })?;
    if !status.success() {
        return Err(BaseError::Compile(source.to_owned()));
    }
    let portals = destination.with_extension("kprt");
    match fs::remove_file(&portals) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(BaseError::Io { path: portals, source }),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, BaseError> {
    fs::read(path).map_err(|source| BaseError::Io { path: path.to_owned(), source })
}
