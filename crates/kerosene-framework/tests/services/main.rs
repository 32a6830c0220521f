//! The services, rule by rule. The crate's documentation says which test holds which.
#![allow(clippy::unwrap_used, reason = "tests")]

mod actions;
mod events;
mod feedback;
mod life;
mod machines;
mod rig;
mod save_data;
mod snapshots;
mod space;
mod timers;
mod tweens;
