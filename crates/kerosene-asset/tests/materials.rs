//! Materials and surface properties: what was written is read, what is odd is told with its place, damage is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use kerosene_asset::{
    Acoustics, BANDS, Blending, MATERIAL_KEYS, MATERIAL_MAGIC, MATERIAL_VERSION, Material, MaterialContents,
    MaterialRole, MaterialSurface, Packing, Provenance, Shader, SourceFile, SurfaceTable, TextureName, references,
};
use kerosene_container::{Container, ContainerBuilder};
use kerosene_diagnostics::{Code, Diagnostics, codes};
use proptest::prelude::*;

fn read(text: &str) -> (Material, Diagnostics) {
    Material::parse("art/a.kmat", text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// A material that says something with every key, and the keys.
const SAMPLES: [(&str, &str); 41] = [
    ("shader", "water"),
    ("basetexture", "brick/wall01"),
    ("color", "0.5 1 0.25"),
    ("alpha", "0.5"),
    ("normalmap", "brick/wall01_n"),
    ("normalstrength", "2"),
    ("roughnessmap", "brick/wall01_r"),
    ("glossmap", "brick/wall01_g"),
    ("roughness", "0.25"),
    ("metalnessmap", "brick/wall01_m"),
    ("metalness", "0"),
    ("packedmap", "brick/wall01_orm"),
    ("packing", "rma"),
    ("occlusionmap", "brick/wall01_ao"),
    ("emissivemap", "brick/wall01_e"),
    ("emissive", "1 0.5 0"),
    ("emissivestrength", "300"),
    ("heightmap", "brick/wall01_h"),
    ("heightscale", "3"),
    ("basetexture2", "ground/moss"),
    ("normalmap2", "ground/moss_n"),
    ("blendmap", "ground/moss_b"),
    ("detailmap", "detail/grain"),
    ("detailscale", "7.5"),
    ("detailstrength", "0.75"),
    ("alphatest", "1"),
    ("alphareference", "0.25"),
    ("translucent", "1"),
    ("additive", "1"),
    ("nocull", "1"),
    ("scroll", "0.5 -1"),
    ("fogcolor", "0 0.25 0.5"),
    ("fogdistance", "512"),
    ("surfaceprop", "metal"),
    ("acoustics", "0.1 0.2 0.3 0.4"),
    ("contents", "water currentup"),
    ("surfaceflags", "warp nolight"),
    ("role", "volume"),
    ("mapsize", "64 32"),
    ("reflectivity", "0.5 0.5 0.25"),
    ("acoustics", "carpet"),
];

#[test]
fn every_key_says_something_under_each_of_its_names_and_is_written_again() {
    for key in MATERIAL_KEYS {
        let samples: Vec<_> = SAMPLES.iter().filter(|(name, _)| *name == key.name).collect();
        assert!(!samples.is_empty(), "no sample of `{}`", key.name);
        for (name, value) in samples {
            let (material, _) = read(&format!("material {{ {name} \"{value}\" }}"));
            assert_ne!(material, Material::default(), "{name} {value}");
            assert!(material.to_text().contains(&format!("\t\"{name}\" \"{value}\"\n")), "{}", material.to_text());
            assert_eq!(read(&material.to_text()).0, material);
            assert_eq!(Material::from_bytes(&material.to_bytes()).unwrap(), material);
            for alias in key.aliases {
                let (same, notes) = read(&format!("MATERIAL {{ {} \"{value}\" }}", alias.to_uppercase()));
                assert_eq!(same, material, "{alias}");
                assert_eq!(notes.count_of(codes::MATERIAL_KEY_FOREIGN), 1, "{alias}");
            }
        }
    }
    let mut names: Vec<_> = MATERIAL_KEYS.iter().flat_map(|key| key.aliases.iter().chain([&key.name])).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands for two keys");
}

fn sample() -> Material {
    let mut material = read(
        "material { basetexture Brick/Wall01.TGA $bumpmap brick/wall01_n roughnessmap brick/wall01 surfaceprop Brick \
         contents \"playerclip MONSTER_CLIP\" role volume surfaceflags nodraw custom \"say \\\"hi\\\"\" proxies { a { b c } } }",
    )
    .0;
    let sources = vec![SourceFile::of("art/a.kmat", b"text")];
    material.provenance =
        Provenance { tool: "alchemy 1".to_owned(), options: "material".to_owned(), sources, ..Provenance::default() };
    material
}

#[test]
fn a_material_holds_what_its_text_says() {
    let material = sample();
    assert_eq!(material.base_texture, TextureName::new("brick/wall01"));
    assert_eq!((material.shader, material.surface_property.as_str()), (Shader::Lit, "brick"));
    assert_eq!(material.contents, Some(MaterialContents::PLAYER_CLIP | MaterialContents::MONSTER_CLIP));
    assert_eq!((material.role, material.surface), (Some(MaterialRole::Volume), MaterialSurface::NODRAW));
    assert_eq!(material.references(), ["materials/brick/wall01.ktex", "materials/brick/wall01_n.ktex"]);
    assert_eq!(material.other, "\"custom\" \"say \\\"hi\\\"\"\nproxies\n{\n\ta\n\t{\n\t\t\"b\" \"c\"\n\t}\n}\n");
    assert_eq!(Material::from_bytes(&material.to_bytes()).unwrap(), material);
    assert_eq!(references(&material.to_bytes()).unwrap(), material.references());
    let (read, _) = read(&material.to_text());
    assert_eq!(Material { provenance: material.provenance.clone(), ..read }, material);
}

#[test]
fn what_source_says_is_read_as_it_is_meant() {
    let (material, notes) = read(
        "\"UnlitGeneric\"\n{\n\t\"$baseTexture\" \"Signs/Exit\"\n\t\"$color\" \"{255 0 188}\"\n\t\"$alphatest\" \"1\"\n\
         \t\"%compileWater\" 1\n\t\"%compilenodraw\" 0\n\t\"$envmap\" env_cubemap\n}",
    );
    assert_eq!((material.shader, material.blending), (Shader::Unlit, Blending::AlphaTest));
    assert_eq!(material.color, [1.0, 0.0, kerosene_asset::srgb_to_linear(188)]);
    assert_eq!((material.contents, material.surface), (Some(MaterialContents::WATER), MaterialSurface::WARP));
    assert_eq!(notes.count_of(codes::MATERIAL_KEY_FOREIGN), 6);
    let envmap = notes.iter().find(|note| note.code == codes::MATERIAL_KEY_UNKNOWN).unwrap();
    assert!(envmap.fix.as_deref().unwrap().contains("reflections follow"));
    assert_eq!(envmap.source.as_ref().unwrap().to_string(), "art/a.kmat:8:2");
    assert_eq!(read("m { }".replace('m', "material").as_str()).0.packing, Packing::Orm);
    assert_eq!(read("material { color \"[0.5 0 1]\" }").0.color, [0.5, 0.0, 1.0]);
}

#[test]
fn what_cannot_be_meant_is_told_with_its_place_and_all_at_once() {
    let text = "material\n{\n\troughness 1.5\n\tshader glossy\n\tbasetexture ../../etc/passwd\n\tcontents jelly\n\
                \tacoustics \"0.1 0.2\"\n\tmapsize \"0 64\"\n\tcolor \"1 2\"\n\tscroll nan\n\tsurfaceprop \"a b\"\n}";
    let errors = Material::parse("bad.kmat", text).unwrap_err();
    let lines: Vec<_> = errors.iter().map(|error| (error.code, error.source.as_ref().unwrap().line)).collect();
    assert_eq!(lines, (3..=11).map(|line| (codes::BAD_VALUE, line)).collect::<Vec<_>>());
    let refused = |text: &str| -> Vec<Code> {
        Material::parse("bad.kmat", text).unwrap_err().iter().map(|error| error.code).collect()
    };
    assert_eq!(refused(""), [codes::MISSING_KEY]);
    assert_eq!(refused("wood { }"), [codes::MISSING_KEY]);
    assert_eq!(refused("a b material { }"), [codes::SYNTAX]);
    assert_eq!(refused("material { } material { }"), [codes::SYNTAX]);
    assert_eq!(refused("material { "), [codes::SYNTAX]);
    assert_eq!(refused(&"{".repeat(100)), [codes::TOO_LARGE]);
    assert_eq!(refused(&format!("material {{ a {} }}", "x".repeat(5000))), [codes::TOO_LARGE]);
    assert_eq!(refused(&" ".repeat(2 << 20)), [codes::TOO_LARGE]);
    let many = "key value\n".repeat(9000);
    assert_eq!(refused(&format!("material {{ {many} }}")).last(), Some(&codes::TOO_LARGE));
}

#[test]
fn keys_that_do_nothing_or_exclude_each_other_are_told() {
    let (material, notes) =
        read("material { shader unlit normalmap a_n alphatest 1 translucent 1 glossmap b roughnessmap c }");
    assert_eq!((material.blending, material.gloss), (Blending::Translucent, false));
    assert_eq!(notes.count_of(codes::MATERIAL_CONTRADICTION), 2);
    assert_eq!(notes.count_of(codes::MATERIAL_KEY_UNUSED), 3);
    let (material, notes) = read("material { additive 1 additive 0 nocull 1 roughnessmap a roughnessmap b }");
    assert_eq!(material.blending, Blending::Opaque);
    assert!(notes.is_empty());
}

#[test]
fn every_flipped_bit_and_every_cut_is_refused() {
    common::damage_is_refused(&sample().to_bytes(), |bytes| Material::from_bytes(bytes).is_err());
}

#[test]
fn lies_behind_right_hashes_are_refused() {
    let sound = sample().to_bytes();
    let container = Container::parse(&sound, MATERIAL_MAGIC, MATERIAL_VERSION).unwrap();
    let forged = |index: usize, content: &[u8]| {
        let mut builder = ContainerBuilder::new(MATERIAL_MAGIC, MATERIAL_VERSION);
        for (section, (tag, _)) in container.sections().enumerate() {
            let bytes = if section == index { content } else { container.section(tag).unwrap() };
            builder = builder.section(tag, bytes.to_vec());
        }
        let bytes = builder.to_bytes();
        (Material::from_bytes(&bytes).unwrap_err().to_string(), references(&bytes))
    };
    assert!(forged(0, b"material { }").0.contains("not as it is written"));
    assert!(forged(0, b"material\n{\n}\n").0.contains("the references are not those"));
    assert!(forged(0, b"material { roughness x }").0.contains("expected a number from 0 to 1"));
    assert!(forged(0, b"\xff").0.contains("no text"));
    assert!(forged(1, b"\xff\xff\xff\xff").1.is_err());
    assert!(forged(2, b"\xff\xff\xff\xff").0.contains("the tool's name"));
}

#[test]
fn stock_surfaces_are_what_a_source_author_expects() {
    let table = SurfaceTable::built_in();
    for name in [
        "concrete", "metal", "wood", "dirt", "grass", "glass", "water", "snow", "carpet", "flesh", "plastic", "gravel",
        "sand", "tile", "brick", "ice",
    ] {
        let property = table.get(&name.to_uppercase()).unwrap_or_else(|| panic!("{name}"));
        assert!((0.0..=1.0).contains(&property.elasticity) && property.friction > 0.0 && property.density >= 1.0);
        assert!(property.absorption.iter().all(|part| (0.0..=1.0).contains(part)));
        assert_eq!(
            (property.footstep.as_str(), property.impact.as_str()),
            (&*format!("footstep.{name}"), &*format!("impact.{name}"))
        );
    }
    assert!(table.names().is_sorted() && table.get(SurfaceTable::DEFAULT).is_some());
    let absorbs = |text: &str| read(&format!("material {{ {text} }}")).0.absorption(&table);
    assert_eq!(absorbs("surfaceprop wood"), table.get("wood").unwrap().absorption);
    assert_eq!(absorbs("surfaceprop wood acoustics carpet"), table.get("carpet").unwrap().absorption);
    assert_eq!(absorbs("surfaceprop unheard"), table.get("concrete").unwrap().absorption);
    assert_eq!(absorbs("acoustics \"0 1 0.5 0\""), [0.0, 1.0, 0.5, 0.0]);
}

#[test]
fn a_game_changes_and_adds_surfaces() {
    let mut table = SurfaceTable::built_in();
    let text = "wood\n{\n\tfriction 0.5\n}\nbone { base flesh density 1900 stepleft Bone.Step absorption \"0.1 0.1 0.1 0.1\" }\n\
                ivory { base bone }\n\"not a name\" { }\nbad { base boen density -3 nested { } odd 1 }\nloose pair";
    let notes = table.read("s.txt", text);
    let wood = table.get("wood").unwrap();
    assert_eq!((wood.friction, wood.density), (0.5, 700.0));
    let bone = table.get("bone").unwrap();
    assert_eq!((bone.density, bone.footstep.as_str(), bone.impact.as_str()), (1900.0, "Bone.Step", "impact.flesh"));
    assert_eq!(table.get("ivory").unwrap(), bone);
    assert_eq!(table.get("bad"), table.get("concrete"));
    let said: Vec<_> = notes.iter().map(|note| (note.code, note.source.as_ref().unwrap().line)).collect();
    let expected = [
        (codes::BAD_VALUE, 7),
        (codes::SURFACE_NOT_FOUND, 8),
        (codes::BAD_VALUE, 8),
        (codes::MATERIAL_KEY_UNKNOWN, 8),
        (codes::MATERIAL_KEY_UNKNOWN, 8),
        (codes::MATERIAL_KEY_UNKNOWN, 9),
    ];
    assert_eq!(said, expected);
    let before = table.clone();
    assert_eq!(table.read("s.txt", "wood { friction").iter().next().unwrap().code, codes::SYNTAX);
    assert_eq!(table, before);
    let flood: String = (0..5000).map(|number| format!("s{number} {{ }}\n")).collect();
    assert!(table.read("s.txt", &flood).count_of(codes::TOO_LARGE) > 800);
    assert_eq!(table.names().count(), 4096);
}

proptest! {
    /// Whatever a text says, the canonical text says the same, and is canonical.
    #[test]
    fn any_material_is_written_as_it_is_read(
        pairs in prop::collection::vec((0..SAMPLES.len() + 2, "\\PC{0,9}", any::<bool>()), 0..12)
    ) {
        let mut text = "material\n{\n".to_owned();
        for (index, odd, sampled) in pairs {
            let odd = odd.replace(['"', '\\'], "'");
            let (name, value) = SAMPLES.get(index).copied().unwrap_or((&odd, "7"));
            text += &format!("\t\"{name}\" \"{}\"\n", if sampled { value } else { &odd });
        }
        text.push('}');
        if let Ok((material, _)) = Material::parse("a", &text) {
            let (again, _) = Material::parse("a", &material.to_text()).unwrap();
            prop_assert_eq!(again.to_text(), material.to_text());
            prop_assert_eq!(&again, &material);
            prop_assert_eq!(Material::from_bytes(&material.to_bytes()).unwrap(), material);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_a_material(text in "\\PC{0,200}", absorption in prop::array::uniform4(0.0_f32..=1.0)) {
        let _ = Material::parse("a", &text);
        let _ = SurfaceTable::built_in().read("a", &text);
        prop_assert!(Material::from_bytes(text.as_bytes()).is_err());
        let material = Material { acoustics: Some(Acoustics::Absorption(absorption)), ..Material::default() };
        prop_assert_eq!(BANDS, absorption.len());
        prop_assert_eq!(read(&material.to_text()).0, material);
    }
}
