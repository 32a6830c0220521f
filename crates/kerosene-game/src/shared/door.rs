//! What sliding and turning doors have in common.
//!
//! Who opens a door: wires, players who use it (flag 256), run into it (flag 1024) or come near it (flag 262144), and
//! harm where it has health. One that needs a key opens for a player who runs into it and has that key, which stays in
//! it. What it does then follows Quake and Source: it waits and shuts by itself, or stays (a negative wait, or the flag
//! for toggling). Doors of a team, named or touching, do everything together; every one of them fires its own outputs.

use super::two_way::{self, Phase};
use super::{crush, keyring, sound, touch_field, who};
use crate::brushes::door_rotating;
use kerosene_entity::{
    ClassDef, ClassKind, Damage, Due, EntityId, EntityWorld, Flags, InputEvent, ModelRole, Pose, Request, Touch,
    TouchPhase, Value, ValueKind,
};
use kerosene_math::{Aabb, Vec3};
use kerosene_world::{Component, TextId};

/// Doors that a team may have.
const MOST_IN_TEAM: usize = 1_024;
/// Seconds between two times that a door tells something to those who run into it.
const BETWEEN_MESSAGES: f32 = 2.0;

bitflags::bitflags! {
    /// Bits of `spawnflags`; the lower ones are Half-Life's and Source's.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct DoorFlags: u32 {
        /// Begins open.
        const STARTS_OPEN = 1;
        /// In nobody's way.
        const PASSABLE = 1 << 3;
        /// Stays where it is until it is told again.
        const TOGGLE = 1 << 5;
        /// Players open it by using it.
        const USE_OPENS = 1 << 8;
        /// Players open it by running into it.
        const TOUCH_OPENS = 1 << 10;
        /// Begins locked.
        const STARTS_LOCKED = 1 << 11;
        /// Makes no sound.
        const SILENT = 1 << 12;
        /// Touching doors are no team with this one.
        const ALONE = 1 << 16;
        /// Begins at its other end and takes it for the shut one: Quake's doors that start open.
        const SWAPPED = 1 << 17;
        /// Players open it and its team by coming near.
        const NEAR_OPENS = 1 << 18;
        const _ = !0;
    }
}

/// The keys and the state of every door.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Door {
    /// In units a second, of a turning door in degrees a second.
    #[field(label = "Speed", default = "100")]
    pub(crate) speed: f32,
    /// Seconds until it shuts by itself; -1 to stay open.
    #[field(label = "Wait before shutting", default = "4")]
    wait: f32,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked")]
    damage: f32,
    /// Moves on into whoever is in its way and can make no room, instead of turning back.
    #[field(key = "forceclosed", label = "Force closed")]
    forced: bool,
    /// Damage that opens it; 0 for a door that cannot be shot open.
    #[field(label = "Health")]
    health: f32,
    /// Whether it does not open.
    #[field(label = "Locked")]
    locked: bool,
    /// Doors with the same word here move together.
    #[field(label = "Team")]
    team: TextId,
    /// Doors that touch this one and say so too move together, as in Quake.
    #[field(label = "Linked to touching doors")]
    linked: bool,
    /// How far around it, its team included, players are near, in units along each axis: flag 262144.
    #[field(key = "touch_reach", label = "Reach of near", default = "60 60 8")]
    reach: Vec3,
    /// The key that opens it, as an `item_key` has it; the first to open it leaves the key in it.
    #[field(key = "keyname", label = "Key")]
    key: TextId,
    /// Shown to players who run into it, until it is opened for the first time.
    #[field(label = "Message")]
    message: TextId,
    /// Sound when it starts to move.
    #[field(key = "noise_move", label = "Moving sound", default = "door/move")]
    move_sound: TextId,
    /// Sound when it comes to rest.
    #[field(key = "noise_stop", label = "Stopping sound")]
    stop_sound: TextId,
    /// Sound when somebody wants to open it while it is locked.
    #[field(key = "noise_locked", label = "Locked sound")]
    locked_sound: TextId,
    /// Damage taken since it was last whole.
    #[field(key = "")]
    taken: f32,
    /// The next of its team, in a ring.
    #[field(key = "")]
    next: Option<EntityId>,
    /// Whether it has been put in place.
    #[field(key = "")]
    settled: bool,
    /// When it may tell again what it tells to those who run into it.
    #[field(key = "")]
    tells: Due,
}

