//! The services, rule by rule. The crate's documentation says which test holds which.
#![allow(clippy::unwrap_used, reason = "tests")]

mod events;
mod life;
mod machines;
mod rig;
mod timers;
mod tweens;
