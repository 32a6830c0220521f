//! Brushes: textures as they lie on them, slopes, brush models, what is hidden.

use super::{Scene, plain_room, room};
use crate::level::Level;
use crate::stage::Stage;
use kerosene_bsp::Orientation;
use kerosene_math::{Angles, Vec3};

pub(super) const SCENES: &[Scene] = &[
    Scene {
        name: "developer-textures",
        what: "Developer textures: cells of 16 units, the same size on floor, walls and boxes",
        set: |stage| {
            room(stage, ["dev/floor", "dev/wall", "dev/ceiling"], |level| {
                level.block([32, -160, 0], [96, -96, 64], "dev/grid_orange");
                level.block([96, 64, 0], [160, 192, 128], "dev/grid_blue");
            });
            stage.look([-240.0, -40.0, 100.0], 10.0, 8.0);
        },
    },
    Scene {
        name: "arrows",
        what: "Arrows that point right with their red half up, on every wall: nothing is mirrored or upside down",
        set: |stage| {
            room(stage, ["scene/arrow"; 3], |level| level.block([0, -64, 0], [128, 64, 96], "scene/arrow"));
            stage.look([-200.0, 150.0, 150.0], 22.0, -35.0);
        },
    },
    Scene {
        name: "missing-materials",
        what: "Materials that are missing: a quiet checker, whose hue follows from the name",
        set: |stage| {
            room(stage, ["gone/floor", "gone/wall", "gone/ceiling"], |level| {
                for (number, name) in ["gone/brick", "gone/metal", "gone/wood", "gone/rock"].into_iter().enumerate() {
                    let left = -200 + number as i32 * 104;
                    level.block([96, left, 0], [160, left + 72, 96], name);
                }
            });
        },
    },
    Scene {
        name: "slopes",
        what: "Slopes without baked light: shaded by where they face, pleasantly",
        set: |stage| {
            plain_room(stage, |level| {
                level.wedge([-64, -200, 0], [64, -120, 128], "scene/tiles");
                level.wedge([-64, -80, 0], [160, 0, 96], "scene/tiles");
                level.wedge([-64, 40, 0], [224, 120, 48], "scene/tiles");
            });
            stage.look([-40.0, 230.0, 140.0], 22.0, -70.0);
        },
    },
    Scene {
        name: "brush-models",
        what: "A brush model in three places: as built, moved and turned, and tinted; the box beyond is the world's",
        set: brush_models,
    },
    Scene {
        name: "fullbright",
        what: "`r_fullbright 1`: textures alone",
        set: |stage| {
            room(stage, ["dev/floor", "dev/wall", "dev/ceiling"], |level| {
                level.wedge([0, -128, 0], [128, 0, 96], "dev/grid_green");
            });
            stage.view().fullbright = true;
        },
    },
    Scene {
        name: "wireframe",
        what: "`r_wireframe 1`: the edges of what is drawn",
        set: |stage| {
            plain_room(stage, |level| {
                level.wedge([0, -128, 0], [128, 0, 96], "scene/plain");
                level.block([32, 48, 0], [96, 112, 64], "scene/plain");
            });
            stage.view().wireframe = true;
            stage.view().bloom = 0.0;
        },
    },
    Scene {
        name: "area-portal-open",
        what: "A doorway with an area portal that is open: one sees the hall behind it",
        set: |stage| hall(stage, true),
    },
    Scene {
        name: "area-portal-shut",
        what: "The same area portal shut: what lies behind it is not drawn, and the sky shows where nothing is",
        set: |stage| hall(stage, false),
    },
    Scene {
        name: "two-rooms-through-a-gap",
        what: "A room seen through a gap in the wall of another, with the floor's texture going on without a seam",
        set: |stage| {
            let mut level = Level::room([-256, -256, 0], [512, 256, 192], ["dev/floor", "dev/wall", "dev/ceiling"]);
            level.block([128, -256, 0], [144, -48, 192], "dev/grid_red");
            level.block([128, 48, 0], [144, 256, 192], "dev/grid_red");
            level.block([128, -48, 128], [144, 48, 192], "dev/grid_red");
            level.block([400, -32, 0], [464, 32, 64], "dev/crate");
            stage.load(&level.compiled());
            stage.look([-180.0, -30.0, 80.0], 4.0, 6.0);
        },
    },
];

/// Two rooms with a doorway between them, in which there is an area portal and no door.
fn hall(stage: &mut Stage, open: bool) {
    let mut level = Level::room([-256, -256, 0], [512, 256, 192], ["dev/floor", "dev/wall", "dev/ceiling"]);
    level.block([128, -256, 0], [144, -64, 192], "dev/grid_red");
    level.block([128, 64, 0], [144, 256, 192], "dev/grid_red");
    level.block([128, -64, 144], [144, 64, 192], "dev/grid_red");
    level.block([132, -64, 0], [140, 64, 144], "tools/areaportal");
    level.block([320, -32, 0], [384, 32, 64], "dev/crate");
    stage.load(&level.compiled());
    stage.look([-200.0, -40.0, 90.0], 4.0, 6.0);
    stage.frame.open_area_portals = vec![open];
}

fn brush_models(stage: &mut Stage) {
    plain_room(stage, |level| {
        level.model(&[([-32, -32, 0], [32, 32, 64], "scene/arrow")]);
        level.block([200, -32, 0], [240, 32, 48], "scene/tiles");
    });
    stage.brush_model(1);
    let turned = stage.brush_model(1);
    turned.origin = Vec3::new(60.0, 140.0, 30.0);
    turned.orientation = Orientation::of(Angles::new(0.0, 30.0, 20.0));
    let tinted = stage.brush_model(1);
    tinted.origin = Vec3::new(40.0, -140.0, 0.0);
    tinted.tint = [0.4, 1.0, 0.5, 0.5];
}
