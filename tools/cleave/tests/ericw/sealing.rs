//! What keeps the void out, and what is thrown away.

use super::{Compiled, Row, row};
use kerosene_bsp::Contents;
use kerosene_diagnostics::codes;

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];

/// The second room of some maps has no entity in it and is filled.
fn fills_the_empty_room(map: &Compiled) {
    assert!(map.sealed());
    assert!(map.contents(-240.0, 80.0, 60.0).is_empty());
    assert_eq!(map.contents(-200.0, 540.0, 100.0), Contents::SOLID);
    assert!(map.materials_at(0, [-200.0, 540.0, 32.0], UP).is_empty());
}

fn is_a_sealed_room(map: &Compiled) {
    assert!(map.sealed() && map.output.leak.is_none());
    assert_eq!(map.output.statistics.clusters, 1);
}

pub(crate) const ROWS: &[Row] = &[
    row("q1_sealing", "a room that nothing stands in is filled, a gap of 4 units joins two", |map| {
        fills_the_empty_room(map);
        assert!(map.joined([-240.0, 80.0, 60.0], [100.0, 80.0, 60.0]));
    }),
    row("q2_seal_empty_rooms", "a room that nothing stands in is filled", fills_the_empty_room),
    row("q1_sealing_contents", "detail, illusions and water let into floor and sky do not open them", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.diagnostics.count_of(codes::SEALED_BY_DETAIL), 0);
        // Each is drawn above the floor.
        for (x, material) in [(296.0, "bolt1"), (168.0, "bolt1"), (232.0, "bolt1"), (360.0, "*swater4")] {
            assert_eq!(map.materials_at(0, [x, -552.0, 80.0], UP), [material], "at x {x}");
            assert_eq!(map.materials_at(0, [x, -552.0, 320.0], DOWN), [material], "at x {x}");
        }
        assert_eq!(map.contents(360.0, -552.0, 70.0), Contents::WATER);
    }),
    row("q1_simple_sealed_no_entities", "what the void does not reach is the inside", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.statistics.faces, 6);
        assert_eq!(map.output.diagnostics.count_of(codes::NO_ENTITY_INSIDE), 1);
    }),
    row("qbsp_sealing_point_entity_on_outside", "a light in the outer face of a wall is no leak", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.statistics.clusters, 1);
        assert_eq!(map.output.statistics.faces, 6);
    }),
    row("qbsp_simple_sealed2", "two rooms around a corner; blocks outside are gone", |map| {
        assert!(map.sealed());
        assert!(map.joined([-56.0, -96.0, 120.0], [-64.0, -300.0, 120.0]));
        assert_eq!(map.contents(200.0, -192.0, 120.0), Contents::SOLID);
        assert!(map.materials_at(0, [200.0, -208.0, 120.0], [0.0, -1.0, 0.0]).is_empty());
    }),
    row("qbsp_simple_sealed_rotated", "a room turned by some degrees is sealed and is one leaf", |map| {
        is_a_sealed_room(map);
        assert_eq!(map.output.statistics.faces, 6);
    }),
    row("qbsp_simple_worldspawn_sky", "sky seals, and is drawn as sky", |map| {
        is_a_sealed_room(map);
        assert_eq!(map.materials_at(0, [-40.0, -48.0, 224.0], DOWN), ["sky3"]);
        assert!(map.contents(-40.0, -48.0, 230.0).intersects(Contents::SKY | Contents::SOLID));
    }),
    row("q1_sky_window", "a window onto the sky in a wall seals", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(0, [-192.0, -256.0, 60.0], [1.0, 0.0, 0.0]), ["sky3"]);
    }),
    row("hl_basic", "a room of Half-Life", |map| {
        is_a_sealed_room(map);
        assert_eq!(map.output.statistics.faces, 6);
    }),
    row("q1_loose_textures", "a room: texture files beside a map are not ours to read", |map| {
        is_a_sealed_room(map);
        assert_eq!(map.output.statistics.faces, 6);
    }),
    row("q1_decompiler_test", "a room with a floor of two materials", |map| {
        is_a_sealed_room(map);
        assert_eq!(map.output.statistics.faces, 7, "six walls, one of them in two materials");
    }),
    row("q2_detail_leak_test", "detail before a wall is no hole, and corridors seal", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.diagnostics.count_of(codes::SEALED_BY_DETAIL), 0);
        assert!(map.joined([64.0, -176.0, 60.0], [48.0, 464.0, 60.0]));
    }),
    row("q2_detail_overlapping_solid_sealing", "detail that passes through a wall opens nothing", |map| {
        assert!(map.sealed());
        assert!(map.contents(-240.0, 80.0, 60.0).is_empty());
    }),
    row("qbsp_angled_brush", "a turned block in a room: its corners are where the map has them", |map| {
        assert!(map.sealed());
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for corner in
            map.faces(0).iter().filter(|face| map.normal(face).z.abs() > 0.01).flat_map(|face| map.corners(face))
        {
            if corner.z > 100.0 && corner.z < 300.0 {
                low = [low[0].min(corner.x), low[1].min(corner.z)];
                high = [high[0].max(corner.x), high[1].max(corner.z)];
            }
        }
        assert!((low[0] - 38.0).abs() < 0.01 && (low[1] - 128.0).abs() < 0.01, "{low:?}");
        assert!((high[0] - 213.823).abs() < 0.01 && (high[1] - 232.652).abs() < 0.01, "{high:?}");
    }),
    row("offgrid_after", "rooms whose brushes were turned and stored as decimals", |map| {
        // Gaps between brushes are the map's own where it leaks; cracks from rounding never are.
        assert!(map.sealed() || map.output.leak.is_some());
    }),
    row("q2_hint_missing_faces", "a hint that overlaps a block takes no face of it away", |map| {
        let block: f64 = map.area(0, Some("e1u1/box1_5"));
        let brush = &map.map.entities[0].brushes[2];
        assert_eq!(brush.sides.len(), 6);
        assert_eq!(map.faces(0).len(), 6);
        assert!(block > 1000.0);
        assert_eq!(map.area(0, Some("e1u1/hint")), 0.0);
    }),
    row("alignment", "a room under the sky with a thin pillar", |map| {
        assert!(map.sealed());
        assert_eq!(map.faces(1).len(), 6);
    }),
];
