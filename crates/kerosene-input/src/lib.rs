//! Keys, mouse and gamepads of the players at one machine: binds, held actions, and what they make a player do.
//!
//! ```
//! use kerosene_console::Console;
//! use kerosene_input::{DEFAULT_BINDS, DeviceId, Input, Key, MotionKind, PlayerSlot};
//! use std::time::Duration;
//!
//! let mut console = Console::new();
//! let mut input = Input::new(&mut console)?;
//! input.run(&mut console, DEFAULT_BINDS);
//!
//! // What a host's window tells.
//! input.key(DeviceId::KEYBOARD, Key::W, true);
//! input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 100.0, 0.0);
//!
//! // Once a frame: what binds want to run, then the views, then a command for the ticks of the frame.
//! input.send(&mut console);
//! input.advance(&console, Duration::from_millis(16));
//! let command = input.command(PlayerSlot::FIRST);
//! assert_eq!((command.forward, command.view.yaw), (1.0, -100.0 * 3.0 * 0.022));
//! input.ticks_ran(1);
//! # Ok::<(), kerosene_console::RegisterError>(())
//! ```
//!
//! # The way of a press
//!
//! A device tells of a [`Key`], which is a place: the same key whatever the layout says is printed on it. The [`Binds`]
//! say what it does. Commands with a `+` in front are held, and of those the player's [`Action`]s are known here: they go
//! into the [`PlayerCommand`](kerosene_physics::PlayerCommand) of the key's player without passing through the console, so that
//! nothing waits for a frame of it and a press costs no allocation. All others become text that [`Input::send`] gives the
//! console.
//!
//! What a press did is kept with the key that is down, and the release undoes just that, though the key be bound to something
//! else by then. Whether an action is done is never counted: it is done where any key that is down, the console or a toggle
//! holds it. So two keys on one action end it with the last of them, and no order of presses, releases, menus, lost focus
//! and pulled plugs leaves one stuck; a property test holds it to a model that knows only this sentence.
//!
//! What was begun since a tick last ran is in the next command though it may be over: frames are shorter than ticks, and
//! presses can be.
//!
//! # Motion
//!
//! Mouse motion is counts, times the device's factor, times `sensitivity`, times `m_yaw` or `m_pitch`: a player brings their
//! numbers from Source's games. A stick's way passes ring-shaped dead zones and, where it looks, a curve, and turns by degrees
//! per second. The view is kept here, at the frame's rate and not the tick's; a host hands it back where the engine
//! turned a player ([`Input::set_view`]).
//!
//! # Gamepads
//!
//! A [`GamepadSource`] tells of them: [`SystemGamepads`] the machine's, a `Vec` of events those that a test made up. On Linux
//! a device's parts come by number and a [`Mapping`] says which is which: the player's table in SDL's format
//! ([`Input::add_mappings`]), else the built-in one, else the kernel's rules for gamepads, which most keep to.
//!
//! # Deliberate absences
//!
//! No window and no event loop: a host translates what its window tells. No clock: the length of a frame comes in. No files:
//! [`Input::archive`] gives text, and tables come as text. No characters: what is typed into a text field is the window
//! system's business. No rumble and no gyroscopes yet. An action that reaches the console as text (from an alias, say) is the
//! first player's, since the console does not know who pressed.

mod action;
mod bind;
mod commands;
mod device;
mod gamepad;
mod held;
mod input;
mod key;
mod mouse;
mod player;
mod settings;

pub use action::{Action, ActionSet};
pub use bind::{Bind, Binds};
pub use device::{Device, DeviceId, DeviceKind, Devices, PlayerSlot};
#[cfg(any(target_os = "linux", target_os = "windows", target_os = "macos"))]
pub use gamepad::SystemGamepads;
pub use gamepad::{
    AxisPart, GamepadEvent, GamepadSource, Guid, Mapping, MappingError, MappingFault, MappingReport, MappingText,
    Mappings, PadAxis, PadId, PadInfo, PadPart, RawEvent, RawPart, StickShape,
};
pub use input::{Capture, Input, InputMode, MenuKey};
pub use key::{Key, KeyKind};
pub use mouse::MotionKind;

/// What keys do where a player has not said otherwise, as text for the console; it begins by taking all binds away.
///
/// ```
/// use kerosene_console::Console;
/// use kerosene_input::{DEFAULT_BINDS, Input, Key};
///
/// let mut console = Console::new();
/// let mut input = Input::new(&mut console)?;
/// input.run(&mut console, DEFAULT_BINDS);
/// assert_eq!(input.binds().get(Key::Mouse1).expect("it is bound").text(), "+attack");
/// # Ok::<(), kerosene_console::RegisterError>(())
/// ```
pub const DEFAULT_BINDS: &str = include_str!("default.cfg");
