//! Pictures of a room whose walls have a material made here: each key by what it does to a pixel.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use kerosene_asset::{Blending, Material, Shader, TextureName};
use kerosene_bsp::records::WaterRecord;
use kerosene_bsp::{Bsp, Contents, SurfaceFlags};
use kerosene_math::{Angles, Vec3};
use kerosene_render::world::LIGHTING_LUMP;
use kerosene_render::{Frame, OffscreenRenderer, Picture, Tonemap};
use kerosene_vfs::Vfs;
use support::{Files, SIZE, off_screen, pixel, room};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255; 4];

/// A frame that shows colours as they are.
fn plain(origin: Vec3, angles: Angles) -> Frame {
    let mut frame = Frame::default();
    frame.camera.origin = origin;
    frame.camera.angles = angles;
    frame.view.tonemap = Tonemap::Clip;
    frame.view.bloom = 0.0;
    frame.view.occlusion = 0.0;
    frame
}

/// The middle of a picture of the room from its middle, looking along +X.
fn middle(off_screen: &mut OffscreenRenderer, map: &Bsp, content: &Vfs, change: impl FnOnce(&mut Frame)) -> [u8; 4] {
    off_screen.renderer_mut().load_level(&map.to_file().unwrap(), content).unwrap();
    let mut frame = plain(Vec3::new(0.0, 0.0, 64.0), Angles::ZERO);
    change(&mut frame);
    pixel(&off_screen.draw(&frame, SIZE).unwrap(), 0.5, 0.5)
}

fn unlit(color: [f32; 3]) -> Material {
    Material { shader: Shader::Unlit, color, ..Material::default() }
}

#[test]
fn pictures_lie_on_surfaces_as_the_map_says() {
    let Some(mut off_screen) = off_screen() else { return };
    // Red and green above, blue and white below, on a floor whose picture goes east and, downwards, south.
    let pixels: Vec<[u8; 4]> = (0..64)
        .map(|at| match (at % 8 < 4, at / 8 < 4) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => WHITE,
        })
        .collect();
    let material = Material { base_texture: TextureName::new("quarters"), ..unlit([1.0; 3]) };
    let content = Files::default().wall(&material).texture("quarters", [8, 8], &pixels).mounted();
    off_screen.renderer_mut().load_level(&room().to_file().unwrap(), &content).unwrap();
    // Straight down with north, which is +X, at the top: one unit at this height is a 200th of the width.
    let frame = plain(Vec3::new(0.0, 0.0, 100.0), Angles::new(90.0, 0.0, 0.0));
    let picture = off_screen.draw(&frame, SIZE).unwrap();
    let at = |x: f32, y: f32| pixel(&picture, 0.5 - y / 200.0, 0.5 - x / 150.0);
    // 64 units are one repeat: u is x, v is -y.
    assert_eq!([at(16.0, -16.0), at(48.0, -16.0), at(16.0, -48.0), at(48.0, -48.0)], [RED, GREEN, BLUE, WHITE]);
    assert_eq!([at(-48.0, 48.0), at(-16.0, 48.0)], [RED, GREEN]);
}

