//! `facility`: the power is out. Three switches in the control room bring it back, the gate opens, the lift runs, and
//! from the gallery above the shaft the airlock can be opened: it leads to the other sample level.
//!
//! Every stock class is in it: `classes.rs` says where.

use super::level::{compiled, read};
use super::playthrough::Playthrough;
use kerosene::entity::Request;
use kerosene::math::Vec3;

pub(crate) fn play() -> Playthrough {
    let mut play = crate::begin("facility", &["two_rooms"]);
    leave_the_lobby(&mut play);
    get_hurt_in_the_lab(&mut play);
    heal_in_storage(&mut play);
    bring_the_power_back(&mut play);
    look_at_the_fans(&mut play);
    swim_in_the_pool(&mut play);
    search_the_signal_box(&mut play);
    switch_the_grille_off(&mut play);
    get_stuck_under_the_gallery(&mut play);
    ride_up_the_shaft(&mut play);
    leave_by_the_airlock(&mut play);
    play
}

fn leave_the_lobby(play: &mut Playthrough) {
    assert_eq!(play.place().to_array()[..2], [248.0, 400.0]);
    play.wait(1.0);
    assert!(play.has_read("Power is out"));
    see_what_the_level_begins_with(play);
    play.walk_to(120.0, 432.0);
    play.look_at([4.0, 432.0, 80.0]);
    play.wait(1.0);
    assert!(play.has_read("three switches in the control room"), "the notice is read by looking at it");
    play.walk_to(320.0, 172.0);
    play.press_use_at([332.0, 116.0, 52.0]);
    play.wait_until("the lobby's door is open", 2.0, |play| play.moved("lobby_door").x == -92.0);
    play.walk_to(248.0, 172.0);
    play.walk_to(248.0, 0.0);
    // No power: the gate is shut and says so.
    play.walk_to(970.0, 0.0);
    play.press_use_at([1020.0, 24.0, 56.0]);
    assert!(play.has_read("The gate has no power."));
    let (steps, asked) = (play.counter("footfalls"), play.asked_by("hum"));
    assert!(steps >= 1.0);
    let volume = |request: &Request| matches!(request, Request::SoundVolume { volume } if *volume == 0.1);
    assert!(asked.iter().any(volume), "a step makes the hum louder by a tenth: {asked:?}");
    assert_eq!((play.moved("gate_left").y, play.moved("lift").z, play.moved("cart").x), (0.0, 0.0, 0.0));
}

/// What nobody does, or somebody before the first step.
fn see_what_the_level_begins_with(play: &mut Playthrough) {
    let fade = play.asked_by("fade_in");
    assert!(matches!(fade[..], [Request::Fade(fade)] if fade.from_color && fade.duration == 2.0), "{fade:?}");
    let hum = play.asked_by("hum");
    assert!(matches!(hum[..], [Request::PlaySound(sound), ..] if sound.looping && sound.radius == 900.0), "{hum:?}");
    assert_eq!(play.asked_by("infodecal").len(), 9, "a decal in every room and one more in the lobby");
    assert_eq!(play.asked_by("physbox"), [Request::SleepBody; 2], "the boxes in storage begin asleep");
    assert_eq!(play.asked_by("prop_physics"), [Request::WakeBody; 2], "what lies on the shelf does not");
    play.wait(0.5);
    assert!(play.asked_by("pa_script").is_empty(), "the engine runs scripts itself");
    let lit = play.is_on("blink");
    play.wait_until("the lamp of the control room blinks", 2.5, |play| play.is_on("blink") != lit);
}

fn get_hurt_in_the_lab(play: &mut Playthrough) {
    play.walk_to(760.0, 0.0);
    play.walk_to(760.0, -180.0);
    play.walk_to(760.0, -260.0);
    play.wait(0.5);
    let health = play.player().condition.health;
    assert!((50.0..100.0).contains(&health), "{health}");
    assert!(play.has_read("Steam burns."));
    assert_eq!(play.player().condition.gravity_scale, 1.0);
    play.walk_to(760.0, -180.0);
    play.walk_to(590.0, -160.0);
    assert_eq!(play.player().condition.gravity_scale, 0.4, "the corner where one is light");
    play.walk_to(676.0, -160.0);
    assert_eq!(play.player().condition.gravity_scale, 1.0);
    play.walk_to(676.0, -400.0);
    play.walk_to(900.0, -400.0);
    assert_eq!(play.player().condition.speed_scale, 0.6, "mud");
    play.walk_to(800.0, -430.0);
    assert_eq!(play.player().condition.speed_scale, 1.0);
    assert!(play.is_on("steam"));
    play.press_use_at([812.0, -490.0, 52.0]);
    assert!(!play.is_on("steam"), "the valve shuts it off");
    play.wait(2.1);
    assert!(play.did("env_explosion", "OnExplode") && play.count_of("env_explosion") == 0, "the middle tank is gone");
    let shake = play.asked_by("lab_shake");
    assert!(matches!(shake[..], [Request::Shake(shake)] if shake.amplitude == 4.0), "{shake:?}");
    assert!(play.did("point_hurt", "TurnOn"), "and leaks");
    let health = play.player().condition.health;
    play.walk_to(760.0, -260.0);
    play.walk_to(760.0, 0.0);
    assert_eq!(play.player().condition.health, health);
}

