//! What players hear and feel of the script's entity.

use super::hand::ask;
use super::{Api, Group, row};
use rhai::FLOAT;

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Plays a sound once at the entity, 0 to 1 loud; it is heard the less the farther it is.";
    let signature = "(sound: string, volume: float)";
    let play = row(Group::Feedback, "play_spatial_sound", signature, help, "play_spatial_sound(\"items/pickup\", 0.8)");
    api.add(play, |sound: &str, volume: FLOAT| ask(|context| context.play_spatial_sound(sound, volume)));
    let help = "Plays a sound once for everybody alike, at full volume.";
    let play =
        row(Group::Feedback, "play_global_sound", "(sound: string)", help, "play_global_sound(\"music/stinger\")");
    api.add(play, |sound: &str| ask(|context| context.play_global_sound(sound)));
    let help = "Shakes the view, 0 to 1 strong, for so many seconds. A stronger shake takes the place of one that is felt; a weaker one is not felt beside it. Where players stand and look is not touched.";
    let shake =
        row(Group::Feedback, "shake_camera", "(intensity: float, seconds: float)", help, "shake_camera(0.35, 0.25)");
    api.add(shake, |intensity: FLOAT, seconds: FLOAT| ask(|context| context.shake_camera(intensity, seconds)));
}
