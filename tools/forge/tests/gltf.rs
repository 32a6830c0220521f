//! glTF to models, against closed forms; and files that lie.
#![allow(clippy::unwrap_used, reason = "tests")]

use forge::{Collision, Compiled, ForgeError, Options, compile};
use kerosene_asset::Model;
use kerosene_math::{DVec3, Quat, Vec3, units::UNITS_PER_METRE};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A file in the making: numbers are put into one buffer, each with its view and accessor.
struct Maker {
    json: Value,
    bytes: Vec<u8>,
}

impl Maker {
    fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 0 }], "bufferViews": [], "accessors": [],
            "materials": [{ "name": "dev/test" }], "meshes": [], "nodes": [], "skins": [], "animations": [], "scene": 0,
            "scenes": [{ "nodes": [] }],
        });
        Self { json, bytes: Vec::new() }
    }

    fn list(&mut self, name: &str) -> &mut Vec<Value> {
        self.json[name].as_array_mut().unwrap()
    }

    /// Adds a part to a list; gives its place.
    fn add(&mut self, name: &str, part: Value) -> usize {
        self.list(name).push(part);
        self.list(name).len() - 1
    }

    fn accessor(&mut self, kind: u32, shape: &str, count: usize, bytes: &[u8]) -> usize {
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend_from_slice(bytes);
        self.json["buffers"][0]["byteLength"] = self.bytes.len().into();
        let view = self.add("bufferViews", view);
        self.add("accessors", json!({ "bufferView": view, "componentType": kind, "type": shape, "count": count }))
    }

    fn floats(&mut self, shape: &str, width: usize, floats: &[f32]) -> usize {
        let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
        self.accessor(5126, shape, floats.len() / width, &bytes)
    }

    fn shorts(&mut self, shape: &str, width: usize, shorts: &[u16]) -> usize {
        let bytes: Vec<u8> = shorts.iter().flat_map(|short| short.to_le_bytes()).collect();
        self.accessor(5123, shape, shorts.len() / width, &bytes)
    }

    /// A mesh of a triangle in its XY plane with normals along Z.
    fn triangle(&mut self, name: &str) -> usize {
        let positions = self.floats("VEC3", 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let normals = self.floats("VEC3", 3, &[0.0, 0.0, 1.0].repeat(3));
        let indices = self.shorts("SCALAR", 1, &[0, 1, 2]);
        let primitive =
            json!({ "attributes": { "POSITION": positions, "NORMAL": normals }, "indices": indices, "material": 0 });
        self.add("meshes", json!({ "name": name, "primitives": [primitive] }))
    }

    /// A node of the scene, and one that is only named by others.
    fn root(&mut self, node: Value) -> usize {
        let node = self.add("nodes", node);
        self.json["scenes"][0]["nodes"].as_array_mut().unwrap().push(node.into());
        node
    }

    fn glb(&self) -> Vec<u8> {
        glb(&self.json, &self.bytes)
    }
}

fn glb(json: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut binary = bytes.to_vec();
    binary.resize(binary.len().next_multiple_of(4), 0);
    let total = 12 + 8 + text.len() + 8 + binary.len();
    let word = |number: usize| (number as u32).to_le_bytes();
    [&b"glTF"[..], &word(2), &word(total), &word(text.len()), b"JSON", &text, &word(binary.len()), b"BIN\0", &binary]
        .concat()
}

fn options() -> Options {
    // In the source's own axes and metres as units, to compare with closed forms.
    Options { z_up: true, scale: 1.0 / UNITS_PER_METRE, collision: Collision::None, ..Options::default() }
}

fn compiled(maker: &Maker, options: &Options) -> Compiled {
    compile("art/thing.glb", &maker.glb(), &mut BTreeMap::new(), options).unwrap()
}

fn made(maker: &Maker) -> Model {
    compiled(maker, &options()).model
}