fn heal_in_storage(play: &mut Playthrough) {
    let health = play.player().condition.health;
    play.walk_to(248.0, 0.0);
    play.walk_to(248.0, -50.0);
    play.press_use_at([248.0, -104.0, 56.0]);
    play.wait_until("the door has turned", 1.5, |play| play.turned("storage_door").abs() == 90.0);
    play.walk_to(248.0, -300.0);
    assert!(play.player().condition.health > health, "{health}");
    assert_eq!(play.count_of("prop_physics"), 4, "two lie there, and two have come out of the shelf");
    play.walk_to(130.0, -300.0);
    assert!(play.has_read("You take the key card."));
    let bodies = play.solid_models();
    play.walk_to(116.0, -176.0);
    assert_eq!(play.solid_models(), bodies - 1, "a crate breaks when it is run into");
    // Around the leaf of the open door.
    play.walk_to(248.0, -260.0);
    play.walk_to(248.0, 0.0);
}

fn look_at_the_fans(play: &mut Playthrough) {
    play.walk_to(1272.0, 0.0);
    play.walk_to(1272.0, -50.0);
    play.press_use_at([1272.0, -104.0, 56.0]);
    play.wait(1.5);
    play.walk_to(1272.0, -400.0);
    assert!(!play.try_to_walk_to(1150.0, -400.0), "the guard is in the way");
    play.walk_to(1292.0, -440.0);
    play.press_use_at([1292.0, -490.0, 52.0]);
    play.walk_to(1272.0, -400.0);
    play.walk_to(1150.0, -400.0);
    play.walk_to(1272.0, -400.0);
    // The door has shut since.
    play.walk_to(1272.0, -160.0);
    play.press_use_at([1272.0, -104.0, 56.0]);
    play.wait(1.5);
    play.walk_to(1272.0, 0.0);
}

fn swim_in_the_pool(play: &mut Playthrough) {
    play.walk_to(1272.0, 0.0);
    play.walk_to(1272.0, 236.0);
    // A step further and the current takes the player to the ladder.
    play.walk_until("in the water", (1272.0, 300.0), |play| play.place().z < -40.0);
    play.wait_until("the current has taken the player along", 12.0, |play| play.place().y > 400.0);
    play.climb_until("out of the pool", (1272.0, 470.0), |play| play.place().z > -1.0 && play.place().y > 452.0);
    for (x, y) in [(1480.0, 460.0), (1500.0, 440.0), (1500.0, 180.0), (1272.0, 180.0), (1272.0, 0.0)] {
        play.walk_to(x, y);
    }
}

fn bring_the_power_back(play: &mut Playthrough) {
    play.walk_to(760.0, 0.0);
    play.walk_to(760.0, 50.0);
    play.press_use_at([760.0, 104.0, 56.0]);
    play.wait_until("the door has turned", 1.5, |play| play.turned("control_door").abs() == 90.0);
    play.walk_to(760.0, 250.0);
    for (number, (x, y), switch) in [
        (1.0, (624.0, 232.0), [576.0, 232.0, 50.0]),
        (2.0, (624.0, 412.0), [576.0, 412.0, 50.0]),
        (3.0, (912.0, 232.0), [960.0, 232.0, 50.0]),
    ] {
        play.walk_to(x, y);
        play.press_use_at(switch);
        assert_eq!(play.counter("switches"), number);
    }
    assert!(play.has_read("Two circuits of three.") && play.has_read("All circuits are closed."));
    play.wait_until("the gate is open", 3.0, |play| play.moved("gate_left").y == 46.0);
    assert_eq!(play.moved("gate_right").y, -46.0);
    assert!(play.is_on("corridor_lamp_7"));
    play.wait_until("the lift is down", 4.0, |play| play.moved("lift").z == -176.0);
    let turned = play.turned("rotor_1");
    play.wait(0.5);
    assert_ne!(play.turned("rotor_1"), turned, "the fans turn");
    play.wait_until("the sluice is open", 4.0, |play| play.moved("sluice").x == -64.0);
    assert!(play.did("env_spark", "SparkOnce") && play.did("prop_dynamic", "OnAnimationBegun"));
    let chime = play.asked_by("pa_chime");
    assert!(matches!(chime[..], [Request::PlaySound(sound)] if !sound.looping), "{chime:?}");
    play.wait_until("the game is saved", 4.0, |play| play.engine.saves() == ["facility_power"]);
    play.wait_until("the cart has passed two stops", 12.0, |play| play.counter("stops_passed") >= 2.0);
    play.walk_to(760.0, 232.0);
    play.walk_to(760.0, 0.0);
}

/// In the brushes of the signal box's door and of its back, which have no names.
const SIGNAL_DOOR: [f32; 3] = [1912.0, -304.0, 56.0];
const SIGNAL_PANEL: [f32; 3] = [1968.0, -304.0, 56.0];

