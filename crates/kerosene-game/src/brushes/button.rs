//! `button`: brushes that are pressed in and come out again.

use crate::shared::direction::{direction, travel};
use crate::shared::two_way::{self, Phase, TwoWay};
use crate::shared::{crush, sound, who};
use kerosene_entity::{
    ClassDef, ClassKind, Damage, EntityId, EntityWorld, InputEvent, ModelRole, Pose, Touch, TouchPhase, Value,
    ValueKind,
};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Does not move.
const STAYS_PUT: u32 = 1;
/// Stays in until it is pressed again.
const TOGGLE: u32 = 1 << 5;
/// Players press it by touching it.
const TOUCH_PRESSES: u32 = 1 << 8;
/// Harm presses it.
const DAMAGE_PRESSES: u32 = 1 << 9;
/// Players press it by using it; so they can where none of the three bits is set.
const USE_PRESSES: u32 = 1 << 10;
/// Begins locked.
const STARTS_LOCKED: u32 = 1 << 11;

/// The keys and the state of a button.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Button {
    /// Which way it goes in: pitch, yaw and roll. Down is `90 0 0`.
    #[field(key = "movedir", label = "Direction", default = "90 0 0", widget = "angles")]
    direction: Vec3,
    /// In units a second.
    #[field(label = "Speed", default = "40")]
    speed: f32,
    /// What of it is still to be seen when it is pressed, in units.
    #[field(label = "Lip", default = "4")]
    lip: f32,
    /// Seconds until it comes out by itself; -1 to stay in.
    #[field(label = "Wait before coming out", default = "1")]
    wait: f32,
    /// Damage that presses it; 0 for any.
    #[field(label = "Health")]
    health: f32,
    /// Whether it cannot be pressed.
    #[field(label = "Locked")]
    locked: bool,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked")]
    damage: f32,
    /// Sound when it is pressed.
    #[field(key = "noise_move", label = "Press sound")]
    press_sound: TextId,
    /// Sound when it is pressed while it is locked.
    #[field(key = "noise_locked", label = "Locked sound")]
    locked_sound: TextId,
    /// Damage taken since it was last pressed.
    #[field(key = "")]
    taken: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("button", ClassKind::Brush)
        .help("Brushes that players press.")
        .model(ModelRole::Mover)
        .component::<Button>()
        .component::<TwoWay>()
        .component::<crush::Crusher>()
        .flag(STAYS_PUT, "Does not move", false)
        .flag(TOGGLE, "Toggle", false)
        .flag(TOUCH_PRESSES, "Touch presses", false)
        .flag(DAMAGE_PRESSES, "Damage presses", false)
        .flag(USE_PRESSES, "Use presses", true)
        .flag(STARTS_LOCKED, "Starts locked", false)
        .input("Press", ValueKind::None, input_press, "Presses it; one that stays in comes out.")
        .input("PressIn", ValueKind::None, input_press_in, "Presses it in.")
        .input("PressOut", ValueKind::None, input_press_out, "Lets it out.")
        .input("Unpress", ValueKind::None, input_press_out, "Lets it out.")
        .input("Use", ValueKind::None, input_use, "As if a player used it.")
        .input("Lock", ValueKind::None, input_lock, "Locks it.")
        .input("Unlock", ValueKind::None, input_unlock, "Unlocks it.")
        .output("OnPressed", ValueKind::None, "When it is pressed.")
        .output("OnDamaged", ValueKind::None, "When it is hurt and not locked.")
        .output("OnIn", ValueKind::None, "When it is in.")
        .output("OnOut", ValueKind::None, "When it is out again.")
        .output("OnUseLocked", ValueKind::None, "When somebody presses it while it is locked.")
        .on_spawn(spawn)
        .on_think(come_out)
        .on_touch(touch)
        .on_use(used)
        .on_damage(damaged)
        .on_blocked(|world, button, other| {
            two_way::hold_up(world, button);
            crush::crush(world, button, other, keys(world, button).damage);
        })
        .on_move_done(arrived)
}

fn keys(world: &EntityWorld, button: EntityId) -> Button {
    world.get(button).unwrap_or_default()
}

fn has(world: &EntityWorld, button: EntityId, flag: u32) -> bool {
    world.spawn_flags(button) & flag != 0
}

fn spawn(world: &mut EntityWorld, button: EntityId) {
    let (mut state, out) = (keys(world, button), world.local_pose(button));
    let way = direction(state.direction);
    let bounds = world.brush_bounds(button).filter(|_| !has(world, button, STAYS_PUT));
    let distance = bounds.map_or(0.0, |bounds| travel(bounds, way, state.lip));
    two_way::settle(world, button, out, Pose { origin: out.origin + way * distance, ..out }, Phase::Home);
    state.locked |= has(world, button, STARTS_LOCKED);
    state.locked_sound = sound::chosen(world, button, state.locked_sound, &["locked_sound"]);
    world.insert(button, state);
}

