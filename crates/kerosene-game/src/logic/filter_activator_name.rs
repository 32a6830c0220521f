//! `filter_activator_name`: those of a name count.

use crate::shared::filter;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, KeyKind};

/// The name of the class.
pub(crate) const NAME: &str = "filter_activator_name";

pub(crate) fn class() -> ClassDef {
    filter::class(NAME).help("Those of a name count.").key(
        "filtername",
        KeyKind::TargetDestination,
        "",
        "Filter name",
        "The name of those who count; a `*` at the end stands for anything.",
    )
}

/// Whether somebody counts.
pub(crate) fn passes(world: &EntityWorld, entity: EntityId, who: EntityId) -> bool {
    filter::is_like(world.name_of(who), world.text_field(entity, "filtername").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn a_trigger_notices_those_of_the_name() {
        let text = "{ classname trigger_multiple targetname t model *1 wait 0 spawnflags 64 filtername f } \
                    { classname filter_activator_name targetname f filtername box* }";
        let mut stage = Stage::new(text, &[[0.0; 6]]);
        for name in ["box", "Boxer", "bo", ""] {
            let other = stage.world.spawn_with("info_target", &[("targetname", name)]);
            stage.touch("t", other, kerosene_entity::TouchPhase::Start);
        }
        assert_eq!(stage.outputs().iter().filter(|output| *output == "OnTrigger").count(), 2);
    }
}
