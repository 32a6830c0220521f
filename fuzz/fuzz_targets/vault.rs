//! Archives: any bytes are refused, or are an archive whose files are each whole or damaged by name, and that packs again
//! into one with the same files. The hash of the index is put right first, so that damage gets past it.
#![no_main]

use kerosene_vfs::vault::EncodedContent;
use kerosene_vfs::{Vault, VaultWriter, VirtualPath};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

/// Bytes of the header before its hash, and the header's length.
const HASHED: usize = 48;
const HEADER: usize = 64;
/// Largest content that is packed again: a frame of a few bytes may stand for a great many.
const LARGE: usize = 1 << 20;

/// The bytes with their length and the hash of their index as they should be.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if bytes.len() < HEADER {
        return bytes;
    }
    let length = bytes.len() as u64;
    bytes[32..40].copy_from_slice(&length.to_le_bytes());
    let index = u64::from_le_bytes(bytes[24..32].try_into().expect("eight bytes"));
    if let Some(index) = usize::try_from(index).ok().and_then(|index| bytes.get(index..)) {
        let hash = blake3::hash(&[&bytes[..HASHED], index].concat());
        bytes[HASHED..HEADER].copy_from_slice(&hash.as_bytes()[..HEADER - HASHED]);
    }
    bytes
}

fn check(bytes: Vec<u8>) {
    let Ok(vault) = Vault::from_bytes(bytes) else { return };
    let damaged = vault.damaged().count();
    let mut writer = VaultWriter::new(Cursor::new(Vec::new())).expect("memory can be written");
    let mut packed = Vec::new();
    for entry in vault.entries() {
        assert!(VirtualPath::is_normal(entry.name), "{:?} is no name", entry.name);
        let Ok(content) = vault.read(entry.name) else {
            assert!(damaged > 0, "{} is damaged and nobody said so", entry.name);
            continue;
        };
        let content = content.expect("it is listed");
        assert_eq!(content.len() as u64, entry.len);
        if content.len() > LARGE {
            continue;
        }
        let encoded = EncodedContent::new(content.clone(), 1).expect("it is small");
        // A file may lie below another in what a stranger made; packing refuses that.
        if writer.add(entry.name, &encoded).is_ok() {
            packed.push((entry.name, content));
        }
    }
    let again = writer.finish().expect("memory can be written").into_inner();
    let again = Vault::from_bytes(again).expect("what was written is readable");
    assert_eq!(again.len(), packed.len());
    for (name, content) in packed {
        assert_eq!(again.read(name).expect("it is whole"), Some(content));
    }
}

fuzz_target!(|data: &[u8]| {
    check(data.to_vec());
    check(sealed(data));
});
