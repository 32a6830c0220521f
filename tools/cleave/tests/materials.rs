//! What is known of a map's materials goes into the compiled map, wherever it is from.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod made;
#[path = "../../../crates/kerosene-foreign/tests/common/mod.rs"]
mod writers;

use kerosene_asset::{Material, MaterialContents, MaterialRole, Mip, PixelFormat, Texture, TextureName};
use kerosene_bsp::{BspFile, Contents, SurfaceFlags};
use kerosene_map::{Brush, write_kmap};
use made::{block, map, shell, start};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A closed room of `wall`, with brushes in it.
fn write_room(file: &Path, inner: Vec<Brush>, keys: &[(&str, &str)]) {
    let brushes = shell(10, [0.0; 3], [256.0, 128.0, 128.0], "Wall").into_iter().chain(inner).collect();
    let mut room = map(brushes, vec![start("64 64 64")]);
    room.entities[0].keys.extend(keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, write_kmap(&room).unwrap()).unwrap();
}

/// The compiled map, and what was said.
fn compiled(folder: &Path, arguments: &[&str]) -> (BspFile, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_cleave")).current_dir(folder).args(arguments).arg("--check").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    (BspFile::open(folder.join(arguments[0]).with_extension("kbsp")).unwrap(), error)
}

/// Sizes by material, and what throws back light.
fn sizes(bsp: &BspFile) -> BTreeMap<String, (u32, u32, [f32; 3])> {
    let record = |(index, data): (usize, &kerosene_bsp::records::TexDataRecord)| {
        (bsp.material(index as u32).unwrap().to_owned(), (data.width, data.height, data.reflectivity))
    };
    bsp.texdata().iter().enumerate().map(record).collect()
}

fn brush_contents(bsp: &BspFile) -> Vec<Contents> {
    bsp.brushes().iter().map(|brush| Contents::from_bits_retain(brush.contents)).collect()
}

fn texture(average: [f32; 4]) -> Vec<u8> {
    let mut texture = Texture::new(PixelFormat::R8, 8, 4, vec![Mip { bytes: vec![0; 32] }]).unwrap();
    texture.average = average;
    texture.to_bytes()
}

#[test]
fn compiled_materials_of_the_content_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    let pool = block(100, [32.0, 32.0, 0.0], [64.0, 64.0, 32.0], "pool");
    let post = block(120, [100.0, 32.0, 0.0], [116.0, 48.0, 64.0], "wal");
    write_room(&game.join("maps/a.kmap"), vec![pool, post], &[]);
    let before = compiled(&game, &["maps/a.kmap"]);
    assert_eq!(sizes(&before.0)["wall"], (0, 0, [0.5; 3]));
    assert_eq!(before.1, "");
    std::fs::create_dir_all(game.join("materials/paint")).unwrap();
    std::fs::write(game.join("game.kproj"), "project { name game }").unwrap();
    let write = |name: &str, bytes: Vec<u8>| std::fs::write(game.join("materials").join(name), bytes).unwrap();
    write("paint/grey.ktex", texture([0.25, 0.5, 1.0, 1.0]));
    let wall = Material { base_texture: TextureName::new("paint/grey"), ..Material::default() };
    write("wall.kmat_c", wall.to_bytes());
    let water = Material { contents: Some(MaterialContents::WATER), map_size: Some([64, 32]), ..Material::default() };
    write("pool.kmat_c", water.to_bytes());
    let (after, said) = compiled(&game, &["maps/a.kmap"]);
    assert_eq!(sizes(&after)["wall"], (8, 4, [0.25, 0.5, 1.0]));
    assert_eq!(sizes(&after)["pool"], (64, 32, [0.5; 3]));
    assert!(brush_contents(&after).contains(&Contents::WATER));
    assert!(said.contains("K0663") && said.contains("`wal` is nowhere (6 faces)") && said.contains("`wall`"), "{said}");
}

/// In a new project, where no material is made yet, a name that is mistyped was not told; nor was a damaged file.
#[test]
fn what_a_project_does_not_have_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    let post = block(120, [100.0, 32.0, 0.0], [116.0, 48.0, 64.0], "dev/wal");
    let clip = block(140, [140.0, 32.0, 0.0], [156.0, 48.0, 64.0], "tools/clip");
    write_room(&game.join("maps/a.kmap"), vec![post, clip], &[]);
    std::fs::write(game.join("game.kproj"), "project { name game }").unwrap();
    let (_, said) = compiled(&game, &["maps/a.kmap"]);
    assert!(said.contains("`dev/wal` is nowhere (6 faces)") && said.contains("did you mean `dev/wall`"), "{said}");
    assert!(said.contains("`wall` is nowhere") && !said.contains("tools/clip"), "{said}");
    std::fs::create_dir_all(game.join("materials")).unwrap();
    std::fs::write(game.join("materials/wall.kmat_c"), "junk").unwrap();
    let (_, said) = compiled(&game, &["maps/a.kmap"]);
    assert!(said.contains("K0610") && said.contains("materials/wall.kmat_c"), "{said}");
}

