//! The layers: a crate depends on lower ones only.
//!
//! [`table`] holds the layer of every crate and the exceptions, each with its reason. [`check`]
//! compares cargo's metadata with it. An edge of `[dependencies]` or `[build-dependencies]` must go
//! down; an edge of `[dev-dependencies]` may also stay on its layer, since tests link what ships
//! apart. Tools (layer 5) skip the engine's layer (4) on the way down: they run without it, and start
//! the runtime as a process where they need one. [`graphics`] holds what must not link anything that draws.

pub mod graphics;
pub mod table;

use crate::metadata::{Dependency, DependencyKind, Package};
use std::fmt;
use table::{ENGINE_LAYER, Exception, TOOLS_LAYER};

/// The outcome of [`check`].
#[derive(Debug, Default)]
pub struct Report {
    /// Crates with a layer that were looked at.
    pub crates: usize,
    /// Edges between crates of the workspace that were looked at.
    pub edges: usize,
    /// Exceptions that an edge made use of.
    pub used: Vec<&'static Exception>,
    /// What is wrong, in the order found.
    pub violations: Vec<Violation>,
}

/// Something that the table does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// A crate of the workspace that the table does not place.
    NoLayer {
        /// The crate.
        name: String,
    },
    /// A dependency on the same or a higher layer, or from a tool on the engine.
    Edge {
        /// The crate that depends.
        from: String,
        /// Its layer.
        from_layer: u8,
        /// The crate depended on.
        to: String,
        /// Its layer.
        to_layer: u8,
        /// The table of the manifest it stands in; `None` is `[dependencies]`.
        kind: Option<DependencyKind>,
    },
    /// An exception that no edge needs any more.
    UnusedException {
        /// The crate that would depend.
        from: &'static str,
        /// The crate that would be depended on.
        to: &'static str,
    },
}

/// Compares the edges between `packages` with the table.
pub fn check(packages: &[Package]) -> Report {
    check_against(packages, table::LAYERS, table::EXCEPTIONS)
}

/// Compares the edges between `packages` with the given layers and exceptions.
///
/// An exception between two crates that are both in `packages` must be used; one that names a
/// crate still to come waits.
pub fn check_against(packages: &[Package], layers: &[(u8, &[&str])], exceptions: &'static [Exception]) -> Report {
    let layer_of = |name: &str| layers.iter().find(|(_, names)| names.contains(&name)).map(|(layer, _)| *layer);
    let mut report = Report::default();
    for package in packages {
        let Some(from_layer) = layer_of(&package.name) else {
            report.violations.push(Violation::NoLayer { name: package.name.clone() });
            continue;
        };
        report.crates += 1;
        for dependency in package.dependencies.iter().filter(|dependency| dependency.path.is_some()) {
            // A target without a layer is reported once, as a package.
            let Some(to_layer) = layer_of(&dependency.name) else { continue };
            report.edges += 1;
            if !allowed(from_layer, to_layer, dependency) {
                judge_exception(&mut report, exceptions, (&package.name, from_layer), (dependency, to_layer));
            }
        }
    }
    report_unused(&mut report, packages, exceptions);
    report
}

fn allowed(from: u8, to: u8, dependency: &Dependency) -> bool {
    match dependency.kind {
        Some(DependencyKind::Dev) => to <= from,
        None | Some(DependencyKind::Build) => to < from && !(from == TOOLS_LAYER && to == ENGINE_LAYER),
    }
}

fn judge_exception(
    report: &mut Report,
    exceptions: &'static [Exception],
    (from, from_layer): (&str, u8),
    (dependency, to_layer): (&Dependency, u8),
) {
    let dev = dependency.kind == Some(DependencyKind::Dev);
    let matching = exceptions.iter().find(|it| it.from == from && it.to == dependency.name && (dev || !it.dev_only));
    match matching {
        Some(exception) => report.used.push(exception),
        None => report.violations.push(Violation::Edge {
            from: from.to_owned(),
            from_layer,
            to: dependency.name.clone(),
            to_layer,
            kind: dependency.kind,
        }),
    }
}

fn report_unused(report: &mut Report, packages: &[Package], exceptions: &'static [Exception]) {
    let present = |name: &str| packages.iter().any(|package| package.name == name);
    for exception in exceptions.iter().filter(|it| present(it.from) && present(it.to)) {
        if !report.used.contains(&exception) {
            report.violations.push(Violation::UnusedException { from: exception.from, to: exception.to });
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLayer { name } => {
                write!(f, "`{name}` has no layer; give it one in xtask/src/layers/table.rs and in ARCHITECTURE.md")
            }
            Self::Edge { from, from_layer, to, to_layer, kind } => {
                let table = match kind {
                    None => "[dependencies]",
                    Some(DependencyKind::Dev) => "[dev-dependencies]",
                    Some(DependencyKind::Build) => "[build-dependencies]",
                };
                write!(
                    f,
                    "`{from}` (layer {from_layer}) depends on `{to}` (layer {to_layer}) in {table}; \
                     move what both need to a lower layer"
                )
            }
            Self::UnusedException { from, to } => {
                write!(f, "the exception for `{from}` on `{to}` is not needed any more; remove it from the table")
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for exception in &self.used {
            writeln!(f, "exception: `{}` on `{}`: {}", exception.from, exception.to, exception.reason)?;
        }
        for violation in &self.violations {
            writeln!(f, "error: {violation}")?;
        }
        let (crates, edges, wrong) = (self.crates, self.edges, self.violations.len());
        writeln!(f, "layers: {crates} crates, {edges} edges between them, {wrong} violations")
    }
}
