//! Quake 3's scripts and Source's textures and materials.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{SHADERS, vtf};
use kerosene_asset::{Blending, MaterialContents, MaterialRole, MaterialSurface, Shader as Drawn};
use kerosene_foreign::{ForeignError, Pixels, Shader, StageBlend, Vtf, VtfFlags, picture_size, read_shaders, read_vmt};
use proptest::prelude::*;

#[test]
fn a_script_says_what_surfaces_are() {
    let shaders = read_shaders(SHADERS.as_bytes()).unwrap();
    let names: Vec<_> = shaders.iter().map(|shader| (shader.map_name(), shader.line)).collect();
    assert_eq!(names, [("base/grate", 2), ("Liquids/Pool", 15), ("sky/night", 25), ("base/light1", 32)]);
    let [grate, pool, night, light] = &shaders[..] else { panic!("four materials") };
    assert_eq!(grate.sizing_image(), "textures/base/grate_edit.tga");
    assert_eq!((grate.surface_parameters.len(), grate.stages.len(), grate.two_sided), (2, 2, true));
    assert_eq!(grate.stages[1].blend, StageBlend::Other);
    assert_eq!((pool.tess_size, pool.stages[0].scroll), (64.0, [0.1, -0.25]));
    assert_eq!(pool.stages[0].images, ["textures/liquids/pool 1.tga", "textures/liquids/pool2.tga"]);
    assert_eq!(night.sky_box.as_deref(), Some("env/night"));
    assert_eq!((light.image(), light.stages[1].clamp), (Some("textures/base/light1.tga"), true));
}

#[test]
fn materials_of_a_script_are_ours() {
    let materials: Vec<_> = read_shaders(SHADERS.as_bytes()).unwrap().iter().map(Shader::material).collect();
    let [grate, pool, night, light] = &materials[..] else { panic!("four materials") };
    assert_eq!((grate.blending, grate.alpha_reference, grate.two_sided), (Blending::AlphaTest, 0.5, true));
    assert_eq!(grate.base_texture.as_ref().unwrap().as_str(), "base/grate");
    assert_eq!((grate.contents, grate.role), (None, None));
    assert_eq!(grate.surface, MaterialSurface::NODRAW | MaterialSurface::ALPHA_TEST);
    assert_eq!((pool.contents, pool.shader), (Some(MaterialContents::WATER), Drawn::Water));
    assert_eq!((pool.blending, pool.scroll), (Blending::Translucent, [0.1, -0.25]));
    assert_eq!((night.contents, night.shader), (Some(MaterialContents::SKY), Drawn::Sky));
    assert_eq!(night.emissive_map.as_ref().unwrap().as_str(), "sky/light");
    assert_eq!((light.emissive_strength, light.blending), (2.0, Blending::Additive));
    // Every one can be written and read.
    for material in &materials {
        assert_eq!(&kerosene_asset::Material::from_bytes(&material.to_bytes()).unwrap(), material);
    }
}

#[test]
fn words_about_brushes_mean_what_they_mean_in_quake_3() {
    let of = |words: &str| {
        let lines: String = words.split(' ').map(|word| format!("surfaceparm {word}\n")).collect();
        let material = read_shaders(format!("textures/a/b\n{{\n{lines}}}").as_bytes()).unwrap()[0].material();
        (material.contents, material.role)
    };
    let detail = Some(MaterialRole::Detail);
    assert_eq!(of("trans"), (Some(MaterialContents::WINDOW), detail));
    assert_eq!(of("trans structural"), (Some(MaterialContents::WINDOW), None));
    assert_eq!(of("detail"), (None, detail));
    assert_eq!(
        of("nodraw nonsolid trans playerclip"),
        (Some(MaterialContents::PLAYER_CLIP), Some(MaterialRole::Volume))
    );
    assert_eq!(
        of("nodraw nonsolid structural trans hint"),
        (Some(MaterialContents::empty()), Some(MaterialRole::Hint))
    );
    assert_eq!(of("trans nonsolid lava"), (Some(MaterialContents::LAVA), None));
    assert_eq!(of("nonsolid"), (Some(MaterialContents::TRANSLUCENT), None));
    assert_eq!(of("areaportal nodraw"), (Some(MaterialContents::AREA_PORTAL), None));
    assert_eq!(of("nomarks metalsteps"), (None, None));
}

