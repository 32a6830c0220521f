//! Lengths of functions and files, and how much of what is public is documented.
//!
//! The figures come from parsed source, not from line patterns: [`syn`] finds each function with
//! the lines it spans, from its signature to its closing brace, attributes and doc comment not
//! counted. Functions written inside a macro call (`proptest! { ... }`) are tokens to the parser
//! and are not seen; what a macro makes is not measured either.
//!
//! The limits are those of good code bases of this kind: the 99th percentile of function lengths at
//! most [`LONGEST_USUAL_FUNCTION`] lines, and fewer than one function in two hundred above
//! [`LONG_FUNCTION`].

mod report;
mod source;

pub use report::{Excess, Report};
pub use source::{Function, Item, SourceFile};

use crate::metadata::Package;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Lines that the 99th percentile of functions may have.
pub const LONGEST_USUAL_FUNCTION: usize = 75;
/// Lines above which a function is long.
pub const LONG_FUNCTION: usize = 100;
/// Share of long functions that must not be reached.
pub const LONG_FUNCTION_SHARE: f64 = 0.005;

/// Why the sources could not be measured.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// A file or folder could not be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// What could not be read.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file is not Rust.
    #[error("cannot parse {path}: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: syn::Error,
    },
}

/// Measures every Rust file of `packages`: `src`, `tests`, `benches`, `examples` and `build.rs`.
/// Files are named from `root`.
///
/// # Errors
/// When a file cannot be read or is not Rust.
pub fn measure(root: &Path, packages: &[Package]) -> Result<Report, MeasureError> {
    let mut report = Report::default();
    for package in packages {
        let folder = package.manifest_path.parent().unwrap_or(Path::new("."));
        let mut files = Vec::new();
        for path in rust_files(folder)? {
            let text = fs::read_to_string(&path).map_err(|source| MeasureError::Read { path: path.clone(), source })?;
            let public_api = path.starts_with(folder.join("src"));
            let name = path.strip_prefix(root).unwrap_or(&path);
            let file = SourceFile::parse(name, &text, public_api)
                .map_err(|source| MeasureError::Parse { path: path.clone(), source })?;
            files.push(file);
        }
        report.add(&package.name, files);
    }
    Ok(report)
}

/// The Rust files of a package in sorted order.
fn rust_files(package: &Path) -> Result<Vec<PathBuf>, MeasureError> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["src", "tests", "benches", "examples"].map(|name| package.join(name)).into();
    folders.retain(|folder| folder.is_dir());
    while let Some(folder) = folders.pop() {
        let read_error = |source| MeasureError::Read { path: folder.clone(), source };
        for entry in fs::read_dir(&folder).map_err(read_error)? {
            let path = entry.map_err(read_error)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let build_script = package.join("build.rs");
    if build_script.is_file() {
        files.push(build_script);
    }
    files.sort();
    Ok(files)
}
