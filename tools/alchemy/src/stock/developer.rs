//! Developer textures: a measured grid.

use super::canvas::{Canvas, Rgba};
use super::{StockMaterial, StockPicture, showing};
use crate::Options;
use kerosene_asset::Blending;

/// Pixels along a side: 64 units of four pixels.
const SIDE: u32 = 256;
/// Pixels along a side of a cell: 16 units.
const CELL: u32 = 64;

/// A grid of a colour.
struct Grid {
    name: &'static str,
    /// What is printed large beside the size; nothing for a plain grid.
    label: &'static str,
    /// Colour of the darker cells, in sRGB, and alpha of all of it.
    color: Rgba,
    surface_property: &'static str,
}

const fn grid(name: &'static str, label: &'static str, [r, g, b]: [u8; 3], surface_property: &'static str) -> Grid {
    Grid { name, label, color: [r, g, b, 255], surface_property }
}

const GRIDS: [Grid; 16] = [
    grid("dev/grid", "", [104, 104, 108], "concrete"),
    grid("dev/grid_black", "", [44, 44, 48], "concrete"),
    grid("dev/grid_blue", "", [58, 88, 138], "concrete"),
    grid("dev/grid_green", "", [70, 112, 72], "concrete"),
    grid("dev/grid_orange", "", [186, 112, 48], "concrete"),
    grid("dev/grid_purple", "", [104, 76, 132], "concrete"),
    grid("dev/grid_red", "", [146, 62, 58], "concrete"),
    grid("dev/grid_white", "", [190, 190, 194], "concrete"),
    grid("dev/grid_yellow", "", [178, 152, 62], "concrete"),
    grid("dev/ceiling", "CEILING", [150, 154, 160], "plaster"),
    grid("dev/crate", "CRATE", [140, 104, 66], "wood"),
    grid("dev/floor", "FLOOR", [84, 88, 92], "concrete"),
    grid("dev/metal", "METAL", [94, 108, 120], "metal"),
    grid("dev/wall", "WALL", [158, 120, 88], "brick"),
    Grid { name: "dev/glass", label: "GLASS", color: [150, 190, 200, 72], surface_property: "glass" },
    Grid { name: "dev/steam", label: "", color: [220, 220, 224, 48], surface_property: "water" },
];

/// Names of the textures.
pub(super) fn names() -> impl Iterator<Item = String> {
    GRIDS.iter().map(|grid| grid.name.to_owned())
}

/// The pictures.
pub(super) fn pictures() -> impl Iterator<Item = StockPicture> {
    GRIDS.iter().map(|grid| StockPicture {
        name: grid.name.to_owned(),
        png: draw(grid).to_png(),
        options: Options::default(),
    })
}

/// The materials.
pub(super) fn materials() -> impl Iterator<Item = StockMaterial> {
    GRIDS.iter().map(|grid| {
        let mut material = showing(grid.name, grid.surface_property);
        if grid.color[3] < 255 {
            material.blending = Blending::Translucent;
        }
        if grid.surface_property == "metal" {
            material.metalness = Some(1.0);
            material.roughness = 0.5;
        }
        StockMaterial { name: grid.name.to_owned(), material }
    })
}

/// A colour made lighter, or darker where the number is negative.
fn shifted([r, g, b, a]: Rgba, by: i32) -> Rgba {
    let [r, g, b] = [r, g, b].map(|value| (i32::from(value) + by).clamp(0, 255) as u8);
    [r, g, b, a]
}

fn draw(grid: &Grid) -> Canvas {
    let (dark, light) = (grid.color, shifted(grid.color, 12));
    // Letters and lines of what one looks through are themselves hard to look through.
    let alpha = if grid.color[3] < 255 { grid.color[3].saturating_add(80) } else { 255 };
    let [line, ink] = [-26, 52].map(|by| {
        let [r, g, b, _] = shifted(grid.color, by);
        [r, g, b, alpha]
    });
    let mut canvas = Canvas::new(SIDE, SIDE, dark);
    canvas.shade(|x, y| (((x / CELL) + (y / CELL)) % 2 == 1).then_some(light));
    ticks(&mut canvas, line);
    canvas.shade(|x, y| (x % CELL == 0 || y % CELL == 0).then_some(line));
    // The middle of the texture: 32 units.
    canvas.shade(|x, y| (x.abs_diff(SIDE / 2) <= 1 && y.abs_diff(SIDE / 2) <= 10).then_some(ink));
    canvas.shade(|x, y| (y.abs_diff(SIDE / 2) <= 1 && x.abs_diff(SIDE / 2) <= 10).then_some(ink));
    canvas.frame([0, 0], [SIDE, SIDE], 2, ink);
    canvas.text([10, 10], "64", 4, ink);
    for (x, y) in (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).filter(|cell| *cell != (0, 0)) {
        canvas.text([x * CELL + 6, y * CELL + 6], "16", 1, ink);
    }
    canvas.text([10, SIDE - 28], grid.label, 2, ink);
    canvas
}

/// Short lines at every fourth unit along the edges of cells.
fn ticks(canvas: &mut Canvas, color: Rgba) {
    let is_tick = |along: u32, across: u32| along.is_multiple_of(CELL / 4) && across % CELL < 5;
    canvas.shade(|x, y| (is_tick(x, y) || is_tick(y, x)).then_some(color));
}
