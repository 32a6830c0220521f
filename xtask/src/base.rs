//! Makes the base content, which the engine carries inside itself.
//!
//! The engine reads no source format and may not link a compiler, so what it carries is kept in the repository as one archive,
//! `base.vault`, beside the sources of what is not made by code: maps are compiled, textures, materials, models and sounds
//! come from the tools' stock. [`run`] makes the archive anew; with `check` it makes it elsewhere and compares, since
//! every tool gives the same bytes for the same input.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

/// Where the sources of maps lie, from the workspace's root.
pub const MAPS: &str = "crates/kerosene-engine/base/maps";

/// The archive, from the workspace's root.
pub const ARCHIVE: &str = "crates/kerosene-engine/base/base.vault";

/// Most bytes that it may have: it is in every game.
pub const MAX_ARCHIVE: usize = 2_000_000;

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
    /// A tool refused its work; its messages came before.
    #[error("`kerosene-tools {0}` failed")]
    Tool(String),
    /// The list could not be printed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Makes the archive, or with `check` compares the one that is there with what the sources give. `true` when it is (or was)
/// as it should be, and small enough. `tools` is a `kerosene-tools` of these sources; without one it is built.
///
/// # Errors
/// When a file cannot be read or written, or a tool fails.
pub fn run(root: &Path, check: bool, tools: Option<&Path>, out: &mut impl Write) -> Result<bool, BaseError> {
    let tool = |name, arguments: &[&OsStr]| tool(root, tools, name, arguments);
    let scratch = root.join("target/base");
    let content = scratch.join("content");
    clear(&content)?;
    for source in sources(&root.join(MAPS))? {
        let made = content.join("maps").join(&source).with_extension("kbsp");
        create(&content.join("maps"))?;
        // Named from the root, as it will stand in the manifest, so that the place of the repository stays out of the bytes.
        let source = Path::new(MAPS).join(source);
        tool("cleave", &[OsStr::new("--quiet"), source.as_os_str(), OsStr::new("-o"), made.as_os_str()])?;
    }
    tool("stock", &[OsStr::new("--into"), content.as_os_str()])?;
    let archive = root.join(ARCHIVE);
    let made = if check { scratch.join("base.vault") } else { archive.clone() };
    // What a compile leaves beside a map is for the compiler's other stages.
    let options = ["pack", "--level", "19", "--exclude", "*.kprt", "--exclude", "*.kwalk", "-o"].map(OsStr::new);
    tool("vault", &[&options[..], &[made.as_os_str(), content.as_os_str()]].concat())?;
    let bytes = read(&made)?;
    let same = !check || read(&archive)? == bytes;
    let verdict = if same { "is what its sources give" } else { "is stale: run `cargo xtask base`" };
    writeln!(out, "base: {ARCHIVE} {verdict}: {} bytes", bytes.len())?;
    if bytes.len() > MAX_ARCHIVE {
        writeln!(out, "base: it has more than {MAX_ARCHIVE} bytes")?;
    }
    Ok(same && bytes.len() <= MAX_ARCHIVE)
}

fn failed(path: &Path) -> impl Fn(io::Error) -> BaseError {
    let path = path.to_owned();
    move |source| BaseError::Io { path: path.clone(), source }
}

fn create(folder: &Path) -> Result<(), BaseError> {
    fs::create_dir_all(folder).map_err(failed(folder))
}

/// Makes a folder empty.
fn clear(folder: &Path) -> Result<(), BaseError> {
    match fs::remove_dir_all(folder) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(failed(folder)(source)),
        _ => create(folder),
    }
}

/// Names of the source maps, sorted.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, BaseError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let name = PathBuf::from(entry.map_err(failed(folder))?.file_name());
        if name.extension() == Some(OsStr::new("kmap")) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Runs one of the tools.
fn tool(root: &Path, tools: Option<&Path>, name: &str, arguments: &[&OsStr]) -> Result<(), BaseError> {
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let program = tools.unwrap_or(&cargo);
    let mut command = Command::new(program);
    if tools.is_none() {
        command.args(["run", "--quiet", "--package", "kerosene-tools", "--"]);
    }
    let status = command.arg(name).args(arguments).current_dir(root).status().map_err(failed(program))?;
    if status.success() { Ok(()) } else { Err(BaseError::Tool(name.to_owned())) }
}

fn read(path: &Path) -> Result<Vec<u8>, BaseError> {
    fs::read(path).map_err(failed(path))
}
