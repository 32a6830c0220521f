//! `.kmap` by hand: the grammar, what survives, what is refused, damage.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::told;
use kerosene_diagnostics::{Code, codes};
use kerosene_map::{Entity, Imported, Map, Problem, ReadError, ReadLimits, ReadOptions, WriteError};
use kerosene_map::{read_kmap, write_kmap};
use kerosene_math::DVec3;

const SAMPLE: &str = include_str!("data/sample.kmap");

fn read(text: &str) -> Result<Imported, ReadError> {
    read_kmap("test.kmap", text.as_bytes(), &ReadOptions::default())
}

fn codes_of(imported: &Imported) -> Vec<Code> {
    imported.diagnostics.iter().map(|told| told.code).collect()
}

#[test]
fn the_sample_means_what_it_says_and_is_written_back_byte_for_byte() {
    let imported = read(SAMPLE).unwrap();
    let map = &imported.map;
    assert!(imported.diagnostics.is_empty());
    assert_eq!((map.entities.len(), map.source.as_str()), (2, "test.kmap"));
    let world = &map.entities[0];
    assert_eq!((world.id, world.line, world.get("message")), (1, 5, Some("Say \"hi\"\tand\\or\nbye")));
    let brush = &world.brushes[0];
    assert_eq!((brush.id, brush.detail, brush.section.as_str(), brush.sides.len()), (2, true, "cellar", 1));
    let side = &brush.sides[0];
    assert_eq!((side.id, side.line, side.material.as_str()), (3, 19, "brick/red"));
    assert_eq!(side.points, [DVec3::ZERO, DVec3::Y, DVec3::new(0.1, -2.5e-7, 0.0)]);
    assert_eq!((side.u_axis.shift, side.u_axis.scale, side.v_axis.direction), (12.5, 0.25, DVec3::NEG_Y));
    assert_eq!((side.smoothing_groups, side.walk_rule.as_str(), side.content_flags), (5, "avoid", 1));
    assert_eq!((brush.editor.visgroups.as_slice(), brush.editor.group), (&[10_u32, 11][..], Some(12)));
    assert_eq!((brush.editor.color, brush.editor.hidden), (Some([255, 0, 10]), true));
    assert_eq!(world.meshes[0].faces[0].indices, [0, 1, 2]);
    let wires = &map.entities[1].connections;
    assert_eq!((wires[0].target.as_str(), wires[0].parameter.as_str(), wires[0].delay), ("door", "a,b", 0.5));
    assert_eq!(
        (map.visgroups[1].parent, map.visgroups[1].stream, map.groups[0].name.as_str()),
        (Some(10), true, "stairs")
    );
    assert!(map.cordons[0].active);
    assert_eq!(write_kmap(map).unwrap(), SAMPLE);
}

#[test]
fn defaults_stand_in_for_what_a_side_does_not_say() {
    let text = "world\n{\nsolid\n{\nside\n{\nplane \"(0 0 0) (0 1 0) (1 0 0)\"\nuaxis \"[0 1 0 3]\"\n}\n}\n}";
    let imported = read(text).unwrap();
    let side = &imported.map.entities[0].brushes[0].sides[0];
    assert_eq!((side.u_axis.scale, side.v_axis.scale, side.lightmap_scale, side.rotation), (0.25, 0.25, 16.0, 0.0));
    assert_eq!((side.u_axis.shift, side.id), (3.0, 3));
}

#[test]
fn errors_name_the_line_and_column_of_the_value() {
    let side = |pair: &str| format!("world\n{{\nsolid\n{{\nside\n{{\n  {pair}\n}}\n}}\n}}");
    for (pair, expected) in [
        ("plane \"(0 0 0) (0 1 0)\"", "three points"),
        ("uaxis \"[1 0 0 0] 0\"", "a texture axis"),
        ("rotation nan", "a finite number"),
        ("id -1", "a whole number"),
        ("smoothing_groups 4294967296", "a whole number"),
    ] {
        let error = read(&side(pair)).unwrap_err();
        let column = pair.find(' ').unwrap() + 4;
        assert_eq!((error.line, error.column as usize), (7, column), "{error}");
        let text = error.to_string();
        assert!(text.starts_with("test.kmap:7:") && text.contains(expected), "{text}");
    }
    let error = read(&side("id 1")).unwrap_err();
    assert_eq!((error.line, error.problem), (5, Problem::MissingKey { block: "side", key: "plane" }));
    let error = read("world { } world { }").unwrap_err();
    assert_eq!((error.column, error.problem), (11, Problem::SecondWorld));
    let error = read("versioninfo\n{\nformatversion 2\n}").unwrap_err();
    assert_eq!((error.line, error.problem), (3, Problem::NewerFormat { found: 2, known: 1 }));
    let error = read("world\n{").unwrap_err();
    assert_eq!((error.line, error.problem.code()), (1, codes::SYNTAX));
    let mesh = "world { mesh\n{\nvertex \"0 0 0\"\nface { indices \"0 1\"\n}\n} }";
    assert!(matches!(read(mesh).unwrap_err(), ReadError { line: 4, problem: Problem::BadValue { .. }, .. }));
}

#[test]
fn ids_are_repaired_and_the_first_keeps_its_own() {
    let text = "world\n{\nid 1\nsolid { id 5 }\nsolid { id 5 }\nsolid { }\n}\nentity { id 4294967295 }";
    let map = read(text).unwrap();
    let ids: Vec<u32> = map.map.entities[0].brushes.iter().map(|brush| brush.id).collect();
    assert_eq!(ids, [5, 2, 3]);
    assert_eq!(codes_of(&map), [codes::DUPLICATE_ID]);
    assert_eq!(told(&map)[0].source.as_ref().unwrap().line, 5);
}

