//! Each thing in a picture of its own, of a room made by code. With `KEROSENE_PICTURES` set to a folder the pictures are
//! written there, to be looked at.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::model::samples::{arm, crate_model};
use crate::{
    Beam, BrushModel, Camera, DebugLine, Decal, Frame, GpuError, Light, LightShape, MaterialHandle, ModelHandle,
    OffscreenRenderer, Particle, Picture, Pose, Projection, Prop, RenderError, Sprite,
};
use kerosene_asset::{Blending, Material, Mip, PixelFormat, Shader, Texture, TextureName};
use kerosene_bsp::sample::{SampleBrush, room_with};
use kerosene_bsp::shared_exponent::pack;
use kerosene_bsp::{Bsp, LIGHT_GRID_LUMP, LightCube, LightGrid, LightSample, Orientation};
use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_vfs::{BuiltinFile, Vfs};

const SIZE: [u32; 2] = [320, 180];

/// A room with a pillar that is brush model 1.
struct Scene {
    off_screen: OffscreenRenderer,
    content: Vfs,
}

/// The scene, or nothing where there is no GPU and none is required.
fn scene() -> Option<Scene> {
    scene_with("", Vec::new())
}

/// The scene with entities of its own, and with files in place of those of the same name.
fn scene_with(entities: &str, own: Vec<BuiltinFile>) -> Option<Scene> {
    scene_of(&Bsp { entities: entities.to_owned(), ..room() }, own)
}

/// The room with its pillar.
fn room() -> Bsp {
    let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
    room_with([vec![pillar]])
}

/// A scene in a map, with files in place of those of the same name.
fn scene_of(map: &Bsp, own: Vec<BuiltinFile>) -> Option<Scene> {
    let mut off_screen = match OffscreenRenderer::new() {
        Err(RenderError::Gpu(GpuError::NoAdapter(error))) => {
            let required = std::env::var("KEROSENE_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "no GPU: {error}");
            #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
            {
                eprintln!("skipped: no GPU driver ({error})");
            }
            return None;
        }
        other => other.unwrap(),
    };
    let map = map.to_file().unwrap();
    let mut content = Vfs::new();
    let mut files = files();
    files.retain(|file| own.iter().all(|own| own.path != file.path));
    files.extend(own);
    content.mount_builtin("samples", Box::leak(files.into_boxed_slice()));
    off_screen.renderer_mut().load_level(&map, &content).unwrap();
    Some(Scene { off_screen, content })
}

fn file(path: &str, bytes: Vec<u8>) -> BuiltinFile {
    BuiltinFile { path: Box::leak(path.to_owned().into_boxed_str()), bytes: Box::leak(bytes.into_boxed_slice()) }
}

/// A texture of 64 by 64 pixels.
fn texture(pixel: impl Fn(f32, f32) -> [f32; 4]) -> Vec<u8> {
    let at = |index: usize| [(index % 64) as f32 / 63.0 * 2.0 - 1.0, (index / 64) as f32 / 63.0 * 2.0 - 1.0];
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0) as u8;
    let bytes = (0..64 * 64).map(at).flat_map(|[x, y]| pixel(x, y).map(byte)).collect();
    Texture::new(PixelFormat::Rgba8Srgb, 64, 64, vec![Mip { bytes }]).unwrap().to_bytes()
}

fn material(name: &str, material: &Material) -> BuiltinFile {
    file(&format!("materials/{name}.kmat_c"), material.to_bytes())
}

