//! The grammar of `.map`, and everything odd that real files do to it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::told;
use kerosene_diagnostics::{Code, codes};
use kerosene_map::{Entity, Imported, Problem, ReadLimits, ReadOptions, UnknownNode, read_map};

/// A box of half-size 16 around the origin with this texture text on every side.
fn brush(texture: &str) -> String {
    let planes = [
        "( -16 0 0 ) ( -16 1 0 ) ( -16 0 1 )",
        "( 16 0 0 ) ( 16 0 1 ) ( 16 1 0 )",
        "( 0 -16 0 ) ( 0 -16 1 ) ( 1 -16 0 )",
        "( 0 16 0 ) ( 1 16 0 ) ( 0 16 1 )",
        "( 0 0 -16 ) ( 1 0 -16 ) ( 0 1 -16 )",
        "( 0 0 16 ) ( 0 1 16 ) ( 1 0 16 )",
    ];
    let sides: Vec<String> = planes.iter().map(|plane| format!("{plane} {texture}\n")).collect();
    format!("{{\n{}}}\n", sides.concat())
}

fn world(contents: &str) -> String {
    format!("{{\n\"classname\" \"worldspawn\"\n{contents}}}\n")
}

fn read(text: impl AsRef<[u8]>) -> Imported {
    read_map("test.map", text.as_ref(), &ReadOptions::default()).unwrap()
}

fn codes_of(imported: &Imported) -> Vec<Code> {
    imported.diagnostics.iter().map(|told| told.code).collect()
}

#[test]
fn both_projections_may_stand_in_one_brush() {
    let valve = brush("wall [ 0 1 0 8 ] [ 0 0 -1 4 ] 15 0.5 0").replacen(
        "wall [ 0 1 0 8 ] [ 0 0 -1 4 ] 15 0.5 0",
        "wall 1 2 90 2 0",
        1,
    );
    let imported = read(world(&valve));
    let sides = &imported.map.entities[0].brushes[0].sides;
    assert_eq!((sides[0].u_axis.shift, sides[0].u_axis.scale, sides[0].v_axis.scale), (1.0, 2.0, 1.0));
    assert_eq!(sides[0].u_axis.direction.to_array(), [0.0, 0.0, 1.0]);
    assert_eq!(sides[1].u_axis.direction.to_array(), [0.0, 1.0, 0.0]);
    assert_eq!((sides[1].u_axis.shift, sides[1].v_axis.shift, sides[1].rotation), (8.0, 4.0, 15.0));
    assert_eq!((sides[1].u_axis.scale, sides[1].v_axis.scale), (0.5, 1.0));
    assert_eq!((sides[0].line, sides[5].line), (4, 9));
    assert!(imported.diagnostics.is_empty());
}

#[test]
fn texture_names_may_be_anything_but_blank() {
    for name in ["*lava1", "+0button", "{fence", "#water", "}odd", "(a)", "[b]", "sky//day", "-12", "e1u1/grate;2"] {
        let imported = read(world(&brush(&format!("{name} 0 0 0 1 1"))));
        assert_eq!(imported.map.entities[0].brushes[0].sides[3].material, name);
    }
    let imported = read(world(&brush("\"quoted name\" 0 0 0 1 1")));
    assert_eq!(imported.map.entities[0].brushes[0].sides[3].material, "quoted name");
}

#[test]
fn flags_and_values_are_kept_and_numbers_without_a_name_too() {
    let imported = read(world(&brush("wall 0 0 0 1 1 134217729 -2147483648 300.5")));
    let brush_read = &imported.map.entities[0].brushes[0];
    let side = &brush_read.sides[0];
    assert_eq!((side.content_flags, side.surface_flags, side.value), (0x0800_0001, 0x8000_0000, 300.5));
    assert!(brush_read.detail);
    let imported = read(world(&brush("wall 0 0 0 1 1 -1")));
    let side = &imported.map.entities[0].brushes[0].sides[0];
    assert_eq!(side.unknown, [UnknownNode::Key("trailing".into(), "-1".into())]);
    assert_eq!(side.content_flags, 0);
}

#[test]
fn numbers_are_read_as_they_are_written() {
    let text = world(&brush("w 0 0 0 1 1").replacen("( -16 0 0 )", "( -1.6e1 0.1 -3.0E-3 )", 1));
    let point = read(text).map.entities[0].brushes[0].sides[0].points[0];
    assert_eq!(point.to_array(), [-16.0, 0.1, -0.003]);
    let tight = world(&brush("w 0 0 0 1 1").replace("( ", "(").replace(" )", ")"));
    assert_eq!(read(tight).map.entities[0].brushes[0].sides.len(), 6);
}

