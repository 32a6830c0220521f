//! Opening the window; `no_window.rs` stands in its place in a program that is built without one.

use super::{EXIT_NO_WINDOW, Watchers, tell};
use kerosene_engine::{Engine, LoadError};
pub(super) use kerosene_host::Host;
use kerosene_host::{WindowOptions, run};
use std::process::ExitCode;

/// Why no window can be opened here, where that is plain before trying.
pub(super) fn missing_display() -> Option<&'static str> {
    kerosene_host::missing_display(|name| std::env::var_os(name))
}

/// Opens the window and runs until somebody quits.
pub(super) fn open(
    engine: Engine,
    host: Host,
    no_menu: bool,
    started: Result<bool, LoadError>,
    watchers: &mut Watchers,
) -> ExitCode {
    // Who asked for a level wants to be in it.
    let menu = !no_menu && matches!(started, Ok(false));
    let options = WindowOptions { menu, failure: started.err().map(|error| error.to_string()) };
    match run(engine, host, options, &mut |engine| watchers.observe_all(engine)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("error: {error}"));
            ExitCode::from(EXIT_NO_WINDOW)
        }
    }
}
