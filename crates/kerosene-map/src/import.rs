//! What a reader gives: the map, and what there is to say about it.

use crate::game::Game;
use crate::model::Map;
use kerosene_diagnostics::Diagnostics;

/// A map that was read, and what there is to say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The map; `entities[0]` is its `worldspawn`.
    pub map: Map,
    /// What was dropped, replaced or odd, in the order of the file.
    pub diagnostics: Diagnostics,
    /// The format that the file is in.
    pub format: MapFormat,
    /// The game that the file's header names, such as `Quake 2`.
    pub game: Option<String>,
    /// Counts of what was read and what was not.
    pub statistics: ImportStatistics,
}

/// A format of editable maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapFormat {
    /// Our own `.kmap`.
    Kmap,
    /// Quake's `.map`, in any of its forms.
    QuakeMap,
    /// Hammer's `.vmf`.
    Vmf,
}

impl MapFormat {
    /// Whether class names and keys are those of another game.
    pub fn is_foreign(self) -> bool {
        self != Self::Kmap
    }

    /// The game whose maps alone are in this format; `None` where the map itself must tell.
    pub fn game(self) -> Option<Game> {
        match self {
            Self::Kmap => Some(Game::Kerosene),
            Self::Vmf => Some(Game::Source),
            Self::QuakeMap => None,
        }
    }

    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kmap => "Kerosene .kmap",
            Self::QuakeMap => "Quake .map",
            Self::Vmf => "Hammer .vmf",
        }
    }
}

/// Counts of what was read and what was not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportStatistics {
    /// Brushes read, those of layers left out included.
    pub brushes: usize,
    /// Sides of these brushes.
    pub sides: usize,
    /// Brushes dropped because they cannot be understood.
    pub dropped_brushes: usize,
    /// Patches made into meshes, those of layers left out included.
    pub patches: usize,
    /// Triangles that they became.
    pub patch_triangles: usize,
    /// Patches left out because they are damaged, without area, or of a kind that is not read.
    pub patches_not_read: usize,
    /// Of the brushes, those in the form of brush primitives.
    pub primitives: usize,
    /// Blocks of unknown kinds stepped over.
    pub primitives_not_read: usize,
    /// Layers understood, those left out included.
    pub layers: usize,
    /// Groups understood, plain `func_group`s included.
    pub groups: usize,
    /// Layers left out, as they are marked.
    pub omitted_layers: usize,
    /// Entities left out with their layer, or for being hidden.
    pub omitted_entities: usize,
    /// Brushes and patches left out with their layer, or brushes for being hidden.
    pub omitted_brushes: usize,
    /// Wires read.
    pub wires: usize,
    /// Displacements that became meshes.
    pub displacements: usize,
    /// Brushes that carried them and went.
    pub displaced_brushes: usize,
    /// Sides of these brushes without a displacement of their own.
    pub sides_beside_displacements: usize,
    /// Displacements that cannot be understood.
    pub displacements_left_flat: usize,
    /// Files that took the place of what includes them, each as often as it did.
    pub inclusions: usize,
    /// Inclusions that failed.
    pub failed_inclusions: usize,
}
