//! `door_secret`: a piece of wall that opens in two legs, as Quake's `func_door_secret`.
//!
//! It first goes back (aside, or down) by its own width, waits a second, and then slides along its arrow out of the way.
//! After its wait it comes back the same way. While it is anywhere but shut, nothing that opens it counts.

use crate::shared::direction::tidy;
use crate::shared::{crush, sound, who};
use kerosene_entity::{
    ClassDef, ClassKind, Damage, Due, EntityId, EntityWorld, InputEvent, ModelRole, Motion, Pose, Request, Time, Touch,
    TouchPhase, Value, ValueKind,
};
use kerosene_math::{Angles, Vec3};
use kerosene_world::{Component, FieldKind, FieldType, TextId};

/// Opened once, it stays open.
const STAYS_OPEN: u32 = 1;
/// The first leg goes to the left of the arrow instead of to the right.
const FIRST_LEFT: u32 = 1 << 1;
/// The first leg goes down.
const FIRST_DOWN: u32 = 1 << 2;
/// Harm does not open it.
const NOT_SHOT: u32 = 1 << 3;
/// Harm opens it although it has a name.
const SHOT_THOUGH_NAMED: u32 = 1 << 4;
/// Players open it by using it.
const USE_OPENS: u32 = 1 << 8;

/// Seconds between being set off and going.
const START: f32 = 0.1;
/// Seconds at the corner between the legs.
const CORNER: f32 = 1.0;
/// Seconds between two times that its message is shown.
const BETWEEN_MESSAGES: f32 = 2.0;

/// What such a door does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Step {
    /// Nothing: it is shut.
    #[default]
    Shut,
    /// The first leg out.
    Back,
    /// The second leg out.
    Aside,
    /// The second leg, in.
    Return,
    /// The first leg, in.
    Close,
}

impl FieldType for Step {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Self {
        match i64::load(bytes) {
            1 => Self::Back,
            2 => Self::Aside,
            3 => Self::Return,
            4 => Self::Close,
            _ => Self::Shut,
        }
    }

    fn store(&self, bytes: &mut [u8]) {
        (*self as i64).store(bytes);
    }
}

/// The keys and the state of a secret door. Places are in the parent's frame.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "door_secret")]
pub(crate) struct SecretDoor {
    /// Its arrow: pitch, yaw and roll. The second leg goes along it.
    #[field(key = "movedir", label = "Direction", widget = "angles")]
    direction: Vec3,
    /// In units a second.
    #[field(label = "Speed", default = "50")]
    speed: f32,
    /// Seconds that it stays open.
    #[field(label = "Wait before shutting", default = "5")]
    wait: f32,
    /// How far the first leg goes, in units; 0 for as far as it is thick.
    #[field(key = "t_width", label = "First leg")]
    first: f32,
    /// How far the second leg goes, in units; 0 for as far as it is long.
    #[field(key = "t_length", label = "Second leg")]
    second: f32,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked", default = "2")]
    damage: f32,
    /// Shown to players who run into it, until it is opened for the first time.
    #[field(label = "Message")]
    message: TextId,
    /// Sound while it moves.
    #[field(key = "noise_move", label = "Moving sound", default = "door/move")]
    move_sound: TextId,
    /// Sound when a leg ends.
    #[field(key = "noise_stop", label = "Stopping sound")]
    stop_sound: TextId,
    /// Where it is when shut.
    #[field(key = "")]
    home: Vec3,
    /// Where the legs meet.
    #[field(key = "")]
    corner: Vec3,
    /// Where it is when open.
    #[field(key = "")]
    end: Vec3,
    /// What it does, or does next.
    #[field(key = "")]
    step: Step,
    /// When it goes, or arrives; never for one that was held up.
    #[field(key = "")]
    due: Due,
    /// Whether somebody stands in its way.
    #[field(key = "")]
    held: bool,
    /// When its message may be shown again.
    #[field(key = "")]
    tells: Due,
    /// Who set it off.
    #[field(key = "")]
    activator: Option<EntityId>,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("door_secret", ClassKind::Brush)
        .help("A piece of wall that opens in two legs: back by its own thickness, then aside.")
        .model(ModelRole::Mover)
        .component::<SecretDoor>()
        .component::<crush::Crusher>()
        .flag(STAYS_OPEN, "Opens once", false)
        .flag(FIRST_LEFT, "First leg to the left", false)
        .flag(FIRST_DOWN, "First leg down", false)
        .flag(NOT_SHOT, "Damage does not open", false)
        .flag(SHOT_THOUGH_NAMED, "Damage opens although named", false)
        .flag(USE_OPENS, "Use opens", false)
        .input("Open", ValueKind::None, input_open, "Opens it.")
        .input("Use", ValueKind::None, input_open, "Opens it.")
        .output("OnOpen", ValueKind::None, "When it starts to open.")
        .output("OnFullyOpen", ValueKind::None, "When it is open.")
        .output("OnClose", ValueKind::None, "When it starts to shut.")
        .output("OnFullyClosed", ValueKind::None, "When it is shut.")
        .output("OnBlocked", ValueKind::None, "When somebody comes in its way.")
        .on_spawn(spawn)
        .on_think(depart)
        .on_touch(touch)
        .on_use(used)
        .on_damage(damaged)
        .on_blocked(blocked)
        .on_move_done(arrived)
}

