//! Layers, groups and `func_group`.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::told;
use kerosene_diagnostics::codes;
use kerosene_map::{Entity, Imported, ReadOptions, UnknownNode, read_map};

const BRUSH: &str = "{ ( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) w 0 0 0 1 1 }\n";

fn entity(keys: &[(&str, &str)], brushes: usize) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, value)| format!("\"{key}\" \"{value}\"\n")).collect();
    format!("{{\n{}{}}}\n", keys.concat(), BRUSH.repeat(brushes))
}

fn layer(id: &str, name: &str, omitted: bool, brushes: usize) -> String {
    let mut keys = vec![("classname", "func_group"), ("_tb_type", "_tb_layer"), ("_tb_name", name), ("_tb_id", id)];
    if omitted {
        keys.push(("_tb_layer_omit_from_export", "1"));
    }
    entity(&keys, brushes)
}

fn group(id: &str, within: (&str, &str), brushes: usize) -> String {
    let keys = [("classname", "func_group"), ("_tb_type", "_tb_group"), ("_tb_name", id), ("_tb_id", id), within];
    entity(&[&keys[..], &[("_tb_linked_group_id", "{link}")]].concat(), brushes)
}

fn read(text: &str, options: &ReadOptions) -> Imported {
    read_map("groups.map", text.as_bytes(), options).unwrap()
}

fn sample(omitted: bool) -> String {
    [
        entity(&[("classname", "worldspawn")], 1),
        layer("1", "Walls", omitted, 2),
        group("7", ("_tb_layer", "1"), 3),
        group("8", ("_tb_group", "7"), 4),
        entity(&[("classname", "light"), ("_tb_group", "8")], 0),
        entity(&[("classname", "func_door"), ("_tb_layer", "1")], 1),
        entity(&[("classname", "info_null"), ("targetname", "free")], 0),
    ]
    .concat()
}

#[test]
fn brushes_of_layers_and_groups_join_the_world_and_know_where_they_belong() {
    let imported = read(&sample(false), &ReadOptions::default());
    let map = &imported.map;
    let (layer, groups) = (&map.visgroups[0], &map.groups);
    assert_eq!((layer.name.as_str(), map.visgroups.len(), groups.len()), ("Walls", 1, 2));
    assert_eq!((groups[0].name.as_str(), groups[0].parent, groups[1].parent), ("7", None, Some(groups[0].id)));
    assert!(groups[0].unknown.contains(&UnknownNode::Key("_tb_linked_group_id".into(), "{link}".into())));
    let memberships: Vec<_> =
        map.entities[0].brushes.iter().map(|brush| (brush.editor.visgroups.clone(), brush.editor.group)).collect();
    let (walls, outer, inner) = (vec![layer.id], Some(groups[0].id), Some(groups[1].id));
    assert_eq!(memberships[0], (vec![], None));
    assert_eq!(memberships[1..3], [(walls.clone(), None), (walls.clone(), None)]);
    assert_eq!(memberships[3], (walls.clone(), outer));
    assert_eq!((memberships.len(), &memberships[9]), (10, &(walls.clone(), inner)));
    let light = &map.entities[1];
    assert_eq!((light.editor.visgroups.clone(), light.editor.group, light.keys.len()), (walls.clone(), inner, 1));
    assert_eq!((map.entities[2].editor.visgroups.clone(), map.entities[2].editor.group), (walls, None));
    assert!(imported.diagnostics.is_empty());
}

#[test]
fn a_layer_that_is_marked_stays_out_with_everything_in_it() {
    let imported = read(&sample(true), &ReadOptions::default());
    let classes: Vec<&str> = imported.map.entities.iter().map(Entity::class_name).collect();
    assert_eq!(classes, ["worldspawn", "info_null"]);
    assert_eq!(imported.map.entities[0].brushes.len(), 1);
    assert_eq!((imported.map.visgroups.len(), imported.map.groups.len()), (0, 0));
    let statistics = imported.statistics;
    assert_eq!((statistics.omitted_layers, statistics.omitted_entities, statistics.omitted_brushes), (1, 2, 10));
    assert_eq!(told(&imported).len(), 1);
    assert_eq!(told(&imported)[0].code, codes::OMITTED_LAYER);
    let message = &told(&imported)[0].message;
    assert!(message.contains("`Walls`") && message.contains("2 entities and 10 brushes"), "{message}");
    let options = ReadOptions { keep_omitted_layers: true, ..ReadOptions::default() };
    assert_eq!(read(&sample(true), &options).map.entities.len(), 4);
}

