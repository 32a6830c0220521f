//! Archives and textures of Quake, Half-Life and Quake 2, written here and read.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{SHADERS, miptex, palette_bytes, vtf, wad, wal};
use kerosene_foreign::{ForeignError, Palette, Pixels, Wad, WadKind, Wal, read_miptex};
use proptest::prelude::*;

fn pixels(image: kerosene_foreign::Image) -> Vec<[u8; 4]> {
    match image.pixels {
        Pixels::Rgba8(pixels) => pixels,
        Pixels::Rgba32Float(_) => panic!("bytes expected"),
    }
}

#[test]
fn quakes_archive_gives_its_textures_in_the_games_colours() {
    let indices: Vec<u8> = (0..16 * 32).map(|at| (at % 224) as u8).collect();
    let brick = miptex("BRICK", 16, 32, &indices, None);
    let file = wad(b"WAD2", &[(b'D', "brick", &brick), (b'B', "pic", &[1, 2]), (b'@', "palette", &[0; 768])]);
    let archive = Wad::read(&file).unwrap();
    assert!(!archive.is_half_life);
    let kinds: Vec<_> = archive.entries.iter().map(|entry| (entry.name.as_str(), entry.kind)).collect();
    assert_eq!(kinds, [("brick", WadKind::Texture), ("pic", WadKind::Picture), ("palette", WadKind::Other(b'@'))]);
    let (name, texture) = archive.textures().next().unwrap();
    let texture = texture.unwrap();
    assert_eq!((name, texture.name.as_str(), texture.width, texture.height), ("brick", "brick", 16, 32));
    let game = Palette::from_lump(&palette_bytes()).unwrap();
    let expected: Vec<_> = indices.iter().map(|index| [*index, 255 - index, index / 2, 255]).collect();
    assert_eq!(pixels(texture.image(&game)), expected);
    assert_eq!(texture.glow(&game), None);
}

#[test]
fn bright_colours_of_quakes_palette_glow_and_holes_do_not() {
    let mut indices = vec![10; 16 * 16];
    indices[3..6].copy_from_slice(&[223, 224, 255]);
    let game = Palette::from_lump(&palette_bytes()).unwrap();
    let lamp = miptex("lamp", 16, 16, &indices, None);
    let glow = pixels(read_miptex(&lamp).unwrap().glow(&game).unwrap());
    assert_eq!(glow[2..6], [[0, 0, 0, 255], [0, 0, 0, 255], [224, 31, 112, 255], [255, 0, 127, 255]]);
    let fence = miptex("{fence", 16, 16, &indices, None);
    let fence = read_miptex(&fence).unwrap();
    assert_eq!(pixels(fence.glow(&game).unwrap())[5], [0, 0, 0, 255]);
    assert_eq!((pixels(fence.image(&game))[4][3], pixels(fence.image(&game))[5][3]), (255, 0));
}

#[test]
fn half_lifes_textures_bring_their_colours() {
    let mut own = palette_bytes();
    own[3 * 9..3 * 10].copy_from_slice(&[1, 2, 3]);
    let tile = miptex("tile", 32, 16, &[9; 512], Some(&own));
    let file = wad(b"WAD3", &[(b'C', "tile", &tile), (b'D', "not_one", &tile)]);
    let archive = Wad::read(&file).unwrap();
    let textures: Vec<_> = archive.textures().collect();
    assert_eq!((archive.is_half_life, textures.len()), (true, 1));
    let texture = textures[0].1.clone().unwrap();
    assert_eq!(pixels(texture.image(&Palette::approximate()))[0], [1, 2, 3, 255]);
    assert_eq!(texture.glow(&Palette::approximate()), None);
}

#[test]
fn the_archives_name_counts_and_one_bad_texture_costs_itself_alone() {
    let plain = miptex("plain", 16, 16, &[255; 256], None);
    let fenced = wad(b"WAD2", &[(b'D', "{plain", &plain), (b'D', "bad", &plain[..60]), (b'D', "CONCHARS", &[0; 9])]);
    let archive = Wad::read(&fenced).unwrap();
    let textures: Vec<_> = archive.textures().collect();
    assert_eq!(textures.len(), 2);
    assert!(textures[0].1.as_ref().unwrap().has_holes);
    assert!(matches!(textures[1].1, Err(ForeignError::Damaged { offset: 40, .. })), "{:?}", textures[1].1);
}

