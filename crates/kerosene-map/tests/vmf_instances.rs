//! Instances: placed, named, wired, given parameters; hostile ones bounded and named.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::included::{self, Files};
use kerosene_diagnostics::codes;
use kerosene_map::{Entity, Imported, ReadLimits, ReadOptions, brush_bounds, read_with_includes};
use kerosene_math::DVec3;

fn read(text: &str, files: &[(&'static str, &str)]) -> Imported {
    included::read("level.vmf", text, files, &ReadOptions::default())
}

fn codes_of(imported: &Imported) -> Vec<kerosene_diagnostics::Code> {
    imported.diagnostics.iter().map(|told| told.code).collect()
}

fn named<'a>(imported: &'a Imported, name: &str) -> &'a Entity {
    let mut found = imported.map.entities.iter().filter(|entity| entity.get("targetname") == Some(name));
    let entity = found.next().unwrap_or_else(|| panic!("no `{name}` among {:#?}", imported.map.entities));
    assert!(found.next().is_none(), "two `{name}`");
    entity
}

/// A box from (0 0 0) to (16 8 4).
const BOX: &str = r#"solid { "id" "10"
    side { "id" "1" "plane" "(0 0 0) (0 8 0) (0 8 4)" "material" "A" "uaxis" "[0 1 0 5] 0.25" "vaxis" "[0 0 -1 0] 0.25" }
    side { "id" "2" "plane" "(16 0 0) (16 0 4) (16 8 4)" "material" "A" "uaxis" "[0 1 0 0] 0.25" "vaxis" "[0 0 -1 0] 0.25" }
    side { "id" "3" "plane" "(0 0 0) (0 0 4) (16 0 4)" "material" "A" "uaxis" "[1 0 0 0] 0.25" "vaxis" "[0 0 -1 0] 0.25" }
    side { "id" "4" "plane" "(0 8 0) (16 8 0) (16 8 4)" "material" "A" "uaxis" "[1 0 0 0] 0.25" "vaxis" "[0 0 -1 0] 0.25" }
    side { "id" "5" "plane" "(0 0 0) (16 0 0) (16 8 0)" "material" "A" "uaxis" "[1 0 0 0] 0.25" "vaxis" "[0 -1 0 0] 0.25" }
    side { "id" "6" "plane" "(0 0 4) (0 8 4) (16 8 4)" "material" "$skin" "uaxis" "[1 0 0 0] 0.25" "vaxis" "[0 -1 0 0] 0.25" } }"#;

fn instance(keys: &str) -> String {
    format!("entity {{ \"classname\" \"func_instance\"\n{keys} }}")
}

fn level(entities: &str) -> String {
    format!("world {{ \"id\" \"1\" \"classname\" \"worldspawn\" }}\n{entities}")
}

#[test]
fn brushes_entities_and_textures_move_with_the_instance() {
    let room = format!(
        r#"world {{ "id" "1" "classname" "worldspawn" {BOX} }}
        entity {{ "id" "2" "classname" "light" "origin" "8 4 2" "angles" "0 30 0" }}
        entity {{ "id" "3" "classname" "info_overlay" "sides" "6 1" }}"#
    );
    let text = level(&instance(
        r#""targetname" "a" "file" "room.vmf" "origin" "100 200 0" "angles" "0 90 0" "replace01" "$skin brick""#,
    ));
    let imported = read(&text, &[("room.vmf", &room)]);
    assert_eq!(codes_of(&imported), [codes::INSTANCE_INCLUDED]);
    assert_eq!((imported.statistics.inclusions, imported.statistics.brushes), (1, 1));
    let brush = &imported.map.entities[0].brushes[0];
    let bounds = brush_bounds(brush).unwrap();
    assert_eq!((bounds.min, bounds.max), (DVec3::new(92.0, 200.0, 0.0), DVec3::new(100.0, 216.0, 4.0)));
    // The corner at the file's (0 8 0) kept its texel: 8 / 0.25 + 5.
    let axis = &brush.sides[0].u_axis;
    let corner = DVec3::new(92.0, 200.0, 0.0);
    assert_eq!(corner.dot(axis.direction) / axis.scale + axis.shift, 37.0);
    assert_eq!(brush.sides[5].material, "brick");
    let light = imported.map.entities.iter().find(|entity| entity.class_name() == "light").unwrap();
    assert_eq!((light.get("origin"), light.get("angles")), (Some("96 208 2"), Some("0 120 0")));
    let overlay = imported.map.entities.iter().find(|entity| entity.class_name() == "info_overlay").unwrap();
    let sides = format!("{} {}", brush.sides[5].id, brush.sides[0].id);
    assert_eq!(overlay.get("sides"), Some(sides.as_str()));
    // Messages about any of it point at the instance in this file.
    assert!([brush.line, light.line, overlay.line].iter().all(|line| *line == 2));
}

