//! The sample levels in `content/maps`: compiled, held to what they promise, and played by scripted players who see
//! nothing but what a player could see.
#![allow(clippy::unwrap_used, reason = "tests")]

mod again;
mod facility;
mod level;
mod playthrough;
mod promises;
mod two_rooms;
