//! The functions that the engine calls, by name.

/// A map's script: the level begins. No parameters.
pub const ON_MAP_START: &str = "on_map_start";

/// A map's script: a tick is done, `(dt)` in seconds.
pub const ON_TICK: &str = "on_tick";
