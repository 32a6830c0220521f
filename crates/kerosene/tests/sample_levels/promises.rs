//! What every sample level promises: nothing to complain of in it; and rooms that stream, where there are several.

use super::level::{compiled, read};
use kerosene::engine::{Engine, EngineOptions};
use kerosene::entity::{WireText, WiredEntity, analyse_wires};
use kerosene::game::Stock;
use kerosene_map::{Entity, check_map, write_kmap};
use std::time::Duration;

const LEVELS: [&str; 3] = ["two_rooms", "facility", "scripts"];

/// Those whose rooms stream.
const STREAMED: [&str; 2] = ["two_rooms", "facility"];

fn wired(entity: &Entity) -> WiredEntity {
    let wires = entity.connections.iter().map(|wire| WireText {
        output: wire.output.clone(),
        target: wire.target.clone(),
        input: wire.input.clone(),
        parameter: wire.parameter.clone(),
        delay: Duration::from_secs_f64(wire.delay),
        times: u32::try_from(wire.times).ok(),
    });
    WiredEntity {
        class: entity.class_name().to_owned(),
        name: entity.get("targetname").unwrap_or_default().to_owned(),
        wires: wires.collect(),
        ..WiredEntity::default()
    }
}

#[test]
fn sources_are_as_an_editor_saves_them() {
    for level in LEVELS {
        let file = std::fs::read_to_string(super::level::path(level)).unwrap();
        assert!(file == write_kmap(&read(level).map).unwrap(), "{level}: writing it again changes it");
    }
}

#[test]
fn nobody_has_anything_to_say_of_them() {
    for level in LEVELS {
        let source = read(level);
        assert!(source.diagnostics.is_empty(), "{level}: {:?}", source.diagnostics);
        let checked = check_map(&source.map);
        assert!(checked.is_empty(), "{level}: {checked:?}");
        let output = compiled(&source.map);
        assert!(output.leak.is_none() && output.portals.is_some(), "{level} leaks");
        assert!(output.diagnostics.is_empty(), "{level}: {:?}", output.diagnostics);
    }
}

#[test]
fn every_wire_leads_somewhere() {
    let engine = Engine::with_game(EngineOptions::default(), Stock).unwrap();
    for level in LEVELS {
        let entities: Vec<_> = read(level).map.entities.iter().map(wired).collect();
        let found = analyse_wires(&entities, engine.schema());
        assert!(found.is_empty(), "{level}: {found:?}");
        for entity in &entities {
            assert!(engine.registry().find(&entity.class).is_some(), "{level}: {} is no stock class", entity.class);
        }
    }
}

#[test]
fn rooms_stream() {
    for level in STREAMED {
        let sections = compiled(&read(level).map).bsp.sections;
        // The first is the world, which is always there.
        assert!(sections.len() >= 3, "{level}: {sections:?}");
    }
}