fn files() -> Vec<BuiltinFile> {
    // A soft ball, and a face with its left half red and an eye above, to see mirrors.
    let ball = texture(|x, y| [1.0, 1.0, 1.0, (1.0 - (x * x + y * y).sqrt()) * 1.5]);
    let crate_side = texture(|x, y| {
        let edge = x.abs().max(y.abs()) > 0.8 || (x - y).abs() < 0.15;
        if edge { [0.35, 0.22, 0.1, 1.0] } else { [0.7, 0.5, 0.3, 1.0] }
    });
    let mark = texture(|x, y| {
        let ring = ((x * x + y * y).sqrt() - 0.75).abs() < 0.12;
        let left = x < -0.1 && y.abs() < 0.1;
        let eye = x.abs() < 0.12 && (y + 0.35).abs() < 0.12;
        let color = if left {
            [0.9, 0.1, 0.1]
        } else if eye {
            [0.1, 0.1, 0.9]
        } else {
            [0.05, 0.05, 0.05]
        };
        [color[0], color[1], color[2], f32::from(u8::from(ring || left || eye))]
    });
    let named = |name: &str| TextureName::new(name);
    let plain = Material::default();
    let air = Material { shader: Shader::Unlit, base_texture: named("sample/ball"), ..plain.clone() };
    vec![
        file("models/crate.kmdl", crate_model().to_bytes()),
        file("models/arm.kmdl", arm().to_bytes()),
        file("materials/sample/ball.ktex", ball),
        file("materials/sample/side.ktex", crate_side),
        file("materials/sample/marking.ktex", mark),
        material("sample/crate", &Material { base_texture: named("sample/side"), ..plain.clone() }),
        material("sample/arm", &Material { color: [0.2, 0.6, 0.2], roughness: 0.3, ..plain.clone() }),
        material("sample/glow", &Material { blending: Blending::Additive, ..air.clone() }),
        material("sample/smoke", &Material { blending: Blending::Translucent, shader: Shader::Lit, ..air.clone() }),
        material("sample/mist", &Material { blending: Blending::Translucent, ..air }),
        material(
            "sample/mark",
            &Material { blending: Blending::Translucent, base_texture: named("sample/marking"), ..plain },
        ),
    ]
}

impl Scene {
    fn material(&mut self, name: &str) -> MaterialHandle {
        self.off_screen.renderer_mut().material(name, &self.content)
    }

    fn model(&mut self, path: &str) -> ModelHandle {
        self.off_screen.renderer_mut().model(path, &self.content).unwrap()
    }

    fn draw(&mut self, name: &str, frame: &Frame) -> Picture {
        if let Ok(folder) = std::env::var("KEROSENE_PICTURES") {
            let path = std::path::Path::new(&folder).join(format!("{name}.png"));
            let [width, height] = SIZE.map(|side| side * 3);
            let large = self.off_screen.draw(frame, [width, height]).unwrap();
            image::save_buffer(path, &large.rgba, width, height, image::ColorType::Rgba8).unwrap();
        }
        self.off_screen.draw(frame, SIZE).unwrap()
    }
}

/// Eyes at the wall at -X, which look at the middle of the room.
fn frame() -> Frame {
    let camera =
        Camera { origin: Vec3::new(-220.0, 0.0, 90.0), angles: Angles::new(12.0, 0.0, 0.0), ..Camera::default() };
    Frame { camera, time: 1.0, ..Frame::default() }
}

/// The colour where a place of the level is in a picture.
fn color_at(picture: &Picture, frame: &Frame, place: Vec3) -> [i32; 3] {
    let clip = Projection::new(&frame.camera, picture.size).matrix * place.extend(1.0);
    let x = ((clip.x / clip.w * 0.5 + 0.5) * picture.size[0] as f32) as usize;
    let y = ((0.5 - clip.y / clip.w * 0.5) * picture.size[1] as f32) as usize;
    let pixel = (y * picture.size[0] as usize + x) * 4;
    [0, 1, 2].map(|channel| i32::from(picture.rgba[pixel + channel]))
}

fn brightness(color: [i32; 3]) -> i32 {
    color.iter().sum()
}

fn difference(a: [i32; 3], b: [i32; 3]) -> i32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

fn prop(model: ModelHandle, origin: Vec3) -> Prop {
    let (orientation, pose) = (Orientation::UPRIGHT, Pose::default());
    Prop { model, origin, orientation, scale: 1.0, pose, tint: [1.0; 4] }
}

fn light(origin: Vec3, shadows: bool) -> Light {
    Light { origin, shape: LightShape::Point, color: Vec3::new(5.0, 4.0, 3.0), radius: 500.0, shadows }
}