#[test]
fn a_wire_that_cannot_be_read_is_reported_and_kept() {
    let text = "world\n{\nconnections\n{\nOnUse \"door\"\nOnUse \"door,Open\"\n}\n}";
    let imported = read(text).unwrap();
    assert_eq!(codes_of(&imported), [codes::BAD_CONNECTION]);
    assert_eq!(imported.map.entities[0].connections.len(), 1);
    let written = write_kmap(&imported.map).unwrap();
    assert!(written.contains("\"OnUse\" \"door\""), "{written}");
    assert_eq!(write_kmap(&read(&written).unwrap().map).unwrap(), written);
}

#[test]
fn a_file_without_a_world_gets_one() {
    let imported = read("entity { classname light }").unwrap();
    assert_eq!(codes_of(&imported), [codes::NO_WORLD]);
    let classes: Vec<&str> = imported.map.entities.iter().map(Entity::class_name).collect();
    assert_eq!(classes, ["worldspawn", "light"]);
}

#[test]
fn what_a_cordon_cannot_hold_is_said() {
    let imported = read("world { }\ncordon\n{\nmins \"0 0 0\"\nmaxs \"1 1 1\"\nnote x\n}").unwrap();
    assert_eq!(codes_of(&imported), [codes::KEY_DROPPED]);
    let error = read("world { } cordon { }").unwrap_err();
    assert_eq!(error.problem, Problem::MissingKey { block: "cordon", key: "mins" });
}

#[test]
fn a_number_that_is_not_finite_is_not_written() {
    let mut map = read(SAMPLE).unwrap().map;
    map.entities[0].brushes[0].sides[0].points[1].y = f64::NAN;
    assert_eq!(write_kmap(&map), Err(WriteError::NotFinite { id: 3, key: "plane" }));
}

#[test]
fn limits_hold() {
    for limits in [
        ReadLimits { bytes: SAMPLE.len() - 1, ..ReadLimits::default() },
        ReadLimits { entities: 0, ..ReadLimits::default() },
        ReadLimits { brushes: 0, ..ReadLimits::default() },
        ReadLimits { sides_per_brush: 0, ..ReadLimits::default() },
        ReadLimits { keys_per_entity: 1, ..ReadLimits::default() },
        ReadLimits { keys: 20, ..ReadLimits::default() },
        ReadLimits { token_bytes: 10, ..ReadLimits::default() },
    ] {
        let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
        assert!(read_kmap("test.kmap", SAMPLE.as_bytes(), &options).is_err(), "{limits:?}");
    }
}

#[test]
fn visgroups_nest_to_any_depth_in_the_model() {
    let mut text = "world { }\nvisgroups\n{\n".to_owned();
    for id in 1..=40 {
        let parent = id - 1;
        text += &format!("visgroup\n{{\nid {id}\nparent {parent}\n}}\n");
    }
    text += "}";
    let map: Map = read(&text).unwrap().map;
    let written = write_kmap(&map).unwrap();
    let again = read(&written).unwrap().map;
    assert_eq!(again.visgroups, map.visgroups);
    assert_eq!(again.visgroups[39].parent, Some(39));
}

#[test]
fn a_visgroup_may_name_its_id_after_what_lies_in_it_and_ids_may_repeat() {
    let map = read("world { id 7 }\nvisgroups\n{\nvisgroup\n{\nvisgroup { id 2 }\nid 7\n}\n}").unwrap().map;
    assert_eq!((map.visgroups[0].id, map.visgroups[1].parent), (8, Some(8)));
}

#[test]
fn unknown_blocks_nest_to_a_depth_that_can_be_written_anywhere() {
    let nested = |depth: usize| {
        let chain: String = (1..=20).map(|id| format!("visgroup\n{{\nid {id}\nparent {}\n}}\n", id - 1)).collect();
        let unknown = format!("{}{}", "x {".repeat(depth), "}".repeat(depth));
        format!("world {{ id 99 }}\nvisgroups\n{{\n{chain}visgroup\n{{\nid 21\nparent 15\n{unknown}\n}}\n}}")
    };
    let map = read(&nested(32)).unwrap().map;
    let written = write_kmap(&map).unwrap();
    assert_eq!(read(&written).unwrap().map.visgroups, map.visgroups);
    assert!(matches!(read(&nested(33)).unwrap_err().problem, Problem::OverLimit { limit: 32, .. }));
}

#[test]
fn a_text_cut_short_or_with_a_flipped_bit_is_survived() {
    for length in 0..SAMPLE.len() {
        let _ = read_kmap("test.kmap", &SAMPLE.as_bytes()[..length], &ReadOptions::default());
        for bit in 0..8 {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            bytes[length] ^= 1 << bit;
            let _ = read_kmap("test.kmap", &bytes, &ReadOptions::default());
        }
    }
}

#[test]
fn the_built_in_room_reads_without_a_word() {
    let text = include_str!("../../kerosene-engine/base/maps/kerosene_room.kmap");
    let imported = read(text).unwrap();
    assert!(imported.diagnostics.is_empty());
    assert!(imported.statistics.brushes > 6);
    let written = write_kmap(&imported.map).unwrap();
    assert!(written == text, "the room is not in canonical form");
    let again = read(&written).unwrap();
    assert_eq!((again.statistics, again.map.entities.len()), (imported.statistics, imported.map.entities.len()));
    assert!(write_kmap(&again.map).unwrap() == written);
}
