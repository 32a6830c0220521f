//! What all triggers have in common: whom they notice, and what they say of it.
//!
//! The engine tells a trigger who is in its brushes: once when somebody comes, in every tick while they stay, once when
//! they are gone. A trigger that is switched off notices nobody, and those inside leave it then.

use super::{filter, switch, who};
use kerosene_entity::{
    ClassDef, ClassKind, Due, EntityId, EntityWorld, Flags, InputEvent, KeyKind, ModelRole, Request,
};
use kerosene_entity::{Touch, TouchPhase, Value, ValueKind};
use kerosene_world::{Component, TextId};

bitflags::bitflags! {
    /// Bits of `spawnflags` that all triggers know; the lower ones are Source's.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct TriggerFlags: u32 {
        /// Notices players. So does a trigger that names nobody.
        const PLAYERS = 1;
        /// Notices whoever acts by itself.
        const NPCS = 1 << 1;
        /// Notices brushes that are pushed.
        const PUSHABLES = 1 << 2;
        /// Notices rigid bodies.
        const PROPS = 1 << 3;
        /// Notices everything.
        const EVERYTHING = 1 << 6;
        /// Never notices players.
        const NO_PLAYERS = 1 << 16;
        /// Begins switched off.
        const STARTS_DISABLED = 1 << 17;
        const _ = !0;
    }
}

impl TriggerFlags {
    /// The bits that say whom a trigger notices.
    const WHOM: Self =
        Self::PLAYERS.union(Self::NPCS).union(Self::PUSHABLES).union(Self::PROPS).union(Self::EVERYTHING);
}

/// The keys and the state of every trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Trigger {
    /// The filter entity that says who counts.
    #[field(key = "filtername", label = "Filter", widget = "target_destination")]
    pub(crate) filter: TextId,
    /// How many are inside.
    #[field(key = "")]
    pub(crate) inside: u32,
    /// When it may act again.
    #[field(key = "")]
    pub(crate) ready: Due,
}

/// What every trigger class declares.
pub(crate) fn class(name: &'static str) -> ClassDef {
    ClassDef::new(name, ClassKind::Brush)
        .model(ModelRole::Trigger)
        .component::<Trigger>()
        .key("message", KeyKind::String, "", "Message", "Shown to whoever triggers it.")
        .flag(TriggerFlags::PLAYERS.bits(), "Players", true)
        .flag(TriggerFlags::NPCS.bits(), "NPCs", false)
        .flag(TriggerFlags::PUSHABLES.bits(), "Pushables", false)
        .flag(TriggerFlags::PROPS.bits(), "Props", false)
        .flag(TriggerFlags::EVERYTHING.bits(), "Everything", false)
        .flag(TriggerFlags::NO_PLAYERS.bits(), "Never players", false)
        .flag(TriggerFlags::STARTS_DISABLED.bits(), "Starts switched off", false)
        .input("Toggle", ValueKind::None, switch::toggle, "Switches it on or off.")
        .input("TouchTest", ValueKind::None, touch_test, "Fires OnTouching if somebody is inside, else OnNotTouching.")
        .output("OnStartTouch", ValueKind::None, "When somebody comes in.")
        .output("OnStartTouchAll", ValueKind::None, "When somebody comes in and nobody was inside.")
        .output("OnEndTouch", ValueKind::None, "When somebody leaves.")
        .output("OnEndTouchAll", ValueKind::None, "When the last one leaves.")
        .output("OnTouching", ValueKind::None, "When TouchTest finds somebody inside.")
        .output("OnNotTouching", ValueKind::None, "When TouchTest finds nobody inside.")
        .output("OnTrigger", ValueKind::None, "When it acts on somebody.")
        .on_spawn(spawn)
}

/// Switches off what begins so.
pub(crate) fn spawn(world: &mut EntityWorld, trigger: EntityId) {
    if spawn_flags(world, trigger).contains(TriggerFlags::STARTS_DISABLED) {
        world.change_flags(trigger, |flags| flags.insert(Flags::DISABLED));
    }
}

/// The bits of `spawnflags`.
pub(crate) fn spawn_flags(world: &EntityWorld, trigger: EntityId) -> TriggerFlags {
    TriggerFlags::from_bits_retain(world.spawn_flags(trigger))
}

/// Whether a trigger notices somebody.
pub(crate) fn notices(world: &EntityWorld, trigger: EntityId, other: EntityId) -> bool {
    let flags = spawn_flags(world, trigger);
    let of_its_kind = if who::is_player(world, other) {
        let named = flags.intersects(TriggerFlags::PLAYERS | TriggerFlags::EVERYTHING);
        !flags.contains(TriggerFlags::NO_PLAYERS) && (named || !flags.intersects(TriggerFlags::WHOM))
    } else {
        flags.contains(TriggerFlags::EVERYTHING)
            || flags.contains(TriggerFlags::NPCS) && who::is_npc(world, other)
            || flags.intersects(TriggerFlags::PROPS | TriggerFlags::PUSHABLES) && who::is_prop(world, other)
    };
    let filter = world.get::<Trigger>(trigger).unwrap_or_default().filter;
    of_its_kind && filter::passes(world, filter, other)
}

/// Tells of a touch through the outputs of all triggers. True if the trigger is to act on the other: it is inside, counts,
/// and the trigger is on.
pub(crate) fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) -> bool {
    if !notices(world, trigger, touch.other) {
        return false;
    }
    match touch.phase {
        TouchPhase::Start => enter(world, trigger, touch.other),
        TouchPhase::Stay => {}
        TouchPhase::End => leave(world, trigger, touch.other),
    }
    touch.phase != TouchPhase::End && world.is_enabled(trigger)
}

fn enter(world: &mut EntityWorld, trigger: EntityId, other: EntityId) {
    let before = count(world, trigger, |inside| inside.saturating_add(1));
    world.fire_output(trigger, "OnStartTouch", Some(other), Value::None);
    if before == 0 {
        world.fire_output(trigger, "OnStartTouchAll", Some(other), Value::None);
    }
}

fn leave(world: &mut EntityWorld, trigger: EntityId, other: EntityId) {
    let before = count(world, trigger, |inside| inside.saturating_sub(1));
    world.fire_output(trigger, "OnEndTouch", Some(other), Value::None);
    if before == 1 {
        world.fire_output(trigger, "OnEndTouchAll", Some(other), Value::None);
    }
}

/// Changes how many are inside; gives how many there were.
fn count(world: &mut EntityWorld, trigger: EntityId, change: impl FnOnce(u32) -> u32) -> u32 {
    let Some(mut state) = world.get_mut::<Trigger>(trigger) else { return 0 };
    let before = state.inside;
    state.inside = change(before);
    before
}

/// Shows the message of a trigger, if it has one.
pub(crate) fn show_message(world: &mut EntityWorld, trigger: EntityId, who: Option<EntityId>) {
    let text = world.field(trigger, "message").and_then(Value::text);
    if let Some(text) = text.filter(|&text| !world.text(text).is_empty()) {
        world.request(Some(trigger), Request::Message { text, who });
    }
}

fn touch_test(world: &mut EntityWorld, trigger: EntityId, event: &InputEvent) {
    let inside = world.get::<Trigger>(trigger).unwrap_or_default().inside;
    let output = if inside > 0 { "OnTouching" } else { "OnNotTouching" };
    world.fire_output(trigger, output, event.activator, Value::None);
}
