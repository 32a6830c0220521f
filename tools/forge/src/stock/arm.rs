//! An arm of a machine that moves: a glTF scene made by code, each of its parts a node that animations turn.

use base64::{Engine, engine::general_purpose::STANDARD};
use kerosene_math::deterministic::sin_cos_degrees;
use serde_json::{Value, json};

/// Bytes of a buffer, and what says how they are read.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

/// Kinds of numbers, as glTF counts them.
const FLOAT: u32 = 5126;
const SHORT: u32 = 5123;

impl Buffer {
    /// Adds rows of floats; gives the accessor's place.
    fn floats<const N: usize>(&mut self, kind: &str, rows: &[[f32; N]]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(rows.iter().flatten().flat_map(|number| number.to_le_bytes()));
        let end = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..N).map(|at| rows.iter().map(|row| row[at]).reduce(pick).unwrap_or_default()).collect()
        };
        self.accessor(
            start,
            json!({
                "componentType": FLOAT, "count": rows.len(), "type": kind, "min": end(f32::min), "max": end(f32::max),
            }),
        )
    }

    fn indices(&mut self, indices: &[u16]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        self.accessor(start, json!({ "componentType": SHORT, "count": indices.len(), "type": "SCALAR" }))
    }

    fn accessor(&mut self, start: usize, mut accessor: Value) -> usize {
        let length = self.bytes.len() - start;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": length }));
        accessor["bufferView"] = json!(self.views.len() - 1);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// A part: its name, where it hangs on the part before it, its box, and its material.
struct Part {
    name: &'static str,
    parent: Option<usize>,
    at: [f32; 3],
    low: [f32; 3],
    high: [f32; 3],
    material: usize,
}

const MATERIALS: [&str; 2] = ["dev/metal", "dev/grid_orange"];

const PARTS: [Part; 6] = [
    Part { name: "base", parent: None, at: [0.0; 3], low: [-12.0, -12.0, 0.0], high: [12.0, 12.0, 6.0], material: 0 },
    Part {
        name: "turret",
        parent: Some(0),
        at: [0.0, 0.0, 6.0],
        low: [-7.0, -7.0, 0.0],
        high: [7.0, 7.0, 10.0],
        material: 0,
    },
    Part {
        name: "upper",
        parent: Some(1),
        at: [0.0, 0.0, 8.0],
        low: [-3.0, -4.0, -3.0],
        high: [3.0, 4.0, 27.0],
        material: 1,
    },
    Part {
        name: "lower",
        parent: Some(2),
        at: [0.0, 0.0, 24.0],
        low: [-2.5, -2.5, -3.0],
        high: [2.5, 2.5, 20.0],
        material: 1,
    },
    Part {
        name: "left_finger",
        parent: Some(3),
        at: [0.0, 2.0, 20.0],
        low: [-1.5, -0.75, 0.0],
        high: [1.5, 0.75, 8.0],
        material: 0,
    },
    Part {
        name: "right_finger",
        parent: Some(3),
        at: [0.0, -2.0, 20.0],
        low: [-1.5, -0.75, 0.0],
        high: [1.5, 0.75, 8.0],
        material: 0,
    },
];

/// A movement: seconds of its keys, and for each part that turns its axis and its degrees at each of them.
struct Movement {
    name: &'static str,
    seconds: &'static [f32],
    turns: &'static [(usize, [f64; 3], &'static [f64])],
}

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// `idle` and `wave` go on and on, `reach` is done once.
const MOVEMENTS: [Movement; 3] = [
    Movement {
        name: "idle",
        seconds: &[0.0, 1.0, 2.0, 3.0, 4.0],
        turns: &[
            (1, Z, &[0.0, 25.0, 0.0, -25.0, 0.0]),
            (2, Y, &[-10.0, -6.0, -10.0, -6.0, -10.0]),
            (3, Y, &[70.0, 62.0, 70.0, 62.0, 70.0]),
            (4, X, &[-14.0; 5]),
            (5, X, &[14.0; 5]),
        ],
    },
    Movement {
        name: "reach",
        seconds: &[0.0, 0.6, 0.9, 1.5],
        turns: &[
            (1, Z, &[0.0; 4]),
            (2, Y, &[-10.0, 55.0, 55.0, -10.0]),
            (3, Y, &[70.0, 40.0, 40.0, 70.0]),
            (4, X, &[-30.0, -30.0, 6.0, 6.0]),
            (5, X, &[30.0, 30.0, -6.0, -6.0]),
        ],
    },
    Movement {
        name: "wave",
        seconds: &[0.0, 0.25, 0.5, 0.75, 1.0],
        turns: &[
            (2, X, &[0.0, 20.0, 0.0, -20.0, 0.0]),
            (3, X, &[0.0, 35.0, 0.0, -35.0, 0.0]),
            (4, X, &[-20.0; 5]),
            (5, X, &[20.0; 5]),
        ],
    },
];

