//! `+command args` on the program's command line.

use crate::quote;

/// A program's arguments, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandLine {
    /// Text for [`Console::enqueue`](crate::Console::enqueue), one command a line.
    pub text: String,
    /// What belongs to nobody's `+`, in order: options of the program.
    pub rest: Vec<String>,
}

/// Takes the `+` commands out of a program's arguments.
///
/// A command is an argument that begins with `+`, and those behind it up to the next that begins with
/// `+` or `--`. (A single `-` may begin an argument of a command: a negative number.) An argument that begins with `+` and has blanks
/// in it is command text as it stands, which is the way to name `+` actions: `"+bind w +forward"`.
///
/// ```
/// use kerosene_console::from_command_line;
///
/// let args = ["--headless", "+map", "e1m1", "+sv_gravity", "-400", "--portable", "+bind w +forward"];
/// let line = from_command_line(args.map(String::from));
/// assert_eq!(line.text, "\"map\" \"e1m1\"\n\"sv_gravity\" \"-400\"\nbind w +forward\n");
/// assert_eq!(line.rest, ["--headless", "--portable"]);
/// ```
pub fn from_command_line(args: impl IntoIterator<Item = String>) -> CommandLine {
    let mut line = CommandLine::default();
    let mut in_command = false;
    for arg in args {
        if let Some(command) = arg.strip_prefix('+').filter(|command| !command.is_empty()) {
            end_command(&mut line.text, in_command);
            in_command = true;
            let is_text = command.contains(char::is_whitespace);
            line.text.push_str(&if is_text { command.to_owned() } else { quote(command) });
        } else if arg.starts_with("--") || !in_command {
            end_command(&mut line.text, in_command);
            in_command = false;
            line.rest.push(arg);
        } else {
            line.text.push(' ');
            line.text.push_str(&quote(&arg));
        }
    }
    end_command(&mut line.text, in_command);
    line
}

fn end_command(text: &mut String, in_command: bool) {
    if in_command {
        text.push('\n');
    }
}
