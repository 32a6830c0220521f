//! `env_fade`: fades the screen to a colour or from it.

use crate::shared::who;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, FadeRequest, InputEvent, Request, Value, ValueKind};
use kerosene_math::Vec3;
use kerosene_world::Component;

bitflags::bitflags! {
    /// Bits of `spawnflags`; Source's.
    struct FadeFlags: u32 {
        /// From the colour, instead of to it.
        const FROM = 1;
        /// Only who set it off sees it.
        const ACTIVATOR = 4;
        /// The colour stays.
        const STAY = 8;
    }
}

/// How it fades.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "env_fade")]
pub(crate) struct Fade {
    /// Seconds until the colour is reached.
    #[field(label = "Duration", default = "2")]
    duration: f32,
    /// Seconds that the colour stays.
    #[field(key = "holdtime", label = "Hold time")]
    hold: f32,
    /// How much of the picture the colour covers, 0 to 255.
    #[field(key = "renderamt", label = "Alpha", default = "255")]
    opacity: f32,
    /// Red, green and blue, 0 to 255.
    #[field(key = "rendercolor", label = "Colour", widget = "color")]
    color: Vec3,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_fade", ClassKind::Point)
        .help("Fades the screen to a colour or from it.")
        .component::<Fade>()
        .flag(FadeFlags::FROM.bits(), "Fade from", false)
        .flag(FadeFlags::ACTIVATOR.bits(), "Activator only", false)
        .flag(FadeFlags::STAY.bits(), "Stay out", false)
        .input("Fade", ValueKind::None, fade, "Begins to fade.")
        .output("OnBeginFade", ValueKind::None, "When it begins to fade.")
}

fn fade(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let state = world.get::<Fade>(entity).unwrap_or_default();
    let flags = FadeFlags::from_bits_truncate(world.spawn_flags(entity));
    let who = event.activator.filter(|&who| flags.contains(FadeFlags::ACTIVATOR) && who::is_player(world, who));
    let [red, green, blue] = state.color.to_array();
    let request = FadeRequest {
        color: [red, green, blue, state.opacity].map(|part| part.clamp(0.0, 255.0) as u8),
        duration: state.duration.max(0.0),
        hold: state.hold.max(0.0),
        from_color: flags.contains(FadeFlags::FROM),
        stay: flags.contains(FadeFlags::STAY),
        who,
    };
    world.request(Some(entity), Request::Fade(request));
    world.fire_output(entity, "OnBeginFade", event.activator, Value::None);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{FadeRequest, Request};

    #[test]
    fn it_asks_for_what_its_keys_say() {
        let text = "{ classname env_fade targetname f duration 3 rendercolor \"10 300 -1\" spawnflags 9 }";
        let mut stage = Stage::new(text, &[]);
        stage.input("f", "Fade", "");
        let color = [10, 255, 0, 255];
        let fade = FadeRequest { color, duration: 3.0, hold: 0.0, from_color: true, stay: true, who: None };
        assert_eq!(stage.requests(), [Request::Fade(fade)]);
    }
}
