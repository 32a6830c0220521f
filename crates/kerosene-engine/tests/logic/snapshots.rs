//! The whole simulation kept and put back.

use super::classes::{Classes, named, send};
use super::common::{Content, block, room_with, run};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, EngineSnapshot, Game, PlayerInput, RestoreError, Walkers};
use kerosene_entity::ClassDef;
use kerosene_math::Angles;
use kerosene_physics::{Buttons, PlayerCommand};

/// A lift, a disc that turns, a trigger that throws, a door that a walker can block.
fn level() -> Content {
    let lift = block([-64.0, -64.0, 0.0], [64.0, 64.0, 16.0]);
    let disc = block([-200.0, 100.0, 0.0], [-100.0, 200.0, 12.0]);
    let fan = block([100.0, 100.0, 0.0], [160.0, 160.0, 64.0]).filled(Contents::TRIGGER);
    let door = block([160.0, -64.0, 0.0], [176.0, 64.0, 96.0]);
    let map = room_with(
        &[lift, disc, fan, door],
        "{ classname slider targetname lift model *1 way \"0 0 96\" speed 64 connections { OnDone \"!self,Go,,0.25\" } }
         { classname spinner targetname disc model *2 turn \"0 70 0\" origin \"-150 150 0\" }
         { classname trigger_fan model *3 push \"0 0 400\" damage 3 }
         { classname slider targetname door model *4 way \"80 0 0\" speed 128 connections { OnDone \"!self,Go,,0.1\" } }",
    );
    Content::new(&[("level", &map), ("other", &room_with(&[], ""))])
}

fn playing(content: &Content, game: impl Game) -> Engine {
    let mut engine = content.play(game, "level");
    send(&mut engine, "lift", "Go");
    send(&mut engine, "door", "Go");
    engine
}

/// Ticks in which the players run about and jump, the same every time.
fn play(engine: &mut Engine, from: u64, ticks: u64) -> Vec<u64> {
    let tick = |at: u64| {
        let mut random = kerosene_math::Pcg32::new(at / 20, 1);
        let yaw = (random.next_u32() % 360) as f32;
        let buttons = if at % 20 < 3 { Buttons::JUMP | Buttons::USE } else { Buttons::empty() };
        PlayerCommand { buttons, view: Angles::new(0.0, yaw, 0.0), forward: 1.0, ..PlayerCommand::default() }
    };
    let players: Vec<_> = engine.players().iter().map(|player| player.id).collect();
    (from..from + ticks)
        .map(|at| {
            let input = |(index, &player): (usize, &kerosene_engine::PlayerId)| PlayerInput {
                player,
                command: tick(at + 1000 * index as u64),
            };
            let inputs: Vec<_> = players.iter().enumerate().map(input).collect();
            engine.tick(&inputs);
            engine.state_hash()
        })
        .collect()
}

#[test]
fn from_any_tick_on_the_same_input_gives_the_same_hashes_after_a_restore() {
    let content = level();
    let mut engine = playing(&content, Classes);
    for _ in 0..3 {
        engine.spawn_player().unwrap();
    }
    let mut snapshots: Vec<(u64, EngineSnapshot)> = Vec::new();
    let mut hashes = Vec::new();
    for from in (0..400).step_by(40) {
        snapshots.push((from, engine.snapshot().unwrap()));
        hashes.extend(play(&mut engine, from, 40));
    }
    // Backwards, so that each restore comes from a later state, and the last one from an earlier one.
    let order = snapshots.iter().rev().chain(snapshots.last());
    for (from, snapshot) in order {
        engine.restore(snapshot).unwrap();
        assert_eq!(engine.tick_number(), *from);
        let again = play(&mut engine, *from, 400 - *from);
        let differs = again.iter().zip(&hashes[*from as usize..]).position(|(one, other)| one != other);
        assert_eq!(differs, None, "first tick that differs after tick {from}");
    }
}

#[test]
fn another_engine_can_go_on_from_the_same_hashes() {
    let content = level();
    let runs = [(), ()].map(|()| {
        let mut engine = playing(&content, Classes);
        engine.keep_hashes(true);
        let mut walkers = Walkers::spawn(&mut engine, 2, 5).unwrap();
        for _ in 0..600 {
            let inputs = walkers.inputs(&mut engine);
            engine.tick(inputs);
        }
        engine.kept_hashes().to_vec()
    });
    assert_eq!(runs[0].len(), 600);
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn every_part_of_the_state_is_in_the_hash() {
    let content = level();
    let changes: [fn(&mut Engine); 6] = [
        |engine| assert!(engine.spawn_player().is_ok()),
        |engine| {
            engine.random().next_u32();
        },
        |engine| {
            let lift = named(engine, "lift");
            engine.entities_mut().unwrap().set_origin(lift, kerosene_math::Vec3::Z);
        },
        |engine| send(engine, "lift", "FireUser1"),
        |engine| {
            let player = engine.players()[0].id;
            engine.heal_player(player, 1.0);
            engine.damage_player(player, &kerosene_entity::Damage::new(0.5, kerosene_entity::DamageKind::empty()));
        },
        |engine| run(engine, 1),
    ];
    let mut hashes: Vec<u64> = changes
        .iter()
        .map(|change| {
            let mut engine = playing(&content, Classes);
            engine.spawn_player().unwrap();
            change(&mut engine);
            engine.state_hash()
        })
        .collect();
    let mut engine = playing(&content, Classes);
    engine.spawn_player().unwrap();
    hashes.push(engine.state_hash());
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len() + 1);
}

/// Counts ticks outside the entity world, and refuses what is no count.
struct Counter(u64);

impl Game for Counter {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        super::classes::classes()
    }
    fn tick(&mut self, engine: &mut Engine) {
        self.0 += 1;
        let count = kerosene_entity::Value::Int(self.0 as i64);
        let disc = named(engine, "disc");
        engine.entities_mut().unwrap().set_field(disc, "ticks", count);
    }
    fn save(&mut self, _: &mut Engine) -> Vec<u8> {
        self.0.to_le_bytes().to_vec()
    }
    fn load(&mut self, _: &mut Engine, saved: &[u8]) -> Result<(), String> {
        let count = u64::from_le_bytes(saved.try_into().map_err(|_| "no count".to_owned())?);
        if count == 13 {
            return Err("thirteen brings bad luck".to_owned());
        }
        self.0 = count;
        Ok(())
    }
}

#[test]
fn what_the_game_remembers_comes_along_and_a_game_that_refuses_leaves_the_level_as_it_was() {
    let content = level();
    let mut engine = playing(&content, Counter(0));
    engine.spawn_player().unwrap();
    run(&mut engine, 5);
    let five = engine.snapshot().unwrap();
    run(&mut engine, 8);
    let thirteen = engine.snapshot().unwrap();
    run(&mut engine, 8);
    let before = engine.state_hash();
    assert_eq!(engine.restore(&thirteen), Err(RestoreError::Game("thirteen brings bad luck".to_owned())));
    assert_eq!(engine.state_hash(), before);
    engine.restore(&five).unwrap();
    run(&mut engine, 1);
    assert_eq!(super::classes::counted(&engine, "disc", "ticks"), 6);
}

#[test]
fn a_snapshot_of_another_map_is_refused() {
    let content = level();
    let mut engine = playing(&content, Classes);
    assert!(content.engine().snapshot().is_none());
    let snapshot = engine.snapshot().unwrap();
    engine.load_map("other").unwrap();
    let before = engine.state_hash();
    assert!(matches!(engine.restore(&snapshot), Err(RestoreError::OtherMap { .. })));
    assert_eq!(engine.state_hash(), before);
    engine.load_map("level").unwrap();
    engine.restore(&snapshot).unwrap();
    assert_eq!(engine.state_hash(), playing(&content, Classes).state_hash());
}

#[test]
fn variables_that_the_simulation_depends_on_are_part_of_the_state() {
    let content = level();
    let mut engine = playing(&content, Classes);
    engine.spawn_player().unwrap();
    play(&mut engine, 0, 10);
    let (kept, hash) = (engine.snapshot().unwrap(), engine.state_hash());
    let expected = play(&mut engine, 10, 30);
    engine.restore(&kept).unwrap();
    engine.console_mut().enqueue("sv_gravity 100; developer 1");
    engine.frame(std::time::Duration::ZERO, &[]);
    engine.tick(&[]);
    assert_eq!(engine.move_parameters().gravity, 100.0);
    engine.restore(&kept).unwrap();
    assert_eq!((engine.move_parameters().gravity, engine.state_hash()), (800.0, hash));
    assert_eq!(play(&mut engine, 10, 30), expected);
    // Two states that differ in a variable alone differ.
    engine.restore(&kept).unwrap();
    let same = play(&mut engine, 10, 1);
    engine.restore(&kept).unwrap();
    engine.console_mut().enqueue("sv_use_range 81");
    engine.frame(std::time::Duration::ZERO, &[]);
    assert_ne!(play(&mut engine, 10, 1), same);
}