#[test]
fn faults_in_scripts_have_their_lines() {
    for (script, message) in [
        ("a\n{\n", "line 1: the braces of `a` are not closed"),
        ("a\nb\n{\n}", "line 2: `{` is missing after `a`"),
        ("}\n", "line 1: `}` where the name of a material is expected"),
        ("a {\n{\n{", "line 3: `{` does not belong here"),
        ("a {\nqer_editorimage \"b\n}", "line 2: a quote is not closed"),
    ] {
        assert_eq!(read_shaders(script.as_bytes()).unwrap_err().to_string(), message);
    }
}

fn bytes(texture: &Vtf<'_>) -> Vec<[u8; 4]> {
    match texture.image().pixels {
        Pixels::Rgba8(pixels) => pixels,
        Pixels::Rgba32Float(_) => panic!("bytes expected"),
    }
}

#[test]
fn the_largest_level_of_every_version_is_found() {
    let pixels: Vec<u8> = (0..4 * 8 * 4).collect();
    for minor in 0..=5 {
        // Before 7.2 there are no slices, and what stands there is padding.
        let file = vtf(minor, 12, [8, 4], 0x84, &pixels);
        let texture = Vtf::read(&file).unwrap();
        assert_eq!((texture.width, texture.height, texture.frames, texture.format_name()), (8, 4, 2, "BGRA8888"));
        assert_eq!((texture.flags, texture.reflectivity), (VtfFlags::NORMAL | VtfFlags::CLAMP_S, [0.25, 0.5, 0.75]));
        assert_eq!(bytes(&texture)[1], [6, 5, 4, 7], "7.{minor}");
    }
    assert!(matches!(Vtf::read(&vtf(6, 12, [8, 4], 0, &pixels)), Err(ForeignError::Unsupported { .. })));
}

#[test]
fn plain_formats_give_their_channels() {
    let one = |format: u32, pixel: &[u8]| bytes(&Vtf::read(&vtf(2, format, [1, 1], 0, pixel)).unwrap())[0];
    for (format, pixel, expected) in [
        (0, &[1, 2, 3, 4][..], [1, 2, 3, 4]),
        (1, &[1, 2, 3, 4], [4, 3, 2, 1]),
        (2, &[1, 2, 3], [1, 2, 3, 255]),
        (3, &[1, 2, 3], [3, 2, 1, 255]),
        (5, &[9], [9, 9, 9, 255]),
        (6, &[9, 7], [9, 9, 9, 7]),
        (8, &[7], [255, 255, 255, 7]),
        (11, &[1, 2, 3, 4], [2, 3, 4, 1]),
        (16, &[1, 2, 3, 4], [3, 2, 1, 255]),
        (22, &[0, 127], [128, 255, 255, 255]),
    ] {
        assert_eq!(one(format, pixel), expected, "{format}");
    }
    let halves: Vec<u8> = [0x3c00_u16, 0x4000, 0, 0x3800].iter().flat_map(|half| half.to_le_bytes()).collect();
    let file = vtf(2, 24, [1, 1], 0, &halves);
    assert_eq!(Vtf::read(&file).unwrap().image().pixels, Pixels::Rgba32Float(vec![[1.0, 2.0, 0.0, 0.5]]));
    assert!(matches!(Vtf::read(&vtf(2, 7, [1, 1], 0, &[1])), Err(ForeignError::Unsupported { .. })));
}

#[test]
fn blocks_give_the_colours_that_their_definition_has() {
    // Red and blue ends, and a row each of the ends and of the two colours between.
    let color = [0x00, 0xf8, 0x1f, 0x00, 0b0000_0000, 0b0101_0101, 0b1010_1010, 0b1111_1111];
    let rows = |texture: &Vtf<'_>| [0, 4, 8, 12].map(|at| bytes(texture)[at]);
    let opaque = [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]];
    assert_eq!(rows(&Vtf::read(&vtf(2, 13, [4, 4], 0, &color)).unwrap()), opaque);
    // Explicit alpha, four bits each: 1, 1, 1, 1, then 15 and zeros.
    let dxt3: Vec<u8> = [0x11, 0x11, 0x0f, 0, 0, 0, 0, 0].into_iter().chain(color).collect();
    let file = vtf(2, 14, [4, 4], 0, &dxt3);
    let pixels = bytes(&Vtf::read(&file).unwrap());
    assert_eq!((pixels[0], pixels[4], pixels[5][3]), ([255, 0, 0, 17], [0, 0, 255, 255], 0));
    // Alpha from 255 to 0, all of the first end but the first pixel, which has the second.
    let dxt5: Vec<u8> = [255, 0, 1, 0, 0, 0, 0, 0].into_iter().chain(color).collect();
    let file = vtf(2, 15, [4, 4], 0, &dxt5);
    let pixels = bytes(&Vtf::read(&file).unwrap());
    assert_eq!((pixels[0][3], pixels[1][3], pixels[15]), (0, 255, [85, 0, 170, 255]));
    // A size that is no whole number of blocks shows what is in it.
    let four: Vec<u8> = (0..4).flat_map(|_| color).collect();
    let file = vtf(2, 13, [6, 5], 0, &four);
    let pixels = bytes(&Vtf::read(&file).unwrap());
    assert_eq!((pixels.len(), pixels[5], pixels[6]), (30, [255, 0, 0, 255], [0, 0, 255, 255]));
}

