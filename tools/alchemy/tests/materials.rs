//! Sets of pictures and texts become materials; the stock ones are whole.
#![allow(clippy::unwrap_used, reason = "tests")]

use alchemy::{MaterialOptions, PictureRole, SetError, TextureSet, Usage, compile_material, compile_set, stock};
use image::{ImageFormat, RgbaImage};
use kerosene_asset::{
    Blending, Material, MaterialContents, MaterialSurface, Packing, PixelFormat, Shader, SurfaceTable, Texture,
    TextureFlags, references,
};
use kerosene_bsp::{Contents, SurfaceFlags};
use std::collections::BTreeSet;
use std::io::Cursor;

fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = RgbaImage::from_fn(width, height, |x, y| image::Rgba(pixel(x, y)));
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn names_of_packs_are_understood() {
    let roles = [
        ("Rock023_2K_NormalGL", "Rock023_2K", PictureRole::Normal),
        ("rock_normal_gl", "rock", PictureRole::Normal),
        ("rock-albedo", "rock", PictureRole::Base),
        ("rock_base_color", "rock", PictureRole::Base),
        ("ROCK_ORM", "ROCK", PictureRole::Packed(Packing::Orm)),
        ("rock_rma", "rock", PictureRole::Packed(Packing::Rma)),
        ("rock_ambient_occlusion", "rock", PictureRole::Occlusion),
        ("rock_glow", "rock", PictureRole::Emissive),
        ("rock_gloss", "rock", PictureRole::Gloss),
        ("_n", "_n", PictureRole::Base),
        ("é_n", "é", PictureRole::Normal),
    ];
    for (name, set, role) in roles {
        assert_eq!(PictureRole::of_name(name), (set, role), "{name}");
    }
    assert_eq!((Usage::of_name("rock_e"), Usage::of_name("rock_mra")), (Usage::Color, Usage::Data));
}

#[test]
fn a_set_becomes_a_material_with_a_map_for_each_picture() {
    let files = [
        "wall.png",
        "wall_n.png",
        "wall_gloss.tga",
        "wall_m.png",
        "wall_ao.jpg",
        "wall_e.png",
        "wall_h.png",
        "wall_mask.png",
        "wall.kmat",
        "wallpaper.png",
    ];
    let set = TextureSet::find("Wall", files).unwrap();
    assert_eq!((set.files().count(), set.base_file()), (8, "wall.png"));
    let material = set.material("e1/metal").unwrap();
    let name = |texture: &Option<kerosene_asset::TextureName>| texture.as_ref().unwrap().to_string();
    assert_eq!(name(&material.base_texture), "e1/metal/wall");
    assert_eq!((name(&material.roughness_map), material.gloss), ("e1/metal/wall_gloss".to_owned(), true));
    assert_eq!(material.textures().len(), 7);
    assert_eq!((material.metalness(), material.emissive()), (1.0, [1.0; 3]));
    assert_eq!(material.surface_property, "metal");
    assert_eq!(set.material("").unwrap().surface_property, SurfaceTable::DEFAULT);
}

