//! What is left behind when the program crashes.

use kerosene_engine::Engine;
use std::{
    backtrace::Backtrace,
    collections::VecDeque,
    fmt::Write as _,
    fs,
    io::Write as _,
    panic::{self, PanicHookInfo},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

/// Name of the file, in the player directory.
const CRASH_LOG: &str = "crash.log";

/// Log lines kept.
const LINES: usize = 64;

/// What a crash report says of the moment.
#[derive(Debug, Default)]
struct Moment {
    map: Option<String>,
    tick: u64,
    lines: VecDeque<String>,
}

/// Keeps the last log lines, the map and the tick at hand for a crash report.
#[derive(Debug, Default)]
pub(crate) struct FlightRecorder {
    moment: Arc<Mutex<Moment>>,
    /// Lines that the console had said when it was last looked at.
    seen: u64,
}

impl FlightRecorder {
    /// A recorder whose contents are written to `crash.log` in `directory` if the program panics.
    ///
    /// The panic hook is the process's; it still calls the one that was there before.
    pub(crate) fn install(directory: Option<PathBuf>) -> Self {
        let recorder = Self::default();
        let moment = Arc::clone(&recorder.moment);
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            previous(info);
            write_crash_log(&moment, directory.as_deref(), info);
        }));
        recorder
    }

    /// Notes where the simulation is and what the console has said since the last time.
    pub(crate) fn observe(&mut self, engine: &Engine) {
        let Ok(mut moment) = self.moment.lock() else { return };
        moment.tick = engine.tick_number();
        if moment.map.as_deref() != engine.map_name() {
            moment.map = engine.map_name().map(str::to_owned);
        }
        let said = engine.console().lines_said();
        if said != self.seen {
            self.seen = said;
            let lines = engine.console().scrollback();
            let skipped = lines.len().saturating_sub(LINES);
            moment.lines = lines.skip(skipped).map(|line| line.text.clone()).collect();
        }
    }
}

/// Writes the report and says where it is; a report that cannot be written goes to the standard error stream.
fn write_crash_log(moment: &Mutex<Moment>, directory: Option<&Path>, info: &PanicHookInfo<'_>) {
    let report = report(moment, info, &Backtrace::force_capture());
    let mut stderr = std::io::stderr().lock();
    let written = directory.map(|directory| {
        let path = directory.join(CRASH_LOG);
        fs::create_dir_all(directory).and_then(|()| fs::write(&path, &report)).map(|()| path)
    });
    // Nothing is left to be done about an error here.
    let _ = match written {
        Some(Ok(path)) => writeln!(stderr, "kerosene crashed; details are in {}", path.display()),
        Some(Err(_)) | None => writeln!(stderr, "{report}"),
    };
}

fn report(moment: &Mutex<Moment>, info: &PanicHookInfo<'_>, backtrace: &Backtrace) -> String {
    let mut report = format!("kerosene {} crashed\n\n{info}\n", env!("CARGO_PKG_VERSION"));
    // The panicking thread may hold the lock: then the moment is lost and the rest is not.
    match moment.try_lock() {
        Ok(moment) => moment.describe(&mut report),
        Err(_) => report.push_str("\nmap and tick unknown\n"),
    }
    // Writing to a string cannot fail.
    let _ = write!(report, "\nBacktrace:\n{backtrace}\n");
    report
}

impl Moment {
    fn describe(&self, report: &mut String) {
        let map = self.map.as_deref().unwrap_or("none");
        // Writing to a string cannot fail.
        let _ = write!(report, "\nMap: {map}\nTick: {}\n\nLast log lines:\n", self.tick);
        for line in &self.lines {
            report.push_str(line);
            report.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_console::Level;
    use kerosene_engine::EngineOptions;

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut engine = Engine::new(EngineOptions::default());
        let mut recorder = FlightRecorder::default();
        for index in 0..LINES + 10 {
            engine.console_mut().print(Level::Info, &index.to_string());
        }
        recorder.observe(&engine);
        let mut report = String::new();
        recorder.moment.lock().unwrap().describe(&mut report);
        assert!(report.contains("Map: none\nTick: 0\n"), "{report}");
        assert!(report.contains("\n10\n11\n") && report.ends_with("\n73\n") && !report.contains("\n9\n"), "{report}");
    }
}