#[test]
fn a_bad_coordinate_costs_its_brush_and_names_its_line() {
    for bad in ["1e400", "nan", "-inf", "1048577", "1e300"] {
        let text = world(&(brush("w 0 0 0 1 1").replacen("-16", bad, 1) + &brush("w 0 0 0 1 1")));
        let imported = read(text);
        assert_eq!(imported.map.entities[0].brushes.len(), 1, "{bad}");
        assert_eq!(codes_of(&imported), [codes::COORDINATE_OUT_OF_RANGE]);
        let source = told(&imported)[0].source.as_ref().unwrap();
        assert_eq!((source.file.as_str(), source.line), ("test.map", 4));
        assert_eq!(imported.statistics.dropped_brushes, 1);
    }
}

#[test]
fn a_bad_texture_number_costs_no_wall() {
    for bad in ["nan", "-nan(ind)", "1.#INF", "-1.#IND00", "inf"] {
        let imported = read(world(&brush(&format!("w 0 0 0 {bad} 2"))));
        let sides = &imported.map.entities[0].brushes[0].sides;
        assert_eq!((sides.len(), sides[0].u_axis.scale, sides[0].v_axis.scale), (6, 1.0, 2.0), "{bad}");
        assert!(codes_of(&imported).iter().all(|code| *code == codes::TEXTURE_NUMBER_REPLACED));
    }
}

#[test]
fn a_line_that_makes_no_sense_costs_its_brush_and_nothing_else() {
    for (good, bad) in [("( -16 0 0 )", "( -16 0 )"), ("w 0 0 0 1 1", "w 0 zero 0 1 1"), ("( 16 0 0 )", "[ 16 0 0 )")] {
        let text = world(&(brush("w 0 0 0 1 1").replacen(good, bad, 1) + &brush("{fence 0 0 0 1 1")));
        let imported = read(text);
        assert_eq!(codes_of(&imported), [codes::BRUSH_NOT_READ], "{bad}");
        assert!(told(&imported)[0].source.as_ref().unwrap().column > 0, "{bad}");
        assert_eq!(imported.map.entities[0].brushes.len(), 1, "{bad}");
        assert_eq!(imported.map.entities[0].brushes[0].sides[0].material, "{fence");
    }
}

#[test]
fn blocks_that_are_not_read_are_stepped_over() {
    let patch = "{\npatchTerrainDef3\n{\ncurve\n( 3 3 0 0 0 )\n(\n( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) )\n)\n}\n}\n";
    let other = "{\nbrushDef9\n{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) {fence 0 0 0\n}\n}\n";
    let imported = read(world(&[patch, &brush("w 0 0 0 1 1"), other, patch].concat()));
    assert_eq!(imported.map.entities[0].brushes.len(), 1);
    assert_eq!((imported.statistics.patches_not_read, imported.statistics.primitives_not_read), (2, 1));
    assert_eq!(codes_of(&imported), [codes::PRIMITIVE_NOT_READ, codes::PATCH_NOT_READ]);
    assert_eq!(told(&imported)[1].source.as_ref().unwrap().line, 3);
    assert!(told(&imported)[1].message.contains("2 left out"));
}

#[test]
fn latin_1_is_read_byte_for_byte_and_said_once() {
    let mut text = world("\"message\" \"caf_\"\n\"other\" \"caf_\"\n").into_bytes();
    text.iter_mut().filter(|byte| **byte == b'_').for_each(|byte| *byte = 0xe9);
    let imported = read(text);
    assert_eq!(imported.map.entities[0].get("message"), Some("caf\u{e9}"));
    assert_eq!(codes_of(&imported), [codes::LATIN_1]);
    let imported = read(world("\"message\" \"caf\u{e9}\"\n"));
    assert_eq!((imported.map.entities[0].get("message"), told(&imported).len()), (Some("caf\u{e9}"), 0));
}

