//! What stands, floats, flies, sticks and shines in a level.

use super::{Scene, plain_room};
use crate::baked::{self, Lamp};
use crate::level::Level;
use crate::stage::Stage;
use kerosene_bsp::Orientation;
use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_render::{Beam, DebugLine, Decal, Light, LightShape, Particle, Pose, Prop, Sprite};

pub(super) const SCENES: &[Scene] = &[
    Scene { name: "props", what: "The stock models; the second crate is larger, turned and tinted", set: props },
    Scene {
        name: "light-grid",
        what: "A room with a red lamp and a blue one, baked: models and smoke stand in the light of the grid, each side in its own",
        set: |stage| two_lamps(stage, true),
    },
    Scene {
        name: "light-of-the-floor",
        what: "The same room without a grid: what stands in it has the light of the floor below",
        set: |stage| two_lamps(stage, false),
    },
    Scene { name: "poses", what: "One arm of two bones in its bind pose and at three moments of a clip", set: poses },
    Scene {
        name: "sprites",
        what: "Sprites face the camera: two add light, the smoke covers; the last one is tall",
        set: sprites,
    },
    Scene { name: "beams", what: "Beams: straight, wide, and one that strays", set: beams },
    Scene { name: "particles", what: "Three hundred particles, brighter where they are many", set: particles },
    Scene { name: "decals", what: "Marks on a wall, a floor and around the corner of a box", set: decals },
    Scene {
        name: "debug-lines",
        what: "Debug lines: green before everything, red hidden by the box",
        set: debug_lines,
    },
    Scene { name: "point-light", what: "A light without shadows", set: |stage| lit(stage, false) },
    Scene {
        name: "point-light-shadows",
        what: "The same light, and the boxes' shadows",
        set: |stage| lit(stage, true),
    },
    Scene {
        name: "flashlight",
        what: "A spot light from the camera's side: a cone with a soft rim, and a shadow",
        set: flashlight,
    },
    Scene {
        name: "fence-shadow",
        what: "A wide spot light of 85 degrees behind a fence, whose bars stop it and whose holes do not",
        set: fence_shadow,
    },
    Scene {
        name: "outlines",
        what: "`r_debugdraw 15`: a brush model's box, leaves, a light's reach and its cone, and a probe",
        set: outlines,
    },
    Scene { name: "many-lights", what: "Thirty-two lights of all colours over one floor", set: many_lights },
];

/// Adds a model that stands upright.
fn prop<'stage>(stage: &'stage mut Stage, path: &str, origin: [f32; 3]) -> &'stage mut Prop {
    let model = stage.model(path);
    stage.frame.props.push(Prop {
        model,
        origin: Vec3::from_array(origin),
        orientation: Orientation::UPRIGHT,
        scale: 1.0,
        pose: Pose::default(),
        tint: [1.0; 4],
    });
    stage.frame.props.last_mut().unwrap()
}

fn props(stage: &mut Stage) {
    plain_room(stage, |_| {});
    stage.look([-160.0, 0.0, 70.0], 10.0, 0.0);
    for (path, y) in [("crate", 110.0), ("barrel", 50.0), ("sphere", 0.0), ("capsule", -45.0)] {
        prop(stage, &format!("models/props/{path}.kmdl"), [20.0, y, 24.0]);
    }
    let large = prop(stage, "models/props/crate.kmdl", [20.0, -125.0, 40.0]);
    (large.scale, large.tint) = (1.5, [1.0, 0.5, 0.4, 1.0]);
    large.orientation = Orientation::of(Angles::new(0.0, 30.0, 15.0));
}

