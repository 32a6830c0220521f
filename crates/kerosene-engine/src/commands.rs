//! The engine's console commands.

use crate::engine::Engine;
use crate::players::{Player, PlayerId};
use kerosene_console::{Command, Console, ConsoleRequest, Level, RegisterError};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::PlayerFlags;
use kerosene_vfs::{EntryKind, Vfs, VfsError};

/// A command of the engine.
struct EngineCommand {
    name: &'static str,
    help: &'static str,
    cheat: bool,
    run: fn(&mut Engine, &ConsoleRequest),
}

/// The one list of them, in the order of their names.
const COMMANDS: &[EngineCommand] = &[
    command("crash", "Crashes the program, to see that crash reports work", crash).cheat(),
    command("exit", "Ends the program", quit),
    command("getpos", "Prints where a player is and looks, as setpos takes it: getpos [PLAYER]", print_position),
    command("map", "Loads a map: map NAME", load_map),
    command("maps", "Lists maps and where they come from: maps [PART OF A NAME]", list_maps),
    command("noclip", "Lets a player fly through everything, or not: noclip [PLAYER]", toggle_noclip).cheat(),
    command("pause", "Stops time, or lets it run on", toggle_pause),
    command("players", "Lists the players", list_players),
    command("quit", "Ends the program", quit),
    command("restart", "Loads the running map again", restart),
    command("setpos", "Puts a player somewhere: setpos X Y Z [PITCH YAW [PLAYER]]", set_position).cheat(),
    command("step", "Runs single ticks in a pause: step [TICKS]", step),
    command("version", "Prints the engine's version", print_version),
];

const fn command(name: &'static str, help: &'static str, run: fn(&mut Engine, &ConsoleRequest)) -> EngineCommand {
    EngineCommand { name, help, cheat: false, run }
}

impl EngineCommand {
    const fn cheat(mut self) -> Self {
        self.cheat = true;
        self
    }
}

/// Registers every command; maps are completed from the layers of content.
///
/// # Errors
/// A name that is taken.
pub(crate) fn register(console: &mut Console, vfs: &Vfs) -> Result<(), RegisterError> {
    for row in COMMANDS {
        let mut command = Command::new(row.name, row.help);
        if row.cheat {
            command = command.cheat();
        }
        if row.name == "map" {
            let vfs = vfs.clone();
            command = command.completes(move |_| map_names(&vfs).into_iter().map(|(name, _)| name).collect());
        }
        console.register_command(command)?;
    }
    Ok(())
}

impl Engine {
    /// Runs the console's waiting text; each command is done before the next one is read.
    pub(crate) fn run_console(&mut self) {
        self.console.begin_frame();
        while let Some(request) = self.console.next_request() {
            if request.name == "exec" {
                self.exec(&request);
            } else if let Some(row) = COMMANDS.iter().find(|row| row.name == request.name) {
                (row.run)(self, &request);
            } else {
                self.console.report_unclaimed(&request);
            }
            self.apply_convars();
        }
        self.apply_convars();
    }

    /// Runs a file of commands: the name as it stands or with `.cfg`, at the content's root or in `cfg/`.
    fn exec(&mut self, request: &ConsoleRequest) {
        let Some(name) = request.args.first() else { return self.say("exec FILE: which file?") };
        let spellings = [name.clone(), format!("{name}.cfg"), format!("cfg/{name}"), format!("cfg/{name}.cfg")];
        for path in spellings {
            match self.vfs.read(&path) {
                Ok(bytes) => return self.console.insert(request, &String::from_utf8_lossy(&bytes)),
                Err(VfsError::NotFound { .. }) => {}
                Err(error) => return self.warn(&error.to_string()),
            }
        }
        self.warn(&format!("exec {name}: no such file in the content"));
    }

    fn say(&mut self, text: &str) {
        self.console.print(Level::Info, text);
    }

    fn warn(&mut self, text: &str) {
        self.console.print(Level::Warning, text);
    }

    /// The player that an argument names, or the first one where it is missing; says so if there is none.
    fn player_named(&mut self, argument: Option<&String>) -> Option<PlayerId> {
        let found = match argument {
            None => self.players().first(),
            Some(number) => self.players().iter().find(|player| player.id.number().to_string() == *number),
        };
        let id = found.map(|player| player.id);
        if id.is_none() {
            self.warn("no such player; `players` lists them");
        }
        id
    }
}

