//! `alchemy` as a person calls it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Place;
use serde_json::Value;
use std::fs;

/// A TGA of one colour, four by two pixels.
fn picture(place: &Place, name: &str, [red, green, blue]: [u8; 3]) {
    let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 24, 0x20];
    bytes.extend([blue, green, red].repeat(8));
    place.write(name, &bytes);
}

#[test]
fn pictures_become_textures_by_their_names() {
    let place = Place::of("alchemy");
    picture(&place, "art/brick.tga", [200, 100, 50]);
    picture(&place, "art/brick_n.tga", [128, 128, 255]);
    picture(&place, "art/brick_r.tga", [180, 180, 180]);
    let pictures = ["art/brick.tga", "art/brick_n.tga", "art/brick_r.tga"];
    let compile = [&["compile"][..], &pictures, &["--into", "materials"]].concat();
    let told = place.done(&compile);
    assert!(told.contains("wrote materials/brick.ktex: 4 x 2 BC7 sRGB, 3 levels"), "{told}");
    assert!(told.contains("brick_n.ktex: 4 x 2 BC5") && told.contains("brick_r.ktex: 4 x 2 BC4"), "{told}");
    assert_eq!(place.done(&compile).matches("up to date:").count(), 3);
    let info: Value = serde_json::from_str(&place.done(&["info", "materials/brick.ktex", "--json"])).unwrap();
    assert_eq!((&info["width"], &info["tool"]), (&4.into(), &"alchemy 2".into()));
    assert_eq!(info["sources"][0]["path"], "art/brick.tga");
    let told = place.done(&["info", "materials/brick.ktex", "materials/brick_n.ktex"]);
    assert!(told.contains("average  #c86432") && told.contains("flags    normal"), "{told}");
}

#[test]
fn a_level_is_exported_as_a_picture() {
    let place = Place::of("alchemy");
    picture(&place, "red.tga", [255, 0, 0]);
    picture(&place, "flat_n.tga", [128, 128, 255]);
    place.done(&["compile", "red.tga", "flat_n.tga", "--uncompressed"]);
    place.done(&["export", "red.ktex", "red.png", "--mip", "1"]);
    place.done(&["export", "flat_n.ktex", "flat.png"]);
    place.done(&["export", "red.ktex", "red.exr"]);
    // What was exported is a picture that gives the same texture again.
    place.done(&["compile", "red.png", "--uncompressed", "-o", "again.ktex"]);
    let info: Value = serde_json::from_str(&place.done(&["info", "again.ktex", "--json"])).unwrap();
    assert_eq!((&info["width"], &info["height"], &info["average_linear"][0]), (&2.into(), &1.into(), &1.0.into()));
    let (code, _, stderr) = place.run(&["export", "red.ktex", "far.png", "--mip", "9"]);
    assert!(code == 1 && stderr.contains("there is no mip level 9"), "{stderr}");
    // What is there and differs is kept, except by force.
    let (code, _, stderr) = place.run(&["export", "red.ktex", "flat.png"]);
    assert!(code == 1 && stderr.contains("K0503") && stderr.contains("--force"), "{stderr}");
    place.done(&["export", "red.ktex", "flat.png", "--force"]);
    let (code, _, stderr) = place.run(&["export", "red.ktex", "red.jpg"]);
    assert!(code == 1 && stderr.contains(".exr or .ktx2"), "{stderr}");
}