#[test]
fn quake_2s_texture_says_what_its_surface_is() {
    let file = wal("e1u1/water4", [64, 64], [0x8 | 0x10, 0x20, 300], "e1u1/water5");
    let read = Wal::read(&file).unwrap();
    assert_eq!((read.texture.name.as_str(), read.next.as_str()), ("e1u1/water4", "e1u1/water5"));
    assert_eq!((read.surface_flags, read.contents, read.value), (0x18, 0x20, 300));
    assert_eq!((read.texture.width, read.texture.height, read.texture.indices.len()), (64, 64, 4096));
    assert!(!read.texture.has_holes);
    assert!(Wal::read(&wal("grate", [16, 16], [1 << 25, 0, 0], "")).unwrap().texture.has_holes);
}

#[test]
fn palettes_of_both_games_are_read() {
    let mut colormap = vec![10, 5, 1, 8];
    colormap.resize(200, 0);
    colormap.push(12);
    colormap.extend(palette_bytes());
    assert_eq!(Palette::from_pcx(&colormap).unwrap(), Palette::from_lump(&palette_bytes()).unwrap());
    assert!(Palette::from_pcx(&colormap[..900]).is_err());
    assert!(matches!(Palette::from_lump(&[0; 767]), Err(ForeignError::Damaged { offset: 767, .. })));
}

#[test]
fn lies_about_sizes_and_places_are_told_with_their_place() {
    let size = |width: u32| {
        let mut file = wal("a", [16, 16], [0; 3], "");
        file[32..36].copy_from_slice(&width.to_le_bytes());
        Wal::read(&file).unwrap_err().to_string()
    };
    assert_eq!(size(0), "at byte 32: a texture of 0 by 16 pixels, where each side has 1 to 16384");
    assert_eq!(size(u32::MAX), "at byte 32: a texture of 4294967295 by 16 pixels, where each side has 1 to 16384");
    assert_eq!(size(16_384), "at byte 100: the file ends before the end of the pixels");
    let mut file = wad(b"WAD2", &[(b'D', "x", &[])]);
    file[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(
        Wad::read(&file).unwrap_err().to_string(),
        "at byte 4: 4294967295 entries, where at most 65536 are read"
    );
    file[4..8].copy_from_slice(&60_000_u32.to_le_bytes());
    assert!(Wad::read(&file).unwrap_err().to_string().ends_with("the file ends before the end of the directory"));
}

proptest! {
    #[test]
    fn damage_is_told_and_never_panics(at in 0_usize..2000, byte in any::<u8>(), cut in 0_usize..2000) {
        let tile = miptex("+0tile", 16, 16, &[200; 256], Some(&palette_bytes()));
        for magic in [b"WAD2", b"WAD3"] {
            let mut file = wad(magic, &[(if magic == b"WAD2" { b'D' } else { b'C' }, "+0tile", &tile)]);
            let last = file.len() - 1;
            file[at.min(last)] = byte;
            file.truncate(cut.max(1));
            if let Ok(archive) = Wad::read(&file) {
                for texture in archive.textures().filter_map(|(_, texture)| texture.ok()) {
                    prop_assert_eq!(texture.indices.len() as u32, texture.width * texture.height);
                }
            }
        }
    }
}

/// Writes the seeds of the fuzz target `foreign_textures` where `KEROSENE_WRITE_SEEDS` names a folder:
/// `KEROSENE_WRITE_SEEDS=../../fuzz/seeds/foreign_textures cargo test -p kerosene-foreign`. Otherwise it holds those that
/// are there to what the writers give.
#[test]
fn seeds_of_the_fuzz_target_are_what_the_writers_give() {
    let lamp = miptex("+0lamp", 16, 16, &[230; 256], None);
    let tile = miptex("{tile", 16, 16, &[255; 256], Some(&palette_bytes()));
    let seeds = [
        ("wad2", 0, wad(b"WAD2", &[(b'D', "+0lamp", &lamp), (b'B', "pic", &[1])])),
        ("wad3", 0, wad(b"WAD3", &[(b'C', "{tile", &tile)])),
        ("mip", 1, lamp),
        ("wal", 2, wal("e1u1/water4", [16, 16], [1 << 25, 0x20, 300], "e1u1/water5")),
        ("palette", 3, palette_bytes()),
        ("vtf72", 4, vtf(2, 15, [8, 8], 0x2000, &[0x5a; 64])),
        ("vtf75", 4, vtf(5, 24, [4, 2], 0, &[0x3c; 64])),
        ("vmt", 5, b"patch { include materials/a.vmt insert { $basetexture a/b %compilewater 1 } }".to_vec()),
        ("shader", 6, SHADERS.as_bytes().to_vec()),
        ("picture", 7, vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 32, 0, 64]),
    ];
    common::check_seeds(&seeds);
}
