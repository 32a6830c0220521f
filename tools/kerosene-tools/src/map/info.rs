//! Prints what is in a map.

use super::fail;
use crate::cli::InfoArgs;
use crate::files::{LoadedMap, load_map};
use crate::output::source;
use kerosene_cli::{say, show};
use kerosene_map::{ImportStatistics, Imported, Map, brush_bounds, guess_game};
use kerosene_math::{DAabb, format_float};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Prints counts and bounds of a map, and what could not be read.
pub(super) fn run(arguments: &InfoArgs) -> ExitCode {
    let LoadedMap { bytes, imported } = match load_map(&arguments.file) {
        Ok(loaded) => loaded,
        Err(error) => {
            fail(&arguments.file, &error, arguments.json);
            return ExitCode::FAILURE;
        }
    };
    let contents = Contents::of(&imported.map);
    if arguments.json {
        say(&contents.json(&imported).to_string());
    } else {
        contents.print(&imported);
    }
    show(&imported.diagnostics, &source(&arguments.file, &bytes), arguments.json);
    ExitCode::SUCCESS
}

/// What a map holds, counted.
#[derive(Debug)]
struct Contents<'a> {
    /// Entities, and brushes in them, by class.
    classes: BTreeMap<&'a str, (usize, usize)>,
    /// Sides by material.
    materials: BTreeMap<&'a str, usize>,
    brushes: usize,
    sides: usize,
    meshes: usize,
    mesh_faces: usize,
    wires: usize,
    bounds: Option<DAabb>,
}

impl<'a> Contents<'a> {
    fn of(map: &'a Map) -> Self {
        let mut contents = Self {
            classes: BTreeMap::new(),
            materials: BTreeMap::new(),
            brushes: 0,
            sides: 0,
            meshes: 0,
            mesh_faces: 0,
            wires: 0,
            bounds: None,
        };
        for entity in &map.entities {
            let (entities, brushes) = contents.classes.entry(entity.class_name()).or_default();
            *entities += 1;
            *brushes += entity.brushes.len();
            contents.brushes += entity.brushes.len();
            contents.meshes += entity.meshes.len();
            contents.mesh_faces += entity.meshes.iter().map(|mesh| mesh.faces.len()).sum::<usize>();
            contents.wires += entity.connections.len();
            for brush in &entity.brushes {
                contents.sides += brush.sides.len();
                for side in &brush.sides {
                    *contents.materials.entry(&side.material).or_default() += 1;
                }
                let bounds = contents.bounds.unwrap_or(DAabb::EMPTY);
                contents.bounds = brush_bounds(brush).map(|brush| bounds.union(&brush)).or(contents.bounds);
            }
        }
        contents
    }

    fn print(&self, imported: &Imported) {
        let map = &imported.map;
        let guessed = guess_game(imported);
        say(&format!("format     {}", imported.format.name()));
        say(&format!("game       {}{}", guessed.game, reasons(&guessed.signs)));
        say(&format!("entities   {}", map.entities.len()));
        say(&format!("brushes    {} with {} sides", self.brushes, self.sides));
        if self.meshes > 0 {
            say(&format!("meshes     {} with {} faces", self.meshes, self.mesh_faces));
        }
        if imported.statistics.displacements > 0 {
            say(&format!("of these     {} displacements", imported.statistics.displacements));
        }
        if imported.statistics.inclusions > 0 {
            say(&format!("instances  {}", imported.statistics.inclusions));
        }
        if self.wires > 0 {
            say(&format!("wires      {}", self.wires));
        }
        say(&format!("layers     {}", map.visgroups.len()));
        say(&format!("groups     {}", map.groups.len()));
        if let Some(bounds) = &self.bounds {
            let corner = |corner: kerosene_math::DVec3| corner.to_array().map(format_float).join(" ");
            say(&format!("bounds     ({}) to ({})", corner(bounds.min), corner(bounds.max)));
        }
        for line in left_out(&imported.statistics) {
            say(&format!("left out   {line}"));
        }
        say(&format!("\nclasses    {}", self.classes.len()));
        for (class, (entities, brushes)) in &self.classes {
            let class = if class.is_empty() { "(none)" } else { class };
            let body = if *brushes > 0 { format!(", {brushes} brushes") } else { String::new() };
            say(&format!("{entities:>9}  {class}{body}"));
        }
        say(&format!("\nmaterials  {}", self.materials.len()));
        for (material, sides) in &self.materials {
            say(&format!("{sides:>9}  {material}"));
        }
    }

    fn json(&self, imported: &Imported) -> Value {
        let statistics = &imported.statistics;
        let classes: BTreeMap<_, _> = self
            .classes
            .iter()
            .map(|(class, (entities, brushes))| (class, json!({ "entities": entities, "brushes": brushes })))
            .collect();
        json!({
            "format": imported.format.name(),
            "game": guess_game(imported).game.key(),
            "game_in_file": imported.game,
            "game_signs": guess_game(imported).signs,
            "entities": imported.map.entities.len(),
            "brushes": self.brushes,
            "sides": self.sides,
            "meshes": self.meshes,
            "mesh_faces": self.mesh_faces,
            "wires": self.wires,
            "layers": imported.map.visgroups.len(),
            "groups": imported.map.groups.len(),
            "bounds": self.bounds.map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]),
            "left_out": {
                "brushes_not_read": statistics.dropped_brushes,
                "patches": statistics.patches_not_read,
                "unknown_bodies": statistics.primitives_not_read,
                "layers": statistics.omitted_layers,
                "entities_of_layers": statistics.omitted_entities,
                "brushes_of_layers": statistics.omitted_brushes,
                "displacements": statistics.displacements_left_flat,
                "sides_beside_displacements": statistics.sides_beside_displacements,
                "instances": statistics.failed_inclusions,
            },
            "displacements": statistics.displacements,
            "inclusions": statistics.inclusions,
            "classes": classes,
            "materials": self.materials,
        })
    }
}

/// Why a map was taken for one of its game.
fn reasons(signs: &[String]) -> String {
    if signs.is_empty() { String::new() } else { format!(" ({})", signs.join("; ")) }
}

/// A line for each kind of thing that the map no longer has.
fn left_out(statistics: &ImportStatistics) -> Vec<String> {
    let counts = [
        (statistics.dropped_brushes, "brushes that cannot be read"),
        (statistics.patches_not_read, "patches"),
        (statistics.primitives_not_read, "bodies of unknown kinds"),
        (statistics.displacements_left_flat, "displacements, whose sides are flat"),
        (statistics.sides_beside_displacements, "sides beside displacements"),
        (statistics.failed_inclusions, "instances that are not to be had"),
        (statistics.omitted_layers, "layers that stay out of the export"),
        (statistics.omitted_entities, "entities that are hidden or of these layers"),
        (statistics.omitted_brushes, "brushes that are hidden or of these layers"),
    ];
    counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect()
}