/// An arm along X of two bones, each a metre long, with a vertex at each joint and at the hand; the lower one turns about Z
/// from 0 to 90 degrees in a second, or as the keys say.
fn arm(interpolation: &str, keys: &[f32], values: &[f32]) -> Maker {
    let mut maker = Maker::new();
    let positions = maker.floats("VEC3", 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let joints = maker.accessor(5121, "VEC4", 4, &[0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let weights =
        maker.floats("VEC4", 4, &[1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let indices = maker.accessor(5121, "SCALAR", 6, &[0, 1, 3, 1, 2, 3]);
    let attributes = json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights });
    let mesh = maker.add("meshes", json!({ "primitives": [{ "attributes": attributes, "indices": indices }] }));
    let mut matrices = [[0.0_f32; 16]; 2];
    for (joint, matrix) in matrices.iter_mut().enumerate() {
        (matrix[0], matrix[5], matrix[10], matrix[15]) = (1.0, 1.0, 1.0, 1.0);
        matrix[12] = -(joint as f32);
    }
    let inverse = maker.floats("MAT4", 16, matrices.as_flattened());
    let hand = maker.add("nodes", json!({ "name": "hand", "translation": [1.0, 0.0, 0.0] }));
    let lower = maker.add("nodes", json!({ "name": "lower", "translation": [1.0, 0.0, 0.0], "children": [hand] }));
    let upper = maker.root(json!({ "name": "upper", "children": [lower] }));
    let skin = maker.add("skins", json!({ "joints": [upper, lower], "inverseBindMatrices": inverse }));
    // Where the mesh's node is does not matter to what a skin moves.
    maker.root(json!({ "mesh": mesh, "skin": skin, "translation": [7.0, 7.0, 7.0] }));
    let input = maker.floats("SCALAR", 1, keys);
    let output = maker.floats("VEC4", 4, values);
    let sampler = json!({ "input": input, "output": output, "interpolation": interpolation });
    let channel = json!({ "sampler": 0, "target": { "node": lower, "path": "rotation" } });
    maker.add("animations", json!({ "name": "bend", "samplers": [sampler], "channels": [channel] }));
    maker
}

const HALF: f32 = core::f32::consts::FRAC_1_SQRT_2;
const STILL: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
const QUARTER: [f32; 4] = [0.0, 0.0, HALF, HALF];

#[test]
fn metres_y_up_become_inches_z_up() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    maker.root(json!({ "mesh": mesh, "translation": [1.0, 2.0, 3.0], "scale": [1.0, 2.0, 1.0] }));
    let model = compiled(&maker, &Options::default()).model;
    // X, Y and Z of the source are our Y, Z and X.
    let metre = UNITS_PER_METRE as f32;
    assert!(model.bounds.min.abs_diff_eq(Vec3::new(3.0, 1.0, 2.0) * metre, 1e-4));
    assert!(model.bounds.max.abs_diff_eq(Vec3::new(3.0, 2.0, 4.0) * metre, 1e-4));
    assert!(model.vertices.normals.iter().all(|normal| *normal == Vec3::X));
    assert_eq!(model.materials, ["dev/test"]);
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
}

#[test]
fn nodes_place_turn_and_mirror() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    let turned = maker.add("nodes", json!({ "mesh": mesh, "rotation": QUARTER }));
    maker.root(json!({ "children": [turned], "translation": [5.0, 0.0, 0.0] }));
    let model = made(&maker);
    assert!(model.bounds.min.abs_diff_eq(Vec3::new(4.0, 0.0, 0.0), 1e-6));
    assert!(model.bounds.max.abs_diff_eq(Vec3::new(5.0, 1.0, 0.0), 1e-6));
    // Mirrored by a matrix: still seen from its front, which the matrix keeps at +Z.
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    let matrix = [-1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    maker.root(json!({ "mesh": mesh, "matrix": matrix }));
    let model = made(&maker);
    let [a, b, c] = [0, 1, 2].map(|at| model.vertices.positions[model.indices[at] as usize]);
    assert!((b - a).cross(c - a).z > 0.0 && model.vertices.normals[0] == Vec3::Z);
    // Slanted: the normal stays at a right angle to the surface.
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    let shear = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    maker.root(json!({ "mesh": mesh, "matrix": shear }));
    assert!(made(&maker).vertices.normals[0].abs_diff_eq(Vec3::new(-HALF, 0.0, HALF), 1e-6));
}

#[test]
fn a_skin_follows_its_bones_along_the_arc() {
    let maker = arm("LINEAR", &[0.0, 1.0], &[STILL, QUARTER].concat());
    let model = made(&maker);
    assert_eq!(model.bones.iter().map(|bone| bone.name.as_str()).collect::<Vec<_>>(), ["upper", "lower"]);
    let clip = &model.clips[0];
    assert_eq!((clip.name.as_str(), clip.looped, clip.frames, clip.rate), ("bend", true, 31, 30.0));
    assert_eq!(clip.seconds(), 1.0);
    let at =
        |place: Vec3| model.vertices.positions.iter().position(|position| position.abs_diff_eq(place, 1e-6)).unwrap();
    let (hand, elbow) = (at(Vec3::X * 2.0), at(Vec3::X));
    assert!(
        model.vertices.skin.iter().all(|skin| skin.weights.iter().map(|weight| u32::from(*weight)).sum::<u32>() == 255)
    );
    for frame in 0..=30 {
        // At an even pace: 3 degrees a frame.
        let (sin, cos) = kerosene_math::deterministic::sin_cos_degrees(f64::from(frame) * 3.0);
        let skinning = model.skinning(0, frame);
        assert!(model.skinned(&skinning, hand).abs_diff_eq(DVec3::new(1.0 + cos, sin, 0.0), 1e-6), "{frame}");
        assert!(model.skinned(&skinning, elbow).abs_diff_eq(DVec3::X, 1e-6));
    }
    // What the clip stays within: from the hand stretched out to the hand up.
    let (min, max) = (Vec3::ZERO, Vec3::new(2.0, 1.0, 0.0));
    assert!(clip.bounds.min.abs_diff_eq(min, 1e-5) && clip.bounds.max.abs_diff_eq(max, 1e-5), "{:?}", clip.bounds);
    // What does not move is stored once; the hand is a place on the lower arm.
    assert_eq!(
        [clip.tracks[0].rotation.len(), clip.tracks[1].rotation.len(), clip.tracks[1].translation.len()],
        [1, 31, 1]
    );
    let [hand] = &model.attachments[..] else { panic!() };
    assert_eq!((hand.name.as_str(), hand.bone), ("hand", Some(1)));
    assert!(hand.transform.translation.abs_diff_eq(Vec3::X, 1e-6));
}

#[test]
fn our_axes_turn_bones_and_clips_alike() {
    let maker = arm("LINEAR", &[0.0, 1.0], &[STILL, QUARTER].concat());
    let turned = Options { rotate: [10.0, 70.0, 20.0], ..Options::default() };
    let model = compiled(&maker, &turned).model;
    let rotation = kerosene_math::Angles::new(10.0, 70.0, 20.0).to_mat3().as_dmat3();
    let plain = made(&maker);
    for frame in [0, 7, 30] {
        let (ours, source) = (model.skinning(0, frame), plain.skinning(0, frame));
        for vertex in 0..4 {
            let place = plain.skinned(&source, vertex);
            let expected = rotation * DVec3::new(place.z, place.x, place.y) * UNITS_PER_METRE;
            let found = model.skinned(&ours, vertex);
            assert!(found.abs_diff_eq(expected, 1e-4), "{found} instead of {expected}");
        }
    }
}

#[test]
fn steps_and_curves_are_what_they_say() {
    let angle = |model: &Model, frame: u32| {
        let rotation: Quat = model.clips[0].transform(1, frame).rotation;
        2.0 * kerosene_math::deterministic::atan2(f64::from(rotation.z), f64::from(rotation.w))
    };
    let step = made(&arm("STEP", &[0.0, 0.5, 1.0], &[STILL, QUARTER, STILL].concat()));
    assert!(angle(&step, 14).abs() < 1e-6 && (angle(&step, 16) - core::f64::consts::FRAC_PI_2).abs() < 1e-6);
    // A curve with flat tangents goes half the way in half the time, and less in a quarter than a line does.
    let flat = [0.0; 4];
    let curve = made(&arm("CUBICSPLINE", &[0.0, 2.0], &[flat, STILL, flat, flat, QUARTER, flat].concat()));
    assert_eq!((curve.clips[0].frames, curve.clips[0].seconds()), (61, 2.0));
    assert!((angle(&curve, 30) - core::f64::consts::FRAC_PI_4).abs() < 1e-6);
    assert!(angle(&curve, 15) < 0.2 * core::f64::consts::FRAC_PI_2 && angle(&curve, 15) > 0.0);
    // Keys that begin late begin the clip; a length that no pose divides has a rate that does.
    let late = compiled(&arm("LINEAR", &[3.0, 3.25], &[STILL, QUARTER].concat()), &Options { fps: 10.0, ..options() });
    let clip = &late.model.clips[0];
    assert_eq!((clip.frames, clip.seconds()), (4, 0.25));
    assert!((clip.rate - 12.0).abs() < 1e-5);
    let once = compiled(&arm("LINEAR", &[0.0], &STILL), &Options { once: vec!["bend".to_owned()], ..options() });
    assert_eq!((once.model.clips[0].looped, once.model.clips[0].frames), (false, 1));
}

/// A wheel without a skin that an animation turns, and a house that stands beside it.
#[test]
fn what_an_animation_moves_is_a_bone() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("wheel");
    let wheel = maker.root(json!({ "name": "wheel", "mesh": mesh, "translation": [1.0, 0.0, 0.0] }));
    maker.root(json!({ "name": "house", "mesh": mesh, "translation": [0.0, 9.0, 0.0] }));
    let input = maker.floats("SCALAR", 1, &[0.0, 1.0]);
    let output = maker.floats("VEC3", 3, &[1.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    let channel = json!({ "sampler": 0, "target": { "node": wheel, "path": "translation" } });
    maker.add("animations", json!({ "samplers": [{ "input": input, "output": output }], "channels": [channel] }));
    let model = made(&maker);
    assert_eq!((model.bones.len(), model.clips[0].name.as_str()), (2, "clip"));
    let end = model.skinning(0, 30);
    for vertex in 0..6 {
        let place = model.vertices.positions[vertex].as_dvec3();
        let moved = if place.y < 5.0 { DVec3::X * 3.0 } else { DVec3::ZERO };
        assert!(model.skinned(&end, vertex).abs_diff_eq(place + moved, 1e-6));
    }
}

#[test]
fn collision_meshes_and_empties_are_found_by_name() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    maker.root(json!({ "mesh": mesh }));
    let points: Vec<f32> =
        (0..8).flat_map(|at| [0, 1, 2].map(|axis| if at >> axis & 1 == 0 { 0.0 } else { 2.0 })).collect();
    let positions = maker.floats("VEC3", 3, &points);
    let indices = maker.shorts("SCALAR", 1, &[0, 1, 2, 3, 4, 5, 6, 7, 0]);
    let hull = maker.add(
        "meshes",
        json!({ "name": "UCX_thing_01", "primitives": [
        { "attributes": { "POSITION": positions }, "indices": indices }] }),
    );
    maker.root(json!({ "mesh": hull, "translation": [1.0, 0.0, 0.0] }));
    maker.root(json!({ "name": "muzzle", "translation": [0.0, 0.0, 3.0], "rotation": QUARTER }));
    maker.root(json!({ "name": "muzzle" }));
    let model = compiled(&maker, &Options { collision: Collision::Auto, ..options() }).model;
    assert_eq!((model.hulls.len(), model.vertices.len()), (1, 3));
    assert!((model.hulls[0].volume() - 8.0).abs() < 1e-5 && model.hulls[0].bounds().min.abs_diff_eq(Vec3::X, 1e-6));
    assert_eq!(model.attachments.iter().map(|place| place.name.as_str()).collect::<Vec<_>>(), ["muzzle", "muzzle_2"]);
    let place = model.attachments[0].transform;
    assert!(place.translation.abs_diff_eq(Vec3::Z * 3.0, 1e-6) && (place.rotation.z - HALF).abs() < 1e-6);
}

#[test]
fn strips_fans_sparse_and_small_numbers_are_read() {
    let mut maker = Maker::new();
    // A square of bytes, in parts of 127, as KHR_mesh_quantization has them.
    let positions = maker.accessor(5120, "VEC3", 4, &[0, 0, 0, 127, 0, 0, 0, 127, 0, 127, 127, 0]);
    maker.list("accessors")[positions]["normalized"] = true.into();
    maker.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let mesh = maker.add("meshes", json!({ "primitives": [{ "attributes": { "POSITION": positions }, "mode": 5 }] }));
    maker.root(json!({ "mesh": mesh }));
    let model = made(&maker);
    assert_eq!((model.bounds.max, model.levels[0].triangles()), (Vec3::new(1.0, 1.0, 0.0), 2));
    assert!(model.vertices.normals.iter().all(|normal| *normal == Vec3::Z), "both face one way");
    // Three of four corners come from nothing but what replaces them.
    let mut maker = Maker::new();
    let replaced = maker.floats("VEC3", 3, &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    let indices = maker.shorts("SCALAR", 1, &[1, 2, 3]);
    let (values, indices) = (
        maker.json["accessors"][replaced]["bufferView"].clone(),
        maker.json["accessors"][indices]["bufferView"].clone(),
    );
    let sparse = json!({ "count": 3, "indices": { "bufferView": indices, "componentType": 5123 }, "values": { "bufferView": values } });
    let positions =
        maker.add("accessors", json!({ "componentType": 5126, "type": "VEC3", "count": 4, "sparse": sparse }));
    let mesh = maker.add("meshes", json!({ "primitives": [{ "attributes": { "POSITION": positions }, "mode": 6 }] }));
    maker.root(json!({ "mesh": mesh }));
    let model = made(&maker);
    assert_eq!((model.bounds.max, model.levels[0].triangles()), (Vec3::new(1.0, 1.0, 0.0), 2));
    // Lines are left out, and that is said; morphs too.
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    let lines = json!({ "attributes": { "POSITION": 0 }, "mode": 1 });
    maker.list("meshes")[mesh]["primitives"].as_array_mut().unwrap().push(lines);
    maker.list("meshes")[mesh]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
    maker.root(json!({ "mesh": mesh }));
    let told: Vec<_> = compiled(&maker, &options()).diagnostics.iter().map(|told| told.message.clone()).collect();
    assert_eq!(told.len(), 2);
    assert!(told[0].contains("1 morph targets") && told[1].contains("meshes[0].primitives[1]"), "{told:?}");
}

#[test]
fn buffers_beside_it_and_in_it_are_read() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    maker.root(json!({ "mesh": mesh }));
    let inside = made(&maker);
    maker.json["buffers"][0]["uri"] = "parts/my%20thing.bin".into();
    let text = maker.json.to_string();
    let mut beside = BTreeMap::from([("parts/my thing.bin".to_owned(), maker.bytes.clone())]);
    let outside = compile("art/thing.gltf", text.as_bytes(), &mut beside, &options()).unwrap().model;
    assert_eq!(outside.vertices, inside.vertices);
    let sources: Vec<_> = outside.provenance.sources.iter().map(|source| source.path.as_str()).collect();
    assert_eq!(sources, ["art/thing.gltf", "art/parts/my thing.bin"]);
    maker.json["buffers"][0]["uri"] = data_uri(&maker.bytes).into();
    let text = maker.json.to_string();
    let data = compile("art/thing.gltf", text.as_bytes(), &mut BTreeMap::new(), &options()).unwrap().model;
    assert_eq!(data.vertices, inside.vertices);
}

fn data_uri(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = "data:application/octet-stream;base64,".to_owned();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let shown = digit <= chunk.len();
            text.push(if shown { char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]) } else { '=' });
        }
    }
    text
}

