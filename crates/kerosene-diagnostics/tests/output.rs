//! What people and programs get to see.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, SourcePosition, Sources, Terminal, codes};

fn no_volume(brush: u32) -> Diagnostic {
    Diagnostic::new(codes::NO_VOLUME, format!("brush {brush} encloses no volume"))
        .at(SourcePosition::line("maps/a.map", 4).column(2).entity(0).brush(brush).side(2))
        .world([128.0, -64.5, 0.0])
        .fix("delete the brush and draw it anew")
}

const MAP: &str = "// map\n{\n  {\n\t( 0 0 0 ) ( 0 0 1 ) ( 0 0 2 ) wall\n  }\n}\n";

#[test]
fn a_terminal_shows_message_place_line_and_fix() {
    let text = Terminal::plain().render(&no_volume(7), &Sources::new().with("maps/a.map", MAP));
    let expected = "\
warning[K0203]

  ! brush 7 encloses no volume
  | in maps/a.map:4:2, entity 0, brush 7, side 2
  | at 128 -64.5 0 in the world
   ,-[maps/a.map:4:2]
 3 |   {
 4 |     ( 0 0 0 ) ( 0 0 1 ) ( 0 0 2 ) wall
   :     ^
 5 |   }
   `----
  help: delete the brush and draw it anew
";
    assert_eq!(text, expected);
}

#[test]
fn without_the_text_there_is_no_snippet() {
    let text = Terminal::plain().render(&no_volume(7), &Sources::new());
    assert!(text.contains("in maps/a.map:4:2, entity 0, brush 7, side 2") && !text.contains(",-["), "{text}");
    let beyond = Diagnostic::new(codes::SYNTAX, "end").at(SourcePosition::line("maps/a.map", 99));
    assert!(Terminal::plain().render(&beyond, &Sources::new().with("maps/a.map", MAP)).contains("maps/a.map:99"));
}

#[test]
fn colours_are_for_terminals_alone() {
    let sources = Sources::new().with("maps/a.map", MAP);
    assert!(!Terminal::plain().render(&no_volume(7), &sources).contains('\u{1b}'));
    assert!(Terminal::colored().render(&no_volume(7), &sources).contains('\u{1b}'));
}

#[test]
fn columns_are_characters_in_the_snippet_too() {
    let diagnostic = Diagnostic::new(codes::SYNTAX, "m").at(SourcePosition::line("f", 1).column(6));
    let text = Terminal::plain().render(&diagnostic, &Sources::new().with("f", "\"öäü\" x"));
    assert!(text.contains("in f:1:6") && text.contains("[f:1:6]"), "{text}");
}

#[test]
fn a_file_cannot_take_hold_of_the_terminal() {
    let evil = "\u{1b}[2J\u{9b}31m";
    let sources = Sources::new().with(format!("f{evil}"), format!("key {evil} value\r\nnext"));
    let place = SourcePosition::line(format!("f{evil}"), 1).column(5);
    let diagnostic = Diagnostic::new(codes::SYNTAX, format!("key `{evil}`")).at(place).fix(evil);
    let text = Terminal::plain().render(&diagnostic, &sources);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(text.contains("key ?[2J??31m value"), "{text}");
}

#[test]
fn any_place_renders() {
    let texts = ["", "\n", "ä\u{301}\tö\n\n", "\u{feff}x", "a\r\nb\r\n", "no end"];
    for text in texts {
        let sources = Sources::new().with("f", text);
        for line in 0..5 {
            for column in 0..6 {
                let place = SourcePosition::line("f", line).column(column);
                let shown = Terminal::colored().render(&Diagnostic::new(codes::SYNTAX, "m").at(place), &sources);
                assert!(shown.contains("K0001"), "{text:?} {line} {column}");
            }
        }
    }
}

#[test]
fn the_list_ends_with_counts() {
    let mut diagnostics = Diagnostics::with_cap(1);
    diagnostics.extend((0..3).map(no_volume));
    diagnostics.push(Diagnostic::new(codes::LEAK, "the map leaks"));
    let mut out = Vec::new();
    Terminal::plain().write(&diagnostics, &Sources::new(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.ends_with("warning[K0203]: and 2 more like it\n1 error, 3 warnings\n"), "{text}");
}

#[test]
fn json_is_one_object_a_line_with_stable_fields() {
    let mut diagnostics = Diagnostics::with_cap(1);
    diagnostics.extend((0..3).map(no_volume));
    diagnostics.push(Diagnostic::new(codes::LEAK, "a \"quoted\"\nmessage"));
    let mut out = Vec::new();
    diagnostics.write_json(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            serde_json::json!({
                "code": "K0203",
                "severity": "warning",
                "message": "brush 0 encloses no volume",
                "source": { "file": "maps/a.map", "line": 4, "column": 2, "entity": 0, "brush": 0, "side": 2 },
                "world": [128.0, -64.5, 0.0],
                "fix": "delete the brush and draw it anew",
            }),
            serde_json::json!({ "code": "K0401", "severity": "error", "message": "a \"quoted\"\nmessage" }),
            serde_json::json!({ "code": "K0203", "severity": "warning", "message": "and 2 more like it", "more": 2 }),
        ]
    );
}

#[test]
fn a_point_that_is_no_number_is_left_out_of_json() {
    let diagnostic = Diagnostic::new(codes::LEAK, "m").world([f64::NAN, 0.0, 0.0]);
    assert_eq!(diagnostic.to_json(), r#"{"code":"K0401","severity":"error","message":"m"}"#);
}

#[test]
fn lists_of_parallel_tasks_append_to_what_one_list_would_hold() {
    let all: Vec<_> =
        (0..20).map(no_volume).chain([Diagnostic::new(codes::LEAK, "leak")]).chain((0..9).map(no_volume)).collect();
    let mut serial = Diagnostics::with_cap(5);
    serial.extend(all.iter().cloned());
    for chunk in 1..all.len() {
        let mut parallel = Diagnostics::with_cap(5);
        for part in all.chunks(chunk) {
            let mut own = Diagnostics::with_cap(5);
            own.extend(part.iter().cloned());
            parallel.append(own);
        }
        assert_eq!(parallel, serial, "chunks of {chunk}");
    }
    assert_eq!(serial.count_of(codes::NO_VOLUME), 29);
    assert_eq!((serial.errors(), serial.warnings(), serial.count(Severity::Info)), (1, 29, 0));
}