/// What a press does, whoever presses.
fn press(world: &mut EntityWorld, button: EntityId, activator: Option<EntityId>) {
    let state = keys(world, button);
    if state.locked {
        sound::play(world, button, state.locked_sound);
        return;
    }
    match two_way::phase(world, button) {
        Phase::Home => press_in(world, button, activator),
        Phase::Away if has(world, button, TOGGLE) => {
            world.fire_output(button, "OnPressed", activator, Value::None);
            come_out(world, button);
        }
        Phase::Away | Phase::Leaving | Phase::Returning => {}
    }
}

fn press_in(world: &mut EntityWorld, button: EntityId, activator: Option<EntityId>) {
    let state = keys(world, button);
    two_way::set_activator(world, button, activator);
    two_way::depart(world, button, true, state.speed);
    sound::play(world, button, state.press_sound);
    world.fire_output(button, "OnPressed", activator, Value::None);
}

fn come_out(world: &mut EntityWorld, button: EntityId) {
    if two_way::phase(world, button).is_outward() {
        two_way::depart(world, button, false, keys(world, button).speed);
    }
}

fn arrived(world: &mut EntityWorld, button: EntityId) {
    let activator = world.get::<TwoWay>(button).and_then(|state| state.activator);
    if two_way::arrive(world, button) == Phase::Home {
        world.fire_output(button, "OnOut", activator, Value::None);
        return;
    }
    world.fire_output(button, "OnIn", activator, Value::None);
    let wait = keys(world, button).wait;
    if wait >= 0.0 && !has(world, button, TOGGLE) {
        two_way::return_after(world, button, wait);
    }
}

/// A player presses it; a locked one says so.
fn operate(world: &mut EntityWorld, button: EntityId, activator: Option<EntityId>) {
    if keys(world, button).locked {
        world.fire_output(button, "OnUseLocked", activator, Value::None);
    }
    press(world, button, activator);
}

fn used(world: &mut EntityWorld, button: EntityId, user: EntityId) {
    let named = has(world, button, TOUCH_PRESSES | DAMAGE_PRESSES | USE_PRESSES);
    if has(world, button, USE_PRESSES) || !named {
        operate(world, button, Some(user));
    }
}

fn touch(world: &mut EntityWorld, button: EntityId, touch: &Touch) {
    let presses = has(world, button, TOUCH_PRESSES) && who::is_player(world, touch.other);
    // Whoever leans on a button presses it again when it is out, but turns no switch back and forth.
    let again = touch.phase == TouchPhase::Stay && !has(world, button, TOGGLE) && !keys(world, button).locked;
    if presses && (touch.phase == TouchPhase::Start || again) {
        operate(world, button, Some(touch.other));
    }
}

fn damaged(world: &mut EntityWorld, button: EntityId, damage: &Damage) {
    let mut state = keys(world, button);
    if state.locked || !(has(world, button, DAMAGE_PRESSES) || state.health > 0.0) {
        return;
    }
    world.fire_output(button, "OnDamaged", damage.attacker, Value::None);
    state.taken += damage.amount.max(0.0);
    let pressed = state.taken >= state.health;
    if pressed {
        state.taken = 0.0;
    }
    world.insert(button, state);
    if pressed {
        press(world, button, damage.attacker);
    }
}

fn input_press(world: &mut EntityWorld, button: EntityId, event: &InputEvent) {
    press(world, button, event.activator);
}

fn input_press_in(world: &mut EntityWorld, button: EntityId, event: &InputEvent) {
    if !keys(world, button).locked && !two_way::phase(world, button).is_outward() {
        press_in(world, button, event.activator);
    }
}

fn input_press_out(world: &mut EntityWorld, button: EntityId, event: &InputEvent) {
    two_way::set_activator(world, button, event.activator);
    come_out(world, button);
}

fn input_use(world: &mut EntityWorld, button: EntityId, event: &InputEvent) {
    operate(world, button, event.activator);
}

fn input_lock(world: &mut EntityWorld, button: EntityId, _: &InputEvent) {
    set_locked(world, button, true);
}

fn input_unlock(world: &mut EntityWorld, button: EntityId, _: &InputEvent) {
    set_locked(world, button, false);
}

