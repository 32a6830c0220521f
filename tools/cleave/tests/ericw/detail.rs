//! Classes of brushes that are held out of the tree.

use super::{Compiled, Row, row};
use kerosene_bsp::Contents;

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];
const EAST: [f64; 3] = [1.0, 0.0, 0.0];
const WEST: [f64; 3] = [-1.0, 0.0, 0.0];
const NORTH: [f64; 3] = [0.0, 1.0, 0.0];
const SOUTH: [f64; 3] = [0.0, -1.0, 0.0];

const NONE: [&str; 0] = [];

/// What stops a player where a detail wall stands.
fn blocks(map: &Compiled, x: f32, y: f32, z: f32) -> bool {
    map.contents(x, y, z).intersects(Contents::MASK_PLAYER_SOLID)
}

pub(crate) const ROWS: &[Row] = &[
    row("detailwall", "the floor is drawn under a detail wall, and not under detail", |map| {
        assert_eq!(map.materials_at(0, [80.0, 64.0, 16.0], UP), ["bolt13"]);
        assert_eq!(map.materials_at(0, [179.7, 317.8, 16.0], UP), NONE);
        assert_eq!(map.materials_at(0, [600.0, 400.0, 16.0], UP), ["bolt13"]);
    }),
    row(
        "qbsp_detail_doesnt_remove_world_nodes",
        "what detail covers is not drawn, and divides the tree all the same",
        |map| {
            assert!(map.sealed());
            assert_eq!(map.materials_at(0, [-56.0, -72.0, 64.0], UP), ["orangestuff8"]);
            assert_eq!(map.materials_at(0, [64.0, -72.0, 64.0], UP), NONE);
            assert_eq!(map.materials_at(0, [32.0, -72.0, 136.0], WEST), ["bolt16"]);
            // The block within the detail is structure: its own leaf is solid.
            assert_eq!(map.leaf_contents(72.0, -88.0, 120.0), Contents::SOLID);
            assert_eq!(map.materials_at(0, [48.0, -88.0, 128.0], WEST), NONE);
        },
    ),
    row("q1_csg_structural_detail_covering", "nothing is drawn of structure within detail", |map| {
        assert_eq!(map.materials_at(0, [40.0, 0.0, 96.0], UP), NONE);
        assert_eq!(map.materials_at(0, [80.0, 0.0, 48.0], EAST), NONE);
        assert_eq!(map.materials_at(0, [-50.0, 0.0, 96.0], UP), ["bolt17"]);
        assert_eq!(map.materials_at(0, [128.0, 0.0, 48.0], EAST), ["brownwirewall"]);
        // The side that the structure goes through has a hole where it does.
        assert_eq!(map.materials_at(0, [0.0, 0.0, 48.0], WEST), NONE);
        assert_eq!(map.materials_at(0, [0.0, 0.0, 110.0], WEST), ["brownwirewall"]);
    }),
    row("q1_csg_sky_detail_covering", "sky and detail that lie on each other are drawn once", |map| {
        for (x, material) in [(-50.0, "sky3"), (100.0, "brownwirewall")] {
            assert_eq!(map.materials_at(0, [x, 0.0, 96.0], UP), [material]);
        }
        // Sky is structure, and structure is what is drawn where it lies on detail.
        assert_eq!(map.materials_at(0, [40.0, 0.0, 96.0], UP), ["sky3"]);
        assert_eq!(map.materials_at(0, [40.0, 0.0, 0.0], DOWN), ["sky3"]);
        assert_eq!(map.materials_at(0, [80.0, 0.0, 48.0], EAST), NONE);
    }),
    row(
        "qbsp_func_detail",
        "detail, detail walls and illusions divide no leaf, and block or not as they are named",
        |map| {
            assert!(map.sealed());
            // One room with a pillar from floor to ceiling that stands at a wall: its planes cut the room in two or three.
            assert!(map.output.statistics.clusters <= 3, "{}", map.output.statistics.clusters);
            assert_eq!(map.contents(64.0, -56.0, 128.0), Contents::SOLID | Contents::DETAIL);
            assert_eq!(map.contents(64.0, -136.0, 128.0), Contents::SOLID | Contents::DETAIL);
            assert!(!blocks(map, 64.0, -216.0, 128.0) && !blocks(map, 64.0, -296.0, 128.0));
            assert!(map.contents(64.0, -216.0, 128.0).contains(Contents::DETAIL | Contents::TRANSLUCENT));
            // The floor below: covered by detail alone.
            for (y, floor) in [(-56.0, 0), (-136.0, 1), (-216.0, 1), (-296.0, 1)] {
                assert_eq!(map.materials_at(0, [64.0, y, 96.0], UP).len(), floor, "at y {y}");
            }
            // One of the two illusions is seen from within.
            assert_eq!(map.materials_at(0, [96.0, -216.0, 128.0], WEST), NONE);
            assert_eq!(map.materials_at(0, [96.0, -296.0, 128.0], WEST).len(), 1);
        },
    ),
    row("qbsp_simple_worldspawn_detail", "a box on the floor: five faces, and no floor below it", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.statistics.clusters, 1);
        assert_eq!(map.faces(0).iter().filter(|face| map.material(face) == "+0fan").count(), 5);
        assert_eq!(map.materials_at(0, [16.0, -48.0, 96.0], UP), NONE);
    }),
    row(
        "qbsp_simple_worldspawn_detail_wall",
        "a box on the floor: five faces, and the floor goes on below it",
        |map| {
            assert!(map.sealed());
            assert_eq!(map.output.statistics.clusters, 1);
            assert_eq!(map.faces(0).iter().filter(|face| map.material(face) == "+0fan").count(), 5);
            assert_eq!(map.materials_at(0, [16.0, -48.0, 96.0], UP), ["orangestuff8"]);
        },
    ),
    row("q1_detail_wall", "the wall between two pilasters is drawn to the floor", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(0, [-160.0, -140.0, 120.0], EAST), ["tsl_wall1"]);
        assert_eq!(map.materials_at(0, [-160.0, -172.0, 120.0], EAST), ["tsl_wall1"]);
        assert!(blocks(map, -148.0, -172.0, 140.0));
    }),
    row(
        "q1_detail_fence",
        "a fence that passes through walls: nothing of it in solid, and no floor is lost to it",
        |map| {
            assert!(map.sealed());
            assert_eq!(map.materials_at(0, [128.0, -128.0, 64.0], UP), ["orangestuff8"]);
            assert!(map.contents(110.0, -90.0, 150.0).contains(Contents::GRATE | Contents::DETAIL));
        },
    ),
    row("q1_detail_fence2_onlyents", "a fence in a hole in the floor, an illusion from floor to ceiling", |map| {
        assert!(map.sealed());
        assert!(blocks(map, -48.0, -120.0, 8.0) && !blocks(map, 64.0, 24.0, 150.0));
        assert_eq!(map.materials_at(0, [-48.0, -120.0, 64.0], UP), ["{trigger"]);
        // A side that lies against the hole's wall is not drawn, and the wall is.
        assert_eq!(map.materials_at(0, [-16.0, -120.0, 8.0], EAST), NONE);
        assert_eq!(map.materials_at(0, [-16.0, -120.0, 8.0], WEST), ["orangestuff8"]);
    }),
    row("q1_detail_fence3", "a fence in the air has six faces, seen from outside", |map| {
        assert!(map.sealed());
        let fence = map.faces(0).iter().filter(|face| map.material(face) == "{trigger");
        assert_eq!(fence.count(), 6);
        assert!(map.contents(64.0, -24.0, 170.0).contains(Contents::GRATE));
    }),
    row("q1_detail_touching_water", "detail in water: the surface ends at it, and it is drawn below", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(0, [270.0, -220.0, 64.0], UP), ["*swater5"]);
        assert_eq!(map.contents(270.0, -220.0, 20.0), Contents::WATER);
        assert!(blocks(map, 165.0, -310.0, 20.0));
        assert_eq!(map.materials_at(0, [165.0, -310.0, 64.0], UP), ["archeo3"]);
    }),
    row(
        "qbsp_detail_illusionary_intersecting",
        "of two illusions that cross, nothing is drawn within the other",
        |map| {
            assert!(map.sealed());
            assert_eq!(map.materials_at(0, [-58.0, -68.0, 100.0], SOUTH), ["{trigger"]);
            assert_eq!(map.materials_at(0, [-58.0, -52.0, 100.0], SOUTH), NONE);
            assert_eq!(map.materials_at(0, [-56.0, -50.0, 100.0], EAST), NONE);
            assert!(!blocks(map, -58.0, -50.0, 100.0));
        },
    ),
    row("qbsp_noclipfaces_junction", "faces between two fences stay where one of them asks for it", |map| {
        assert_eq!(map.materials_at(0, [96.0, 56.0, 32.0], EAST), ["{trigger"]);
        assert_eq!(map.materials_at(0, [96.0, 56.0, 32.0], WEST), ["blood1"]);
    }),
    row("q2_noclipfaces_junction", "faces between two fences stay where one of them asks for it", |map| {
        assert_eq!(map.materials_at(0, [96.0, 56.0, 32.0], EAST), ["e1u1/wndow1_2"]);
        assert_eq!(map.materials_at(0, [96.0, 56.0, 32.0], WEST), ["e1u1/window1"]);
    }),
    row("qbsp_noclipfaces_mirrorinside", "two sheets, each seen from both sides", |map| {
        assert!(map.sealed());
        let sheets: Vec<_> = map.faces(0).iter().map(|face| map.material(face)).collect();
        assert_eq!(sheets, ["{trigger"; 4]);
    }),
    row(
        "qbsp_water_detail_illusionary_mirrorinside",
        "an illusion that stands in water is seen above and below",
        |map| {
            assert!(map.sealed());
            for z in [120.0, 200.0] {
                assert_eq!(map.materials_at(0, [24.0, -50.0, z], EAST), ["{trigger"]);
                assert_eq!(map.materials_at(0, [24.0, -50.0, z], WEST), ["{trigger"]);
            }
            assert!(map.contents(0.0, -50.0, 120.0).contains(Contents::WATER));
            assert_eq!(map.materials_at(0, [50.0, -20.0, 148.0], UP), ["*swater5"]);
        },
    ),
    row("q1_func_illusionary_visblocker", "one walks through it, and no portal leads through it", |map| {
        assert!(map.sealed());
        let middle = map.contents(48.0, 0.0, 100.0);
        assert!(middle.contains(Contents::OPAQUE) && !middle.intersects(Contents::MASK_PLAYER_SOLID));
        assert!(!map.joined([64.0, -176.0, 60.0], [48.0, 464.0, 60.0]));
        for (y, normal) in [(-16.0, SOUTH), (16.0, NORTH)] {
            let faces = map.faces_at(0, [48.0, y, 100.0], normal);
            assert_eq!(faces.len(), 1);
            assert!(map.shows([48.0, 0.0, 100.0], faces[0]) && map.shows([48.0, y as f32 * 1.1, 100.0], faces[0]));
        }
    }),
    row("q1_func_illusionary_visblocker_interactions", "beside illusions and fences both are drawn", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(0, [-8.0, 16.0, 104.0], NORTH), ["*zwater1"]);
        assert_eq!(map.materials_at(0, [-8.0, 16.0, 104.0], SOUTH), ["bolt14"]);
        // Within an illusion, and with a fence within.
        assert_eq!(map.materials_at(0, [16.0, 250.0, 60.0], WEST), ["*zwater1"]);
        assert_eq!(map.materials_at(0, [550.0, -8.0, 40.0], UP), ["{trigger"]);
        // Without mirroring it is not seen from within.
        let face = map.faces_at(0, [280.0, -48.0, 60.0], SOUTH);
        assert!(face.len() == 1 && !map.shows([280.0, -40.0, 60.0], face[0]));
    }),
    row("q1_liquid_mirrorinside_off", "water that is seen from outside only", |map| {
        let top = map.faces_at(0, [-48.0, -56.0, 8.0], UP);
        assert_eq!(top.len(), 1);
        assert!(map.shows([-48.0, -56.0, 20.0], top[0]) && !map.shows([-48.0, -56.0, 0.0], top[0]));
    }),
    row("q1_liquid_software", "water that is seen from both sides", |map| {
        let top = map.faces_at(0, [-48.0, -56.0, 8.0], UP);
        for face in &top {
            assert!(map.shows([-48.0, -56.0, 20.0], face) && map.shows([-48.0, -56.0, 0.0], face));
        }
        assert_eq!(map.faces(0).iter().filter(|face| map.material(face) == "*swater5").count(), 2);
    }),
    row("q1_hull1_content_types", "each kind of brush fills its place with what it is named for", |map| {
        assert!(map.sealed());
        let at = |x, y| map.contents(x, y, 0.0);
        assert!(at(0.0, 0.0).contains(Contents::SOLID));
        assert_eq!(at(64.0, 0.0), Contents::WATER);
        assert_eq!(at(128.0, 0.0), Contents::SLIME);
        assert_eq!(at(192.0, 0.0), Contents::LAVA);
        assert!(at(256.0, 0.0).intersects(Contents::SKY | Contents::SOLID));
        assert_eq!(at(320.0, 0.0), Contents::SOLID | Contents::DETAIL);
        assert_eq!(at(384.0, 0.0), Contents::GRATE | Contents::DETAIL);
        assert!(!at(448.0, 0.0).intersects(Contents::MASK_PLAYER_SOLID));
        assert_eq!(at(512.0, 0.0), Contents::SOLID | Contents::DETAIL);
        assert_eq!(at(576.0, 0.0), Contents::PLAYER_CLIP);
        assert_eq!(at(384.0, -64.0), Contents::GRATE | Contents::DETAIL);
        let moving = |model, x| map.world.model_point_contents(model, kerosene_math::Vec3::new(x, -64.0, 0.0));
        assert_eq!(moving(1, 0.0), Contents::SOLID | Contents::MOVEABLE);
        assert_eq!(moving(2, 64.0), Contents::WATER);
        assert_eq!(moving(3, 128.0), Contents::SLIME);
        assert_eq!(moving(4, 192.0), Contents::LAVA);
        assert!(moving(5, 256.0).intersects(Contents::MASK_PLAYER_SOLID));
        assert_eq!(moving(6, 320.0), Contents::PLAYER_CLIP);
    }),
];
