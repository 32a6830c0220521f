//! The comparison of instruction counts finds what it is there to find.
#![allow(clippy::unwrap_used, reason = "tests")]

use xtask::instructions::callgrind::{own_instructions, stage_names};
use xtask::instructions::record::{Record, RecordError, Stage};
use xtask::instructions::{compare, maps};

fn record(counts: &[(&str, u64)]) -> Record {
    let stage = |&(stage, instructions): &(&str, u64)| Stage { map: "m".into(), stage: stage.into(), instructions };
    Record { compiler: "rustc 1".into(), stages: counts.iter().map(stage).collect() }
}

#[test]
fn a_record_reads_back() {
    let record = record(&[("brush models", 12), ("csg", 5_000_000_000)]);
    assert_eq!(Record::parse(&record.to_text()), Ok(record));
    assert_eq!(Record::parse("# note\n\nm, csg, many"), Err(RecordError { line: 3 }));
}

#[test]
fn a_slower_stage_fails_and_a_little_does_not() {
    let known = record(&[("csg", 100_000_000), ("flood", 10)]);
    let verdict = |counts| {
        let mut text = Vec::new();
        (compare(&known, &record(counts), &mut text).unwrap(), String::from_utf8(text).unwrap())
    };
    assert!(verdict(&[("csg", 102_900_000), ("flood", 20)]).0);
    assert!(verdict(&[("csg", 50_000_000)]).0);
    let (passed, text) = verdict(&[("csg", 103_100_000)]);
    assert!(!passed && text.contains("SLOWER"), "{text}");
    let (passed, text) = verdict(&[("new stage", 7)]);
    assert!(!passed && text.contains("not on record"), "{text}");
}

#[test]
fn counts_of_another_compiler_fail_nothing() {
    let known = Record { compiler: "rustc 2".into(), ..record(&[("csg", 10_000_000)]) };
    let mut text = Vec::new();
    assert!(compare(&known, &record(&[("csg", 90_000_000)]), &mut text).unwrap());
    assert!(String::from_utf8(text).unwrap().contains("nothing is held to it"));
}

#[test]
fn the_program_is_told_from_libraries_and_calls() {
    let text = "version: 1\ncmd:  /a/cleave x.map\npositions: line\nevents: Ir\n\n\
        ob=/a/cleave\nfl=a.rs\nfn=f\n10 7\ncob=/lib/libc.so\ncfn=memcpy\ncalls=2 0\n11 500\n12 3\n\n\
        ob=/lib/libc.so\nfl=???\nfn=memcpy\n0 500\n\ntotals: 510\n";
    assert_eq!(own_instructions(text), Ok(10));
    assert_eq!(own_instructions(&text.replace("12 3", "12 x")), Err(14));
}

#[test]
fn stages_are_in_the_compilers_summary() {
    let output = "{\"code\":\"K0001\"}\n{\"stage_order\":[\"brushes\",\"csg\"],\"seconds\":1.0}\n";
    assert_eq!(stage_names(output).unwrap(), ["brushes", "csg"]);
    assert!(stage_names("nothing").is_err());
}

#[test]
fn maps_are_the_same_each_time_and_have_their_brushes() {
    assert_eq!(maps::all(), maps::all());
    let brushes = |text: &str| text.matches("\n{\n(").count();
    let [(_, halls), (_, ruins)] = maps::all();
    assert!(brushes(&halls) > 500, "{}", brushes(&halls));
    assert_eq!(brushes(&ruins), 156);
}
