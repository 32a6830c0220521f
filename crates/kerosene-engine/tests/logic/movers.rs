//! Movers carry, push, are blocked, arrive; what is parented follows.

use super::classes::{Classes, counted, named, send};
use super::common::{Content, block, room_with, run};
use kerosene_engine::Engine;
use kerosene_math::{Angles, Vec3};

/// A platform under the player start, and a door that closes against the wall at x = 256.
fn level() -> Content {
    let platform = block([-64.0, -64.0, 0.0], [64.0, 64.0, 16.0]);
    let door = block([160.0, -64.0, 0.0], [176.0, 64.0, 96.0]);
    let sign = block([-8.0, -64.0, 112.0], [8.0, -56.0, 128.0]);
    let map = room_with(
        &[platform, door, sign],
        "{ classname slider targetname lift model *1 way \"0 0 96\" speed 64 }
         { classname slider targetname door model *2 way \"80 0 0\" speed 128 }
         { classname slider targetname sign model *3 parentname lift way \"0 16 0\" speed 16 }
         { classname info_target targetname lamp parentname lift origin \"0 0 40\" }",
    );
    Content::new(&[("level", &map)])
}

fn origin(engine: &Engine, name: &str) -> Vec3 {
    engine.entities().unwrap().origin(named(engine, name))
}

#[test]
fn a_lift_carries_who_stands_on_it_and_arrives_exactly_and_once() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    run(&mut engine, 20);
    let floor = engine.player(player).unwrap().state.origin.z;
    assert!((floor - 16.0).abs() < 0.1, "{floor}");
    send(&mut engine, "lift", "Go");
    // The input arrives in the first tick; half a second later the lift is half a second's way up, less nothing.
    run(&mut engine, 1 + 32);
    assert_eq!(origin(&engine, "lift"), Vec3::new(0.0, 0.0, 32.0));
    assert_eq!(origin(&engine, "lamp"), Vec3::new(0.0, 0.0, 72.0), "what is parented follows");
    let rider = &engine.player(player).unwrap().state;
    assert!((rider.origin.z - floor - 32.0).abs() < 0.1 && rider.on_ground.is_some(), "{rider:?}");
    run(&mut engine, 64);
    assert_eq!((origin(&engine, "lift"), counted(&engine, "lift", "done")), (Vec3::new(0.0, 0.0, 96.0), 1));
    assert!((engine.player(player).unwrap().state.origin.z - floor - 96.0).abs() < 0.1);
    run(&mut engine, 64);
    assert_eq!((origin(&engine, "lift"), counted(&engine, "lift", "done")), (Vec3::new(0.0, 0.0, 96.0), 1));
    assert_eq!(counted(&engine, "lift", "blocked"), 0);
}

#[test]
fn the_model_that_players_meet_is_where_the_entity_is() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    send(&mut engine, "lift", "Go");
    run(&mut engine, 97);
    engine.spawn_player().unwrap();
    let world = engine.world().unwrap();
    let model = world.models().iter().find(|model| model.origin.z == 96.0).unwrap();
    assert_eq!(world.entity(model.id), Some(named(&engine, "lift")));
}

#[test]
fn a_mover_that_is_blocked_stays_says_so_and_is_late_by_as_much() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    // Between the door and the wall there are 80 units, and the player takes 32 of them.
    engine.place_player(player, Vec3::new(200.0, 0.0, 1.0), Angles::ZERO);
    send(&mut engine, "door", "Go");
    run(&mut engine, 64);
    let shut = origin(&engine, "door").x;
    assert!((40.0..=48.0).contains(&shut), "{shut}");
    assert!(counted(&engine, "door", "blocked") > 10);
    let pinned = engine.player(player).unwrap();
    // The door goes 2 units a tick, and in the last one there were fewer left.
    assert!((238.0..=240.0).contains(&pinned.state.origin.x), "{:?}", pinned.state.origin);
    let hurt = 100.0 - pinned.condition.health;
    assert_eq!(i64::from(hurt as i32), counted(&engine, "door", "blocked"), "its class hurts once for each");
    engine.place_player(player, Vec3::new(0.0, 0.0, 17.0), Angles::ZERO);
    run(&mut engine, 30);
    assert_eq!((origin(&engine, "door").x, counted(&engine, "door", "done")), (80.0, 1));
}

