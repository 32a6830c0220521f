//! What other games call the stock classes.
//!
//! Source, Half-Life and Quake put `func_` before the names of brush classes, and some classes have quite other names.
//! Maps of Quake and Half-Life are imported with their keys translated; a map of Source, and a class name typed at the
//! console, arrive as they are and are known by these names.

/// A class and what others call it.
type Names = (&'static str, &'static [&'static str]);

/// Every alias, by class.
pub(crate) const ALIASES: &[Names] = &[
    ("areaportal", &["func_areaportal"]),
    ("breakable", &["func_breakable", "func_breakable_surf", "func_explosive"]),
    ("brush", &["func_brush", "func_wall", "func_lod", "func_static", "func_bossgate"]),
    ("button", &["func_button", "func_rot_button"]),
    ("conveyor", &["func_conveyor"]),
    ("door", &["func_door"]),
    ("door_rotating", &["func_door_rotating"]),
    ("door_secret", &["func_door_secret"]),
    ("detail", &["func_detail"]),
    ("env_beam", &["env_lightning"]),
    ("env_sprite", &["env_glow", "env_sprite_oriented", "cycler_sprite"]),
    ("illusionary", &["func_illusionary"]),
    ("info_target", &["info_teleport_destination", "info_null", "info_notnull"]),
    ("ladder", &["func_ladder"]),
    ("movelinear", &["func_movelinear", "momentary_door"]),
    ("path_track", &["path_corner"]),
    ("physbox", &["func_physbox", "func_physbox_multiplayer", "func_pushable"]),
    ("platform", &["func_plat", "func_platrot"]),
    ("prop_dynamic", &["prop_dynamic_override", "dynamic_prop"]),
    ("rotating", &["func_rotating"]),
    ("tracktrain", &["func_tracktrain", "func_train"]),
    ("wall_toggle", &["func_wall_toggle"]),
    ("water", &["func_water", "func_water_analog"]),
];