#[test]
fn shaders_and_blending_are_those_of_the_material() {
    let Some(mut off_screen) = off_screen() else { return };
    let map = room();
    let mut of =
        |material: &Material| middle(&mut off_screen, &map, &Files::default().wall(material).mounted(), |_| ());
    assert_eq!(of(&unlit([1.0, 0.0, 0.0])), RED);
    // Holes show what is behind them: outside the room that is nothing but the sky.
    let sky = of(&Material { shader: Shader::Sky, ..Material::default() });
    assert!(sky[2] > 150);
    let tested = Material { blending: Blending::AlphaTest, alpha: 0.4, ..unlit([1.0, 0.0, 0.0]) };
    assert_eq!(of(&tested), sky);
    assert_eq!(of(&Material { alpha_reference: 0.3, ..tested }), RED);
    let glass = of(&Material { blending: Blending::Translucent, alpha: 0.5, ..unlit([0.0; 3]) });
    assert!(glass[2] < sky[2] && glass[2] > 100, "{glass:?}");
    let added = of(&Material { blending: Blending::Additive, ..unlit([1.0, 0.0, 0.0]) });
    assert!(added[0] == 255 && added[1].abs_diff(sky[1]) <= 1, "{added:?} {sky:?}");
    let lamp = Material { color: [0.0; 3], emissive: Some([0.0, 1.0, 0.0]), ..Material::default() };
    assert!(of(&lamp)[1] == 255 && of(&lamp)[0] < 100);
    // A lit wall is neither black nor white, and darker where it is occluded in every crevice.
    let lit = of(&Material { color: [0.5; 3], ..Material::default() });
    assert!((60..220).contains(&lit[0]), "{lit:?}");
    let metal = of(&Material { color: [0.5; 3], metalness: Some(1.0), roughness: 0.3, ..Material::default() });
    assert_ne!(metal, lit);
}

#[test]
fn faces_that_are_not_drawn_are_not_drawn() {
    let Some(mut off_screen) = off_screen() else { return };
    let content = Files::default().wall(&unlit([1.0, 0.0, 0.0])).mounted();
    for (flags, drawn) in [
        (SurfaceFlags::NODRAW, false),
        (SurfaceFlags::HINT, false),
        (SurfaceFlags::SKIP, false),
        (SurfaceFlags::SLICK, true),
    ] {
        let mut map = room();
        map.texinfos[0].flags = flags.bits();
        assert_eq!(middle(&mut off_screen, &map, &content, |_| ()) == RED, drawn, "{flags:?}");
    }
}

#[test]
fn a_sky_has_six_sides() {
    let Some(mut off_screen) = off_screen() else { return };
    let colors = [RED, GREEN, BLUE, WHITE, [255, 255, 0, 255], [0, 255, 255, 255]];
    let mut files = Files::default().wall(&Material { shader: Shader::Sky, ..Material::default() });
    for (side, color) in ["rt", "lf", "bk", "ft", "up", "dn"].iter().zip(colors) {
        files = files.texture(&format!("skybox/box{side}"), [4, 4], &[color; 16]);
    }
    let mut map = room();
    map.entities = "{\n\"classname\" \"worldspawn\"\n\"skyname\" \"box\"\n}\n".to_owned();
    let content = files.mounted();
    let directions = [(0.0, 0.0), (0.0, 180.0), (0.0, 90.0), (0.0, -90.0), (-90.0, 0.0), (90.0, 0.0)];
    for ((pitch, yaw), color) in directions.into_iter().zip(colors) {
        let turn = |frame: &mut Frame| frame.camera.angles = Angles::new(pitch, yaw, 0.0);
        assert_eq!(middle(&mut off_screen, &map, &content, turn), color);
    }
}

/// A room with baked light: every face has one luxel of one, of style 0 or another.
fn baked(style: u8, exponent: u32) -> Bsp {
    let mut map = room();
    // Shared exponent: 256 / 512 * 2^(exponent - 15) in each of red, green and blue.
    map.texinfos[0].lightmap = [[0.0; 4]; 2];
    let luxel = 256 | 256 << 9 | 256 << 18 | exponent << 27;
    for face in &mut map.faces {
        face.lightmap_offset = 0;
        face.lightmap_mins = [0, 0];
        face.lightmap_size = [1, 1];
        face.light_styles = [style, 255, 255, 255];
    }
    map.extra.push((LIGHTING_LUMP.to_owned(), u32::to_le_bytes(luxel).to_vec()));
    map
}

