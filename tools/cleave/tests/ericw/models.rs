//! Brushes of entities, and maps of Quake 2 with its flags.

use super::{Compiled, Row, row};
use cleave::checks::{edges_hold_no_vertices, rings_close};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, Contents, MovingModel, TraceRequest, TraceShape, WriteOptions};
use kerosene_math::Vec3;

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const EAST: [f64; 3] = [1.0, 0.0, 0.0];
const WEST: [f64; 3] = [-1.0, 0.0, 0.0];

fn inside(map: &Compiled, model: u32, x: f32, y: f32, z: f32) -> Contents {
    map.world.model_point_contents(model, Vec3::new(x, y, z))
}

/// A player's box, swept westward at many heights and places, stops where an exact sweep over all brushes stops.
fn stops_where_it_should(map: &Compiled) {
    let bytes = map.bsp().write_to(WriteOptions::default()).unwrap();
    let file = BspFile::from_bytes(bytes).unwrap();
    let reference = Reference::new(&file);
    let shape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, -24.0), maxs: Vec3::new(16.0, 16.0, 32.0) };
    let mut stopped = 0;
    for (y, z) in (-80..780).step_by(10).flat_map(|y| [45.0, 60.0, 90.0, 120.0].map(|z| (y as f32, z))) {
        let (start, end) = (Vec3::new(380.0, y, z), Vec3::new(-280.0, y, z));
        let request = TraceRequest { start, end, shape, mask: Contents::MASK_PLAYER_SOLID };
        let trace = map.world.trace(&request);
        stopped += u32::from(trace.fraction < 1.0);
        reference.check(&request, &trace, 0.01).unwrap();
    }
    assert!(stopped > 100, "only {stopped} were stopped");
}

