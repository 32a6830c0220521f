//! A material name that no file can have.

use super::super::lint::{Lint, Subject, sides_mut};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

pub(in super::super) const LINT: Lint = Lint { code: codes::MATERIAL_NAME, check, repair: Some(repair) };

/// One message for each name, at the first side that bears it.
fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let mut bad: BTreeMap<&str, (Place, usize)> = BTreeMap::new();
    let sides = subject.sides().map(|(side, place)| (side.material.as_str(), place));
    let faces = subject.meshes().flat_map(|(mesh, place)| mesh.faces.iter().map(move |face| (&*face.material, place)));
    for (material, place) in sides.chain(faces).filter(|(material, _)| fault(material).is_some()) {
        bad.entry(material).or_insert((place, 0)).1 += 1;
    }
    for (material, (place, count)) in bad {
        let Some(fault) = fault(material) else { continue };
        let message = format!("material `{}` {fault} ({count} faces)", material.escape_debug());
        reporter.report_with_fix(LINT.code, place, message, "use a name such as brick/red, relative to the materials");
    }
}

fn fault(material: &str) -> Option<&'static str> {
    if material.trim().is_empty() {
        Some("is empty")
    } else if material.chars().any(char::is_control) {
        Some("holds control characters")
    } else if material.contains('\\') {
        Some("has backslashes: folders are divided by /")
    } else if material.starts_with('/') || material.as_bytes().get(1) == Some(&b':') {
        Some("is absolute")
    } else if material.split('/').any(|part| part == "..") {
        Some("climbs out of the materials")
    } else {
        None
    }
}

/// Turns backslashes, and takes slashes off the front.
fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    for side in sides_mut(map) {
        let name = side.material.replace('\\', "/");
        let name = name.trim_start_matches('/');
        if name != side.material && !name.is_empty() {
            side.material = name.to_owned();
            count += 1;
        }
    }
    count
}