fn keys(world: &EntityWorld, door: EntityId) -> SecretDoor {
    world.get(door).unwrap_or_default()
}

fn has(world: &EntityWorld, door: EntityId, flag: u32) -> bool {
    world.spawn_flags(door) & flag != 0
}

fn spawn(world: &mut EntityWorld, door: EntityId) {
    let mut state = keys(world, door);
    let size = world.brush_bounds(door).map_or(Vec3::ZERO, |bounds| bounds.size());
    let Vec3 { x: pitch, y: yaw, z: roll } = state.direction;
    let [forward, right, up] = Angles::new(pitch, yaw, roll).vectors().map(tidy);
    let sideways = if has(world, door, FIRST_LEFT) { Vec3::ZERO - right } else { right };
    let back = if has(world, door, FIRST_DOWN) { Vec3::ZERO - up } else { sideways };
    let length = |own: f32, way: Vec3| if own == 0.0 { (size * way).abs().element_sum() } else { own };
    state.home = world.local_pose(door).origin;
    state.corner = state.home + back * length(state.first, back);
    state.end = state.corner + forward * length(state.second, forward);
    state.move_sound = sound::chosen(world, door, state.move_sound, &["noise2"]);
    state.stop_sound = sound::chosen(world, door, state.stop_sound, &["noise3"]);
    world.insert(door, state);
}

/// Sets a door off that is shut.
fn open(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    let mut state = keys(world, door);
    if state.step != Step::Shut {
        return;
    }
    state.message = TextId::EMPTY;
    state.activator = activator;
    world.insert(door, state);
    world.fire_output(door, "OnOpen", activator, Value::None);
    next(world, door, Step::Back, world.time().after(START));
}

/// Lets a door go on with a step at a moment.
fn next(world: &mut EntityWorld, door: EntityId, step: Step, at: Time) {
    if let Some(mut state) = world.get_mut::<SecretDoor>(door) {
        (state.step, state.due) = (step, Due::at(at));
    }
    world.think_at(door, at);
}

/// The time of a step has come: it goes.
fn depart(world: &mut EntityWorld, door: EntityId) {
    let (mut state, from) = (keys(world, door), world.local_pose(door));
    let to = match state.step {
        Step::Shut => return,
        Step::Back | Step::Return => state.corner,
        Step::Aside => state.end,
        Step::Close => state.home,
    };
    if state.step == Step::Return {
        world.fire_output(door, "OnClose", state.activator, Value::None);
    }
    let start = state.due.time().unwrap_or_else(|| world.time());
    let motion = Motion::between(from, Pose { origin: to, ..from }, state.speed, start);
    (state.due, state.held) = (motion.finish, false);
    world.insert(door, state);
    world.set_motion(door, motion);
    sound::play(world, door, state.move_sound);
}

/// A leg is done.
fn arrived(world: &mut EntityWorld, door: EntityId) {
    let state = keys(world, door);
    let moment = state.due.time().unwrap_or_else(|| world.time());
    sound::play(world, door, state.stop_sound);
    match state.step {
        Step::Shut => {}
        Step::Back => next(world, door, Step::Aside, moment.after(CORNER)),
        Step::Aside => {
            world.fire_output(door, "OnFullyOpen", state.activator, Value::None);
            if !has(world, door, STAYS_OPEN) && state.wait >= 0.0 {
                next(world, door, Step::Return, moment.after(state.wait));
            }
        }
        Step::Return => next(world, door, Step::Close, moment.after(CORNER)),
        Step::Close => {
            world.insert(door, SecretDoor { step: Step::Shut, ..state });
            world.fire_output(door, "OnFullyClosed", state.activator, Value::None);
        }
    }
}

fn blocked(world: &mut EntityWorld, door: EntityId, other: EntityId) {
    let state = keys(world, door);
    crush::crush(world, door, other, state.damage);
    if !state.held {
        world.fire_output(door, "OnBlocked", Some(other), Value::None);
    }
    world.insert(door, SecretDoor { held: true, due: Due::NEVER, ..state });
}

fn touch(world: &mut EntityWorld, door: EntityId, touch: &Touch) {
    let (state, now) = (keys(world, door), world.time());
    let waits = state.message == TextId::EMPTY || state.tells.time().is_some_and(|next| next > now);
    if waits || touch.phase == TouchPhase::End || !who::is_player(world, touch.other) {
        return;
    }
    world.insert(door, SecretDoor { tells: Due::at(now.after(BETWEEN_MESSAGES)), ..state });
    world.request(Some(door), Request::Message { text: state.message, who: Some(touch.other) });
}

fn used(world: &mut EntityWorld, door: EntityId, user: EntityId) {
    if has(world, door, USE_OPENS) {
        open(world, door, Some(user));
    }
}