#[test]
fn baked_light_is_shown_and_flickers() {
    let Some(mut off_screen) = off_screen() else { return };
    let content = Files::default().wall(&Material { color: [1.0; 3], ..Material::default() }).mounted();
    let mut shown = |map: &Bsp, change: fn(&mut Frame)| {
        middle(&mut off_screen, map, &content, |frame| {
            frame.view.specular = false;
            change(frame);
        })
    };
    // A quarter in linear light is 137 in sRGB, a half 188; tone mapping's steps round by one.
    let quarter = |shown: [u8; 4]| shown[0].abs_diff(137) <= 1;
    assert!(quarter(shown(&baked(0, 14), |_| ())));
    assert!(shown(&baked(0, 15), |_| ())[0].abs_diff(188) <= 1);
    assert!(quarter(shown(&baked(5, 15), |frame| frame.light_styles.0[5] = 0.5)));
    assert!(!quarter(shown(&baked(0, 14), |frame| frame.view.lightmap = 0)));
    // Light alone: on a grey of a half.
    assert!(quarter(shown(&baked(0, 15), |frame| frame.view.lightmap = 2)));
}

/// A room of which all is one body of water of the walls' material.
fn flooded() -> Bsp {
    let mut map = room();
    for leaf in map.leaves.iter_mut().filter(|leaf| leaf.cluster >= 0) {
        leaf.water = 1;
    }
    let (mins, maxs) = (map.models[0].mins, map.models[0].maxs);
    map.waters.push(WaterRecord { model: 0, contents: Contents::WATER.bits(), surface: maxs[2], mins, maxs });
    map
}

#[test]
fn water_moves_and_is_seen_through_from_within() {
    let Some(mut off_screen) = off_screen() else { return };
    let stripes: Vec<[u8; 4]> = (0..64).map(|at| if at % 8 < 4 { RED } else { BLUE }).collect();
    let water = Material {
        shader: Shader::Water,
        base_texture: TextureName::new("stripes"),
        fog_color: [0.0, 1.0, 0.0],
        fog_distance: 64.0,
        ..Material::default()
    };
    let content = Files::default().wall(&water).texture("stripes", [8, 8], &stripes).mounted();
    off_screen.renderer_mut().load_level(&flooded().to_file().unwrap(), &content).unwrap();
    let mut frame = plain(Vec3::new(0.0, 0.0, 64.0), Angles::ZERO);
    let still = off_screen.draw(&frame, SIZE).unwrap();
    frame.time = 1.5;
    assert_ne!(off_screen.draw(&frame, SIZE).unwrap(), still);
    // The wall is farther than one sees through this water.
    frame.view.under_water = true;
    assert_eq!(pixel(&off_screen.draw(&frame, SIZE).unwrap(), 0.5, 0.5), GREEN);
}

#[test]
fn a_sky_of_quake_has_two_layers() {
    let Some(mut off_screen) = off_screen() else { return };
    // The near layer, on the left, has holes on its lower half; the far one is blue.
    let pixels: Vec<[u8; 4]> = (0..32 * 16_usize)
        .map(|at| match (at % 32 < 16, at / 32 < 8) {
            (true, true) => RED,
            (true, false) => [0, 0, 0, 255],
            (false, _) => BLUE,
        })
        .collect();
    let sky = Material { shader: Shader::Sky, base_texture: TextureName::new("sky1"), ..Material::default() };
    let mut map = room();
    map.strings = b"sky1\0".to_vec();
    let content = Files::default().material("sky1", &sky).texture("sky1", [32, 16], &pixels).mounted();
    off_screen.renderer_mut().load_level(&map.to_file().unwrap(), &content).unwrap();
    let mut frame = plain(Vec3::new(0.0, 0.0, 64.0), Angles::new(-60.0, 0.0, 0.0));
    let picture = off_screen.draw(&frame, SIZE).unwrap();
    let count =
        |picture: &Picture, color: [u8; 4]| picture.rgba.as_chunks::<4>().0.iter().filter(|it| **it == color).count();
    assert!(count(&picture, RED) > 1000 && count(&picture, BLUE) > 1000);
    // Both pass by.
    frame.time = 2.0;
    assert_ne!(off_screen.draw(&frame, SIZE).unwrap(), picture);
}