#[test]
fn values_keep_backslashes() {
    let imported =
        read(world("\"wad\" \"c:\\quake\\id1.wad\"\n\"dir\" \"c:\\quake\\\"\n\"m\" \"a b \\\"c\\\" \\n\"\n"));
    let world = &imported.map.entities[0];
    assert_eq!(world.get("wad"), Some(r"c:\quake\id1.wad"));
    assert_eq!(world.get("dir"), Some(r"c:\quake\"));
    assert_eq!(world.get("m"), Some("a b \"c\" \\n"));
}

#[test]
fn a_file_without_a_world_gets_one_and_the_world_comes_first() {
    let imported = read("{ \"classname\" \"light\" }");
    assert_eq!(codes_of(&imported), [codes::NO_WORLD]);
    let classes: Vec<&str> = imported.map.entities.iter().map(Entity::class_name).collect();
    assert_eq!(classes, ["worldspawn", "light"]);
    let late = read(format!("{{ \"classname\" \"light\" }}\n{}", world("")));
    assert_eq!((late.map.entities[0].class_name(), late.map.entities[0].id), ("worldspawn", 2));
    assert_eq!(read("").map.entities.len(), 1);
}

#[test]
fn a_second_world_joins_the_first() {
    let text = world(&brush("a 0 0 0 1 1")) + &world(&format!("\"message\" \"hi\"\n{}", brush("b 0 0 0 1 1")));
    let imported = read(text);
    assert_eq!(imported.map.entities.len(), 1);
    assert_eq!(imported.map.entities[0].brushes.len(), 2);
    assert_eq!(imported.map.entities[0].get("message"), Some("hi"));
    assert_eq!(codes_of(&imported), [codes::SECOND_WORLD]);
}

#[test]
fn an_entity_without_a_class_is_kept_and_named() {
    let imported = read(world("") + "{ \"origin\" \"0 0 0\" }");
    assert_eq!(imported.map.entities.len(), 2);
    assert_eq!(codes_of(&imported), [codes::NO_CLASS_NAME]);
    assert_eq!(told(&imported)[0].source.as_ref().unwrap().entity, Some(imported.map.entities[1].id));
}

#[test]
fn what_leaves_a_block_open_stops_with_line_and_column() {
    let read = |text: &str| read_map("test.map", text.as_bytes(), &ReadOptions::default()).unwrap_err();
    let error = read("{\n\"classname\" \"worldspawn\"\n");
    assert_eq!((error.line, error.column, error.problem), (3, 1, Problem::UnclosedBlock { opened: 1 }));
    let error = read("{\n\"classname\" \"worldsp");
    assert_eq!((error.line, error.column, error.problem), (2, 13, Problem::UnclosedQuote));
    let error = read("{\n\"classname\" }");
    assert_eq!((error.line, error.column), (2, 13));
    assert!(error.to_string().starts_with("test.map:2:13: expected the value of a key, found `}`;"), "{error}");
    let error = read("{\n\"classname\" \"worldspawn\"\n{\n( 0 0 0 ) (");
    assert_eq!((error.line, error.problem), (4, Problem::UnclosedBlock { opened: 3 }));
    let error = read("} {");
    assert_eq!((error.line, error.column), (1, 1));
    assert_eq!(read_map("w", b"\xff\xfe{\0", &ReadOptions::default()).unwrap_err().problem, Problem::WideText);
}

#[test]
fn limits_hold() {
    let text = world(&(brush("w 0 0 0 1 1") + &brush("w 0 0 0 1 1"))) + "{ \"classname\" \"light\" }";
    let limits = ReadLimits {
        bytes: text.len(),
        entities: 2,
        brushes: 2,
        sides_per_brush: 6,
        keys_per_entity: 1,
        keys: 2,
        token_bytes: 10,
        ..ReadLimits::default()
    };
    let read =
        |limits: ReadLimits| read_map("test.map", text.as_bytes(), &ReadOptions { limits, ..Default::default() });
    assert!(read(limits.clone()).is_ok());
    let narrow = [
        ReadLimits { bytes: text.len() - 1, ..limits.clone() },
        ReadLimits { entities: 1, ..limits.clone() },
        ReadLimits { brushes: 1, ..limits.clone() },
        ReadLimits { sides_per_brush: 5, ..limits.clone() },
        ReadLimits { keys_per_entity: 0, ..limits.clone() },
        ReadLimits { keys: 1, ..limits.clone() },
        ReadLimits { token_bytes: 9, ..limits },
    ];
    for limits in narrow {
        let error = read(limits.clone()).unwrap_err();
        assert!(matches!(error.problem, Problem::OverLimit { .. }), "{limits:?}: {error}");
    }
}

#[test]
fn endless_bad_brushes_give_a_bounded_number_of_messages() {
    let imported = read(world(&"{ ( }\n".repeat(5_000)));
    assert_eq!(imported.statistics.dropped_brushes, 5_000);
    assert_eq!(imported.diagnostics.errors(), 5_000);
    assert!(told(&imported).len() < 100);
}

#[test]
fn a_forgotten_quote_is_told_on_its_line() {
    let text = b"{\n\"classname\" \"worldspawn\n\"message\" \"hello\"\n}\n";
    let error = read_map("a.map", text, &ReadOptions::default()).unwrap_err();
    assert_eq!((error.line, error.column, error.problem), (2, 13, Problem::UnclosedQuote));
}