pub(crate) const ROWS: &[Row] = &[
    row("q1_clip_func_wall", "a model of nothing but clip: it blocks, has bounds and is not drawn", |map| {
        assert!(map.faces(1).is_empty());
        assert_eq!(inside(map, 1, 96.0, 96.0, 60.0), Contents::PLAYER_CLIP);
        assert_eq!((map.bsp().models[1].mins, map.bsp().models[1].maxs), ([64.0, 64.0, 48.0], [128.0, 128.0, 80.0]));
    }),
    row("q1_clip_and_solid_func_wall", "a model of clip and solid: the solid alone is drawn", |map| {
        assert_eq!(map.faces(1).len(), 6);
        assert_eq!(inside(map, 1, 120.0, 70.0, 50.0), Contents::PLAYER_CLIP);
        assert!(inside(map, 1, 80.0, 100.0, 70.0).contains(Contents::SOLID));
        assert_eq!(map.bsp().models[1].mins, [64.0, 64.0, 48.0]);
    }),
    row("h2_skip_only", "models of nothing but skip have their bounds", |map| {
        assert!(map.bsp().faces.is_empty());
        assert_eq!(map.bsp().models.len(), 4);
        assert_eq!(
            (map.bsp().models[1].mins, map.bsp().models[1].maxs),
            ([-48.0, -240.0, 208.0], [0.0, -144.0, 240.0])
        );
    }),
    row("h2rotate", "a door turns about its origin brush, which is no part of it", |map| {
        assert!(map.sealed());
        assert_eq!(map.bsp().models[1].origin, [-40.0, -64.0, 88.0]);
        assert_eq!(map.bsp().models[1].brush_count, 1);
        assert_eq!(map.bsp().models[1].mins, [-128.0, -72.0, 16.0]);
    }),
    row("qbsp_hiprotate", "a model of Hipnotic's turns about the info_rotate that it targets", |map| {
        assert!(map.sealed());
        assert_eq!(map.bsp().models[1].origin, [216.0, -216.0, 340.0]);
        let fan = map.entities().into_iter().find(|entity| entity.class_name() == "rotate_object").unwrap();
        assert_eq!(fan.get("origin"), Some("216 -216 340"));
    }),
    row("testrotators", "a level full of things that turn keeps them all", |map| {
        let bodies = map.map.entities.iter().skip(1).filter(|entity| !entity.brushes.is_empty()).count();
        assert!(map.bsp().models.len() > 1 && map.bsp().models.len() <= bodies + 1);
    }),
    row("q1_bmodel_liquid", "water that is a model, seen from both sides", |map| {
        assert!(map.sealed());
        assert_eq!(inside(map, 1, 8.0, -120.0, 160.0), Contents::WATER);
        assert_eq!(map.faces(1).len(), 6);
    }),
    row("qbsp_bmodel_mirrorinside_with_liquid", "models that are seen from within", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(1, [32.0, -56.0, 160.0], EAST), ["{trigger"]);
        assert_eq!(map.materials_at(1, [32.0, -56.0, 160.0], WEST), ["{trigger"]);
        assert_eq!(map.faces(1).len(), 12);
        assert_eq!(inside(map, 2, 8.0, -120.0, 160.0), Contents::WATER);
    }),
    row("q2_bmodel_collision", "a player falls onto a turned model", |map| {
        let shape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, -24.0), maxs: Vec3::new(16.0, 16.0, 32.0) };
        let start = Vec3::new(-544.0, -320.0, -208.0);
        let request = TraceRequest { start, end: start - Vec3::Z * 100.0, shape, mask: Contents::MASK_PLAYER_SOLID };
        let trace = map.world.trace_model(&request, &MovingModel::at_rest(1, 1));
        assert!(!trace.start_solid && trace.fraction < 0.7, "{trace:?}");
    }),
    row("q1_hull_expansion", "a player's box stops where the slope of a model is, not at its bounds", |map| {
        assert!(map.sealed());
        assert_eq!(map.bsp().models[1].brush_count, 1);
        assert!(map.bsp().brush_sides.iter().any(|side| side.bevel == 1), "sharp edges have bevels");
    }),
    row("q1_hull_expansion_lip", "a player's box slides over two wedges without a lip where they meet", |map| {
        assert!(map.sealed());
        stops_where_it_should(map);
    }),
    row("q1_merge_maps_base", "compiles as it stands; merging two maps is not the compiler's", |map| {
        assert_eq!(map.entities()[0].get("message"), Some("merge maps base"));
    }),
    row("q1_external_map_included", "a prefab for misc_external_map compiles by itself", |map| {
        assert_eq!(map.bsp().brushes.len(), 1);
        assert_eq!(map.faces(0).len(), 6);
    }),
    row("qbspfeatures", "a map of everything that a compiler can do", |map| {
        assert!(map.sealed());
        rings_close(map.bsp()).unwrap();
        edges_hold_no_vertices(map.bsp()).unwrap();
    }),
    row("q2_omitdetail_in_func", "detail in a model is a part of the model", |map| {
        assert!(map.sealed());
        assert_eq!(map.bsp().models[1].brush_count, 1);
        assert_eq!(map.materials_at(1, [264.0, 444.0, 144.0], UP), ["e1u1/box3_8"]);
    }),
    row("q2_cubes", "a room of which one corner is open: what is drawn is drawn once", |map| {
        assert_eq!(map.materials_at(0, [0.0, 32.0, 16.0], UP), ["e1u1/c_met11_2"]);
        assert_eq!(map.materials_at(0, [0.0, -24.0, 16.0], UP), ["e1u1/c_met11_2"]);
    }),
    row("e3m4", "a level of LibreQuake: sealed, no cracks", |map| {
        assert!(map.sealed());
        rings_close(map.bsp()).unwrap();
        edges_hold_no_vertices(map.bsp()).unwrap();
    }),
    row("E1M1-edited-ents", "a level whose entities were edited", |map| assert!(map.sealed())),
    row("base1-test", "a level of Quake 2: sealed", |map| assert!(map.sealed())),
];
