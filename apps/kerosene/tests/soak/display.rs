//! A display without a screen, and hands on its keys.

use crate::Running;
use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// A display without a screen.
pub(crate) struct Display {
    _server: Running,
    name: String,
    has_hands: bool,
}

impl Display {
    /// Opens one; none where `Xvfb` is missing.
    pub(crate) fn open() -> Option<Self> {
        // Tests of several clones may run at once.
        let name = format!(":{}", 90 + std::process::id() % 400);
        let server = Command::new("Xvfb").args([&name, "-screen", "0", "1280x720x24"]).stderr(Stdio::null()).spawn();
        let server = Running(server.ok()?);
        let socket = format!("/tmp/.X11-unix/X{}", &name[1..]);
        let begun = Instant::now();
        while !Path::new(&socket).exists() {
            assert!(begun.elapsed() < Duration::from_secs(60), "Xvfb does not come up");
            std::thread::sleep(Duration::from_millis(100));
        }
        let has_hands =
            Command::new("xdotool").arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
        eprintln!("xdotool presses keys: {has_hands}");
        Some(Self { _server: server, name, has_hands })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Moves the mouse and presses a key or two: another pair at each step.
    pub(crate) fn fidget(&self, step: usize) {
        if !self.has_hands {
            return;
        }
        let keys = ["w", "a", "s", "d", "space", "ctrl", "e", "Left", "Right", "1"];
        let key = |number: usize| keys[number % keys.len()];
        let [right, down] =
            [(step * 37 % 101) as i32 - 50, (step * 53 % 61) as i32 - 30].map(|pixels| pixels.to_string());
        let words =
            ["mousemove_relative", "--", &right, &down, "keydown", key(step), "key", key(step / 3), "keyup", key(step)];
        // What does not arrive is not missed.
        let _ = Command::new("xdotool").args(words).env("DISPLAY", &self.name).stderr(Stdio::null()).status();
    }
}
