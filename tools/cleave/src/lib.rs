//! Cleave, the map compiler: from an editable map to a BSP tree.
//!
//! The whole compiler is [`compile`], a pure function from a map and options to the compiled map, portals,
//! messages and counts. Its stages, in order:
//!
//! 1. **Brushes** (`planes`, `brush`): each solid becomes half-spaces on interned planes. Tolerances live
//!    here and nowhere else.
//! 2. **CSG** (`csg`): faces are cut against the brushes that touch them; what is left are the exact
//!    boundaries between volume classes.
//! 3. **Tree** (`tree`): top-down from those boundaries.
//! 4. **Portals and flood** (`portals`, `flood`): is the map sealed, and what is inside?
//! 5. **Outside removal**: what is not seen from inside goes, and the tree is built again from the rest.
//! 6. **Places** (`places`): areas and area portals, waters, floors to walk on, streamed sections.
//! 7. **Emission** (`emit`): faces of equal texturing are joined, vertices rounded once and welded, T-junctions
//!    repaired, edges shared, bevels added, brushes, faces and meshes filed into leaves.
//!
//! # Exact decisions
//!
//! A polygon is held as the planes that bound it, not as points (Sugihara and Iri 1989; Bernstein and
//! Fussell, "Fast, Exact, Linear Booleans", 2009): a vertex *is* the meeting of three planes of the map, so
//! cutting never makes a new number, and every question "which side of this plane is that vertex on?" is
//! answered exactly by `kerosene_math::exact`. Slivers and micro-leaks from arithmetic cannot arise, and no
//! epsilon needs tuning after the planes are interned.
//!
//! # Deliberate absences
//!
//! No file paths and no clock in the library: the command line reads files and measures time. No global
//! state: any number of compiles can run in one process. Nothing here depends on the thread count:
//! parallel results are collected by index.

mod areas;
mod brush;
mod buckets;
pub mod checks;
mod classes;
mod clearance;
pub mod cli;
mod clusters;
mod codes;
mod compile;
mod cordon;
mod covers;
mod csg;
mod cut;
mod detail_seal;
mod drawn;
mod emit;
mod face_merge;
mod filing;
mod flags;
mod flood;
mod game_materials;
mod index;
mod inside;
mod leak;
mod lookup;
mod materials;
mod merge;
mod meshes;
mod model;
mod occupants;
mod options;
mod places;
mod planes;
mod portalfile;
mod portals;
mod refine;
mod sealing;
mod sections;
mod source;
mod statistics;
mod surfedges;
mod textures;
mod thin_leaves;
mod tjunctions;
mod tool_materials;
mod tree;
mod volume;
mod walk;
mod waters;
mod weld;

pub use compile::{CompileError, Input, Output, Request, compile, compile_owned, with_threads};
pub use cordon::{Cordoned, cut_to_cordon};
pub use leak::{Hole, Leak, RimBrush, Way};
pub use materials::{KnownMaterial, Materials};
pub use options::{MAX_THREADS, NoProgress, Options, Progress, WORLD_LIMIT};
pub use portalfile::{ClusterPortal, PortalFile};
pub use statistics::Statistics;
pub use tool_materials::{DEVELOPER_MATERIALS, ToolMaterial, tool_materials};
pub(crate) use volume::is_tool_material;

/// Name and version of the compiler. A compiler that makes other bytes of the same map has another version.
pub const TOOL: &str = concat!("cleave ", env!("CARGO_PKG_VERSION"));
