//! Writing Valve 220: what comes back is what went out, and what does not fit is said.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{corpus, strategies::any_map, without_lines};
use kerosene_diagnostics::codes;
use kerosene_map::{
    Brush, Connection, EditorData, Entity, Map, ReadOptions, TextureUnits, WriteError, read_map, write_valve220,
};
use proptest::prelude::*;

/// The keys of an entity, and its brushes without what the format does not hold.
type Essence = (Vec<(String, String)>, Vec<Brush>);

/// What the format promises to hold: keys and geometry, in order.
fn essence(map: &Map) -> Vec<Essence> {
    let brush = |brush: &Brush| {
        let mut brush = Brush { id: 0, line: 0, editor: EditorData::default(), ..brush.clone() };
        for side in &mut brush.sides {
            (side.id, side.line) = (0, 0);
        }
        brush
    };
    let entity = |entity: &Entity| {
        let keys = entity.keys.iter().filter(|(key, _)| key != "mapversion").cloned().collect();
        let mut brushes: Vec<Brush> = entity.brushes.iter().map(brush).collect();
        // Members of groups are written after the others.
        brushes.sort_by_cached_key(|brush| format!("{brush:?}"));
        (keys, brushes)
    };
    map.entities.iter().map(entity).collect()
}

#[test]
fn real_maps_come_back_with_their_keys_geometry_layers_and_groups() {
    let Some(corpus) = corpus() else { return };
    for name in ["quake/id/e1m1", "quake/ericw/base1-test", "valve220/spacehare/mcj_rabbit", "valve220/nzp/nzp_xmas2"] {
        let bytes = std::fs::read(corpus.join(format!("{name}.map"))).unwrap();
        let map = read_map(name, &bytes, &ReadOptions::default()).unwrap().map;
        let exported = write_valve220(&map).unwrap();
        let again = read_map(name, exported.text.as_bytes(), &ReadOptions::default()).unwrap().map;
        for (again, before) in essence(&again).into_iter().zip(essence(&map)) {
            assert_eq!(again.0, before.0, "{name}");
            for (again, before) in again.1.into_iter().zip(before.1) {
                assert_eq!(again, before, "{name}");
            }
        }
        assert_eq!(again.entities.len(), map.entities.len());
        let names = |map: &Map| {
            let groups = map.groups.iter().map(|group| group.name.clone());
            (groups.collect::<Vec<_>>(), map.visgroups.iter().map(|layer| layer.name.clone()).collect::<Vec<_>>())
        };
        assert_eq!(names(&again), names(&map), "{name}");
        let grouped = |map: &Map| map.entities[0].brushes.iter().filter(|brush| brush.editor.group.is_some()).count();
        assert_eq!(grouped(&again), grouped(&map), "{name}");
        // A second time nothing moves.
        let second = write_valve220(&again).unwrap();
        let third = read_map(name, second.text.as_bytes(), &ReadOptions::default()).unwrap().map;
        assert!(essence(&third) == essence(&again), "{name}");
    }
}

/// A map that the format can hold: no line breaks, no names of its own, coordinates of a world.
fn plain_map() -> impl Strategy<Value = Map> {
    any_map().prop_map(|mut map| {
        map.entities.iter_mut().for_each(plain_entity);
        (map.visgroups, map.groups) = (Vec::new(), Vec::new());
        map.entities[0].keys.insert(0, ("classname".to_owned(), "worldspawn".to_owned()));
        map
    })
}

