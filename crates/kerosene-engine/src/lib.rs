//! The headless simulation.
//!
//! [`Engine`] is all of a running game except what a person sees, hears and touches: it has no window, no GPU, no
//! audio device, no input device and no clock. A host (a window, a server, a test, an editor) owns those, and once
//! per redraw calls [`Engine::frame`] with the real time that has passed and the players' input.
//!
//! # Time
//!
//! The simulation advances in fixed ticks of integer nanoseconds (`sv_tickrate`, 64 a second). A frame feeds real
//! time into an accumulator, at most 0.25 s and eight ticks of it, and runs the ticks that are due; a picture is
//! drawn between the last two states, [`Engine::alpha`] of the way. [`Engine::tick`] can also be called directly:
//! a headless run does nothing else.
//!
//! # Input is data
//!
//! A tick takes a [`PlayerCommand`](kerosene_physics::PlayerCommand) for each player. The engine never asks a
//! device; recording the commands is a demo and sending them is a network game. Players are a list, in the order of
//! ids that are never used twice, and nothing assumes that there is one of them.
//!
//! # Determinism
//!
//! The same content, commands and console text give the same bits on every machine. [`Engine::state_hash`] is one
//! number for the whole state, so two runs can be compared tick by tick. A steady tick allocates nothing.
//!
//! # Levels
//!
//! A map is loaded through the layers of [`kerosene_vfs`], mapped into memory and validated as a whole before
//! anything of the running level is touched: a map that does not load leaves everything as it was. The built-in
//! room ([`FALLBACK_MAP`]) is always there.
//!
//! A level's entities live in [`kerosene_entity::EntityWorld`]; players are among them, so that they can be the
//! activators of what they set off. The engine moves what has a motion, pushes and carries players, tells classes of
//! touches, uses and blocked ways, and answers what they ask for. Level changes carry players past a landmark.
//!
//! # The game
//!
//! The engine has no game of its own: classes, rules and variables come from whatever implements [`Game`]. The game is
//! taken out of the engine while one of its hooks runs, so a hook has all of the engine in hand and none runs inside
//! another.
//!
//! # The state as a value
//!
//! [`Engine::snapshot`] keeps the whole simulation, sharing the entities' pages with it, and [`Engine::restore`] puts
//! it back: saves, replays and rewinding are made of that.
//!
//! # Scripts
//!
//! Entities may have scripts, in Rust or in a language that the game brings ([`Game::scripts`]); their life and their
//! services are those of [`kerosene_framework`]. They run in two halves of each tick, and all that they have going is part
//! of snapshots, saved games and the state's hash.
//!
//! # Saved games
//!
//! [`Engine::save`] writes the whole simulation to a file in the player's folder, [`Engine::load`] goes on from it, bit
//! for bit: the ticks that follow are those that followed the save. What is damaged, foreign, newer or of another map is
//! refused, and the running level stays as it was.
//!
//! # Demos
//!
//! [`Engine::start_recording`] keeps the players' commands and the state's hashes, [`verify_demo`] plays them again and
//! names the first tick that goes another way.
//!
//! # Rewinding
//!
//! [`Engine::rewind`] goes back by ticks, as far as the variable `host_rewind` keeps them.
//!
//! # Walking without people
//!
//! [`Autopilot`] stands in for a person in headless runs, and [`WalkRecorder`] measures what came of it;
//! [`Walkers`] is both for any number of players.
//!
//! # Trade-offs
//!
//! Movers are never squeezed past: a team moves whole or not at all, and what its class does about it comes a tick
//! later. A view that the level turns counts until the host's next frame, which must take it over; so a player's input
//! needs no correction by the level. What the game remembers outside the entity world is opaque bytes, and no part of
//! the state's hash.
//!
//! # Deliberately absent
//!
//! No files by real path (everything comes through the layers), no source formats, no thread, no knowledge of any
//! game. Sound and rigid bodies are requests that nothing answers yet, and the log says so once.

mod animations;
mod autopilot;
mod base;
mod clock;
mod commands;
mod convars;
mod conventions;
mod demos;
mod engine;
mod explosion;
mod frame;
mod game;
mod game_over;
mod hosting;
mod interpolation;
mod level;
mod log;
mod map_change;
mod movers;
mod players;
mod requests;
mod rewind;
mod saves;
mod scripting;
mod scripts;
mod snapshot;
mod spawn;
mod state_hash;
mod tick;
mod touches;
mod uses;
mod walk;
mod walkers;
mod world;

pub use animations::model_path;
pub use autopilot::Autopilot;
pub use base::{BASE_LAYER, FALLBACK_MAP, mount_base_content};
pub use clock::{MAX_FRAME_NS, MAX_WAITING_TICKS, TickRate};
pub use demos::{Demo, DemoError, DemoPlayer, verify_demo};
pub use engine::{Engine, EngineOptions};
pub use game::{Game, HostEvent, MapStart, PlayerDamage, PlayerDeath, SpawnReason};
pub use hosting::Shown;
pub use interpolation::PlacedModel;
pub use level::LoadError;
pub use players::{Condition, FULL_HEALTH, Player, PlayerId, PlayerInput, Protection, SpawnError};
pub use rewind::RewindError;
pub use saves::{LoadGameError, SaveGameError};
pub use snapshot::{EngineSnapshot, RestoreError};
pub use spawn::SpawnPoint;
pub use walk::{CELL_SIZE, FALL_SPEED, WalkRecorder, WalkStatistics};
pub use walkers::Walkers;
pub use world::World;
