//! What is seen on the screen.

use super::{Api, Group, row};
use crate::action::ScriptAction;
use crate::call::{Answer, with_call};
use crate::value::ScriptValue;
use rhai::{Dynamic, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Shows text in the middle of the screen.";
    let message = row(Group::Screen, "message", "(text: string)", help, "message(\"Find the key.\")");
    api.add(message, |text: ImmutableString| with_call(|call| call.act(ScriptAction::Message { text: text.into() })));
    let help = "Sets a value of the user interface.";
    let set = row(Group::Screen, "ui_set", "(name: string, value: value)", help, "ui_set(\"score\", 3)");
    api.add(set, |name: ImmutableString, value: Dynamic| ui("set", name, &value));
    let help = "Tells the user interface that something has happened.";
    let event = row(Group::Screen, "ui_event", "(name: string, value: value)", help, "ui_event(\"scored\", 3)");
    api.add(event, |name: ImmutableString, value: Dynamic| ui("emit", name, &value));
    api.again("ui_event", |name: ImmutableString| ui("emit", name, &Dynamic::UNIT));
    let help = "Shows a layer of the user interface.";
    let show = row(Group::Screen, "ui_show", "(layer: string)", help, "ui_show(\"score\")");
    api.add(show, |name: ImmutableString| ui("show_layer", name, &Dynamic::UNIT));
    let help = "Hides a layer of the user interface.";
    let hide = row(Group::Screen, "ui_hide", "(layer: string)", help, "ui_hide(\"score\")");
    api.add(hide, |name: ImmutableString| ui("hide_layer", name, &Dynamic::UNIT));
}

fn ui(verb: &'static str, name: ImmutableString, value: &Dynamic) -> Answer<()> {
    let value = ScriptValue::taken(value)?;
    with_call(|call| call.act(ScriptAction::Ui { verb: verb.into(), name: name.into(), value }))
}
