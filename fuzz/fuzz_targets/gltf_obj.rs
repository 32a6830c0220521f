//! Sources of models: any bytes are refused, or give a model that is read again. The input is taken as an OBJ, and as the
//! JSON of a glTF with what follows its first zero as the binary chunk.
#![no_main]

use forge::{Options, compile};
use kerosene_asset::Model;
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fn check(name: &str, bytes: &[u8]) {
    let Ok(compiled) = compile(name, bytes, &mut BTreeMap::new(), &Options::default()) else { return };
    let read = Model::from_bytes(&compiled.model.to_bytes()).expect("what was written is readable");
    assert!(read == compiled.model, "reading what was written gives another model");
}

fuzz_target!(|data: &[u8]| {
    check("a.obj", data);
    check("a.glb", data);
    let split = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (json, binary) = data.split_at(split);
    let binary = binary.get(1..).unwrap_or_default();
    let word = |number: usize| (number as u32).to_le_bytes();
    let total = 12 + 8 + json.len() + 8 + binary.len();
    let head = [&b"glTF"[..], &word(2), &word(total), &word(json.len()), b"JSON"].concat();
    check("a.glb", &[&head, json, &word(binary.len()), b"BIN\0", binary].concat());
});
