//! Pictures laid onto surfaces.
//!
//! A decal is clipped against the surfaces around it once, on the CPU, and drawn as triangles of its own a little nearer
//! to the eyes than what it lies on. Projecting it in a shader instead would need no triangles, but a depth buffer that can
//! be read while it is drawn to, and it would lie on whatever walks through it.

mod clip;
mod list;

pub(crate) use list::{DecalList, DecalVertex, Ground};