#[test]
fn names_wires_and_parameters_are_made_the_instances_own() {
    let room = r#"world { "classname" "worldspawn" }
        entity { "classname" "func_instance_parms" "parm1" "$delay float 2" "parm2" "$sound string bell" }
        entity { "classname" "func_instance_io_proxy" "targetname" "proxy" }
        entity { "classname" "logic_relay" "targetname" "relay"
            connections { "OnTrigger" "door,Open,$sound,$delay,-1" "OnTrigger" "proxy,ProxyRelay,,0,-1" "OnTrigger" "@sky,Use,,0,-1" } }
        entity { "classname" "func_door" "targetname" "door" "message" "$sound" }"#;
    let place = |name: &str, style: &str, more: &str| {
        instance(&format!("\"targetname\" \"{name}\" \"file\" \"room.vmf\" \"fixup_style\" \"{style}\" {more}"))
    };
    let text = level(&format!(
        "{}{}{}{}",
        place(
            "a",
            "0",
            "\"replace01\" \"$sound horn\" connections { \"instance:relay;OnTrigger\" \"outer,Use,,0,1\" }"
        ),
        place("b", "1", ""),
        place("c", "2", ""),
        r#"entity { "classname" "logic_auto" "targetname" "outer"
            connections { "OnMapSpawn" "a,instance:relay;Trigger,,0,-1" "OnMapSpawn" "b,instance:door;Open,,1,-1" } }"#,
    ));
    let imported = read(&text, &[("room.vmf", room)]);
    assert_eq!(codes_of(&imported), [codes::INSTANCE_INCLUDED]);
    let wires = |name: &str| -> Vec<String> {
        let wires = named(&imported, name).connections.iter();
        wires.map(|w| format!("{} {} {} {} {}", w.output, w.target, w.input, w.parameter, w.delay)).collect()
    };
    // A wire with a parameter for its delay can be read only once that is known, after the others.
    assert_eq!(wires("a-relay"), ["OnTrigger @sky Use  0", "OnTrigger a-door Open horn 2", "OnTrigger outer Use  0"]);
    assert_eq!(wires("relay-b"), ["OnTrigger @sky Use  0", "OnTrigger door-b Open bell 2"]);
    assert_eq!(wires("relay"), ["OnTrigger @sky Use  0", "OnTrigger door Open bell 2"]);
    assert_eq!(wires("outer"), ["OnMapSpawn a-relay Trigger  0", "OnMapSpawn door-b Open  1"]);
    assert_eq!(named(&imported, "a-door").get("message"), Some("horn"));
    assert!(imported.map.entities.iter().all(|entity| !entity.class_name().starts_with("func_instance")));
}