#[test]
fn models_stand_where_they_are_put_and_bend_where_they_are_skinned() {
    let Some(mut scene) = scene() else { return };
    let (chest, arm) = (scene.model("models/crate.kmdl"), scene.model("models/arm.kmdl"));
    assert_eq!(scene.model("models/crate.kmdl"), chest);
    let empty = scene.draw("models-none", &frame());
    let turned = Orientation::of(Angles::new(0.0, 30.0, 0.0));
    let mut with = frame();
    with.props = vec![
        Prop { orientation: turned, ..prop(chest, Vec3::new(0.0, 80.0, 0.0)) },
        prop(chest, Vec3::new(100.0, 20.0, 0.0)),
        Prop { tint: [0.4, 0.6, 1.0, 0.5], ..prop(chest, Vec3::new(-60.0, 40.0, 0.0)) },
        Prop { scale: 3.0, ..prop(arm, Vec3::new(0.0, -40.0, 0.0)) },
        Prop {
            scale: 3.0,
            pose: Pose { clip: Some(0), time: 9.0, from: None },
            ..prop(arm, Vec3::new(0.0, -110.0, 0.0))
        },
    ];
    let picture = scene.draw("models", &with);
    let changed = |place: Vec3| difference(color_at(&picture, &with, place), color_at(&empty, &with, place)) > 25;
    assert!(changed(Vec3::new(-20.0, 80.0, 16.0)) && changed(Vec3::new(84.0, 20.0, 16.0)));
    // The straight arm ends at 60; the bent one leaves the elbow at 30 towards +X, and there is nothing above it.
    assert!(changed(Vec3::new(0.0, -40.0, 55.0)) && !changed(Vec3::new(0.0, -40.0, 70.0)));
    assert!(changed(Vec3::new(0.0, -110.0, 25.0)) && !changed(Vec3::new(0.0, -110.0, 50.0)));
    // One sees through the ghost.
    let place = Vec3::new(-76.0, 40.0, 16.0);
    let (seen, behind) = (color_at(&picture, &with, place), color_at(&empty, &with, place));
    let solid = color_at(&picture, &with, Vec3::new(84.0, 20.0, 16.0));
    let [from_behind, from_solid] = [behind, solid].map(|other| difference(seen, other));
    assert!(from_behind > 30 && from_solid > 30, "{seen:?} {behind:?} {solid:?}");
    let missing = scene.off_screen.renderer_mut().model("models/none.kmdl", &scene.content);
    assert!(matches!(missing, Err(RenderError::Model { .. })));
}

#[test]
fn sprites_beams_and_particles_float_before_what_is_behind_them() {
    let Some(mut scene) = scene() else { return };
    let [glow, smoke, mist, mark] =
        ["sample/glow", "sample/smoke", "sample/mist", "sample/mark"].map(|name| scene.material(name));
    let empty = scene.draw("air-none", &frame());
    let mut with = frame();
    let sprite = Sprite {
        material: mark,
        origin: Vec3::new(0.0, 90.0, 70.0),
        size: [60.0, 60.0],
        roll: 0.0,
        tint: [1.0; 4],
        upright: false,
    };
    with.sprites = vec![
        sprite,
        Sprite {
            material: glow,
            origin: Vec3::new(50.0, 140.0, 130.0),
            size: [80.0; 2],
            tint: [1.0, 0.6, 0.2, 1.0],
            ..sprite
        },
    ];
    let beam = |y: f32, noise: f32, tint: [f32; 4]| Beam {
        material: glow,
        from: Vec3::new(0.0, y, 10.0),
        to: Vec3::new(60.0, y - 40.0, 150.0),
        width: 10.0,
        repeat: 0.0,
        noise,
        tint,
    };
    with.beams = vec![beam(30.0, 0.0, [1.0, 0.1, 0.1, 1.0]), beam(-10.0, 25.0, [0.4, 0.6, 1.0, 1.0])];
    let mut random = Pcg32::new(2, 0);
    with.particles = (0..200)
        .map(|number| {
            let offset = Vec3::from_array([(); 3].map(|()| random.between(-30.0, 30.0)));
            let (origin, roll) = (Vec3::new(-20.0, -110.0, 60.0) + offset, random.between(0.0, 360.0));
            let material = if number % 2 == 0 { smoke } else { mist };
            Particle { material, origin, radius: 9.0, roll, tint: [0.6, 0.6, 0.65, 0.5] }
        })
        .collect();
    let picture = scene.draw("air", &with);
    let at = |place: Vec3| (color_at(&picture, &with, place), color_at(&empty, &with, place));
    // The mark's left bar is red and its eye, above the middle, is blue: it is neither mirrored nor upside down.
    let (left, _) = at(sprite.origin + Vec3::new(0.0, 15.0, 0.0));
    assert!(left[0] > left[1] + 60 && left[0] > left[2] + 60, "{left:?}");
    let (eye, _) = at(sprite.origin + Vec3::new(0.0, 0.0, 10.5));
    assert!(eye[2] > eye[0] + 60, "{eye:?}");
    let (red, wall) = at(Vec3::new(30.0, 10.0, 80.0));
    assert!(red[0] > wall[0] + 30, "{red:?} {wall:?}");
    let (cloud, wall) = at(Vec3::new(-20.0, -110.0, 60.0));
    assert!(difference(cloud, wall) > 20, "{cloud:?} {wall:?}");
    // Bloom spills a little over everything.
    let (beside, before) = at(Vec3::new(100.0, -30.0, 200.0));
    assert!(difference(beside, before) < 6, "{beside:?} {before:?}");
}

