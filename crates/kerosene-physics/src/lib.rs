//! Player movement over a collision world.

mod angles;
mod command;
mod events;
mod hull;
mod mover;
mod noclip;
mod parameters;
mod player_move;
mod state;
mod trigonometry;
mod world;

pub use angles::{ViewAngles, ViewBasis};
pub use command::{Buttons, PlayerCommand};
pub use events::{Footstep, Landing, MoveEvents, Stuck, WaterChange};
pub use hull::{DUCKED_EYE, DUCKED_HEIGHT, HULL_HALF_WIDTH, Hull, STANDING_EYE, STANDING_HEIGHT};
pub use parameters::{MoveParameters, ParameterInfo};
pub use player_move::player_move;
pub use state::{DuckPhase, Ground, PlayerFlags, PlayerState, WaterJump, WaterLevel};
pub use world::CollisionWorld;
