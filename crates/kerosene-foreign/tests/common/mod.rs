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