#[test]
fn decals_lie_on_walls_floors_and_what_moves() {
    let Some(mut scene) = scene() else { return };
    let mark = scene.material("sample/mark");
    let decal = |origin: Vec3, normal: Vec3, model: Option<u32>| Decal {
        material: mark,
        model,
        origin,
        normal,
        size: [48.0, 48.0],
        roll: 0.0,
        tint: [1.0; 4],
    };
    let mut with = frame();
    with.brush_models = vec![BrushModel {
        model: 1,
        origin: Vec3::new(0.0, -90.0, 0.0),
        orientation: Orientation::UPRIGHT,
        tint: [1.0; 4],
    }];
    let empty = scene.draw("decals-none", &with);
    with.decals = vec![
        decal(Vec3::new(256.0, 60.0, 60.0), Vec3::NEG_X, None),
        decal(Vec3::new(0.0, 40.0, 0.0), Vec3::Z, None),
        decal(Vec3::new(-16.0, 0.0, 64.0), Vec3::NEG_X, Some(1)),
        // Around the edge of floor and wall only the floor's part is drawn.
        decal(Vec3::new(246.0, -100.0, 0.0), Vec3::Z, None),
    ];
    let picture = scene.draw("decals", &with);
    let red = |place: Vec3| {
        let (seen, before) = (color_at(&picture, &with, place), color_at(&empty, &with, place));
        seen[0] > seen[1] + 40 && difference(seen, before) > 40
    };
    assert!(red(Vec3::new(256.0, 60.0 + 12.0, 60.0)));
    // On the floor the picture's top is along +X, its left along +Y.
    assert!(red(Vec3::new(0.0, 40.0 + 12.0, 0.0)));
    assert!(red(Vec3::new(-16.0, -90.0 + 9.0, 64.0)));
    let beside = Vec3::new(256.0, 60.0, 110.0);
    assert!(difference(color_at(&picture, &with, beside), color_at(&empty, &with, beside)) < 6);
}

#[test]
fn walls_hide_the_lines_that_they_should() {
    let Some(mut scene) = scene() else { return };
    let mut with = frame();
    let pillar = BrushModel { model: 1, origin: Vec3::ZERO, orientation: Orientation::UPRIGHT, tint: [1.0; 4] };
    with.brush_models = vec![pillar];
    let empty = scene.draw("lines-none", &with);
    let line = |z: f32, hidden: bool, color: [f32; 4]| DebugLine {
        from: Vec3::new(60.0, 80.0, z),
        to: Vec3::new(60.0, -80.0, z),
        color,
        hidden,
    };
    with.debug_lines = vec![line(40.0, true, [0.0, 1.0, 0.0, 1.0]), line(60.0, false, [1.0, 0.0, 1.0, 1.0])];
    let picture = scene.draw("lines", &with);
    // A line is a pixel wide: one of three rows has it.
    let changed = |place: Vec3| {
        let at = |shift: f32| place + Vec3::Z * shift;
        [-1.2, 0.0, 1.2]
            .iter()
            .any(|shift| difference(color_at(&picture, &with, at(*shift)), color_at(&empty, &with, at(*shift))) > 60)
    };
    assert!(changed(Vec3::new(60.0, 60.0, 40.0)) && changed(Vec3::new(60.0, 60.0, 60.0)));
    assert!(!changed(Vec3::new(60.0, 0.0, 40.0)) && changed(Vec3::new(60.0, 0.0, 60.0)));
}

