//! Textures of other games, from their files to ours, through the command line.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use alchemy::cli::{AlchemyCommand, run};
use clap::Parser;
use common::{SHADERS, miptex, vtf, wad, wal};
use kerosene_asset::{
    Blending, Material, MaterialContents, Mip, PixelFormat, Shader, Texture, TextureFlags, linear_to_srgb, mip_size,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: AlchemyCommand,
}

/// Whether a command line ends well; `@` stands for the folder.
fn done(folder: &Path, line: &str) -> bool {
    let words = line.split(' ').map(|word| word.replace('@', &folder.display().to_string()));
    let words = std::iter::once("alchemy".to_owned()).chain(words);
    run(&CommandLine::parse_from(words).command) == ExitCode::SUCCESS
}

/// The textures below a folder, by path.
fn textures(folder: &Path) -> BTreeMap<String, Texture> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "ktex") {
                let name = entry.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, Texture::from_bytes(&std::fs::read(entry).unwrap()).unwrap());
            }
        }
    }
    found
}

/// The nearest colour in sRGB of the largest level's pixel.
fn pixel(texture: &Texture, at: usize) -> [u8; 4] {
    let [r, g, b, a] = texture.to_linear(0).unwrap()[at];
    [linear_to_srgb(r), linear_to_srgb(g), linear_to_srgb(b), (a * 255.0).round() as u8]
}

/// A folder of a game of Quake's, with an archive of a brick, a fence, lava and a lamp.
fn quake() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("id1/gfx")).unwrap();
    std::fs::create_dir_all(folder.path().join("id1/wads")).unwrap();
    let palette: Vec<u8> = (0..=255_u8).flat_map(|index| [index, 255 - index, 60]).collect();
    std::fs::write(folder.path().join("id1/gfx/palette.lmp"), palette).unwrap();
    let mut holes = [20; 256];
    holes[..128].fill(255);
    let mut bright = [20; 256];
    bright[..128].fill(240);
    let brick = miptex("Brick", 16, 16, &[100; 256], None);
    let entries = [
        (b'D', "Brick", brick.clone()),
        (b'D', "{fence", miptex("{fence", 16, 16, &holes, None)),
        (b'D', "*Lava1", miptex("*Lava1", 32, 16, &[250; 512], None)),
        (b'D', "+0lamp", miptex("+0lamp", 16, 16, &bright, None)),
        (b'D', "BRICK", miptex("BRICK", 16, 16, &[0; 256], None)),
    ];
    let entries: Vec<_> = entries.iter().map(|(kind, name, bytes)| (*kind, *name, bytes.as_slice())).collect();
    std::fs::write(folder.path().join("id1/wads/base.wad"), wad(b"WAD2", &entries)).unwrap();
    folder
}

#[test]
fn an_archive_becomes_textures_at_the_names_that_maps_call_them_by() {
    let folder = quake();
    assert!(done(folder.path(), "compile @/id1/wads/base.wad --into @/materials --uncompressed"));
    let made = textures(&folder.path().join("materials"));
    let names: Vec<_> = made.keys().map(String::as_str).collect();
    assert_eq!(names, ["#lava1.ktex", "+0lamp.ktex", "+0lamp_glow.ktex", "brick.ktex", "{fence.ktex"]);
    assert_eq!(pixel(&made["brick.ktex"], 0), [100, 155, 60, 255]);
    assert_eq!((made["#lava1.ktex"].width(), made["#lava1.ktex"].height()), (32, 16));
    let fence = &made["{fence.ktex"];
    assert_eq!((pixel(fence, 0)[3], pixel(fence, 255)), (0, [20, 235, 60, 255]));
    assert!(fence.flags.contains(TextureFlags::ALPHA_TEST));
    let glow = &made["+0lamp_glow.ktex"];
    assert_eq!((pixel(glow, 0), pixel(glow, 255)), ([240, 15, 60, 255], [0, 0, 0, 255]));
    let sources = &made["brick.ktex"].provenance.sources;
    let names: Vec<_> = sources.iter().map(|source| source.path.rsplit("id1").next().unwrap()).collect();
    assert_eq!(names, ["/wads/base.wad", "/gfx/palette.lmp"]);
}

