//! A program without a window, as `window.rs` is one with it: built without the feature `window`, nothing of it knows
//! graphics.

use super::{EXIT_NO_WINDOW, Watchers};
use kerosene_console::RegisterError;
use kerosene_engine::{Engine, LoadError};
use std::process::ExitCode;

/// What a host adds to an engine: nothing.
pub(super) struct Host;

impl Host {
    /// There is nothing to register: what a configuration says of pictures and keys is reported as unknown.
    pub(super) fn register(_: &mut Engine) -> Result<Self, RegisterError> {
        Ok(Self)
    }
}

/// Why no window can be opened.
pub(super) fn missing_display() -> Option<&'static str> {
    Some("this program was built without one")
}

/// No window opens: [`missing_display`] has said so.
pub(super) fn open(
    engine: Engine,
    _: Host,
    _no_menu: bool,
    _started: Result<bool, LoadError>,
    watchers: &mut Watchers,
) -> ExitCode {
    watchers.observe_all(&engine);
    ExitCode::from(EXIT_NO_WINDOW)
}