fn plain_entity(entity: &mut Entity) {
    let one_line = |text: &mut String| *text = text.replace(['\r', '\n', '\u{feff}'], "");
    for (key, value) in &mut entity.keys {
        one_line(key);
        one_line(value);
        *key = format!("k{}", key.trim_end_matches('\\'));
    }
    for brush in &mut entity.brushes {
        (brush.section, brush.unknown, brush.editor) = (String::new(), Vec::new(), EditorData::default());
        for side in &mut brush.sides {
            one_line(&mut side.material);
            side.material = format!("{}m", side.material);
            side.points = side.points.map(|point| point.clamp_length_max(16_384.0));
            (side.unknown, side.walk_rule) = (Vec::new(), String::new());
            (side.lightmap_scale, side.smoothing_groups) = (16.0, 0);
            side.texture_units = TextureUnits::Texels;
            side.content_flags &= !(1 << 27);
            if brush.detail {
                side.content_flags |= 1 << 27;
            }
        }
        brush.detail &= !brush.sides.is_empty();
    }
    (entity.editor, entity.unknown) = (EditorData::default(), Vec::new());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn hostile_texts_and_odd_numbers_come_back(map in plain_map()) {
        let text = write_valve220(&map).unwrap().text;
        let again = read_map("", text.as_bytes(), &ReadOptions::default()).unwrap();
        prop_assert_eq!(essence(&without_lines(again.map)), essence(&map));
    }

    #[test]
    fn any_map_is_written_as_something_that_reads(map in any_map()) {
        let text = write_valve220(&map).unwrap().text;
        prop_assert!(read_map("", text.as_bytes(), &ReadOptions::default()).is_ok());
    }
}

/// Regression: of two backslashes at the end of a material in quotes one was left, which took the quote with it.
#[test]
fn a_material_that_ends_in_backslashes_reads_back() {
    let text = "{ \"classname\" \"worldspawn\" {\n\
        ( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) a [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1\n} }";
    let mut map = read_map("", text.as_bytes(), &ReadOptions::default()).unwrap().map;
    map.entities[0].brushes[0].sides[0].material = r#""\\"#.to_owned();
    let text = write_valve220(&map).unwrap().text;
    let again = read_map("", text.as_bytes(), &ReadOptions::default()).unwrap().map;
    assert_eq!(again.entities[0].brushes[0].sides[0].material, "\"");
}

#[test]
fn what_does_not_fit_is_counted() {
    let wire = Connection {
        output: "OnUse".into(),
        target: "a".into(),
        input: "b".into(),
        parameter: String::new(),
        delay: 0.0,
        times: -1,
    };
    let world =
        Entity { connections: vec![wire.clone(), wire], keys: vec![("m".into(), "a\nb".into())], ..Entity::default() };
    let map = Map { entities: vec![world], cordons: vec![kerosene_map::Cordon::default()], ..Map::default() };
    let exported = write_valve220(&map).unwrap();
    assert_eq!(exported.diagnostics.count_of(codes::NOT_HELD), 3);
    let messages: Vec<&str> = exported.diagnostics.iter().map(|told| told.message.as_str()).collect();
    assert!(
        messages[0].contains("2 wires") && messages[1].contains("1 cordons") && messages[2].contains("1 line breaks")
    );
    assert!(exported.text.contains("\"m\" \"a\\nb\""));
}

#[test]
fn axes_in_repeats_are_written_for_a_usual_texture_and_said() {
    let text = b"{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall 0 0 0 1 1 } }";
    let mut map = read_map("a.map", text, &ReadOptions::default()).unwrap().map;
    let side = &mut map.entities[0].brushes[0].sides[0];
    side.texture_units = TextureUnits::Repeats;
    (side.u_axis.shift, side.u_axis.scale) = (0.5, 256.0);
    let exported = write_valve220(&map).unwrap();
    assert!(exported.text.contains("[ 1 0 0 64 ] [ 0 -1 0 0 ] 0 2 0.0078125"), "{}", exported.text);
    assert_eq!(exported.diagnostics.count_of(codes::NOT_HELD), 1);
}

#[test]
fn a_number_that_is_not_finite_is_not_written() {
    let text = b"{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall 0 0 0 1 1 } }";
    let mut map = read_map("a.map", text, &ReadOptions::default()).unwrap().map;
    map.entities[0].brushes[0].sides[0].v_axis.shift = f64::INFINITY;
    assert_eq!(write_valve220(&map), Err(WriteError::NotFinite { id: 3, key: "vaxis" }));
}
