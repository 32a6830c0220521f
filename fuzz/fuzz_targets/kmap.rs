//! Our own map text: any bytes give a map or an error with a place, and what was read once is written
//! and read again without change.
#![no_main]

use kerosene_map::{ReadOptions, read_kmap, write_kmap};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let options = ReadOptions::default();
    let imported = match read_kmap("fuzz.kmap", data, &options) {
        Ok(imported) => imported,
        Err(error) => return assert!(error.line >= 1 && error.column >= 1, "an error without a place: {error}"),
    };
    let text = write_kmap(&imported.map).expect("what was read holds finite numbers only");
    let again = read_kmap("fuzz.kmap", text.as_bytes(), &options).expect("what the writer wrote is readable");
    assert_eq!(write_kmap(&again.map).as_ref(), Ok(&text), "writing it again gives other bytes");
});