/// Whatever a file says that cannot be is refused with the place where it says it.
#[test]
fn files_that_lie_are_refused_with_the_place() {
    let sound = arm("LINEAR", &[0.0, 1.0], &[STILL, QUARTER].concat());
    for (pointer, lie, expected) in [
        ("/asset/version", json!("1.0"), "asset.version: \"1.0\" is not 2.0"),
        ("/asset", json!(7), "the JSON: invalid type"),
        ("/buffers/0/byteLength", json!(1_000_000), "buffers[0].byteLength: 1000000 are said"),
        ("/buffers/0/uri", json!("../arm.bin"), "buffers[0].uri: the file ../arm.bin beside it lies outside"),
        ("/buffers/0/uri", json!("arm.bin"), "the file arm.bin beside it is not there"),
        ("/buffers/0/uri", json!("https://example.org/a"), "has an address"),
        ("/buffers/0/uri", json!("data:;base64,****"), "buffers[0].uri: its data is not in base 64"),
        ("/bufferViews/0/byteOffset", json!(u64::MAX), "bufferViews[0]: it reaches out of buffers[0]"),
        ("/bufferViews/0/byteLength", json!(1_000_000), "bufferViews[0]: it reaches out of buffers[0]"),
        ("/bufferViews/0/buffer", json!(3), "bufferViews[0]: there is no buffer 3"),
        ("/bufferViews/0/byteStride", json!(3), "bufferViews[0].byteStride: it is less than an element"),
        ("/accessors/0/bufferView", json!(99), "accessors[0]: there is no buffer view 99"),
        ("/accessors/0/count", json!(5), "accessors[0]: it reaches out of bufferViews[0]"),
        ("/accessors/0/count", json!(u64::MAX), "more elements of an accessor than"),
        ("/accessors/0/byteOffset", json!(u64::MAX), "accessors[0]: it reaches out of bufferViews[0]"),
        ("/accessors/0/componentType", json!(5124), "accessors[0].componentType"),
        (
            "/accessors/0/type",
            json!("VEC2"),
            "accessors[0].type: meshes[0].primitives[0].attributes.POSITION needs VEC3",
        ),
        ("/accessors/1/count", json!(3), "meshes[0].primitives[0].attributes.JOINTS_0: it has 3 elements"),
        ("/meshes/0/primitives/0/attributes/POSITION", json!(99), "there is no accessor 99"),
        ("/meshes/0/primitives/0/indices", json!(99), "meshes[0].primitives[0].indices: there is no accessor 99"),
        ("/meshes/0/primitives/0/material", json!(9), "meshes[0].primitives[0].material: there is no material 9"),
        ("/nodes/3/mesh", json!(9), "nodes[3].mesh: there is no mesh 9"),
        ("/nodes/3/skin", json!(9), "nodes[3].skin: there is no skin 9"),
        ("/nodes/2/children/0", json!(99), "nodes[2].children: there is no node 99"),
        ("/nodes/1/children/0", json!(2), "nodes[2]: it is reached twice"),
        ("/nodes/2/children/0", json!(2), "nodes[2]: it is reached twice"),
        ("/nodes/2/translation", json!([1e308, 1e308, 1e308]), "bone 0: its bind pose is none"),
        ("/scenes/0/nodes/0", json!(99), "scenes[0].nodes: there is no node 99"),
        ("/scene", json!(9), "scene: there is no scene 9"),
        ("/skins/0/joints/0", json!(99), "skins[0].joints: node 99 is not in the scene"),
        ("/skins/0/joints", json!([2]), "JOINTS_0: there is no joint 1"),
        ("/skins/0/joints", json!([]), "skins[0].joints: there are none"),
        ("/skins/0/inverseBindMatrices", json!(0), "accessors[0].type"),
        ("/animations/0/channels/0/sampler", json!(4), "animations[0].channels[0].sampler: there is no sampler 4"),
        (
            "/animations/0/channels/0/target/node",
            json!(99),
            "animations[0].channels[0].target.node: there is no node 99",
        ),
        ("/animations/0/samplers/0/interpolation", json!("BEZIER"), "animations[0].samplers[0].interpolation"),
        ("/animations/0/samplers/0/interpolation", json!("CUBICSPLINE"), "animations[0].samplers[0].output: it has 2"),
        ("/animations/0/samplers/0/input", json!(3), "animations[0].samplers[0].input: its times do not grow"),
        ("/extensionsRequired", json!(["KHR_draco_mesh_compression"]), "extensionsRequired[0]: KHR_draco"),
    ] {
        let mut json = sound.json.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = if parent.is_empty() { &mut json } else { json.pointer_mut(parent).unwrap() };
        match parent {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = lie,
            parent => parent[key] = lie,
        }
        let refused = compile("art/arm.glb", &glb(&json, &sound.bytes), &mut BTreeMap::new(), &options());
        let told = refused.map(|made| made.model.bounds).unwrap_err().to_string();
        assert!(told.contains(expected), "{pointer}: {told} instead of {expected}");
    }
    let mut infinite = arm("LINEAR", &[0.0, 1.0], &[STILL, QUARTER].concat());
    infinite.bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
    let told = compile("arm.glb", &infinite.glb(), &mut BTreeMap::new(), &options()).unwrap_err().to_string();
    assert_eq!(told, "accessors[0]: element 0 is no finite number");
    let long = arm("LINEAR", &[0.0, 1e6], &[STILL, QUARTER].concat());
    let told = compile("arm.glb", &long.glb(), &mut BTreeMap::new(), &options()).unwrap_err();
    assert!(matches!(told, ForgeError::Json { .. }), "{told}");
    assert!(compile("arm.glb", b"glTF", &mut BTreeMap::new(), &options()).is_err());
}

