//! `filter_activator_class`: those of a class count.

use crate::shared::filter;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, KeyKind};

/// The name of the class.
pub(crate) const NAME: &str = "filter_activator_class";

/// The class that counts where the key names none.
const DEFAULT_CLASS: &str = "player";

pub(crate) fn class() -> ClassDef {
    filter::class(NAME).help("Those of a class count.").key(
        "filterclass",
        KeyKind::String,
        DEFAULT_CLASS,
        "Filter class",
        "The class of those who count; a `*` at the end stands for anything.",
    )
}

/// Whether somebody counts. A class is known by all its names.
pub(crate) fn passes(world: &EntityWorld, entity: EntityId, who: EntityId) -> bool {
    let wanted = world.text_field(entity, "filterclass").unwrap_or(DEFAULT_CLASS);
    let class = world.registry().find(wanted);
    class.is_some() && class == world.class_of(who) || filter::is_like(world.class_name(who), wanted)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;

    #[test]
    fn it_says_who_passes() {
        let text = "{ classname filter_activator_class targetname f filterclass func_door } \
                    { classname filter_activator_class targetname g filterclass func_door negated 1 }";
        let mut stage = Stage::new(text, &[]);
        for class in ["door", "button"] {
            let other = stage.world.spawn_with(class, &[]);
            for filter in ["f", "g"] {
                let filter = stage.find(filter);
                stage.world.accept_input(filter, "TestActivator", kerosene_entity::Value::None, Some(other), None);
            }
        }
        let fired = stage.fired();
        let fired: Vec<&str> = fired.iter().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(fired, ["f.OnPass", "g.OnFail", "f.OnFail", "g.OnPass"]);
    }
}
