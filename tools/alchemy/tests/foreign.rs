//! Textures of other games, from their files to ours, through the command line.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use alchemy::cli::{AlchemyCommand, run};
use clap::Parser;
use common::{miptex, wad, wal};
use kerosene_asset::{Texture, TextureFlags, linear_to_srgb};
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
