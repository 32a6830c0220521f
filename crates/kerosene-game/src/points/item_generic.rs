//! `item_generic`: something that players pick up; what it is good for, its wires say.

use crate::shared::item::{self, Item};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, KeyKind, ModelRole, Touch, Value, ValueKind};

/// Stays there when somebody has it.
const STAYS: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("item_generic", ClassKind::Point)
        .help("Something that players pick up.")
        .model(ModelRole::Static)
        .component::<Item>()
        .key("model", KeyKind::Model, "props/cube", "Model", "What it looks like.")
        .flag(STAYS, "Stays", false)
        .output("OnPlayerTouch", ValueKind::None, "When a player has it.")
        .on_touch(touched)
}

fn touched(world: &mut EntityWorld, entity: EntityId, touch: &Touch) {
    let Some(player) = item::comer(world, entity, touch) else { return };
    world.fire_output(entity, "OnPlayerTouch", Some(player), Value::None);
    if world.spawn_flags(entity) & STAYS == 0 {
        world.remove_by(entity, Some(player));
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::TouchPhase;
    use kerosene_math::Vec3;

    #[test]
    fn a_player_has_it_once_unless_it_stays() {
        for (flags, times) in [(0, 1), (1, 2)] {
            let text = format!("{{ classname item_generic targetname i spawnflags {flags} }}");
            let mut stage = Stage::new(&text, &[]);
            let player = stage.player(Vec3::ZERO);
            for phase in [TouchPhase::Start, TouchPhase::Stay, TouchPhase::End, TouchPhase::Start] {
                stage.touch("i", player, phase);
                stage.tick();
            }
            assert_eq!(stage.outputs().iter().filter(|output| *output == "OnPlayerTouch").count(), times);
        }
    }
}
