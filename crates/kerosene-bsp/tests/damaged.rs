//! Damaged compiled maps: an error, never a panic, never much memory or time.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::sample::{SampleBrush, SampleMesh, add_meshes, build};
use kerosene_bsp::{
    Bsp, BspFile, CollisionMap, LIGHT_GRID_LUMP, LightCube, LightGrid, LightSample, Lump, WriteOptions,
};
use kerosene_math::Vec3;
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

const HEADER: usize = 32;
const ENTRY: usize = 56;
/// Lumps of [`small`]: those of every map, the light grid, and one that nobody knows.
const LUMPS: usize = Lump::ALL.len() + 2;

fn small() -> Bsp {
    let mut map = build(&[vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0))]]);
    let sheet = SampleMesh::sheet(Vec3::Z * 80.0, 64.0, 1, |x, _| x);
    add_meshes(&mut map, &[vec![sheet.clone(), sheet]]);
    map.entities = "{\n\"classname\" \"worldspawn\"\n}\n".repeat(12);
    map.extra.push((LIGHT_GRID_LUMP.to_owned(), light_grid().to_bytes()));
    map.extra.push(("other".to_owned(), vec![1, 2, 3]));
    map
}

fn light_grid() -> LightGrid {
    let samples = [0, 1, 1, 2].map(|count| LightSample { first: 0, count }).to_vec();
    let cubes = vec![LightCube { style: 0, sides: [0x7fff_ffff; 6] }, LightCube { style: 9, sides: [1; 6] }];
    LightGrid { origin: Vec3::ZERO, spacing: Vec3::splat(32.0), counts: [2, 1, 2], samples, cubes }
}

/// Makes the directory's hash right again, so that what is behind it is looked at.
fn mend(bytes: &mut [u8]) {
    let count = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    if let Some(directory) = bytes.get(HEADER..HEADER + count * ENTRY) {
        let hash = xxh3_64(directory);
        bytes[16..24].copy_from_slice(&hash.to_le_bytes());
    }
    let length = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
}

/// Makes every hash of a raw lump right again.
fn mend_lumps(bytes: &mut [u8]) {
    let count = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    for entry in (0..count).map(|index| HEADER + index * ENTRY) {
        let field = |at: usize| u64::from_le_bytes(bytes[entry + at..entry + at + 8].try_into().unwrap()) as usize;
        let (offset, length) = (field(16), field(24));
        let hash = xxh3_64(&bytes[offset..offset + length]);
        bytes[entry + 40..entry + 48].copy_from_slice(&hash.to_le_bytes());
    }
    mend(bytes);
}

#[test]
fn every_truncation_is_refused() {
    for compress in [false, true] {
        let bytes = small().write_to(WriteOptions { compress }).unwrap();
        for length in 0..bytes.len() {
            assert!(BspFile::from_bytes(bytes[..length].to_vec()).is_err(), "{length} of {}", bytes.len());
            if length >= HEADER {
                let mut cut = bytes[..length].to_vec();
                mend(&mut cut);
                assert!(BspFile::from_bytes(cut).is_err(), "{length} of {}, length mended", bytes.len());
            }
        }
    }
}

#[test]
fn every_bit_flip_is_refused_or_harmless() {
    for compress in [false, true] {
        let bytes = small().write_to(WriteOptions { compress }).unwrap();
        let mut harmless = 0;
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(file) = BspFile::from_bytes(flipped) {
                assert_eq!(Bsp::from_file(&file), small(), "bit {bit}");
                harmless += 1;
            }
        }
        // Only the zeros between lumps carry nothing.
        assert!(harmless <= LUMPS * 15 * 8, "{harmless} flips went unnoticed");
    }
}

#[test]
fn bit_flips_behind_right_hashes_never_panic() {
    let bytes = small().write_to(WriteOptions::default()).unwrap();
    for bit in HEADER * 8..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if bit / 8 < HEADER + LUMPS * ENTRY {
            mend(&mut flipped);
        } else {
            mend_lumps(&mut flipped);
        }
        if let Ok(file) = BspFile::from_bytes(flipped) {
            assert!(CollisionMap::new(&file).model_count() > 0);
            let light = file.light_grid().and_then(|grid| grid.at(Vec3::splat(20.0), |_| 1.0));
            assert!(light.is_none_or(|cube| cube.mean().is_finite()));
            assert!(file.to_owned_map().write_to(WriteOptions::default()).is_ok());
        }
    }
}

trait ToOwnedMap {
    fn to_owned_map(&self) -> Bsp;
}

impl ToOwnedMap for BspFile {
    fn to_owned_map(&self) -> Bsp {
        Bsp::from_file(self)
    }
}

#[test]
fn hostile_lengths_are_refused_at_once() {
    let bytes = small().write_to(WriteOptions::default()).unwrap();
    for entry in (0..LUMPS).map(|index| HEADER + index * ENTRY) {
        for field in [16, 24, 32, 48, 52] {
            for value in [u64::MAX, (1 << 62) + 9, (1 << 40) + 9, u64::from(u32::MAX), 0x7fff_ffff] {
                let mut hostile = bytes.clone();
                let width = if field < 48 { 8 } else { 4 };
                hostile[entry + field..entry + field + width].copy_from_slice(&value.to_le_bytes()[..width]);
                mend(&mut hostile);
                assert!(BspFile::from_bytes(hostile).is_err(), "entry at {entry}, field {field}, value {value:#x}");
            }
        }
    }
    let mut many = bytes;
    many[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(BspFile::from_bytes(many).is_err());
}

#[test]
fn a_compressed_lump_unfolds_to_its_stated_length_only() {
    let bomb = zstd::bulk::compress(&vec![0u8; 64 << 20], 3).unwrap();
    for stated in [16u64, (64 << 20) - 1, (64 << 20) + 1, 1 << 40] {
        let mut bytes = small().write_to(WriteOptions::default()).unwrap();
        let entry = HEADER + (LUMPS - 1) * ENTRY;
        let offset = bytes.len().next_multiple_of(16);
        bytes.resize(offset, 0);
        bytes.extend_from_slice(&bomb);
        for (field, value) in [(16, offset as u64), (24, bomb.len() as u64), (32, stated)] {
            bytes[entry + field..entry + field + 8].copy_from_slice(&value.to_le_bytes());
        }
        bytes[entry + 48..entry + 52].copy_from_slice(&1u32.to_le_bytes());
        mend(&mut bytes);
        let error = BspFile::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains("\"other\""), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn noise_never_panics(noise in proptest::collection::vec(any::<u8>(), 0..4096)) {
        prop_assert!(BspFile::from_bytes(noise.clone()).is_err());
        let mut framed = small().write_to(WriteOptions::default()).unwrap();
        let start = framed.len().saturating_sub(noise.len()).max(HEADER + LUMPS * ENTRY);
        let tail = framed.len() - start;
        framed[start..].copy_from_slice(&noise[noise.len() - tail.min(noise.len())..].iter().copied().chain(std::iter::repeat(0)).take(tail).collect::<Vec<_>>());
        mend_lumps(&mut framed);
        let _ = BspFile::from_bytes(framed);
    }
}