#[test]
fn a_parented_mover_moves_within_its_parent() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    send(&mut engine, "lift", "Go");
    send(&mut engine, "sign", "Go");
    run(&mut engine, 33);
    assert_eq!(origin(&engine, "sign"), Vec3::new(0.0, 8.0, 32.0));
    run(&mut engine, 200);
    assert_eq!(origin(&engine, "sign"), Vec3::new(0.0, 16.0, 96.0));
    assert_eq!((counted(&engine, "sign", "done"), counted(&engine, "lift", "done")), (1, 1));
    let world = engine.world().unwrap();
    let placed = world.models().iter().find(|model| world.entity(model.id) == Some(named(&engine, "sign")));
    assert_eq!(placed.unwrap().origin, Vec3::new(0.0, 16.0, 96.0));
}

#[test]
fn what_turns_for_ever_carries_for_ever_and_its_angles_stay_small() {
    let disc = block([-96.0, -96.0, 0.0], [96.0, 96.0, 16.0]);
    let map = room_with(&[disc], "{ classname spinner targetname disc model *1 turn \"0 90 0\" }");
    let content = Content::new(&[("disc", &map)]);
    let mut engine = content.play(Classes, "disc");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(48.0, 0.0, 17.0), Angles::ZERO);
    run(&mut engine, 32);
    let mut least_yaw = f32::INFINITY;
    for _ in 0..64 * 20 {
        let before = engine.player(player).unwrap().state.origin;
        run(&mut engine, 1);
        let after = engine.player(player).unwrap().state.origin;
        // 90 degrees a second at 48 units is 75.4 units a second.
        let speed = (after - before).length() * 64.0;
        assert!((speed - 75.4).abs() < 2.0, "{speed}");
        let yaw = engine.entities().unwrap().angles(named(&engine, "disc")).yaw;
        assert!(yaw.abs() <= 722.0, "{yaw}");
        least_yaw = least_yaw.min(yaw);
    }
    assert!(least_yaw < 30.0, "it has begun to count anew: {least_yaw}");
    let place = engine.player(player).unwrap().state.origin;
    assert!((place.truncate().length() - 48.0).abs() < 2.0, "{place}");
}

#[test]
fn a_model_that_is_switched_off_stops_nobody_and_one_that_is_removed_is_gone() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = engine.spawn_player().unwrap();
    run(&mut engine, 20);
    let lift = named(&engine, "lift");
    engine.entities_mut().unwrap().change_flags(lift, |flags| flags.insert(kerosene_entity::Flags::NON_SOLID));
    run(&mut engine, 64);
    assert!(engine.player(player).unwrap().state.origin.z < 0.1);
    assert_eq!(engine.world().unwrap().models().len(), 3);
    engine.entities_mut().unwrap().remove(lift);
    run(&mut engine, 2);
    assert_eq!(engine.world().unwrap().models().len(), 2);
}

#[test]
fn what_moves_is_drawn_between_its_last_two_places_and_so_is_what_hangs_on_it() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    send(&mut engine, "lift", "Go");
    run(&mut engine, 33);
    let (lift, lamp) = (named(&engine, "lift"), named(&engine, "lamp"));
    let world = engine.world().unwrap();
    let placed = world.placed_models().find(|placed| placed.entity == lift).unwrap();
    // A unit a tick: half a tick back is half a unit lower.
    assert_eq!((placed.at(1.0).origin.z, placed.at(0.5).origin.z, placed.at(0.0).origin.z), (32.0, 31.5, 31.0));
    let height = |entity, alpha| engine.interpolated_pose(entity, alpha).unwrap().origin.z;
    assert_eq!((height(lamp, 1.0), height(lamp, 0.5)), (72.0, 71.5));
}
