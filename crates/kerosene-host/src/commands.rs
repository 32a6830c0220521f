//! The window's console commands.

use kerosene_console::Command;

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    DumpConsole,
    FieldOfView,
    WriteConfig,
    NewGame,
    RestartRenderer,
    Screenshot,
    ToggleConsole,
    ToggleMenu,
}

/// Name, help and what it does; the one list of them.
const COMMANDS: [(&str, &str, Verb); 8] = [
    ("condump", "Writes what the console has said to the player's folder: condump [NAME]", Verb::DumpConsole),
    ("fov", "Sets the field of view: fov DEGREES, from 50 to 130", Verb::FieldOfView),
    ("host_writeconfig", "Writes variables and binds to config.cfg now", Verb::WriteConfig),
    ("newgame", "Opens the menu's list of levels", Verb::NewGame),
    ("r_restart", "Opens the graphics device anew", Verb::RestartRenderer),
    ("screenshot", "Keeps the picture in the player's folder: screenshot [nohud]", Verb::Screenshot),
    ("toggleconsole", "Opens or closes the console", Verb::ToggleConsole),
    ("togglemenu", "Opens the menu, or goes a step back in it", Verb::ToggleMenu),
];

/// The commands, to be registered.
pub(crate) fn all() -> impl Iterator<Item = Command> {
    COMMANDS.into_iter().map(|(name, help, verb)| match verb {
        Verb::Screenshot => Command::new(name, help).completes(|_| vec!["nohud".to_owned()]),
        _ => Command::new(name, help),
    })
}

/// What the command of that name does.
pub(crate) fn verb(name: &str) -> Option<Verb> {
    COMMANDS.iter().find(|(known, _, _)| *known == name).map(|(_, _, verb)| *verb)
}
