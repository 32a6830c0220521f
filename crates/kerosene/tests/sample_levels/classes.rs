//! Every stock class is in `facility`, and does something there while it is played.

use super::facility::play;
use super::level::read;
use kerosene::game::Stock;
use std::collections::BTreeSet;

/// Each stock class and a place where it is put to use.
const CLASSES: [(&str, &str); 77] = [
    ("ambient_generic", "the hum of the lobby; steps in the corridor set how loud it is"),
    ("areaportal", "in the lobby's door"),
    ("breakable", "a crate in storage, a pane in the fan room"),
    ("brush", "the grille at the corridor's west end"),
    ("button", "the lobby's door, the switches of the control room, the valve of the lab"),
    ("conveyor", "the belt of the rail yard"),
    ("detail", "the rails of the grille"),
    ("door", "lobby, lab, fan room, gate, airlock"),
    ("door_rotating", "control room and storage"),
    ("door_secret", "the back of the rail yard's signal box"),
    ("env_acoustic_override", "every room"),
    ("env_beam", "the arc at the gate"),
    ("env_cubemap", "every room"),
    ("env_explosion", "the middle tank of the lab"),
    ("env_fade", "the level's beginning"),
    ("env_fog_controller", "the haze of all rooms"),
    ("env_laser", "the pointer at the notice board"),
    ("env_shake", "when the tank blows up"),
    ("env_spark", "the gate"),
    ("env_sprite", "the red lamp of the gate"),
    ("filter_activator_class", "who counts before the gate"),
    ("filter_activator_name", "whom the lab's mud slows down"),
    ("game_end", "what the red button destroys"),
    ("game_text", "the level's title"),
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
    ("prop_dynamic", "the control room's arm"),
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

/// Classes of which nothing ever fires, takes or asks for anything, and where it is seen that they work.
const QUIET: [(&str, &str); 20] = [
    ("areaportal", "what is behind the shut door of the lobby is not drawn"),
    ("detail", "is the world's: rails of the grille, the signal box"),
    ("env_acoustic_override", "read by the compiler of acoustics, which does not exist yet"),
    ("env_cubemap", "reflections are seen from it"),
    ("filter_activator_class", "who comes before the gate counts"),
    ("filter_activator_name", "the mud slows down who is not called so"),
    ("illusionary", "one walks through the steam"),
    ("info_landmark", "one arrives in the other level as far from it"),
    ("info_player_start", "one comes in there"),
    ("info_target", "the notice board is looked at, the teleport leads to another"),
    ("infodecal", "asks for its picture when the level begins"),
    ("ladder", "out of the pool"),
    ("light_environment", "read by the compiler of light, which does not exist yet"),
    ("physbox", "asks to sleep when the level begins"),
    ("player", "plays"),
    ("prop_physics", "asks for its body when the level begins"),
    ("prop_static", "read by the compiler of light and drawn, and nothing does so yet"),
    ("touch_field", "the lift comes for who stands in its column"),
    ("water", "one swims in the pool"),
    ("worldspawn", "is the world"),
];

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

#[test]
fn every_stock_class_acts() {
    let play = play();
    let idle: BTreeSet<_> =
        Stock::classes().iter().map(|class| class.name).filter(|&class| !play.deeds.contains_key(class)).collect();
    assert_eq!(idle, QUIET.iter().map(|(class, _)| *class).collect());
}
