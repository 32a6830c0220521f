//! The entity lump.

use super::EmitModel;
use crate::volume::class_rule;
use kerosene_kv::Writer;
use kerosene_map::{Entity, Map};
use kerosene_math::DVec3;

/// All entities that exist at run time as blocks without a name; brush entities say which model is theirs.
pub(super) fn entity_text(map: &Map, models: &[EmitModel<'_>]) -> String {
    let mut writer = Writer::new();
    // Models are in the order of their entities.
    let mut numbered = models.iter().enumerate().peekable();
    for (index, entity) in map.entities.iter().enumerate() {
        let model = numbered.next_if(|(_, model)| model.model.entity == index).map(|(number, _)| number);
        let has_body = !entity.brushes.is_empty() || !entity.meshes.is_empty();
        let is_world = index == 0;
        if !is_world && has_body && (class_rule(entity.class_name()).joins_world || model.is_none()) {
            continue;
        }
        writer.open("");
        let model = model.filter(|_| !is_world).map(|number| (number, models[number].model.pivot));
        write_keys(&mut writer, entity, model);
        write_connections(&mut writer, entity);
        writer.close();
    }
    writer.finish()
}

fn write_keys(writer: &mut Writer, entity: &Entity, model: Option<(usize, DVec3)>) {
    let replaced =
        |key: &str| model.is_some() && (key.eq_ignore_ascii_case("model") || key.eq_ignore_ascii_case("origin"));
    for (key, value) in entity.keys.iter().filter(|(key, _)| !replaced(key)) {
        writer.pair(key, value);
    }
    if let Some((number, pivot)) = model {
        writer.pair("model", &format!("*{number}"));
        if pivot != DVec3::ZERO {
            writer.pair("origin", &format!("{} {} {}", pivot.x, pivot.y, pivot.z));
        }
    }
}

fn write_connections(writer: &mut Writer, entity: &Entity) {
    if entity.connections.is_empty() {
        return;
    }
    writer.open("connections");
    for wire in &entity.connections {
        let value = format!("{},{},{},{},{}", wire.target, wire.input, wire.parameter, wire.delay, wire.times);
        writer.pair(&wire.output, &value);
    }
    writer.close();
}