#[test]
fn a_point_light_is_stopped_by_pillars_and_models() {
    let Some(mut scene) = scene() else { return };
    let chest = scene.model("models/crate.kmdl");
    let mut with = frame();
    with.brush_models = vec![BrushModel {
        model: 1,
        origin: Vec3::new(40.0, 0.0, 0.0),
        orientation: Orientation::UPRIGHT,
        tint: [1.0; 4],
    }];
    with.props = vec![prop(chest, Vec3::new(0.0, -90.0, 0.0))];
    let dark = scene.draw("point-none", &with);
    with.lights = vec![light(Vec3::new(-60.0, 60.0, 60.0), true)];
    let shadowed = scene.draw("point-shadows", &with);
    with.view.shadows = false;
    let open = scene.draw("point-open", &with);
    let at = |picture: &Picture, place: Vec3| brightness(color_at(picture, &with, place));
    // Behind the pillar on the floor and on the far wall, and behind the crate.
    for place in [Vec3::new(140.0, -60.0, 0.0), Vec3::new(256.0, -120.0, 80.0), Vec3::new(22.0, -145.0, 0.0)] {
        assert!(at(&shadowed, place) + 15 < at(&open, place), "{place}");
        assert!((at(&shadowed, place) - at(&dark, place)).abs() < 12, "{place}");
    }
    // Where nothing is in the way, shadows change nothing: on the floor, on walls, on the crate's lit side.
    for place in [
        Vec3::new(-40.0, 20.0, 0.0),
        Vec3::new(256.0, 100.0, 100.0),
        Vec3::new(0.0, 256.0, 120.0),
        Vec3::new(-16.0, -90.0, 16.0),
        Vec3::new(24.0, 8.0, 60.0),
    ] {
        assert!(at(&open, place) > at(&dark, place) + 20, "{place}");
        assert!((at(&shadowed, place) - at(&open, place)).abs() < 12, "{place}");
    }
    with.view.dynamic_lights = false;
    assert_eq!(scene.draw("point-off", &with), dark);
}

#[test]
fn what_floats_behind_a_pane_is_seen_through_it_and_what_floats_before_it_is_not() {
    let Some(mut scene) = scene() else { return };
    let mist = scene.material("sample/mist");
    let sprite = |x: f32, y: f32| Sprite {
        material: mist,
        origin: Vec3::new(x, y, 60.0),
        size: [40.0; 2],
        roll: 0.0,
        tint: [0.9, 0.1, 0.1, 1.0],
        upright: false,
    };
    let mut with = frame();
    // The pane is between the two, and so wide that both are in line with it.
    with.sprites = vec![sprite(-70.0, 0.0), sprite(90.0, 0.0)];
    let mut seen = |pane: bool, number: usize| {
        let (origin, tint) = (Vec3::new(0.0, 0.0, 0.0), [0.1, 0.1, 1.0, 0.6]);
        let model = BrushModel { model: 1, origin, orientation: Orientation::UPRIGHT, tint };
        let mut frame = Frame { sprites: vec![with.sprites[number]], ..with.clone() };
        frame.brush_models.extend(pane.then_some(model));
        let picture = scene.draw("pane", &frame);
        color_at(&picture, &frame, frame.sprites[0].origin)
    };
    let (before, behind) = ([seen(false, 0), seen(true, 0)], [seen(false, 1), seen(true, 1)]);
    assert!(difference(before[0], before[1]) < 6, "{before:?}");
    assert!(difference(behind[0], behind[1]) > 60, "{behind:?}");
}

