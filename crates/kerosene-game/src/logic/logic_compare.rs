//! `logic_compare`: compares two numbers.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::Component;
use std::cmp::Ordering;

/// The two numbers.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "logic_compare")]
pub(crate) struct Compare {
    /// The number that is compared.
    #[field(key = "initialvalue", label = "Initial value")]
    value: f32,
    /// The number that it is compared with.
    #[field(key = "comparevalue", label = "Compare value")]
    with: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_compare", ClassKind::Point)
        .help("Compares two numbers.")
        .component::<Compare>()
        .input("SetValue", ValueKind::Float, set_value, "Sets the number and compares nothing.")
        .input("SetValueCompare", ValueKind::Float, set_value_compare, "Sets the number, then compares.")
        .input("SetCompareValue", ValueKind::Float, set_compare_value, "Sets the number that it is compared with.")
        .input("Compare", ValueKind::None, compare, "Compares.")
        .output("OnLessThan", ValueKind::Float, "When the number is less.")
        .output("OnEqualTo", ValueKind::Float, "When both are equal.")
        .output("OnNotEqualTo", ValueKind::Float, "When they differ.")
        .output("OnGreaterThan", ValueKind::Float, "When the number is greater.")
}

fn set_value(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    if let (Some(value), Some(mut state)) = (event.value.float(), world.get_mut::<Compare>(entity)) {
        state.value = value;
    }
}

fn set_value_compare(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    set_value(world, entity, event);
    compare(world, entity, event);
}

fn set_compare_value(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    if let (Some(value), Some(mut state)) = (event.value.float(), world.get_mut::<Compare>(entity)) {
        state.with = value;
    }
}

/// Source's order: equal before different.
fn compare(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let state = world.get::<Compare>(entity).unwrap_or_default();
    let outputs: &[&str] = match state.value.total_cmp(&state.with) {
        _ if state.value == state.with => &["OnEqualTo"],
        Ordering::Less => &["OnNotEqualTo", "OnLessThan"],
        Ordering::Equal | Ordering::Greater => &["OnNotEqualTo", "OnGreaterThan"],
    };
    for output in outputs {
        world.fire_output(entity, output, event.activator, Value::Float(state.value));
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn numbers_are_less_equal_or_greater() {
        let mut stage = Stage::new("{ classname logic_compare targetname c comparevalue 2 }", &[]);
        stage.input("c", "Compare", "");
        assert_eq!(stage.outputs(), ["OnNotEqualTo", "OnLessThan"]);
        stage.input("c", "SetValueCompare", "2");
        assert_eq!(stage.outputs(), ["OnEqualTo"]);
        stage.input("c", "SetCompareValue", "-1");
        stage.input("c", "Compare", "");
        assert_eq!(stage.outputs(), ["OnNotEqualTo", "OnGreaterThan"]);
        stage.input("c", "SetValue", "-0.0");
        stage.input("c", "SetCompareValue", "0");
        stage.input("c", "Compare", "");
        assert_eq!(stage.outputs(), ["OnEqualTo"]);
    }
}
