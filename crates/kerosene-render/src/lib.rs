//! The renderer: compiled maps to pictures, off screen and on a window.
//!
//! A host says in a [`Frame`] what is to be seen, which is data: a camera, brush models and other things where they are, lights,
//! fog. A [`Renderer`] holds a level on a [`Gpu`] and draws the frame onto a texture that somebody gives it: that of a window, or,
//! through [`OffscreenRenderer`], one that is read back as a [`Picture`]. Tests, thumbnails, screenshots and the editor all
//! use the latter; nothing here knows windows.
//!
//! # How a picture comes about
//!
//! 1. **Culling** ([`world::Culling`]), on the CPU and without a GPU in sight: the leaves of the map's tree that the camera's cone
//!    touches ([`visibility`]), less those in areas that are shut off, mark their faces; marked faces of one section
//!    and material become one draw call. What lies side by side in the index buffer is drawn from there, other indices are
//!    gathered behind each other for this picture. Its memory is taken when the level is loaded: a picture takes none.
//! 2. **The scene**, linear light in half floats, four samples a pixel, reversed depth without a far plane: what covers, then
//!    soft shade where surfaces meet, then the sky where nothing covered it and what one sees through, the farthest first.
//! 3. **Output**: bright light spills over (bloom), exposure, tone mapping, gamma.
//!
//! Bind group 0 holds what is the same for the whole picture, 1 the material, 2 where an object is and its baked light.
//!
//! # Decisions
//!
//! **One draw call for each material of a section**, whatever is visible of it. A call costs more than copying the indices of a
//! few thousand faces; and what GPUs offer to avoid both (indirect multi-draws) is not there on all of them.
//!
//! **Culling is conservative and tested to be so**: a picture drawn with [`View::everything`] is the same to the last bit.
//! Boxes are taken for half a unit larger than they are, faces that no leaf names are drawn always, and a leaf within an opening
//! between two areas counts as part of both.
//!
//! **Faces are cut into triangles without slivers.** Corners in the middle of straight edges, where neighbours meet them, would be
//! lost to a fan: that is where single pixels of a crack come from.
//!
//! **A level without baked light is pleasant**: light wraps round from a fixed direction, less from below, and models stand in
//! the same light as walls. Where a face has
//! a lightmap ([`world::LIGHTING_LUMP`]), that is used, with its styles; what stands in the level is lit by the map's light grid
//! ([`kerosene_bsp::LightGrid`]), or else by the lightmap of the floor below. *No tool writes these lumps yet*, nor rows of which
//! cluster sees which ([`visibility::ClusterSet`]): they are read here so that the tools have somebody to write for.
//!
//! **A level is made by whatever thread there is.** Reading, decoding, geometry and uploads need nothing of a renderer but what it
//! draws with, so that a window has them done beside its pictures ([`Renderer::begin_level`]) and everybody else at once
//! ([`Renderer::load_level`]), by the same code. It comes as a whole: a level of which parts are missing would be looked at.
//!
//! **What is missing is seen and said.** A material without a file is a checker of 64 texels in the map's own scale, with a hue of
//! its name; [`LevelReport`] lists what was missing. A level is always drawn.
//!
//! **Shaders are files** (`shaders` in the crate's folder), put together and compiled into the program, checked in tests without a GPU.
//! Development builds read them again for each renderer, and while one runs where somebody asks for it
//! ([`Renderer::reload_shaders`]). An error names file and line, and what was drawn with before is kept.
//!
//! # Deliberately absent
//!
//! No entities, no clock, no window, no source formats. Reflections are those of a few places, without models, moving lights and
//! parallax ([`Renderer::complete_probes`]), no portal or mirror views, no occlusion queries: what the tree and the map's areas
//! hide is hidden. Height maps raise surfaces within their outlines, and throw no shadows.
//! No anisotropic filtering by software drivers, which take minutes for it where a texture repeats very often.

mod ambient;
mod beams;
mod debug_lines;
mod decals;
mod error;
mod eye;
mod frame;
mod gpu;
mod lights;
mod material;
mod model;
mod offscreen;
mod particles;
mod pipeline;
mod probes;
mod projection;
mod quads;
mod renderer;
mod settings;
mod shader;
mod sprites;
mod surfaces;
mod targets;
mod texture;
mod things;
pub mod visibility;
pub mod world;

/// Counts in tests what a picture takes from the heap.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: kerosene_test_alloc::CountingAllocator = kerosene_test_alloc::CountingAllocator;

pub use error::RenderError;
pub use frame::{
    Beam, BrushModel, Camera, DebugLine, Decal, Fog, Frame, LIGHT_STYLES, Light, LightShape, LightStyles, Particle,
    Pose, Prop, Sky, Sprite, Tonemap, View,
};
pub use gpu::{Gpu, GpuError};
pub use material::MaterialHandle;
pub use model::ModelHandle;
pub use offscreen::{OffscreenRenderer, Picture};
pub use projection::Projection;
pub use renderer::{FrameStatistics, LevelReport, Renderer, STOCK_SKY};
pub use settings::RenderSettings;
pub use shader::ShaderError;
