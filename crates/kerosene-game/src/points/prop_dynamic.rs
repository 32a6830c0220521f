//! `prop_dynamic`: a model with animations.
//!
//! Which animation it shows is state; what draws models follows it, and tells when one has ended.

use crate::shared::number;
use crate::shared::visibility::set_present;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, ModelRole, Value, ValueKind};
use kerosene_world::{Component, TextId};

/// What it shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "prop_dynamic")]
pub(crate) struct Animated {
    /// The animation that it shows when no other one plays.
    #[field(key = "defaultanim", label = "Default animation")]
    default: TextId,
    /// The animation that it shows now.
    #[field(key = "")]
    animation: TextId,
    /// How quickly it plays; 1 for as it was made.
    #[field(key = "playbackrate", label = "Playback rate", default = "1")]
    rate: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("prop_dynamic", ClassKind::Point)
        .help("A model with animations.")
        .model(ModelRole::Animated)
        .component::<Animated>()
        .key("model", KeyKind::Model, "props/cube", "Model", "What it looks like.")
        .input("SetAnimation", ValueKind::Text, set_animation, "Shows an animation once.")
        .input("SetDefaultAnimation", ValueKind::Text, set_default, "Changes what it shows when no other one plays.")
        .input("SetPlaybackRate", ValueKind::Float, set_rate, "Changes how quickly it plays.")
        .input("AnimationDone", ValueKind::None, done, "What draws it tells that the animation has ended.")
        .input("Enable", ValueKind::None, |world, prop, _| set_present(world, prop, true), "Shows it.")
        .input("Disable", ValueKind::None, |world, prop, _| set_present(world, prop, false), "Hides it.")
        .input("TurnOn", ValueKind::None, |world, prop, _| set_present(world, prop, true), "Shows it.")
        .input("TurnOff", ValueKind::None, |world, prop, _| set_present(world, prop, false), "Hides it.")
        .output("OnAnimationBegun", ValueKind::Text, "When an animation begins; brings its name.")
        .output("OnAnimationDone", ValueKind::Text, "When an animation has ended; brings its name.")
        .on_spawn(|world, prop| {
            if let Some(mut state) = world.get_mut::<Animated>(prop) {
                state.animation = state.default;
            }
        })
}

fn set_animation(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let Some(animation) = event.value.text() else { return };
    if let Some(mut state) = world.get_mut::<Animated>(prop) {
        state.animation = animation;
    }
    world.fire_output(prop, "OnAnimationBegun", event.activator, event.value);
}

fn set_default(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let (Some(default), Some(mut state)) = (event.value.text(), world.get_mut::<Animated>(prop)) else { return };
    if state.animation == state.default {
        state.animation = default;
    }
    state.default = default;
}

fn set_rate(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    number::put::<Animated>(world, prop, event, |state, rate| state.rate = rate);
}

fn done(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let Some(mut state) = world.get_mut::<Animated>(prop) else { return };
    let ended = state.animation;
    state.animation = state.default;
    drop(state);
    world.fire_output(prop, "OnAnimationDone", event.activator, Value::Text(ended));
}

#[cfg(test)]
mod tests {
    use super::Animated;
    use crate::shared::stage::Stage;

    #[test]
    fn it_goes_back_to_its_default() {
        let mut stage = Stage::new("{ classname prop_dynamic targetname p defaultanim idle }", &[]);
        let shown = |stage: &Stage| {
            let state = stage.world.get::<Animated>(stage.find("p")).unwrap_or_default();
            stage.world.text(state.animation).to_owned()
        };
        assert_eq!(shown(&stage), "idle");
        stage.input("p", "SetAnimation", "open");
        assert_eq!(shown(&stage), "open");
        stage.input("p", "SetDefaultAnimation", "stand");
        stage.input("p", "AnimationDone", "");
        assert_eq!(shown(&stage), "stand");
        assert_eq!(stage.outputs(), ["OnAnimationBegun", "OnAnimationDone"]);
    }
}
