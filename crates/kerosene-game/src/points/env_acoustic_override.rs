//! `env_acoustic_override`: how a place sounds, where the measured way is not wanted. The acoustics compiler reads it.

use kerosene_entity::{ClassDef, ClassKind, KeyKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_acoustic_override", ClassKind::Point)
        .help("How a place sounds, instead of what the acoustics compiler measures.")
        .key("radius", KeyKind::Float, "0", "Radius", "How far it reaches, in units; 0 for the room that it is in.")
        .key(
            "rt60",
            KeyKind::String,
            "",
            "Reverberation time",
            "Seconds until a sound has died away: one number, or four for 125, 500, 2000 and 8000 Hz.",
        )
        .key("wet", KeyKind::Float, "-1", "Wetness", "0 to 1: how much is echo; -1 for the measured value.")
        .key("predelay", KeyKind::Float, "-1", "Delay before the echo", "Seconds; -1 for the measured value.")
        .key(
            "openness",
            KeyKind::Float,
            "-1",
            "Openness",
            "0 to 1: how much opens to the sky; -1 for the measured value.",
        )
}
