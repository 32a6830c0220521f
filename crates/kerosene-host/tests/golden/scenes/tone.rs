//! From light to what a screen shows.

use super::{Scene, panels, plain_room};
use crate::stage::Stage;
use kerosene_render::Tonemap;

pub(super) const SCENES: &[Scene] = &[
    Scene {
        name: "tonemap-aces",
        what: "`mat_tonemap 2`, ACES' curve: what is brighter than white keeps its colour",
        set: |stage| tone(stage, Tonemap::Aces, 1.0),
    },
    Scene {
        name: "tonemap-reinhard",
        what: "`mat_tonemap 1`, Reinhard's curve",
        set: |stage| tone(stage, Tonemap::Reinhard, 1.0),
    },
    Scene {
        name: "tonemap-clip",
        what: "`mat_tonemap 0`: cut off at white",
        set: |stage| tone(stage, Tonemap::Clip, 1.0),
    },
    Scene {
        name: "exposure",
        what: "`mat_exposure 0.25`: a quarter of the light",
        set: |stage| tone(stage, Tonemap::Aces, 0.25),
    },
    Scene {
        name: "occlusion",
        what: "Soft shade in corners and around what stands on the floor, with `r_occlusion 1`",
        set: |stage| {
            plain_room(stage, |level| {
                level.block([40, -140, 0], [104, -76, 64], "scene/white");
                level.block([0, 40, 0], [40, 80, 96], "scene/white");
                level.block([40, 40, 0], [120, 130, 40], "scene/white");
                level.block([-256, 200, 140], [256, 256, 192], "scene/plain");
            });
            stage.look([-200.0, -20.0, 130.0], 16.0, 6.0);
            stage.view().occlusion = 1.0;
        },
    },
    Scene {
        name: "bloom-off",
        what: "`r_bloom 0`: nothing spills over",
        set: |stage| {
            tone(stage, Tonemap::Aces, 1.0);
            stage.view().bloom = 0.0;
        },
    },
];

fn tone(stage: &mut Stage, tonemap: Tonemap, exposure: f32) {
    plain_room(stage, |level| panels(level, &["scene/red", "scene/sun", "scene/lamp", "scene/metal_1", "scene/white"]));
    stage.view().tonemap = tonemap;
    stage.view().exposure = exposure;
}
