//! `ambient_generic`: a sound that plays on and on.

use crate::shared::speaker::{self, Speaker};
use kerosene_entity::{ClassDef, EntityId, EntityWorld, InputEvent, Request, ValueKind};
use kerosene_world::Component;

/// Is silent at first.
const STARTS_SILENT: u32 = 1;

/// How it plays.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "ambient_generic")]
pub(crate) struct Ambient {
    /// Whether it begins again when it ends.
    #[field(label = "Looping", default = "1")]
    looping: bool,
}

pub(crate) fn class() -> ClassDef {
    speaker::class("ambient_generic")
        .help("A sound that plays on and on.")
        .component::<Ambient>()
        .flag(STARTS_SILENT, "Starts silent", false)
        .input("PlaySound", ValueKind::None, play, "Plays.")
        .input("StopSound", ValueKind::None, |world, entity, _| stop(world, entity), "Stops.")
        .input("Toggle", ValueKind::None, toggle, "Plays or stops.")
        .input("ToggleSound", ValueKind::None, toggle, "Plays or stops.")
        .on_spawn(|world, entity| {
            if world.spawn_flags(entity) & STARTS_SILENT == 0 && is_looping(world, entity) {
                sound(world, entity, None);
            }
        })
        .on_restore(|world, entity| {
            if world.get::<Speaker>(entity).is_some_and(|state| state.playing) {
                speaker::ask(world, entity, true);
            }
        })
}

fn is_looping(world: &EntityWorld, entity: EntityId) -> bool {
    world.get::<Ambient>(entity).is_some_and(|state| state.looping)
}

fn play(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    sound(world, entity, event.activator);
}

/// Only what plays on and on can be stopped again by the state; a sound that ends by itself is forgotten.
fn sound(world: &mut EntityWorld, entity: EntityId, activator: Option<EntityId>) {
    let looping = is_looping(world, entity);
    speaker::play(world, entity, looping, activator);
    if let Some(mut state) = world.get_mut::<Speaker>(entity) {
        state.playing = looping;
    }
}

fn stop(world: &mut EntityWorld, entity: EntityId) {
    world.request(Some(entity), Request::StopSound);
    if let Some(mut state) = world.get_mut::<Speaker>(entity) {
        state.playing = false;
    }
}

fn toggle(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let playing = world.get::<Speaker>(entity).is_some_and(|state| state.playing);
    if playing { stop(world, entity) } else { play(world, entity, event) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, SoundRequest};

    fn sound(stage: &mut Stage, name: &str) -> SoundRequest {
        SoundRequest { looping: true, ..SoundRequest::once(stage.world.intern(name)) }
    }

    #[test]
    fn it_plays_from_the_beginning_and_goes_on_after_a_load() {
        let mut stage = Stage::new("{ classname ambient_generic targetname a sound hum pitch 50 radius 300 }", &[]);
        let expected = SoundRequest { pitch: 0.5, radius: 300.0, ..sound(&mut stage, "hum") };
        assert_eq!(stage.requests(), [Request::PlaySound(expected)]);
        stage.world.run_restore_handlers();
        assert_eq!(stage.requests(), [Request::PlaySound(expected)]);
        stage.input("a", "Toggle", "");
        stage.world.run_restore_handlers();
        assert_eq!(stage.requests(), [Request::StopSound]);
    }

    #[test]
    fn source_s_keys_are_known() {
        let text = "{ classname ambient_generic targetname a message wind health 4 spawnflags 3 }";
        let mut stage = Stage::new(text, &[]);
        assert!(stage.requests().is_empty());
        stage.input("a", "PlaySound", "");
        let expected = SoundRequest { volume: 0.4, everywhere: true, ..sound(&mut stage, "wind") };
        assert_eq!(stage.requests(), [Request::PlaySound(expected)]);
        stage.input("a", "Volume", "5");
        assert_eq!(stage.requests(), [Request::SoundVolume { volume: 0.5 }]);
    }
}
