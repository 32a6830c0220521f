//! `trigger_counter`: fires when it has been triggered so many times, and says how many are still to come, as Quake's.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, Value, ValueKind};

/// Says nothing.
const SILENT: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("trigger_counter", ClassKind::Point)
        .help("Fires when it has been triggered so many times, and is gone.")
        .key("count", KeyKind::Int, "2", "Count", "How often it is triggered before it fires.")
        .flag(SILENT, "Says nothing", false)
        .input("Trigger", ValueKind::None, input_trigger, "Counts.")
        .output("OnTrigger", ValueKind::None, "When the last one has come.")
}

fn input_trigger(world: &mut EntityWorld, counter: EntityId, event: &InputEvent) {
    let count = world.field(counter, "count").and_then(Value::int).unwrap_or(2);
    if count <= 0 {
        return;
    }
    let left = count - 1;
    world.set_field(counter, "count", Value::Int(left));
    if world.spawn_flags(counter) & SILENT == 0 {
        let text = match left {
            0 => "Sequence completed!".to_owned(),
            1..=3 => format!("Only {left} more to go..."),
            _ => "There are more to go...".to_owned(),
        };
        let text = world.intern(&text);
        world.request(Some(counter), Request::Message { text, who: event.activator });
    }
    if left == 0 {
        world.fire_output(counter, "OnTrigger", event.activator, Value::None);
        world.remove_by(counter, event.activator);
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_counts_down_aloud_fires_once_and_is_gone() {
        let mut stage = Stage::new("{ classname trigger_counter targetname c count 5 }", &[]);
        for _ in 0..5 {
            stage.input("c", "Trigger", "");
        }
        let only = |left: u32| format!("Only {left} more to go...");
        let told = ["There are more to go...".to_owned(), only(3), only(2), only(1), "Sequence completed!".to_owned()];
        assert_eq!(stage.messages(), told);
        assert_eq!(stage.outputs(), ["OnTrigger", "OnKilled"]);
        stage.tick();
        assert_eq!(stage.world.find_by_name("c").count(), 0);
    }

    #[test]
    fn one_that_is_silent_says_nothing() {
        let mut stage = Stage::new("{ classname trigger_counter targetname c spawnflags 1 }", &[]);
        stage.input("c", "Trigger", "");
        assert!(stage.messages().is_empty() && stage.outputs().is_empty());
        stage.input("c", "Trigger", "");
        assert_eq!(stage.outputs()[0], "OnTrigger");
    }
}
