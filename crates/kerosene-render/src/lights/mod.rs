//! Lights that move: which reach what, and what they cannot reach.
//!
//! A picture has up to 32 of them, chosen by how much they matter; each froxel of the view knows which reach it (a bit for
//! each), and a pixel asks its froxel. Those that cast shadows draw what stands in their way into up to sixteen maps first:
//! a spot light into one, a point light or a wide spot light into the six faces of a cube.
//! What has holes is drawn with its material, so that a fence throws the shadow of a fence. A flashlight is a spot light at the player's hand.

mod casters;
mod cluster;
mod freshness;
mod pass;
mod record;
mod select;
mod shadow;
mod system;

pub(crate) use casters::{HoledCaster, HoledCasters, LevelCasters, LevelShadows};
pub(crate) use freshness::Freshness;
pub(crate) use pass::{ShadowPass, ShadowScene};
pub(crate) use shadow::ShadowView;
pub(crate) use system::{LightSystem, layout};
