//! `info_player_start`: where players come in.

use kerosene_entity::{ClassDef, ClassKind};

/// Players come in here rather than at another start.
const MASTER: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("info_player_start", ClassKind::Point)
        .help("Where players come in: their feet, and the way they look.")
        .flag(MASTER, "Preferred", false)
}