#[test]
fn instances_nest_and_each_turn_adds_to_the_one_around_it() {
    let inner = r#"world { "classname" "worldspawn" }
        entity { "classname" "info_target" "targetname" "point" "origin" "1 0 0" "angles" "0 0 0" "target" "$to" }"#;
    let outer = format!(
        r#"world {{ "classname" "worldspawn" }} {} {} entity {{ "classname" "info_target" "targetname" "mark" }}"#,
        instance(r#""targetname" "in" "file" "inner.vmf" "origin" "10 0 0" "angles" "0 90 0" "replace01" "$to $mark""#),
        instance(r#""file" "inner.vmf" "fixup_style" "2" "replace01" "$to x""#),
    );
    let text = level(&instance(
        r#""targetname" "out" "file" "outer.vmf" "origin" "0 0 5" "angles" "0 90 0" "replace01" "$mark @mark""#,
    ));
    let imported = read(&text, &[("inner.vmf", inner), ("outer.vmf", &outer)]);
    let point = named(&imported, "out-in-point");
    assert_eq!((point.get("origin"), point.get("angles")), (Some("-1 10 5"), Some("0 180 0")));
    assert_eq!(point.get("target"), Some("@mark"));
    // Without a fix-up of its own, an inner instance still has that of the outer one.
    assert_eq!(named(&imported, "out-point").get("target"), Some("out-x"));
    named(&imported, "out-mark");
    assert_eq!(imported.statistics.inclusions, 3);
}

#[test]
fn circles_missing_files_and_odd_places_are_named_and_nothing_else_is_lost() {
    let room = format!("world {{ {BOX} }} {}", instance(r#""file" "again.vmf""#));
    let again = format!("world {{ {BOX} }} {}", instance(r#""file" "room.vmf""#));
    let broken = "world { solid { ";
    let text = level(&format!(
        "{}{}{}{}{}{}",
        instance(r#""file" "room.vmf""#),
        instance(r#""file" "none.vmf""#),
        instance(r#""file" "none.vmf""#),
        instance(r#""file" "broken.vmf""#),
        instance(r#""file" """#),
        instance(r#""file" "room.vmf" "origin" "far away""#),
    ));
    let imported = read(&text, &[("room.vmf", &room), ("again.vmf", &again), ("broken.vmf", broken)]);
    let told: Vec<String> = imported.diagnostics.iter().map(|told| told.message.clone()).collect();
    for expected in [
        "includes itself, by way of room.vmf",
        "2 instances of `none.vmf` stay out, the first one here: there is no such file in here",
        "1 instances of `broken.vmf` stay out",
        "its `file` is empty",
        "its `origin` is not three numbers that a map can hold: `far away`",
    ] {
        assert!(told.iter().any(|message| message.contains(expected)), "{expected}: {told:#?}");
    }
    assert_eq!(imported.map.entities[0].brushes.len(), 2);
    assert_eq!((imported.statistics.inclusions, imported.statistics.failed_inclusions), (2, 6));
    let stay = imported.map.entities.iter().filter(|entity| entity.class_name() == "func_instance");
    assert_eq!(stay.count(), 6);
}

#[test]
fn a_map_that_includes_itself_does_so_not_even_once() {
    let text = level(&instance(r#""file" "level.vmf""#));
    let imported = read(&text, &[("level.vmf", &text)]);
    assert_eq!(codes_of(&imported), [codes::INSTANCE_NOT_EXPANDED]);
    assert_eq!(imported.map.entities.len(), 2);
}

#[test]
fn depth_number_and_size_are_bounded() {
    // Each file places the next one ten times: ten thousand boxes, and a circle-free way to a thousand million.
    let names = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let files: Vec<(&'static str, String)> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let next = instance(&format!("\"file\" \"{}\"", at + 1)).repeat(10);
            (*name, format!("world {{ {BOX} }} {next}"))
        })
        .collect();
    let files = Files(files.into_iter().collect());
    let text = level(&instance(r#""file" "0""#));
    for (limits, expected) in [
        (ReadLimits { inclusion_depth: 3, ..ReadLimits::default() }, "nest deeper than 3"),
        (ReadLimits { inclusions: 50, ..ReadLimits::default() }, "more than 50 inclusions"),
        (ReadLimits { bytes: 100_000, ..ReadLimits::default() }, "more than 100000 bytes"),
        (ReadLimits { brushes: 40, ..ReadLimits::default() }, "more than 40 brushes"),
    ] {
        let options = ReadOptions { limits, ..ReadOptions::default() };
        let imported = read_with_includes("level.vmf", text.as_bytes(), &options, &files).unwrap();
        let told = imported.diagnostics.iter().find(|told| told.message.contains(expected));
        assert!(told.is_some(), "{expected}: {:#?}", imported.diagnostics);
        assert!(imported.statistics.inclusions <= 111, "{}", imported.statistics.inclusions);
    }
}
