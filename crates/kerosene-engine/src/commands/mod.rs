//! The engine's console commands.

mod demos;
mod entities;
mod maps;
mod players;
mod rewind;
mod saves;
mod scripts;
mod time;
mod words;

pub(crate) use words::EntityWords;

use crate::engine::Engine;
use kerosene_console::{Command, CompletionQuery, Console, ConsoleRequest, Level, RegisterError};
use kerosene_vfs::{Vfs, VfsError};

/// A command of the engine.
struct EngineCommand {
    name: &'static str,
    help: &'static str,
    cheat: bool,
    completes: Completes,
    run: fn(&mut Engine, &ConsoleRequest),
}

/// What a command's arguments may be.
#[derive(Clone, Copy)]
enum Completes {
    Nothing,
    Maps,
    Saves,
    /// An entity, and for the second argument an input that it takes.
    TargetsAndInputs,
    Classes,
}

/// The one list of them, in the order of their names.
const COMMANDS: &[EngineCommand] = &[
    command("buddha", "Keeps a player's last point of health, or not: buddha [PLAYER]", players::toggle_buddha).cheat(),
    command("changelevel", "Goes on to another map: changelevel NAME [LANDMARK]", maps::change_level)
        .completes(Completes::Maps),
    command("crash", "Crashes the program, to see that crash reports work", crash).cheat(),
    command("disconnect", "Leaves the level", maps::leave),
    command("ent_create", "Makes an entity where one looks: ent_create CLASS [KEY VALUE]...", entities::create)
        .cheat()
        .completes(Completes::Classes),
    command("ent_fire", "Sends an input to entities: ent_fire TARGET INPUT [VALUE [DELAY]]", entities::fire)
        .cheat()
        .completes(Completes::TargetsAndInputs),
    command("ent_info", "Says what a class or an entity takes and fires: ent_info CLASS|TARGET", entities::info)
        .completes(Completes::Classes),
    command("ent_remove", "Removes entities: ent_remove TARGET", entities::remove)
        .cheat()
        .completes(Completes::TargetsAndInputs),
    command("ent_text", "Prints entities with all that they hold: ent_text [TARGET]", entities::text)
        .completes(Completes::TargetsAndInputs),
    command("ent_trace", "Prints who fires what at whom: ent_trace [0|1]", entities::trace),
    command("exit", "Ends the program", quit),
    command(
        "getpos",
        "Prints where a player is and looks, as setpos takes it: getpos [PLAYER]",
        players::print_position,
    ),
    command("god", "Lets nothing hurt a player, or not: god [PLAYER]", players::toggle_god).cheat(),
    command("kill", "Kills a player: kill [PLAYER]", players::kill),
    command("load", "Loads a saved game: load NAME", saves::load).completes(Completes::Saves),
    command("map", "Loads a map: map NAME", maps::load_map).completes(Completes::Maps),
    command("maps", "Lists maps and where they come from: maps [PART OF A NAME]", maps::list_maps),
    command("noclip", "Lets a player fly through everything, or not: noclip [PLAYER]", players::toggle_noclip).cheat(),
    command("pause", "Stops time, or lets it run on", time::toggle_pause),
    command("playdemo", "Plays a demo: playdemo NAME", demos::play),
    command("players", "Lists the players", players::list_players),
    command("quickload", "Loads what quicksave saved", saves::quick_load),
    command("quicksave", "Saves the game under the name quick", saves::quick_save),
    command("quit", "Ends the program", quit),
    command("record", "Records a demo until stop: record NAME", demos::record),
    command("restart", "Loads the running map again", maps::restart),
    command("rewind", "Goes back in time: rewind SECONDS", rewind::rewind),
    command("save", "Saves the game: save NAME", saves::save).completes(Completes::Saves),
    command("saves", "Lists the saved games", saves::list),
    command("script", "Runs lines of script code: script CODE", scripts::run_code).cheat(),
    command("script_execute", "Loads a script file: script_execute FILE", scripts::load_file).cheat(),
    command("script_list", "Lists the loaded scripts, their functions and what they remember", scripts::list),
    command("script_profile", "Shows what scripts cost, by line: script_profile [on|off|report]", scripts::profile),
    command("script_reload", "Loads scripts again: script_reload [FILE]", scripts::reload).cheat(),
    command("script_run", "Calls a function of a script: script_run FUNCTION", scripts::call_function).cheat(),
    command("setang", "Turns a player's view: setang PITCH YAW [PLAYER]", players::set_view).cheat(),
    command("setpos", "Puts a player somewhere: setpos X Y Z [PITCH YAW [PLAYER]]", players::set_position).cheat(),
    command("step", "Runs single ticks in a pause, or goes back: step [TICKS]", time::step),
    command("stop", "Ends the demo that is recorded or played", demos::stop),
    command("version", "Prints the engine's version", print_version),
];

