//! Writing and reading compiled maps.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::sample::{SampleBrush, build, room};
use kerosene_bsp::{Bsp, BspError, BspFile, Lump, WriteOptions};
use kerosene_math::Vec3;
use std::sync::Arc;

fn with_extras() -> Bsp {
    let mut map = room();
    map.manifest = "{\"tool\":\"test\"}".to_owned();
    map.extra.push(("lighting".to_owned(), (0..999u32).flat_map(u32::to_le_bytes).collect()));
    map.extra.push(("visibility".to_owned(), vec![7; 5000]));
    map
}

#[test]
fn round_trips_raw_and_compressed() {
    let map = with_extras();
    for compress in [false, true] {
        let bytes = map.write_to(WriteOptions { compress }).unwrap();
        assert_eq!(bytes, map.write_to(WriteOptions { compress }).unwrap());
        let file = BspFile::from_bytes(bytes.clone()).unwrap();
        assert_eq!(Bsp::from_file(&file), map);
        assert_eq!(file.extra_lump("visibility"), Some(&[7; 5000][..]));
        assert_eq!(file.file_length(), bytes.len());
    }
    let raw = map.write_to(WriteOptions::default()).unwrap();
    let compressed = map.write_to(WriteOptions { compress: true }).unwrap();
    assert!(compressed.len() * 2 < raw.len(), "{} of {}", compressed.len(), raw.len());
}

#[test]
fn unaligned_bytes_are_copied() {
    let map = with_extras();
    let bytes = map.write_to(WriteOptions::default()).unwrap();
    for shift in 0..16 {
        let mut shifted = vec![0u8; shift];
        shifted.extend_from_slice(&bytes);
        let leaked: &'static [u8] = shifted.leak();
        let file = BspFile::from_bytes(&leaked[shift..]).unwrap();
        assert_eq!(Bsp::from_file(&file), map);
    }
}

#[test]
fn shared_bytes_and_files_give_the_same_map() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.kbsp");
    let map = with_extras();
    map.write_file(&path, WriteOptions::default()).unwrap();
    let opened = BspFile::open(&path).unwrap();
    // Replacing the file leaves the open one as it was.
    room().write_file(&path, WriteOptions { compress: true }).unwrap();
    assert_eq!(Bsp::from_file(&opened), map);
    assert_eq!(Bsp::from_file(&BspFile::open(&path).unwrap()), room());
    let shared: Arc<[u8]> = map.write_to(WriteOptions::default()).unwrap().into();
    assert_eq!(Bsp::from_file(&BspFile::from_bytes(shared).unwrap()), map);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays behind");
}

#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.kbsp");
    room().write_file(&path, WriteOptions::default()).unwrap();
    let mut bad = room();
    bad.extra.push(("a name of more than 16 bytes".to_owned(), Vec::new()));
    assert!(matches!(bad.write_file(&path, WriteOptions::default()), Err(BspError::ExtraName { .. })));
    assert!(BspFile::open(&path).is_ok());
    let nowhere = folder.path().join("missing/room.kbsp");
    assert!(matches!(room().write_file(nowhere, WriteOptions::default()), Err(BspError::Io { .. })));
    std::fs::write(&path, b"").unwrap();
    assert!(matches!(BspFile::open(&path), Err(BspError::InFile { .. })));
}

#[test]
fn extra_names_are_checked() {
    for name in ["", "planes", "has space", "umlaut\u{e4}"] {
        let map = Bsp { extra: vec![(name.to_owned(), Vec::new())], ..room() };
        assert!(matches!(map.write_to(WriteOptions::default()), Err(BspError::ExtraName { .. })), "{name}");
    }
    let twice = vec![("x".to_owned(), Vec::new()), ("x".to_owned(), Vec::new())];
    assert!(Bsp { extra: twice, ..room() }.write_to(WriteOptions::default()).is_err());
}

#[test]
fn empty_lumps_are_aligned_and_named() {
    let file = build(&[]).to_file().unwrap();
    assert!(file.brushes().is_empty() && file.faces().is_empty());
    for lump in Lump::ALL {
        assert_eq!(Lump::from_name(lump.name()), Some(lump));
    }
}

#[test]
fn older_versions_ask_for_a_recompile() {
    let mut bytes = room().write_to(WriteOptions::default()).unwrap();
    bytes[4] = 2;
    let error = BspFile::from_bytes(bytes).unwrap_err().to_string();
    assert!(error.contains("version 2") && error.contains("compile the map again"), "{error}");
}

/// Changes a map, expects a refusal, and gives its text.
fn refusal(change: impl FnOnce(&mut Bsp)) -> String {
    let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(32.0));
    let mut map = build(&[vec![SampleBrush::block(Vec3::splat(-64.0), Vec3::splat(-32.0))], vec![lift]]);
    assert!(map.to_file().is_ok());
    change(&mut map);
    map.to_file().unwrap_err().to_string()
}

