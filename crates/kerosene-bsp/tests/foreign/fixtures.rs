//! Small compiled maps of other engines, written here: two rooms' worth of space and a brush model.
//!
//! The Quake map is a room of 256 by 256 by 128 units with a pool in place of one half of its floor; model 1 is a block of 32 units. The Quake III map has the same room from six brushes and a pillar.

use kerosene_bsp::foreign::ForeignFormat;

pub(crate) const QUAKE_ENTITIES: &[u8] =
    b"{\n\"classname\" \"worldspawn\"\n\"message\" \"the \\b\xf1\xf2\\b slipgate\"\n}\n{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n}\n\0";

/// Bytes of a lump on their way.
#[derive(Default, Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    pub(crate) fn int(mut self, value: i32) -> Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn ints(self, values: &[i32]) -> Self {
        values.iter().fold(self, |bytes, value| bytes.int(*value))
    }

    pub(crate) fn short(mut self, value: i32) -> Self {
        self.0.extend((value as i16).to_le_bytes());
        self
    }

    pub(crate) fn floats(mut self, values: &[f32]) -> Self {
        for value in values {
            self.0.extend(value.to_le_bytes());
        }
        self
    }

    pub(crate) fn text(mut self, text: &str, length: usize) -> Self {
        self.0.extend(text.bytes().chain(std::iter::repeat(0)).take(length));
        self
    }

    pub(crate) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }
}

/// A header of `magic`, the directory and the lumps.
pub(crate) fn file(magic: &[u8], lumps: &[Bytes]) -> Vec<u8> {
    let mut offset = magic.len() + 8 * lumps.len();
    let mut directory = Bytes::default();
    for lump in lumps {
        directory = directory.ints(&[offset as i32, lump.0.len() as i32]);
        offset += lump.0.len();
    }
    let mut file = magic.to_vec();
    file.extend(directory.0);
    lumps.iter().for_each(|lump| file.extend(&lump.0));
    file
}

/// How a version of Quake's format writes what differs.
struct Quake {
    wide: bool,
}

impl Quake {
    fn index(&self, bytes: Bytes, value: i32) -> Bytes {
        if self.wide { bytes.int(value) } else { bytes.short(value) }
    }

    fn bounds(&self, bytes: Bytes, bounds: [f32; 6]) -> Bytes {
        if self.wide {
            bytes.floats(&bounds)
        } else {
            bounds.iter().fold(bytes, |bytes, value| bytes.short(*value as i32))
        }
    }

    fn node(&self, bytes: Bytes, plane: i32, children: [i32; 2]) -> Bytes {
        let bytes = children.iter().fold(bytes.int(plane), |bytes, child| self.index(bytes, *child));
        let bytes = self.bounds(bytes, [-128.0, -128.0, -64.0, 128.0, 128.0, 128.0]);
        self.index(self.index(bytes, 0), 0)
    }

    fn leaf(&self, bytes: Bytes, contents: i32, faces: [i32; 2]) -> Bytes {
        let bytes = self.bounds(bytes.ints(&[contents, -1]), [-128.0, -128.0, -64.0, 128.0, 128.0, 128.0]);
        faces.iter().fold(bytes, |bytes, value| self.index(bytes, *value)).int(0)
    }
}

/// Planes of the Quake map: normal and distance.
const PLANES: [([f32; 3], f32); 12] = [
    ([1.0, 0.0, 0.0], -128.0),
    ([1.0, 0.0, 0.0], 128.0),
    ([0.0, 1.0, 0.0], -128.0),
    ([0.0, 1.0, 0.0], 128.0),
    ([0.0, 0.0, 1.0], 0.0),
    ([0.0, 0.0, 1.0], 128.0),
    ([1.0, 0.0, 0.0], 0.0),
    ([0.0, 0.0, 1.0], -64.0),
    ([1.0, 0.0, 0.0], 32.0),
    ([0.0, 1.0, 0.0], 32.0),
    ([0.0, 1.0, 0.0], 0.0),
    ([0.0, 0.0, 1.0], 32.0),
];

/// The lumps of the Quake map in BSP29, BSP30 or BSP2.
pub(crate) fn quake_lumps(format: ForeignFormat) -> Vec<Bytes> {
    let quake = Quake { wide: format == ForeignFormat::QuakeBsp2 };
    let planes = PLANES.iter().fold(Bytes::default(), |bytes, (normal, dist)| {
        let axis = normal.iter().position(|component| *component == 1.0).unwrap_or(3);
        bytes.floats(normal).floats(&[*dist]).int(axis as i32)
    });
    // Leaf 0 is solid (-1 as a child), 1 the air (-2), 2 the pool (-3), 3 the air around model 1 (-4).
    let nodes: &[(i32, [i32; 2])] = &[
        (0, [1, -1]),
        (1, [-1, 2]),
        (2, [3, -1]),
        (3, [-1, 4]),
        (5, [-1, 5]),
        (4, [-2, 6]),
        (6, [7, -1]),
        (7, [-3, -1]),
        // Model 1: a block from the origin to 32 units.
        (8, [-4, 9]),
        (6, [10, -4]),
        (9, [-4, 11]),
        (10, [12, -4]),
        (11, [-4, 13]),
        (4, [-1, -4]),
    ];
    let nodes = nodes.iter().fold(Bytes::default(), |bytes, (plane, children)| quake.node(bytes, *plane, *children));
    let leafs = [(-2, [0, 0]), (-1, [0, 1]), (-3, [0, 0]), (-1, [0, 0])];
    let leafs = leafs.iter().fold(Bytes::default(), |bytes, (contents, faces)| quake.leaf(bytes, *contents, *faces));
    let corners = [[-128.0, -128.0, 0.0], [-128.0, 128.0, 0.0], [0.0, 128.0, 0.0], [0.0, -128.0, 0.0]];
    let vertices = corners.iter().fold(Bytes::default(), |bytes, corner| bytes.floats(corner));
    let edges = (0..4).fold(Bytes::default(), |bytes, edge| quake.index(quake.index(bytes, edge), (edge + 1) % 4));
    let face = if quake.wide {
        Bytes::default().ints(&[4, 0, 0, 4, 0])
    } else {
        Bytes::default().short(4).short(0).int(0).short(4).short(0)
    };
    let model = |bounds: [f32; 6], head: i32, faces: i32| {
        Bytes::default().floats(&bounds).floats(&[0.0; 3]).ints(&[head, 0, 0, 0, 2, 0, faces]).0
    };
    vec![
        Bytes(QUAKE_ENTITIES.to_vec()),
        planes,
        Bytes::default().ints(&[2, 12, -1]).text("*lava1", 16).ints(&[64, 32, 40, 0, 0, 0]),
        vertices,
        Bytes::default(),
        nodes,
        Bytes::default().floats(&[1.0, 0.0, 0.0, 8.0, 0.0, -1.0, 0.0, 0.0]).ints(&[0, 1]),
        face.ints(&[-1, -1]),
        Bytes::default(),
        Bytes::default(),
        leafs,
        quake.index(Bytes::default(), 0),
        edges,
        Bytes::default().ints(&[0, 1, 2, 3]),
        Bytes(model([-128.0, -128.0, -64.0, 128.0, 128.0, 128.0], 0, 1)).bytes(&model(
            [0.0, 0.0, 0.0, 32.0, 32.0, 32.0],
            8,
            0,
        )),
    ]
}

