//! Materials: any text is refused, or is a material that is written to a text that reads as the same one, and compiles to a file
//! that reads as it too. Any bytes are refused as a compiled material, or written again to the same bytes. Any text changes
//! the table of surface properties without taking its default from it.
#![no_main]

use kerosene_asset::{MATERIAL_MAGIC, MATERIAL_VERSION, Material, SurfaceTable, references};
use kerosene_container::{ContainerBuilder, Tag};
use libfuzzer_sys::fuzz_target;

/// Names of the sections, in the order of a file.
const TAGS: [&[u8; 4]; 3] = [b"BODY", b"REFS", b"EDIT"];

fn check_text(text: &str) {
    let mut table = SurfaceTable::built_in();
    let _ = table.read("fuzz", text);
    assert!(table.get(SurfaceTable::DEFAULT).is_some());
    let Ok((material, _)) = Material::parse("fuzz", text) else { return };
    let (again, _) = Material::parse("fuzz", &material.to_text()).expect("what was written is readable");
    assert!(again == material, "the written text says something else");
    assert!(again.to_text() == material.to_text(), "the written text is not canonical");
    check_file(&material.to_bytes());
    assert!(Material::from_bytes(&material.to_bytes()).as_ref() == Ok(&material));
    let _ = material.absorption(&table);
}

fn check_file(bytes: &[u8]) {
    let paths = references(bytes);
    let Ok(material) = Material::from_bytes(bytes) else { return };
    assert!(paths.expect("it was read") == material.references());
    let again = Material::from_bytes(&material.to_bytes()).expect("what was written is readable");
    assert!(again == material, "reading what was written gives another material");
}

fuzz_target!(|data: &[u8]| {
    check_file(data);
    if let Ok(text) = std::str::from_utf8(data) {
        check_text(text);
    }
    // Each section begins with its length, a byte.
    let mut rest = data;
    let mut builder = ContainerBuilder::new(MATERIAL_MAGIC, MATERIAL_VERSION);
    for tag in TAGS {
        let Some((length, after)) = rest.split_first() else { break };
        let (section, after) = after.split_at(usize::from(*length).min(after.len()));
        builder = builder.section(Tag(*tag), section.to_vec());
        rest = after;
    }
    check_file(&builder.to_bytes());
});