#[test]
fn what_cannot_be_made_is_told_and_the_rest_is_made() {
    let place = Place::of("alchemy");
    picture(&place, "good.tga", [1, 2, 3]);
    fs::write(place.path("bad.png"), b"no picture").unwrap();
    let (code, stdout, stderr) = place.run(&["compile", "bad.png", "good.tga", "none.png"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("wrote good.ktex"), "{stdout}");
    assert!(stderr.contains("K0620") && stderr.contains("bad.png") && stderr.contains("K0008"), "{stderr}");
    let (code, _, stderr) = place.run(&["compile", "good.tga", "bad.png", "-o", "one.ktex"]);
    assert!(code == 1 && stderr.contains("name a folder with --into"), "{stderr}");
    fs::create_dir(place.path("other")).unwrap();
    picture(&place, "other/good.tga", [3, 2, 1]);
    let (code, _, stderr) = place.run(&["compile", "good.tga", "other/good.tga", "--into", "out"]);
    assert!(code == 1 && stderr.contains("two of the sources"), "{stderr}");
    let mut bytes = fs::read(place.path("good.ktex")).unwrap();
    bytes[50] ^= 1;
    fs::write(place.path("good.ktex"), bytes).unwrap();
    let (code, _, stderr) = place.run(&["info", "good.ktex"]);
    assert!(code == 1 && stderr.contains("K0610"), "{stderr}");
}

#[test]
fn texts_and_sets_become_materials_and_what_is_odd_is_told() {
    let place = Place::of("alchemy");
    for name in ["art/wood/plank.tga", "art/wood/plank_n.tga", "art/e1.m1.tga"] {
        picture(&place, name, [200, 100, 50]);
    }
    fs::write(place.path("art/door.kmat"), "material { basetexture wood/plank $bumpmap wood/plnk_n surfaceprop wodo }")
        .unwrap();
    let (code, told, notes) = place.run(&["material", "art/door.kmat", "-o", "materials/door.kmat_c"]);
    assert_eq!(code, 0, "{notes}");
    assert!(told.contains("wrote materials/door.kmat_c: lit, wodo, wood/plank, wood/plnk_n"), "{told}");
    assert!(notes.contains("did you mean `wood/plank_n`?") && notes.contains("did you mean `wood`?"), "{notes}");
    assert!(notes.contains("`$bumpmap` is read as `normalmap`") && !notes.contains("`wood/plank`"), "{notes}");

    let set = ["material", "--set", "art/wood/plank", "-o", "materials/wood/plank.kmat_c", "--json"];
    let made: Value = serde_json::from_str(&place.done(&set)).unwrap();
    assert_eq!((&made["surface"], &made["textures"][1]), (&"wood".into(), &"wood/plank_n".into()));
    assert!(place.done(&set).contains("\"written\":false"));
    assert!(place.done(&["material", "--set", "art/e1.m1"]).contains("wrote art/e1.m1.kmat_c"));
    let text = place.done(&["material", "--set", "art/wood/plank", "--text"]);
    assert!(text.starts_with("material\n{\n\t\"basetexture\" \"wood/plank\"\n"), "{text}");
    let info = place.done(&["info", "materials/wood/plank.kmat_c"]);
    assert!(info.contains("uses     materials/wood/plank.ktex, materials/wood/plank_n.ktex"), "{info}");

    fs::write(place.path("art/bad.kmat"), "material {\n roughness high\n}").unwrap();
    let (code, _, errors) = place.run(&["material", "art/bad.kmat"]);
    assert!(code == 1 && errors.contains("K0002") && errors.contains("art/bad.kmat:2:2"), "{errors}");
    assert!(!place.path("art/bad.kmat_c").exists());
    let (code, _, errors) = place.run(&["material", "--set", "art/wood/plnk"]);
    assert!(code == 1 && errors.contains("K0627") && errors.contains("but there is `plank`"), "{errors}");
    fs::write(place.path("materials/door.kmat_c"), "KMAT and nothing").unwrap();
    assert!(place.run(&["info", "materials/door.kmat_c"]).2.contains("K0610"));
    assert_eq!(place.run(&["material", "art/door.kmat", "--surfaceprop", "A B"]).0, 2);
}

/// A tool that the map compiler knows by name has a material, which says of itself what the name says.
#[test]
fn every_tool_of_the_map_compiler_has_a_stock_material_that_means_the_same() {
    let materials = alchemy::stock::materials();
    let mut count = 0;
    for tool in cleave::tool_materials() {
        let stock = materials.iter().find(|stock| stock.name == tool.name);
        let material = &stock.unwrap_or_else(|| panic!("no material {}", tool.name)).material;
        assert_eq!(
            material.contents.map(|contents| contents.bits()),
            tool.contents.map(|contents| contents.bits()),
            "{}",
            tool.name
        );
        // Source's trigger is noticed by its contents alone, ours by its faces too.
        let trigger = kerosene_asset::MaterialSurface::TRIGGER.bits();
        assert_eq!(material.surface.bits() & !trigger, tool.flags.bits() & !trigger, "{}", tool.name);
        assert_eq!(material.role.map_or("structural", |role| role.name()), tool.role, "{}", tool.name);
        count += 1;
    }
    assert!(count > 40, "{count} tools");
    let place = Place::of("alchemy");
    assert!(place.done(&["dev-textures", "--into", "art"]).contains(" files in art, "));
    assert!(place.path("art/dev/grid.png").exists() && place.path("art/tools/clip.kmat").exists());
}

/// `compile a.png -o a.png` used to replace the picture by its texture.
#[test]
fn nothing_that_a_person_made_is_written_over() {
    let place = Place::of("alchemy");
    picture(&place, "a.tga", [1, 2, 3]);
    picture(&place, "b.ktex", [1, 2, 3]);
    place.write("k.kmat", b"lit\n{\n}\n");
    place.write("old.ktex", b"my notes");
    #[cfg(unix)]
    std::os::unix::fs::symlink(place.path("b.ktex"), place.path("link.ktex")).unwrap();
    let before = |name: &str| fs::read(place.path(name)).unwrap();
    let [a, b, k, old] = ["a.tga", "b.ktex", "k.kmat", "old.ktex"].map(before);
    let mut refused = vec![
        vec!["compile", "a.tga", "-o", "a.tga"],
        vec!["compile", "b.ktex"],
        vec!["compile", "b.ktex", "-o", "./b.ktex"],
        vec!["compile", "a.tga", "-o", "old.ktex"],
        vec!["compile", "a.tga", "-o", "k.kmat"],
        vec!["material", "k.kmat", "-o", "k.kmat"],
        vec!["material", "k.kmat", "--text", "-o", "k.kmat"],
    ];
    if cfg!(unix) {
        refused.push(vec!["compile", "b.ktex", "-o", "link.ktex"]);
    }
    for arguments in refused {
        let (code, _, stderr) = place.run(&arguments);
        assert!(code == 1 && stderr.contains("K0503"), "{arguments:?}: {stderr}");
    }
    assert_eq!(["a.tga", "b.ktex", "k.kmat", "old.ktex"].map(before), [a, b, k, old]);
    // What a tool made is written over as ever.
    place.done(&["compile", "a.tga"]);
    place.done(&["compile", "a.tga", "--uncompressed"]);
    // Pictures of an editor's that were changed are kept.
    place.done(&["dev-textures", "--into", "art"]);
    picture(&place, "art/dev/grid.png", [9, 9, 9]);
    let told = place.done(&["dev-textures", "--into", "art"]);
    assert!(told.contains("kept your own dev/grid.png"), "{told}");
}
