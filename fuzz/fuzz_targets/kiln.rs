//! The build driver's own records and files of options: any bytes are refused, or are what is written again to the same.
#![no_main]

use kiln::{Condition, Memory, Settings, StatCache};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// What a journal begins with.
const MAGIC: &[u8] = b"KILNLOG1";

fn check_journal(bytes: &[u8]) {
    let (memory, _) = Memory::read(bytes);
    let (again, condition) = Memory::read(&memory.to_bytes());
    assert_eq!(condition, Condition::Whole);
    assert!(again == memory, "reading what was written gives other records");
}

fuzz_target!(|data: &[u8]| {
    check_journal(data);
    let _ = StatCache::parse(data, 0);
    if let Ok(text) = core::str::from_utf8(data) {
        let _ = Settings::parse("fuzz.kcfg", text);
    }
    // The input as lines of a journal, each of the length that its first byte says, with their hashes put right.
    let mut journal = MAGIC.to_vec();
    let mut rest = data;
    while let Some((length, after)) = rest.split_first() {
        let (line, after) = after.split_at(usize::from(*length).min(after.len()));
        journal.extend_from_slice(&(line.len() as u32).to_le_bytes());
        journal.extend_from_slice(&xxh3_64(line).to_le_bytes());
        journal.extend_from_slice(line);
        rest = after;
    }
    check_journal(&journal);
});