/// What every door class declares, all but the way in which it moves.
pub(crate) fn class(name: &'static str) -> ClassDef {
    ClassDef::new(name, ClassKind::Brush)
        .model(ModelRole::Mover)
        .component::<Door>()
        .component::<two_way::TwoWay>()
        .component::<crush::Crusher>()
        .flag(DoorFlags::STARTS_OPEN.bits(), "Starts open", false)
        .flag(DoorFlags::PASSABLE.bits(), "Passable", false)
        .flag(DoorFlags::TOGGLE.bits(), "Toggle", false)
        .flag(DoorFlags::USE_OPENS.bits(), "Use opens", false)
        .flag(DoorFlags::TOUCH_OPENS.bits(), "Touch opens", false)
        .flag(DoorFlags::STARTS_LOCKED.bits(), "Starts locked", false)
        .flag(DoorFlags::SILENT.bits(), "Silent", false)
        .flag(DoorFlags::ALONE.bits(), "Not linked", false)
        .flag(DoorFlags::SWAPPED.bits(), "Starts at its other end", false)
        .flag(DoorFlags::NEAR_OPENS.bits(), "Coming near opens", false)
        .input("Open", ValueKind::None, input_open, "Opens it, or keeps it open for longer.")
        .input("Close", ValueKind::None, input_close, "Shuts it.")
        .input("Toggle", ValueKind::None, input_toggle, "Opens or shuts it.")
        .input("Use", ValueKind::None, input_use, "As if a player used it.")
        .input("Lock", ValueKind::None, input_lock, "Locks it; an open one can still shut.")
        .input("Unlock", ValueKind::None, input_unlock, "Unlocks it.")
        .input("SetSpeed", ValueKind::Float, input_set_speed, "Changes its speed.")
        .output("OnOpen", ValueKind::None, "When it starts to open.")
        .output("OnClose", ValueKind::None, "When it starts to shut.")
        .output("OnFullyOpen", ValueKind::None, "When it is open.")
        .output("OnFullyClosed", ValueKind::None, "When it is shut.")
        .output("OnBlocked", ValueKind::None, "When somebody comes in its way.")
        .output("OnBlockedOpening", ValueKind::None, "When somebody comes in its way while it opens.")
        .output("OnBlockedClosing", ValueKind::None, "When somebody comes in its way while it shuts.")
        .output("OnLockedUse", ValueKind::None, "When somebody wants to open it while it is locked.")
        .on_think(think)
        .on_touch(touch)
        .on_use(used)
        .on_damage(damaged)
        .on_blocked(blocked)
        .on_move_done(arrived)
}

/// Puts a door in place at the start of a level, given where it is when open (in its parent's frame).
pub(crate) fn settle(world: &mut EntityWorld, door: EntityId, open: Pose) {
    let (shut, flags) = (world.local_pose(door), flags(world, door));
    let starts_open = flags.contains(DoorFlags::STARTS_OPEN)
        || world.field(door, "spawnpos").and_then(Value::int).is_some_and(|position| position == 1);
    let (home, away) = if flags.contains(DoorFlags::SWAPPED) { (open, shut) } else { (shut, open) };
    // Doors find their team where the map has them, before any has moved.
    join_team(world, door);
    two_way::settle(world, door, home, away, if starts_open { Phase::Away } else { Phase::Home });
    let forced = keys(world, door).forced;
    world.change_flags(door, |switches| {
        switches.set(Flags::CRUSHES, forced);
        if flags.contains(DoorFlags::PASSABLE) {
            switches.insert(Flags::NON_SOLID);
        }
    });
    adopt_sounds(world, door, flags);
    let Some(mut state) = world.get_mut::<Door>(door) else { return };
    state.locked |= flags.contains(DoorFlags::STARTS_LOCKED);
    state.settled = true;
    drop(state);
    spread_field(world, door);
}

/// Lets a team whose last member has just been put in place feel who comes near, where all its members are to open so.
/// The field stays where it is when the doors move, as Quake's does.
fn spread_field(world: &mut EntityWorld, door: EntityId) {
    let (mut is_whole, mut bounds) = (true, Aabb::EMPTY);
    each_of_team(world, door, |world, member| {
        let feels = flags(world, member).contains(DoorFlags::NEAR_OPENS);
        is_whole &= feels && keys(world, member).settled;
        bounds = place(world, member).map_or(bounds, |place| bounds.union(&place));
    });
    let reach = keys(world, door).reach;
    if is_whole && !bounds.is_empty() && reach.is_finite() {
        touch_field::make(world, door, Aabb::new(bounds.min - reach, bounds.max + reach));
    }
}

