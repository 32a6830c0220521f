//! Compiled maps: any bytes are refused with an error or give a map on which every access is safe.
//!
//! Hashes keep an ordinary mutation from getting past the directory, so each input is also tried with
//! its hashes made right, which is what somebody who forges a file would do.
#![no_main]

use kerosene_bsp::meshes::{leaves_of_triangle, triangles};
use kerosene_bsp::{
    Bsp, BspFile, CollisionMap, Contents, MovingModel, Orientation, TraceRequest, TraceShape, WriteOptions,
};
use kerosene_math::Vec3;
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of the header; its last two numbers are the directory's hash and the file's length.
const HEADER: usize = 32;
/// Bytes of a directory entry: name 16, offset, stored length, length, hash, codec, record size.
const ENTRY: usize = 56;

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize
}

/// Makes the file's length and every hash of a raw lump right, as far as the directory makes sense.
fn forge(bytes: &mut [u8]) -> Option<()> {
    let count = u32::from_le_bytes(bytes.get(8..12)?.try_into().ok()?) as usize;
    let end = HEADER.checked_add(count.checked_mul(ENTRY)?)?;
    bytes.get(..end)?;
    for entry in (HEADER..end).step_by(ENTRY) {
        let (offset, length) = (number(bytes, entry + 16), number(bytes, entry + 24));
        let hash = bytes.get(offset..offset.checked_add(length)?).map(xxh3_64);
        if let Some(hash) = hash {
            bytes[entry + 40..entry + 48].copy_from_slice(&hash.to_le_bytes());
        }
    }
    let hash = xxh3_64(&bytes[HEADER..end]);
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&hash.to_le_bytes());
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
    Some(())
}

/// Numbers that follow from the input alone: SplitMix64 (Steele, Lea and Flood, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Mostly within a room, at times any bits at all, those of NaN and infinity included.
    fn coordinate(&mut self) -> f32 {
        let bits = self.next();
        if bits.is_multiple_of(16) { f32::from_bits((bits >> 32) as u32) } else { (bits >> 48) as f32 / 64.0 - 512.0 }
    }

    fn point(&mut self) -> Vec3 {
        Vec3::new(self.coordinate(), self.coordinate(), self.coordinate())
    }

    fn shape(&mut self) -> TraceShape {
        let half = Vec3::new(16.0, 16.0, 36.0);
        match self.next() % 3 {
            0 => TraceShape::Point,
            1 => TraceShape::Box { mins: -half, maxs: half },
            _ => TraceShape::Box { mins: self.point(), maxs: self.point() },
        }
    }
}

/// Queries and sweeps anywhere: whatever the map says, they come back with numbers.
fn query(file: &BspFile, seed: u64) {
    let (map, grid) = (CollisionMap::new(file), file.light_grid());
    let mut numbers = Numbers(seed);
    for _ in 0..8 {
        let (start, end) = (numbers.point(), numbers.point());
        let _ = (map.point_contents(start), map.cluster_of(start), map.box_leaves(start, end).count());
        let mask = Contents::from_bits_retain(numbers.next() as u32);
        let request = TraceRequest { start, end, shape: numbers.shape(), mask };
        let model = (numbers.next() % map.model_count().max(1) as u64) as u32;
        let moving = MovingModel {
            id: 1,
            model,
            origin: numbers.point(),
            orientation: Orientation::default(),
            contents: Some(Contents::SOLID),
        };
        let trace = map.trace_world(&request, &[moving]);
        assert!((0.0..=1.0).contains(&trace.fraction), "fraction {} of {request:?}", trace.fraction);
        // A grid as large as coordinates go has steps that no float tells apart, but its light is light.
        let light = grid.as_ref().and_then(|grid| grid.at(start, |style| style as f32));
        assert!(light.is_none_or(|cube| cube.onto(Vec3::X).is_finite()), "light at {start}");
        if start.is_finite() && end.is_finite() {
            assert!(trace.end.is_finite(), "{trace:?} of {request:?}");
        }
    }
}

/// Triangles are within their mesh, and go down trees of any kind.
fn file_triangles(map: &Bsp) {
    let roots: Vec<i32> = map.models.iter().map(|model| model.head_node).collect();
    for mesh in map.meshes.iter().take(4) {
        for corners in triangles(map, mesh).take(4).map(|corners| corners.map(Vec3::as_dvec3)) {
            let leaves = leaves_of_triangle(map, roots[0], corners);
            assert!(leaves.iter().all(|&leaf| (leaf as usize) < map.leaves.len()));
        }
    }
}

fn exercise(bytes: &[u8]) {
    let file = match BspFile::from_bytes(bytes.to_vec()) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    query(&file, xxh3_64(bytes));
    let map = Bsp::from_file(&file);
    file_triangles(&map);
    let written = map.write_to(WriteOptions::default()).expect("a map that was read can be written");
    let again = BspFile::from_bytes(written).expect("what was written can be read");
    // Bits, not numbers: a NaN that nothing looks at must survive too.
    assert_eq!(
        Bsp::from_file(&again).write_to(WriteOptions::default()).ok(),
        map.write_to(WriteOptions::default()).ok()
    );
}

fuzz_target!(|data: &[u8]| {
    exercise(data);
    let mut forged = data.to_vec();
    if forge(&mut forged).is_some() {
        exercise(&forged);
    }
});
