//! Other games' textures: any bytes are refused or read, within the bytes that there are. The first byte says as what they
//! are read.
#![no_main]

use kerosene_foreign::{
    IndexedTexture, Palette, Pixels, QuakeName, Vtf, Wad, Wal, picture_size, read_miptex, read_shaders, read_vmt,
};
use libfuzzer_sys::fuzz_target;

/// A texture has as many pixels as it says, and so have the pictures that are made of it.
fn check(texture: &IndexedTexture<'_>) {
    let count = texture.width as usize * texture.height as usize;
    assert_eq!(texture.indices.len(), count);
    let _ = QuakeName::of(&texture.name);
    let palette = Palette::approximate();
    for image in [Some(texture.image(&palette)), texture.glow(&palette)].into_iter().flatten() {
        let Pixels::Rgba8(pixels) = image.pixels else { panic!("indices give bytes") };
        assert_eq!(pixels.len(), count);
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 8 {
        0 => {
            let Ok(wad) = Wad::read(bytes) else { return };
            wad.textures().filter_map(|(_, texture)| texture.ok()).take(64).for_each(|texture| check(&texture));
        }
        1 => read_miptex(bytes).iter().for_each(check),
        2 => Wal::read(bytes).iter().for_each(|wal| check(&wal.texture)),
        3 => {
            let _ = (Palette::from_pcx(bytes), Palette::from_lump(bytes));
        }
        4 => {
            let Ok(vtf) = Vtf::read(bytes) else { return };
            let image = vtf.image();
            let count = match &image.pixels {
                Pixels::Rgba8(pixels) => pixels.len(),
                Pixels::Rgba32Float(pixels) => pixels.len(),
            };
            assert_eq!(count, image.width as usize * image.height as usize);
        }
        5 => {
            // Whatever it includes is itself, without end.
            let _ = read_vmt(bytes, &mut |_| Some(bytes.to_vec())).map(|material| material.to_bytes());
        }
        6 => {
            for shader in read_shaders(bytes).unwrap_or_default().iter().take(64) {
                let material = shader.material();
                assert_eq!(kerosene_asset::Material::from_bytes(&material.to_bytes()).ok(), Some(material));
            }
        }
        _ => {
            let _ = (picture_size("a.tga", bytes), picture_size("a", bytes));
        }
    }
});
