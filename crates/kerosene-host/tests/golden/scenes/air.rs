//! Water, skies and fog.

use super::Scene;
use crate::level::Level;
use crate::stage::Stage;
use kerosene_math::Vec3;
use kerosene_render::Fog;

pub(super) const SCENES: &[Scene] = &[
    Scene {
        name: "water",
        what: "A pool from above: the tiles of its floor through its colour, rippled",
        set: |stage| {
            pool(stage, "liquids/scene_pool");
            stage.look([-230.0, -60.0, 110.0], 24.0, 14.0);
        },
    },
    Scene {
        name: "under-water",
        what: "The same pool from within: its colour thickens with distance",
        set: |stage| {
            pool(stage, "liquids/scene_pool");
            stage.look([-180.0, -40.0, -40.0], -8.0, 12.0);
            stage.view().under_water = true;
        },
    },
    Scene {
        name: "lava",
        what: "Lava glows",
        set: |stage| {
            pool(stage, "liquids/lava_scene");
            stage.look([-230.0, -60.0, 110.0], 24.0, 14.0);
        },
    },
    Scene {
        name: "sky-gradient",
        what: "A sky without a picture: a gradient",
        set: |stage| yard(stage, "scene/sky_plain"),
    },
    Scene {
        name: "sky-quake",
        what: "Quake's sky of two layers, the near one with holes",
        set: |stage| yard(stage, "scene/sky_quake"),
    },
    Scene {
        name: "sky-six-sides",
        what: "A sky of six sides, seen where three of them meet: their edges fit",
        set: |stage| {
            yard(stage, "scene/sky_plain");
            stage.sky("scene");
            stage.look([-240.0, -240.0, 80.0], -35.0, 45.0);
        },
    },
    Scene { name: "fog", what: "Fog that thickens with distance", set: |stage| fog(stage, None) },
    Scene {
        name: "height-fog",
        what: "Fog that lies low: boxes stand out of it",
        set: |stage| fog(stage, Some([24.0, 16.0])),
    },
];

/// A room with a hole in its floor, full of `liquid`: what is called so is one.
fn pool(stage: &mut Stage, liquid: &str) {
    let mut level = Level::room([-256, -256, -96], [256, 256, 192], ["scene/tiles", "scene/plain", "scene/plain"]);
    level.block([-256, -256, -96], [-200, 256, 0], "scene/tiles");
    level.block([200, -256, -96], [256, 256, 0], "scene/tiles");
    level.block([-200, -256, -96], [200, -160, 0], "scene/tiles");
    level.block([-200, 160, -96], [200, 256, 0], "scene/tiles");
    level.block([40, -20, -96], [80, 20, 40], "scene/red");
    level.block([-200, -160, -96], [200, 160, -12], liquid);
    stage.load(&level.compiled());
}

/// A yard with a wall around it, under a sky.
fn yard(stage: &mut Stage, sky: &str) {
    let mut level = Level::room([-512, -512, 0], [512, 512, 384], ["dev/floor", sky, sky]);
    level.block([480, -512, 0], [512, 512, 96], "dev/wall");
    level.block([-512, 480, 0], [480, 512, 96], "dev/wall");
    level.block([200, -40, 0], [264, 24, 160], "scene/plain");
    stage.load(&level.compiled());
    stage.look([-240.0, -60.0, 60.0], -14.0, 20.0);
}

fn fog(stage: &mut Stage, height: Option<[f32; 2]>) {
    let mut level = Level::room([-256, -256, 0], [1280, 256, 256], ["dev/floor", "dev/wall", "scene/plain"]);
    for row in 0..5 {
        let near = row * 240;
        level.block([near, -160, 0], [near + 64, -96, 96], "dev/crate");
        level.block([near, 96, 0], [near + 64, 160, 96], "dev/crate");
    }
    stage.load(&level.compiled());
    stage.look([-240.0, 0.0, 100.0], 6.0, 0.0);
    let color = Vec3::new(0.5, 0.55, 0.62);
    stage.frame.fog = Some(Fog { color, start: 100.0, end: 1100.0, density: 0.95, height });
    if height.is_some() {
        stage.frame.fog = Some(Fog { color, start: 0.0, end: 250.0, density: 0.95, height });
    }
}
