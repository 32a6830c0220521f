//! `env_shake`: shakes the view.

use crate::shared::number;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, ShakeRequest, ValueKind};
use kerosene_math::Angles;
use kerosene_world::Component;

bitflags::bitflags! {
    /// Bits of `spawnflags`; Source's.
    struct ShakeFlags: u32 {
        /// Is felt everywhere.
        const EVERYWHERE = 1;
        /// Is felt in the air too.
        const IN_AIR = 4;
    }
}

/// How it shakes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "env_shake")]
pub(crate) struct Shake {
    /// How far the view moves, in units.
    #[field(label = "Amplitude", default = "4")]
    amplitude: f32,
    /// How far it is felt, in units.
    #[field(label = "Radius", default = "500")]
    radius: f32,
    /// Seconds.
    #[field(label = "Duration", default = "1")]
    duration: f32,
    /// Times a second.
    #[field(label = "Frequency", default = "2.5")]
    frequency: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_shake", ClassKind::Point)
        .help("Shakes the view.")
        .component::<Shake>()
        .flag(ShakeFlags::EVERYWHERE.bits(), "Global shake", false)
        .flag(ShakeFlags::IN_AIR.bits(), "In air", false)
        .input("StartShake", ValueKind::None, start, "Begins to shake.")
        .input("StopShake", ValueKind::None, stop, "Stops shaking.")
        .input("Amplitude", ValueKind::Float, set_amplitude, "Changes how far the view moves.")
        .input("Frequency", ValueKind::Float, set_frequency, "Changes how often it moves.")
}

fn start(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    let state = world.get::<Shake>(entity).unwrap_or_default();
    ask(world, entity, state);
}

/// A shake of no length takes the place of the one before.
fn stop(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    let state = world.get::<Shake>(entity).unwrap_or_default();
    ask(world, entity, Shake { amplitude: 0.0, duration: 0.0, ..state });
}

fn ask(world: &mut EntityWorld, entity: EntityId, shake: Shake) {
    let flags = ShakeFlags::from_bits_truncate(world.spawn_flags(entity));
    let request = ShakeRequest {
        amplitude: shake.amplitude.max(0.0),
        frequency: shake.frequency.max(0.0),
        duration: shake.duration.max(0.0),
        radius: if flags.contains(ShakeFlags::EVERYWHERE) { 0.0 } else { shake.radius.max(0.0) },
        in_air: flags.contains(ShakeFlags::IN_AIR),
        angles: Angles::ZERO,
    };
    world.request(Some(entity), Request::Shake(request));
}

fn set_amplitude(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    number::put::<Shake>(world, entity, event, |state, amplitude| state.amplitude = amplitude);
}

fn set_frequency(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    number::put::<Shake>(world, entity, event, |state, frequency| state.frequency = frequency);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, ShakeRequest};
    use kerosene_math::Angles;

    #[test]
    fn it_shakes_and_stops() {
        let mut stage = Stage::new("{ classname env_shake targetname s spawnflags 1 duration 3 }", &[]);
        stage.input("s", "Amplitude", "9");
        stage.input("s", "StartShake", "");
        stage.input("s", "StopShake", "");
        let shake = |amplitude, duration| {
            let angles = Angles::ZERO;
            Request::Shake(ShakeRequest { amplitude, frequency: 2.5, duration, radius: 0.0, in_air: false, angles })
        };
        assert_eq!(stage.requests(), [shake(9.0, 3.0), shake(0.0, 0.0)]);
    }
}
