//! `math_counter`: keeps a number between two bounds.
//!
//! Source's: with both bounds at 0 there are none. A bound is told of when the number comes to it, not while it stays.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::Component;

/// The number and its bounds.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "math_counter")]
pub(crate) struct Counter {
    /// The number that it begins with.
    #[field(key = "startvalue", label = "Initial value")]
    value: f32,
    /// The least that it can be.
    #[field(label = "Minimum")]
    min: f32,
    /// The most that it can be; 0 for both bounds is no bounds.
    #[field(label = "Maximum")]
    max: f32,
}

impl Counter {
    fn is_bounded(self) -> bool {
        self.min != 0.0 || self.max != 0.0
    }

    /// A number within the bounds; bounds the wrong way round are taken the right way round.
    fn bounded(self, value: f32) -> f32 {
        if self.is_bounded() { value.clamp(self.min.min(self.max), self.max.max(self.min)) } else { value }
    }

    fn is_at_max(self) -> bool {
        self.is_bounded() && self.value >= self.max.max(self.min)
    }

    fn is_at_min(self) -> bool {
        self.is_bounded() && self.value <= self.min.min(self.max)
    }
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("math_counter", ClassKind::Point)
        .help("Keeps a number between two bounds.")
        .component::<Counter>()
        .input("Add", ValueKind::Float, |world, it, event| change(world, it, event, |a, b| a + b), "Adds.")
        .input("Subtract", ValueKind::Float, |world, it, event| change(world, it, event, |a, b| a - b), "Takes away.")
        .input("Multiply", ValueKind::Float, |world, it, event| change(world, it, event, |a, b| a * b), "Multiplies.")
        .input("Divide", ValueKind::Float, divide, "Divides; by 0 nothing happens.")
        .input("SetValue", ValueKind::Float, |world, it, event| change(world, it, event, |_, b| b), "Sets the number.")
        .input("SetValueNoFire", ValueKind::Float, set_silently, "Sets the number and fires nothing.")
        .input("SetHitMax", ValueKind::Float, set_max, "Sets the maximum.")
        .input("SetHitMin", ValueKind::Float, set_min, "Sets the minimum.")
        .input("GetValue", ValueKind::None, get_value, "Fires OnGetValue.")
        .output("OutValue", ValueKind::Float, "When the number was set or changed.")
        .output("OnHitMax", ValueKind::None, "When the number comes to the maximum.")
        .output("OnHitMin", ValueKind::None, "When the number comes to the minimum.")
        .output("OnChangedFromMax", ValueKind::None, "When the number leaves the maximum.")
        .output("OnChangedFromMin", ValueKind::None, "When the number leaves the minimum.")
        .output("OnGetValue", ValueKind::Float, "When GetValue asks.")
        .on_spawn(|world, counter| {
            if let Some(mut state) = world.get_mut::<Counter>(counter) {
                state.value = state.bounded(state.value);
            }
        })
}

fn divide(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    if event.value.float().is_some_and(|by| by != 0.0) {
        change(world, counter, event, |a, b| a / b);
    }
}

fn change(world: &mut EntityWorld, counter: EntityId, event: &InputEvent, how: fn(f32, f32) -> f32) {
    if let (true, Some(value)) = (world.is_enabled(counter), event.value.float()) {
        update(world, counter, event, |state| state.value = state.bounded(how(state.value, value)));
    }
}

/// Changes the counter and tells what came of it.
fn update(world: &mut EntityWorld, counter: EntityId, event: &InputEvent, change: impl FnOnce(&mut Counter)) {
    let Some(mut state) = world.get_mut::<Counter>(counter) else { return };
    let before = *state;
    change(&mut state);
    let after = *state;
    drop(state);
    if !after.value.is_finite() {
        world.insert(counter, before);
        return world
            .notice_about(counter, format_args!("the number would be {}; it stays {}", after.value, before.value));
    }
    world.fire_output(counter, "OutValue", event.activator, Value::Float(after.value));
    let told = [
        (after.is_at_max() && !before.is_at_max(), "OnHitMax"),
        (!after.is_at_max() && before.is_at_max(), "OnChangedFromMax"),
        (after.is_at_min() && !before.is_at_min(), "OnHitMin"),
        (!after.is_at_min() && before.is_at_min(), "OnChangedFromMin"),
    ];
    for (_, output) in told.iter().filter(|(happened, _)| *happened) {
        world.fire_output(counter, output, event.activator, Value::None);
    }
}

fn set_silently(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    if let (Some(value), Some(mut state)) = (event.value.float(), world.get_mut::<Counter>(counter)) {
        state.value = state.bounded(value);
    }
}

fn set_max(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    let Some(max) = event.value.float() else { return };
    update(world, counter, event, |state| {
        state.max = max;
        state.value = state.bounded(state.value);
    });
}

fn set_min(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    let Some(min) = event.value.float() else { return };
    update(world, counter, event, |state| {
        state.min = min;
        state.value = state.bounded(state.value);
    });
}

fn get_value(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    let value = world.get::<Counter>(counter).unwrap_or_default().value;
    world.fire_output(counter, "OnGetValue", event.activator, Value::Float(value));
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    fn counter(keys: &str) -> Stage {
        Stage::new(&format!("{{ classname math_counter targetname c {keys} }}"), &[])
    }

    #[test]
    fn bounds_are_told_of_when_they_are_reached_and_left() {
        let mut stage = counter("min 0 max 2");
        for _ in 0..3 {
            stage.input("c", "Add", "1");
        }
        stage.input("c", "Subtract", "1");
        stage.input("c", "Multiply", "-7");
        let expected = [
            "OutValue",
            "OnChangedFromMin",
            "OutValue",
            "OnHitMax",
            "OutValue",
            "OutValue",
            "OnChangedFromMax",
            "OutValue",
            "OnHitMin",
        ];
        assert_eq!(stage.outputs(), expected);
    }

    #[test]
    fn without_bounds_it_counts_on() {
        let mut stage = counter("startvalue 5");
        for (input, value) in
            [("Add", "20"), ("Divide", "0"), ("Divide", "-2"), ("SetValueNoFire", "3"), ("GetValue", "")]
        {
            stage.input("c", input, value);
        }
        assert_eq!(stage.outputs(), ["OutValue", "OutValue", "OnGetValue"]);
        let value = stage.world.float_field(stage.find("c"), "startvalue");
        assert_eq!(value, Some(3.0));
    }

    #[test]
    fn what_is_no_number_changes_nothing() {
        let mut stage = counter("startvalue 3e38");
        stage.input("c", "Multiply", "10");
        assert!(stage.outputs().is_empty());
        assert_eq!(stage.world.take_notices().0.len(), 1);
    }

    #[test]
    fn a_new_bound_pulls_the_number_along() {
        let mut stage = counter("startvalue 5 max 9");
        stage.input("c", "SetHitMax", "4");
        assert_eq!(stage.outputs(), ["OutValue", "OnHitMax"]);
        stage.input("c", "Disable", "");
        stage.input("c", "Add", "-1");
        assert!(stage.outputs().is_empty());
    }
}
