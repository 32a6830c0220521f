//! The console's commands about keys.

use crate::{Action, ActionSet, Binds, DeviceId, Devices, Input, Key, PlayerSlot};
use kerosene_console::{Command, CompletionQuery, Console, ConsoleRequest, Level, RegisterError};

/// What a command does with its arguments.
type Run = fn(&mut Input, &mut Console, &[String]);

/// Name, help and what is done; the one list of them, beside those that begin and end actions.
const COMMANDS: [(&str, &str, Run); 9] = [
    ("bind", "Says what a key does: bind KEY TEXT; bind KEY prints it", bind),
    ("bindlist", "Lists what keys do: bindlist [PART]", list_binds),
    ("device_list", "Lists the devices that are known, and whose they are", list_devices),
    ("device_player", "Gives a gamepad to a player: device_player NUMBER PLAYER", assign_device),
    ("device_sensitivity", "Multiplies the motion of devices of a name: device_sensitivity NAME FACTOR", set_factor),
    ("key_findbinding", "Lists the keys whose text has a part: key_findbinding PART", find_binding),
    ("key_listboundkeys", "Lists what keys do, as commands that bind them", list_bound_keys),
    ("unbind", "Takes a key's bind away: unbind KEY", unbind),
    ("unbindall", "Takes all keys' binds away", unbind_all),
];

/// Actions that can be toggled: those that people want to keep doing with a finger free.
const TOGGLED: [Action; 4] = [Action::Duck, Action::Speed, Action::Zoom, Action::Forward];

/// Registers every command.
pub(crate) fn register(console: &mut Console) -> Result<(), RegisterError> {
    for (name, help, _) in COMMANDS {
        console.register_command(Command::new(name, help).completes(words))?;
    }
    for action in Action::ALL {
        console.register_command(Command::new(action.begin(), format!("{}, until {}", action.help(), action.end())))?;
        console.register_command(Command::new(action.end(), format!("Ends {}", action.begin())))?;
    }
    for action in TOGGLED {
        let help = format!("Begins {} where it is not done, ends it where it is", action.begin());
        console.register_command(Command::new(action.toggle(), help))?;
    }
    Ok(())
}

/// Words that an argument may be: a key, then what it may do.
fn words(query: &CompletionQuery<'_>) -> Vec<String> {
    match query.before.len() {
        0 => Key::ALL.iter().map(|key| key.name().to_owned()).collect(),
        _ => Action::ALL.iter().map(|action| action.begin().to_owned()).collect(),
    }
}

impl Input {
    /// Takes a request that is this crate's: binds, devices, `+action`, `-action`, `toggle_action`. Actions that come this
    /// way are the first player's. False where it is another's.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{ActionSet, Input, PlayerSlot};
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// console.enqueue("+attack; map e1m1");
    /// console.begin_frame();
    /// let attack = console.next_request().expect("a request");
    /// assert!(input.claim(&mut console, &attack));
    /// assert_eq!(input.held(PlayerSlot::FIRST), ActionSet::Attack);
    /// let map = console.next_request().expect("another");
    /// assert!(!input.claim(&mut console, &map));
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn claim(&mut self, console: &mut Console, request: &ConsoleRequest) -> bool {
        let name = request.name.as_str();
        if let Some(action) = name.strip_prefix('+').and_then(Action::from_name) {
            self.held.begin(PlayerSlot::FIRST, action.into());
        } else if let Some(action) = name.strip_prefix('-').and_then(Action::from_name) {
            self.held.end(PlayerSlot::FIRST, action.into());
        } else if let Some(action) = name.strip_prefix("toggle_").and_then(Action::from_name) {
            self.held.toggle(PlayerSlot::FIRST, ActionSet::from(action));
        } else if let Some((_, _, run)) = COMMANDS.iter().find(|(known, _, _)| *known == name) {
            run(self, console, &request.args);
        } else {
            return false;
        }
        true
    }
}

fn say(console: &mut Console, text: &str) {
    console.print(Level::Info, text);
}

fn warn(console: &mut Console, text: &str) {
    console.print(Level::Warning, text);
}

