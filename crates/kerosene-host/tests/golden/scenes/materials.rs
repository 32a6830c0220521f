//! What surfaces are made of.

use super::{Scene, panels, plain_room};
use kerosene_math::Vec3;
use kerosene_render::{Light, LightShape};

/// A scene of panels.
macro_rules! panels {
    ($name:literal, $what:literal, $materials:expr) => {
        Scene { name: $name, what: $what, set: |stage| plain_room(stage, |level| panels(level, &$materials)) }
    };
}

pub(super) const SCENES: &[Scene] = &[
    Scene {
        name: "metal",
        what: "Metal of rising roughness, from polished to matt, under a lamp: its reflection widens and pales",
        set: |stage| {
            plain_room(stage, |level| {
                panels(level, &["scene/metal_0", "scene/metal_1", "scene/metal_2", "scene/metal_3"]);
            });
            stage.look([-160.0, 0.0, 80.0], 2.0, 0.0);
            stage.view().exposure = 0.5;
            for panel in 0..4 {
                let (origin, color) = (Vec3::new(-60.0, 165.0 - panel as f32 * 110.0, 90.0), Vec3::splat(2.0));
                stage.frame.lights.push(Light {
                    origin,
                    shape: LightShape::Point,
                    color,
                    radius: 300.0,
                    shadows: false,
                });
            }
        },
    },
    Scene {
        name: "reflections",
        what: "The same metals before a red, a white and a green wall behind the camera, and a lamp: polished metal shows them, \
               rougher metal ever less",
        set: |stage| {
            plain_room(stage, |level| {
                panels(level, &["scene/metal_0", "scene/metal_1", "scene/metal_2", "scene/metal_3"]);
                level.block([-256, 80, 0], [-250, 220, 160], "scene/red");
                level.block([-256, -60, 0], [-250, 60, 160], "scene/lamp");
                level.block([-256, -220, 0], [-250, -80, 160], "scene/green");
                level.entity("env_cubemap", "-60 0 72", "");
            });
            stage.look([-200.0, 0.0, 80.0], 4.0, 0.0);
        },
    },
    panels!(
        "normal-maps",
        "A normal map of round studs: none, as it is, and twice as steep",
        ["scene/plain", "scene/studs", "scene/studs_steep"]
    ),
    panels!(
        "packed-map",
        "Occlusion, roughness and metalness of one texture: a matt ring on a metal plate, beside the plain material",
        ["scene/plate", "scene/white"]
    ),
    panels!(
        "detail-map",
        "A detail map, woven, laid over tiles, beside the tiles alone",
        ["scene/tiles", "scene/woven"]
    ),
    Scene {
        name: "blend",
        what: "Two sheets whose vertices go over from tiles to moss: evenly above, by a blend map from joint to joint below",
        set: |stage| {
            plain_room(stage, |level| {
                level.sheet([60, -208, 100], [60, 208, 180], "scene/blend");
                level.sheet([60, -208, 8], [60, 208, 88], "scene/blend_edged");
            });
        },
    },
    Scene {
        name: "relief",
        what: "Cobbles with a height map on the left, 8 units high, and the same texture flat on the right",
        set: |stage| {
            plain_room(stage, |level| {
                level.block([-200, 8, 0], [200, 200, 8], "scene/cobbles");
                level.block([-200, -200, 0], [200, -8, 8], "scene/cobbles_flat");
            });
            stage.look([-240.0, 0.0, 60.0], 20.0, 0.0);
        },
    },
    panels!(
        "emission",
        "A lamp that gives off light, and one ten times as strong, which blooms",
        ["scene/lamp", "scene/sun"]
    ),
    panels!(
        "scrolling",
        "A conveyor belt after a second, by a quarter of its texture, beside the still one",
        ["scene/belt", "scene/arrow"]
    ),
    panels!("unlit", "An unlit screen beside the same texture lit", ["scene/screen", "scene/arrow"]),
    Scene {
        name: "alpha-test",
        what: "Bars with holes between them, sharp and drawn from both sides, before a red box",
        set: |stage| {
            plain_room(stage, |level| {
                level.block([-40, -128, 0], [-39, 128, 112], "scene/bars");
                level.block([60, -40, 0], [120, 40, 64], "scene/red");
            });
        },
    },
    Scene {
        name: "glass",
        what: "Three panes of glass behind each other, the farthest first: each colours what is behind it",
        set: |stage| {
            plain_room(stage, |level| {
                level.model(&[([-96, -128, 8], [-92, 16, 120], "scene/glass_red")]);
                level.model(&[([-32, -64, 8], [-28, 80, 120], "scene/glass_green")]);
                level.model(&[([32, -16, 8], [36, 128, 120], "scene/glass_blue")]);
                level.block([128, -160, 0], [160, 160, 40], "scene/white");
            });
            for model in 1..=3 {
                stage.brush_model(model);
            }
        },
    },
    Scene {
        name: "additive",
        what: "Two flames that add their light to what is behind them, brighter where they overlap",
        set: |stage| {
            plain_room(stage, |level| {
                level.model(&[([0, -64, 8], [1, 0, 72], "scene/flame")]);
                level.model(&[([40, -32, 8], [41, 32, 72], "scene/flame")]);
                level.block([96, -200, 0], [120, 200, 60], "scene/dark");
            });
            stage.brush_model(1);
            stage.brush_model(2);
        },
    },
];
