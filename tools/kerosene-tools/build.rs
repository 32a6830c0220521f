//! How the program is linked, so that a compile of a small map takes little memory: most of what that takes is the
//! program itself.
//!
//! *Order.* Linux maps sixteen pages of a program around each that is touched. Functions in the order that the compiler
//! of the language makes them leave what a compile runs scattered over all of it; here those that `layout.txt` names
//! (made by `cargo xtask layout`) come first, the most used ones before others. Where a name fits nothing any more,
//! its function stands with the rest: nothing but memory is lost.
//!
//! *C library.* Loading the shared one, its loader and the unwinder's touches 1.7 MB; the parts of them that a tool
//! needs are a third of that. So they become part of the program, still at an address that is random. Rust's own switch for
//! this, `-C target-feature=+crt-static`, is one of the whole build and keeps procedural macros from being built where
//! no target is named. Instead, the names of the shared libraries lead to the static ones (Debian's `libc.so` is
//! such a text too).
//!
//! Both are for release builds on 64-bit Linux with glibc, with the linker that Rust takes by itself; the second only where
//! the static library is installed, which a small program tries out. Everything else is linked as usual.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the standard library is linked with, and where each is in the static library.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["gcc_eh", "gcc", "c"]),
    ("c", &["c", "gcc_eh", "gcc"]),
    ("m", &["m"]),
    ("rt", &["rt"]),
    ("pthread", &["pthread"]),
    ("dl", &["dl"]),
    ("util", &["util"]),
];

/// Crates whose functions a compile runs. Those that are not listed, since they are younger than the list, come next.
const COMPILING: [&str; 10] = [
    "6cleave",
    "13kerosene_math",
    "13kerosene_map5quake",
    "9hashbrown",
    "8smallvec",
    "5rayon",
    "10rayon_core",
    "5alloc3vec",
    "4core5slice",
    "4core3ptr",
];

/// Since glibc 2.34 threads are part of the library itself, and its static one leaves out nothing that they need; since
/// 2.36 it reads the short form of relocations.
const PROBE: &str = "\
#include <pthread.h>
#include <stdlib.h>
#if !__GLIBC_PREREQ(2, 36)
#error too old
#endif
static void *run(void *given) { return given; }
int main(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL);
}
";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=layout.txt");
    if !is_usual_release() {
        return Ok(());
    }
    let folder = PathBuf::from(variable("OUT_DIR"));
    let script = folder.join("layout.ld");
    fs::write(&script, layout_script(&fs::read_to_string("layout.txt")?))?;
    let mut arguments = vec!["-T".to_owned(), script.display().to_string()];
    let libraries = folder.join("static");
    if lead_to_static(&libraries)? && is_linkable(&folder, &libraries)? {
        arguments.extend(static_arguments(&libraries));
    }
    for argument in arguments {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Whether this is a release build for the machine that it runs on, with nothing said of how to link.
fn is_usual_release() -> bool {
    let target = ["CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV", "CARGO_CFG_TARGET_ARCH"].map(variable);
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    target == ["linux", "gnu", "x86_64"]
        && variable("PROFILE") == "release"
        && variable("HOST") == variable("TARGET")
        && env::var_os("RUSTC_LINKER").is_none()
        && ["link", "crt-static", "relocation-model", "sanitizer"].iter().all(|said| !flags.contains(said))
}

/// A script that adds to the linker's own: what is listed comes first in its section. Cold functions have a prefix.
fn layout_script(record: &str) -> String {
    let names = record.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sections: String = names
        .map(|name| match name.ends_with(".o") {
            true => format!("    *{name}(.text .text.*)\n"),
            false => format!("    *(.text.{name}* .text.unlikely.{name}*)\n"),
        })
        .collect();
    let others: String = COMPILING.iter().map(|name| format!("    *(.text.*{name}*)\n")).collect();
    format!("SECTIONS\n{{\n  .text : {{\n{sections}{others}  }}\n}}\nINSERT BEFORE .init;\n")
}

/// Fills `folder` with texts that have the names of shared libraries and lead to static ones; `false` where one is missing.
fn lead_to_static(folder: &Path) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    for (name, parts) in LIBRARIES {
        let Some(paths) = parts.iter().map(|part| static_library(part)).collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        let paths: String = paths.iter().map(|path| format!(" \"{}\"", path.display())).collect();
        fs::write(folder.join(format!("lib{name}.so")), format!("GROUP ({paths} )\n"))?;
    }
    Ok(true)
}

/// Where the C compiler finds a static library.
fn static_library(name: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name=lib{name}.a")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (path.is_absolute() && path.exists()).then_some(path)
}

fn static_arguments(libraries: &Path) -> [String; 3] {
    let search = format!("-L{}", libraries.display());
    [search, "-static-pie".to_owned(), "-Wl,-z,pack-relative-relocs".to_owned()]
}

/// Whether a program that is linked so runs.
fn is_linkable(folder: &Path, libraries: &Path) -> io::Result<bool> {
    let (source, program) = (folder.join("probe.c"), folder.join("probe"));
    fs::write(&source, PROBE)?;
    let mut linking = Command::new("cc");
    linking.arg("-pie").arg(&source).arg("-o").arg(&program).args([
        "-nodefaultlibs",
        "-Wl,-Bdynamic",
        "-lgcc_s",
        "-lpthread",
        "-lc",
    ]);
    let is_linked = linking.args(static_arguments(libraries)).output().is_ok_and(|output| output.status.success());
    Ok(is_linked && Command::new(&program).status().is_ok_and(|status| status.success()))
}
