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
//! nothing costs nothing. Each name is there twice: as it is, first of all, and after all of these without the hashes that
//! each version of compiler and crate changes. The second fits what has a new hash, and also functions of the same name
//! that no compile runs: of a generic one, every version of it in all the tools.

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

/// Object files that run before anything is counted, or not under valgrind: the start of the program, and what takes in the
/// kernel's own shared object, which valgrind hides.
const UNCOUNTED: [&str; 4] = ["crt1.o", "crtbeginS.o", "libc.a:dl-object.o", "libc.a:dl-setup_hash.o"];

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
    let (mut exact, mut loose) = (Runs::default(), Runs::default());
    for (map, threads) in maps.iter().flat_map(|map| [(map, "1"), (map, "2")]) {
        let counts = counts_of(&program, map, threads, &folder)?;
        exact.add(functions_of_program(&counts).filter_map(whole_name));
        loose.add(functions_of_program(&counts).flat_map(|name| places(name, &members)));
        loose.add(UNCOUNTED.into_iter().map(str::to_owned));
    }
    let path = root.join(RECORD);
    fs::write(&path, record(&exact, &loose)).map_err(|source| LayoutError::Io { path, source })?;
    writeln!(out, "layout: {} names put on record in {RECORD}, from {} maps", loose.0.len(), maps.len())?;
    Ok(true)
}

/// How many compiles ran what has each name.
#[derive(Debug, Default)]
struct Runs(BTreeMap<String, usize>);

impl Runs {
    /// Counts the names of one compile.
    fn add(&mut self, names: impl Iterator<Item = String>) {
        for name in names.collect::<BTreeSet<_>>() {
            *self.0.entry(name).or_insert(0) += 1;
        }
    }

    /// The names of which most compiles ran something first.
    fn ordered(&self) -> Vec<&str> {
        let mut names: Vec<(&String, usize)> = self.0.iter().map(|(name, &count)| (name, count)).collect();
        names.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        names.into_iter().map(|(name, _)| name.as_str()).collect()
    }
}