fn search_the_signal_box(play: &mut Playthrough) {
    for (x, y) in [(1784.0, 0.0), (1784.0, -180.0), (1850.0, -304.0)] {
        play.walk_to(x, y);
    }
    assert!(!play.try_to_walk_to(1940.0, -304.0), "it is locked");
    assert!(play.has_read("The signal box is locked.") && play.has_read("You need the signal key"));
    play.walk_to(1700.0, -200.0);
    assert!(play.has_read("You take the signal key.") && play.has_read("Only 1 more to go..."));
    play.walk_to(1690.0, -310.0);
    let before = play.place().x;
    play.wait(0.5);
    assert!((play.place().x - before + 30.0).abs() < 2.0, "the belt takes one along: {}", play.place());
    play.walk_to(1850.0, -304.0);
    play.walk_until("the signal box is open", (1940.0, -304.0), |play| play.moved_at("door", SIGNAL_DOOR).z == 108.0);
    play.walk_to(1936.0, -304.0);
    let bodies = play.solid_models();
    // Its back opens in two legs: away from the player, then up.
    play.press_use_at([1964.0, -304.0, 56.0]);
    play.wait_until("the first leg is done", 1.0, |play| {
        play.moved_at("door_secret", SIGNAL_PANEL).to_array() == [8.0, 0.0, 0.0]
    });
    play.wait_until("the second leg is done", 4.0, |play| {
        play.moved_at("door_secret", SIGNAL_PANEL).to_array() == [8.0, 0.0, 112.0]
    });
    assert!(play.has_read("Sequence completed!"));
    play.wait(0.1);
    assert!(play.has_read("Something is behind it."));
    assert_eq!(play.solid_models(), bodies + 1, "a copy of what the level keeps");
    play.named("signal_crate&0001");
    assert_eq!(play.variable("skill"), "1");
    play.walk_to(2004.0, -296.0);
    assert_eq!(play.variable("skill"), "2");
    for (x, y) in [(1850.0, -304.0), (1784.0, -180.0), (1784.0, 0.0)] {
        play.walk_to(x, y);
    }
}

fn switch_the_grille_off(play: &mut Playthrough) {
    play.walk_to(1850.0, 0.0);
    play.walk_to(60.0, 0.0);
    assert!(play.is_on("grille"));
    play.press_use_at([4.0, 0.0, 48.0]);
    play.wait(1.2);
    assert!(!play.is_on("grille"), "the switch at the corridor's west end takes the grille away");
}

fn get_stuck_under_the_gallery(play: &mut Playthrough) {
    play.walk_to(1784.0, 0.0);
    play.walk_to(1784.0, 200.0);
    play.walk_to(2008.0, 200.0);
    play.walk_until("helped out", (2008.0, 400.0), |play| play.did("point_teleport", "OnTeleport"));
    play.wait(0.1);
    assert!(play.place().distance(Vec3::new(1784.0, 200.0, 0.0)) < 2.0, "{}", play.place());
}

fn ride_up_the_shaft(play: &mut Playthrough) {
    for (x, y) in [(1784.0, 0.0), (1784.0, 200.0), (1784.0, 328.0)] {
        play.walk_to(x, y);
    }
    play.wait_until("the lift is up", 4.0, |play| play.moved("lift").z == 0.0);
    assert!((play.place().z - 192.0).abs() < 0.1, "it has taken the player along: {}", play.place());
    assert!(!play.is_on("way_out"));
    play.walk_to(1784.0, 440.0);
    assert!(play.has_read("From here you see the whole facility."));
    play.wait_until("the airlock is open", 3.0, |play| play.moved("airlock").z == 108.0);
}

fn leave_by_the_airlock(play: &mut Playthrough) {
    assert!(play.is_on("way_out"));
    play.walk_until("back in the corridor", (1990.0, 440.0), |play| play.place().y < 96.0);
    assert!((play.place().x - 1700.0).abs() < 64.0, "{}", play.place());
    // The red button is in reach from before the airlock.
    play.walk_to(1900.0, 0.0);
    play.walk_to(1944.0, 0.0);
    play.walk_to(1946.0, 28.0);
    play.press_use_at([1988.0, 92.0, 52.0]);
    play.wait(1.0);
    assert_eq!(play.asked_by("the_end"), [Request::EndGame]);
    play.walk_to(1944.0, 0.0);
    play.walk_until("in the other level", (2000.0, 0.0), |play| play.engine.map_name() == Some("two_rooms"));
    // As far from the landmark as in the airlock.
    assert!((play.place().y - 256.0).abs() < 16.0 && play.place().x < 160.0, "{}", play.place());
}

#[test]
fn a_player_brings_the_power_back_and_leaves() {
    play();
}

#[test]
fn playing_it_again_is_the_same_to_the_bit() {
    super::assert_the_same(&play().hashes, &play().hashes);
}

#[test]
fn it_is_large() {
    let map = read("facility").map;
    assert!(compiled(&map).statistics.brushes >= 400);
    // The first is the world.
    assert!(map.entities.len() > 120, "{}", map.entities.len());
}
