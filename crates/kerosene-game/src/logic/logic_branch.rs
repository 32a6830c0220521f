//! `logic_branch`: remembers a yes or no, and asks it.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::Component;

/// What a branch remembers.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "logic_branch")]
pub(crate) struct Branch {
    /// Whether it begins true.
    #[field(key = "initialvalue", label = "Initial value")]
    value: bool,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_branch", ClassKind::Point)
        .help("Remembers a yes or no, and asks it.")
        .component::<Branch>()
        .input("SetValue", ValueKind::Bool, set_value, "Sets the value and fires nothing.")
        .input("SetValueTest", ValueKind::Bool, set_value_test, "Sets the value, then tests it.")
        .input("Toggle", ValueKind::None, toggle, "Turns the value over and fires nothing.")
        .input("ToggleTest", ValueKind::None, toggle_test, "Turns the value over, then tests it.")
        .input("Test", ValueKind::None, test, "Fires OnTrue or OnFalse.")
        .output("OnTrue", ValueKind::Bool, "When a test finds the value true.")
        .output("OnFalse", ValueKind::Bool, "When a test finds the value false.")
}

fn set_value(world: &mut EntityWorld, branch: EntityId, event: &InputEvent) {
    let value = event.value.bool().unwrap_or_default();
    world.insert(branch, Branch { value });
}

fn set_value_test(world: &mut EntityWorld, branch: EntityId, event: &InputEvent) {
    set_value(world, branch, event);
    test(world, branch, event);
}

fn toggle(world: &mut EntityWorld, branch: EntityId, _: &InputEvent) {
    if let Some(mut state) = world.get_mut::<Branch>(branch) {
        state.value = !state.value;
    }
}

fn toggle_test(world: &mut EntityWorld, branch: EntityId, event: &InputEvent) {
    toggle(world, branch, event);
    test(world, branch, event);
}

fn test(world: &mut EntityWorld, branch: EntityId, event: &InputEvent) {
    let value = world.get::<Branch>(branch).unwrap_or_default().value;
    let output = if value { "OnTrue" } else { "OnFalse" };
    world.fire_output(branch, output, event.activator, Value::Bool(value));
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_says_what_it_was_told_last() {
        let mut stage = Stage::new("{ classname logic_branch targetname b initialvalue 1 }", &[]);
        for (input, value) in [("Test", ""), ("ToggleTest", ""), ("SetValue", "1"), ("Toggle", ""), ("Test", "")] {
            stage.input("b", input, value);
        }
        stage.input("b", "SetValueTest", "1");
        assert_eq!(stage.outputs(), ["OnTrue", "OnFalse", "OnFalse", "OnTrue"]);
    }
}
