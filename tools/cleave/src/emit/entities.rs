//! The entity lump.

use super::EmitModel;
use crate::classes::class_rule;
use crate::places::Places;
use kerosene_bsp::Contents;
use kerosene_kv::Writer;
use kerosene_map::{Entity, Map};
use kerosene_math::DVec3;

/// The entities that exist at run time in their order: index in the source map, and the number of their model.
pub(super) fn kept_entities(map: &Map, models: &[EmitModel<'_>]) -> Vec<(usize, Option<usize>)> {
    // Models are in the order of their entities.
    let mut numbered = models.iter().enumerate().peekable();
    let mut kept = Vec::with_capacity(map.entities.len());
    for (index, entity) in map.entities.iter().enumerate() {
        let model = numbered.next_if(|(_, model)| model.model.entity == index).map(|(number, _)| number);
        let has_body = !entity.brushes.is_empty() || !entity.meshes.is_empty();
        let class = class_rule(entity.class_name());
        // An area portal's brushes are the world's, and it is there to be opened and shut.
        let stays = class.contents == Some(Contents::AREA_PORTAL) || !class.joins_world && model.is_some();
        if index == 0 || !has_body || stays {
            kept.push((index, model.filter(|_| index != 0)));
        }
    }
    kept
}

/// All entities that exist at run time as blocks without a name; brush entities say which model is theirs, and those of
/// area portals which portal.
pub(super) fn entity_text(map: &Map, models: &[EmitModel<'_>], places: &Places) -> String {
    let mut writer = Writer::new();
    for (index, model) in kept_entities(map, models) {
        let entity = &map.entities[index];
        writer.open("");
        write_keys(&mut writer, entity, model.map(|number| (number, models[number].model.pivot)));
        if let Some(portal) = places.areas.portals.iter().position(|portal| portal.entity == Some(index)) {
            writer.pair("areaportal", &portal.to_string());
        }
        write_connections(&mut writer, entity);
        writer.close();
    }
    writer.finish()
}

fn write_keys(writer: &mut Writer, entity: &Entity, model: Option<(usize, DVec3)>) {
    let replaced =
        |key: &str| model.is_some() && (key.eq_ignore_ascii_case("model") || key.eq_ignore_ascii_case("origin"));
    for (key, value) in entity.keys.iter().filter(|(key, _)| !replaced(key) && !is_for_editors(key)) {
        writer.pair(key, value);
    }
    if let Some((number, pivot)) = model {
        writer.pair("model", &format!("*{number}"));
        if pivot != DVec3::ZERO {
            writer.pair("origin", &format!("{} {} {}", pivot.x, pivot.y, pivot.z));
        }
    }
}

/// Whether a key tells editors and compilers about the file, such as where its author keeps textures.
fn is_for_editors(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key.starts_with("_tb_") || ["mapversion", "wad", "_wad"].contains(&key.as_str())
}

fn write_connections(writer: &mut Writer, entity: &Entity) {
    if entity.connections.is_empty() {
        return;
    }
    writer.open("connections");
    for wire in &entity.connections {
        writer.pair(&wire.output, &wire.to_text());
    }
    writer.close();
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_entity::WireText;
    use kerosene_kv::{Document, Lookup};
    use kerosene_map::Connection;

    #[test]
    fn wires_to_names_with_commas_come_out_as_they_went_in() {
        let [output, target, input, parameter] = ["OnUse", "a,b\\", "Open", "1,2"].map(str::to_owned);
        let wire = Connection { output, target, input, parameter, delay: 0.5, times: 3 };
        let mut writer = Writer::new();
        write_connections(&mut writer, &Entity { connections: vec![wire.clone()], ..Entity::default() });
        let text = writer.finish();
        let document = Document::parse(&text).unwrap();
        let block = document.blocks("connections").next().unwrap();
        let pair = block.pairs().next().unwrap();
        let read = WireText::parse(&pair.key, &pair.value).unwrap();
        assert_eq!((read.target, read.input, read.parameter), (wire.target, wire.input, wire.parameter));
        assert_eq!((read.delay.as_secs_f64(), read.times), (0.5, Some(3)));
    }
}