#[test]
fn corners_are_softly_darker_and_open_ground_is_not() {
    let Some(mut scene) = scene() else { return };
    let mut with = frame();
    with.view.occlusion = 1.0;
    let shaded = scene.draw("occlusion", &with);
    with.view.occlusion = 0.0;
    let plain = scene.draw("occlusion-none", &with);
    let lost = |place: Vec3| brightness(color_at(&plain, &with, place)) - brightness(color_at(&shaded, &with, place));
    let (corner, open) = (lost(Vec3::new(250.0, 60.0, 0.0)), lost(Vec3::new(60.0, 60.0, 0.0)));
    assert!(corner > 5 && open.abs() < 3, "{corner} {open}");
}

#[test]
fn a_polished_model_mirrors_the_room_that_it_stands_in() {
    let red = Material { shader: Shader::Unlit, color: [0.9, 0.02, 0.02], ..Material::default() };
    let polished = Material { metalness: Some(1.0), roughness: 0.0, ..Material::default() };
    let own = || vec![material("sample/wall", &red), material("sample/crate", &polished)];
    let probe = "{\n\"classname\" \"env_cubemap\"\n\"origin\" \"-60 40 60\"\n}\n";
    let shown = |entities: &str| {
        let mut scene = scene_with(entities, own())?;
        let chest = scene.model("models/crate.kmdl");
        let mut with = frame();
        with.props = vec![prop(chest, Vec3::new(-100.0, 0.0, 30.0))];
        let picture = scene.draw("mirrored", &with);
        Some(color_at(&picture, &with, Vec3::new(-116.0, 0.0, 46.0)))
    };
    let (Some(mirrored), Some(plain)) = (shown(probe), shown("")) else { return };
    assert!(mirrored[0] > 150 && mirrored[1] < 90, "{mirrored:?}");
    assert!((plain[0] - plain[1]).abs() < 40, "{plain:?}");
}

#[test]
fn a_model_with_holes_throws_the_shadow_of_what_is_left() {
    let shadow = |alpha: f32| {
        let holed = Material {
            base_texture: TextureName::new("sample/holed"),
            blending: Blending::AlphaTest,
            ..Material::default()
        };
        let picture = file("materials/sample/holed.ktex", texture(move |_, _| [0.5, 0.5, 0.5, alpha]));
        let mut scene = scene_with("", vec![material("sample/crate", &holed), picture])?;
        let chest = scene.model("models/crate.kmdl");
        let mut with = frame();
        with.props = vec![prop(chest, Vec3::new(0.0, -90.0, 0.0))];
        with.lights = vec![light(Vec3::new(-60.0, 60.0, 60.0), true)];
        let shadowed = scene.draw("holed", &with);
        with.view.shadows = false;
        let open = scene.draw("holed-open", &with);
        let at = |picture: &Picture| brightness(color_at(picture, &with, Vec3::new(22.0, -145.0, 0.0)));
        Some(at(&open) - at(&shadowed))
    };
    let (Some(whole), Some(gone)) = (shadow(1.0), shadow(0.0)) else { return };
    assert!(whole > 15 && gone.abs() < 4, "{whole} {gone}");
}

#[test]
fn a_wide_spot_light_throws_shadows_to_all_sides() {
    let Some(mut scene) = scene() else { return };
    let mut with = frame();
    let pillar =
        BrushModel { model: 1, origin: Vec3::new(40.0, 0.0, 0.0), orientation: Orientation::UPRIGHT, tint: [1.0; 4] };
    with.brush_models = vec![pillar];
    let shape = LightShape::Spot { angles: Angles::new(90.0, 0.0, 0.0), inner: 80.0, outer: 85.0 };
    with.lights = vec![Light { shape, ..light(Vec3::new(-60.0, 60.0, 60.0), true) }];
    let shadowed = scene.draw("wide-shadows", &with);
    with.view.shadows = false;
    let open = scene.draw("wide-open", &with);
    let lost = |place: Vec3| brightness(color_at(&open, &with, place)) - brightness(color_at(&shadowed, &with, place));
    // Behind the pillar, 76 degrees from straight down; and where nothing is in the way.
    assert!(lost(Vec3::new(140.0, -60.0, 0.0)) > 15, "{}", lost(Vec3::new(140.0, -60.0, 0.0)));
    assert!(lost(Vec3::new(-40.0, 20.0, 0.0)).abs() < 8);
}