#[test]
fn one_texture_can_be_asked_for_and_a_wrong_name_is_told() {
    let folder = quake();
    assert!(done(folder.path(), "compile @/id1/wads/base.wad --texture BRICK -o @/one.ktex"));
    assert!(folder.path().join("one.ktex").is_file());
    assert!(!done(folder.path(), "compile @/id1/wads/base.wad --texture brik -o @/two.ktex"));
    assert!(!done(folder.path(), "compile @/id1/wads/base.wad -o @/two.ktex"));
    assert!(!folder.path().join("two.ktex").exists());
    assert!(done(folder.path(), "info @/id1/wads/base.wad"));
}

#[test]
fn quake_2s_textures_go_below_their_games_folder() {
    let folder = tempfile::tempdir().unwrap();
    let textures_of_game = folder.path().join("textures/e1u1");
    std::fs::create_dir_all(&textures_of_game).unwrap();
    std::fs::write(textures_of_game.join("metal1.wal"), wal("other/name", [16, 16], [0; 3], "")).unwrap();
    assert!(done(folder.path(), "compile @/textures/e1u1/metal1.wal --into @/out --quality fast"));
    assert!(folder.path().join("out/e1u1/metal1.ktex").is_file());
    let before = std::fs::read(folder.path().join("out/e1u1/metal1.ktex")).unwrap();
    assert!(done(folder.path(), "compile @/textures/e1u1/metal1.wal -o @/again.ktex --quality fast --jobs 1"));
    assert_eq!(std::fs::read(folder.path().join("again.ktex")).unwrap(), before);
}

#[test]
fn a_damaged_file_fails_by_itself_and_a_damaged_texture_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lost.wad"), b"WAD2\x01\0\0\0").unwrap();
    assert!(!done(folder.path(), "compile @/lost.wad --into @/out"));
    let good = miptex("good", 16, 16, &[7; 256], None);
    std::fs::write(folder.path().join("half.wad"), wad(b"WAD2", &[(b'D', "bad", &good[..99]), (b'D', "good", &good)]))
        .unwrap();
    assert!(!done(folder.path(), "compile @/half.wad --into @/out --quality fast"));
    assert_eq!(textures(&folder.path().join("out")).keys().collect::<Vec<_>>(), ["good.ktex"]);
}

fn material(file: &Path) -> Material {
    Material::from_bytes(&std::fs::read(file).unwrap()).unwrap()
}

#[test]
fn each_texture_of_an_archive_gets_its_material() {
    let folder = quake();
    assert!(done(folder.path(), "compile @/id1/wads/base.wad --into @/materials --quality fast"));
    let of = |name: &str| material(&folder.path().join("materials").join(format!("{name}.kmat_c")));
    assert_eq!(of("{fence").blending, Blending::AlphaTest);
    assert_eq!(
        (of("#lava1").shader, of("#lava1").references()),
        (Shader::Water, vec!["materials/#lava1.ktex".to_owned()])
    );
    assert_eq!(of("+0lamp").references(), ["materials/+0lamp.ktex", "materials/+0lamp_glow.ktex"]);
    assert_eq!(of("brick").provenance.options, "--texture Brick");
    // A second run changes nothing.
    let when = |name: &str| std::fs::metadata(folder.path().join("materials").join(name)).unwrap().modified().unwrap();
    let before = (when("brick.ktex"), when("brick.kmat_c"));
    assert!(done(folder.path(), "compile @/id1/wads/base.wad --into @/materials --quality fast --jobs 1"));
    assert_eq!(before, (when("brick.ktex"), when("brick.kmat_c")));
}

