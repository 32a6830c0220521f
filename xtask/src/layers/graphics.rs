//! What must build and run without anything that draws.
//!
//! The layers alone do not say it: a crate of a registry may bring graphics with it. So what is linked is asked of cargo, for
//! each program and crate that is meant for machines without a GPU.

use crate::metadata::{MetadataError, linked};
use std::collections::BTreeSet;
use std::path::Path;

/// A crate or program that knows no graphics, and the words for cargo that choose its features.
pub type Bare = (&'static str, &'static [&'static str]);

/// All of them. The runtime without its window is the dedicated server.
pub const BARE: &[Bare] = &[
    ("kerosene-engine", &[]),
    ("kerosene-game", &[]),
    ("kerosene-physics", &[]),
    ("kerosene-tools", &[]),
    ("kerosene-runtime", &["--no-default-features"]),
];

/// Crates that draw, open windows or talk to a GPU, and families of such: the name itself, or with a part behind it.
const GRAPHICS: &[&str] = &[
    "wgpu",
    "naga",
    "winit",
    "egui",
    "epaint",
    "ash",
    "glow",
    "glutin",
    "gpu-allocator",
    "khronos-egl",
    "x11rb",
    "x11-dl",
    "wayland",
    "smithay",
    "raw-window-handle",
    "kerosene-render",
    "kerosene-host",
];

/// Which of `names` are crates of graphics.
///
/// ```
/// let names = ["glam", "wgpu", "egui-wgpu", "ashes"].map(str::to_owned).into();
/// assert_eq!(xtask::layers::graphics::among(&names), ["egui-wgpu", "wgpu"]);
/// ```
#[must_use]
pub fn among(names: &BTreeSet<String>) -> Vec<&str> {
    let is_graphics = |name: &str| {
        GRAPHICS
            .iter()
            .any(|family| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
    };
    names.iter().map(String::as_str).filter(|name| is_graphics(name)).collect()
}

/// What is wrong, in words: each crate of [`BARE`] that links graphics, and what it links.
///
/// # Errors
/// When cargo does not answer.
pub fn check(root: &Path) -> Result<Vec<String>, MetadataError> {
    let mut wrong = Vec::new();
    for (package, features) in BARE {
        let names = linked(root, package, features)?;
        let found = among(&names);
        if !found.is_empty() {
            wrong.push(format!("`{package}` is meant for machines without a GPU and links {}", found.join(", ")));
        }
    }
    Ok(wrong)
}
