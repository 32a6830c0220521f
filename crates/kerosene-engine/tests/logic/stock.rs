//! The stock classes in the engine: what a player sees and feels of them.

use super::classes::named;
use super::common::{Content, block, press, room_with, run};
use kerosene_bsp::Contents;
use kerosene_engine::{Engine, Game};
use kerosene_entity::ClassDef;
use kerosene_math::{Angles, Vec3};
use kerosene_physics::Buttons;

/// The stock classes.
struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

fn origin(engine: &Engine, name: &str) -> Vec3 {
    engine.entities().unwrap().origin(named(engine, name))
}

#[test]
fn a_player_presses_a_button_and_the_door_lets_it_through_and_shuts() {
    let models = [block([100.0, -256.0, 0.0], [116.0, 256.0, 128.0]), block([60.0, -16.0, 40.0], [68.0, 16.0, 72.0])];
    let entities = "
        { classname func_door targetname door model *1 movedir \"-90 0 0\" speed 256 lip 0 wait 1 }
        { classname func_button targetname button model *2 movedir \"0 0 0\" speed 40 lip 4 wait 1 spawnflags 1025
          connections { OnPressed \"door,Open\" } }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.turn_player(player, Angles::ZERO);
    run(&mut engine, 2);
    press(&mut engine, player, Buttons::USE);
    run(&mut engine, 40);
    let open = origin(&engine, "door");
    assert!(open.z > 100.0, "{open}");
    let events = engine.entities().unwrap().delivered();
    assert!(events >= 1);
    run(&mut engine, 64 * 3);
    assert_eq!(origin(&engine, "door").z, 0.0, "shut again");
}

#[test]
fn volumes_hurt_and_teleport_players() {
    let models = [
        block([100.0, -64.0, 0.0], [200.0, 64.0, 64.0]).filled(Contents::TRIGGER),
        block([-200.0, -64.0, 0.0], [-100.0, 64.0, 64.0]).filled(Contents::TRIGGER),
    ];
    let entities = "
        { classname trigger_hurt model *1 damage 40 spawnflags 1 }
        { classname trigger_teleport model *2 target there spawnflags 1 }
        { classname info_target targetname there origin \"0 200 8\" angles \"0 90 0\" }";
    let content = Content::new(&[("level", &room_with(&models, entities))]);
    let mut engine = content.play(Stock, "level");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(150.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 64);
    let health = engine.player(player).unwrap().condition.health;
    assert!((40.0..=80.0).contains(&health), "{health}");
    engine.place_player(player, Vec3::new(-150.0, 0.0, 1.0), Angles::ZERO);
    run(&mut engine, 2);
    let place = engine.player(player).unwrap().state.origin;
    assert!(place.distance(Vec3::new(0.0, 200.0, 8.0)) < 8.0, "{place}");
}
