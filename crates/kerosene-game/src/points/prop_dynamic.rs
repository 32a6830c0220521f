//! `prop_dynamic`: a model with animations.
//!
//! What it plays is state of the entity world ([`kerosene_entity::Animation`]): the engine knows from the model when it
//! has ended, with or without anybody who draws it.

use crate::shared::visibility::set_present;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, ModelRole, Value, ValueKind};
use kerosene_world::{Component, TextId};

/// What it shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "prop_dynamic")]
pub(crate) struct Animated {
    /// The animation that it shows when no other one plays; where it is empty, the key `sequence` names it.
    #[field(key = "defaultanim", label = "Default animation")]
    default: TextId,
    /// The animation that plays instead, until it ends.
    #[field(key = "")]
    playing: TextId,
    /// How quickly it plays: 1 for as it was made, negative for backwards.
    #[field(key = "playbackrate", label = "Playback rate", default = "1")]
    rate: f32,
    /// Whether it stays at the end of an animation, instead of going back to its default one.
    #[field(key = "holdanimation", label = "Hold animation")]
    holds: bool,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("prop_dynamic", ClassKind::Point)
        .help("A model with animations.")
        .model(ModelRole::Animated)
        .component::<Animated>()
        .key("model", KeyKind::Model, "props/cube", "Model", "What it looks like.")
        .key("sequence", KeyKind::String, "", "Sequence", "The default animation, as Half-Life's editors name it.")
        .key("modelscale", KeyKind::Float, "1", "Scale", "How many times larger than it was made.")
        .input("SetAnimation", ValueKind::Text, set_animation, "Shows an animation; a looped one until the next comes.")
        .input("SetDefaultAnimation", ValueKind::Text, set_default, "Changes what it shows when no other one plays.")
        .input("SetPlaybackRate", ValueKind::Float, set_rate, "Changes how quickly it plays; negative for backwards.")
        .input("Enable", ValueKind::None, |world, prop, _| set_present(world, prop, true), "Shows it.")
        .input("Disable", ValueKind::None, |world, prop, _| set_present(world, prop, false), "Hides it.")
        .input("TurnOn", ValueKind::None, |world, prop, _| set_present(world, prop, true), "Shows it.")
        .input("TurnOff", ValueKind::None, |world, prop, _| set_present(world, prop, false), "Hides it.")
        .output("OnAnimationBegun", ValueKind::Text, "When SetAnimation has begun one; brings its name.")
        .output("OnAnimationDone", ValueKind::Text, "When one that SetAnimation began has ended; brings its name.")
        .on_spawn(begin)
        .on_animation_done(done)
}

fn begin(world: &mut EntityWorld, prop: EntityId) {
    let mut state = world.get::<Animated>(prop).unwrap_or_default();
    if world.text(state.default).is_empty()
        && let Some(sequence) = world.text_field(prop, "sequence").map(str::to_owned)
    {
        state.default = world.intern(&sequence);
        world.insert(prop, state);
    }
    show_default(world, prop);
}

/// Goes back to what it shows when nothing else plays; without anything, to how it was made.
fn show_default(world: &mut EntityWorld, prop: EntityId) {
    let state = world.get::<Animated>(prop).unwrap_or_default();
    if world.animation(prop).is_some() || !world.text(state.default).is_empty() {
        world.play_animation(prop, state.default, state.rate);
    }
}

fn set_animation(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let Some(animation) = event.value.text() else { return };
    let Some(mut state) = world.get_mut::<Animated>(prop) else { return };
    state.playing = animation;
    let rate = state.rate;
    drop(state);
    world.play_animation(prop, animation, rate);
    world.fire_output(prop, "OnAnimationBegun", event.activator, event.value);
}

fn set_default(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let (Some(default), Some(mut state)) = (event.value.text(), world.get_mut::<Animated>(prop)) else { return };
    state.default = default;
    let playing = state.playing;
    drop(state);
    if world.text(playing).is_empty() {
        show_default(world, prop);
    }
}

fn set_rate(world: &mut EntityWorld, prop: EntityId, event: &InputEvent) {
    let (Some(rate), Some(mut state)) = (event.value.float(), world.get_mut::<Animated>(prop)) else { return };
    state.rate = rate;
    drop(state);
    world.set_animation_rate(prop, rate);
}

fn done(world: &mut EntityWorld, prop: EntityId) {
    let Some(mut state) = world.get_mut::<Animated>(prop) else { return };
    let (ended, holds) = (std::mem::take(&mut state.playing), state.holds);
    drop(state);
    if world.text(ended).is_empty() {
        return;
    }
    if !holds {
        show_default(world, prop);
    }
    world.fire_output(prop, "OnAnimationDone", None, Value::Text(ended));
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    fn shown(stage: &Stage) -> String {
        let clip = stage.world.animation(stage.find("p")).unwrap_or_default().clip;
        stage.world.text(clip).to_owned()
    }

    /// As the engine does it: the clip has ended.
    fn end(stage: &mut Stage) {
        let prop = stage.find("p");
        stage.world.finish_animation(prop);
    }

    #[test]
    fn it_goes_back_to_its_default() {
        for key in ["defaultanim", "sequence"] {
            let mut stage = Stage::new(&format!("{{ classname prop_dynamic targetname p {key} idle }}"), &[]);
            assert_eq!(shown(&stage), "idle");
            end(&mut stage);
            assert_eq!(stage.outputs(), [""; 0], "the default one is not told of");
            stage.input("p", "SetAnimation", "open");
            assert_eq!(shown(&stage), "open");
            stage.input("p", "SetDefaultAnimation", "stand");
            assert_eq!(shown(&stage), "open", "until it has ended");
            end(&mut stage);
            assert_eq!(shown(&stage), "stand");
            assert_eq!(stage.outputs(), ["OnAnimationBegun", "OnAnimationDone"]);
            stage.input("p", "SetDefaultAnimation", "idle");
            assert_eq!(shown(&stage), "idle", "at once");
        }
    }

    #[test]
    fn one_that_holds_stays_where_it_ended() {
        let mut stage = Stage::new("{ classname prop_dynamic targetname p defaultanim idle holdanimation 1 }", &[]);
        stage.input("p", "SetAnimation", "open");
        end(&mut stage);
        assert_eq!(shown(&stage), "open");
        assert_eq!(stage.outputs(), ["OnAnimationBegun", "OnAnimationDone"]);
    }

    #[test]
    fn its_rate_is_that_of_what_plays_and_of_what_will() {
        let mut stage = Stage::new("{ classname prop_dynamic targetname p defaultanim idle playbackrate 2 }", &[]);
        let rate = |stage: &Stage| stage.world.animation(stage.find("p")).unwrap_or_default().rate;
        assert_eq!(rate(&stage), 2.0);
        stage.input("p", "SetPlaybackRate", "-0.5");
        assert_eq!(rate(&stage), -0.5);
        stage.input("p", "SetAnimation", "open");
        assert_eq!(rate(&stage), -0.5);
    }

    #[test]
    fn without_a_default_it_goes_back_to_how_it_was_made() {
        let mut stage = Stage::new("{ classname prop_dynamic targetname p }", &[]);
        assert_eq!(stage.world.animation(stage.find("p")), None);
        stage.input("p", "SetAnimation", "open");
        end(&mut stage);
        assert_eq!(shown(&stage), "");
    }
}