const fn command(name: &'static str, help: &'static str, run: fn(&mut Engine, &ConsoleRequest)) -> EngineCommand {
    EngineCommand { name, help, cheat: false, completes: Completes::Nothing, run }
}

impl EngineCommand {
    const fn cheat(mut self) -> Self {
        self.cheat = true;
        self
    }

    const fn completes(mut self, completes: Completes) -> Self {
        self.completes = completes;
        self
    }
}

/// Registers every command; maps are completed from the layers of content, entities from the running level.
///
/// # Errors
/// A name that is taken.
pub(crate) fn register(console: &mut Console, vfs: &Vfs, words: &EntityWords) -> Result<(), RegisterError> {
    for row in COMMANDS {
        let mut command = Command::new(row.name, row.help);
        if row.cheat {
            command = command.cheat();
        }
        if !matches!(row.completes, Completes::Nothing) {
            let (completes, vfs, words) = (row.completes, vfs.clone(), words.clone());
            command = command.completes(move |query| candidates(completes, &vfs, &words, query));
        }
        console.register_command(command)?;
    }
    Ok(())
}

fn candidates(completes: Completes, vfs: &Vfs, words: &EntityWords, query: &CompletionQuery<'_>) -> Vec<String> {
    match (completes, query.before) {
        (Completes::Maps, []) => maps::map_names(vfs).into_iter().map(|(name, _)| name).collect(),
        (Completes::Saves, []) => crate::saves::names(vfs),
        (Completes::TargetsAndInputs, []) => words.targets(),
        (Completes::TargetsAndInputs, [target]) => words.inputs(target),
        (Completes::Classes, []) => words.classes(),
        _ => Vec::new(),
    }
}

impl Engine {
    /// Runs the console's waiting text; each command is done before the next one is read.
    pub(crate) fn run_console(&mut self) {
        self.console.begin_frame();
        while !self.hosting.is_held() {
            let Some(request) = self.console.next_request() else { break };
            if self.replays && crate::demos::is_left_out(&request.name) {
                self.warn(&format!("`{}` of a demo was skipped", request.name));
            } else if request.name == "exec" {
                self.exec(&request);
            } else if self.hosting.take_command(&request) {
                continue;
            } else if let Some(row) = COMMANDS.iter().find(|row| row.name == request.name) {
                self.record_request(&request);
                self.in_command = true;
                (row.run)(self, &request);
                self.in_command = false;
            } else {
                self.record_request(&request);
                self.in_command = true;
                let claimed = self.hook("console_request", |game, engine| game.console_request(engine, &request));
                self.in_command = false;
                if !claimed.unwrap_or(false) {
                    self.console.report_unclaimed(&request);
                }
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

    /// An answer, or a piece of news.
    pub(crate) fn say(&mut self, text: &str) {
        self.console.print(Level::Info, text);
    }

    /// Something that is surely not as meant.
    pub(crate) fn warn(&mut self, text: &str) {
        self.console.print(Level::Warning, text);
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