#[test]
fn materials_of_source_say_what_they_are() {
    let text = "\"LightmappedGeneric\" // wall\r\n{\r\n\t\"$baseTexture\" \"Brick\\Wall01\"\r\n\t\"$bumpmap\" \"brick/wall01_normal\"\r\n\
        \t$surfaceprop brick\r\n\t$nocull 1\r\n\t$envmap env_cubemap [$X360]\r\n\t\"%compilewater\" 1\r\n\t\"$proxy\" { a { b c } }\r\n\
        \t\">=dx90\" { $alphatest 1 }\r\n\t\"<dx90\" { $translucent 1 }\r\n}\r\n";
    let material = read_vmt(text.as_bytes(), &mut |_| None).unwrap();
    assert_eq!(material.base_texture.unwrap().as_str(), "brick/wall01");
    assert_eq!(material.normal_map.unwrap().as_str(), "brick/wall01_normal");
    assert_eq!((material.two_sided, material.blending), (true, Blending::AlphaTest));
    assert_eq!(material.contents, Some(MaterialContents::WATER));
    assert_eq!(material.surface_property, "brick");
}

#[test]
fn patches_change_what_they_include_and_loops_end() {
    let files = |path: &str| match path {
        "materials/base.vmt" => Some(b"LightmappedGeneric { $basetexture a $alpha 0.5 }".to_vec()),
        "materials/middle.vmt" => {
            Some(b"patch { include \"materials/base.vmt\" replace { $basetexture b $alpha 1 } }".to_vec())
        }
        "materials/loop.vmt" => Some(b"patch { include \"materials/loop.vmt\" }".to_vec()),
        _ => None,
    };
    let outer = b"Patch { include \"materials\\Middle.vmt\" insert { $basetexture c %compilenodraw 1 } }";
    let material = read_vmt(outer, &mut |path| files(path)).unwrap();
    assert_eq!((material.base_texture.unwrap().as_str(), material.alpha), ("c", 1.0));
    assert!(material.surface.contains(MaterialSurface::NODRAW));
    for lost in ["materials/loop.vmt", "materials/none.vmt"] {
        assert!(read_vmt(format!("patch {{ include {lost} }}").as_bytes(), &mut |path| files(path)).is_err(), "{lost}");
    }
    assert!(read_vmt(b"", &mut |_| None).is_err());
}

#[test]
fn pictures_tell_their_size() {
    let png = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &[0, 0, 1, 0, 0, 0, 0, 128]].concat();
    assert_eq!(picture_size("a.png", &png), Some((256, 128)));
    let jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0, 32, 1, 64];
    assert_eq!(picture_size("a.jpg", &jpeg), Some((320, 32)));
    assert_eq!(picture_size("a.jpg", &jpeg[..12]), None);
}

proptest! {
    #[test]
    fn damaged_textures_are_told(at in 0_usize..300, byte in any::<u8>(), cut in 0_usize..400) {
        for minor in [2, 5] {
            let mut file = vtf(minor, 15, [8, 4], 0, &[7; 32]);
            let last = file.len() - 1;
            file[at.min(last)] = byte;
            file.truncate(cut.max(1));
            if let Ok(texture) = Vtf::read(&file) {
                let image = texture.image();
                let pixels = match &image.pixels { Pixels::Rgba8(p) => p.len(), Pixels::Rgba32Float(p) => p.len() };
                prop_assert_eq!(pixels as u32, image.width * image.height);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_told(text in "[a-z{}\"/*\\n \\[\\]$!]{0,80}") {
        let _ = read_shaders(text.as_bytes());
        let _ = read_vmt(text.as_bytes(), &mut |_| Some(text.clone().into_bytes()));
    }
}
