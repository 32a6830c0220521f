//! A small level with doors, a lift, a turning disc and triggers that set each other off, and players who run about.

use super::common::{Content, block, room_with};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, Game, PlayerInput};
use kerosene_entity::{ClassDef, Value};
use kerosene_math::{Angles, Pcg32};
use kerosene_physics::{Buttons, PlayerCommand};
use std::path::Path;

/// The stock classes.
pub(crate) struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

/// Doors open each other by and by, the lift goes up and down, whoever is in a trigger opens, is pushed, is hurt.
const ENTITIES: &str = r#"
    { classname func_door targetname door model *1 speed 90 movedir "0 0 1" wait -1 dmg 2
      connections { OnFullyOpen "!self,Close,,0.3" OnFullyClosed "gate,Open,,0.2" } }
    { classname func_door targetname gate model *2 speed 60 angles "0 90 0" wait 1 connections { OnClose "door,Open" } }
    { classname func_platform targetname lift model *3 height 96 speed 64 wait 0.5
      connections { OnBottom "!self,GoUp,,0.4" OnTop "door,Toggle" } }
    { classname func_rotating targetname disc model *4 origin "-150 150 6" maxspeed 70 spawnflags 1 }
    { classname trigger_multiple model *5 wait 0.5 connections { OnTrigger "gate,Toggle,,0.1" OnTrigger "disc,Toggle,,0.7" } }
    { classname trigger_push model *6 pushdir "-90 0 0" speed 300 }
    { classname trigger_hurt model *7 damage 1 }
    { classname logic_timer RefireTime 0.37 connections { OnTimer "sum,Add,1" OnTimer "door,Toggle,,0.21" } }
    { classname logic_timer UseRandomTime 1 LowerRandomBound 0.2 UpperRandomBound 1.5 connections { OnTimer "lift,Toggle" } }
    { classname math_counter targetname sum max 5 connections { OnHitMax "!self,SetValue,0,0.1" OnHitMax "gate,Toggle" } }
    { classname trigger_gravity model *7 gravity 0.5 }
"#;

/// The level `works`.
pub(crate) fn content() -> Content {
    level(ENTITIES)
}

/// A level of that name with one more entity.
pub(crate) fn changed_content() -> Content {
    level(&format!("{ENTITIES} {{ classname info_target }}"))
}

fn level(entities: &str) -> Content {
    let trigger = |mins, maxs| block(mins, maxs).filled(Contents::TRIGGER);
    let map = room_with(
        &[
            block([160.0, -64.0, 0.0], [176.0, 64.0, 96.0]),
            block([-176.0, -64.0, 0.0], [-160.0, 64.0, 96.0]),
            block([-64.0, -200.0, 0.0], [64.0, -100.0, 16.0]),
            block([-200.0, 100.0, 0.0], [-100.0, 200.0, 12.0]),
            trigger([-64.0, 64.0, 0.0], [64.0, 128.0, 64.0]),
            trigger([100.0, 100.0, 0.0], [160.0, 160.0, 64.0]),
            trigger([100.0, -200.0, 0.0], [200.0, -100.0, 64.0]),
        ],
        entities,
    );
    Content::new(&[("works", &map)])
}

/// An engine in a level, its works started, with players.
pub(crate) fn start(content: &Content, player: &Path, map: &str, players: u32) -> Engine {
    let mut engine = content.play_in(player, Stock, map);
    for _ in 0..players {
        engine.spawn_player().unwrap();
    }
    let entities = engine.entities_mut().unwrap();
    for (name, input) in [("door", "Open"), ("lift", "GoUp")] {
        let found = entities.find_by_name(name).next();
        if let Some(entity) = found {
            assert!(entities.queue_input(entity, input, Value::None, std::time::Duration::ZERO, None, None));
        }
    }
    engine
}

/// Runs a line at the console, in a frame without a tick.
pub(crate) fn run(engine: &mut Engine, line: &str) {
    engine.console_mut().enqueue(line);
    engine.frame(std::time::Duration::ZERO, &[]);
}

/// Ticks in which the players run about, jump, duck and use, the same every time; the hashes of their ends.
pub(crate) fn play(engine: &mut Engine, from: u64, ticks: u64) -> Vec<u64> {
    (from..from + ticks)
        .map(|at| {
            engine.tick(&inputs(engine, at));
            engine.state_hash()
        })
        .collect()
}

/// What the players do in a tick.
pub(crate) fn inputs(engine: &Engine, at: u64) -> Vec<PlayerInput> {
    let input = |(index, player): (usize, &kerosene_engine::Player)| {
        let mut random = Pcg32::new(at / 24 + 1000 * index as u64, 1);
        let yaw = (random.next_u32() % 360) as f32;
        let buttons = Buttons::from_bits_retain(random.next_u32() & 15);
        let buttons = if at % 24 < 6 { buttons } else { Buttons::empty() };
        let view = Angles::new(0.0, yaw, 0.0);
        PlayerInput { player: player.id, command: PlayerCommand { buttons, view, forward: 1.0, ..Default::default() } }
    };
    engine.players().iter().enumerate().map(input).collect()
}
