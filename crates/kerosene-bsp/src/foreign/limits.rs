//! How near a file is to what its format can number and its engine takes.

use super::ForeignLump;

/// A bound of another engine's format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignLimit {
    /// The lump that is bounded.
    pub what: &'static str,
    /// Records in it.
    pub used: usize,
    /// Records there may be.
    pub limit: usize,
}

/// What the width of indices in BSP29 and BSP30 leaves room for.
pub(super) const QUAKE_29: &[(&str, usize)] = &[
    ("planes", 1 << 15),
    ("vertices", 1 << 16),
    ("nodes", 1 << 15),
    ("texinfo", 1 << 15),
    ("faces", 1 << 16),
    ("clipnodes", (1 << 16) - 16),
    ("leafs", 1 << 15),
    ("marksurfaces", 1 << 16),
    ("edges", 1 << 31),
    ("surfedges", 1 << 31),
];

/// What the width of indices in BSP2 leaves room for: signed ones everywhere.
pub(super) const QUAKE_BSP2: &[(&str, usize)] =
    &[("planes", 1 << 31), ("vertices", 1 << 31), ("nodes", 1 << 31), ("faces", 1 << 31), ("leafs", 1 << 31)];

/// The sizes of Quake III's tables (the limits of its published tools, id Software 1999).
pub(super) const QUAKE_3: &[(&str, usize)] = &[
    ("entities", 0x4_0000),
    ("shaders", 0x400),
    ("planes", 0x2_0000),
    ("nodes", 0x2_0000),
    ("leafs", 0x2_0000),
    ("leafsurfaces", 0x2_0000),
    ("leafbrushes", 0x4_0000),
    ("models", 0x400),
    ("brushes", 0x8000),
    ("brushsides", 0x2_0000),
    ("drawverts", 0x8_0000),
    ("drawindexes", 0x8_0000),
    ("fogs", 0x100),
    ("surfaces", 0x2_0000),
    ("lightmaps", 0x80_0000),
    ("lightgrid", 0x80_0000),
    ("visibility", 0x20_0000),
];

/// The bounds with what the lumps use of them.
pub(super) fn limits(lumps: &[ForeignLump], bounds: &[(&'static str, usize)]) -> Vec<ForeignLimit> {
    let used = |name: &str| lumps.iter().find(|lump| lump.name == name).map_or(0, |lump| lump.records);
    bounds.iter().map(|&(what, limit)| ForeignLimit { what, used: used(what), limit }).collect()
}
