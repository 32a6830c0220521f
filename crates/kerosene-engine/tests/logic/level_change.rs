//! Players come along to another map.

use super::classes::{Classes, named};
use super::common::{Content, room_with, run, said};
use kerosene_entity::{Damage, DamageKind, Request};
use kerosene_math::{Angles, Vec3};
use std::time::Duration;

fn maps() -> Content {
    let one = room_with(&[], "{ classname info_landmark targetname Gate origin \"100 0 0\" }");
    let two = room_with(&[], "{ classname info_landmark targetname gate origin \"-50 20 0\" }");
    let tight = room_with(&[], "{ classname info_landmark targetname gate origin \"-160 0 0\" }");
    let bare = room_with(&[], "");
    Content::new(&[("one", &one), ("two", &two), ("tight", &tight), ("bare", &bare)])
}

#[test]
fn a_landmark_keeps_place_velocity_stance_view_and_health() {
    let content = maps();
    let mut engine = content.play(Classes, "one");
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, Vec3::new(130.0, 10.0, 40.0), Angles::new(5.0, 70.0, 0.0));
    engine.push_player(player, Vec3::new(30.0, 20.0, 10.0));
    engine.damage_player(player, &Damage::new(25.0, DamageKind::BURN));
    let entity = engine.player(player).unwrap().entity;
    let [map, landmark] = ["two", "gate"].map(|text| engine.entities_mut().unwrap().intern(text));
    engine.entities_mut().unwrap().request(Some(entity), Request::ChangeLevel { map, landmark });
    run(&mut engine, 1);
    let before = engine.player(player).unwrap().clone();
    assert_eq!(engine.map_name(), Some("one"));
    engine.frame(Duration::ZERO, &[]);
    assert_eq!((engine.map_name(), engine.tick_number()), (Some("two"), 0));
    let after = engine.player(player).unwrap();
    assert_eq!(after.state.origin, before.state.origin + Vec3::new(-150.0, 20.0, 0.0));
    assert_eq!(
        (after.state.velocity, after.state.duck, after.view),
        (before.state.velocity, before.state.duck, before.view)
    );
    assert_eq!(after.condition.health, 75.0);
    assert_eq!(engine.entities().unwrap().class_name(after.entity), "player");
    assert_eq!(engine.entities().unwrap().player(), Some(after.entity));
}

#[test]
fn without_a_landmark_or_room_players_come_in_at_a_spawn_point_with_their_health() {
    let content = maps();
    for (map, warns) in [("bare", true), ("tight", false)] {
        let mut engine = content.play(Classes, "one");
        let player = engine.spawn_player().unwrap();
        engine.damage_player(player, &Damage::new(25.0, DamageKind::BURN));
        engine.console_mut().enqueue(&format!("changelevel {map} gate"));
        engine.frame(Duration::ZERO, &[]);
        let after = engine.player(player).unwrap();
        assert_eq!((after.state.origin, after.condition.health), (Vec3::Z, 75.0), "{map}");
        let warned = said(&engine).iter().any(|line| line.contains("no info_landmark named `gate`"));
        assert_eq!(warned, warns, "{map}");
    }
}

#[test]
fn a_fresh_map_makes_everybody_whole_and_begins_the_dice_anew() {
    let content = maps();
    let mut engine = content.play(Classes, "one");
    let player = engine.spawn_player().unwrap();
    let first = engine.random().next_u64();
    engine.kill_player(player);
    engine.load_map("one").unwrap();
    let after = engine.player(player).unwrap().clone();
    assert!(after.condition.is_alive() && after.condition.health == 100.0 && after.state.flags.is_empty());
    assert_eq!(engine.random().next_u64(), first);
    assert_eq!(engine.entities().unwrap().of_class(engine.registry().find("player").unwrap()).count(), 1);
    assert_ne!(named(&engine, "gate"), after.entity);
}

#[test]
fn the_dead_come_in_whole_at_a_spawn_point() {
    let content = maps();
    let mut engine = content.play(Classes, "one");
    let player = engine.spawn_player().unwrap();
    engine.kill_player(player);
    engine.request_level_change("two", "gate");
    engine.frame(Duration::ZERO, &[]);
    let after = engine.player(player).unwrap();
    assert!(after.condition.is_alive() && after.state.flags.is_empty());
    assert_eq!(after.state.origin, Vec3::Z);
}
