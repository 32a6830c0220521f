//! Resources as the runtime loads them.
//!
//! What artists make (PNG, glTF) is turned by the tools into what the engine loads: pixels in the blocks that a GPU reads,
//! every mip level made, the average colour known. A resource is a [`kerosene_container`] with a magic of its kind, so it is
//! damaged or whole section by section, and it says what it was made from ([`Provenance`]), so that a build can tell whether
//! it is still what its sources give.
//!
//! | kind | file | here |
//! |---|---|---|
//! | texture | `.ktex` | [`Texture`] |
//! | material | `.kmat` as text, `.kmat_c` compiled | [`Material`] |
//! | surface properties | `scripts/surfaceproperties.txt` | [`SurfaceTable`] |
//! | model | `.kmdl` | [`Model`] |
//! | sound | `.kaud` | [`Sound`], played by [`SoundDecoder`] |
//! | what a game calls sounds | `.ksnd`, text | [`SoundScript`] |
//!
//! # Trade-offs
//!
//! Pixels are kept as the GPU takes them and not compressed again: a block-compressed mip hardly shrinks further, and an
//! archive compresses what does. Each mip level is a section, so that a renderer can begin with the small ones.
//!
//! A model's vertices are streams of plain numbers, one for each property, and all its levels of detail index the same
//! vertices: a coarse level costs its indices and nothing else. Bones move by a fixed rate of poses and not by curves, so
//! that what a frame looks like is a matter of reading; what stays as it is throughout a clip is stored once. Everything
//! that an engine would index by is checked when a model is read, and what is read cannot be changed without being checked anew.
//!
//! A compiled material holds its canonical text: it is a few hundred bytes that are read in microseconds, keys that an older
//! engine does not know go through it unharmed, and there is one list of keys ([`MATERIAL_KEYS`]) that reading, writing and the book
//! follow. What compiling adds is what a text cannot give: that it is whole, sound and written in one way, which files it uses
//! without looking into it ([`references`]), and what it was made from.
//!
//! What people wrote for other engines is read where it means the same (`$basetexture`, `%compilewater`), and said.
//!
//! Sounds are predicted sample by sample ([`qoa`]) in blocks that each can be begun with, by integers alone: a fifth of the
//! bytes, decoded without memory of its own while it is played, to the same samples on every machine. Codecs of the
//! transform kind are smaller still, and want buffers and floats.
//!
//! # Deliberately absent
//!
//! No source formats of pictures and models (the tools read those), no encoders, no GPU, no files: callers bring bytes. No
//! blending between frames or clips (the renderer's business), no morph targets, no hulls that hang on bones.

mod material;
mod model;
mod notes;
mod provenance;
mod references;
mod sound;
mod srgb;
mod surface;
mod texture;

pub use material::{
    Acoustics, Blending, MATERIAL_KEYS, MATERIAL_MAGIC, MATERIAL_VERSION, Material, MaterialContents, MaterialError,
    MaterialKey, MaterialRole, MaterialSurface, Packing, Shader, TextureName,
};
pub use model::{
    Attachment, Bone, Channel, Clip, Hull, Level, MAX_BONES, MAX_CLIPS, MAX_COORDINATE, MAX_FRAMES, MAX_HULL_POINTS,
    MAX_HULLS, MAX_LEVELS, MAX_MATERIALS, MODEL_MAGIC, MODEL_VERSION, Mesh, Model, ModelData, ModelError, SkinVertex,
    Track, Transform, Vertices,
};
pub use provenance::{Provenance, SourceFile};
pub use references::references;
pub use sound::{
    Between, MAX_CHANNELS, MAX_RATE, MAX_SAMPLES, MIN_RATE, SOUND_MAGIC, SOUND_VERSION, Sound, SoundChannel,
    SoundDecoder, SoundEncoding, SoundError, SoundLevels, SoundLoop, SoundScript, SoundScriptError, qoa,
};
pub use srgb::{linear_to_srgb, srgb_to_linear, srgb_value_to_linear};
pub use surface::{BAND_HERTZ, BANDS, SurfaceProperty, SurfaceTable};
pub use texture::{
    MAX_SIZE, Mip, PixelFormat, TEXTURE_MAGIC, TEXTURE_VERSION, Texture, TextureError, TextureFlags, blocks,
    half_pixel, mip_size,
};
