//! Player movement over a collision world: the walking, jumping, swimming and climbing of the Quake and Source line; and
//! the movers that push and carry players.
//!
//! # Shape
//!
//! One function, [`player_move`], takes a world, parameters, a command and a state, and moves the state by one tick.
//! Everything that a player's movement remembers is in [`PlayerState`]; everything that happened on the way, for
//! sounds, damage and animation, is in the [`MoveEvents`] that it returns. So a demo is a list of commands, prediction
//! is calling it again, and rollback is putting a state back.
//!
//! What is collided with is a trait of two questions, [`CollisionWorld`]: sweep this box, and what fills this point.
//! The compiled map answers it in the game, a handful of boxes in the tests.
//!
//! # One tick
//!
//! Categorise (stuck? how deep in water? ground? ladder?), duck, then one of the ways to move: a jump out of water, a
//! ladder, swimming, or jump and then walking (friction, acceleration, slide, steps, staying on the ground) or flying
//! (half of gravity, air acceleration, slide, the other half), then categorise again. Each mechanism is a file of its
//! own, with where it comes from.
//!
//! Doors, lifts and trains are moved by [`pusher`], which carries, pushes, is blocked and crushes; its documentation
//! shows how a tick calls both. A player's velocity is relative to the ground stood on, and
//! [`PlayerState::base_velocity`] is the ground's own: who leaves it keeps its speed, who lands on it takes it off.
//!
//! # Choices
//!
//! * *Feel before physics.* Acceleration compares only the speed along the wished direction; air acceleration caps the
//!   wish and not the speed; nothing caps the speed of one who jumps again at once. Air strafing, bunny-hopping and
//!   surfing follow from these rules and are kept, and tested against their closed forms.
//! * *Arcs that do not depend on the tick rate.* Gravity is split around the move, so heights and times of jumps are
//!   those of the parabola at every rate. Friction and acceleration are explicit steps, as players know them: what they
//!   add up to differs slightly between rates.
//! * *Slopes cost no speed.* On the ground the level velocity is laid along the ground's plane, rather than left to be
//!   clipped by it, so steps are for steps only and [`MoveEvents::stepped`] can tell one from a slope.
//! * *Whole nanoseconds in timers,* so that ducking takes the same time at every rate without drift.
//! * *The same bits everywhere.* Single precision, no fused operations, square roots from the hardware, sines from one
//!   portable implementation.
//! * *A move never ends in solid.* Should rounding in the world's answers lead there, the move is undone.
//!
//! # Deliberately absent
//!
//! No entities, no clock and no input devices; players see no map, only a [`CollisionWorld`]. No paths, speeds and waits of
//! movers: what moves them says where they should be each tick. No damage, only its amount. No view bob, roll or punch: drawing
//! adds those; only the smoothing of steps is here, since it needs to know them. No collision between players.

mod accelerate;
mod air;
mod command;
mod duck;
mod events;
mod footstep;
mod friction;
mod gravity;
mod ground;
mod hull;
mod jump;
mod ladder;
mod mover;
mod noclip;
mod parameters;
mod player_move;
pub mod pusher;
mod slide;
mod smoothing;
mod state;
mod state_words;
mod step;
mod unstick;
mod walk;
mod water;
mod water_jump;
mod wish;
mod world;

pub use command::{Buttons, PlayerCommand};
pub use duck::{DUCK_TIME_NS, RISE_TIME_NS};
pub use events::{Footstep, Landing, MoveEvents, Stuck, Touched, WaterChange};
pub use ground::WALKABLE_NORMAL_Z;
pub use hull::{DUCKED_EYE, DUCKED_HEIGHT, HULL_HALF_WIDTH, Hull, STANDING_EYE, STANDING_HEIGHT};
pub use parameters::{MoveParameters, ParameterInfo};
pub use player_move::player_move;
pub use state::{DuckPhase, Ground, PlayerFlags, PlayerState, WaterJump, WaterLevel};
pub use world::{CollisionWorld, GroundMotion};
