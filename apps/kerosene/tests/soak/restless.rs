//! What a restless person does, as text for the console: the same for the same seed.

use kerosene::math::Pcg32;
use std::{fmt, fmt::Write as _, fs, path::Path};

/// Steps between two looks at memory; each such part is a file that runs the next one at its end.
const PART: usize = 8;
const PARTS: usize = 1000;

/// Sizes that a window takes in one step: somebody drags its corner.
const DRAGGED: u32 = 80;

const MOVES: [&str; 10] =
    ["forward", "back", "moveleft", "moveright", "left", "right", "jump", "duck", "attack", "use"];

/// All that is done.
pub(crate) struct Restless {
    parts: Vec<String>,
    /// By step.
    done: Vec<Done>,
}

/// What each part begins with.
const BEGINNING: &str = "sv_cheats 1; sv_pause_on_menu 0; fps_max 0; r_vsync 0\n";

/// Everything once, new devices until the system's allocator has spread out as far as it does: what memory is compared with.
fn warming_up(maps: &[String]) -> String {
    let mut text = String::from(BEGINNING);
    for (number, map) in maps.iter().chain(maps).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "map {map}; r_width {}; wait 3; r_restart; wait 3", 600 - number * 10);
    }
    text += "ui_scale 2; togglemenu; wait 3; togglemenu; toggleconsole; wait 3; toggleconsole; ui_scale 1; wait 2\n\
             r_novis 1; r_fullbright 1; wait 2; r_novis 0; r_fullbright 0; r_speeds 2; wait 2; r_speeds 0\n\
             save soak; load soak; wait 2; screenshot; wait 2; screenshot nohud; wait 2\necho warm\nexec soak1\n";
    text
}

/// How often something was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Done {
    resizes: u32,
    maps: u32,
    saves: u32,
    devices: u32,
    pictures: u32,
}

impl Restless {
    pub(crate) fn new(seed: u64, maps: &[String]) -> Self {
        let (mut random, mut sum) = (Pcg32::new(seed, 1), Done::default());
        let (mut parts, mut done) = (vec![warming_up(maps)], Vec::new());
        for part in 1..PARTS {
            let mut text = String::from(BEGINNING);
            for _ in 0..PART {
                let line = step(&mut random, maps, &mut sum);
                done.push(sum);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{line}; wait {}\necho step {}", 1 + random.next_u32() % 2, done.len());
            }
            let _ = writeln!(text, "map {}; r_width 480; r_height 270; r_speeds 0; ui_scale 1; wait 12", maps[0]);
            let _ = writeln!(text, "echo checkpoint; wait 8\nexec soak{}", part + 1);
            parts.push(text);
        }
        Self { parts, done }
    }

    /// Writes it where the program finds it.
    pub(crate) fn write(&self, folder: &Path) {
        for (number, part) in self.parts.iter().enumerate() {
            fs::write(folder.join(format!("soak{number}.cfg")), part).unwrap();
        }
    }

    /// What was done in so many steps.
    pub(crate) fn done(&self, steps: usize) -> Done {
        steps.checked_sub(1).and_then(|last| self.done.get(last)).copied().unwrap_or_default()
    }
}

fn step(random: &mut Pcg32, maps: &[String], done: &mut Done) -> String {
    let mut dice = |sides: u32| random.next_u32() % sides;
    match dice(24) {
        0 | 1 => {
            done.maps += 1;
            format!("map {}", maps[dice(maps.len() as u32) as usize])
        }
        2 | 3 => {
            done.resizes += DRAGGED;
            let size = |_| format!("r_width {}; r_height {}; wait 1; ", 320 + dice(280), 200 + dice(200));
            (0..DRAGGED).map(size).collect()
        }
        4 => "toggleconsole".to_owned(),
        5 => "togglemenu".to_owned(),
        6 if dice(4) == 0 => {
            done.devices += 1;
            "r_restart".to_owned()
        }
        7 => format!("r_speeds {}", dice(3)),
        8 => format!("cl_fov {}", 50 + dice(80)),
        9 => format!("r_novis {}; r_fullbright {}; r_drawworld 1", dice(2), dice(2)),
        10 => "restart".to_owned(),
        11 => {
            done.saves += 1;
            "save soak; load soak".to_owned()
        }
        12 if dice(8) == 0 => {
            done.pictures += 1;
            "screenshot".to_owned()
        }
        13 => "noclip".to_owned(),
        14 => format!("ui_scale {}", 1 + dice(2)),
        _ => {
            let action = MOVES[dice(MOVES.len() as u32) as usize];
            format!("+{action}; wait {}; -{action}", 1 + dice(6))
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resizes, maps, saves, devices, pictures } = self;
        write!(
            f,
            "{resizes} resizes, {maps} changes of the map, {saves} saves loaded, {devices} new devices, {pictures} screenshots"
        )
    }
}
