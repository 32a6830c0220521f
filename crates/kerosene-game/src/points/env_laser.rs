//! `env_laser`: a beam from itself to its target, as far as walls let it through.

use super::env_beam::with_band;
use crate::shared::tinted;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, ValueKind};

pub(crate) fn class() -> ClassDef {
    let class = ClassDef::new("env_laser", ClassKind::Point)
        .help("A beam from itself to its target, as far as walls let it through. One without a name is always on.")
        .key("lasertarget", KeyKind::TargetDestination, "", "Target", "The entity that it points at.")
        .input("TurnOn", ValueKind::None, |world, laser, _| tinted::show(world, laser, true), "Switches it on.")
        .input("TurnOff", ValueKind::None, |world, laser, _| tinted::show(world, laser, false), "Switches it off.")
        .input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
        .on_spawn(|world, laser| tinted::show(world, laser, tinted::begins_on(world, laser)));
    with_band(tinted::with_tint(class))
}

fn toggle(world: &mut EntityWorld, laser: EntityId, _: &InputEvent) {
    tinted::show(world, laser, !tinted::is_shown(world, laser));
}

#[cfg(test)]
mod tests {
    use crate::shared::{stage::Stage, tinted::is_shown};

    #[test]
    fn it_is_switched_on_and_off() {
        let mut stage = Stage::new("{ classname env_laser targetname l lasertarget t }", &[]);
        let mut shown = vec![is_shown(&stage.world, stage.find("l"))];
        for input in ["TurnOn", "Toggle", "Toggle", "TurnOff"] {
            stage.input("l", input, "");
            shown.push(is_shown(&stage.world, stage.find("l")));
        }
        assert_eq!(shown, [false, true, false, true, false]);
    }
}
