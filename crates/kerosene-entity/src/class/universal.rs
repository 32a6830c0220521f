//! What every entity takes and fires, whatever its class.
//!
//! A class that declares an input of the same name puts its own in place of the universal one.

use super::def::{InputDef, OutputDef};
use super::handlers::InputEvent;
use crate::kdef::ValueKind;
use crate::value::Value;
use crate::{EntityId, EntityWorld, Flags};

const fn input(
    name: &'static str,
    kind: ValueKind,
    handler: super::handlers::InputHandler,
    help: &'static str,
) -> InputDef {
    InputDef { name, kind, handler, help }
}

/// Inputs of every class.
pub(crate) const INPUTS: [InputDef; 12] = [
    input("Kill", ValueKind::None, kill, "Removes the entity at the end of the tick; what is parented to it stays."),
    input("KillHierarchy", ValueKind::None, kill_hierarchy, "Removes the entity and all that is parented to it."),
    input(
        "AddOutput",
        ValueKind::Text,
        add_output,
        "Adds a wire `OnUser1 door:Open::0:-1`, or sets a key `speed 200`.",
    ),
    input("FireUser1", ValueKind::None, fire_user_1, "Fires OnUser1."),
    input("FireUser2", ValueKind::None, fire_user_2, "Fires OnUser2."),
    input("FireUser3", ValueKind::None, fire_user_3, "Fires OnUser3."),
    input("FireUser4", ValueKind::None, fire_user_4, "Fires OnUser4."),
    input("SetParent", ValueKind::Text, set_parent, "Makes the entity follow another one."),
    input("ClearParent", ValueKind::None, clear_parent, "Lets the entity stay where it is."),
    input("Enable", ValueKind::None, enable, "Switches the entity on."),
    input("Disable", ValueKind::None, disable, "Switches the entity off."),
    input("SetName", ValueKind::Text, set_name, "Gives the entity another name."),
];

const fn output(name: &'static str, help: &'static str) -> OutputDef {
    OutputDef { name, kind: ValueKind::Any, help }
}

/// Outputs of every class.
pub(crate) const OUTPUTS: [OutputDef; 5] = [
    output("OnUser1", "When FireUser1 arrives."),
    output("OnUser2", "When FireUser2 arrives."),
    output("OnUser3", "When FireUser3 arrives."),
    output("OnUser4", "When FireUser4 arrives."),
    output("OnKilled", "When the entity is removed."),
];

fn kill(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.remove_by(entity, event.activator);
}

fn kill_hierarchy(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.remove_hierarchy(entity, event.activator);
}

fn add_output(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let Some(text) = event.value.text() else { return };
    let text = world.text(text).to_owned();
    world.add_output(entity, &text);
}

fn fire_user_1(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.fire_output(entity, "OnUser1", event.activator, Value::None);
}

fn fire_user_2(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.fire_output(entity, "OnUser2", event.activator, Value::None);
}

fn fire_user_3(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.fire_output(entity, "OnUser3", event.activator, Value::None);
}

fn fire_user_4(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    world.fire_output(entity, "OnUser4", event.activator, Value::None);
}

fn set_parent(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let Some(name) = event.value.text() else { return };
    let target = world.target_of_text(name);
    match world.resolve_first(target, event.activator, event.caller) {
        Some(parent) => {
            world.set_parent(entity, parent);
        }
        None => {
            let name = world.text(name).to_owned();
            world.notice_about(entity, format_args!("SetParent: nothing is named `{name}`"));
        }
    }
}

fn clear_parent(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    world.clear_parent(entity);
}

fn enable(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    world.change_flags(entity, |flags| flags.remove(Flags::DISABLED));
}

fn disable(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    world.change_flags(entity, |flags| flags.insert(Flags::DISABLED));
}

fn set_name(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let Some(name) = event.value.text() else { return };
    world.rename(entity, name);
}
