//! Writers of the formats that the crate reads, after their descriptions and apart from the readers.
#![allow(dead_code, clippy::unwrap_used, reason = "tests; each file uses some of it")]

fn name(text: &str, length: usize) -> Vec<u8> {
    let mut field = text.as_bytes().to_vec();
    field.resize(length, 0);
    field
}

pub(crate) fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// 256 colours that can be told apart: the index, its inverse, its half.
pub(crate) fn palette_bytes() -> Vec<u8> {
    (0..=255_u8).flat_map(|index| [index, 255 - index, index / 2]).collect()
}

/// A texture with all four levels, the smaller ones black, and in Half-Life its palette.
pub(crate) fn miptex(title: &str, width: u32, height: u32, indices: &[u8], palette: Option<&[u8]>) -> Vec<u8> {
    let area = width * height;
    let first = 40;
    let places = [first, first + area, first + area + area / 4, first + area + area / 4 + area / 16];
    let mut file = name(title, 16);
    file.extend(words(&[width, height]));
    file.extend(words(&places));
    file.extend(indices);
    file.resize((places[3] + area / 64) as usize, 0);
    if let Some(palette) = palette {
        file.extend(256_u16.to_le_bytes());
        file.extend(palette);
    }
    file
}

/// An archive of entries: kind, name, content.
pub(crate) fn wad(magic: &[u8; 4], entries: &[(u8, &str, &[u8])]) -> Vec<u8> {
    let mut file = magic.to_vec();
    let length: usize = entries.iter().map(|(_, _, content)| content.len()).sum();
    file.extend(words(&[entries.len() as u32, 12 + length as u32]));
    let mut directory = Vec::new();
    for (kind, title, content) in entries {
        directory.extend(words(&[file.len() as u32, content.len() as u32, content.len() as u32]));
        directory.extend([*kind, 0, 0, 0]);
        directory.extend(name(title, 16));
        file.extend(*content);
    }
    file.extend(directory);
    file
}

/// A texture of Quake 2 of one colour: size, then flags, contents and light, then the next picture.
pub(crate) fn wal(title: &str, [width, height]: [u32; 2], numbers: [u32; 3], next: &str) -> Vec<u8> {
    let area = width * height;
    let mut file = name(title, 32);
    file.extend(words(&[width, height, 100, 100 + area, 100 + area * 5 / 4, 100 + area * 21 / 16]));
    file.extend(name(next, 32));
    file.extend(words(&numbers));
    file.resize(100 + (area * 85 / 64) as usize, 7);
    file
}

/// Compares the seeds of the fuzz target with what they should be (its first byte, then the file), or writes them.
pub(crate) fn check_seeds(seeds: &[(&str, u8, Vec<u8>)]) {
    let there = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/foreign_textures");
    for (name, kind, file) in seeds {
        let bytes: Vec<u8> = std::iter::once(*kind).chain(file.iter().copied()).collect();
        if let Ok(folder) = std::env::var("KEROSENE_WRITE_SEEDS") {
            std::fs::write(format!("{folder}/{name}"), &bytes).unwrap();
        }
        let found = std::fs::read(format!("{there}/{name}")).unwrap_or_default();
        assert!(found == bytes, "the seed {name} is not what the writers give: write it anew");
    }
}

/// A texture of Source of version 7.`minor`: two frames, all levels, the pixels of the largest level's first picture being
/// `pixels` and everything else 0xEE; a small picture of 4 by 4 stands before.
pub(crate) fn vtf(minor: u32, format: u32, [width, height]: [u16; 2], flags: u32, pixels: &[u8]) -> Vec<u8> {
    let blocks = matches!(format, 13..=15 | 20);
    let area = |width: u32, height: u32| {
        let side = if blocks { 4 } else { 1 };
        (width.div_ceil(side) * height.div_ceil(side)) as usize
    };
    let (wide, high) = (u32::from(width), u32::from(height));
    let pixel = pixels.len() / area(wide, high);
    let levels = 32 - wide.max(high).leading_zeros();
    let head = if minor >= 3 { 88 } else { 80 };
    let mut file = b"VTF\0".to_vec();
    file.extend(words(&[7, minor, head]));
    file.extend([width, height].iter().flat_map(|side| side.to_le_bytes()));
    file.extend(words(&[flags]));
    file.extend([2_u16, 0].iter().flat_map(|count| count.to_le_bytes()));
    file.extend(words(&[0]));
    file.extend([0.25_f32, 0.5, 0.75].iter().flat_map(|value| value.to_le_bytes()));
    file.extend(words(&[0]));
    file.extend(1.0_f32.to_le_bytes());
    file.extend(words(&[format]));
    file.push(levels as u8);
    file.extend(words(&[13]));
    file.extend([4, 4]);
    file.extend(1_u16.to_le_bytes());
    file.resize(head as usize, 0);
    if minor >= 3 {
        file[68..72].copy_from_slice(&1_u32.to_le_bytes());
        file[80..84].copy_from_slice(&[0x30, 0, 0, 0]);
        file[84..88].copy_from_slice(&(head + 8).to_le_bytes());
    }
    let small_levels: usize = (1..levels).map(|level| area((wide >> level).max(1), (high >> level).max(1))).sum();
    file.resize(file.len() + 8 + small_levels * pixel * 2, 0xee);
    file.extend(pixels);
    file.resize(file.len() + pixels.len(), 0xee);
    file
}

/// A script with what the reader has a word for, and much that it passes over.
pub(crate) const SHADERS: &str = r#"// a comment
textures/base/grate   { qer_editorimage textures/base/grate_edit.tga
    surfaceparm nodraw /* not really
    */ surfaceparm alphashadow
    cull disable
    {
        map textures/base/grate.tga
        alphaFunc GE128
        rgbGen wave sin 1 2 3 4
    }
    {   map $lightmap
        blendFunc filter
    }
}
textures\Liquids\Pool
{
    surfaceparm trans
    surfaceparm nonsolid
    surfaceparm WATER
    tessSize 64
    { animMap 5 "textures/liquids/pool 1.tga" textures/liquids/pool2.tga
      blendFunc GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA
      tcMod scroll .1 -0.25 }
}
textures/sky/night
{
    skyparms env/night 512 -
    surfaceparm sky
    q3map_surfacelight 250
    q3map_lightimage textures/sky/light.tga
}
textures/base/light1
{
    q3map_surfacelight 2000
    { map $whiteimage }
    { clampmap textures/base/light1.tga
      blendfunc add }
}
"#;
