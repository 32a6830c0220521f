//! Inputs: what scripts ask classes to do.

use super::{Api, Group, row};
use crate::action::{ActionTarget, ScriptAction};
use crate::call::{Answer, unpack, with_call};
use crate::value::ScriptValue;
use rhai::{Dynamic, FLOAT, INT, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Sends an input to every entity of a name (`*` and `!player` as in wires), with a value and after a delay in seconds where they are given.";
    let signature = "(target: string, input: string, value: value, delay: float)";
    api.add(
        row(Group::Wires, "ent_fire", signature, help, "ent_fire(\"lamp\", \"Kill\", (), 1.5)"),
        |target: ImmutableString, input: ImmutableString| fire_named(target, input, &Dynamic::UNIT, 0.0),
    );
    api.again("ent_fire", |target: ImmutableString, input: ImmutableString, value: Dynamic| {
        fire_named(target, input, &value, 0.0)
    });
    api.again("ent_fire", |target: ImmutableString, input: ImmutableString, value: Dynamic, delay: FLOAT| {
        fire_named(target, input, &value, delay)
    });
    let help = "Sends an input to one entity, as `ent_fire` does by name.";
    let signature = "(entity: entity, input: string, value: value, delay: float)";
    api.add(
        row(Group::Wires, "fire", signature, help, "find_by_name(\"lamp\").fire(\"Kill\")"),
        |handle: INT, input: ImmutableString| fire_one(handle, input, &Dynamic::UNIT, 0.0),
    );
    api.again("fire", |handle: INT, input: ImmutableString, value: Dynamic| fire_one(handle, input, &value, 0.0));
    api.again("fire", |handle: INT, input: ImmutableString, value: Dynamic, delay: FLOAT| {
        fire_one(handle, input, &value, delay)
    });
}

fn fire_named(target: ImmutableString, input: ImmutableString, value: &Dynamic, delay: FLOAT) -> Answer<()> {
    fire(ActionTarget::Text(target.into()), input, value, delay)
}

/// Nobody gets what is sent to one that is gone.
fn fire_one(handle: INT, input: ImmutableString, value: &Dynamic, delay: FLOAT) -> Answer<()> {
    match unpack(handle) {
        Some(entity) => fire(ActionTarget::Entity(entity), input, value, delay),
        None => Ok(()),
    }
}

fn fire(target: ActionTarget, input: ImmutableString, value: &Dynamic, delay: FLOAT) -> Answer<()> {
    let value = ScriptValue::taken(value)?;
    with_call(|call| {
        call.world()?;
        call.act(ScriptAction::FireInput { target, input: input.into(), value, delay })
    })
}
