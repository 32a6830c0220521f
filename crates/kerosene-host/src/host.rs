//! What a host adds to an engine before anything runs.

use crate::{commands, variables::Variables};
use kerosene_console::RegisterError;
use kerosene_engine::Engine;
use kerosene_input::Input;
use std::collections::BTreeSet;

/// The window's variables, commands and binds, in an engine's console.
#[derive(Debug)]
pub struct Host {
    pub(crate) variables: Variables,
    pub(crate) input: Input,
}

impl Host {
    /// Registers them and binds the keys as they are where nobody has said otherwise. Do it before `config.cfg` runs, also where
    /// there will be no window: so that nothing in there is unknown.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions};
    /// use kerosene_host::Host;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let host = Host::register(&mut engine)?;
    /// assert!(engine.console().find_convar("r_vsync").is_some());
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// A name that the game has taken.
    pub fn register(engine: &mut Engine) -> Result<Self, RegisterError> {
        let variables = Variables::register(engine.console_mut())?;
        let before = command_names(engine);
        let mut input = Input::new(engine.console_mut())?;
        let of_input: Vec<String> = command_names(engine).difference(&before).cloned().collect();
        of_input.iter().for_each(|name| engine.leave_to_host(name));
        commands::all().try_for_each(|command| engine.register_host_command(command))?;
        input.run(engine.console_mut(), kerosene_input::DEFAULT_BINDS);
        Ok(Self { variables, input })
    }
}

fn command_names(engine: &Engine) -> BTreeSet<String> {
    engine.console().commands().map(|command| command.name().to_owned()).collect()
}
