//! The lumps and records of BSP29, and of BSP30 and BSP2, which differ in widths.
//!
//! BSP2 is BSP29 with 32 bits where that has 16, for indices and for bounds, which become floats.

use super::ForeignFormat;
use super::bytes::{LumpLayout, Record};

/// Places in the directory.
pub(super) const ENTITIES: usize = 0;
pub(super) const PLANES: usize = 1;
pub(super) const TEXTURES: usize = 2;
pub(super) const VERTICES: usize = 3;
pub(super) const NODES: usize = 5;
pub(super) const TEXINFO: usize = 6;
pub(super) const FACES: usize = 7;
pub(super) const CLIPNODES: usize = 9;
pub(super) const LEAFS: usize = 10;
pub(super) const MARKSURFACES: usize = 11;
pub(super) const EDGES: usize = 12;
pub(super) const SURFEDGES: usize = 13;
pub(super) const MODELS: usize = 14;

/// Names and lengths of records in BSP29.
const LUMPS: &[LumpLayout] = &[
    ("entities", 1),
    ("planes", 20),
    ("textures", 1),
    ("vertices", 12),
    ("visibility", 1),
    ("nodes", 24),
    ("texinfo", 40),
    ("faces", 20),
    ("lighting", 1),
    ("clipnodes", 8),
    ("leafs", 28),
    ("marksurfaces", 2),
    ("edges", 4),
    ("surfedges", 4),
    ("models", 64),
];

/// Lengths of the records of BSP2 that differ.
const WIDE: &[(usize, usize)] =
    &[(NODES, 44), (FACES, 28), (CLIPNODES, 12), (LEAFS, 44), (MARKSURFACES, 4), (EDGES, 8)];

/// Whether indices have 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Width {
    wide: bool,
}

pub(super) struct NodeFields {
    pub(super) plane: i32,
    /// In front, behind; below 0 the leaf `!child`.
    pub(super) children: [i32; 2],
    pub(super) bounds: [[f32; 3]; 2],
}

pub(super) struct LeafFields {
    /// -1 for empty, -2 for solid and so on.
    pub(super) contents: i32,
    pub(super) bounds: [[f32; 3]; 2],
    pub(super) first_face: i32,
    pub(super) face_count: i32,
}

pub(super) struct FaceFields {
    pub(super) plane: i32,
    /// Not 0 if the face looks against the plane's normal.
    pub(super) side: i32,
    pub(super) first_surfedge: i32,
    pub(super) surfedge_count: i32,
    pub(super) texinfo: i32,
}

impl Width {
    pub(super) fn of(format: ForeignFormat) -> Self {
        Self { wide: format == ForeignFormat::QuakeBsp2 }
    }

    /// Names and lengths of records.
    pub(super) fn lumps(self) -> Vec<LumpLayout> {
        let mut lumps = LUMPS.to_vec();
        for &(lump, size) in WIDE.iter().filter(|_| self.wide) {
            lumps[lump].1 = size;
        }
        lumps
    }

    pub(super) fn node(self, record: Record<'_>) -> NodeFields {
        let plane = record.int(0);
        if self.wide {
            NodeFields { plane, children: record.ints(4), bounds: [record.floats(12), record.floats(24)] }
        } else {
            NodeFields { plane, children: record.shorts(4), bounds: short_bounds(record, 8) }
        }
    }

    pub(super) fn leaf(self, record: Record<'_>) -> LeafFields {
        let contents = record.int(0);
        if self.wide {
            let bounds = [record.floats(8), record.floats(20)];
            LeafFields { contents, bounds, first_face: record.int(32), face_count: record.int(36) }
        } else {
            let bounds = short_bounds(record, 8);
            LeafFields { contents, bounds, first_face: record.word(20), face_count: record.word(22) }
        }
    }

    pub(super) fn face(self, record: Record<'_>) -> FaceFields {
        let [plane, side, first_surfedge, surfedge_count, texinfo] = if self.wide {
            record.ints(0)
        } else {
            [record.word(0), record.word(2), record.int(4), record.word(8), record.word(10)]
        };
        FaceFields { plane, side, first_surfedge, surfedge_count, texinfo }
    }

    pub(super) fn edge(self, record: Record<'_>) -> [i32; 2] {
        if self.wide { record.ints(0) } else { [record.word(0), record.word(2)] }
    }

    pub(super) fn marked_face(self, record: Record<'_>) -> i32 {
        if self.wide { record.int(0) } else { record.word(0) }
    }
}

fn short_bounds(record: Record<'_>, at: usize) -> [[f32; 3]; 2] {
    [at, at + 6].map(|at| record.shorts::<3>(at).map(|value| value as f32))
}