/// The box of a door's brushes where it is.
fn place(world: &EntityWorld, door: EntityId) -> Option<Aabb> {
    Some(world.brush_bounds(door)?.translated(world.origin(door)))
}

/// Somebody is near a door.
pub(crate) fn approached(world: &mut EntityWorld, door: EntityId, touch: &Touch) {
    if touch.phase != TouchPhase::End && who::is_player(world, touch.other) {
        come_to(world, door, touch);
    }
}

/// Opens for who touches it or its field: once for each touch where it toggles, else as long as the touch lasts.
fn come_to(world: &mut EntityWorld, door: EntityId, touch: &Touch) {
    match touch.phase {
        TouchPhase::Start => operate(world, door, Some(touch.other)),
        TouchPhase::Stay if !flags(world, door).contains(DoorFlags::TOGGLE) => open(world, door, Some(touch.other)),
        TouchPhase::Stay | TouchPhase::End => {}
    }
}

fn adopt_sounds(world: &mut EntityWorld, door: EntityId, flags: DoorFlags) {
    let Some(state) = world.get::<Door>(door) else { return };
    let mut sounds = [
        sound::chosen(world, door, state.move_sound, &["noise1"]),
        sound::chosen(world, door, state.stop_sound, &["noise2"]),
        sound::chosen(world, door, state.locked_sound, &["locked_sound"]),
    ];
    if flags.contains(DoorFlags::SILENT) {
        sounds = [TextId::EMPTY; 3];
    }
    let [move_sound, stop_sound, locked_sound] = sounds;
    world.insert(door, Door { move_sound, stop_sound, locked_sound, ..state });
}

fn flags(world: &EntityWorld, door: EntityId) -> DoorFlags {
    DoorFlags::from_bits_retain(world.spawn_flags(door))
}

fn keys(world: &EntityWorld, door: EntityId) -> Door {
    world.get(door).unwrap_or_default()
}

/// Whether a door stays where it is until it is told again.
fn stays(world: &EntityWorld, door: EntityId) -> bool {
    flags(world, door).contains(DoorFlags::TOGGLE) || keys(world, door).wait < 0.0
}

/// Makes a ring of the doors of a team, unless an earlier one of them has.
fn join_team(world: &mut EntityWorld, door: EntityId) {
    let state = keys(world, door);
    if state.next.is_some() || world.text(state.team).is_empty() && !is_linked(world, door) {
        return;
    }
    let doors: Vec<EntityId> = world.entities().filter(|&other| world.get::<Door>(other).is_some()).collect();
    let mut team = vec![door];
    let mut asked = 0;
    while let Some(&member) = team.get(asked).filter(|_| team.len() < MOST_IN_TEAM) {
        asked += 1;
        for &other in &doors {
            if !team.contains(&other) && belong_together(world, member, other) {
                team.push(other);
            }
        }
    }
    for (place, &member) in team.iter().enumerate() {
        let next = team[(place + 1) % team.len()];
        if let Some(mut state) = world.get_mut::<Door>(member) {
            state.next = Some(next);
        }
    }
}

fn is_linked(world: &EntityWorld, door: EntityId) -> bool {
    keys(world, door).linked && !flags(world, door).contains(DoorFlags::ALONE)
}

/// Whether two doors are of one team, by word or by touching.
fn belong_together(world: &EntityWorld, one: EntityId, other: EntityId) -> bool {
    let [team, other_team] = [one, other].map(|door| world.text(keys(world, door).team));
    if !team.is_empty() && team.eq_ignore_ascii_case(other_team) {
        return true;
    }
    let touch = |one: Aabb, other: Aabb| one.expanded(1.0).touches(&other.expanded(1.0));
    is_linked(world, one)
        && is_linked(world, other)
        && place(world, one).zip(place(world, other)).is_some_and(|(one, other)| touch(one, other))
}