#[test]
fn sources_textures_and_materials_are_ours() {
    let folder = tempfile::tempdir().unwrap();
    let art = folder.path().join("art/brick");
    std::fs::create_dir_all(&art).unwrap();
    std::fs::write(art.join("wall.vtf"), vtf(5, 12, [8, 4], 0x1, &[50; 128])).unwrap();
    std::fs::write(art.join("bump.vtf"), vtf(2, 0, [4, 4], 0x80, &[128, 28, 200, 255].repeat(16))).unwrap();
    std::fs::write(art.join("wall.vmt"), "LightmappedGeneric { $basetexture brick/wall %compilewater 1 }").unwrap();
    std::fs::write(art.join("wet.vmt"), "patch { include materials/brick/wall.vmt insert { $alphatest 1 } }").unwrap();
    std::fs::write(folder.path().join("art/all.shader"), SHADERS).unwrap();
    let files = "@/art/brick/wall.vtf @/art/brick/bump.vtf @/art/brick/wall.vmt @/art/brick/wet.vmt @/art/all.shader";
    assert!(done(folder.path(), &format!("compile {files} --into @/materials --uncompressed")));
    assert!(done(folder.path(), &format!("info {files} --json")));
    let made = textures(&folder.path().join("materials"));
    assert_eq!(made.keys().collect::<Vec<_>>(), ["brick/bump.ktex", "brick/wall.ktex"]);
    assert_eq!(pixel(&made["brick/wall.ktex"], 5), [50, 50, 50, 50]);
    assert!(made["brick/wall.ktex"].flags.contains(TextureFlags::POINT));
    // Source's green points down.
    let bump = &made["brick/bump.ktex"];
    assert!(bump.flags.contains(TextureFlags::NORMAL) && bump.to_linear(0).unwrap()[0][1] > 0.8);
    let of = |name: &str| material(&folder.path().join("materials").join(name));
    let wet = of("brick/wet.kmat_c");
    assert_eq!((wet.contents, wet.blending), (Some(MaterialContents::WATER), Blending::AlphaTest));
    assert_eq!(wet.provenance.sources.len(), 2);
    assert_eq!(of("liquids/pool.kmat_c").contents, Some(MaterialContents::WATER));
    assert!(done(folder.path(), "compile @/art/all.shader --texture base/GRATE -o @/one.kmat_c"));
    assert!(of("../one.kmat_c").two_sided);
}

/// A texture of a format with all levels, each byte telling its level and place.
fn patterned(format: PixelFormat, width: u32, height: u32) -> Texture {
    let mips = (0..Texture::full_chain(width, height)).map(|level| {
        let (width, height) = mip_size(width, height, level);
        let count = format.image_bytes(width, height);
        Mip { bytes: (0..count).map(|at| (at as u8).wrapping_mul(7) ^ level as u8).collect() }
    });
    Texture::new(format, width, height, mips.collect()).unwrap()
}

#[test]
fn exported_files_are_what_an_independent_reader_takes_them_for() {
    use ktx2::{Format, Reader, dfd};
    for format in PixelFormat::ALL {
        let texture = patterned(format, 20, 12);
        let file = alchemy::to_ktx2(&texture);
        let reader = Reader::new(file.as_slice()).unwrap();
        let header = reader.header();
        let vulkan = match format {
            PixelFormat::Bc7Srgb => Format::BC7_SRGB_BLOCK,
            PixelFormat::Bc7 => Format::BC7_UNORM_BLOCK,
            PixelFormat::Bc5 => Format::BC5_UNORM_BLOCK,
            PixelFormat::Bc4 => Format::BC4_UNORM_BLOCK,
            PixelFormat::Bc6h => Format::BC6H_UFLOAT_BLOCK,
            PixelFormat::Rgba8Srgb => Format::R8G8B8A8_SRGB,
            PixelFormat::Rgba8 => Format::R8G8B8A8_UNORM,
            PixelFormat::R8 => Format::R8_UNORM,
            PixelFormat::Rgba16Float => Format::R16G16B16A16_SFLOAT,
        };
        assert_eq!(header.format, Some(vulkan));
        assert_eq!((header.pixel_width, header.pixel_height, header.face_count), (20, 12, 1));
        let levels: Vec<_> = reader.levels().map(|level| level.data.to_vec()).collect();
        let expected: Vec<_> = texture.mips().iter().map(|mip| mip.bytes.clone()).collect();
        assert_eq!(levels, expected, "{format:?}");
        // The reader's crate makes descriptors of its own.
        let (basic, type_size) = dfd::Basic::from_format(vulkan).unwrap();
        assert_eq!(header.type_size, type_size, "{format:?}");
        assert_eq!(reader.dfd_blocks(), [dfd::Block::Basic(basic)], "{format:?}");
        let keys: Vec<_> = reader.key_value_data().map(|(key, _)| key.to_owned()).collect();
        assert_eq!(keys, ["KTXorientation", "KTXwriter"]);
    }
}

#[test]
fn a_texture_is_exported_whole() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ktex"), patterned(PixelFormat::Bc7, 16, 8).to_bytes()).unwrap();
    assert!(done(folder.path(), "export @/a.ktex @/a.ktx2"));
    let file = std::fs::read(folder.path().join("a.ktx2")).unwrap();
    assert_eq!(ktx2::Reader::new(file.as_slice()).unwrap().levels().count(), 5);
}