fn load_map(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [name] => {
            engine.request_map(name);
            engine.change_map();
        }
        _ => engine.say("map NAME: loads maps/NAME.kbsp; `maps` lists them"),
    }
}

fn restart(engine: &mut Engine, _: &ConsoleRequest) {
    match engine.map_name().map(str::to_owned) {
        Some(name) => {
            engine.request_map(&name);
            engine.change_map();
        }
        None => engine.warn("no map is loaded"),
    }
}

fn list_maps(engine: &mut Engine, request: &ConsoleRequest) {
    let part = request.args.first().map(|part| part.to_ascii_lowercase()).unwrap_or_default();
    let maps = map_names(&engine.vfs);
    let found: Vec<_> = maps.iter().filter(|(name, _)| name.contains(&part)).collect();
    for (name, layer) in &found {
        engine.say(&format!("{name} from {layer}"));
    }
    if found.is_empty() {
        engine.say("no maps found");
    }
}

/// Names of the compiled maps with the layers they come from.
fn map_names(vfs: &Vfs) -> Vec<(String, String)> {
    let entries = vfs.list("maps").unwrap_or_default();
    let files = entries.into_iter().filter(|entry| entry.kind == EntryKind::File);
    files.filter_map(|entry| Some((entry.name.strip_suffix(".kbsp")?.to_owned(), entry.layer))).collect()
}

fn list_players(engine: &mut Engine, _: &ConsoleRequest) {
    let lines: Vec<_> =
        engine.players().iter().map(|player| format!("{} {}", player.id.number(), place(player))).collect();
    for line in lines {
        engine.say(&line);
    }
}

fn print_position(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    if let Some(text) = engine.player(id).map(place) {
        engine.say(&format!("setpos {text}"));
    }
}

/// Position and view as `setpos` takes them.
fn place(player: &Player) -> String {
    let (origin, view) = (player.state.origin, player.view);
    format!("{} {} {} {} {}", origin.x, origin.y, origin.z, view.pitch, view.yaw)
}

fn set_position(engine: &mut Engine, request: &ConsoleRequest) {
    let numbers = request.args.iter().take(5).map(|argument| argument.parse::<f32>());
    let numbers: Vec<f32> = numbers.map_while(Result::ok).filter(|number| number.is_finite()).collect();
    let Some(id) = engine.player_named(request.args.get(5)) else { return };
    let Some(old_view) = engine.player(id).map(|player| player.view) else { return };
    let (origin, view) = match numbers[..] {
        [x, y, z] if request.args.len() == 3 => (Vec3::new(x, y, z), old_view),
        [x, y, z, pitch, yaw] => (Vec3::new(x, y, z), Angles::new(pitch, yaw, 0.0)),
        _ => return engine.say("setpos X Y Z [PITCH YAW [PLAYER]]"),
    };
    engine.place_player(id, origin, view);
}

fn toggle_noclip(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    let Some(player) = engine.players.get_mut(id) else { return };
    player.state.flags.toggle(PlayerFlags::NOCLIP);
    let on = player.state.flags.contains(PlayerFlags::NOCLIP);
    engine.say(if on { "noclip on" } else { "noclip off" });
}

fn toggle_pause(engine: &mut Engine, _: &ConsoleRequest) {
    let paused = !engine.is_paused();
    engine.set_paused(paused);
    engine.say(if paused { "paused" } else { "time runs" });
}

fn step(engine: &mut Engine, request: &ConsoleRequest) {
    let ticks = request.args.first().map_or(Ok(1), |count| count.parse());
    match ticks {
        Ok(ticks) if engine.is_paused() => engine.step(ticks),
        Ok(_) => engine.warn("step works in a pause: `pause` first"),
        Err(_) => engine.say("step [TICKS]: a whole number"),
    }
}

fn print_version(engine: &mut Engine, _: &ConsoleRequest) {
    engine.say(concat!("Kerosene ", env!("CARGO_PKG_VERSION")));
}

fn quit(engine: &mut Engine, _: &ConsoleRequest) {
    engine.quit_requested = true;
}

fn crash(_: &mut Engine, _: &ConsoleRequest) {
    panic!("crashed by the console command `crash`");
}
