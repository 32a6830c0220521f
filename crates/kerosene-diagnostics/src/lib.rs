//! Diagnostics as data.
//!
//! Every compiler, importer and editor view says what is wrong with a map in one type, [`Diagnostic`]:
//! a stable [`Code`], a [`Severity`], a sentence, where it is in the source and in the world, and what to
//! do about it. People read it as a good compiler's output ([`Terminal`]), programs as lines of JSON
//! ([`Diagnostic::to_json`]), the editor as the value itself.
//!
//! ```
//! use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
//!
//! let mut diagnostics = Diagnostics::new();
//! diagnostics.push(
//!     Diagnostic::new(codes::TOO_FEW_SIDES, "brush has 3 sides: expected at least 4")
//!         .at(SourcePosition::line("maps/start.map", 120).entity(0).brush(17))
//!         .fix("delete the brush and draw it anew"),
//! );
//! assert_eq!(diagnostics.warnings(), 1);
//! ```
//!
//! # Codes
//!
//! A code never changes its meaning and is never used again, so that it can be searched for and
//! suppressed. All of them stand in one table ([`codes`]); each has a page in the book, built into this
//! crate ([`explain`]). To add one: add a row to the table and a page of the same number.
//!
//! | range | about |
//! |---|---|
//! | K00xx | text formats: syntax, values, versions |
//! | K01xx | importers: what was dropped, changed or not understood |
//! | K02xx | checks of editable maps: brushes, textures, entities, wires, groups |
//! | K03xx | CSG, tree, faces, portals |
//! | K04xx | leaks and entities |
//! | K05xx | limits and writing; from K0510 on, entities and wires in a game |
//! | K06xx | content: archives, pictures, materials and other resources |
//! | K09xx | faults of ours |
//!
//! # JSON
//!
//! One object a line. `code`, `severity` (`error`, `warning`, `info`) and `message` are always there.
//! `source` has `file` and, where known, `line`, `column` (both from 1), `entity`, `brush`, `side` (ids
//! in the map). `world` is three numbers in units. `fix` is text. Where a code was cut off by the cap of
//! [`Diagnostics`], a last object for it has `more`, the number left out, and neither `source` nor
//! `world`. Fields may be added; these will not change.
//!
//! # Deliberate absences
//!
//! No files, streams or terminals of its own: text goes into what the caller passes, and source text for
//! snippets comes from [`Sources`]. No levels below "info" (that is logging), no error codes for
//! programs (those are `Error` types). No order but that of insertion: a parallel stage collects one
//! list a task and appends them by index.

pub mod codes;

mod code;
mod diagnostic;
mod excerpt;
mod json;
mod nearest;
mod sink;
mod terminal;

pub use code::{Code, CodeInfo, NotACode, explain};
pub use diagnostic::{Diagnostic, Severity, SourcePosition};
pub use excerpt::Sources;
pub use nearest::{nearest, nearest_within};
pub use sink::{Diagnostics, Excess};
pub use terminal::Terminal;