#[test]
fn a_shadow_map_is_drawn_again_only_where_it_would_differ() {
    let Some(mut scene) = scene() else { return };
    let arm = scene.model("models/arm.kmdl");
    let mut with = frame();
    let pillar =
        BrushModel { model: 1, origin: Vec3::new(40.0, 0.0, 0.0), orientation: Orientation::UPRIGHT, tint: [1.0; 4] };
    with.brush_models = vec![pillar];
    with.props = vec![prop(arm, Vec3::new(0.0, -90.0, 0.0))];
    with.lights = vec![light(Vec3::new(-60.0, 60.0, 60.0), true)];
    let mut maps = |frame: &Frame| {
        scene.off_screen.draw(frame, [64, 36]).unwrap();
        let statistics = scene.off_screen.statistics();
        assert_eq!(statistics.lights, 1);
        statistics.shadow_maps
    };
    assert_eq!((maps(&with), maps(&with)), (6, 0));
    // The eyes move: nothing that the light sees does.
    with.camera.origin.x += 10.0;
    assert_eq!(maps(&with), 0);
    // The arm bends: it is seen by the face towards -Y alone.
    with.props[0].pose = Pose { clip: Some(0), time: 0.15, from: None };
    assert_eq!(maps(&with), 1);
    with.brush_models[0].origin.z -= 8.0;
    assert!((1..=3).contains(&maps(&with)));
    with.lights[0].origin.z += 1.0;
    assert_eq!(maps(&with), 6);
}

/// The room with a light grid: red where y is positive, blue where it is negative, the latter of style 3.
fn two_lights() -> Bsp {
    let cube = |style: u32, light: Vec3| LightCube { style, sides: [pack(light); 6] };
    let grid = LightGrid {
        origin: Vec3::Y * -40.0,
        spacing: Vec3::splat(80.0),
        counts: [1, 2, 1],
        samples: [0, 1].map(|first| LightSample { first, count: 1 }).to_vec(),
        cubes: vec![cube(3, Vec3::new(0.1, 0.1, 1.0)), cube(0, Vec3::new(1.0, 0.1, 0.1))],
    };
    Bsp { extra: vec![(LIGHT_GRID_LUMP.to_owned(), grid.to_bytes())], ..room() }
}

#[test]
fn what_stands_in_baked_light_has_its_colour() {
    let Some(mut scene) = scene_of(&two_lights(), Vec::new()) else { return };
    let (chest, smoke) = (scene.model("models/crate.kmdl"), scene.material("sample/smoke"));
    let places = [Vec3::new(0.0, 80.0, 0.0), Vec3::new(0.0, -80.0, 0.0)];
    let in_air = [Vec3::new(0.0, 80.0, 120.0), Vec3::new(0.0, -80.0, 120.0)];
    let (size, tint, upright) = ([50.0; 2], [1.0; 4], false);
    let sprite = |origin| Sprite { material: smoke, origin, size, roll: 0.0, tint, upright };
    let mut with = frame();
    with.props = places.map(|place| prop(chest, place)).to_vec();
    with.sprites = in_air.map(sprite).to_vec();
    let picture = scene.draw("baked-light", &with);
    let seen = |picture: &Picture, place: Vec3| color_at(picture, &with, place);
    // Beside the bar across the crate.
    let wood = Vec3::new(-16.0, -5.0, 21.0);
    for place in [places[0] + wood, in_air[0]] {
        let [red, green, blue] = seen(&picture, place);
        assert!(red > green + 40 && red > blue + 40, "{place}: {red} {green} {blue}");
    }
    for place in [places[1] + wood, in_air[1]] {
        let [red, green, blue] = seen(&picture, place);
        assert!(blue > green + 20 && blue > red + 20, "{place}: {red} {green} {blue}");
    }
    // The blue light's style goes out.
    let mut dark = with.clone();
    dark.light_styles.0[3] = 0.0;
    let picture_in_the_dark = scene.draw("baked-light-out", &dark);
    assert!(brightness(seen(&picture_in_the_dark, in_air[1])) + 60 < brightness(seen(&picture, in_air[1])));
    assert_eq!(seen(&picture_in_the_dark, in_air[0]), seen(&picture, in_air[0]));
    // As if nothing were baked.
    dark.view.lightmap = 0;
    let [red, _, blue] = seen(&scene.draw("baked-light-off", &dark), in_air[1]);
    assert!((red - blue).abs() < 25, "{red} {blue}");
}

