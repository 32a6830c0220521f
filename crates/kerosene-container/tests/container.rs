//! Containers: what was written is read, and damage is told by its section.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_container::{Container, ContainerBuilder, ContainerError, SectionReader, Tag};
use proptest::prelude::*;

const MAGIC: Tag = Tag(*b"TEST");
const FIRST: Tag = Tag(*b"ONE_");
const SECOND: Tag = Tag(*b"TWO_");

fn sample() -> Vec<u8> {
    ContainerBuilder::new(MAGIC, 3).section(FIRST, vec![1, 2, 3]).section(SECOND, vec![9; 40]).to_bytes()
}

#[test]
fn sections_are_read_as_they_were_written() {
    let bytes = sample();
    let container = Container::parse(&bytes, MAGIC, 3).unwrap();
    assert_eq!(container.sections().collect::<Vec<_>>(), [(FIRST, 3), (SECOND, 40)]);
    assert_eq!(container.section(FIRST).unwrap(), [1, 2, 3]);
    assert_eq!(container.section(Tag(*b"NONE")), Err(ContainerError::Missing { tag: Tag(*b"NONE") }));
    container.check().unwrap();
}

#[test]
fn other_files_and_versions_are_told_apart() {
    let bytes = sample();
    let refusal = |bytes: &[u8], magic, version| Container::parse(bytes, magic, version).unwrap_err().to_string();
    assert_eq!(refusal(&bytes, Tag(*b"KSAV"), 3), "it does not begin with KSAV, so it is no such file");
    assert!(refusal(&bytes, MAGIC, 2).starts_with("it is of version 3, and this engine reads version 2"));
    assert!(refusal(&bytes[..30], MAGIC, 3).contains("table"));
    let longer = [&bytes[..], &[0]].concat();
    assert!(refusal(&longer, MAGIC, 3).contains("bytes, and its table says"));
}

/// Every bit belongs to the table or to a section, and each has its hash.
#[test]
fn every_flipped_bit_is_found_where_it_is() {
    let sound = sample();
    let content = sound.len() - 43;
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let Ok(container) = Container::parse(&bytes, MAGIC, 3) else {
            assert!(bit / 8 < content, "byte {} is in a section", bit / 8);
            continue;
        };
        let damaged = if bit / 8 < content + 3 { FIRST } else { SECOND };
        assert!(matches!(container.check(), Err(ContainerError::Damaged { tag, .. }) if tag == damaged), "bit {bit}");
        container.unchecked(damaged).unwrap();
    }
}

#[test]
fn a_reader_says_where_there_is_too_little_or_too_much() {
    let bytes = [2, 0, 0, 0, b'h', b'i', 0xff];
    let mut reader = SectionReader::new(FIRST, &bytes);
    assert_eq!(
        reader.clone().text(1, "a word").unwrap_err().to_string(),
        "section ONE_, byte 0: a word is longer than 1 bytes"
    );
    assert_eq!(reader.text(2, "a word").unwrap(), "hi");
    assert_eq!(reader.end().unwrap_err().to_string(), "section ONE_, byte 6: 1 bytes follow its end");
    assert_eq!(reader.u32("more").unwrap_err().to_string(), "section ONE_, byte 6: it ends in the middle of more");
    let mut lying = SectionReader::new(FIRST, &[0xff; 8]);
    assert!(lying.count(1, "things").unwrap_err().to_string().contains("more than fit"));
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_whole(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&b"TEST\x03\0\0\0"[..], &bytes].concat();
        if let Ok(container) = Container::parse(&bytes, MAGIC, 3) {
            let _ = container.check();
        }
    }

    #[test]
    fn any_sections_are_read(contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..64), 0..8)) {
        let tag = |at: usize| Tag([b'a' + at as u8; 4]);
        let written = contents.iter().enumerate();
        let written = written.fold(ContainerBuilder::new(MAGIC, 1), |builder, (at, bytes)| builder.section(tag(at), bytes.clone()));
        let bytes = written.to_bytes();
        let read = Container::parse(&bytes, MAGIC, 1).unwrap();
        for (at, content) in contents.iter().enumerate() {
            prop_assert_eq!(read.section(tag(at)).unwrap(), &content[..]);
        }
    }
}
