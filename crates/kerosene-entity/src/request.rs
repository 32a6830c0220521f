//! What a handler asks of the rest of the engine.
//!
//! A handler has the entity world and nothing else. What it needs beyond, it leaves as a request; the engine takes the
//! requests each tick, in order, answers its own verbs and gives [`Request::Game`] to the game. Requests are not part
//! of the state: the engine takes them before it saves.

use crate::{EntityId, Pose, Value};
use kerosene_math::{Angles, Vec3};
use kerosene_world::TextId;

/// A request with who left it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Requested {
    /// The entity that asks; `None` where nobody in particular does.
    pub entity: Option<EntityId>,
    /// What it asks for.
    pub request: Request,
}

/// What is asked. Texts are numbers in the world's table ([`EntityWorld::text`](crate::EntityWorld::text)).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Request {
    /// Run script code.
    ScriptCode {
        /// The code.
        code: TextId,
    },
    /// Call a function of the map's script.
    ScriptCall {
        /// Its name.
        function: TextId,
    },
    /// Load a script file.
    ScriptFile {
        /// Its path in the content.
        file: TextId,
    },
    /// Play a sound at the entity; a sound that already plays there begins anew.
    PlaySound(SoundRequest),
    /// Stop the entity's sound.
    StopSound,
    /// Change the volume of the entity's sound.
    SoundVolume {
        /// 0 to 1.
        volume: f32,
    },
    /// Wake the entity's rigid body.
    WakeBody,
    /// Put the entity's rigid body to sleep.
    SleepBody,
    /// Push a player or body.
    Push {
        /// Who is pushed.
        who: EntityId,
        /// Units a second.
        velocity: Vec3,
        /// What becomes of the velocity that there is.
        how: PushKind,
    },
    /// Move an entity or player at once. Players keep their velocity unless asked not to.
    Teleport {
        /// Who is moved.
        who: EntityId,
        /// Where to.
        to: Pose,
        /// Whether the view turns to the angles of `to`.
        turn: bool,
        /// Whether the velocity is lost.
        stop: bool,
    },
    /// Harm a player; entities are harmed with [`EntityWorld::damage`](crate::EntityWorld::damage).
    HurtPlayer {
        /// The player.
        who: EntityId,
        /// Points of health.
        amount: f32,
        /// Bits of [`DamageKind`](crate::DamageKind).
        kind: u32,
    },
    /// Heal a player.
    HealPlayer {
        /// The player.
        who: EntityId,
        /// Points of health.
        amount: f32,
    },
    /// Change how fast a player moves.
    PlayerSpeed {
        /// The player.
        who: EntityId,
        /// 1 for the usual speed.
        factor: f32,
    },
    /// Change a player's gravity.
    PlayerGravity {
        /// The player.
        who: EntityId,
        /// 1 for the usual gravity.
        factor: f32,
    },
    /// Change to another map.
    ChangeLevel {
        /// The map.
        map: TextId,
        /// The landmark that both maps have; empty for none.
        landmark: TextId,
    },
    /// Save the game.
    Save {
        /// Name of the save.
        name: TextId,
    },
    /// End the game.
    EndGame,
    /// Show text to players.
    Message {
        /// The text.
        text: TextId,
        /// Who sees it; `None` for all.
        who: Option<EntityId>,
    },
    /// Show text at a place on the screen, for a time, in a colour.
    Text(TextRequest),
    /// Fade the screen.
    Fade(FadeRequest),
    /// Shake the view.
    Shake(ShakeRequest),
    /// An explosion at the entity, to be seen and heard.
    Explosion {
        /// Points of damage in the middle.
        magnitude: f32,
        /// How far it reaches, in units.
        radius: f32,
        /// Whether it hurts, or is only shown.
        harmless: bool,
    },
    /// Sparks at the entity.
    Spark {
        /// 0 to 2: how strong.
        magnitude: i32,
        /// How long they fly, in units.
        length: i32,
    },
    /// A decal on the nearest surface.
    Decal {
        /// Its texture.
        texture: TextId,
        /// Its size in units.
        size: f32,
    },
    /// A line for the console, run after the tick.
    Command {
        /// The line.
        text: TextId,
    },
    /// Something for the user interface.
    Ui {
        /// What to do: `emit`, `set`, `show_layer`, `hide_layer`.
        verb: TextId,
        /// To what.
        name: TextId,
        /// With what.
        value: Value,
    },
    /// Something for the platform: achievements, statistics, rich presence.
    Platform {
        /// What to do.
        verb: TextId,
        /// To what.
        name: TextId,
        /// With what.
        value: Value,
    },
    /// Something that only the game knows.
    Game {
        /// Its name.
        name: TextId,
        /// With what.
        value: Value,
        /// To whom.
        who: Option<EntityId>,
    },
}

/// What becomes of the velocity of who is pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushKind {
    /// The push comes on top of it.
    Add,
    /// The push takes its place.
    Replace,
    /// It is at least that of the push in the push's direction, and as it was across it.
    AtLeast,
}

/// How to play a sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoundRequest {
    /// The sound.
    pub sound: TextId,
    /// 0 to 1.
    pub volume: f32,
    /// 1 for the pitch that it was recorded at.
    pub pitch: f32,
    /// How far it is heard, in units; 0 for what the sound says.
    pub radius: f32,
    /// Whether it begins again when it ends.
    pub looping: bool,
    /// Whether it is heard everywhere alike.
    pub everywhere: bool,
}

impl SoundRequest {
    /// A sound at full volume, once.
    pub fn once(sound: TextId) -> Self {
        Self { sound, volume: 1.0, pitch: 1.0, radius: 0.0, looping: false, everywhere: false }
    }
}

/// How a text comes and goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextEffect {
    /// As a whole, fading in and out.
    #[default]
    Fade,
    /// As a whole, flickering.
    Flicker,
    /// Letter by letter.
    Scan,
}

/// A text, where on the screen it stands, and for how long.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextRequest {
    /// The text; `\n` in it begins a line.
    pub text: TextId,
    /// How far from the left it stands and how far from the top: 0 to 1 of the room that there is, negative for the middle.
    pub place: [f32; 2],
    /// Red, green and blue, 0 to 255.
    pub color: [u8; 3],
    /// Red, green and blue of the letter that comes just now, 0 to 255.
    pub newest_color: [u8; 3],
    /// How it comes and goes.
    pub effect: TextEffect,
    /// Seconds in which it comes; for each letter where they come one by one.
    pub fade_in: f32,
    /// Seconds that it stays.
    pub hold: f32,
    /// Seconds in which it goes.
    pub fade_out: f32,
    /// A text takes the place of the one on the same channel.
    pub channel: u8,
    /// Who sees it; `None` for all.
    pub who: Option<EntityId>,
}

/// How to fade the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FadeRequest {
    /// Red, green, blue and opacity, 0 to 255.
    pub color: [u8; 4],
    /// Seconds until the colour is reached.
    pub duration: f32,
    /// Seconds that it stays.
    pub hold: f32,
    /// Whether it fades from the colour instead of to it.
    pub from_color: bool,
    /// Whether it stays for good.
    pub stay: bool,
    /// Who sees it; `None` for all.
    pub who: Option<EntityId>,
}

/// How to shake the view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShakeRequest {
    /// Units.
    pub amplitude: f32,
    /// Times a second.
    pub frequency: f32,
    /// Seconds.
    pub duration: f32,
    /// How far it is felt, in units; 0 for everywhere.
    pub radius: f32,
    /// Whether those in the air feel it too.
    pub in_air: bool,
    /// Angles that the view recoils by, in degrees.
    pub angles: Angles,
}
