//! `illusionary`: brushes that are seen and in nobody's way.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Flags, ModelRole};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("illusionary", ClassKind::Brush)
        .help("Brushes that are seen and in nobody's way.")
        .model(ModelRole::Static)
        .on_spawn(spawn)
}

fn spawn(world: &mut EntityWorld, brushes: EntityId) {
    world.change_flags(brushes, |flags| flags.insert(Flags::NON_SOLID));
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::Flags;

    #[test]
    fn it_is_in_nobody_s_way() {
        let stage = Stage::new("{ classname func_illusionary targetname i model *1 }", &[[0.0; 6]]);
        assert_eq!(stage.world.flags(stage.find("i")), Flags::NON_SOLID);
    }
}
