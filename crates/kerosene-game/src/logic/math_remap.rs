//! `math_remap`: takes numbers of one range to another.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::Component;

/// Numbers outside the range are not passed on.
const IGNORE_OUTSIDE: u32 = 1;
/// Results stay within the other range.
const CLAMP: u32 = 2;

/// The two ranges.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "math_remap")]
pub(crate) struct Remap {
    /// Beginning of the range that comes in.
    #[field(key = "in1", label = "Minimum valid input")]
    in_from: f32,
    /// End of the range that comes in.
    #[field(key = "in2", label = "Maximum valid input", default = "1")]
    in_to: f32,
    /// What the beginning becomes.
    #[field(key = "out1", label = "Output at the minimum")]
    out_from: f32,
    /// What the end becomes.
    #[field(key = "out2", label = "Output at the maximum")]
    out_to: f32,
}

impl Remap {
    /// Where a number lies in the range that comes in: 0 at the beginning, 1 at the end. A range of no width has a step.
    fn share(self, value: f32) -> f32 {
        let width = self.in_to - self.in_from;
        if width == 0.0 { f32::from(u8::from(value >= self.in_to)) } else { (value - self.in_from) / width }
    }
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("math_remap", ClassKind::Point)
        .help("Takes numbers of one range to another.")
        .component::<Remap>()
        .flag(IGNORE_OUTSIDE, "Ignore out of range input values", true)
        .flag(CLAMP, "Clamp output to output range", false)
        .input("InValue", ValueKind::Float, in_value, "A number to take over.")
        .output("OutValue", ValueKind::Float, "When a number was taken over.")
}

fn in_value(world: &mut EntityWorld, remap: EntityId, event: &InputEvent) {
    let (Some(value), true) = (event.value.float(), world.is_enabled(remap)) else { return };
    let (state, flags) = (world.get::<Remap>(remap).unwrap_or_default(), world.spawn_flags(remap));
    let inside = value >= state.in_from.min(state.in_to) && value <= state.in_from.max(state.in_to);
    if flags & IGNORE_OUTSIDE != 0 && !inside {
        return;
    }
    let share = state.share(value);
    let share = if flags & CLAMP != 0 { share.clamp(0.0, 1.0) } else { share };
    let out = state.out_from + (state.out_to - state.out_from) * share;
    world.fire_output(remap, "OutValue", event.activator, Value::Float(out));
}

#[cfg(test)]
mod tests {
    use super::Remap;
    use crate::shared::stage::Stage;

    /// What a counter behind the remap holds after a number went in; it begins with -1.
    fn remapped(flags: u32, ranges: &str, value: &str) -> Option<f32> {
        let text = format!(
            "{{ classname math_remap targetname m spawnflags {flags} {ranges} connections {{ OutValue \"c,SetValue\" }} }} \
             {{ classname math_counter targetname c startvalue -1 }}"
        );
        let mut stage = Stage::new(&text, &[]);
        stage.input("m", "InValue", value);
        stage.tick();
        stage.world.float_field(stage.find("c"), "startvalue")
    }

    #[test]
    fn numbers_go_from_range_to_range() {
        let ranges = "in1 10 in2 20 out1 100 out2 0";
        assert_eq!(remapped(0, ranges, "12.5"), Some(75.0));
        assert_eq!(remapped(0, ranges, "30"), Some(-100.0));
        assert_eq!(remapped(2, ranges, "30"), Some(0.0));
        assert_eq!(remapped(1, ranges, "30"), Some(-1.0));
        assert_eq!(remapped(1, "in1 1 in2 -1 out1 5 out2 7", "-1"), Some(7.0));
    }

    #[test]
    fn a_range_of_no_width_is_a_step() {
        let remap = Remap { in_from: 2.0, in_to: 2.0, out_from: 0.0, out_to: 1.0 };
        assert_eq!([1.9, 2.0, 2.1].map(|value| remap.share(value)), [0.0, 1.0, 1.0]);
    }
}