#[test]
fn what_is_no_set_says_why() {
    let find = |name, files: &[&'static str]| TextureSet::find(name, files.iter().copied()).unwrap_err();
    let empty = find("brik", &["brick.png", "brick_n.png"]);
    assert_eq!(empty, SetError::Empty { name: "brik".to_owned(), nearest: Some("brick".to_owned()) });
    let bare = find("brick", &["brick_n.png", "brick_r.png"]);
    assert!(matches!(&bare, SetError::NoBase { found, .. } if found.len() == 2));
    for twice in [["brick.png", "brick_albedo.png"], ["brick.png", "brick.tga"]] {
        assert!(matches!(find("brick", &twice), SetError::Twice { .. }));
    }
    let both = find("brick", &["brick.png", "brick_gloss.png", "brick_r.png"]);
    assert_eq!(both.to_string(), "`brick_gloss.png` and `brick_r.png` are for one thing");
    assert!(TextureSet::find("a:b", ["a:b.png"]).unwrap().material("").is_err());
}

#[test]
fn alpha_says_how_a_set_is_blended() {
    let blending = |pixel: fn(u32, u32) -> [u8; 4]| {
        let set = TextureSet::find("fence", ["fence.png"]).unwrap();
        let sources = [("art/fence.png".to_owned(), png(16, 16, pixel))];
        let material = compile_set(&set, "", &sources, &MaterialOptions::default()).unwrap();
        assert_eq!(material.provenance.sources[0].path, "art/fence.png");
        assert_eq!(Material::from_bytes(&material.to_bytes()).unwrap(), material);
        material.blending
    };
    assert_eq!(blending(|_, _| [9, 9, 9, 255]), Blending::Opaque);
    assert_eq!(blending(|x, _| [9, 9, 9, if x % 4 == 0 { 255 } else { 0 }]), Blending::AlphaTest);
    assert_eq!(blending(|x, _| [9, 9, 9, (x * 16) as u8]), Blending::Translucent);
    let set = TextureSet::find("fence", ["fence.png"]).unwrap();
    let damaged = [("art/fence.png".to_owned(), b"no picture".to_vec())];
    assert!(compile_set(&set, "", &damaged, &MaterialOptions::default()).is_err());
}

#[test]
fn options_say_more_than_texts() {
    let options = MaterialOptions {
        shader: Some(Shader::Unlit),
        surface_property: Some("wood".to_owned()),
        blending: Some(Blending::Opaque),
        two_sided: true,
    };
    let text = "material { basetexture a translucent 1 surfaceprop metal }";
    let (material, _) = compile_material("art/a.kmat", text, &options).unwrap();
    assert_eq!((material.shader, material.blending, material.two_sided), (Shader::Unlit, Blending::Opaque, true));
    assert_eq!(material.surface_property, "wood");
    assert_eq!(material.provenance.options, "material --shader unlit --surfaceprop wood --opaque --no-cull");
    assert!(compile_material("art/a.kmat", "material { alpha 2 }", &options).is_err());
}

/// Every material is one that is read again, shows a texture that is there, and is made of something that there is.
#[test]
fn the_stock_is_whole() {
    let pictures = stock::pictures();
    let textures: BTreeSet<_> = pictures.iter().map(|picture| picture.name.clone()).collect();
    assert_eq!(textures, stock::texture_names().collect());
    assert_eq!(textures.len(), pictures.len(), "two pictures of one name");
    let surfaces = SurfaceTable::built_in();
    let materials = stock::materials();
    let names: BTreeSet<_> = materials.iter().map(|stock| stock.name.as_str()).collect();
    assert_eq!(names.len(), materials.len(), "two materials of one name");
    for stock in &materials {
        let material = Material::from_bytes(&stock.material.to_bytes()).unwrap();
        assert_eq!(material, stock.material, "{}", stock.name);
        assert!(material.textures().iter().all(|texture| textures.contains(texture.as_str())), "{}", stock.name);
        assert!(surfaces.get(&material.surface_property).is_some());
        let (_, notes) = Material::parse("", &material.to_text()).unwrap();
        assert!(notes.is_empty(), "{}: {notes:?}", stock.name);
    }
}

/// The grid is measured: at four pixels a unit, a cell of 16 units and the whole of 64 join at their edges.
#[test]
fn developer_textures_measure_what_they_say() {
    let grid = stock::pictures().into_iter().find(|picture| picture.name == "dev/grid").unwrap();
    let image = image::load_from_memory(&grid.png).unwrap().to_rgba8();
    assert_eq!(image.dimensions(), (256, 256));
    let at = |x: u32, y: u32| image.get_pixel(x, y).0;
    let line = at(64, 40);
    for unit in [16, 32, 48] {
        assert_eq!((at(unit * 4, 36), at(36, unit * 4)), (line, line), "a line at {unit} units");
        assert_ne!(at(unit * 4 + 8, 40), line);
    }
    assert_eq!(at(0, 100), at(255, 100), "a frame at the edges");
    let mean = |colors: Vec<[u8; 4]>| colors.iter().map(|color| u64::from(color[0])).sum::<u64>() / colors.len() as u64;
    let cell = |left: u32, top: u32| mean((0..16).map(|step| at(left + 20 + step, top + 40)).collect());
    assert_ne!(cell(64, 64), cell(128, 64), "neighbouring cells differ");
    assert_eq!(cell(64, 64), cell(128, 128));
}

#[test]
fn stock_files_are_resources_that_use_only_each_other() {
    let files = stock::files().unwrap();
    assert!(files.is_sorted_by(|one, other| one.0 < other.0));
    let paths: BTreeSet<_> = files.iter().map(|(path, _)| path.as_str()).collect();
    for (path, bytes) in &files {
        for used in references(bytes).unwrap() {
            assert!(paths.contains(used.as_str()), "{path} uses {used}");
        }
        if path.ends_with(".ktex") {
            let texture = Texture::from_bytes(bytes).unwrap();
            assert_eq!(texture.to_bytes(), *bytes);
            assert!(path.contains("ui/") || texture.format() == PixelFormat::Bc7Srgb);
            assert_eq!(
                texture.flags.contains(TextureFlags::TRANSLUCENT),
                ["glass", "steam", "font", "decals/", "sprites/"].iter().any(|name| path.contains(name)),
                "{path}"
            );
        }
    }
}

/// What a material says of brushes goes into compiled maps as it is.
#[test]
fn contents_and_flags_are_those_of_compiled_maps() {
    for (name, flag) in MaterialContents::all().iter_names() {
        assert_eq!(Contents::from_name(name).map(|contents| contents.bits()), Some(flag.bits()), "{name}");
    }
    for (name, flag) in MaterialSurface::all().iter_names() {
        assert_eq!(SurfaceFlags::from_name(name).map(|flags| flags.bits()), Some(flag.bits()), "{name}");
    }
}
