//! `path_track`: a stop on the way of a train.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Value, ValueKind};
use kerosene_world::{Component, TextId};

/// No train goes on from here.
const DISABLED: u32 = 1;
/// Fires OnPass only once.
const FIRES_ONCE: u32 = 1 << 1;
/// Stops the train that comes here.
const STOPS_TRAIN: u32 = 1 << 3;
/// A train is here at once, instead of going here.
const TELEPORT: u32 = 1 << 4;

/// The keys and the state of a stop.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PathTrack {
    /// The stop after this one.
    #[field(key = "target", label = "Next stop", widget = "target_destination")]
    pub(crate) target: TextId,
    /// The stop after this one while the branch is switched over.
    #[field(key = "altpath", label = "Branch", widget = "target_destination")]
    branch: TextId,
    /// Speed of a train from here on, in units a second; 0 to leave it as it is.
    #[field(label = "New speed")]
    pub(crate) speed: f32,
    /// Seconds that a train stays here; -1 for until it is told to go on.
    #[field(label = "Wait")]
    pub(crate) wait: f32,
    /// Whether the branch is switched over.
    #[field(key = "")]
    on_branch: bool,
    /// Whether trains do not go on from here.
    #[field(key = "")]
    closed: bool,
    /// Whether OnPass has fired.
    #[field(key = "")]
    passed: bool,
    /// The stop before this one.
    #[field(key = "")]
    pub(crate) previous: Option<EntityId>,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("path_track", ClassKind::Point)
        .help("A stop on the way of a train.")
        .component::<PathTrack>()
        .key(
            "orientationtype",
            KeyKind::String,
            "",
            "Orientation",
            "Kept for maps of Source; trains decide how they turn.",
        )
        .flag(DISABLED, "Disabled", false)
        .flag(FIRES_ONCE, "Fires once", false)
        .flag(STOPS_TRAIN, "Stops the train", false)
        .flag(TELEPORT, "Trains are here at once", false)
        .input("EnablePath", ValueKind::None, |world, stop, _| set_closed(world, stop, |_| false), "Lets trains go on.")
        .input(
            "DisablePath",
            ValueKind::None,
            |world, stop, _| set_closed(world, stop, |_| true),
            "Lets no train go on.",
        )
        .input(
            "TogglePath",
            ValueKind::None,
            |world, stop, _| set_closed(world, stop, |closed| !closed),
            "Does the other.",
        )
        .input(
            "EnableAlternatePath",
            ValueKind::None,
            |world, stop, _| set_branch(world, stop, |_| true),
            "Switches to the branch.",
        )
        .input(
            "DisableAlternatePath",
            ValueKind::None,
            |world, stop, _| set_branch(world, stop, |_| false),
            "Switches to the main way.",
        )
        .input(
            "ToggleAlternatePath",
            ValueKind::None,
            |world, stop, _| set_branch(world, stop, |on| !on),
            "Switches over.",
        )
        .input("InPass", ValueKind::None, in_pass, "Fires OnPass.")
        .output("OnPass", ValueKind::None, "When a train is here.")
        .output("OnTeleport", ValueKind::None, "When a train is here at once.")
        .on_spawn(spawn)
}

fn set_closed(world: &mut EntityWorld, stop: EntityId, change: fn(bool) -> bool) {
    if let Some(mut state) = world.get_mut::<PathTrack>(stop) {
        state.closed = change(state.closed);
    }
}

fn set_branch(world: &mut EntityWorld, stop: EntityId, change: fn(bool) -> bool) {
    if let Some(mut state) = world.get_mut::<PathTrack>(stop) {
        state.on_branch = change(state.on_branch);
    }
}

fn in_pass(world: &mut EntityWorld, stop: EntityId, event: &InputEvent) {
    pass(world, stop, event.activator);
}

/// Tells the next stop that this one is before it.
fn spawn(world: &mut EntityWorld, stop: EntityId) {
    if let Some(mut state) = world.get_mut::<PathTrack>(stop) {
        state.closed = false;
    }
    if world.spawn_flags(stop) & DISABLED != 0 {
        set_closed(world, stop, |_| true);
    }
    let target = world.get::<PathTrack>(stop).unwrap_or_default().target;
    let Some(next) = named(world, target) else { return };
    if let Some(mut state) = world.get_mut::<PathTrack>(next).filter(|state| state.previous.is_none()) {
        state.previous = Some(stop);
    }
}

/// The stop of a name.
pub(crate) fn named(world: &EntityWorld, name: TextId) -> Option<EntityId> {
    let name = world.text(name);
    world.find_by_name(name).find(|&stop| world.get::<PathTrack>(stop).is_some())
}

/// The stop that a train goes to from here; `None` where the way ends.
pub(crate) fn after(world: &EntityWorld, stop: EntityId) -> Option<EntityId> {
    let state = world.get::<PathTrack>(stop).filter(|state| !state.closed)?;
    let branch = Some(state.branch).filter(|_| state.on_branch).and_then(|branch| named(world, branch));
    branch.or_else(|| named(world, state.target))
}

/// The stop that a train goes to when it goes backward.
pub(crate) fn before(world: &EntityWorld, stop: EntityId) -> Option<EntityId> {
    let previous = world.get::<PathTrack>(stop)?.previous?;
    Some(previous).filter(|&previous| world.get::<PathTrack>(previous).is_some_and(|state| !state.closed))
}

/// Whether a train that goes to this stop is there at once.
pub(crate) fn is_teleport(world: &EntityWorld, stop: EntityId) -> bool {
    world.spawn_flags(stop) & TELEPORT != 0
}

/// Whether a train that comes to this stop is to stop.
pub(crate) fn stops_trains(world: &EntityWorld, stop: EntityId) -> bool {
    world.spawn_flags(stop) & STOPS_TRAIN != 0
}

/// A train is here.
pub(crate) fn pass(world: &mut EntityWorld, stop: EntityId, train: Option<EntityId>) {
    let once = world.spawn_flags(stop) & FIRES_ONCE != 0;
    let Some(mut state) = world.get_mut::<PathTrack>(stop) else { return };
    if std::mem::replace(&mut state.passed, true) && once {
        return;
    }
    drop(state);
    world.fire_output(stop, "OnPass", train, Value::None);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;

    #[test]
    fn stops_know_what_is_before_and_after_them() {
        let text = "{ classname path_corner targetname a target b altpath c }
                    { classname path_track targetname b }
                    { classname path_track targetname c spawnflags 1 target a }";
        let mut stage = Stage::new(text, &[]);
        let [a, b, c] = ["a", "b", "c"].map(|name| stage.find(name));
        assert_eq!(super::after(&stage.world, a), Some(b));
        assert_eq!(super::before(&stage.world, b), Some(a));
        stage.input("a", "ToggleAlternatePath", "");
        assert_eq!(super::after(&stage.world, a), Some(c));
        assert_eq!(super::after(&stage.world, c), None);
        stage.input("c", "TogglePath", "");
        assert_eq!(super::after(&stage.world, c), Some(a));
    }

    #[test]
    fn one_that_fires_once_does() {
        let mut stage = Stage::new("{ classname path_track targetname a spawnflags 2 }", &[]);
        stage.input("a", "InPass", "");
        stage.input("a", "InPass", "");
        assert_eq!(stage.outputs(), ["OnPass"]);
    }
}
