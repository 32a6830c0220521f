//! The real program in a window, driven by a restless person: walking, other maps, resizes, menus, saves, pictures, new
//! devices, keys and a mouse. It must not grow, nor say that anything is wrong, and no word of the validation layers
//! may be against it.
//!
//! `KEROSENE_SOAK=600 cargo test -p kerosene-runtime --test soak -- --nocapture` is the whole of it: ten minutes. Without the
//! variable it takes a few seconds, where there is `Xvfb`, and asks nothing of memory, which has not settled by then. It needs a Vulkan driver, and
//! with `KEROSENE_REQUIRE_GPU=1` it fails without one. `KEROSENE_VALIDATION=1` fails where the validation layers are not
//! loaded; otherwise it says whether they are. Where `xdotool` is, keys and mouse are moved for real too.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test by the clock that tells"
)]

mod display;
mod maps;
mod memory;
mod restless;
mod validation;

use display::Display;
use memory::Memory;
use restless::Restless;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};
use validation::Validation;

/// Seconds where nobody asks for more: enough to have drawn, resized and changed the map.
const SHORT: u64 = 12;

/// Words of the program that mean that something is wrong.
const ALARMS: [&str; 3] = ["graphics:", "panicked", "device was lost"];

/// Words of the program that mean that nothing here can draw.
const NO_DRIVER: [&str; 2] = ["no GPU driver was found", "the window cannot be drawn to"];

/// A program that ends with the test.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// The program in a window on a display, and its words as they come.
fn start(display: &Display, player: &Path, validation: &Validation) -> (Running, mpsc::Receiver<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene"));
    command.args(["-nomenu", "-w", "480", "-h", "270", "+exec", "soak0"]).arg("--content").arg(player.join("content"));
    command.env("DISPLAY", display.name()).env_remove("WAYLAND_DISPLAY").env("XDG_DATA_HOME", player);
    validation.ask(&mut command);
    let mut program = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let (sender, receiver) = mpsc::channel();
    let words = BufReader::new(program.stderr.take().unwrap());
    std::thread::spawn(move || words.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
    (Running(program), receiver)
}

/// What was done in the time, and what it came to.
#[derive(Default)]
struct Record {
    steps: usize,
    memory: Memory,
    alarms: Vec<String>,
    last: Vec<String>,
}

impl Record {
    fn hear(&mut self, said: Vec<String>, elapsed: Duration, process: u32) {
        for line in &said {
            if let Some(step) = line.strip_prefix("step ") {
                self.steps = step.trim().parse().unwrap_or(self.steps);
            }
            if line.starts_with("checkpoint") {
                self.memory.look(elapsed, process);
            }
        }
        self.alarms.extend(said.iter().filter(|line| ALARMS.iter().any(|alarm| line.contains(alarm))).cloned());
        self.last = if said.is_empty() { std::mem::take(&mut self.last) } else { said };
    }
}

#[test]
fn a_restless_person_does_not_wear_it_out() {
    let asked: Option<u64> = std::env::var("KEROSENE_SOAK").ok().and_then(|text| text.parse().ok());
    let seconds = asked.unwrap_or(SHORT);
    let Some(display) = Display::open() else {
        assert!(asked.is_none() && !is_set("KEROSENE_REQUIRE_GPU"), "Xvfb is needed");
        eprintln!("skipped: no Xvfb");
        return;
    };
    let player = tempfile::tempdir().unwrap();
    let maps = maps::write(&player.path().join("content/maps"));
    let restless = Restless::new(7, &maps);
    let folder = player.path().join("kerosene");
    fs::create_dir_all(&folder).unwrap();
    restless.write(&folder);
    let validation = Validation::new(player.path());
    let (mut program, words) = start(&display, player.path(), &validation);
    let (began, mut record) = (Instant::now(), Record::default());
    while began.elapsed() < Duration::from_secs(seconds) {
        std::thread::sleep(Duration::from_millis(200));
        let ended = program.0.try_wait().unwrap();
        record.hear(words.try_iter().collect(), began.elapsed(), program.0.id());
        if ended.is_some() {
            // Its last words may still be on their way.
            std::thread::sleep(Duration::from_millis(500));
            record.hear(words.try_iter().collect(), began.elapsed(), program.0.id());
            if record.last.iter().any(|line| NO_DRIVER.iter().any(|words| line.contains(words))) {
                assert!(!is_set("KEROSENE_REQUIRE_GPU"), "KEROSENE_REQUIRE_GPU=1 and no GPU driver: {:?}", record.last);
                eprintln!("skipped: no GPU driver");
                return;
            }
        }
        assert!(ended.is_none(), "it ended with {ended:?}: {:#?}", record.last);
        display.fidget(record.steps);
    }
    validation.judge(program.0.id());
    let done = restless.done(record.steps);
    eprintln!("{} steps: {done}; maps {maps:?}; last words {:#?}", record.steps, record.last);
    eprintln!("{}", record.memory);
    assert!(record.alarms.is_empty(), "{:#?}", record.alarms);
    assert!(record.steps > 0 || asked.is_none(), "nothing was done");
    record.memory.judge();
}
