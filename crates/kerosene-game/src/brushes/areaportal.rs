//! `areaportal`: an opening that nothing is drawn through while it is shut.
//!
//! The map compiler cuts the level in two along its brushes. Where its target is a mover, that opens it by moving from
//! where it was built, and shuts it by coming back there; without one, inputs do. Whoever draws looks at the key
//! `startopen`, which inputs write.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Value, ValueKind};

/// Whether it is open, for one that no mover opens.
const OPEN: &str = "startopen";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("areaportal", ClassKind::Brush)
        .help("An opening that nothing is drawn through while it is shut.")
        .key(
            "target",
            KeyKind::TargetDestination,
            "",
            "Linked door",
            "The mover that opens it by moving away; empty for inputs.",
        )
        .key(OPEN, KeyKind::Bool, "1", "Start open", "Whether it begins open, for one that no mover opens.")
        .input("Open", ValueKind::None, |world, portal, _| set_open(world, portal, true), "Opens it.")
        .input("Close", ValueKind::None, |world, portal, _| set_open(world, portal, false), "Shuts it.")
        .input("Toggle", ValueKind::None, toggle, "Opens or shuts it.")
}

fn set_open(world: &mut EntityWorld, portal: EntityId, open: bool) {
    world.set_field(portal, OPEN, Value::Int(i64::from(open)));
}

fn toggle(world: &mut EntityWorld, portal: EntityId, _: &InputEvent) {
    let open = world.float_field(portal, OPEN).is_none_or(|open| open != 0.0);
    set_open(world, portal, !open);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn inputs_open_and_shut_it() {
        let mut stage = Stage::new("{ classname func_areaportal targetname p }", &[]);
        let open = |stage: &Stage| stage.world.float_field(stage.find("p"), super::OPEN);
        let mut seen = Vec::new();
        for input in ["Toggle", "Toggle", "Close", "Open"] {
            stage.input("p", input, "");
            seen.push(open(&stage));
        }
        assert_eq!(seen, [Some(0.0), Some(1.0), Some(0.0), Some(1.0)]);
    }
}
