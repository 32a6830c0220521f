//! The hooks of a game: which run, in which order, with what in hand, and what they cannot do.

use super::common::{Content, Content as C, press, room_with, run, said};
use kerosene_engine::{Engine, Game, HostEvent, LoadError, MapStart, PlayerDamage, PlayerDeath, PlayerId, SpawnReason};
use kerosene_entity::{Damage, DamageKind};
use kerosene_math::Vec3;
use kerosene_physics::Buttons;
use std::{cell::RefCell, rc::Rc, time::Duration};

type Log = Rc<RefCell<Vec<String>>>;

/// Writes down every hook.
struct Diary {
    log: Log,
}

impl Diary {
    fn write(&self, line: impl Into<String>) {
        self.log.borrow_mut().push(line.into());
    }
}

impl Game for Diary {
    fn setup(&mut self, engine: &mut Engine) {
        self.write(format!("setup without a map: {}", engine.map_name().is_none()));
    }
    fn map_loaded(&mut self, engine: &mut Engine, start: MapStart) {
        self.write(format!("loaded {} {start:?}", engine.map_name().unwrap()));
    }
    fn map_unloading(&mut self, engine: &mut Engine) {
        self.write(format!("unloading {}", engine.map_name().unwrap_or("nothing")));
    }
    fn player_spawned(&mut self, _: &mut Engine, player: PlayerId, reason: SpawnReason) {
        self.write(format!("player {} {reason:?}", player.number()));
    }
    fn player_damaged(&mut self, _: &mut Engine, damage: &PlayerDamage) {
        self.write(format!("player {} at {}", damage.player.number(), damage.health));
    }
    fn player_died(&mut self, engine: &mut Engine, death: &PlayerDeath) {
        let alive = engine.player(death.player).unwrap().condition.is_alive();
        self.write(format!("player {} died, alive {alive}", death.player.number()));
    }
    fn pre_tick(&mut self, engine: &mut Engine) {
        self.write(format!("pre_tick {}", engine.tick_number()));
    }
    fn tick(&mut self, engine: &mut Engine) {
        self.write(format!("tick {}", engine.tick_number()));
    }
    fn frame(&mut self, _: &mut Engine, real: Duration) {
        self.write(format!("frame {} ms", real.as_millis()));
    }
    fn wants_ui(&mut self, _: &mut Engine) -> bool {
        true
    }
    fn ui(&mut self, _: &mut Engine) {
        self.write("ui");
    }
    fn platform_event(&mut self, _: &mut Engine, event: &HostEvent) {
        self.write(format!("platform {}", event.name));
    }
    fn shutdown(&mut self, _: &mut Engine) {
        self.write("shutdown");
    }
}

fn level() -> Content {
    C::new(&[("one", &room_with(&[], "")), ("two", &room_with(&[], ""))])
}

#[test]
fn hooks_run_in_order() {
    let content = level();
    let log = Log::default();
    let mut engine = content.play(Diary { log: Rc::clone(&log) }, "one");
    engine.spawn_player().unwrap();
    engine.frame(Duration::from_millis(16), &[]);
    engine.load_map("two").unwrap();
    engine.platform_event(&HostEvent { name: "overlay".to_owned(), ..HostEvent::default() });
    engine.shutdown();
    let expected = [
        "setup without a map: true",
        "unloading nothing",
        "loaded one Fresh",
        "player 1 Joined",
        "frame 16 ms",
        "pre_tick 1",
        "tick 1",
        "ui",
        "unloading one",
        "loaded two Fresh",
        "player 1 NewLevel",
        "platform overlay",
        "shutdown",
    ];
    assert_eq!(*log.borrow(), expected);
}