/// The key of that name, or a message.
fn key_named(console: &mut Console, name: &str) -> Option<Key> {
    let key = Key::from_name(name);
    if key.is_none() {
        warn(console, &format!("there is no key `{name}`; `bind` completes the names"));
    }
    key
}

fn bind(input: &mut Input, console: &mut Console, args: &[String]) {
    let [name, text @ ..] = args else { return warn(console, "bind KEY TEXT: which key?") };
    let Some(key) = key_named(console, name) else { return };
    match text {
        [] => {
            let text = input.binds.get(key).map_or("does nothing".to_owned(), |bind| format!("= \"{}\"", bind.text()));
            say(console, &format!("{key} {text}"));
        }
        text => {
            if !input.binds.bind(key, &text.join(" ")) {
                warn(console, &format!("what a key does is no longer than {} bytes", Binds::TEXT_BYTES));
            }
        }
    }
}

fn unbind(input: &mut Input, console: &mut Console, args: &[String]) {
    let [name] = args else { return warn(console, "unbind KEY: which key?") };
    if let Some(key) = key_named(console, name) {
        input.binds.unbind(key);
    }
}

fn unbind_all(input: &mut Input, _: &mut Console, _: &[String]) {
    input.binds.unbind_all();
}

fn list_binds(input: &mut Input, console: &mut Console, args: &[String]) {
    let part = args.join(" ").to_lowercase();
    let mut count = 0;
    for (key, bind) in input.binds.iter() {
        let line = format!("{key} = \"{}\"", bind.text());
        if line.to_lowercase().contains(&part) {
            say(console, &line);
            count += 1;
        }
    }
    say(console, &format!("{count} found"));
}

fn find_binding(input: &mut Input, console: &mut Console, args: &[String]) {
    if args.is_empty() {
        return warn(console, "key_findbinding PART: part of what?");
    }
    list_binds(input, console, args);
}

fn list_bound_keys(input: &mut Input, console: &mut Console, _: &[String]) {
    for line in input.binds.to_text().lines().skip(1) {
        say(console, line);
    }
}

fn list_devices(input: &mut Input, console: &mut Console, _: &[String]) {
    for device in input.devices.iter() {
        let (player, factor) = (device.player.index() + 1, device.factor);
        say(console, &format!("{}: {} (player {player}, sensitivity {factor})", device.id, device.name));
    }
    say(console, &format!("{} found", input.devices.iter().count()));
}

fn assign_device(input: &mut Input, console: &mut Console, args: &[String]) {
    let number = |text: &String| text.parse::<u16>().ok();
    let [device, player] = args else { return warn(console, "device_player NUMBER PLAYER: which gamepad, whose?") };
    let player = number(player).and_then(|player| PlayerSlot::new(usize::from(player).checked_sub(1)?));
    let (Some(device), Some(player)) = (number(device), player) else {
        return warn(console, &format!("device_player NUMBER PLAYER: players are 1 to {}", PlayerSlot::COUNT));
    };
    if !input.give_gamepad(device, player) {
        warn(console, &format!("there is no gamepad {device}; `device_list` lists them"));
    }
}

fn set_factor(input: &mut Input, console: &mut Console, args: &[String]) {
    let [name, factor] = args else {
        return warn(console, "device_sensitivity NAME FACTOR: which device, by how much?");
    };
    match factor.parse::<f32>() {
        Ok(factor) if Devices::FACTORS.contains(&factor) => {
            if !input.devices.set_factor(name, factor) {
                warn(console, "too many devices have a sensitivity of their own");
            }
        }
        _ => warn(console, &format!("`{factor}` is no number from 0.01 to 100")),
    }
}

impl Input {
    /// Gives a gamepad to a player; what it holds ends. False where there is no such gamepad.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{Input, PlayerSlot};
    /// let mut input = Input::new(&mut Console::new())?;
    /// assert!(!input.give_gamepad(0, PlayerSlot::FIRST));
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn give_gamepad(&mut self, number: u16, player: PlayerSlot) -> bool {
        let device = DeviceId::gamepad(number);
        let text = &mut self.text;
        self.held.forget_device(device, |_, bind| text.push_str(bind.on_release()));
        self.devices.assign(device, player)
    }
}
