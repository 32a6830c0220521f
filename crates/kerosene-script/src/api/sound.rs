//! Sounds.

use super::{Api, Group, row};
use crate::action::ScriptAction;
use crate::call::{Answer, unpack, with_call};
use rhai::{FLOAT, INT, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Plays a sound: everywhere alike, or at an entity; at a volume from 0 to 1 where one is given.";
    let play = row(
        Group::Sound,
        "play_sound",
        "(sound: string, entity: entity, volume: float)",
        help,
        "play_sound(\"door/open\", find_by_name(\"lamp\"), 0.5)",
    );
    api.add(play, |sound: ImmutableString| request(sound, None, 1.0));
    api.again("play_sound", |sound: ImmutableString, volume: FLOAT| request(sound, None, volume));
    api.again("play_sound", |sound: ImmutableString, from: INT| request(sound, Some(from), 1.0));
    api.again("play_sound", |sound: ImmutableString, from: INT, volume: FLOAT| request(sound, Some(from), volume));
    let help = "Ends every sound.";
    let stop = row(Group::Sound, "stop_sounds", "()", help, "stop_sounds()");
    api.add(stop, || with_call(|call| call.act(ScriptAction::StopAllSounds)));
}

fn request(sound: ImmutableString, from: Option<INT>, volume: FLOAT) -> Answer<()> {
    let from = from.and_then(unpack);
    with_call(|call| call.act(ScriptAction::PlaySound { sound: sound.into(), from, volume }))
}
