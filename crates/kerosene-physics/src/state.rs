//! All that one player's movement remembers from one tick to the next.

use crate::command::Buttons;
use crate::hull::{Hull, STANDING_EYE};
use bitflags::bitflags;
use core::hash::{Hash, Hasher};
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
    /// Units per second.
    pub velocity: Vec3,
    /// What is stood on, `None` in the air and where one swims or climbs clear of the ground.
    pub on_ground: Option<Ground>,
    /// Standing, ducked or between.
    pub duck: DuckPhase,
    /// Depth in a liquid.
    pub water_level: WaterLevel,
    /// Which liquid, empty where dry.
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

    /// Feeds every bit of the state to a hasher: equal hashes for equal bits, on every machine whose hasher is the same.
    ///
    /// ```
    /// use kerosene_physics::PlayerState;
    /// use kerosene_math::Vec3;
    /// use std::hash::{DefaultHasher, Hasher};
    /// let hash = |state: &PlayerState| {
    ///     let mut hasher = DefaultHasher::new();
    ///     state.hash_into(&mut hasher);
    ///     hasher.finish()
    /// };
    /// let state = PlayerState::at(Vec3::ZERO);
    /// let moved = PlayerState { stride: 1.0, ..state.clone() };
    /// assert_eq!(hash(&state), hash(&state.clone()));
    /// assert_ne!(hash(&state), hash(&moved));
    /// ```
    pub fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        // Taken apart without `..`, so that a new field cannot be forgotten here.
        let Self {
            origin,
            velocity,
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
        hash_vector(*origin, hasher);
        hash_vector(*velocity, hasher);
        on_ground.map(hash_key_of_ground).hash(hasher);
        duck.hash(hasher);
        water_level.hash(hasher);
        water_contents.bits().hash(hasher);
        ladder.map(vector_bits).hash(hasher);
        ladder_let_go.hash(hasher);
        water_jump.map(|jump| (jump.remaining_ns, vector_bits(jump.velocity))).hash(hasher);
        for value in [fall_speed, view_height, step_offset, stride] {
            hasher.write_u32(value.to_bits());
        }
        held_buttons.bits().hash(hasher);
        flags.bits().hash(hasher);
    }
}

type GroundKey = ([u32; 3], Option<u32>, u32, u32, Option<u32>);

fn hash_key_of_ground(ground: Ground) -> GroundKey {
    let Ground { normal, texinfo, surface, contents, model } = ground;
    (vector_bits(normal), texinfo, surface.bits(), contents.bits(), model)
}

fn vector_bits(vector: Vec3) -> [u32; 3] {
    vector.to_array().map(f32::to_bits)
}

fn hash_vector<H: Hasher>(vector: Vec3, hasher: &mut H) {
    for bits in vector_bits(vector) {
        hasher.write_u32(bits);
    }
}
