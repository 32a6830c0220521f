//! What cargo knows of the workspace: packages, where they lie, what they depend on.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

/// A package of the workspace.
#[derive(Debug, Clone, Deserialize)]
pub struct Package {
    /// Its name, as in its manifest.
    pub name: String,
    /// Its `Cargo.toml`, absolute.
    pub manifest_path: PathBuf,
    /// What it depends on, in manifest order.
    pub dependencies: Vec<Dependency>,
}

/// A line of a manifest's dependency tables.
#[derive(Debug, Clone, Deserialize)]
pub struct Dependency {
    /// Name of the package depended on.
    pub name: String,
    /// Which table it stands in.
    #[serde(default)]
    pub kind: Option<DependencyKind>,
    /// Folder of a package of this workspace; `None` for one from a registry.
    pub path: Option<PathBuf>,
}

/// The table of a manifest that a dependency stands in; cargo leaves it out for `[dependencies]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DependencyKind {
    /// `[dev-dependencies]`: tests, examples and benchmarks only.
    Dev,
    /// `[build-dependencies]`.
    Build,
}

#[derive(Deserialize)]
struct Document {
    packages: Vec<Package>,
}

/// Why cargo's metadata could not be had.
#[derive(Debug, Error)]
pub enum MetadataError {
    /// Cargo could not be started.
    #[error("cannot start `cargo`: {0}")]
    Start(#[from] std::io::Error),
    /// Cargo ran and failed; its own message follows.
    #[error("`cargo` failed:\n{0}")]
    Failed(String),
    /// The answer was not what cargo documents.
    #[error("`cargo metadata` gave something unexpected: {0}")]
    Parse(#[from] serde_json::Error),
}

/// The workspace's root, known from where this crate was built.
pub fn workspace_root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Asks cargo for the packages of the workspace at `root`, sorted by name.
///
/// # Errors
/// When cargo cannot be started, fails, or gives something other than its documented format.
pub fn read(root: &Path) -> Result<Vec<Package>, MetadataError> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(MetadataError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    parse(&output.stdout)
}

/// Names of all packages that are linked into a package of the workspace at `root`, itself and what only builds it included and
/// what only tests it left out. `features` are words for cargo that say with which features it is built.
///
/// # Errors
/// When cargo cannot be started or fails.
pub fn linked(root: &Path, package: &str, features: &[&str]) -> Result<BTreeSet<String>, MetadataError> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--locked", "--package", package, "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}"])
        .args(features)
        .current_dir(root)
        .output()
        .map_err(MetadataError::Start)?;
    if !output.status.success() {
        return Err(MetadataError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect())
}

/// Reads the JSON that `cargo metadata --no-deps` prints.
///
/// # Errors
/// When it is not JSON of that format.
///
/// ```
/// let json = br#"{"packages": [{"name": "a", "manifest_path": "/w/a/Cargo.toml", "dependencies": []}]}"#;
/// assert_eq!(xtask::metadata::parse(json).unwrap()[0].name, "a");
/// ```
pub fn parse(json: &[u8]) -> Result<Vec<Package>, MetadataError> {
    let mut packages = serde_json::from_slice::<Document>(json)?.packages;
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}