/// Builds the tools as they are handed out.
fn build(root: &Path) -> Result<PathBuf, LayoutError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--profile", "dist", "--quiet", "--package", "kerosene-tools"];
    let output = Command::new(&cargo).args(arguments).current_dir(root).output();
    let output = output.map_err(|source| LayoutError::Io { path: cargo.into(), source })?;
    if !output.status.success() {
        return Err(LayoutError::Build(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path));
    Ok(target.join("dist/kerosene-tools"))
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

/// Where a function may lie: a pattern of its name, or the object files of a library that hold it.
fn places(name: &str, members: &Members) -> Vec<String> {
    let of_rust = pattern(name);
    let of_library: Vec<String> = members.running(name).collect();
    // What the compiler calls by itself (`__divti3`) is in its own library in a section of its own.
    let of_compiler = name.starts_with("__").then(|| name.to_owned());
    of_rust.into_iter().chain(of_library).chain(of_compiler).collect()
}

/// The object files of the static C library.
fn library_members() -> Result<Members, LayoutError> {
    let mut listings = String::new();
    for library in ["libc.a", "libm.a", "libgcc.a"] {
        let path = output_of(Command::new("cc").arg(format!("-print-file-name={library}")), "cc")?;
        for archive in archives(Path::new(path.trim())) {
            listings += &output_of(Command::new("nm").args(["-A", "--defined-only"]).arg(archive), "nm")?;
        }
    }
    Ok(Members::of(&listings))
}

/// A static library, or those that it names where it is a text for the linker.
fn archives(path: &Path) -> Vec<PathBuf> {
    let text = fs::read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(text) = text else { return vec![path.to_owned()] };
    text.split_whitespace().filter(|word| word.starts_with('/') && word.ends_with(".a")).map(PathBuf::from).collect()
}

/// Object files of static libraries.
#[derive(Debug, Default)]
struct Members {
    of_function: BTreeMap<String, String>,
    all: BTreeSet<String>,
}

impl Members {
    /// Reads lines such as `/lib/libc.a:malloc.o:0000000000000010 T malloc`.
    fn of(listing: &str) -> Self {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (place, name) in listing.lines().filter_map(|line| line.rsplit_once(' ')) {
            known.entry(name.to_owned()).or_default().insert(member(place));
        }
        let all = known.values().flatten().cloned().collect();
        let only = |(name, mut members): (String, BTreeSet<String>)| {
            let member = members.pop_first()?;
            members.is_empty().then_some((name, member))
        };
        Self { of_function: known.into_iter().filter_map(only).collect(), all }
    }

    /// The one file that has a function, and those that younger processors take in its place: valgrind knows no AVX-512.
    fn running(&self, function: &str) -> impl Iterator<Item = String> {
        let counted = self.of_function.get(function);
        let stem = counted.map(|member| member.split(['-', '.']).take(2).collect::<Vec<_>>().join("."));
        let stem = stem.filter(|stem| stem.starts_with("libc.a:")).map(|stem| stem + "-");
        let is_younger = move |member: &&String| {
            let is_twin = stem.as_ref().is_some_and(|stem| member.starts_with(stem.as_str()));
            is_twin && (member.contains("-evex") || member.contains("-avx512"))
        };
        counted.cloned().into_iter().chain(self.all.iter().filter(is_younger).cloned())
    }
}

/// The archive and its member of `/lib/libm-2.36.a:s_sin.o:0000000000000010 T`, without the archive's version.
fn member(place: &str) -> String {
    let member = place.rsplit('/').next().unwrap_or(place).rsplit_once(':').map_or("", |(member, _)| member);
    match member.strip_prefix("libm-").and_then(|rest| rest.split_once(".a:")) {
        Some((_, file)) => format!("libm-*.a:{file}"),
        None => member.to_owned(),
    }
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

/// The name of a function of Rust's as it is, but for what the optimiser appends.
fn whole_name(name: &str) -> Option<String> {
    let is_rust = name.starts_with("_ZN") || name.starts_with("_R");
    is_rust.then(|| name.split(".llvm.").next().unwrap_or(name).to_owned())
}

/// The text of the file: names as they are before those without hashes, and of each what most compiles ran first.
fn record(exact: &Runs, loose: &Runs) -> String {
    let mut text = "# Functions that a compile runs, those of most maps first: with hashes, then without. Made by \
         `cargo xtask layout`.\n"
        .to_owned();
    exact.ordered().into_iter().chain(loose.ordered()).for_each(|name| text.extend([name, "\n"]));
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
        let members = Members::of(
            "/usr/lib/libc.a:malloc.o:0000000000000010 T malloc\n/usr/lib/libc.a:a.o:0000000000000000 t work\n\
             /usr/lib/libc.a:b.o:0000000000000000 t work\n/usr/lib/libm-2.36.a:s_sin.o:0000000000000000 i sin\n",
        );
        assert!(members.running("malloc").eq(["libc.a:malloc.o".to_owned()]));
        assert!(members.running("sin").eq(["libm-*.a:s_sin.o".to_owned()]));
        assert_eq!(members.running("work").count(), 0);
    }

    #[test]
    fn what_younger_processors_take_lies_beside_what_was_counted() {
        let members = Members::of(
            "/usr/lib/libc.a:memchr-avx2.o:0000000000000000 T __memchr_avx2\n\
             /usr/lib/libc.a:memchr-evex.o:0000000000000000 T __memchr_evex\n\
             /usr/lib/libc.a:memmove-avx-unaligned.o:0000000000000000 T __memmove_avx\n\
             /usr/lib/libc.a:memmove-avx512-unaligned.o:0000000000000000 T __memmove_avx512\n\
             /usr/lib/libc.a:mem.o:0000000000000000 T mem\n",
        );
        let both = ["libc.a:memchr-avx2.o".to_owned(), "libc.a:memchr-evex.o".to_owned()];
        assert!(members.running("__memchr_avx2").eq(both));
        let both = ["libc.a:memmove-avx-unaligned.o".to_owned(), "libc.a:memmove-avx512-unaligned.o".to_owned()];
        assert!(members.running("__memmove_avx").eq(both));
        assert!(members.running("mem").eq(["libc.a:mem.o".to_owned()]));
        assert_eq!(places("__divti3", &members), ["__divti3"]);
    }

    #[test]
    fn whole_names_keep_their_hashes() {
        assert_eq!(whole_name("_ZN4core3ptr17h0123456789abcdefE.llvm.77").unwrap(), "_ZN4core3ptr17h0123456789abcdefE");
        assert_eq!(whole_name("_RNvCsjrHSEGnQ3l9_3std2io").unwrap(), "_RNvCsjrHSEGnQ3l9_3std2io");
        assert_eq!(whole_name("malloc"), None);
    }

    #[test]
    fn what_most_maps_need_comes_first_and_names_with_hashes_before_those_without() {
        let runs = |all: [(&str, usize); 3]| Runs(all.map(|(name, count)| (name.to_owned(), count)).into());
        let text = record(&runs([("b1", 2), ("a1", 1), ("c1", 2)]), &runs([("b", 1), ("a", 3), ("c", 2)]));
        assert!(text.ends_with("`.\nb1\nc1\na1\na\nc\nb\n"), "{text}");
    }
}