#[test]
fn deciding_on_a_picture_like_the_one_before_takes_no_memory() {
    let Some(mut scene) = scene_of(&two_lights(), Vec::new()) else { return };
    let (chest, arm) = (scene.model("models/crate.kmdl"), scene.model("models/arm.kmdl"));
    let [glow, smoke, mark] = ["sample/glow", "sample/smoke", "sample/mark"].map(|name| scene.material(name));
    let mut with = frame();
    with.brush_models =
        vec![BrushModel { model: 1, origin: Vec3::ZERO, orientation: Orientation::UPRIGHT, tint: [1.0; 4] }];
    let posed = Pose { clip: Some(0), time: 0.1, from: Some((1, 0.2, 0.5)) };
    with.props = vec![prop(chest, Vec3::Y * 60.0), Prop { pose: posed, ..prop(arm, Vec3::Y * -60.0) }];
    let (origin, tint) = (Vec3::new(0.0, 20.0, 50.0), [1.0; 4]);
    with.particles = vec![Particle { material: smoke, origin, radius: 4.0, roll: 10.0, tint }; 500];
    with.sprites = vec![Sprite { material: mark, origin, size: [20.0; 2], roll: 0.0, tint, upright: true }];
    with.beams = vec![Beam { material: glow, from: origin, to: Vec3::ZERO, width: 4.0, repeat: 0.0, noise: 5.0, tint }];
    with.decals = vec![Decal {
        material: mark,
        model: Some(1),
        origin: Vec3::new(-16.0, 0.0, 64.0),
        normal: Vec3::NEG_X,
        size: [20.0; 2],
        roll: 0.0,
        tint,
    }];
    with.debug_lines = vec![DebugLine { from: origin, to: Vec3::ZERO, color: tint, hidden: true }];
    with.lights = vec![light(Vec3::new(-60.0, 60.0, 60.0), true), light(Vec3::new(60.0, 60.0, 60.0), true)];
    let mut taken = u64::MAX;
    for step in 0..6 {
        with.camera.origin.y = step as f32;
        with.time += 0.1;
        taken = scene.off_screen.renderer_mut().taken_by_deciding(&with, SIZE);
    }
    assert_eq!(taken, 0);
}

#[test]
fn a_flashlight_lights_its_cone() {
    let Some(mut scene) = scene() else { return };
    let mut with = frame();
    with.brush_models = vec![BrushModel {
        model: 1,
        origin: Vec3::new(40.0, 0.0, 0.0),
        orientation: Orientation::UPRIGHT,
        tint: [1.0; 4],
    }];
    let dark = scene.draw("flashlight-none", &with);
    let shape = LightShape::Spot { angles: Angles::new(8.0, 0.0, 0.0), inner: 12.0, outer: 20.0 };
    // At the right hand: its shadow falls beside the pillar.
    let origin = with.camera.origin + Vec3::new(0.0, -30.0, -10.0);
    with.lights = vec![Light { shape, radius: 900.0, color: Vec3::splat(6.0), ..light(origin, true) }];
    let lit = scene.draw("flashlight", &with);
    let gain = |place: Vec3| brightness(color_at(&lit, &with, place)) - brightness(color_at(&dark, &with, place));
    assert!(gain(Vec3::new(24.0, 0.0, 70.0)) > 60, "{}", gain(Vec3::new(24.0, 0.0, 70.0)));
    assert!(gain(Vec3::new(256.0, -80.0, 40.0)) > 30);
    assert!(gain(Vec3::new(256.0, 200.0, 60.0)).abs() < 4 && gain(Vec3::new(0.0, 150.0, 0.0)).abs() < 4);
    // Seen past the pillar's left edge, the wall is in its shadow.
    assert!(gain(Vec3::new(256.0, 46.0, 40.0)) < 15, "{}", gain(Vec3::new(256.0, 46.0, 40.0)));
}
