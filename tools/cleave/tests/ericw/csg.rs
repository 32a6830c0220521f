//! Brushes that overlap: who takes what from whom.

use super::{Row, row};
use kerosene_bsp::Contents;

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];

/// Surface of a box.
pub(crate) fn surface(x: f64, y: f64, z: f64) -> f64 {
    2.0 * (x * y + x * z + y * z)
}

pub(crate) const ROWS: &[Row] = &[
    row("csg_fail", "two boxes on each other lose the faces between them", |map| {
        assert_eq!(map.area(0, None), surface(96.0, 48.0, 192.0));
        for normal in [UP, DOWN] {
            assert!(map.materials_at(0, [-112.0, -2024.0, 176.0], normal).is_empty());
        }
    }),
    row("q1_csg_solid_eats_water", "nothing is drawn of water within solid", |map| {
        assert_eq!(map.area(0, None), surface(256.0, 224.0, 96.0));
        assert_eq!(map.area(0, Some("*swater4")), 0.0);
    }),
    row("q1_csg_water_eats_water", "nothing is drawn of water within water", |map| {
        assert_eq!(map.area(0, None), surface(256.0, 224.0, 96.0));
        assert_eq!(map.area(0, Some("*swater4")), 0.0);
        assert_eq!(map.contents(0.0, 0.0, 48.0), Contents::WATER);
    }),
    row("q1_solid_solid_zfighting", "where two tops lie on each other the later brush's is drawn, once", |map| {
        assert_eq!(map.materials_at(0, [-16.0, 100.0, 96.0], UP), ["brown_brick"]);
        assert_eq!(map.materials_at(0, [-16.0, 100.0, 0.0], DOWN), ["brown_brick"]);
        assert_eq!(map.materials_at(0, [100.0, 100.0, 96.0], UP), ["orangestuff8"]);
    }),
    row("q1_water_water_zfighting", "where two water surfaces lie on each other the later one is drawn, once", |map| {
        assert_eq!(map.materials_at(0, [-24.0, 100.0, 96.0], UP), ["*swater4"]);
        assert_eq!(map.materials_at(0, [-48.0, 100.0, 60.0], [-1.0, 0.0, 0.0]), ["*swater4"]);
        assert_eq!(map.materials_at(0, [-48.0, 100.0, 20.0], [-1.0, 0.0, 0.0]), ["*swater1b"]);
        assert_eq!(map.area(0, None), surface(64.0, 112.0, 96.0));
    }),
    row("qbsp_brush_clipping_order", "a brush that comes later is drawn over the one it is let into", |map| {
        assert_eq!(map.materials_at(0, [-8.0, -8.0, 16.0], UP), ["sbutt2"]);
        assert_eq!(map.materials_at(0, [-100.0, -8.0, 16.0], UP), ["brown_brick"]);
        assert_eq!(map.materials_at(1, [150.0, -8.0, 16.0], UP), ["sbutt2"]);
    }),
    row("q2_chop_order_1", "a brush with the higher order is drawn, though it comes first", |map| {
        assert_eq!(map.materials_at(0, [0.0, 0.0, 0.0], UP), ["e1u1/+0btshoot2"]);
        assert_eq!(map.materials_at(0, [48.0, 48.0, 0.0], UP), ["e1u1/ggrat4_2"]);
    }),
    row("qbsp_simple", "a block, water on it and a block let into it", |map| {
        assert_eq!(map.materials_at(0, [-16.0, 100.0, 96.0], UP), ["brown_brick"]);
        assert_eq!(map.materials_at(0, [80.0, 30.0, 144.0], UP), ["*zwater1"]);
        // The water's bottom lies on solid: neither is drawn twice, and the solid is seen through the water.
        assert_eq!(map.materials_at(0, [80.0, 30.0, 96.0], DOWN), [""; 0]);
        assert_eq!(map.materials_at(0, [80.0, 30.0, 96.0], UP), ["orangestuff8"]);
    }),
    row(
        "q1_loose_textures_ignored",
        "compiles like qbsp_simple: texture files beside a map are not ours to read",
        |map| {
            assert_eq!(map.materials_at(0, [-16.0, 100.0, 96.0], UP), ["brown_brick"]);
        },
    ),
    row("qbsp_simple_two_brushes_solid_liquid", "between solid and water only the solid is drawn", |map| {
        assert_eq!(map.materials_at(0, [-16.0, 64.0, 48.0], [0.0, 1.0, 0.0]), ["orangestuff8"]);
        assert_eq!(map.materials_at(0, [-16.0, 64.0, 48.0], [0.0, -1.0, 0.0]), [""; 0]);
        assert_eq!(map.contents(-16.0, 100.0, 48.0), Contents::WATER);
    }),
    row("q1_cubes", "two cubes that share a part of a side lose nothing: their edges alone touch", |map| {
        assert_eq!(map.area(0, None), 2.0 * surface(48.0, 96.0, 32.0));
        assert_eq!(map.output.statistics.faces, 12);
    }),
    row("q1_cube_case_insensitive", "names that differ in case are one material", |map| {
        assert_eq!(map.bsp().texdata.len(), 1);
        assert_eq!(map.material(&map.faces(0)[0]), "orangestuff8");
    }),
    row("testslime", "slime is a liquid one can be in", |map| {
        assert_eq!(map.contents(0.0, 0.0, -9.0), Contents::SLIME);
        assert_eq!(map.materials_at(0, [0.0, 0.0, -2.0], UP), ["*slime_s2"]);
    }),
];
