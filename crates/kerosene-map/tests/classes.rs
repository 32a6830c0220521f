//! Foreign classes and keys become ours.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::corpus;
use kerosene_diagnostics::{Diagnostics, Severity, codes};
use kerosene_map::{ClassTable, Entity, Map, MapFormat, ReadOptions, apply_class_table, read_map};

fn quake(entities: &[&[(&str, &str)]]) -> (Map, Diagnostics) {
    let mut text = "{ \"classname\" \"worldspawn\" }\n".to_owned();
    for keys in entities {
        let keys: Vec<String> = keys.iter().map(|(key, value)| format!("\"{key}\" \"{value}\"\n")).collect();
        text += &format!("{{\n{}}}\n", keys.concat());
    }
    let mut map = read_map("test.map", text.as_bytes(), &ReadOptions::default()).unwrap().map;
    let told = apply_class_table(&mut map, &ClassTable::default_for(MapFormat::QuakeMap));
    (map, told)
}

fn keys(entity: &Entity) -> Vec<(&str, &str)> {
    entity.keys.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

#[test]
fn a_door_gets_our_name_keys_and_flags() {
    let (map, told) = quake(&[&[("classname", "func_door"), ("angle", "270"), ("spawnflags", "2085"), ("wait", "-1")]]);
    assert_eq!(
        keys(&map.entities[1]),
        [
            ("classname", "door"),
            ("movedir", "0 270 0"),
            // Toggles (32), feels who comes near (262144) since nothing names it, is not linked (4) and starts at its
            // other end (1).
            ("spawnflags", "458784"),
            ("wait", "-1"),
            ("speed", "100"),
            ("lip", "8"),
            ("dmg", "2"),
            ("linked", "1"),
            ("_source_class", "func_door"),
        ]
    );
    assert!(told.is_empty());
    let (map, told) = quake(&[&[("classname", "func_door"), ("spawnflags", "16")]]);
    assert_eq!((map.entities[1].get("keyname"), map.entities[1].get("spawnflags")), (Some("silver"), None));
    assert!(told.is_empty());
    let (_, told) = quake(&[&[("classname", "func_door"), ("spawnflags", "64")]]);
    assert_eq!(told.iter().map(|told| told.code).collect::<Vec<_>>(), [codes::KEY_DROPPED]);
    assert!(told.iter().next().unwrap().message.contains("spawnflags 64 of 1 `func_door`"));
    let (map, _) = quake(&[&[("classname", "func_door"), ("targetname", "a"), ("angle", "-2")]]);
    assert_eq!((map.entities[1].get("movedir"), map.entities[1].get("spawnflags")), (Some("90 0 0"), None));
}

#[test]
fn targets_become_wires_whose_input_the_target_decides() {
    let (map, told) = quake(&[
        &[("classname", "trigger_once"), ("target", "t"), ("killtarget", "k"), ("delay", "1.5")],
        &[("classname", "func_door"), ("targetname", "t")],
        &[("classname", "trigger_counter"), ("targetname", "t"), ("count", "3"), ("target", "lost")],
        &[("classname", "monster_ogre"), ("targetname", "k")],
        &[("classname", "trigger_teleport"), ("target", "t")],
    ]);
    let wires: Vec<_> = map.entities[1]
        .connections
        .iter()
        .map(|wire| {
            (wire.output.as_str(), wire.target.as_str(), wire.input.as_str(), wire.parameter.as_str(), wire.delay)
        })
        .collect();
    assert_eq!(
        wires,
        [
            ("OnTrigger", "t.Trigger", "Trigger", "", 1.5),
            ("OnTrigger", "t", "Use", "", 1.5),
            ("OnTrigger", "k", "Kill", "", 1.5),
        ]
    );
    let names: Vec<_> = map.entities[2..5].iter().map(|entity| entity.get("targetname")).collect();
    assert_eq!(names, [Some("t"), Some("t.Trigger"), Some("k")], "each is told what its own class means by being used");
    assert_eq!(keys(&map.entities[1]), [("classname", "trigger_once"), ("spawnflags", "1")]);
    let counter = &map.entities[3];
    assert_eq!(
        (counter.class_name(), counter.get("count"), counter.get("target")),
        ("trigger_counter", Some("3"), Some("lost"))
    );
    assert_eq!(map.entities[5].get("target"), Some("t"));
    assert_eq!((told.count_of(codes::DEAD_TARGET), told.count_of(codes::UNKNOWN_CLASS)), (1, 1));
}

#[test]
fn who_shares_a_name_is_killed_together_and_lamps_that_alone_bear_it_keep_it() {
    let (map, _) = quake(&[
        &[("classname", "trigger_once"), ("target", "lamps"), ("killtarget", "mixed")],
        &[("classname", "light"), ("targetname", "lamps")],
        &[("classname", "light"), ("targetname", "mixed")],
        &[("classname", "trigger_teleport"), ("targetname", "mixed")],
    ]);
    let wires: Vec<_> =
        map.entities[1].connections.iter().map(|wire| (wire.target.as_str(), wire.input.as_str())).collect();
    assert_eq!(wires, [("lamps", "Toggle"), ("mixed", "Kill"), ("mixed.Toggle", "Kill")]);
    let names: Vec<_> = map.entities[2..].iter().map(|entity| entity.get("targetname")).collect();
    assert_eq!(names, [Some("lamps"), Some("mixed.Toggle"), Some("mixed")]);
}

#[test]
fn targets_with_numbers_become_wires_too() {
    let (map, told) = quake(&[
        &[("classname", "func_button"), ("target", "a"), ("target2", "b"), ("killtarget2", "a"), ("killtarget", "")],
        &[("classname", "func_door"), ("targetname", "a")],
        &[("classname", "func_door"), ("targetname", "b")],
    ]);
    let wires: Vec<_> =
        map.entities[1].connections.iter().map(|wire| (wire.target.as_str(), wire.input.as_str())).collect();
    assert_eq!(wires, [("a", "Use"), ("b", "Use"), ("a", "Kill")]);
    assert!(told.is_empty());
}

#[test]
fn a_trigger_that_touching_does_not_fire_stays_so() {
    let trigger = |flags| [("classname", "trigger_once"), ("spawnflags", flags), ("targetname", "x")];
    let (map, told) = quake(&[&trigger("1"), &trigger("2048")]);
    let flags: Vec<_> = map.entities[1..].iter().map(|entity| entity.get("spawnflags")).collect();
    assert_eq!(flags, [Some("65536"), Some("1")]);
    assert!(told.is_empty());
}

#[test]
fn what_quake_would_not_spawn_is_left_out() {
    let (map, told) = quake(&[
        &[("classname", "func_wall"), ("spawnflags", "1792")],
        &[("classname", "func_wall"), ("spawnflags", "2048")],
        &[("classname", "func_episodegate")],
    ]);
    let classes: Vec<&str> = map.entities.iter().map(Entity::class_name).collect();
    assert_eq!(classes, ["worldspawn", "brush"]);
    assert_eq!(map.entities[1].get("spawnflags"), None);
    assert_eq!(told.count_of(codes::ENTITIES_ABSENT), 2);
}

#[test]
fn origins_lights_and_factors_are_converted() {
    let (map, _) = quake(&[
        &[("classname", "info_player_start"), ("origin", "480 -352.5 88"), ("angle", "90")],
        &[("classname", "light_fluoro"), ("light", "250"), ("style", "10")],
        &[("classname", "trigger_push"), ("angle", "-1"), ("speed", "120")],
        &[("classname", "light")],
    ]);
    assert_eq!((map.entities[1].get("origin"), map.entities[1].get("angles")), (Some("480 -352.5 65"), Some("0 90 0")));
    assert_eq!((map.entities[2].class_name(), map.entities[2].get("_light")), ("light", Some("255 255 255 250")));
    assert_eq!((map.entities[3].get("pushdir"), map.entities[3].get("speed")), (Some("-90 0 0"), Some("1200")));
    assert_eq!(map.entities[4].get("_light"), Some("255 255 255 300"));
    assert_eq!(map.entities[4].get("_source_class"), None);
}

#[test]
fn the_prefix_goes_from_our_classes_and_stays_on_others() {
    let table = ClassTable::default();
    let text =
        b"{ \"classname\" \"worldspawn\" } { \"classname\" \"FUNC_rotating\" } { \"classname\" \"func_mystery\" }";
    let mut map = read_map("test.map", text, &ReadOptions::default()).unwrap().map;
    let told = apply_class_table(&mut map, &table);
    assert_eq!(
        (map.entities[1].class_name(), map.entities[1].get("_source_class")),
        ("rotating", Some("FUNC_rotating"))
    );
    assert_eq!(map.entities[2].class_name(), "func_mystery");
    assert!(told.iter().next().unwrap().message.contains("func_mystery (1)"));
}

#[test]
fn a_value_that_is_no_number_is_kept_and_named() {
    let (map, told) = quake(&[&[("classname", "func_door"), ("angle", "up"), ("targetname", "x")]]);
    assert_eq!(map.entities[1].get("angle"), Some("up"));
    assert!(told.iter().any(|told| told.message.contains("`up`")));
}

#[test]
fn a_persons_own_table_is_obeyed() {
    let text = "class\n{\nfrom light\nto light\nrename { glow brightness }\nset { warm 1 }\nmultiply { glow 0.5 }\n}";
    let table = ClassTable::parse("own.kv", text).unwrap();
    let text = b"{ \"classname\" \"worldspawn\" } { \"classname\" \"light\" \"glow\" \"3\" }";
    let mut map = read_map("test.map", text, &ReadOptions::default()).unwrap().map;
    assert!(apply_class_table(&mut map, &table).is_empty());
    assert_eq!(keys(&map.entities[1]), [("classname", "light"), ("brightness", "3"), ("warm", "1")]);
}

#[test]
fn quakes_own_maps_lose_no_brush_entity_that_one_meets() {
    let Some(corpus) = corpus() else { return };
    for path in common::files_below(&corpus.join("quake/id"), "map") {
        let bytes = std::fs::read(&path).unwrap();
        let mut map = read_map("id.map", &bytes, &ReadOptions::default()).unwrap().map;
        let told = apply_class_table(&mut map, &ClassTable::default_for(MapFormat::QuakeMap));
        assert!(told.iter().all(|told| told.severity < Severity::Error), "{}", path.display());
        let ours = map.entities.iter().filter(|entity| !entity.brushes.is_empty()).map(Entity::class_name);
        for class in ours {
            let known = ["trigger_monsterjump", "trigger_setskill"].contains(&class) || !class.contains("func_");
            assert!(known, "{}: {class}", path.display());
        }
        let buttons = map.entities.iter().filter(|entity| entity.class_name() == "button");
        assert!(buttons.clone().all(|button| button.get("target").is_none() != button.connections.is_empty()));
    }
}
