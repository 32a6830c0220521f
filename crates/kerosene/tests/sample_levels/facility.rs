//! `facility`: the power is out. Three switches in the control room bring it back, the gate opens, the lift runs, and
//! from the gallery above the shaft the airlock can be opened: it leads to the other sample level.
//!
//! Every stock class is in it: [`CLASSES`] says where.

use super::level::{compiled, read};
use super::playthrough::Playthrough;
use kerosene::game::Stock;
use std::collections::BTreeSet;

/// Each stock class and a place where it is put to use.
const CLASSES: [(&str, &str); 70] = [
    ("ambient_generic", "the hum of the lobby; steps in the corridor set how loud it is"),
    ("breakable", "a crate in storage, a pane in the fan room"),
    ("brush", "the grille at the corridor's west end"),
    ("button", "the lobby's door, the switches of the control room, the valve of the lab"),
    ("detail", "the rails of the grille"),
    ("door", "lobby, lab, fan room, gate, airlock"),
    ("door_rotating", "control room and storage"),
    ("door_secret", "the back of the rail yard's signal box"),
    ("env_acoustic_override", "every room"),
    ("env_cubemap", "every room"),
    ("env_explosion", "the middle tank of the lab"),
    ("env_fade", "the level's beginning"),
    ("env_shake", "when the tank blows up"),
    ("env_spark", "the gate"),
    ("filter_activator_class", "who counts before the gate"),
    ("filter_activator_name", "whom the lab's mud slows down"),
    ("game_end", "what the red button destroys"),
    ("illusionary", "the lab's steam"),
    ("info_landmark", "the airlock"),
    ("info_player_start", "the lobby"),
    ("info_target", "the notice board, the way back from the gallery"),
    ("infodecal", "every room"),
    ("item_generic", "the key card in storage"),
    ("item_healthkit", "storage"),
    ("item_key", "the rail yard: it opens the signal box"),
    ("ladder", "out of the pool, up to the gallery"),
    ("light", "every room"),
    ("light_dynamic", "the blinking lamp of the control room"),
    ("light_environment", "above the shaft"),
    ("light_spot", "the corridor"),
    ("logic_auto", "the level's beginning"),
    ("logic_autosave", "when the power is back"),
    ("logic_branch", "whether there is power"),
    ("logic_case", "what is said of each switch"),
    ("logic_compare", "whether enough switches are pressed"),
    ("logic_relay", "all that the power sets going"),
    ("logic_script", "the announcement in the lobby"),
    ("logic_timer", "the blinking lamp"),
    ("math_counter", "switches pressed, stops of the cart passed"),
    ("math_remap", "from steps in the corridor to the hum's volume"),
    ("movelinear", "the pool's sluice"),
    ("path_track", "the cart's stops"),
    ("physbox", "boxes in storage"),
    ("platform", "the lift of the shaft"),
    ("player", "made by the engine"),
    ("player_speedmod", "the lab's mud"),
    ("point_hurt", "the leak behind the lab's tanks"),
    ("point_message", "what is said"),
    ("point_sound", "the chime when the power is back"),
    ("point_teleport", "under the gallery, for who got stuck there"),
    ("point_template", "what is behind the back of the signal box"),
    ("prop_dynamic", "the control room's screen"),
    ("prop_dynamic_spawner", "boxes on the shelf in storage"),
    ("prop_physics", "things on the shelf"),
    ("prop_static", "every room"),
    ("rotating", "the fans"),
    ("touch_field", "made by the lift of the shaft, which feels who is in its column"),
    ("tracktrain", "the cart of the rail yard"),
    ("trigger_changelevel", "the airlock"),
    ("trigger_counter", "what is found in the rail yard"),
    ("trigger_gravity", "a corner of the lab"),
    ("trigger_hurt", "the lab's steam"),
    ("trigger_look", "the notice board"),
    ("trigger_multiple", "before the gate, in the mud"),
    ("trigger_once", "the gallery"),
    ("trigger_push", "the pool's current"),
    ("trigger_setskill", "behind the back of the signal box"),
    ("trigger_teleport", "from the gallery back to the corridor"),
    ("wall_toggle", "the guard before the fans"),
    ("water", "the pool"),
];

pub(crate) fn play() -> Playthrough {
    let mut play = crate::begin("facility", &["two_rooms"]);
    leave_the_lobby(&mut play);
    get_hurt_in_the_lab(&mut play);
    heal_in_storage(&mut play);
    bring_the_power_back(&mut play);
    look_at_the_fans(&mut play);
    swim_in_the_pool(&mut play);
    search_the_signal_box(&mut play);
    ride_up_the_shaft(&mut play);
    leave_by_the_airlock(&mut play);
    play
}

fn leave_the_lobby(play: &mut Playthrough) {
    play.wait(1.0);
    assert!(play.has_read("Power is out"));
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
    assert_eq!((play.moved("gate_left").y, play.moved("lift").z, play.moved("cart").x), (0.0, 0.0, 0.0));
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
    play.walk_to(2004.0, -304.0);
    assert_eq!(play.variable("skill"), "2");
    for (x, y) in [(1850.0, -304.0), (1784.0, -180.0), (1784.0, 0.0)] {
        play.walk_to(x, y);
    }
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
    let (first, second) = (play().hashes, play().hashes);
    let differs = first.iter().zip(&second).position(|(a, b)| a != b);
    assert_eq!((differs, first.len()), (None, second.len()));
}

#[test]
fn it_is_large() {
    let map = read("facility").map;
    assert!(compiled(&map).statistics.brushes >= 400);
    // The first is the world.
    assert!(map.entities.len() > 120, "{}", map.entities.len());
}

#[test]
fn every_stock_class_is_in_it() {
    let stock: BTreeSet<_> = Stock::classes().iter().map(|class| class.name).collect();
    let listed = CLASSES.iter().map(|(class, _)| *class).chain(["worldspawn"]).collect();
    assert_eq!(stock, listed, "the list says where each is");
    let map = read("facility").map;
    let used: BTreeSet<_> =
        map.entities.iter().map(kerosene_map::Entity::class_name).chain(["player", "touch_field"]).collect();
    assert_eq!(stock, used);
}