/// Clips that are not played again and again.
pub(super) const ONCE: &str = "reach";

/// The scene, in our axes and units times a metre.
pub(super) fn gltf() -> String {
    let mut buffer = Buffer::default();
    let meshes: Vec<Value> = PARTS.iter().map(|part| mesh(part, &mut buffer)).collect();
    let nodes: Vec<Value> = PARTS
        .iter()
        .enumerate()
        .map(|(index, part)| {
            let children: Vec<usize> = (0..PARTS.len()).filter(|other| PARTS[*other].parent == Some(index)).collect();
            let mut node = json!({ "name": part.name, "mesh": index, "translation": part.at });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            node
        })
        .collect();
    let animations: Vec<Value> = MOVEMENTS.iter().map(|movement| animation(movement, &mut buffer)).collect();
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&buffer.bytes));
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes,
        "meshes": meshes,
        "materials": MATERIALS.map(|name| json!({ "name": name })),
        "animations": animations,
        "buffers": [{ "byteLength": buffer.bytes.len(), "uri": uri }],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    })
    .to_string()
}

/// A box whose texture has 64 units to a repeat, as walls have it.
fn mesh(part: &Part, buffer: &mut Buffer) -> Value {
    let (mut places, mut normals, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for axis in 0..3 {
        for side in [part.low, part.high] {
            let outwards = if side == part.high { 1.0_f32 } else { -1.0 };
            let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
            let first = places.len() as u16;
            for (right, up) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                let mut place = [0.0_f32; 3];
                place[axis] = side[axis];
                place[across] = if right == 0 { part.low[across] } else { part.high[across] };
                place[along] = if up == 0 { part.low[along] } else { part.high[along] };
                let mut normal = [0.0_f32; 3];
                normal[axis] = outwards;
                uvs.push([place[across] / 64.0, 0.0 - place[along] / 64.0]);
                places.push(place);
                normals.push(normal);
            }
            let corners = if outwards > 0.0 { [0, 1, 2, 0, 2, 3] } else { [0, 2, 1, 0, 3, 2] };
            indices.extend(corners.map(|corner| first + corner));
        }
    }
    let (place, normal) = (buffer.floats("VEC3", &places), buffer.floats("VEC3", &normals));
    let (uv, indices) = (buffer.floats("VEC2", &uvs), buffer.indices(&indices));
    let attributes = json!({ "POSITION": place, "NORMAL": normal, "TEXCOORD_0": uv });
    json!({ "primitives": [{ "attributes": attributes, "indices": indices, "material": part.material }] })
}

fn animation(movement: &Movement, buffer: &mut Buffer) -> Value {
    let seconds: Vec<[f32; 1]> = movement.seconds.iter().map(|second| [*second]).collect();
    let input = buffer.floats("SCALAR", &seconds);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for (part, axis, degrees) in movement.turns {
        let turns: Vec<[f32; 4]> = degrees.iter().map(|degrees| turned(*axis, *degrees)).collect();
        let output = buffer.floats("VEC4", &turns);
        channels.push(json!({ "sampler": samplers.len(), "target": { "node": part, "path": "rotation" } }));
        samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
    }
    json!({ "name": movement.name, "samplers": samplers, "channels": channels })
}

/// A turn about an axis, as a quaternion.
fn turned(axis: [f64; 3], degrees: f64) -> [f32; 4] {
    let (sin, cos) = sin_cos_degrees(degrees * 0.5);
    let [x, y, z] = axis.map(|part| (part * sin) as f32);
    [x, y, z, cos as f32]
}