#[test]
fn materials_lie_in_the_folder_that_the_project_names() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    write_room(&game.join("data/maps/a.kmap"), vec![], &[]);
    std::fs::create_dir_all(game.join("data/materials")).unwrap();
    std::fs::write(game.join("game.kproj"), "project { content data }").unwrap();
    assert_eq!(cleave::cli::material_facts(&game, "wall"), None);
    std::fs::write(game.join("data/materials/wall.ktex"), texture([0.25, 0.5, 1.0, 1.0])).unwrap();
    let (bsp, _) = compiled(&game, &["data/maps/a.kmap"]);
    assert_eq!(sizes(&bsp)["wall"], (8, 4, [0.25, 0.5, 1.0]));
    assert!(cleave::cli::material_facts(&game, "wall").is_some());
}

#[test]
fn archives_that_the_map_names_give_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let wall = writers::miptex("WALL", 32, 64, &[1; 2048], Some(&writers::palette_bytes()));
    std::fs::create_dir(folder.path().join("wads")).unwrap();
    let wads = &[("wad", "\\half-life\\valve\\Test.wad;C:/lost/other.wad")];
    write_room(&folder.path().join("a.kmap"), vec![], wads);
    let (without, _) = compiled(folder.path(), &["a.kmap"]);
    assert_eq!(sizes(&without)["wall"].0, 0);
    std::fs::write(folder.path().join("wads/Test.wad"), writers::wad(b"WAD3", &[(b'C', "WALL", &wall)])).unwrap();
    let (with, said) = compiled(folder.path(), &["a.kmap", "-v"]);
    assert_eq!((sizes(&with)["wall"].0, sizes(&with)["wall"].1), (32, 64));
    assert!(said.contains("K0664") && said.contains("other.wad"), "{said}");
    write_room(&folder.path().join("b.kmap"), vec![], &[]);
    let (named, _) = compiled(folder.path(), &["b.kmap", "--wad", "wads/Test.wad"]);
    assert_eq!(sizes(&named)["wall"].0, 32);
}

#[test]
fn folders_of_other_games_say_what_surfaces_are() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    for inner in ["textures/e1u1", "scripts", "materials/glass", "textures/sfx"] {
        std::fs::create_dir_all(game.join(inner)).unwrap();
    }
    let write = |name: &str, bytes: &[u8]| std::fs::write(game.join(name), bytes).unwrap();
    write("textures/e1u1/lava.wal", &writers::wal("x", [64, 128], [0x8, 0x8, 0], ""));
    write(
        "scripts/a.shader",
        b"textures/sfx/veil\n{\nqer_editorimage textures/sfx/veil_edit.tga\nsurfaceparm nonsolid\n}",
    );
    write("textures/sfx/veil_edit.jpg", &[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 32, 1, 64]);
    write("materials/glass/pane.vmt", b"UnlitGeneric { $basetexture glass/Clear %compileladder 1 }");
    write("materials/glass/clear.vtf", &writers::vtf(5, 5, [16, 8], 0, &[9; 128]));
    let boxes = [("e1u1/lava", 40.0), ("sfx/veil", 80.0), ("GLASS/pane", 120.0), ("e1u1/lava", 160.0)];
    let mut brushes: Vec<_> = boxes
        .iter()
        .zip(1..)
        .map(|((name, x), id)| block(id * 100, [*x, 32.0, 0.0], [x + 16.0, 48.0, 32.0], name))
        .collect();
    // Numbers of the side itself come before those of the texture.
    brushes[3].sides.iter_mut().for_each(|side| side.content_flags = 0x20);
    write_room(&folder.path().join("a.kmap"), brushes, &[]);
    let (bsp, said) = compiled(folder.path(), &["a.kmap", "--textures", "game"]);
    let sizes = sizes(&bsp);
    assert_eq!((sizes["e1u1/lava"].0, sizes["e1u1/lava"].1), (64, 128));
    assert_eq!((sizes["sfx/veil"].0, sizes["sfx/veil"].1), (320, 32));
    assert_eq!(sizes["glass/pane"], (16, 8, [0.25, 0.5, 0.75]));
    let found = brush_contents(&bsp);
    for contents in [Contents::LAVA, Contents::WATER, Contents::TRANSLUCENT, Contents::LADDER] {
        assert!(found.iter().any(|found| found.contains(contents)), "{contents:?} in {found:?}");
    }
    let warps = |info: &&kerosene_bsp::records::TexInfoRecord| {
        SurfaceFlags::from_bits_retain(info.flags).contains(SurfaceFlags::WARP)
    };
    assert!(bsp.texinfos().iter().any(|info| warps(&info)));
    assert!(said.contains("K0663"), "the wall is nowhere: {said}");
}

#[test]
fn roles_of_materials_hold_in_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path();
    write_room(&game.join("maps/a.kmap"), vec![block(100, [32.0, 32.0, 0.0], [64.0, 64.0, 128.0], "fence")], &[]);
    std::fs::create_dir_all(game.join("materials")).unwrap();
    std::fs::write(game.join("game.kproj"), "project { name game }").unwrap();
    let fence = Material { role: Some(MaterialRole::Detail), ..Material::default() };
    std::fs::write(game.join("materials/fence.kmat_c"), fence.to_bytes()).unwrap();
    let (bsp, _) = compiled(game, &["maps/a.kmap"]);
    assert!(brush_contents(&bsp).iter().any(|found| found.contains(Contents::DETAIL | Contents::SOLID)));
}