#[test]
fn every_index_is_checked() {
    type Case = (&'static str, fn(&mut Bsp));
    let cases: [Case; 25] = [
        ("\"faces\", record 1: plane", |map| map.faces[1].plane = 99),
        ("\"faces\", record 0: texinfo", |map| map.faces[0].texinfo = 1),
        ("\"faces\", record 2: brush", |map| map.faces[2].brush = 2),
        ("\"faces\", record 2: source", |map| map.faces[2].source = 0),
        ("\"faces\", record 3: surfedge_count", |map| map.faces[3].surfedge_count = 2),
        ("\"faces\", record 4: surfedges", |map| map.faces[4].first_surfedge = u32::MAX),
        ("\"faces\", record 0: winding", |map| map.surfedges[1] = -map.surfedges[1]),
        ("\"faces\", record 0: area", |map| map.faces[0].area = f32::NAN),
        ("\"surfedges\", record 3: edge", |map| map.surfedges[3] = i32::MIN),
        ("\"surfedges\", record 3: edge", |map| map.surfedges[3] = 0),
        ("\"edges\", record 5: vertex", |map| map.edges[5].vertices[1] = 1 << 30),
        ("\"vertices\", record 5: position", |map| map.vertices[5].y = f32::INFINITY),
        ("\"texinfos\", record 0: texdata", |map| map.texinfos[0].texdata = 1),
        ("\"texdata\", record 0: name", |map| map.texdata[0].name = 12),
        ("lump \"strings\" at offset", |map| map.strings.push(b'x')),
        ("lump \"strings\" at offset", |map| map.strings[0] = 0xff),
        ("\"brush_sides\", record 0: texinfo", |map| map.brush_sides[0].texinfo = 7),
        ("\"brush_sides\", record 7: plane", |map| map.brush_sides[7].plane = 1 << 20),
        ("\"brushes\", record 1: sides", |map| map.brushes[1].first_side = 11),
        ("\"brushes\", record 1: sides", |map| map.brushes[1].side_count = 3),
        ("\"brushes\", record 0: sides", |map| map.brush_sides[0].bevel = 1),
        ("\"leaf_brushes\", record 0: brush", |map| map.leaf_brushes[0] = 2),
        ("\"leaf_faces\", record 0: face", |map| map.leaf_faces[0] = 99),
        ("\"leaves\", record 1: cluster", |map| map.leaves[1].cluster = 1000),
        ("\"models\", record 1: brushes", |map| map.models[1].brush_count = 2),
    ];
    for (index, (expected, change)) in cases.into_iter().enumerate() {
        let message = refusal(change);
        assert!(message.contains(expected), "case {index}: {message}, expected {expected}");
    }
}

#[test]
fn a_brush_with_too_many_sides_is_refused() {
    let message = refusal(|map| {
        let side = map.brush_sides[0];
        map.brushes.truncate(1);
        map.models[1].brush_count = 0;
        map.brush_sides = vec![side; kerosene_bsp::MAX_BRUSH_SIDES as usize + 1];
        map.brushes[0].side_count = kerosene_bsp::MAX_BRUSH_SIDES + 1;
        map.leaf_brushes.iter_mut().for_each(|brush| *brush = 0);
        map.faces.iter_mut().for_each(|face| face.brush = 0);
    });
    assert!(message.contains("side_count"), "{message}");
}

#[test]
fn planes_are_unit_finite_paired_and_named_by_axis() {
    assert!(refusal(|map| map.planes[0].normal = [0.5; 3]).contains("unit length"));
    assert!(refusal(|map| map.planes[0].normal = [f32::NAN; 3]).contains("unit length"));
    assert!(refusal(|map| map.planes[3].dist = f32::INFINITY).contains("dist"));
    assert!(refusal(|map| map.planes[3].dist += 1.0).contains("inverse"));
    assert!(refusal(|map| map.planes[2].axis = 3).contains("axis"));
    assert!(refusal(|map| map.planes.truncate(5)).contains("a plane and its inverse"));
}

#[test]
fn trees_are_trees() {
    assert!(refusal(|map| map.nodes[2].children[0] = 1).contains("parent"), "a cycle");
    assert!(refusal(|map| map.nodes[0].children[0] = 0).contains("parent"), "its own child");
    assert!(refusal(|map| map.nodes[1].children[0] = map.nodes[0].children[0]).contains("parent"), "a shared child");
    assert!(refusal(|map| map.nodes[1].children[0] = i32::MIN).contains("child"));
    assert!(refusal(|map| map.models[1].head_node = 1 << 30).contains("head_node"));
    assert!(refusal(|map| map.models[1].head_node = map.models[0].head_node).contains("parent"));
    assert!(refusal(|map| map.leaves.clear()).contains("below 0"));
    assert!(refusal(|map| map.leaves[0].contents = 0).contains("leaf 0 is the outside"));
    assert!(refusal(|map| map.models.clear()).contains("a model 0"));
    let foreign = refusal(|map| {
        let leaf = map.leaves.iter().position(|leaf| leaf.brush_count == 1).unwrap();
        map.leaf_brushes[map.leaves[leaf].first_brush as usize] = 1;
    });
    assert!(foreign.contains("one of model 0's"), "{foreign}");
}

#[test]
fn deep_trees_are_refused_without_recursion() {
    let chain = |depth: usize| {
        let mut map = room();
        map.nodes = (0..depth)
            .map(|index| {
                let mut node = map.nodes[0];
                node.children = [-1, if index + 1 < depth { index as i32 + 1 } else { -1 }];
                node
            })
            .collect();
        map.to_file()
    };
    assert!(chain(kerosene_bsp::MAX_TREE_DEPTH).is_ok());
    assert!(chain(100_000).unwrap_err().to_string().contains("depth"));
}
