//! The font of the user interface, as a texture: printable characters of ASCII in sixteen columns and six rows, from the blank
//! on, each in a cell of 16 by 20 pixels, of which a character takes 10 by 14 from its upper left corner.

use super::canvas::Canvas;
use super::{StockMaterial, StockPicture};
use crate::{Options, Usage};
use kerosene_asset::{Blending, Material, Shader, TextureName};

/// Name of the texture and of the material.
pub(super) const NAME: &str = "ui/font";

const COLUMNS: u32 = 16;
const ROWS: u32 = 6;
const CELL: [u32; 2] = [16, 20];
const SCALE: u32 = 2;

/// The picture: white characters on nothing.
pub(super) fn picture() -> StockPicture {
    let mut canvas = Canvas::new(COLUMNS * CELL[0], ROWS * CELL[1], [255, 255, 255, 0]);
    for (character, at) in (' '..='~').zip(0..) {
        let corner = [at % COLUMNS * CELL[0], at / COLUMNS * CELL[1]];
        canvas.text(corner, character.encode_utf8(&mut [0; 4]), SCALE, [255; 4]);
    }
    let options = Options { usage: Usage::Ui, uncompressed: true, ..Options::default() };
    StockPicture { name: NAME.to_owned(), png: canvas.to_png(), options }
}

/// The material.
pub(super) fn material() -> StockMaterial {
    let material = Material {
        shader: Shader::Ui,
        base_texture: TextureName::new(NAME),
        blending: Blending::Translucent,
        ..Material::default()
    };
    StockMaterial { name: NAME.to_owned(), material }
}
