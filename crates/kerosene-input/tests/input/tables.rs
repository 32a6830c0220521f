//! Tables of mappings: what is in them, damaged ones, long ones.

use kerosene_input::{AxisPart, Guid, Key, MappingFault, MappingText, Mappings, PadAxis, PadPart, RawPart};
use proptest::prelude::*;

const GUID: &str = "03000000341200007856000000010000";

fn parts(line: &str) -> Result<Vec<(RawPart, PadPart)>, MappingFault> {
    let text = format!("{GUID},Pad,{line}");
    let mut lines = MappingText::new(&text, "Linux");
    let first = lines.next().unwrap();
    assert_eq!(lines.count(), 0);
    first.map(|(_, mapping)| mapping.parts).map_err(|error| error.fault)
}

#[test]
fn every_kind_of_source_is_read() {
    let axis = |number, part, inverted| RawPart::Axis { number, part, inverted };
    let expected = vec![
        (RawPart::Button(7), PadPart::Key(Key::South)),
        (RawPart::Hat { number: 0, direction: 4 }, PadPart::Key(Key::PadDown)),
        (axis(2, AxisPart::Whole, true), PadPart::Axis(PadAxis::LeftY, AxisPart::Whole)),
        (axis(3, AxisPart::Negative, false), PadPart::Axis(PadAxis::RightX, AxisPart::Positive)),
        (axis(4, AxisPart::Positive, true), PadPart::Key(Key::North)),
    ];
    assert_eq!(
        parts("a:b7,dpdown:h0.4,lefty:a2~,+rightx:-a3,y:+a4~,crc:1234,hint:SDL:=1,platform:Linux,"),
        Ok(expected)
    );
}

#[test]
fn faults_name_what_is_wrong() {
    for (line, fault) in [
        ("a", MappingFault::Pair("a".into())),
        ("a:", MappingFault::Source(String::new())),
        ("a:b256", MappingFault::Source("b256".into())),
        ("a:b+1", MappingFault::Source("b+1".into())),
        ("a:h0.3", MappingFault::Source("h0.3".into())),
        ("a:+b1", MappingFault::Source("+b1".into())),
        (&"a:b1,".repeat(65), MappingFault::Parts),
        (&"a:b1,".repeat(1000), MappingFault::Long),
    ] {
        assert_eq!(parts(line), Err(fault), "{line}");
    }
}

#[test]
fn lines_of_other_platforms_do_not_count() {
    let text = format!("{GUID},Pad,a:b1,platform:Windows,\nxinput,X,a:b0,\n\n# no line\n");
    assert_eq!(MappingText::new(&text, "Linux").count(), 0);
    assert_eq!(MappingText::new(&text, "windows").count(), 1);
}

#[test]
fn the_built_in_table_is_whole() {
    let mut mappings = Mappings::default();
    assert!(mappings.len() >= 7 || cfg!(not(target_os = "linux")));
    let report = mappings.add_text(Mappings::BUILT_IN);
    assert_eq!(report.errors, []);
    let xbox = mappings.find(Guid::from_ids(3, 0x045e, 0x028e, 0x9999));
    assert!(xbox.is_some_and(|mapping| mapping.parts.len() == 21) || cfg!(not(target_os = "linux")));
}

#[test]
fn a_version_of_a_model_without_a_vendor_is_no_other() {
    let mut mappings = Mappings::default();
    mappings.add_text("05000000000000000000000000010000,Nameless,a:b1,");
    assert!(mappings.find(Guid::from_ids(5, 0, 0, 0x100)).is_some());
    assert!(mappings.find(Guid::from_ids(5, 0, 0, 0x200)).is_none());
}

#[test]
fn long_tables_are_cut_where_a_line_ends_and_that_is_told() {
    let line = format!("{GUID},Pad,a:b1,\n");
    let many = line.repeat(MappingText::LINES + 10);
    let report = Mappings::default().add_text(&many);
    assert_eq!((report.read, report.errors.len()), (MappingText::LINES, 1));
    assert_eq!(report.errors[0].fault, MappingFault::Table);
    let wide = format!("{}\n{line}", "#".repeat(MappingText::BYTES));
    let report = Mappings::default().add_text(&wide);
    assert_eq!((report.read, report.errors.len()), (0, 1));
    let faults = Mappings::default().add_text(&"x\n".repeat(100));
    assert_eq!((faults.errors.len(), faults.more_errors), (Mappings::ERRORS, 84));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_with_a_line(text in "[0-9a-f,:bahpx.~+\\-\n# ]{0,200}") {
        let lines = text.lines().count();
        for line in MappingText::new(&text, "Linux") {
            if let Err(error) = line {
                prop_assert!((1..=lines).contains(&error.line));
            }
        }
    }

    #[test]
    fn an_identity_is_read_as_it_is_written(bytes in any::<[u16; 4]>()) {
        let guid = Guid::from_ids(bytes[0], bytes[1], bytes[2], bytes[3]);
        prop_assert_eq!(Guid::parse(&guid.to_string()), Some(guid));
    }
}