/// Does something with a door and the rest of its team. A team that lost a member ends there.
fn each_of_team(world: &mut EntityWorld, door: EntityId, mut act: impl FnMut(&mut EntityWorld, EntityId)) {
    let mut member = door;
    for _ in 0..MOST_IN_TEAM {
        let next = keys(world, member).next.filter(|&next| next != door);
        act(world, member);
        match next {
            Some(next) if world.is_active(next) => member = next,
            _ => return,
        }
    }
}

/// Opens a door and its team; those that are open stay so for longer.
fn open(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    if keys(world, door).locked {
        return;
    }
    silence(world, door);
    each_of_team(world, door, |world, member| match two_way::phase(world, member) {
        Phase::Leaving => {}
        Phase::Away if stays(world, member) => {}
        Phase::Away => two_way::return_from_now(world, member, keys(world, member).wait),
        Phase::Home | Phase::Returning => start_to_open(world, member, activator),
    });
}

/// What a door and its team have to tell is told no more once they have been opened.
fn silence(world: &mut EntityWorld, door: EntityId) {
    each_of_team(world, door, |world, member| {
        if keys(world, member).message != TextId::EMPTY
            && let Some(mut state) = world.get_mut::<Door>(member)
        {
            state.message = TextId::EMPTY;
        }
    });
}

fn start_to_open(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    door_rotating::aim(world, door, activator);
    two_way::set_activator(world, door, activator);
    let state = keys(world, door);
    two_way::depart(world, door, true, state.speed);
    sound::play(world, door, state.move_sound);
    world.fire_output(door, "OnOpen", activator, Value::None);
}

/// Shuts a door and its team.
fn close(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    each_of_team(world, door, |world, member| start_to_close(world, member, activator));
}

fn start_to_close(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    if !two_way::phase(world, door).is_outward() {
        return;
    }
    two_way::set_activator(world, door, activator);
    let state = keys(world, door);
    two_way::depart(world, door, false, state.speed);
    sound::play(world, door, state.move_sound);
    world.fire_output(door, "OnClose", activator, Value::None);
}

/// Somebody wants a door to do what doors do: open, or shut where it shuts only when told.
fn operate(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    let outward = two_way::phase(world, door).is_outward();
    if outward && flags(world, door).contains(DoorFlags::TOGGLE) {
        close(world, door, activator);
    } else if keys(world, door).locked && !outward {
        sound::play(world, door, keys(world, door).locked_sound);
        world.fire_output(door, "OnLockedUse", activator, Value::None);
    } else {
        open(world, door, activator);
    }
}

fn think(world: &mut EntityWorld, door: EntityId) {
    let activator = world.get::<two_way::TwoWay>(door).and_then(|state| state.activator);
    start_to_close(world, door, activator);
}

fn touch(world: &mut EntityWorld, door: EntityId, touch: &Touch) {
    if touch.phase == TouchPhase::End || !who::is_player(world, touch.other) {
        return;
    }
    let now = world.time();
    if keys(world, door).tells.time().is_none_or(|next| next <= now) {
        told_of(world, door, touch.other);
    }
    if flags(world, door).contains(DoorFlags::TOUCH_OPENS) && needed_key(world, door).is_none() {
        come_to(world, door, touch);
    }
}

/// A player runs into a door: it is told what there is to tell, and one with the right key opens it.
fn told_of(world: &mut EntityWorld, door: EntityId, player: EntityId) {
    let mut message = None;
    each_of_team(world, door, |world, member| {
        let own = keys(world, member).message;
        message = message.or(Some(own).filter(|&text| text != TextId::EMPTY));
    });
    let key = needed_key(world, door);
    if message.is_none() && key.is_none() {
        return;
    }
    let next = world.time().after(BETWEEN_MESSAGES);
    if let Some(mut state) = world.get_mut::<Door>(door) {
        state.tells = Due::at(next);
    }
    if let Some(text) = message {
        world.request(Some(door), Request::Message { text, who: Some(player) });
    }
    if let Some(key) = key {
        unlock_with(world, door, key, player);
    }
}

/// The key that a door still needs.
fn needed_key(world: &EntityWorld, door: EntityId) -> Option<TextId> {
    Some(keys(world, door).key).filter(|&key| key != TextId::EMPTY)
}

