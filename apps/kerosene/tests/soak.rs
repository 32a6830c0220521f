//! The real program in a window, for as long as `KEROSENE_SOAK` says in seconds: random walking, map changes, resizes, menus,
//! pictures, new devices. It must not grow, nor say that anything is wrong, nor may the validation layers.
//!
//! `KEROSENE_SOAK=600 cargo test -p kerosene-runtime --test soak -- --nocapture` is the whole of it. It needs `Xvfb` and a
//! Vulkan driver; without the variable it is skipped, and says so.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test by the clock that tells"
)]

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

/// A display without a screen.
const DISPLAY: &str = ":93";

/// Words that mean that something is wrong.
const ALARMS: [&str; 5] = ["Validation Error", "VUID-", "graphics:", "panicked", "device was lost"];

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a restless person does, as text for the console: the same for the same seed.
fn script(seed: u64, steps: usize) -> String {
    let mut state = seed;
    let mut dice = move |sides: u64| {
        // Knuth's multiplier for 64 bits (MMIX).
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    let moves = ["forward", "back", "moveleft", "moveright", "left", "right", "jump", "duck", "attack", "use"];
    let mut text = String::from("sv_cheats 1; sv_pause_on_menu 0; fps_max 0; r_vsync 0\n");
    for step in 0..steps {
        if step % 20 == 0 {
            let _ = writeln!(text, "echo step {step}");
        }
        let line = match dice(24) {
            0 => "map kerosene_room".to_owned(),
            1 => format!("r_width {}; r_height {}", 320 + dice(400), 200 + dice(300)),
            2 => "toggleconsole".to_owned(),
            3 => "togglemenu".to_owned(),
            4 if dice(4) == 0 => "r_restart".to_owned(),
            5 => format!("r_speeds {}", dice(3)),
            6 => format!("cl_fov {}", 50 + dice(80)),
            7 => format!("r_novis {}; r_fullbright {}; r_drawworld 1", dice(2), dice(2)),
            8 => "restart".to_owned(),
            9 => "save soak; load soak".to_owned(),
            10 if dice(8) == 0 => "screenshot".to_owned(),
            11 => "noclip".to_owned(),
            12 => format!("ui_scale {}", 1 + dice(2)),
            _ => {
                let action = moves[dice(moves.len() as u64) as usize];
                format!("+{action}; wait {}; -{action}", 1 + dice(8))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}; wait {}", 1 + dice(4));
    }
    text
}

/// Kilobytes of memory that a program has.
fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
}

/// The program in a window on the display, and its words as they come.
fn start(player: &Path) -> (Running, mpsc::Receiver<String>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kerosene"))
        .args(["-nomenu", "-w", "480", "-h", "270", "+exec", "soak"])
        .env("DISPLAY", DISPLAY)
        .env_remove("WAYLAND_DISPLAY")
        .env("XDG_DATA_HOME", player)
        .env("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, receiver) = mpsc::channel();
    let words = BufReader::new(program.stderr.take().unwrap());
    std::thread::spawn(move || words.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
    (Running(program), receiver)
}

#[test]
fn a_restless_person_does_not_wear_it_out() {
    let Some(seconds) = std::env::var("KEROSENE_SOAK").ok().and_then(|text| text.parse().ok()) else {
        eprintln!("skipped: KEROSENE_SOAK does not say for how many seconds");
        return;
    };
    let screen = Command::new("Xvfb").args([DISPLAY, "-screen", "0", "1280x720x24"]).stderr(Stdio::null()).spawn();
    let _screen = Running(screen.expect("Xvfb is needed"));
    std::thread::sleep(Duration::from_secs(2));
    let player = tempfile::tempdir().unwrap();
    let folder = player.path().join("kerosene");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("soak.cfg"), script(7, 8_000)).unwrap();
    let (mut program, words) = start(player.path());
    let (began, mut sizes, mut alarms) = (Instant::now(), Vec::new(), Vec::new());
    let (mut step, mut last): (Option<String>, Vec<String>) = (None, Vec::new());
    while began.elapsed() < Duration::from_secs(seconds) {
        std::thread::sleep(Duration::from_secs(1));
        let ended = program.0.try_wait().unwrap();
        let said: Vec<String> = words.try_iter().collect();
        last = if said.is_empty() { last } else { said.clone() };
        step = said.iter().rfind(|line| line.starts_with("step ")).cloned().or(step);
        alarms.extend(said.iter().filter(|line| ALARMS.iter().any(|alarm| line.contains(alarm))).cloned());
        assert!(ended.is_none(), "it ended with {ended:?}: {:?}", &said[said.len().saturating_sub(20)..]);
        sizes.extend(resident(program.0.id()));
    }
    eprintln!("{step:?}; last words {last:#?}; memory in kB: {sizes:?}");
    assert!(step.is_some_and(|step| step != "step 0"), "nothing was done");
    assert!(alarms.is_empty(), "{alarms:#?}");
    // What loading, shaders and the largest window take is there after a third of the time.
    let (warm, rest) = sizes.split_at(sizes.len() / 3);
    let (before, after) = (warm.iter().max().unwrap(), rest.iter().max().unwrap());
    assert!(*after < before + before / 10 + 20_000, "it grew from {before} to {after} kB");
}