fn two_lamps(stage: &mut Stage, grid: bool) {
    let mut level = Level::room([-256, -256, 0], [256, 256, 192], ["scene/plain"; 3]);
    level.block([40, -16, 0], [60, 16, 192], "scene/plain");
    let lamp = |y: f32, light: [f32; 3]| Lamp { place: Vec3::new(-130.0, y, 130.0), light: Vec3::from_array(light) };
    let lamps = [lamp(150.0, [1.6, 0.12, 0.06]), lamp(-150.0, [0.06, 0.2, 1.8])];
    let mut map = baked::with_lightmaps(&level.compiled(), &lamps);
    if grid {
        baked::with_grid(&mut map, &lamps);
    }
    stage.load(&map.to_file().unwrap());
    stage.look([-220.0, 0.0, 90.0], 12.0, 0.0);
    for (path, x, y) in [
        ("sphere", -30.0, 170.0),
        ("crate", -60.0, 95.0),
        ("sphere", -80.0, 0.0),
        ("barrel", -60.0, -90.0),
        ("sphere", -30.0, -170.0),
    ] {
        prop(stage, &format!("models/props/{path}.kmdl"), [x, y, 24.0]);
    }
    let material = stage.material("smoke");
    for y in [120.0, 40.0, -40.0, -120.0] {
        let (origin, tint) = (Vec3::new(0.0, y, 100.0), [0.8, 0.8, 0.8, 0.9]);
        stage.frame.sprites.push(Sprite { material, origin, size: [50.0; 2], roll: 0.0, tint, upright: false });
    }
}

fn poses(stage: &mut Stage) {
    plain_room(stage, |_| {});
    stage.look([-120.0, 0.0, 50.0], 8.0, 0.0);
    for (number, time) in [None, Some(0.0), Some(0.5), Some(1.0)].into_iter().enumerate() {
        let arm = prop(stage, "models/scene/arm.kmdl", [40.0, 90.0 - number as f32 * 60.0, 0.0]);
        arm.orientation = Orientation::of(Angles::new(0.0, 90.0, 0.0));
        arm.pose = Pose { clip: time.map(|_| 0), time: time.unwrap_or(0.0), from: None };
    }
}

fn sprites(stage: &mut Stage) {
    plain_room(stage, |level| level.block([100, -200, 0], [116, 200, 60], "scene/dark"));
    let [glow, ball] = ["glow", "ball"].map(|name| stage.material(name));
    for (material, y, size, tint) in [
        (glow, 130.0, [60.0, 60.0], [1.0, 0.6, 0.2, 1.0]),
        (glow, 90.0, [60.0, 60.0], [0.2, 0.5, 1.0, 1.0]),
        (ball, 0.0, [90.0, 90.0], [0.3, 0.3, 0.3, 0.8]),
        (ball, -120.0, [30.0, 110.0], [0.9, 0.9, 0.9, 1.0]),
    ] {
        let origin = Vec3::new(20.0, y, 70.0);
        stage.frame.sprites.push(Sprite { material, origin, size, roll: 0.0, tint, upright: false });
    }
}

fn beams(stage: &mut Stage) {
    plain_room(stage, |_| {});
    let material = stage.material("glow");
    for (z, width, noise, tint) in [
        (120.0, 6.0, 0.0, [1.0, 0.2, 0.15, 1.0]),
        (80.0, 24.0, 0.0, [0.2, 1.0, 0.3, 1.0]),
        (40.0, 8.0, 40.0, [0.5, 0.6, 1.0, 1.0]),
    ] {
        let (from, to) = (Vec3::new(0.0, 200.0, z), Vec3::new(60.0, -200.0, z + 20.0));
        stage.frame.beams.push(Beam { material, from, to, width, repeat: 64.0, noise, tint });
    }
}

fn particles(stage: &mut Stage) {
    plain_room(stage, |level| level.block([160, -200, 0], [176, 200, 160], "scene/dark"));
    let material = stage.material("glow");
    let mut random = Pcg32::new(7, 1);
    let mut around = |reach: f32| (random.next_f32() + random.next_f32() - 1.0) * reach;
    for _ in 0..300 {
        let origin = Vec3::new(around(40.0) + 20.0, around(100.0), around(60.0) + 80.0);
        let tint = [1.0, 0.5 + around(0.3), 0.2, 0.35];
        stage.frame.particles.push(Particle { material, origin, radius: 5.0 + around(3.0), roll: 0.0, tint });
    }
}

fn decals(stage: &mut Stage) {
    plain_room(stage, |level| level.block([0, -64, 0], [96, 32, 72], "scene/tiles"));
    stage.look([-160.0, 120.0, 110.0], 20.0, -40.0);
    let material = stage.material("mark");
    for (origin, normal) in [
        ([0.0, -16.0, 40.0], Vec3::NEG_X),
        ([0.0, 30.0, 64.0], Vec3::NEG_X),
        ([-70.0, 30.0, 0.0], Vec3::Z),
        ([48.0, -16.0, 72.0], Vec3::Z),
        ([120.0, -256.0, 90.0], Vec3::Y),
    ] {
        let origin = Vec3::from_array(origin);
        stage.frame.decals.push(Decal {
            material,
            origin,
            normal,
            size: [48.0, 48.0],
            roll: 0.0,
            tint: [1.0; 4],
            model: None,
        });
    }
}

