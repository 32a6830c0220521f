//! The engine from outside: levels, players, frames, hashes.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Content, course, rooms, with_models};
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_engine::{Engine, LoadError, PlayerInput, SpawnError, Walkers};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{CollisionWorld, PlayerCommand};
use std::time::Duration;

fn engine_in(map: &str, content: &Content) -> Engine {
    let mut engine = content.engine();
    engine.load_map(map).unwrap();
    engine
}

#[test]
fn players_spawn_at_the_preferred_free_point_facing_its_way() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = engine_in("rooms", &content);
    let ids: Vec<_> = (0..4).map(|_| engine.spawn_player().unwrap()).collect();
    let places: Vec<_> = ids.iter().map(|&id| engine.player(id).unwrap()).collect();
    assert_eq!((places[0].state.origin, places[0].view.yaw), (Vec3::new(0.0, 0.0, 24.0), 0.0));
    assert_eq!((places[1].state.origin, places[1].view.yaw), (Vec3::new(0.0, 272.0, 24.0), 90.0));
    assert_eq!((places[2].state.origin, places[2].view.yaw), (Vec3::new(272.0, 0.0, 24.0), 180.0));
    assert_eq!(places[3].state.origin, places[0].state.origin, "all are taken: the first again");
}

#[test]
fn a_spawn_point_in_the_floor_is_lifted_out_of_it() {
    let mut map = rooms();
    map.entities = "{ classname info_player_start origin \"0 0 -10\" }".to_owned();
    let content = Content::new(&[("sunk", &map)]);
    let mut engine = engine_in("sunk", &content);
    let id = engine.spawn_player().unwrap();
    let height = engine.player(id).unwrap().state.origin.z;
    assert!((0.0..=26.0).contains(&height), "{height}");
}

#[test]
fn spawn_points_that_nobody_fits_are_named_with_what_is_in_the_way() {
    let mut map = with_models();
    map.entities +=
        "\n{ classname info_player_coop origin \"0 0 64\" }\n{ classname info_player_coop origin \"264 99 50\" }";
    let content = Content::new(&[("blocked", &map)]);
    let engine = engine_in("blocked", &content);
    let said: Vec<_> = engine.console().scrollback().map(|line| line.text.as_str()).collect();
    assert!(said[0].starts_with("K0514: `info_target`"), "the map lacks its model: {}", said[0]);
    assert_eq!(
        said[1..],
        [
            "info_player_coop at (0 0 64) is inside a `door`: no player fits there",
            "info_player_coop at (264 99 50) is inside the world: no player fits there"
        ]
    );
}

#[test]
fn players_come_in_where_a_mapper_prefers_and_where_a_point_is_switched_on() {
    let mut map = rooms();
    map.entities = "\
        { classname worldspawn }\n\
        { classname info_player_start targetname a origin \"0 0 24\" }\n\
        { classname info_player_start targetname b origin \"272 0 24\" spawnflags 1 }\n\
        { classname info_player_start targetname c origin \"0 272 24\" startdisabled 1 }\n"
        .to_owned();
    let content = Content::new(&[("rooms", &map)]);
    let mut engine = engine_in("rooms", &content);
    let player = engine.spawn_player().unwrap();
    let mut comes_in = |words: &str| {
        engine.console_mut().enqueue(&format!("sv_cheats 1; {words}"));
        engine.frame(Duration::ZERO, &[]);
        common::run(&mut engine, 2);
        assert!(engine.respawn_player(player, 0));
        let at = engine.player(player).unwrap().state.origin;
        (at.x, at.y)
    };
    assert_eq!(comes_in(""), (272.0, 0.0));
    assert_eq!(comes_in("ent_fire b Disable"), (0.0, 0.0));
    assert_eq!(comes_in("ent_fire c Enable; ent_fire a Disable"), (0.0, 272.0));
    assert_eq!(comes_in("ent_fire c Kill; ent_fire b Enable"), (272.0, 0.0));
    assert_eq!(comes_in("ent_fire b Disable"), (272.0, 0.0), "with none switched on all of them count");
}

#[test]
fn without_a_level_or_a_spawn_point_nobody_spawns() {
    let mut map = rooms();
    map.entities = "{ classname worldspawn }".to_owned();
    let content = Content::new(&[("bare", &map)]);
    let mut engine = content.engine();
    assert_eq!(engine.spawn_player(), Err(SpawnError::NoLevel));
    engine.load_map("bare").unwrap();
    assert_eq!(engine.spawn_player(), Err(SpawnError::NoSpawnPoint { map: "bare".to_owned() }));
}

#[test]
fn removed_players_are_gone_and_their_ids_are_not_used_again() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = engine_in("rooms", &content);
    let (one, two) = (engine.spawn_player().unwrap(), engine.spawn_player().unwrap());
    assert_eq!(engine.remove_player(one).unwrap().id, one);
    assert!(engine.remove_player(one).is_none() && engine.player(one).is_none());
    let three = engine.spawn_player().unwrap();
    assert_eq!(engine.players().iter().map(|player| player.id).collect::<Vec<_>>(), [two, three]);
}

