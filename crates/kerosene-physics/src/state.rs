//! All that one player's movement remembers from one tick to the next.

use crate::command::Buttons;
use crate::hull::{Hull, STANDING_EYE};
use bitflags::bitflags;
use core::hash::Hasher;
use kerosene_bsp::{Contents, SurfaceFlags, Trace};
use kerosene_math::Vec3;

bitflags! {
    /// How a player moves at all.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct PlayerFlags: u32 {
        /// Flies through everything.
        const NOCLIP = 1 << 0;
        /// Lies dead: input is ignored, the body still falls and slides to rest.
        const DEAD = 1 << 1;
        /// Held in place: input is ignored.
        const FROZEN = 1 << 2;
    }
}

/// What a player stands on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// Unit normal, `z >= 0.7`.
    pub normal: Vec3,
    /// Texinfo of the side stood on, `None` for a bevel.
    pub texinfo: Option<u32>,
    /// Flags of the surface.
    pub surface: SurfaceFlags,
    /// Contents of the brush.
    pub contents: Contents,
    /// Model stood on: 0 the world, above it a moving model.
    pub model: Option<u32>,
}

impl Ground {
    pub(crate) fn from_trace(trace: &Trace) -> Self {
        Self {
            normal: trace.plane.normal,
            texinfo: trace.texinfo,
            surface: trace.surface,
            contents: trace.contents,
            model: trace.model,
        }
    }
}

/// How far a player is between standing and ducked. Times are nanoseconds since the phase began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DuckPhase {
    /// Upright, with the standing hull.
    #[default]
    Standing,
    /// Going down; the hull is still the standing one.
    Ducking {
        /// Time spent going down; runs backwards, faster, when the button is let go.
        elapsed_ns: u64,
    },
    /// Down, with the ducked hull.
    Ducked,
    /// Coming up; the hull is still the ducked one.
    Rising {
        /// Time spent coming up; runs backwards, slower, when the button goes down or the room above is gone.
        elapsed_ns: u64,
    },
}

impl DuckPhase {
    /// Whether the hull is the ducked one.
    #[must_use]
    pub const fn has_ducked_hull(self) -> bool {
        matches!(self, Self::Ducked | Self::Rising { .. })
    }
}

/// How deep a player is in a liquid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WaterLevel {
    /// Not at all.
    #[default]
    Dry = 0,
    /// The feet are.
    Feet = 1,
    /// Up to the waist: swims.
    Waist = 2,
    /// The eyes are under.
    Eyes = 3,
}

/// A jump out of water onto a ledge, in progress.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaterJump {
    /// Time after which it gives up.
    pub remaining_ns: u64,
    /// Horizontal velocity held for as long as it lasts.
    pub velocity: Vec3,
}

/// One player's movement state. Copy it, compare it, hash it: there is nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerState {
    /// Between the feet, in units.
    pub origin: Vec3,
    /// Units per second; on the ground, relative to it: at rest on a train is at rest.
    pub velocity: Vec3,
    /// Velocity of the ground stood on, units per second, zero in the air: leaving the ground adds it to the velocity.
    pub base_velocity: Vec3,
    /// What is stood on, `None` in the air and where one swims or climbs clear of the ground.
    pub on_ground: Option<Ground>,
    /// Standing, ducked or between.
    pub duck: DuckPhase,
    /// Depth in a liquid.
    pub water_level: WaterLevel,
    /// Which liquid, with its currents; empty where dry.
    pub water_contents: Contents,
    /// Unit normal of the ladder held, pointing at the climber, `None` where none is.
    pub ladder: Option<Vec3>,
    /// Jumped off a ladder and not yet clear of it: it cannot be held again before.
    pub ladder_let_go: bool,
    /// A jump out of water in progress.
    pub water_jump: Option<WaterJump>,
    /// Speed downwards at the end of the last move through the air, or where it first met something, units per second,
    /// >= 0; what a landing is judged by.
    pub fall_speed: f32,
    /// Height of the eye above the origin, between the two eye heights while ducking.
    pub view_height: f32,
    /// What to add to the eye's height so that steps look smooth: decays to 0. Drawing only, never collision.
    pub step_offset: f32,
    /// Ground covered since the last footstep, in units.
    pub stride: f32,
    /// Buttons of the last tick, by which a press is told from a hold.
    pub held_buttons: Buttons,
    /// How the player moves at all.
    pub flags: PlayerFlags,
}

