//! `prop_physics`: a model that is a rigid body.

use crate::brushes::physbox;
use kerosene_entity::{ClassDef, ClassKind, KeyKind, ModelRole};

pub(crate) fn class() -> ClassDef {
    physbox::declare(ClassDef::new("prop_physics", ClassKind::Point))
        .help("A model that falls, is pushed and carried.")
        .model(ModelRole::Physics)
        .key("model", KeyKind::Model, "props/cube", "Model", "What it looks like.")
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_breaks() {
        let mut stage = Stage::new("{ classname prop_physics targetname p health 10 }", &[]);
        stage.input("p", "Break", "");
        stage.tick();
        assert!(stage.outputs().contains(&"OnBreak".to_owned()));
        assert_eq!(stage.world.find_by_name("p").count(), 0);
    }
}
