//! Damaged files: an error that names the place, never a panic and never a map that fails its own checks silently.

use crate::QUAKES;
use crate::fixtures::{Bytes, file, quake_file, quake_lumps, quake3_file, quake3_lumps};
use kerosene_bsp::foreign::{ForeignError, ForeignFormat, read};
use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_math::Vec3;
use kerosene_math::deterministic::sin_cos_degrees;
use std::path::Path;

/// What a file may do: be refused by either check, or be traced through.
fn survive(bytes: &[u8]) {
    let Ok(map) = read(bytes) else { return };
    let Ok(file) = map.bsp.to_file() else { return };
    let (start, end) = (Vec3::splat(20.0), Vec3::new(-300.0, 40.0, -70.0));
    let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::all() };
    CollisionMap::new(&file).trace(&request);
}

#[test]
fn every_length_and_every_flipped_byte_is_survived() {
    for bytes in [quake_file(ForeignFormat::Quake29), quake_file(ForeignFormat::QuakeBsp2), quake3_file()] {
        for length in 0..bytes.len() {
            survive(&bytes[..length]);
        }
        for at in 0..bytes.len() {
            for value in [0x80, 0xff, bytes[at] ^ 1] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                survive(&damaged);
            }
        }
    }
}

#[test]
fn a_tree_that_loops_is_refused() {
    for format in QUAKES {
        let mut lumps = quake_lumps(format);
        let size = if format == ForeignFormat::QuakeBsp2 { 44 } else { 24 };
        // The last node of the world goes back to the first.
        let child = if size == 44 { Bytes::default().int(0) } else { Bytes::default().short(0) };
        lumps[5].0.splice(7 * size + 4..7 * size + 4 + child.0.len(), child.0);
        let magic = quake_file(format)[..4].to_vec();
        let error = read(&file(&magic, &lumps)).unwrap_err();
        assert!(matches!(error, ForeignError::Record { lump: "nodes", field: "parent", .. }), "{error}");
    }
    let mut lumps = quake3_lumps();
    lumps[3] = Bytes::default().ints(&[0, 0, -2, -144, -144, -16, 144, 144, 144]);
    let map = read(&file(b"IBSP\x2e\0\0\0", &lumps)).unwrap();
    assert!(map.bsp.to_file().unwrap_err().to_string().contains("parent"));
}

#[test]
fn errors_say_where() {
    let mut lumps = quake_lumps(ForeignFormat::Quake29);
    lumps[11] = Bytes::default().short(77);
    let magic = 29i32.to_le_bytes();
    let error = read(&file(&magic, &lumps)).unwrap_err().to_string();
    assert_eq!(error, "lump \"marksurfaces\", record 0: face is 77, expected 0 or more and below 1");
    let error = read(&quake_file(ForeignFormat::Quake29)[..60]).unwrap_err().to_string();
    assert_eq!(error, "the file has 60 bytes, expected at least the 124 of a header");
    let mut short = quake_file(ForeignFormat::Quake29);
    short.truncate(short.len() - 1);
    let error = read(&short).unwrap_err().to_string();
    assert!(error.starts_with("lump \"models\": the offset is "), "{error}");
    lumps[0] = Bytes(b"{ \"classname\" ".to_vec());
    let error = read(&file(&magic, &lumps)).unwrap_err().to_string();
    assert!(error.starts_with("lump \"entities\": "), "{error}");
}

/// A prism of more sides than a brush may have is left out and counted.
#[test]
fn cells_with_too_many_sides_are_left_out() {
    const SIDES: i32 = 280;
    let mut lumps = quake_lumps(ForeignFormat::QuakeBsp2);
    lumps[1] = (0..SIDES).fold(Bytes::default(), |bytes, index| {
        let (sine, cosine) = sin_cos_degrees(f64::from(index) * 360.0 / f64::from(SIDES));
        bytes.floats(&[cosine as f32, sine as f32, 0.0, 100.0]).int(3)
    });
    let node = |plane: i32, child: i32| Bytes::default().ints(&[plane, -2, child]).floats(&[0.0; 6]).ints(&[0, 0]).0;
    let nodes = (0..SIDES).map(|index| node(index, if index < SIDES - 1 { index + 1 } else { -1 }));
    lumps[5] = Bytes(nodes.collect::<Vec<_>>().concat());
    lumps[7] = Bytes::default().ints(&[0, 0, 0, 4, 0, -1, -1]);
    lumps[10].0.truncate(44);
    lumps[10] = Bytes(lumps[10].0.clone()).ints(&[-1, -1]).floats(&[0.0; 6]).ints(&[0, 0, 0]);
    lumps[14].0.truncate(64);
    let bytes = file(b"BSP2", &lumps);
    let map = read(&bytes).unwrap();
    assert!(map.bsp.brushes.is_empty());
    assert!(map.left_out.contains(&("cells that are too thin or have too many sides", 1)));
    survive(&bytes);
}

/// The fuzz target begins with these files. `KEROSENE_UPDATE_SEEDS=1` writes them anew.
#[test]
fn the_seeds_of_the_fuzz_target_are_these_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/foreign_bsp");
    let quakes = ["quake29", "goldsrc30", "quake_bsp2"].into_iter().zip(QUAKES.map(quake_file));
    for (name, bytes) in quakes.chain([("quake3", quake3_file())]) {
        let path = folder.join(name);
        if std::env::var_os("KEROSENE_UPDATE_SEEDS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{name}: set KEROSENE_UPDATE_SEEDS=1 to write it anew");
    }
}
