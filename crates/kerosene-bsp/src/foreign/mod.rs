//! Compiled maps of other engines, read into a [`Bsp`]: Quake's BSP29 and BSP2, GoldSrc's BSP30, Quake III's IBSP46.
//!
//! For looking at, for tracing through and for comparing ours with what other compilers make of the same map; the game
//! does not load them. What comes out is an ordinary map: [`Bsp::to_file`] holds it to the same checks as any other.
//!
//! # What solid means
//!
//! **Quake III** stores brushes, and they are taken as they are: sides without a face go, bevels are made anew.
//!
//! **Quake and GoldSrc** store no brushes. Their drawing tree says for every convex cell of space what fills it, and
//! their *clip hulls* are further trees, grown by the size of one box each: exact for that box's middle and for no
//! other shape. Here each cell of the drawing tree that is not empty becomes a convex brush, with the bevels that make
//! sweeps of any box exact. A ray is thus traced as these engines trace one. A player's box meets what is drawn as
//! solid, and not what only the clip hulls hold: invisible clip brushes are in no other part of the file. The cells of
//! the world end [`MARGIN`] units outside its bounds.
//!
//! # What is left out
//!
//! Curved patches, fogs, flares, light and visibility, clip hulls, and where faces of Quake III lie on their textures
//! (it keeps that by vertex). [`ForeignMap::left_out`] counts what a file had of it. Surfaces of Quake III come as the
//! triangles that it draws, filed into no leaves. Sides of cells have no texture.
//!
//! # Hostile files
//!
//! Every offset, count and index is checked before it is used; memory is bounded by the file's size and
//! [`MAX_CELL_WORK`]; trees that loop or are too deep are refused.
//!
//! There are crates that read these formats. The best kept of them, `qbsp`, brings an image library for textures that
//! nothing here looks at, reserves memory for counts that the file only claims, and does not know Quake III.

mod bytes;
mod cells;
mod entities;
mod error;
mod limits;
mod quake;
mod quake3;
mod quake3_surfaces;
mod quake_layout;
mod quake_textures;

pub use cells::{MARGIN, MAX_CELL_WORK};
pub use error::ForeignError;
pub use limits::ForeignLimit;

use crate::Bsp;

/// A format of compiled maps that is not ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForeignFormat {
    /// Quake, version 29.
    Quake29,
    /// Quake with 32-bit indices, "BSP2".
    QuakeBsp2,
    /// Half-Life and other games on GoldSrc, version 30.
    GoldSrc30,
    /// Quake III Arena, "IBSP" version 46.
    Quake3,
}

impl ForeignFormat {
    /// The format that a file's first bytes name.
    ///
    /// ```
    /// use kerosene_bsp::foreign::ForeignFormat;
    /// assert_eq!(ForeignFormat::of(b"BSP2 and so on"), Some(ForeignFormat::QuakeBsp2));
    /// assert_eq!(ForeignFormat::of(b"KROS"), None);
    /// ```
    pub fn of(file: &[u8]) -> Option<Self> {
        match (file.get(..4)?, file.get(4..8)) {
            ([29, 0, 0, 0], _) => Some(Self::Quake29),
            ([30, 0, 0, 0], _) => Some(Self::GoldSrc30),
            (b"BSP2", _) => Some(Self::QuakeBsp2),
            (b"IBSP", Some([46, 0, 0, 0])) => Some(Self::Quake3),
            _ => None,
        }
    }

    /// Its name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quake29 => "Quake BSP29",
            Self::QuakeBsp2 => "Quake BSP2",
            Self::GoldSrc30 => "GoldSrc BSP30",
            Self::Quake3 => "Quake III IBSP46",
        }
    }
}

/// A lump of another engine's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignLump {
    /// Its name in the engine's sources, or what they use it for.
    pub name: &'static str,
    /// How many records it holds; bytes where there are none.
    pub records: usize,
    /// Its length in bytes.
    pub length: usize,
}

/// Another engine's map, as far as it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignMap {
    /// What it is.
    pub format: ForeignFormat,
    /// The map in our terms.
    pub bsp: Bsp,
    /// The file's lumps, in its order.
    pub lumps: Vec<ForeignLump>,
    /// What the format or its engine bounds, and how much of that is used.
    pub limits: Vec<ForeignLimit>,
    /// How many of what the file has did not come along.
    pub left_out: Vec<(&'static str, usize)>,
}

/// Reads a compiled map of another engine.
///
/// # Errors
/// [`ForeignError::Format`] if it is of no format that is read here, otherwise what is wrong with it and where.
///
/// ```
/// use kerosene_bsp::foreign::{ForeignError, read};
/// assert!(matches!(read(b"VBSP or something"), Err(ForeignError::Format { .. })));
/// ```
pub fn read(file: &[u8]) -> Result<ForeignMap, ForeignError> {
    let mut found = [0; 8];
    let length = file.len().min(8);
    found[..length].copy_from_slice(&file[..length]);
    let format = ForeignFormat::of(file).ok_or(ForeignError::Format { found })?;
    match format {
        ForeignFormat::Quake3 => quake3::read(file),
        _ => quake::read(format, file),
    }
}
