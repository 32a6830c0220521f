//! Which functions a compile runs, so that the linker lays them side by side.
//!
//! Linux maps a program in pieces of sixteen pages as it is run, and what is mapped counts as the process's memory. A
//! compile runs a third of the functions of the tools; scattered over the program they have all of it mapped. [`run`]
//! compiles maps under valgrind's callgrind and puts the names of what ran on record in [`RECORD`], what most maps need
//! first; `tools/kerosene-tools/build.rs` hands them to the linker.
//!
//! Of the C library, where it is part of the program, whole object files are laid together: its functions have no sections
//! of their own.
//!
//! The record is made by hand and not checked: a function that is missing there costs some 64 KB, and a name that fits
//! nothing costs nothing. Names are kept without the hashes that each version of compiler and crate changes.

use crate::instructions::maps;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

/// Where the names lie, from the workspace's root.
pub const RECORD: &str = "tools/kerosene-tools/layout.txt";

/// Longer names, those of generic functions, are cut here.
const LONGEST: usize = 120;

/// Why no names could be put on record.
#[derive(Debug, Error)]
pub enum LayoutError {
    /// A file, folder or program could not be used.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file, folder or program.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The tools could not be built.
    #[error("cargo build failed:\n{0}")]
    Build(String),
    /// The result could not be told.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Compiles `given` maps, or the two that instructions are counted of where there are none, and puts on record what ran.
///
/// # Errors
/// When a program cannot be run or a file not be written.
pub fn run(root: &Path, given: &[PathBuf], out: &mut impl Write) -> Result<bool, LayoutError> {
    let folder = root.join("target/layout");
    fs::create_dir_all(&folder).map_err(|source| LayoutError::Io { path: folder.clone(), source })?;
    let program = build(root)?;
    let maps = if given.is_empty() { made_maps(&folder)? } else { given.to_vec() };
    let members = library_members()?;
    let mut runs = BTreeMap::new();
    for (map, threads) in maps.iter().flat_map(|map| [(map, "1"), (map, "2")]) {
        let counts = counts_of(&program, map, threads, &folder)?;
        let places =
            functions_of_program(&counts).filter_map(|name| pattern(name).or_else(|| members.get(name).cloned()));
        for place in places.collect::<BTreeSet<_>>() {
            *runs.entry(place).or_insert(0_usize) += 1;
        }
    }
    let path = root.join(RECORD);
    fs::write(&path, record(&runs)).map_err(|source| LayoutError::Io { path, source })?;
    writeln!(out, "layout: {} names put on record in {RECORD}, from {} maps", runs.len(), maps.len())?;
    Ok(true)
}

/// Builds the tools as users have them.
fn build(root: &Path) -> Result<PathBuf, LayoutError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--release", "--quiet", "--package", "kerosene-tools"];
    let output = Command::new(&cargo).args(arguments).current_dir(root).output();
    let output = output.map_err(|source| LayoutError::Io { path: cargo.into(), source })?;
    if !output.status.success() {
        return Err(LayoutError::Build(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path));
    Ok(target.join("release/kerosene-tools"))
}

fn made_maps(folder: &Path) -> Result<Vec<PathBuf>, LayoutError> {
    let write = |(name, text): (&str, String)| {
        let path = folder.join(name).with_extension("map");
        fs::write(&path, text).map_err(|source| LayoutError::Io { path: path.clone(), source })?;
        Ok(path)
    };
    maps::all().into_iter().map(write).collect()
}

/// What callgrind writes of the compile of a map.
fn counts_of(program: &Path, map: &Path, threads: &str, folder: &Path) -> Result<String, LayoutError> {
    let counts = folder.join("counts");
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--compress-strings=no", "--demangle=no"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(program)
        .arg("cleave")
        .arg(map)
        .args(["--threads", threads, "--no-classes", "-q", "-o"])
        .arg(folder.join("compiled.kbsp"));
    // A map that leaks makes it fail, and has run what there is to run.
    output_of(&mut command, "valgrind")?;
    fs::read_to_string(&counts).map_err(|source| LayoutError::Io { path: counts, source })
}

/// What a program says on standard output, whether it fails or not.
fn output_of(command: &mut Command, program: &str) -> Result<String, LayoutError> {
    let output = command.output().map_err(|source| LayoutError::Io { path: program.into(), source })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The object file of each function of the static C library that only one of them has, as the record names it.
fn library_members() -> Result<BTreeMap<String, String>, LayoutError> {
    let path = output_of(Command::new("cc").arg("-print-file-name=libc.a"), "cc")?;
    Ok(members(&output_of(Command::new("nm").args(["-A", "--defined-only", path.trim()]), "nm")?))
}

/// Reads lines such as `/lib/libc.a:malloc.o:0000000000000010 T malloc`.
fn members(listing: &str) -> BTreeMap<String, String> {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (place, name) in listing.lines().filter_map(|line| line.rsplit_once(' ')) {
        let member = place.rsplit('/').next().unwrap_or(place).rsplit_once(':').map_or("", |(member, _)| member);
        known.entry(name.to_owned()).or_default().insert(member.to_owned());
    }
    let only = |(name, mut members): (String, BTreeSet<String>)| {
        let member = members.pop_first()?;
        members.is_empty().then_some((name, member))
    };
    known.into_iter().filter_map(only).collect()
}

/// The functions that callgrind charges something to, of the program (the command's first word) and not of a library.
fn functions_of_program(text: &str) -> impl Iterator<Item = &str> {
    let program =
        text.lines().find_map(|line| line.strip_prefix("cmd:")).and_then(|command| command.trim().split(' ').next());
    let mut own = false;
    text.lines().filter_map(move |line| {
        if let Some(object) = line.strip_prefix("ob=") {
            own = Some(object.trim()) == program;
        }
        // What follows an apostrophe counts recursions.
        line.strip_prefix("fn=").filter(|_| own).map(|name| name.split('\'').next().unwrap_or(name))
    })
}

/// The name of a function of Rust's as a linker's pattern to which any end fits, without what changes from version to
/// version: the hash at the end of the old kind of name, those of crates (`Cs…_`) in the new one.
fn pattern(name: &str) -> Option<String> {
    let mut pattern = String::new();
    if let Some(old) = name.strip_prefix("_ZN") {
        let end = old.rfind("17h").map_or(old.len(), |hash| hash + "17h".len());
        let _ = write!(pattern, "_ZN{}", &old[..end]);
    } else if name.starts_with("_R") {
        let mut parts = name.split("Cs");
        pattern.push_str(parts.next()?);
        for part in parts {
            let (_, rest) = part.split_once('_')?;
            let _ = write!(pattern, "Cs*_{rest}");
        }
    } else if name == "main" {
        pattern.push_str(name);
    } else {
        return None;
    }
    let end = pattern.len().min(LONGEST);
    pattern.is_char_boundary(end).then(|| pattern[..end].to_owned())
}

/// The text of the file: what most compiles ran comes first.
fn record(runs: &BTreeMap<String, usize>) -> String {
    let mut names: Vec<(&String, usize)> = runs.iter().map(|(name, &count)| (name, count)).collect();
    names.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let mut text =
        "# Functions that a compile runs, those of most maps first. Made by `cargo xtask layout`.\n".to_owned();
    names.iter().for_each(|(name, _)| text.extend([name, "\n"]));
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn functions_are_those_of_the_program() {
        let counts = "cmd: /bin/tool map\nob=/bin/tool\nfl=a.rs\nfn=_ZN1a1b17h0123456789abcdefE\n1 2\n\
            cfn=_ZN1c1d17h0123456789abcdefE\ncalls=1 0\n1 3\nob=/lib/libc.so\nfn=malloc\n1 2\n\
            ob=/bin/tool\nfn=_ZN1c1d17h0123456789abcdefE'2\n1 9\n";
        let names: Vec<String> = functions_of_program(counts).filter_map(pattern).collect();
        assert_eq!(names, ["_ZN1a1b17h", "_ZN1c1d17h"]);
    }

    #[test]
    fn names_lose_what_changes_from_version_to_version() {
        assert_eq!(pattern("_RNvMs0_NtCsjrHSEGnQ3l9_3std2ioCsa1_4user").unwrap(), "_RNvMs0_NtCs*_3std2ioCs*_4user");
        assert_eq!(pattern("_ZN4core3ptr17h0123456789abcdefE.llvm.77").unwrap(), "_ZN4core3ptr17h");
        assert_eq!(pattern(&format!("_ZN200{}17h0E", "x".repeat(200))).unwrap().len(), LONGEST);
        assert_eq!(pattern("malloc"), None);
    }

    #[test]
    fn functions_of_the_library_are_in_the_one_file_that_has_them() {
        let listing = "/usr/lib/libc.a:malloc.o:0000000000000010 T malloc\n/usr/lib/libc.a:a.o:0000000000000000 t work\n\
            /usr/lib/libc.a:b.o:0000000000000000 t work\n";
        let expected = BTreeMap::from([("malloc".to_owned(), "libc.a:malloc.o".to_owned())]);
        assert_eq!(members(listing), expected);
    }

    #[test]
    fn what_most_maps_need_comes_first() {
        let runs = [("b", 2), ("a", 1), ("c", 2)].map(|(name, count)| (name.to_owned(), count));
        assert!(record(&BTreeMap::from(runs)).ends_with("\nb\nc\na\n"));
    }
}