pub(crate) fn quake_file(format: ForeignFormat) -> Vec<u8> {
    let magic = match format {
        ForeignFormat::QuakeBsp2 => b"BSP2".to_vec(),
        ForeignFormat::GoldSrc30 => 30i32.to_le_bytes().to_vec(),
        _ => 29i32.to_le_bytes().to_vec(),
    };
    file(&magic, &quake_lumps(format))
}

/// Lower and upper corners of the brushes of the Quake III map: a floor, a ceiling, four walls, a pillar, a door.
const BLOCKS: [[[f32; 3]; 2]; 8] = [
    [[-144.0, -144.0, -16.0], [144.0, 144.0, 0.0]],
    [[-144.0, -144.0, 128.0], [144.0, 144.0, 144.0]],
    [[-144.0, -144.0, 0.0], [-128.0, 144.0, 128.0]],
    [[128.0, -144.0, 0.0], [144.0, 144.0, 128.0]],
    [[-128.0, -144.0, 0.0], [128.0, -128.0, 128.0]],
    [[-128.0, 128.0, 0.0], [128.0, 144.0, 128.0]],
    [[-16.0, -16.0, 0.0], [16.0, 16.0, 128.0]],
    [[64.0, 64.0, 0.0], [96.0, 96.0, 64.0]],
];

pub(crate) fn quake3_lumps() -> Vec<Bytes> {
    let mut planes = Bytes::default().floats(&[1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0]);
    let (mut brushes, mut sides) = (Bytes::default(), Bytes::default());
    for (index, [low, high]) in BLOCKS.iter().enumerate() {
        brushes = brushes.ints(&[6 * index as i32, 6, 0]);
        for side in 0..6 {
            let (axis, up) = (side / 2, side % 2 == 1);
            let mut normal = [0.0; 3];
            normal[axis] = if up { 1.0 } else { -1.0 };
            planes = planes.floats(&normal).floats(&[if up { high[axis] } else { -low[axis] }]);
            sides = sides.ints(&[2 + 6 * index as i32 + side as i32, 0]);
        }
    }
    let leaf = |cluster: i32, first: i32, count: i32| {
        let bounds = [-144, -144, -16, 144, 144, 144];
        Bytes::default().ints(&[cluster, 0]).ints(&bounds).ints(&[0, 0, first, count]).0
    };
    let vertex = |x: f32, y: f32| {
        let place = [x, y, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        Bytes::default().floats(&place).int(0).0
    };
    let surface = |kind: i32, vertices: i32, indices: i32| {
        let fields = [0, -1, kind, 0, vertices, 0, indices, -1, 0, 0, 0, 0];
        Bytes::default().ints(&fields).floats(&[0.0; 12]).ints(&[0, 0]).0
    };
    vec![
        Bytes(b"{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n}\n\0".to_vec()),
        Bytes::default().text("textures/base/floor", 64).ints(&[0x400, 0x800_0001]),
        planes,
        Bytes::default().ints(&[0, -1, -2, -144, -144, -16, 144, 144, 144]),
        Bytes(leaf(0, 0, 7)).bytes(&leaf(1, 7, 7)),
        Bytes::default().ints(&[0, 0]),
        Bytes::default().ints(&[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6]),
        Bytes::default()
            .floats(&[-144.0, -144.0, -16.0, 144.0, 144.0, 144.0])
            .ints(&[0, 2, 0, 7])
            .floats(&[64.0, 64.0, 0.0, 96.0, 96.0, 64.0])
            .ints(&[2, 0, 7, 1]),
        brushes,
        sides,
        Bytes(vertex(-128.0, -128.0)).bytes(&vertex(-128.0, 128.0)).bytes(&vertex(128.0, 128.0)),
        Bytes::default().ints(&[0, 1, 2]),
        Bytes::default(),
        Bytes(surface(1, 3, 3)).bytes(&surface(2, 0, 0)),
        Bytes::default(),
        Bytes::default(),
        Bytes::default(),
    ]
}

pub(crate) fn quake3_file() -> Vec<u8> {
    file(b"IBSP\x2e\0\0\0", &quake3_lumps())
}
