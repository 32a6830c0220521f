//! How editors show classes.

use kerosene_entity::{ClassKind, KdefClass};

/// How editors show the entities of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Look {
    /// The icon's name.
    pub(super) icon: &'static str,
    /// Its colour.
    pub(super) color: [u8; 3],
    /// The box: half of its width, how far down, how far up, in units.
    pub(super) size: [i32; 3],
}

const fn look(icon: &'static str, color: [u8; 3]) -> Look {
    Look { icon, color, size: [8, 8, 8] }
}

/// Beginnings of class names; the first one that fits counts.
const LOOKS: [(&str, Look); 20] = [
    ("info_player_start", Look { icon: "player", color: [80, 220, 80], size: [16, 0, 72] }),
    ("player_speedmod", look("person", [80, 200, 160])),
    ("player", Look { icon: "player", color: [80, 220, 80], size: [16, 0, 72] }),
    ("light_spot", look("spot", [255, 230, 120])),
    ("light_environment", look("sun", [255, 250, 180])),
    ("light", look("bulb", [255, 230, 120])),
    ("ambient_generic", look("speaker", [120, 190, 255])),
    ("point_sound", look("speaker", [120, 190, 255])),
    ("env_acoustic", look("speaker", [90, 150, 220])),
    ("env_", look("spark", [255, 150, 60])),
    ("item_healthkit", look("cross", [235, 70, 70])),
    ("item_", look("key", [240, 200, 60])),
    ("prop_", Look { icon: "cube", color: [190, 160, 120], size: [16, 16, 16] }),
    ("logic_timer", look("clock", [200, 140, 240])),
    ("filter_", look("funnel", [180, 180, 240])),
    ("path_track", look("flag", [140, 230, 200])),
    ("point_teleport", look("target", [230, 110, 210])),
    ("info", look("target", [170, 220, 110])),
    ("point_", look("message", [230, 180, 110])),
    // Logic, mathematics, counters, and what a game adds.
    ("", look("gear", [200, 140, 240])),
];

/// How entities of a class are shown; nothing for those that are their brushes, and for what cannot be placed.
pub(super) fn look_of(class: &KdefClass) -> Option<Look> {
    if class.is_base || class.kind != ClassKind::Point {
        return None;
    }
    LOOKS.iter().find(|(beginning, _)| class.name.starts_with(beginning)).map(|(_, look)| *look)
}

/// Names of all icons with their colours.
pub(super) fn icons() -> impl Iterator<Item = (&'static str, [u8; 3])> {
    let mut seen = std::collections::BTreeMap::new();
    for (_, look) in LOOKS {
        seen.entry(look.icon).or_insert(look.color);
    }
    seen.into_iter()
}