#[test]
fn a_map_that_does_not_load_leaves_the_level_as_it_was() {
    let content = Content::new(&[("rooms", &rooms())]);
    content.put("maps/noise.kbsp", &[7; 999]);
    let mut bad = rooms();
    bad.entities = "{ classname \"worldspawn }".to_owned();
    let damaged = Content::new(&[("rooms", &rooms()), ("bad", &bad)]);
    let mut engine = engine_in("rooms", &content);
    let player = engine.spawn_player().unwrap();
    (0..20).for_each(|_| engine.tick(&[]));
    let before = (engine.state_hash(), engine.players().to_vec());
    let missing = engine.load_map("nowhere").unwrap_err();
    assert!(matches!(missing, LoadError::NotFound { .. }));
    assert!(missing.to_string().contains("maps/nowhere.kbsp not found in ") && missing.to_string().contains("cleave"));
    assert!(matches!(engine.load_map("noise").unwrap_err(), LoadError::Map { .. }));
    assert!(matches!(engine.load_map("../rooms").unwrap_err(), LoadError::Name { .. }));
    assert_eq!((engine.state_hash(), engine.players().to_vec()), before);
    assert!(engine.player(player).is_some());
    let mut other = engine_in("rooms", &damaged);
    assert!(matches!(other.load_map("bad").unwrap_err(), LoadError::Entities { .. }));
    assert_eq!(other.map_name(), Some("rooms"));
}

#[test]
fn players_come_along_to_the_next_level_and_the_clock_begins_again() {
    let content = Content::new(&[("rooms", &rooms()), ("models", &with_models())]);
    let mut engine = engine_in("rooms", &content);
    let ids = [engine.spawn_player().unwrap(), engine.spawn_player().unwrap()];
    (0..20).for_each(|_| engine.tick(&[]));
    engine.load_map("models").unwrap();
    assert_eq!((engine.tick_number(), engine.time_ns()), (0, 0));
    assert_eq!(engine.players().iter().map(|player| player.id).collect::<Vec<_>>(), ids);
    assert!(engine.players().iter().all(|player| player.state.origin.y < -150.0));
}

#[test]
fn a_requested_map_loads_at_the_start_of_the_next_frame() {
    let content = Content::new(&[("rooms", &rooms()), ("models", &with_models())]);
    let mut engine = engine_in("rooms", &content);
    engine.request_map("models");
    assert_eq!(engine.map_name(), Some("rooms"));
    engine.frame(Duration::ZERO, &[]);
    assert_eq!(engine.map_name(), Some("models"));
    engine.request_map("nowhere");
    engine.frame(Duration::ZERO, &[]);
    assert_eq!(engine.map_name(), Some("models"));
}

#[test]
fn frames_run_the_ticks_that_are_due_and_stalls_are_capped() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = content.engine();
    assert_eq!(engine.frame(Duration::from_secs(1), &[]), 0, "no level");
    engine.load_map("rooms").unwrap();
    assert_eq!(engine.frame(Duration::from_millis(10), &[]), 0);
    assert_eq!(engine.alpha(), 0.64);
    assert_eq!(engine.frame(Duration::from_millis(10), &[]), 1);
    assert_eq!(engine.frame(Duration::from_secs(60), &[]), 8);
    assert_eq!(engine.tick_number(), 9);
    assert_eq!(engine.time_ns(), 9 * 15_625_000);
}

#[test]
fn nothing_moves_in_a_pause_but_by_steps() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = engine_in("rooms", &content);
    engine.spawn_player().unwrap();
    engine.set_paused(true);
    let before = engine.state_hash();
    assert_eq!(engine.frame(Duration::from_millis(200), &[]), 0);
    assert_eq!(engine.state_hash(), before);
    engine.step(3);
    assert_eq!(engine.frame(Duration::from_millis(200), &[]), 3);
    assert_eq!((engine.frame(Duration::ZERO, &[]), engine.tick_number()), (0, 3));
    engine.set_paused(false);
    assert_eq!(engine.frame(Duration::from_millis(16), &[]), 1);
}

#[test]
fn input_reaches_its_player_and_no_other() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = engine_in("rooms", &content);
    let (still, walks) = (engine.spawn_player().unwrap(), engine.spawn_player().unwrap());
    let view = Angles::new(0.0, -90.0, 0.0);
    let command = PlayerCommand { forward: 1.0, view, ..PlayerCommand::default() };
    for _ in 0..64 {
        engine.tick(&[PlayerInput { player: walks, command }]);
    }
    let (still, walks) = (engine.player(still).unwrap(), engine.player(walks).unwrap());
    assert_eq!(still.state.origin.truncate(), Vec3::ZERO.truncate());
    assert!(walks.state.origin.y < 172.0, "{}", walks.state.origin);
    assert_eq!(walks.view, view);
    let halfway = (walks.previous_origin + walks.state.origin) / 2.0;
    assert!(walks.interpolated_origin(0.5).distance(halfway) < 1e-3);
}