#[test]
fn the_default_layer_may_stay_out_too() {
    let text = [
        entity(&[("classname", "worldspawn"), ("_tb_layer_omit_from_export", "1")], 2),
        layer("1", "Kept", false, 3),
        entity(&[("classname", "light")], 0),
        entity(&[("classname", "light"), ("_tb_layer", "1")], 0),
    ];
    let imported = read(&text.concat(), &ReadOptions::default());
    assert_eq!(imported.map.entities.len(), 2);
    assert_eq!(imported.map.entities[0].brushes.len(), 3);
    assert!(told(&imported)[0].message.contains("`Default Layer`"));
    assert!(told(&imported)[0].message.contains("1 entities and 2 brushes"));
}

#[test]
fn a_plain_func_group_joins_the_world_and_keeps_its_keys() {
    let text = entity(&[("classname", "worldspawn")], 0) + &entity(&[("classname", "func_group"), ("_phong", "1")], 2);
    let imported = read(&text, &ReadOptions::default());
    let map = &imported.map;
    assert_eq!((map.entities.len(), map.entities[0].brushes.len()), (1, 2));
    assert_eq!(map.groups[0].unknown, [UnknownNode::Key("_phong".into(), "1".into())]);
    assert_eq!(map.entities[0].brushes[0].editor.group, Some(map.groups[0].id));
}

#[test]
fn groups_in_a_circle_and_names_that_lead_nowhere_are_survived() {
    let text = [
        entity(&[("classname", "worldspawn")], 0),
        group("1", ("_tb_group", "2"), 1),
        group("2", ("_tb_group", "3"), 1),
        group("3", ("_tb_group", "1"), 1),
        group("4", ("_tb_group", "4"), 1),
        entity(&[("classname", "light"), ("_tb_group", "99"), ("_tb_layer", "98")], 0),
        group("4", ("_tb_group", "1"), 1),
    ];
    let imported = read(&text.concat(), &ReadOptions::default());
    let groups = &imported.map.groups;
    assert_eq!(groups.len(), 5);
    for group in groups {
        let mut parent = group.parent;
        for _ in 0..groups.len() {
            parent = parent.and_then(|id| groups.iter().find(|other| other.id == id)).and_then(|found| found.parent);
        }
        assert_eq!(parent, None, "{group:?}");
    }
    assert_eq!(groups.iter().filter(|group| group.parent.is_some()).count(), 2);
    assert_eq!(imported.map.entities[0].brushes.len(), 5);
    let light = &imported.map.entities[1];
    assert_eq!((light.get("_tb_group"), light.get("_tb_layer")), (Some("99"), Some("98")));
    let codes: Vec<_> = imported.diagnostics.iter().map(|told| told.code).collect();
    assert_eq!(codes, [codes::DUPLICATE_ID, codes::UNKNOWN_LAYER, codes::UNKNOWN_LAYER]);
}

#[test]
fn a_long_chain_of_groups_takes_time_in_proportion() {
    let count = 30_000;
    let mut text = entity(&[("classname", "worldspawn")], 0) + &layer("1", "Deep", false, 0);
    text += &group("0", ("_tb_layer", "1"), 0);
    for index in 1..count {
        text += &group(&index.to_string(), ("_tb_group", &(index - 1).to_string()), 0);
    }
    text += &entity(&[("classname", "light"), ("_tb_group", &(count - 1).to_string())], 0);
    let imported = read(&text, &ReadOptions::default());
    assert_eq!(imported.map.entities[1].editor.visgroups, [imported.map.visgroups[0].id]);
}

/// Regression: keys of a group that say how its brushes are compiled were lost when the group was dissolved.
#[test]
fn a_group_with_keys_for_the_compiler_stays_an_entity() {
    let keyed = [("classname", "func_group"), ("_tb_type", "_tb_group"), ("_tb_id", "3"), ("_mirrorinside", "0")];
    let plain = entity(&[("classname", "func_group")], 2);
    let text = [entity(&[("classname", "worldspawn")], 1), entity(&keyed, 1), plain].concat();
    let map = read(&text, &ReadOptions::default()).map;
    assert_eq!(map.entities[0].brushes.len(), 3, "a plain group joins the world");
    let kept = &map.entities[1];
    assert_eq!((kept.class_name(), kept.get("_mirrorinside"), kept.brushes.len()), ("func_group", Some("0"), 1));
    assert_eq!((kept.get("_tb_type"), kept.editor.group), (None, Some(map.groups[0].id)));
    assert_ne!(kept.id, map.groups[0].id);
}
