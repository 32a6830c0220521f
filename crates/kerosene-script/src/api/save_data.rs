//! What the game keeps for good, beside saved games.

use super::hand::ask;
use super::{Api, Group, row};
use crate::error::refuse;
use kerosene_math::format_float;
use rhai::{Dynamic, FLOAT, INT, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    register_changes(api);
    register_reads(api);
}

fn register_changes(api: &mut Api<'_>) {
    let help = "Keeps a bool, a number or a text for good, beside saved games: scores, what was unlocked, what was seen. False if there are 4,096 values already, or it is longer than 4,096 bytes. Makes text: when something happens, not in each tick.";
    let signature = "(key: string, value: value) -> bool";
    let set = row(Group::SaveData, "set_save_data", signature, help, "set_save_data(\"best_lap\", 81.5)");
    api.add(set, |key: &str, value: Dynamic| {
        let text = if let Ok(number) = value.as_float() {
            format_float(number)
        } else if value.is_int() || value.is_bool() || value.is_string() {
            value.to_string()
        } else {
            return Err(refuse(&format!("{} is not kept for good: a bool, a number, a text is", value.type_name())));
        };
        ask(|context| context.set_save_data(key, &text))
    });
    let help = "Forgets a value. False if there is none.";
    let signature = "(key: string) -> bool";
    let delete = row(Group::SaveData, "delete_save_data", signature, help, "delete_save_data(\"nothing\") == false");
    api.add(delete, |key: &str| ask(|context| context.delete_save_data(key)));
    let help = "Forgets everything.";
    let delete = row(Group::SaveData, "delete_all_save_data", "()", help, "delete_all_save_data()");
    api.add(delete, || ask(|context| context.delete_all_save_data()));
    let help = "Has what is kept written to its file when the tick is over, at a checkpoint, say. It is written too when a level goes and when the program ends.";
    let save = row(Group::SaveData, "save_game_data", "()", help, "save_game_data()");
    api.add(save, || ask(|context| context.save_game_data()));
}

fn register_reads(api: &mut Api<'_>) {
    let help = "A number that was kept, else the one given.";
    let signature = "(key: string, otherwise: float) -> float";
    let example = "save_data_float(\"best_lap\", 999) == 999.0";
    let read = row(Group::SaveData, "save_data_float", signature, help, example);
    api.add(read, |key: &str, otherwise: FLOAT| ask(|context| context.save_data_float(key, otherwise)));
    let help = "A whole number that was kept, else the one given.";
    let signature = "(key: string, otherwise: int) -> int";
    let read = row(Group::SaveData, "save_data_int", signature, help, "save_data_int(\"best\", 0) == 0");
    api.add(read, |key: &str, otherwise: INT| ask(|context| context.save_data_int(key, otherwise)));
    let help = "A truth that was kept, else the one given.";
    let signature = "(key: string, otherwise: bool) -> bool";
    let example = "save_data_bool(\"intro_seen\", false) == false";
    let read = row(Group::SaveData, "save_data_bool", signature, help, example);
    api.add(read, |key: &str, otherwise: bool| ask(|context| context.save_data_bool(key, otherwise)));
    let help = "A text that was kept, else the one given. Allocates.";
    let signature = "(key: string, otherwise: string) -> string";
    let example = "save_data_text(\"name\", \"nobody\") == \"nobody\"";
    let read = row(Group::SaveData, "save_data_text", signature, help, example);
    api.add(read, |key: &str, otherwise: &str| {
        ask(|context| ImmutableString::from(context.save_data_text(key, otherwise)))
    });
}