#[test]
fn harm_and_death_are_told_in_order_and_a_button_brings_the_dead_back() {
    let content = level();
    let log = Log::default();
    let mut engine = content.play(Diary { log: Rc::clone(&log) }, "one");
    let player = engine.spawn_player().unwrap();
    log.borrow_mut().clear();
    engine.damage_player(player, &Damage::new(30.0, DamageKind::BURN));
    engine.damage_player(player, &Damage::new(f32::NAN, DamageKind::BURN));
    engine.damage_player(player, &Damage::new(500.0, DamageKind::BURN));
    engine.damage_player(player, &Damage::new(5.0, DamageKind::BURN));
    assert_eq!(*log.borrow(), ["player 1 at 70", "player 1 at 0", "player 1 died, alive false"]);
    (0..60).for_each(|_| press(&mut engine, player, Buttons::JUMP));
    assert!(!engine.player(player).unwrap().condition.is_alive(), "not before a second is over");
    run(&mut engine, 5);
    assert!(!engine.player(player).unwrap().condition.is_alive());
    press(&mut engine, player, Buttons::JUMP);
    let back = engine.player(player).unwrap();
    assert!(back.condition.is_alive() && back.condition.health == 100.0 && back.state.flags.is_empty());
    assert!(log.borrow().contains(&"player 1 Again".to_owned()));
}

/// Does in its hooks what hooks must not do.
struct Unruly;

impl Game for Unruly {
    fn tick(&mut self, engine: &mut Engine) {
        let before = (engine.tick_number(), engine.map_name().map(str::to_owned));
        engine.tick(&[]);
        assert_eq!(engine.frame(Duration::from_secs(1), &[]), 0);
        assert!(matches!(engine.load_map("two"), Err(LoadError::InsideHook { .. })));
        assert!(engine.snapshot().is_none());
        assert_eq!((engine.tick_number(), engine.map_name().map(str::to_owned)), before);
        engine.request_map("two");
    }
    fn player_damaged(&mut self, engine: &mut Engine, damage: &PlayerDamage) {
        // Told after this hook, and so on until the player is dead.
        engine.damage_player(damage.player, &Damage::new(1.0, DamageKind::empty()));
    }
    fn player_died(&mut self, engine: &mut Engine, death: &PlayerDeath) {
        engine.respawn_player(death.player, 0);
    }
}

#[test]
fn nested_calls_are_skipped_with_a_line_in_the_log_and_a_map_can_be_asked_for() {
    let content = level();
    let mut engine = content.play(Unruly, "one");
    run(&mut engine, 1);
    let skipped: Vec<_> = said(&engine).into_iter().filter(|line| line.contains("was skipped")).collect();
    assert_eq!(skipped.len(), 4, "{skipped:?}");
    assert!(skipped[0].contains("a tick") && skipped[0].contains("hook tick"), "{}", skipped[0]);
    engine.frame(Duration::ZERO, &[]);
    assert_eq!(engine.map_name(), Some("two"));
}

#[test]
fn harm_because_of_harm_comes_to_an_end() {
    let content = level();
    let mut engine = content.play(Unruly, "one");
    let player = engine.spawn_player().unwrap();
    engine.damage_player(player, &Damage::new(1.0, DamageKind::empty()));
    let after = engine.player(player).unwrap();
    assert!(after.condition.is_alive() && after.condition.health == 100.0, "{:?}", after.condition);
}

/// Weightless for everybody, from a variable of its own.
struct Moon;

impl Game for Moon {
    fn setup(&mut self, engine: &mut Engine) {
        engine.console_mut().register(kerosene_console::Convar::float("moon_gravity", 0.0, "Gravity")).unwrap();
    }
    fn pre_tick(&mut self, engine: &mut Engine) {
        let gravity = engine.console().find_convar("moon_gravity").unwrap().value().as_f64();
        engine.tick_parameters_mut().gravity = gravity as f32;
    }
}

#[test]
fn movement_parameters_are_changed_for_a_tick() {
    let content = level();
    let mut engine = content.play(Moon, "one");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::Z * 100.0, kerosene_math::Angles::ZERO);
    run(&mut engine, 10);
    assert_eq!(engine.player(player).unwrap().state.origin.z, 100.0);
    assert_eq!(engine.move_parameters().gravity, 800.0, "the variable is as it was");
    engine.console_mut().enqueue("moon_gravity 64");
    engine.frame(Duration::ZERO, &[]);
    run(&mut engine, 64);
    assert_eq!(engine.player(player).unwrap().state.origin.z, 68.0);
}