fn damaged(world: &mut EntityWorld, door: EntityId, damage: &Damage) {
    let is_target = world.name_of(door).is_empty() || has(world, door, SHOT_THOUGH_NAMED);
    if is_target && !has(world, door, NOT_SHOT) && damage.amount > 0.0 {
        open(world, door, damage.attacker);
    }
}

fn input_open(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
    open(world, door, event.activator);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{Damage, DamageKind, TouchPhase};
    use kerosene_math::Vec3;

    /// A slab 16 units thick (X), 64 long (Y), 96 high.
    const SLAB: [f32; 6] = [0.0, 0.0, 0.0, 16.0, 64.0, 96.0];

    /// Along +Y in the second leg; the first goes to the right of that, which is +X. 32 and 64 units a second.
    fn secret(keys: &str) -> Stage {
        let text = format!("{{ classname func_door_secret targetname d model *1 movedir \"0 90 0\" speed 32 {keys} }}");
        Stage::new(&text, &[SLAB])
    }

    #[test]
    fn it_goes_back_waits_slides_aside_waits_and_comes_back_the_same_way() {
        let mut stage = secret("wait 1");
        stage.input("d", "Use", "");
        let mut places = Vec::new();
        // It starts after 0.1 s; legs take 0.5 and 2 s, corners 1 s.
        for until in [0.65, 1.55, 2.65, 3.65, 4.65, 6.65, 7.55, 8.25] {
            stage.play(until - stage.world.time().seconds());
            places.push(stage.origin("d").to_array());
        }
        let corner = [16.0, 0.0, 0.0];
        let end = [16.0, 64.0, 0.0];
        assert_eq!(places[..2], [corner, corner]);
        assert_eq!(places[3..5], [end, places[4]]);
        assert_eq!((places[5], places[6], places[7]), (corner, corner, [0.0; 3]));
        assert!(places[2][1] > 25.0 && places[2][1] < 40.0, "{:?}", places[2]);
        assert_eq!(
            stage.fired(),
            ["0.000 d.OnOpen", "3.609 d.OnFullyOpen", "4.609 d.OnClose", "8.109 d.OnFullyClosed"]
        );
    }

    #[test]
    fn flags_and_keys_say_where_the_legs_go() {
        let open = |keys: &str| {
            let mut stage = secret(keys);
            stage.input("d", "Open", "");
            stage.play(9.0);
            stage.origin("d")
        };
        assert_eq!(open("spawnflags 1"), Vec3::new(16.0, 64.0, 0.0));
        assert_eq!(open("spawnflags 3"), Vec3::new(-16.0, 64.0, 0.0));
        assert_eq!(open("spawnflags 5"), Vec3::new(0.0, 64.0, -96.0));
        assert_eq!(open("spawnflags 1 t_width 4 t_length 8"), Vec3::new(4.0, 8.0, 0.0));
    }

    #[test]
    fn harm_opens_those_without_a_name_and_use_those_that_say_so() {
        let opens = |keys: &str, shoot: bool| {
            let mut stage = Stage::new(
                &format!("{{ classname door_secret model *1 {keys} }} {{ classname info_target targetname t }}"),
                &[SLAB],
            );
            let door = stage.world.entities().find(|&entity| stage.world.class_name(entity) == "door_secret");
            let (door, player) = (door.expect("a door"), stage.player(Vec3::ZERO));
            if shoot {
                stage.world.damage(door, &Damage::new(5.0, DamageKind::BULLET));
            } else {
                stage.world.use_entity(door, player);
            }
            !stage.outputs().is_empty()
        };
        assert!(opens("", true) && !opens("spawnflags 8", true));
        assert!(!opens("targetname a", true) && opens("targetname a spawnflags 16", true));
        assert!(!opens("", false) && opens("spawnflags 256", false));
    }

    #[test]
    fn its_message_is_told_to_who_runs_into_it_until_it_has_opened() {
        let mut stage = secret("message \"Shoot me\" spawnflags 1");
        let player = stage.player(Vec3::ZERO);
        for phase in [TouchPhase::Start, TouchPhase::Stay, TouchPhase::End] {
            stage.touch("d", player, phase);
        }
        assert_eq!(stage.messages(), ["Shoot me"]);
        stage.play(2.1);
        stage.touch("d", player, TouchPhase::Start);
        assert_eq!(stage.messages(), ["Shoot me"]);
        stage.input("d", "Open", "");
        stage.play(4.0);
        stage.touch("d", player, TouchPhase::Start);
        assert!(stage.messages().is_empty());
    }

    #[test]
    fn one_that_is_held_up_hurts_and_goes_on_later() {
        let mut stage = secret("spawnflags 1");
        let (player, door) = (stage.player(Vec3::ZERO), stage.find("d"));
        stage.input("d", "Open", "");
        stage.play(0.3);
        stage.obstacle = Some((door, player));
        stage.play(1.0);
        stage.obstacle = None;
        // 0.3 s are gone of the first leg, which begins at 0.1; with the corner's second and the second leg: 3.3 s.
        stage.play(3.1);
        assert_eq!(stage.outputs(), ["OnOpen", "OnBlocked"]);
        stage.play(0.5);
        assert_eq!(stage.outputs(), ["OnFullyOpen"]);
    }
}
