//! What happened during a move, for sounds, damage and animation.

use crate::state::WaterLevel;
use kerosene_bsp::Contents;
use kerosene_math::Vec3;

/// What happened during one [`player_move`](crate::player_move).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MoveEvents {
    /// Left the ground by jumping.
    pub jumped: bool,
    /// Came down on ground.
    pub landed: Option<Landing>,
    /// Was lifted (positive) or lowered by a step of this height, in units; slopes do not count.
    pub stepped: Option<f32>,
    /// The depth in a liquid changed.
    pub water: Option<WaterChange>,
    /// Jumped out of water onto a ledge.
    pub water_jumped: bool,
    /// Put a foot down.
    pub footstep: Option<Footstep>,
    /// Began inside something solid.
    pub stuck: Option<Stuck>,
    /// Grew to the ducked or the standing hull.
    pub hull_changed: bool,
    /// Model that bore the player during the move, if any did: what the player's own way was relative to. Where the
    /// player ends on other ground, it is this that still carries them sideways in this tick.
    pub ridden: Option<u32>,
    /// Models that the move ran into or ended on, for their touch handlers.
    pub touched: Touched,
}

/// How many models a move can report.
const MOST_TOUCHED: usize = 8;

/// The models that a move touched, by the caller's names for them ([`kerosene_bsp::MovingModel::id`]), each once, in
/// the order in which they were met; the world is left out. A move that meets more than eight reports the first eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Touched {
    models: [u32; MOST_TOUCHED],
    count: usize,
}

impl Touched {
    /// The models' names.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.models[..self.count]
    }

    /// Adds what a trace or the ground names.
    pub(crate) fn add(&mut self, model: Option<u32>) {
        let Some(model) = model.filter(|&model| model != 0) else { return };
        if self.count < MOST_TOUCHED && !self.as_slice().contains(&model) {
            self.models[self.count] = model;
            self.count += 1;
        }
    }
}

/// Coming down on ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landing {
    /// Speed downwards, in units per second, positive.
    pub speed: f32,
    /// Damage of the fall by the parameters, 0 for a soft one and in water.
    pub damage: f32,
}

/// A change of the depth in a liquid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaterChange {
    /// Before the move.
    pub from: WaterLevel,
    /// After it.
    pub to: WaterLevel,
    /// The liquid, of the deeper of the two.
    pub contents: Contents,
}

/// A foot put down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footstep {
    /// Texinfo of the side trodden on, `None` where the ground has none.
    pub texinfo: Option<u32>,
    /// Model trodden on: 0 the world, above it a moving model.
    pub model: Option<u32>,
    /// Horizontal speed, in units per second, for loudness.
    pub speed: f32,
}

/// A move that began inside something solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stuck {
    /// The player was nudged out by this much, and then moved.
    Freed(Vec3),
    /// No free place was near: the player did not move.
    Held,
}