/// What is in a file in a form that is not read: a mesh that is compressed alone is refused by that name, and a texture that is
/// moved is told.
#[test]
fn extensions_that_are_not_read_are_named() {
    let mut maker = Maker::new();
    maker.add("materials", json!({ "name": "dev/wood" }));
    let mesh = maker.triangle("wall");
    maker.root(json!({ "mesh": mesh }));
    maker.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    let told = compiled(&maker, &options()).diagnostics;
    assert!(told.iter().any(|note| note.code.to_string() == "K0681" && note.message.contains("KHR_texture_transform")));
    let primitive = &mut maker.json["meshes"][0]["primitives"][0];
    primitive["extensions"] = json!({ "KHR_draco_mesh_compression": {} });
    let position = primitive["attributes"]["POSITION"].as_u64().unwrap() as usize;
    assert!(compile("a.glb", &maker.glb(), &mut BTreeMap::new(), &options()).is_ok(), "it is there uncompressed too");
    maker.json["accessors"][position].as_object_mut().unwrap().remove("bufferView");
    let refused = compile("a.glb", &maker.glb(), &mut BTreeMap::new(), &options()).unwrap_err();
    assert_eq!(refused.to_string(), "meshes[0].primitives[0]: KHR_draco_mesh_compression is not read");
}