/// Opens a door for a player who has its key; the key stays in it, and its whole team needs none any more.
fn unlock_with(world: &mut EntityWorld, door: EntityId, key: TextId, player: EntityId) {
    if !keyring::take(world, player, key) {
        keyring::ask_for(world, door, key, player);
        sound::play(world, door, keys(world, door).locked_sound);
        world.fire_output(door, "OnLockedUse", Some(player), Value::None);
        return;
    }
    each_of_team(world, door, |world, member| {
        if let Some(mut state) = world.get_mut::<Door>(member).filter(|state| state.key == key) {
            state.key = TextId::EMPTY;
        }
    });
    operate(world, door, Some(player));
}

fn used(world: &mut EntityWorld, door: EntityId, user: EntityId) {
    if !flags(world, door).contains(DoorFlags::USE_OPENS) {
        return;
    }
    match needed_key(world, door) {
        Some(key) => unlock_with(world, door, key, user),
        None => operate(world, door, Some(user)),
    }
}

fn damaged(world: &mut EntityWorld, door: EntityId, damage: &Damage) {
    let Some(mut state) = world.get_mut::<Door>(door).filter(|state| state.health > 0.0) else { return };
    state.taken += damage.amount.max(0.0);
    if state.taken < state.health {
        return;
    }
    state.taken = 0.0;
    drop(state);
    operate(world, door, damage.attacker);
}

fn blocked(world: &mut EntityWorld, door: EntityId, other: EntityId) {
    let (state, phase) = (keys(world, door), two_way::phase(world, door));
    crush::crush(world, door, other, state.damage);
    let is_news = if state.forced { two_way::meet(world, door) } else { two_way::hold_up(world, door) };
    if is_news {
        world.fire_output(door, "OnBlocked", Some(other), Value::None);
        let output = if phase.is_outward() { "OnBlockedOpening" } else { "OnBlockedClosing" };
        world.fire_output(door, output, Some(other), Value::None);
    }
    // One that would never come back by itself pushes on, as in Quake.
    if state.forced || state.wait < 0.0 && !flags(world, door).contains(DoorFlags::TOGGLE) {
        return;
    }
    each_of_team(world, door, |world, member| turn_back(world, member, phase.is_outward(), other));
}

fn turn_back(world: &mut EntityWorld, door: EntityId, was_outward: bool, other: EntityId) {
    if was_outward {
        start_to_close(world, door, Some(other));
    } else if !two_way::phase(world, door).is_outward() {
        start_to_open_again(world, door, other);
    }
}

/// Opens a door that was shutting, the way it was open before.
fn start_to_open_again(world: &mut EntityWorld, door: EntityId, other: EntityId) {
    let state = keys(world, door);
    two_way::depart(world, door, true, state.speed);
    sound::play(world, door, state.move_sound);
    world.fire_output(door, "OnOpen", Some(other), Value::None);
}

fn arrived(world: &mut EntityWorld, door: EntityId) {
    let state = keys(world, door);
    let activator = world.get::<two_way::TwoWay>(door).and_then(|state| state.activator);
    let away = two_way::arrive(world, door) == Phase::Away;
    sound::play(world, door, state.stop_sound);
    world.fire_output(door, if away { "OnFullyOpen" } else { "OnFullyClosed" }, activator, Value::None);
    if away && !stays(world, door) {
        two_way::return_after(world, door, state.wait);
    }
}

fn input_open(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    open(world, door, event.activator);
}

fn input_close(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    close(world, door, event.activator);
}

fn input_toggle(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    if two_way::phase(world, door).is_outward() {
        close(world, door, event.activator);
    } else {
        open(world, door, event.activator);
    }
}

fn input_use(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    operate(world, door, event.activator);
}

fn input_lock(world: &mut EntityWorld, door: EntityId, _: &InputEvent) {
    set_locked(world, door, true);
}

fn input_unlock(world: &mut EntityWorld, door: EntityId, _: &InputEvent) {
    set_locked(world, door, false);
}

fn set_locked(world: &mut EntityWorld, door: EntityId, locked: bool) {
    each_of_team(world, door, |world, member| {
        if let Some(mut state) = world.get_mut::<Door>(member) {
            state.locked = locked;
        }
    });
}

fn input_set_speed(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    let Some(speed) = event.value.float().filter(|speed| *speed > 0.0) else { return };
    let Some(mut state) = world.get_mut::<Door>(door) else { return };
    state.speed = speed;
    drop(state);
    let phase = two_way::phase(world, door);
    if phase.is_moving() {
        two_way::depart(world, door, phase.is_outward(), speed);
    }
}