fn set_locked(world: &mut EntityWorld, button: EntityId, locked: bool) {
    if let Some(mut state) = world.get_mut::<Button>(button) {
        state.locked = locked;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::DamageKind;

    /// A cube of 14 units: 10 to go in, in a quarter of a second.
    fn button(keys: &str) -> Stage {
        let text = format!("{{ classname func_button targetname b model *1 movedir \"0 0 0\" lip 4 {keys} }}");
        Stage::new(&text, &[[0.0, 0.0, 0.0, 14.0, 14.0, 14.0]])
    }

    #[test]
    fn it_goes_in_waits_and_comes_out() {
        let mut stage = button("");
        stage.input("b", "Press", "");
        stage.play(0.25);
        assert_eq!(stage.origin("b"), Vec3::X * 10.0);
        stage.play(2.0);
        assert_eq!(stage.origin("b"), Vec3::ZERO);
        assert_eq!(stage.fired(), ["0.000 b.OnPressed", "0.250 b.OnIn", "1.500 b.OnOut"]);
    }

    #[test]
    fn nobody_presses_it_twice_while_it_is_in() {
        let mut stage = button("");
        for _ in 0..5 {
            stage.input("b", "Press", "");
            stage.play(0.2);
        }
        assert_eq!(stage.outputs(), ["OnPressed", "OnIn"]);
    }

    #[test]
    fn one_that_stays_in_does_and_a_switch_comes_out_again() {
        let mut stage = button("wait -1");
        stage.input("b", "Press", "");
        stage.play(9.0);
        stage.input("b", "Press", "");
        assert_eq!(stage.outputs(), ["OnPressed", "OnIn"]);
        stage.input("b", "PressOut", "");
        stage.play(1.0);
        assert_eq!(stage.outputs(), ["OnOut"]);
        let mut stage = button("spawnflags 32");
        stage.input("b", "Press", "");
        stage.play(9.0);
        stage.input("b", "Press", "");
        stage.play(1.0);
        assert_eq!(stage.outputs(), ["OnPressed", "OnIn", "OnPressed", "OnOut"]);
    }

    #[test]
    fn one_that_does_not_move_still_waits() {
        let mut stage = button("spawnflags 1 wait 0.5");
        stage.input("b", "Press", "");
        stage.play(0.25);
        assert_eq!(stage.origin("b"), Vec3::ZERO);
        assert_eq!(stage.outputs(), ["OnPressed", "OnIn"]);
        stage.play(0.5);
        assert_eq!(stage.outputs(), ["OnOut"]);
    }

    #[test]
    fn flags_say_how_it_is_pressed() {
        let pressed = |flags: u32, act: fn(&mut Stage, EntityId, EntityId)| {
            let mut stage = button(&format!("spawnflags {flags}"));
            let (player, button) = (stage.player(Vec3::ZERO), stage.find("b"));
            act(&mut stage, button, player);
            stage.outputs().contains(&"OnPressed".to_owned())
        };
        let ways: [fn(&mut Stage, EntityId, EntityId); 3] = [
            |stage, button, player| {
                stage.world.use_entity(button, player);
            },
            |stage, _, player| stage.touch("b", player, TouchPhase::Start),
            |stage, button, _| {
                stage.world.damage(button, &Damage::new(1.0, DamageKind::BULLET));
            },
        ];
        assert_eq!(ways.map(|way| pressed(0, way)), [true, false, false]);
        assert_eq!(ways.map(|way| pressed(1024, way)), [true, false, false]);
        assert_eq!(ways.map(|way| pressed(256, way)), [false, true, false]);
        assert_eq!(ways.map(|way| pressed(512, way)), [false, false, true]);
        assert_eq!(ways.map(|way| pressed(1280, way)), [true, true, false]);
    }

    #[test]
    fn a_locked_one_says_so_when_it_is_used() {
        let mut stage = button("spawnflags 3072 locked_sound buttons/locked");
        let (player, button) = (stage.player(Vec3::ZERO), stage.find("b"));
        stage.world.use_entity(button, player);
        stage.input("b", "Press", "");
        assert_eq!(stage.outputs(), ["OnUseLocked"]);
        stage.input("b", "Unlock", "");
        stage.world.use_entity(button, player);
        assert_eq!(stage.outputs(), ["OnPressed"]);
    }

    #[test]
    fn health_says_how_much_damage_it_takes() {
        let mut stage = button("health 25 wait 0.1");
        let button = stage.find("b");
        stage.world.damage(button, &Damage::new(20.0, DamageKind::BULLET));
        assert_eq!(stage.outputs(), ["OnDamaged"]);
        stage.world.damage(button, &Damage::new(20.0, DamageKind::BULLET));
        assert_eq!(stage.outputs(), ["OnDamaged", "OnPressed"]);
    }
}
