//! `point_message`: shows people text.

use crate::shared::who;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, Value, ValueKind};

/// Everybody sees it.
const ALL_PLAYERS: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("point_message", ClassKind::Point)
        .help("Shows people text.")
        .key("message", KeyKind::String, "", "Message", "The text.")
        .flag(ALL_PLAYERS, "All players", false)
        .input("Show", ValueKind::Text, show, "Shows the text of the wire, else its own.")
        .input("Display", ValueKind::Text, show, "Shows the text of the wire, else its own.")
        .input("ShowMessage", ValueKind::Text, show, "Shows the text of the wire, else its own.")
        .input("SetText", ValueKind::Text, set_text, "Changes its text.")
        .output("OnShowMessage", ValueKind::None, "When the text is shown.")
}

/// The player who set it off sees it; where it was no player, all of them.
fn show(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let own = world.field(entity, "message").and_then(Value::text).unwrap_or_default();
    let given = event.value.text().filter(|&text| !world.text(text).is_empty());
    let all = world.spawn_flags(entity) & ALL_PLAYERS != 0;
    let who = event.activator.filter(|&activator| !all && who::is_player(world, activator));
    world.request(Some(entity), Request::Message { text: given.unwrap_or(own), who });
    world.fire_output(entity, "OnShowMessage", event.activator, Value::None);
}

fn set_text(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    if let Some(message) = event.value.text() {
        world.set_field(entity, "message", Value::Text(message));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, Value};
    use kerosene_math::Vec3;

    #[test]
    fn the_one_who_set_it_off_sees_it_or_everybody() {
        let text = "{ classname point_message targetname m message hello } \
                    { classname point_message targetname a message hello spawnflags 1 }";
        let mut stage = Stage::new(text, &[]);
        let player = stage.player(Vec3::ZERO);
        let (own, given) = (stage.world.intern("hello"), stage.world.intern("bye"));
        for (name, value, activator) in
            [("m", Value::None, Some(player)), ("m", Value::Text(given), None), ("a", Value::None, Some(player))]
        {
            let entity = stage.find(name);
            stage.world.accept_input(entity, "Display", value, activator, None);
        }
        let expected = [(own, Some(player)), (given, None), (own, None)];
        assert_eq!(stage.requests(), expected.map(|(text, who)| Request::Message { text, who }));
    }
}
