//! Compiled maps: any bytes are refused with an error or give a map on which every access is safe.
//!
//! Hashes keep an ordinary mutation from getting past the directory, so each input is also tried with
//! its hashes made right, which is what somebody who forges a file would do.
#![no_main]

use kerosene_bsp::{Bsp, BspFile, WriteOptions};
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

fn exercise(bytes: &[u8]) {
    let file = match BspFile::from_bytes(bytes.to_vec()) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let map = Bsp::from_file(&file);
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
