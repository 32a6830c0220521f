//! The window.

mod app;
mod frames;
mod graphics;
mod keys;
mod losses;
mod mode;
mod painter;
mod pointer;
mod readback;

use crate::{error::HostError, host::Host, play::Play, session::Session};
use app::App;
use kerosene_engine::Engine;
use winit::event_loop::EventLoop;

/// How the window opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WindowOptions {
    /// Whether the menu is open at first.
    pub menu: bool,
    /// Why the level that was asked for is not there: shown on a page of the menu.
    pub failure: Option<String>,
}

/// Opens a window on an engine and runs until somebody quits. `observe` is called once a frame.
///
/// Call it on the main thread, and once in a program: window systems demand both.
///
/// # Errors
/// That there is no display or no GPU, and what to do about it; that the device is lost and does not come back.
pub fn run(
    engine: Engine,
    host: Host,
    options: WindowOptions,
    observe: &mut dyn FnMut(&Engine),
) -> Result<(), HostError> {
    let event_loop = EventLoop::new()?;
    let Host { variables, input } = host;
    let mut session = Session::new(Play::new(engine, variables, input), options.menu);
    if let Some(reason) = options.failure {
        session.show_failure(reason);
    }
    let mut app = App::new(session, observe);
    let ran = event_loop.run_app(&mut app);
    app.finish()?;
    Ok(ran?)
}