fn debug_lines(stage: &mut Stage) {
    plain_room(stage, |level| level.block([-32, -48, 16], [64, 48, 112], "scene/white"));
    for step in 0..12 {
        let y = -110.0 + step as f32 * 20.0;
        for (z, hidden, color) in [(120.0, false, [0.1, 1.0, 0.2, 1.0]), (60.0, true, [1.0, 0.15, 0.1, 1.0])] {
            let (from, to) = (Vec3::new(100.0, y, z - 40.0), Vec3::new(100.0, y + 20.0, z));
            stage.frame.debug_lines.push(DebugLine { from, to, color, hidden });
        }
    }
}

/// A dim room with two boxes, so that lights show.
fn dim(stage: &mut Stage) {
    plain_room(stage, |level| {
        level.block([20, -120, 0], [60, -80, 80], "scene/white");
        level.block([60, 40, 0], [120, 100, 48], "scene/tiles");
    });
    stage.look([-230.0, -20.0, 150.0], 22.0, 4.0);
    stage.view().exposure = 0.35;
}

fn lit(stage: &mut Stage, shadows: bool) {
    dim(stage);
    let (origin, color) = (Vec3::new(0.0, 0.0, 130.0), Vec3::new(8.0, 6.0, 4.0));
    stage.frame.lights.push(Light { origin, shape: LightShape::Point, color, radius: 500.0, shadows });
}

fn flashlight(stage: &mut Stage) {
    dim(stage);
    let shape = LightShape::Spot { angles: Angles::new(18.0, -8.0, 0.0), inner: 10.0, outer: 22.0 };
    let (origin, color) = (Vec3::new(-200.0, 30.0, 140.0), Vec3::splat(14.0));
    stage.frame.lights.push(Light { origin, shape, color, radius: 900.0, shadows: true });
}

fn fence_shadow(stage: &mut Stage) {
    plain_room(stage, |level| level.block([20, -120, 0], [21, 120, 96], "scene/bars"));
    stage.look([-200.0, -60.0, 130.0], 22.0, 12.0);
    stage.view().exposure = 0.35;
    let shape = LightShape::Spot { angles: Angles::new(20.0, 180.0, 0.0), inner: 60.0, outer: 85.0 };
    let (origin, color) = (Vec3::new(90.0, 0.0, 110.0), Vec3::splat(8.0));
    stage.frame.lights.push(Light { origin, shape, color, radius: 500.0, shadows: true });
}

fn outlines(stage: &mut Stage) {
    plain_room(stage, |level| {
        level.block([20, -120, 0], [60, -80, 80], "scene/white");
        level.model(&[([40, 60, 0], [100, 120, 48], "scene/tiles")]);
    });
    stage.look([-230.0, -20.0, 150.0], 22.0, 4.0);
    stage.brush_model(1);
    stage.view().outlines = 15;
    let cone = LightShape::Spot { angles: Angles::new(60.0, 0.0, 0.0), inner: 10.0, outer: 25.0 };
    for (shape, y) in [(LightShape::Point, 60.0), (cone, -40.0)] {
        let (origin, color) = (Vec3::new(0.0, y, 120.0), Vec3::new(2.0, 1.6, 0.8));
        stage.frame.lights.push(Light { origin, shape, color, radius: 90.0, shadows: false });
    }
}

fn many_lights(stage: &mut Stage) {
    dim(stage);
    for number in 0..32 {
        let (row, column) = (number / 8, number % 8);
        let color = [Vec3::new(1.5, 0.2, 0.1), Vec3::new(0.2, 1.2, 0.2), Vec3::new(0.2, 0.3, 1.8)][(row + column) % 3];
        let origin = Vec3::new(-120.0 + row as f32 * 100.0, -210.0 + column as f32 * 60.0, 24.0);
        stage.frame.lights.push(Light { origin, shape: LightShape::Point, color, radius: 70.0, shadows: false });
    }
}
