//! The window around an engine.
//!
//! [`Engine`](kerosene_engine::Engine) is a simulation without a window, a GPU, devices and a clock; this crate is those. It
//! owns the event loop (`winit`), the surface and the renderer (`wgpu`, [`kerosene_render`]), what people press
//! ([`kerosene_input`]) and what lies over the picture (`egui`), and once per picture it calls
//! [`Engine::frame`](kerosene_engine::Engine::frame) with the real time that has passed and the player's command.
//!
//! # One frame
//!
//! Events come in as they come. Then, when a frame is due ([`Pacer`]): devices are asked, the engine runs its console and its
//! ticks, and what it leaves to the host is done. The entities are looked at once a tick and moved to where they are between
//! the last two ticks for each picture ([`Scene`]), so that movement is as smooth as the screen; where one looks is the newest
//! that the mouse said. Texts and menus are laid out, the renderer draws, the picture is handed to the screen.
//!
//! # What a person does is text
//!
//! Menus and keys do what they do by the console's words, so that everything can be typed, bound, put into a file and tested.
//! Only console and menu have keys that nobody can lose: `` ` `` and F10, Escape.
//!
//! # Without a window
//!
//! Everything but `window` runs without one: scenes are filled, menus laid out by egui's headless context, binds written and
//! read. What a level looks like is data, a [`Frame`](kerosene_render::Frame), before anything is drawn.
//!
//! # What may go wrong
//!
//! A window that nobody sees is not drawn and the program sleeps. A surface that has changed is set up anew; a device that is
//! lost is opened anew and the level loaded into it, unless that happens all the time. A level that does not load is a page of
//! the menu that says why. A loss of focus lets go of all keys and of the pointer.
//!
//! # Trade-offs
//!
//! One thread does it all: a map that loads stops the picture, which says what is loading. A screenshot is drawn a second
//! time, because most surfaces cannot be read.
//!
//! # Deliberately absent
//!
//! No rules of the simulation, no file formats, no sound yet, one player at the window. No state outside the values.

mod assets;
mod bob;
mod clock;
mod commands;
mod config_file;
mod debug_draw;
mod display;
mod effects;
mod error;
mod host;
mod overlay;
mod pacing;
mod play;
mod profile;
mod scene;
mod screenshot;
mod session;
mod variables;
mod window;

/// Counts in tests what a frame takes from the heap.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: kerosene_test_alloc::CountingAllocator = kerosene_test_alloc::CountingAllocator;

pub use assets::{Assets, NoAssets};
pub use display::missing_display;
pub use error::HostError;
pub use host::Host;
pub use pacing::{HIDDEN_WAIT, MOST_REAL, Pacer};
pub use scene::{Eye, PATTERN_HERTZ, Scene, pattern_brightness};
pub use window::{WindowOptions, run};
