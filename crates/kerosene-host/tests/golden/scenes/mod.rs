//! The scenes: each feature alone, levels of the project, real levels.

mod air;
mod brushes;
mod levels;
mod materials;
pub(crate) mod sheet;
mod things;
mod tone;

use crate::level::Level;
use crate::stage::Stage;

/// What a picture shows.
pub(crate) struct Scene {
    /// Name of its file.
    pub(crate) name: &'static str,
    /// What is to be seen in it.
    pub(crate) what: &'static str,
    /// Loads a level and fills the frame.
    pub(crate) set: fn(&mut Stage),
}

/// Scenes that belong together.
pub(crate) struct Group {
    /// What they show.
    pub(crate) title: &'static str,
    pub(crate) scenes: &'static [Scene],
}

/// All scenes, in the order of the book's page.
pub(crate) const GROUPS: &[Group] = &[
    Group { title: "Brushes", scenes: brushes::SCENES },
    Group { title: "Materials", scenes: materials::SCENES },
    Group { title: "Water, sky and air", scenes: air::SCENES },
    Group { title: "Models, sprites, decals, lights", scenes: things::SCENES },
    Group { title: "From light to screen", scenes: tone::SCENES },
    Group { title: "The project's levels", scenes: levels::SCENES },
];

pub(crate) use levels::corpus;

/// A room of 512 by 512 by 192 units about the origin, seen from its far wall.
fn room(stage: &mut Stage, surfaces: [&str; 3], more: impl FnOnce(&mut Level)) {
    let mut level = Level::room([-256, -256, 0], [256, 256, 192], surfaces);
    more(&mut level);
    stage.load(&level.compiled());
    stage.look([-240.0, 0.0, 80.0], 6.0, 0.0);
}

/// The room with plain surfaces, in which only what the scene is about catches the eye.
fn plain_room(stage: &mut Stage, more: impl FnOnce(&mut Level)) {
    room(stage, ["scene/plain"; 3], more);
}

/// Panels of the materials side by side before the far wall, 80 units high.
fn panels(level: &mut Level, materials: &[&str]) {
    let width = 440 / materials.len() as i32;
    for (number, material) in materials.iter().enumerate() {
        let left = 220 - width * number as i32;
        level.block([60, left - width + 8, 16], [76, left - 8, 128], material);
    }
}
