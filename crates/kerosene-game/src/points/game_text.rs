//! `game_text`: text at a place on the screen, in a colour, for a time.

use crate::shared::{tinted::set, who};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, TextEffect, TextRequest, Value, ValueKind,
};

/// Everybody sees it.
const ALL_PLAYERS: u32 = 1;

/// The longest that a part of a text's time can be, in seconds.
const LONGEST: f32 = 3600.0;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("game_text", ClassKind::Point)
        .help("Text at a place on the screen, in a colour, for a time.")
        .key("message", KeyKind::String, "", "Message", "The text; `\\n` begins a line.")
        .key("x", KeyKind::Float, "-1", "X", "How far from the left, 0 to 1; -1 for the middle.")
        .key("y", KeyKind::Float, "0.6", "Y", "How far from the top, 0 to 1; -1 for the middle.")
        .key("effect", KeyKind::Choices, "0", "Effect", "How it comes and goes.")
        .choice("0", "Fade")
        .choice("1", "Flicker")
        .choice("2", "Letter by letter")
        .key("color", KeyKind::Color, "255 255 255", "Colour", "Red, green and blue, 0 to 255.")
        .key("color2", KeyKind::Color, "240 110 0", "Newest letter", "Its colour where letters come one by one.")
        .key(
            "fadein",
            KeyKind::Float,
            "0.5",
            "Fade in",
            "Seconds in which it comes; for each letter where they come singly.",
        )
        .key("fadeout", KeyKind::Float, "0.5", "Fade out", "Seconds in which it goes.")
        .key("holdtime", KeyKind::Float, "3", "Hold time", "Seconds that it stays.")
        .key("channel", KeyKind::Int, "1", "Channel", "0 to 7; a text takes the place of the one on its channel.")
        .flag(ALL_PLAYERS, "All players", true)
        .input("Display", ValueKind::Text, display, "Shows the text of the wire, else its own.")
        .input("SetText", ValueKind::Text, set_text, "Changes its text.")
        .input("SetPosX", ValueKind::Float, |world, it, event| set(world, it, "x", event), "Moves it.")
        .input("SetPosY", ValueKind::Float, |world, it, event| set(world, it, "y", event), "Moves it.")
}

/// The player who set it off sees it; where it was no player, all of them.
fn display(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let own = world.field(entity, "message").and_then(Value::text).unwrap_or_default();
    let given = event.value.text().filter(|&text| !world.text(text).is_empty());
    let all = world.spawn_flags(entity) & ALL_PLAYERS != 0;
    let number = |key: &str, missing: f32| world.float_field(entity, key).unwrap_or(missing);
    let seconds = |key: &str, missing: f32| number(key, missing).clamp(0.0, LONGEST);
    let request = TextRequest {
        text: given.unwrap_or(own),
        place: [number("x", -1.0), number("y", 0.6)],
        color: color(world, entity, "color", [255; 3]),
        newest_color: color(world, entity, "color2", [240, 110, 0]),
        effect: match number("effect", 0.0) as i32 {
            1 => TextEffect::Flicker,
            2 => TextEffect::Scan,
            _ => TextEffect::Fade,
        },
        fade_in: seconds("fadein", 0.5),
        hold: seconds("holdtime", 3.0),
        fade_out: seconds("fadeout", 0.5),
        channel: number("channel", 1.0).clamp(0.0, 7.0) as u8,
        who: event.activator.filter(|&activator| !all && who::is_player(world, activator)),
    };
    world.request(Some(entity), Request::Text(request));
}

/// Red, green and blue as a key says them.
fn color(world: &EntityWorld, entity: EntityId, key: &str, missing: [u8; 3]) -> [u8; 3] {
    let Some(value) = world.field(entity, key) else { return missing };
    let part = |part: f32| part.clamp(0.0, 255.0) as u8;
    if let Some(color) = value.vector() {
        return color.to_array().map(part);
    }
    let text = value.text().map(|text| world.text(text)).unwrap_or_default();
    let mut parts = text.split_ascii_whitespace().map_while(|word| word.parse::<f32>().ok()).map(part);
    let mut color = missing;
    color.iter_mut().for_each(|slot| *slot = parts.next().unwrap_or(*slot));
    color
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
    use kerosene_entity::{Request, TextEffect, TextRequest};

    fn shown(stage: &mut Stage) -> TextRequest {
        let requests = stage.requests();
        let [Request::Text(text)] = requests.as_slice() else { panic!("{requests:?}") };
        *text
    }

    #[test]
    fn it_asks_for_what_its_keys_say() {
        let keys = "message hello x 0.25 color \"300 128 -1\" effect 2 fadein 0.05 holdtime 2 channel 9";
        let mut stage = Stage::new(&format!("{{ classname game_text targetname t {keys} }}"), &[]);
        stage.input("t", "Display", "");
        let text = shown(&mut stage);
        assert_eq!(stage.world.text(text.text), "hello");
        assert_eq!((text.place, text.color, text.effect), ([0.25, 0.6], [255, 128, 0], TextEffect::Scan));
        assert_eq!((text.fade_in, text.hold, text.fade_out, text.channel), (0.05, 2.0, 0.5, 7));
    }

    #[test]
    fn its_text_and_place_are_changed_by_wires() {
        let mut stage = Stage::new("{ classname game_text targetname t message hello }", &[]);
        stage.input("t", "SetText", "bye");
        stage.input("t", "SetPosX", "0.75");
        stage.input("t", "Display", "");
        let text = shown(&mut stage);
        assert_eq!((stage.world.text(text.text), text.place[0]), ("bye", 0.75));
        stage.input("t", "Display", "once");
        let text = shown(&mut stage);
        assert_eq!(stage.world.text(text.text), "once");
    }
}