#[test]
fn brush_models_stop_players_only_if_their_contents_are_solid() {
    let content = Content::new(&[("models", &with_models())]);
    let engine = engine_in("models", &content);
    let world = engine.world().unwrap();
    assert_eq!(world.models().len(), 3, "an entity whose model the map lacks has none");
    let along_y = |mask| {
        let (start, end) = (Vec3::new(0.0, -200.0, 32.0), Vec3::new(0.0, 200.0, 32.0));
        world.trace(&TraceRequest { start, end, shape: TraceShape::Point, mask })
    };
    let solid = along_y(Contents::MASK_PLAYER_SOLID);
    let classes = |model: Option<u32>| {
        let entity = world.entity(model.unwrap()).unwrap();
        engine.entities().unwrap().class_name(entity).to_owned()
    };
    assert_eq!(classes(solid.model), "door");
    assert!((solid.end.y + 8.0).abs() < 0.1, "{}", solid.end);
    assert_eq!(classes(along_y(Contents::TRIGGER).model), "trigger_multiple");
    assert_eq!(classes(along_y(Contents::WATER).model), "water");
    assert!(world.point_contents(Vec3::new(0.0, 200.0, 32.0)).contains(Contents::WATER));
    assert!(world.point_contents(Vec3::new(0.0, -96.0, 32.0)).contains(Contents::TRIGGER));
    assert!(world.point_contents(Vec3::new(0.0, 64.0, 32.0)).is_empty());
}

fn walk(content: &Content, map: &str, seed: u64, players: u32, ticks: u64) -> (Engine, Walkers) {
    let mut engine = engine_in(map, content);
    engine.keep_hashes(true);
    let mut walkers = Walkers::spawn(&mut engine, players, seed).unwrap();
    for _ in 0..ticks {
        let inputs = walkers.inputs(&mut engine);
        engine.tick(inputs);
        walkers.observe(&engine);
    }
    (engine, walkers)
}

#[test]
fn two_runs_agree_on_every_ticks_hash_and_another_seed_does_not() {
    let content = Content::new(&[("rooms", &rooms())]);
    let hashes = |seed| walk(&content, "rooms", seed, 2, 1000).0.kept_hashes().to_vec();
    let (first, second, other) = (hashes(3), hashes(3), hashes(4));
    assert_eq!(first.len(), 1000);
    assert_eq!(first.iter().zip(&second).position(|(a, b)| a != b), None, "first tick that differs");
    assert_ne!(first, other);
    let distinct: std::collections::BTreeSet<_> = first.iter().collect();
    assert_eq!(distinct.len(), 1000);
}

#[test]
fn the_autopilot_explores_every_room_and_is_never_inside_solid() {
    let content = Content::new(&[("rooms", &rooms())]);
    let (_, walkers) = walk(&content, "rooms", 1, 1, 10_000);
    let statistics = walkers.statistics();
    assert_eq!((statistics.solid_ticks, statistics.first_solid_tick), (0, None));
    // 16 rooms of 4 by 4 cells, less what pillars and walls take.
    assert!(statistics.cells > 160, "{statistics:?}");
    assert!(statistics.distance > 20_000.0 && statistics.jumps > 0 && statistics.steps_climbed > 0, "{statistics:?}");
}

#[test]
fn the_autopilot_crawls_leaps_jumps_and_swims_to_the_end_of_the_course() {
    let content = Content::new(&[("course", &course())]);
    for seed in 0..8 {
        let mut engine = engine_in("course", &content);
        let mut walkers = Walkers::spawn(&mut engine, 1, seed).unwrap();
        let mut arrives = || {
            let inputs = walkers.inputs(&mut engine);
            engine.tick(inputs);
            walkers.observe(&engine);
            engine.players()[0].state.origin.x > 1250.0
        };
        assert!((0..10_000).any(|_| arrives()), "seed {seed}: {:?}", walkers.statistics());
        assert_eq!(walkers.statistics().solid_ticks, 0);
    }
}

#[test]
fn a_player_comes_in_anew_at_the_spawn_point_asked_for() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = engine_in("rooms", &content);
    let (one, two) = (engine.spawn_player().unwrap(), engine.spawn_player().unwrap());
    assert!(engine.respawn_player(two, 2));
    assert_eq!(engine.player(two).unwrap().state.origin.x, 272.0);
    assert!(engine.respawn_player(two, 3), "counted around; the first is taken");
    assert_eq!(engine.player(two).unwrap().state.origin.y, 272.0);
    assert!(engine.remove_player(one).is_some() && !engine.respawn_player(one, 0));
}
