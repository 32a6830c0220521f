//! Schema text: any text gives a schema or an error, what was read is written and read again without change, and
//! everything that is made of a schema ends.
#![no_main]

use kerosene_entity::Kdef;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(kdef) = Kdef::parse(text) else { return };
    let written = kdef.to_text();
    let again = Kdef::parse(&written).expect("what was written is readable");
    assert_eq!(again, kdef, "reading what was written gives another schema");
    assert!(kdef.mismatches(&again).is_empty(), "a schema differs from itself");
    let _ = kdef.to_fgd();
    for class in &kdef.classes {
        let _ = kdef.resolved(&class.name);
    }
});