impl PlayerState {
    /// A player at rest and upright at `origin`; the first move finds ground and water.
    #[must_use]
    pub fn at(origin: Vec3) -> Self {
        Self {
            origin,
            velocity: Vec3::ZERO,
            base_velocity: Vec3::ZERO,
            on_ground: None,
            duck: DuckPhase::Standing,
            water_level: WaterLevel::Dry,
            water_contents: Contents::empty(),
            ladder: None,
            ladder_let_go: false,
            water_jump: None,
            fall_speed: 0.0,
            view_height: STANDING_EYE,
            step_offset: 0.0,
            stride: 0.0,
            held_buttons: Buttons::empty(),
            flags: PlayerFlags::empty(),
        }
    }

    /// The collision box of this moment.
    #[must_use]
    pub const fn hull(&self) -> Hull {
        Hull::of(self.duck.has_ducked_hull())
    }

    /// Where the player sees from for the simulation: use, shots, water.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.origin + Vec3::Z * self.view_height
    }

    /// Where to draw the view from: the eye, smoothed over steps.
    #[must_use]
    pub fn smoothed_eye(&self) -> Vec3 {
        self.eye() + Vec3::Z * self.step_offset
    }

    /// Feeds every bit of the state to a hasher, as little-endian words: equal states give equal hashes on every
    /// machine, if the hasher's own result depends only on the bytes written.
    ///
    /// ```
    /// use kerosene_physics::PlayerState;
    /// use kerosene_math::Vec3;
    /// use xxhash_rust::xxh3::Xxh3Default;
    /// let hash = |state: &PlayerState| {
    ///     let mut hasher = Xxh3Default::new();
    ///     state.hash_into(&mut hasher);
    ///     hasher.digest()
    /// };
    /// let state = PlayerState::at(Vec3::ZERO);
    /// let moved = PlayerState { stride: 1.0, ..state.clone() };
    /// assert_eq!(hash(&state), hash(&state.clone()));
    /// assert_ne!(hash(&state), hash(&moved));
    /// ```
    pub fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        self.words(&mut |word| hasher.write(&word.to_le_bytes()));
    }

    /// Every bit of the state as words, in a fixed order.
    pub(crate) fn words(&self, sink: &mut impl FnMut(u32)) {
        // Taken apart without `..`, so that a new field cannot be forgotten here.
        let Self {
            origin,
            velocity,
            base_velocity,
            on_ground,
            duck,
            water_level,
            water_contents,
            ladder,
            ladder_let_go,
            water_jump,
            fall_speed,
            view_height,
            step_offset,
            stride,
            held_buttons,
            flags,
        } = self;
        vector_words(*origin, sink);
        vector_words(*velocity, sink);
        vector_words(*base_velocity, sink);
        option_words(*on_ground, sink, ground_words);
        duck_words(*duck, sink);
        sink(*water_level as u32);
        sink(water_contents.bits());
        option_words(*ladder, sink, vector_words);
        sink(u32::from(*ladder_let_go));
        option_words(*water_jump, sink, |jump, sink| {
            time_words(jump.remaining_ns, sink);
            vector_words(jump.velocity, sink);
        });
        for value in [fall_speed, view_height, step_offset, stride] {
            sink(value.to_bits());
        }
        sink(held_buttons.bits());
        sink(flags.bits());
    }
}

/// 0 for nothing, or 1 and the words of what is there.
fn option_words<T, S: FnMut(u32)>(option: Option<T>, sink: &mut S, words: impl Fn(T, &mut S)) {
    sink(u32::from(option.is_some()));
    if let Some(value) = option {
        words(value, sink);
    }
}

fn vector_words(vector: Vec3, sink: &mut impl FnMut(u32)) {
    vector.to_array().into_iter().for_each(|value| sink(value.to_bits()));
}

fn time_words(nanoseconds: u64, sink: &mut impl FnMut(u32)) {
    sink(nanoseconds as u32);
    sink((nanoseconds >> 32) as u32);
}

fn ground_words(ground: Ground, sink: &mut impl FnMut(u32)) {
    let Ground { normal, texinfo, surface, contents, model } = ground;
    vector_words(normal, sink);
    option_words(texinfo, sink, |index, sink| sink(index));
    sink(surface.bits());
    sink(contents.bits());
    option_words(model, sink, |index, sink| sink(index));
}

fn duck_words(duck: DuckPhase, sink: &mut impl FnMut(u32)) {
    let (phase, elapsed_ns) = match duck {
        DuckPhase::Standing => (0, 0),
        DuckPhase::Ducking { elapsed_ns } => (1, elapsed_ns),
        DuckPhase::Ducked => (2, 0),
        DuckPhase::Rising { elapsed_ns } => (3, elapsed_ns),
    };
    sink(phase);
    time_words(elapsed_ns, sink);
}
