//! Shows what the gamepads of this machine do, by the stock binds: `cargo run -p kerosene-input --example gamepads`.
//! Ends after ten seconds, or after as many as its argument says.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example that shows devices as they move")]

use kerosene_console::Console;
use kerosene_input::{DEFAULT_BINDS, Input, PlayerSlot, SystemGamepads};
use std::time::{Duration, Instant};

const FRAME: Duration = Duration::from_millis(16);

fn main() -> Result<(), kerosene_console::RegisterError> {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let mut console = Console::new();
    let mut input = Input::new(&mut console)?;
    input.run(&mut console, DEFAULT_BINDS);
    let mut gamepads = SystemGamepads::new();
    let (mut said, mut before) = (0, input.command(PlayerSlot::FIRST));
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        input.poll_gamepads(&mut gamepads);
        input.send(&mut console);
        input.advance(&console, FRAME);
        let lines = console.lines_said() - said;
        console.scrollback().rev().take(lines as usize).for_each(|line| println!("{}", line.text));
        said += lines;
        let command = input.command(PlayerSlot::FIRST);
        if command != before {
            println!("{command:?}");
            before = command;
        }
        input.ticks_ran(1);
        std::thread::sleep(FRAME);
    }
    Ok(())
}
