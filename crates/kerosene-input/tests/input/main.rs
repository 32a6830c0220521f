//! The crate from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod causes;
mod gamepads;
mod looking;
mod tables;
mod words;

use kerosene_console::Console;
use kerosene_input::Input;

/// An input with nothing bound but `binds`.
fn input(binds: &str) -> (Console, Input) {
    let mut console = Console::new();
    let mut input = Input::new(&mut console).unwrap();
    input.run(&mut console, binds);
    (console, input)
}

/// The names and arguments that a console has to run, after what binds have sent.
fn requests(console: &mut Console, input: &mut Input) -> Vec<String> {
    input.send(console);
    console.begin_frame();
    let mut all = Vec::new();
    while let Some(request) = console.next_request() {
        if !input.claim(console, &request) {
            all.push(std::iter::once(request.name).chain(request.args).collect::<Vec<_>>().join(" "));
        }
    }
    all
}

/// The last line that the console said.
fn last_line(console: &Console) -> String {
    console.scrollback().next_back().unwrap().text.clone()
}
