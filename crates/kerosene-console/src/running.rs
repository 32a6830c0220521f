//! Running text.

use crate::buffer::{Full, Pending};
use crate::builtins::Builtin;
use crate::console::describe;
use crate::registry::Entry;
use crate::{Console, ConsoleRequest, Convar, ConvarFlags, ConvarId, Level, SetError, SetOutcome};

impl Console {
    /// Adds text to run, behind what waits already. Where there is no room, none of it is taken and
    /// the scrollback says so.
    pub fn enqueue(&mut self, text: &str) {
        if self.buffer.push(text, Self::BUFFER_BYTES) == Err(Full) {
            self.print(Level::Error, "the command buffer is full: the text was dropped");
        }
    }

    /// Adds text to run in the place of `request`, before whatever came after it: the contents of the
    /// file that an `exec` named, say. Too deep a nesting is refused with a message.
    ///
    /// ```
    /// use kerosene_console::Console;
    ///
    /// let mut console = Console::new();
    /// console.enqueue("exec a.cfg; echo after");
    /// console.begin_frame();
    /// while let Some(request) = console.next_request() {
    ///     assert_eq!((request.name.as_str(), request.args[0].as_str()), ("exec", "a.cfg"));
    ///     console.insert(&request, "echo within");
    /// }
    /// let lines: Vec<_> = console.scrollback().map(|line| line.text.as_str()).collect();
    /// assert_eq!(lines, ["within", "after"]);
    /// ```
    pub fn insert(&mut self, request: &ConsoleRequest, text: &str) {
        self.insert_at(request.depth + 1, text, &request.name);
    }

    fn insert_at(&mut self, depth: usize, text: &str, name: &str) {
        if depth > Self::NESTING {
            let limit = Self::NESTING;
            self.print(Level::Error, &format!("`{name}` is nested more than {limit} deep: does it run itself?"));
        } else if self.buffer.insert(text, depth, Self::BUFFER_BYTES) == Err(Full) {
            self.print(Level::Error, &format!("the command buffer is full: `{name}` was dropped"));
        }
    }

    /// Begins a frame: takes in the lines of the relay and counts down every `wait`.
    pub fn begin_frame(&mut self) {
        let (lines, dropped) = self.relay.take();
        if dropped > 0 {
            self.print(Level::Warning, &format!("({dropped} lines of log were dropped)"));
        }
        for (level, text) in lines {
            self.print(level, &text);
        }
        self.buffer.begin_frame();
        self.commands_this_frame = 0;
    }

    /// Runs waiting commands up to one that is the caller's, and gives that; `None` when there is
    /// nothing more to run in this frame.
    pub fn next_request(&mut self) -> Option<ConsoleRequest> {
        while let Some(pending) = self.buffer.pop() {
            self.commands_this_frame += 1;
            if self.commands_this_frame > Self::COMMANDS_PER_FRAME {
                self.buffer.clear();
                let limit = Self::COMMANDS_PER_FRAME;
                self.print(Level::Error, &format!("more than {limit} commands in one frame: all others were dropped"));
                return None;
            }
            if let Some(request) = self.run(pending) {
                return Some(request);
            }
        }
        None
    }

    /// Says that nobody knew `request`.
    pub fn report_unclaimed(&mut self, request: &ConsoleRequest) {
        let name = &request.name;
        let text = match self.registry.entry(name) {
            Some(_) => format!("`{name}` does nothing here"),
            None => format!("unknown command `{name}`; `find` looks for names"),
        };
        self.print(Level::Warning, &text);
    }

    fn run(&mut self, pending: Pending) -> Option<ConsoleRequest> {
        let Pending { mut words, depth } = pending;
        let name = words.remove(0).to_ascii_lowercase();
        match self.registry.entry(&name) {
            Some(Entry::Convar(id)) => {
                let id = *id;
                self.run_convar(id, &words);
                return None;
            }
            Some(Entry::Alias(text)) => {
                let text = text.clone();
                self.insert_at(depth + 1, &text, &name);
                return None;
            }
            Some(Entry::Command(command)) => {
                if command.is_cheat() && !self.cheats() {
                    self.refuse_cheat(&name);
                    return None;
                }
                if let Some(builtin) = command.as_builtin().filter(|&builtin| builtin != Builtin::Exec) {
                    builtin.run(self, &words);
                    return None;
                }
            }
            None => {}
        }
        Some(ConsoleRequest { name, args: words, depth })
    }

    /// Says that a command is a cheat, and how cheats are turned on where there is a switch for them.
    fn refuse_cheat(&mut self, name: &str) {
        let is_switch = |(_, convar): &(ConvarId, &Convar)| convar.flag_set().contains(ConvarFlags::CHEAT_SWITCH);
        let switch = self.registry.convars().find(is_switch);
        let how = switch.map(|(_, convar)| format!(" (`{} 1`)", convar.name())).unwrap_or_default();
        self.print(Level::Warning, &format!("`{name}` is a cheat: it works only while cheats are on{how}"));
    }

    fn run_convar(&mut self, id: ConvarId, args: &[String]) {
        let convar = self.registry.convar(id);
        if args.is_empty() {
            let text = describe(convar);
            self.print(Level::Info, &text);
            return;
        }
        let text = args.join(" ");
        let result = self.change(id, |convar| convar.set_text(&text));
        self.report_set(id, result);
    }

    /// Says what was not as asked about setting a convar.
    pub(crate) fn report_set(&mut self, id: ConvarId, result: Result<SetOutcome, SetError>) {
        match result {
            Ok(SetOutcome::Changed | SetOutcome::Unchanged) => {}
            Ok(SetOutcome::Clamped) => {
                let convar = self.registry.convar(id);
                let text = match convar.bounds() {
                    Some(bounds) => format!(
                        "`{}` lies between {} and {}: it is {} now",
                        convar.name(),
                        bounds.start(),
                        bounds.end(),
                        convar.value()
                    ),
                    None => describe(convar),
                };
                self.print(Level::Warning, &text);
            }
            Err(error) => self.print(Level::Warning, &error.to_string()),
        }
    }
}