/// Nodes that hang on each other in a chain as long as the file are followed without running out of stack.
#[test]
fn long_chains_of_nodes_do_no_harm() {
    let mut maker = Maker::new();
    let mesh = maker.triangle("thing");
    maker.root(json!({ "mesh": mesh }));
    for node in 1..20_000 {
        maker.add("nodes", json!({ "children": [node + 1] }));
    }
    maker.root(json!({ "children": [1] }));
    // The last of the chain is the root: a circle that is told.
    let told = compile("a.glb", &maker.glb(), &mut BTreeMap::new(), &options()).unwrap_err().to_string();
    assert!(told.contains("it is reached twice"), "{told}");
    maker.json["nodes"][19_999]["children"] = json!([]);
    assert_eq!(made(&maker).levels[0].triangles(), 1);
}

/// Any bit of a file flipped: refused, or a model that is read again.
#[test]
fn flipped_bits_do_no_harm() {
    let mut maker = arm("LINEAR", &[0.0, 1.0], &[STILL, QUARTER].concat());
    maker.json["materials"] = json!([]);
    let sound = maker.glb();
    let (mut refused, mut read) = (0, 0);
    for bit in (0..sound.len() * 8).step_by(3) {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match compile("arm.glb", &bytes, &mut BTreeMap::new(), &options()) {
            Ok(compiled) => {
                read += 1;
                assert_eq!(Model::from_bytes(&compiled.model.to_bytes()).unwrap(), compiled.model);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000 && read > 300, "{refused} {read}");
    for length in (0..sound.len()).step_by(7) {
        assert!(compile("arm.glb", &sound[..length], &mut BTreeMap::new(), &options()).is_err());
    }
}
