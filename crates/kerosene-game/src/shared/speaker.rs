//! What entities that sound have in common.

use super::number;
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, SoundRequest, Value, ValueKind,
};
use kerosene_world::{Component, TextId};

/// Is heard everywhere alike.
const EVERYWHERE: u32 = 2;

/// The sound and whether it plays.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "speaker")]
pub(crate) struct Speaker {
    /// The sound; where it is empty, the key `message` names it, as in Source.
    #[field(label = "Sound", widget = "sound")]
    sound: TextId,
    /// 0 to 1; where the key `health` is set, it is that times ten, as in Source.
    #[field(label = "Volume", default = "1")]
    volume: f32,
    /// 1 for the pitch that it was recorded at; above 10 it is a percentage.
    #[field(label = "Pitch", default = "1")]
    pitch: f32,
    /// How far it is heard, in units; 0 for what the sound says.
    #[field(label = "Radius")]
    radius: f32,
    /// Whether it plays, for one that plays on and on.
    #[field(key = "")]
    pub(crate) playing: bool,
}

/// A pitch above this is a percentage.
const HIGHEST_PITCH: f32 = 10.0;

/// What every class that sounds declares.
pub(crate) fn class(name: &'static str) -> ClassDef {
    ClassDef::new(name, ClassKind::Point)
        .component::<Speaker>()
        .flag(EVERYWHERE, "Heard everywhere", false)
        .input("Volume", ValueKind::Float, set_volume, "Changes the volume, 0 to 1; above 1 it is out of ten.")
        .input("Pitch", ValueKind::Float, set_pitch, "Changes the pitch of what plays next.")
        .output("OnPlay", ValueKind::None, "When it begins to play.")
}

/// Plays the sound of an entity, looping or once.
pub(crate) fn play(world: &mut EntityWorld, entity: EntityId, looping: bool, activator: Option<EntityId>) {
    ask(world, entity, looping);
    world.fire_output(entity, "OnPlay", activator, Value::None);
}

/// Asks for the sound alone.
pub(crate) fn ask(world: &mut EntityWorld, entity: EntityId, looping: bool) {
    let state = world.get::<Speaker>(entity).unwrap_or_default();
    let sound = if world.text(state.sound).is_empty() {
        super::sound::chosen(world, entity, state.sound, &["message"])
    } else {
        state.sound
    };
    let volume = world.float_field(entity, "health").map_or(state.volume, |tenths| tenths / 10.0);
    let request = SoundRequest {
        sound,
        volume: volume.clamp(0.0, 1.0),
        pitch: if state.pitch > HIGHEST_PITCH { state.pitch / 100.0 } else { state.pitch },
        radius: state.radius.max(0.0),
        looping,
        everywhere: world.spawn_flags(entity) & EVERYWHERE != 0,
    };
    world.request(Some(entity), Request::PlaySound(request));
}

fn set_volume(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let Some(volume) = event.value.float() else { return };
    let volume = if volume > 1.0 { volume / 10.0 } else { volume }.clamp(0.0, 1.0);
    world.remove_field(entity, "health");
    let Some(mut state) = world.get_mut::<Speaker>(entity) else { return };
    state.volume = volume;
    drop(state);
    world.request(Some(entity), Request::SoundVolume { volume });
}

fn set_pitch(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    number::put::<Speaker>(world, entity, event, |state, pitch| state.pitch = pitch.max(0.0));
}
