//! The model compiler: a scene (glTF, OBJ) becomes a model (`.kmdl`).
//!
//! [`compile`] is a pure function: the bytes of a source, the files beside it and [`Options`] in, a
//! [`Model`](kerosene_asset::Model) and diagnostics out; the same bytes on every machine.
//!
//! 1. **Reading.** Importers give triangles with everything at each corner, in our units (inches) and axes (X forward, Y left,
//!    Z up). Each number that names something is checked where it stands, and an error names the line or the JSON path.
//! 2. **Normals and tangents** where the source has none, the latter by MikkTSpace, as programs that bake normal maps do.
//! 3. **Welding**: corners that agree in everything become one vertex.
//! 4. **Levels of detail**: edges collapse in the order of the error that they make, and each level says how far off it is.
//! 5. **Order**: triangles for the cache of vertices, vertices in the order in which they are read.
//! 6. **Collision**: the meshes that the author drew for it, or convex pieces found here. Hulls are computed with exact
//!    decisions, so each is convex and closed.
//!
//! Skeletons and clips come along: clips are resampled to a fixed rate, rotations along the shortest arc.
//!
//! # Trade-offs
//!
//! glTF is read by our own few structures over `serde_json`. The field's usual crate looks into the list of accessors while it
//! validates, before it knows that there are as many, and so panics on a file that says otherwise; and it refuses quantised
//! meshes. What is read here is what a model can hold.
//!
//! Simplification and ordering are our own, since the field's library is C++ and the default build needs no compiler for
//! that. Coarser levels use the vertices of the finest one and move none of them: a little less exact than new
//! vertices would be, and no memory but for indices.
//!
//! All arithmetic that matters is in double precision without vector instructions, whose order of additions differs
//! between processors.
//!
//! # Deliberately absent
//!
//! No global state, no files (the command line in [`cli`] has those, behind [`Beside`]), no materials' contents, no images, no
//! morph targets, no compressed meshes (Draco, meshopt): a message says what was left out.

mod axes;
mod beside;
pub mod cli;
mod collision;
mod compile;
mod decompose;
mod distance;
mod error;
mod export;
mod gltf;
mod hull;
mod levels;
mod normals;
mod obj;
mod options;
mod order;
mod polygon;
mod quadric;
mod scene;
mod simplify;
pub mod stock;
mod tangents;
mod weld;

pub use beside::Beside;
pub use compile::{Compiled, DEFAULT_MATERIAL, TOOL, compile};
pub use error::ForgeError;
pub use export::to_obj;
pub use options::{Collision, Options};
