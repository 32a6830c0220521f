//! KeyValues text: any bytes give a document or an error with a place, and what was read once is
//! written and read again without change.
#![no_main]

use kerosene_kv::{Document, ReadOptions, Writer};
use libfuzzer_sys::fuzz_target;

fn write(document: &Document<'_>) -> String {
    let mut writer = Writer::new();
    writer.nodes(&document.nodes);
    writer.finish()
}

fuzz_target!(|data: &[u8]| {
    for options in [ReadOptions::default(), ReadOptions::verbatim()] {
        let document = match Document::parse_bytes(data, &options) {
            Ok(document) => document,
            Err(error) => {
                assert!(error.position.line >= 1, "an error without a place: {error}");
                continue;
            }
        };
        let text = write(&document);
        let again = Document::parse(&text).expect("what the writer wrote is readable");
        assert_eq!(again, document, "reading what was written gives another document");
        assert_eq!(write(&again), text, "writing it again gives other bytes");
    }
});
