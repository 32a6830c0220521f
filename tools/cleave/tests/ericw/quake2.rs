//! Content and surface bits of Quake 2: what fills a place, who is held by it, what of it is seen.

use super::csg::surface;
use super::{Compiled, Row, row};
use kerosene_bsp::{AreaConnections, Contents, SurfaceFlags, TraceRequest, TraceShape};
use kerosene_diagnostics::codes;
use kerosene_math::Vec3;

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];
const EAST: [f64; 3] = [1.0, 0.0, 0.0];
const WEST: [f64; 3] = [-1.0, 0.0, 0.0];
const NORTH: [f64; 3] = [0.0, 1.0, 0.0];
const SOUTH: [f64; 3] = [0.0, -1.0, 0.0];

const NONE: [&str; 0] = [];

/// Solid that one sees through: it holds players and shots, and hides nothing.
fn is_glass(map: &Compiled, x: f32, y: f32, z: f32) {
    let contents = map.contents(x, y, z);
    assert!(contents.contains(Contents::WINDOW), "{contents:?}");
    assert!(contents.intersects(Contents::MASK_PLAYER_SOLID) && contents.intersects(Contents::MASK_SHOT));
    assert!(!contents.intersects(Contents::MASK_OPAQUE), "{contents:?}");
}

/// Every drawn face carries `flags`.
fn all_faces_are(map: &Compiled, flags: SurfaceFlags) {
    let bsp = map.bsp();
    let of = |texinfo: u32| SurfaceFlags::from_bits_retain(bsp.texinfos[texinfo as usize].flags);
    assert!(bsp.faces.iter().all(|face| of(face.texinfo).contains(flags)));
}

fn is_a_glass_block(map: &Compiled) {
    is_glass(map, 0.0, 0.0, 0.0);
    assert_eq!((map.faces(0).len(), map.area(0, None)), (6, surface(96.0, 128.0, 32.0)));
}

fn area(map: &Compiled, [x, y, z]: [f32; 3]) -> u32 {
    map.bsp().leaves[map.world.leaf_of(Vec3::new(x, y, z)).0 as usize].area
}

/// What a sweep meets on its way, as a share of the way.
fn swept(map: &Compiled, from: [f32; 3], to: [f32; 3], shape: TraceShape, mask: Contents) -> f32 {
    let (start, end) = (Vec3::from_array(from), Vec3::from_array(to));
    map.world.trace(&TraceRequest { start, end, shape, mask }).fraction
}

const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, -24.0), maxs: Vec3::new(16.0, 16.0, 32.0) };

/// A pillar on the floor that is held out of the tree, the floor going on below it.
fn is_a_pillar_on_a_whole_floor(map: &Compiled, fills: Contents) {
    assert!(map.sealed());
    assert_eq!(map.output.statistics.clusters, 1);
    assert_eq!(map.contents(320.0, 384.0, 200.0), fills | Contents::DETAIL);
    assert_eq!(map.materials_at(0, [320.0, 384.0, 96.0], UP), ["e1u1/c_met11_2"]);
    assert_eq!(map.materials_at(0, [280.0, 384.0, 96.0], UP), ["e1u1/florr1_8"]);
    // Its top and what stands around it, seen from without alone.
    assert_eq!(map.materials_at(0, [320.0, 384.0, 288.0], UP), ["e1u1/box3_8"]);
    assert_eq!(map.materials_at(0, [320.0, 384.0, 288.0], DOWN), NONE);
    assert_eq!(map.faces(0).iter().filter(|face| map.material(face) == "e1u1/box3_8").count(), 9);
    let (before, behind) = ([100.0, 384.0, 200.0], [450.0, 384.0, 200.0]);
    assert!(swept(map, before, behind, PLAYER, Contents::MASK_PLAYER_SOLID) < 1.0);
    let sees = swept(map, before, behind, TraceShape::Point, Contents::MASK_OPAQUE) == 1.0;
    assert_eq!(sees, !fills.contains(Contents::SOLID));
}

pub(crate) const ROWS: &[Row] = &[
    row("q2_alphatest_solid", "a texture with holes makes of solid what one sees through", |map| {
        is_a_glass_block(map);
        all_faces_are(map, SurfaceFlags::ALPHA_TEST);
    }),
    row("q2_alphatest_window", "a window whose texture has holes", |map| {
        is_a_glass_block(map);
        all_faces_are(map, SurfaceFlags::ALPHA_TEST);
    }),
    row("q2_trans33_window", "glass: translucent, seen from without, not in the tree", |map| {
        is_a_glass_block(map);
        all_faces_are(map, SurfaceFlags::TRANS);
        assert!(map.contents(0.0, 0.0, 0.0).contains(Contents::DETAIL));
    }),
    row("q2_areaportals", "three areas behind two openings, each shut by name", |map| {
        assert!(map.sealed());
        let bsp = map.bsp();
        let places = [[-88.0, -112.0, 120.0], [160.0, -128.0, 120.0], [416.0, -128.0, 120.0]];
        let [first, second, third] = places.map(|place| area(map, place));
        assert!(first != 0 && second != 0 && third != 0 && first != second && second != third && first != third);
        let entities = map.entities();
        let named = |name: &str| {
            bsp.area_portals.iter().position(|portal| entities[portal.entity as usize].get("targetname") == Some(name))
        };
        let (start, grenades) = (named("playerstart_portal").unwrap(), named("grenades_portal").unwrap());
        let mut connections = AreaConnections::default();
        let mut shut = |portal: Option<usize>| {
            connections.update(&bsp.areas, &bsp.area_portals, |number| Some(number) != portal);
            [(first, second), (second, third), (first, third)].map(|(a, b)| connections.connected(a, b))
        };
        assert_eq!(shut(None), [true; 3]);
        assert_eq!(shut(Some(start)), [false, true, false]);
        assert_eq!(shut(Some(grenades)), [true, false, false]);
    }),
    row("q2_areaportal_with_detail", "detail that stands in an opening leaves it one opening", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.diagnostics.count_of(codes::AREA_PORTAL_LEAKS), 0);
        assert_eq!((map.output.statistics.areas, map.output.statistics.area_portals), (2, 1));
        assert_ne!(area(map, [-88.0, -112.0, 120.0]), area(map, [160.0, -128.0, 120.0]));
        // The wedge is there, and its sides are seen.
        assert!(map.contents(32.0, -128.0, 104.0).contains(Contents::SOLID | Contents::DETAIL));
        for (x, normal) in [(16.0, WEST), (48.0, EAST)] {
            assert_eq!(map.materials_at(0, [x, -128.0, 104.0], normal), ["e1u1/caution1_1"]);
        }
        // The opening itself is air that nothing is seen of.
        assert!(map.contents(32.0, -128.0, 150.0).contains(Contents::AREA_PORTAL));
        assert_eq!(map.area(0, Some("e1u1/trigger")), 0.0);
    }),
    row("q2_double_areaportal", "two openings in one doorway, both opened by the door that targets them", |map| {
        assert!(map.sealed());
        let places = [[-4.0, -88.0, 12.0], [-30.0, 44.0, 48.0], [0.0, 80.0, 12.0]];
        let [first, between, third] = places.map(|place| area(map, place));
        assert!(first != between && between != third && first != third && ![first, between, third].contains(&0));
        let door =
            map.entities().iter().find(|entity| entity.class_name() == "door").unwrap().get("model").map(str::to_owned);
        let models: Vec<u32> = map.bsp().area_portals.iter().map(|portal| portal.model).collect();
        assert_eq!(models, [1, 1]);
        assert_eq!(door.as_deref(), Some("*1"));
    }),
    row("q2_csg_detail_solid_eats_other_detail", "nothing is drawn of what lies within solid detail", |map| {
        assert_eq!(map.area(0, None), surface(480.0, 224.0, 96.0));
        assert_eq!(map.area(0, Some("e1u1/box3_7")), map.area(0, None));
        for x in [-136.0, -72.0, -8.0, 56.0, 120.0, 184.0] {
            assert!(map.contents(x, -56.0, 0.0).contains(Contents::SOLID | Contents::DETAIL), "at x {x}");
        }
    }),
    row("q2_csg_lava_lava", "nothing is drawn between lava and lava", |map| {
        let touching = 128.0 * 128.0;
        assert_eq!(map.area(0, None), surface(128.0, 128.0, 192.0) + surface(128.0, 128.0, 128.0) - 2.0 * touching);
        for normal in [EAST, WEST] {
            assert_eq!(map.materials_at(0, [64.0, 0.0, 80.0], normal), NONE);
        }
        assert_eq!((map.contents(60.0, 0.0, 80.0), map.contents(70.0, 0.0, 80.0)), (Contents::LAVA, Contents::LAVA));
    }),
    row("q2_csg_structural_and_detail_zfighting", "where sides lie on each other, one is drawn", |map| {
        assert_eq!(map.area(0, None), surface(256.0, 224.0, 64.0));
        assert_eq!(map.area(0, Some("e1u1/brlava")), map.area(0, None));
        assert_eq!(map.materials_at(0, [-112.0, 0.0, 16.0], WEST), ["e1u1/brlava"]);
        assert_eq!(map.materials_at(0, [0.0, 0.0, 0.0], DOWN), ["e1u1/brlava"]);
        assert!(map.contents(0.0, 0.0, 16.0).contains(Contents::LAVA));
    }),
    row(
        "q2_csg_water_water_current90",
        "still and flowing water: nothing between them, and one of them flows",
        |map| {
            assert_eq!(map.area(0, None), surface(224.0, 192.0, 96.0));
            assert_eq!(map.contents(50.0, 100.0, 0.0), Contents::WATER);
            assert_eq!(map.contents(170.0, 100.0, 0.0), Contents::WATER | Contents::CURRENT_90);
            assert_eq!(map.contents(170.0, 100.0, 0.0).current(), Vec3::Y);
            assert_eq!(map.output.diagnostics.count_of(codes::FLAG_WITHOUT_COUNTERPART), 0);
        },
    ),
    row("q2_detail_fence", "a fence on a floor: seen and shot through, held by", |map| {
        is_a_pillar_on_a_whole_floor(map, Contents::GRATE);
    }),
    row("q2_detail_fence_with_detail_bit", "a fence is one whether or not its sides say detail", |map| {
        is_a_pillar_on_a_whole_floor(map, Contents::GRATE);
    }),
    row("q2_detail_wall_with_detail_bit", "a detail wall is one whether or not its sides say detail", |map| {
        is_a_pillar_on_a_whole_floor(map, Contents::SOLID);
    }),
    row("q2_ladder", "a pole that is climbed, solid and seen", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.statistics.clusters, 1);
        assert_eq!(map.contents(-8.0, 184.0, 88.0), Contents::SOLID | Contents::LADDER | Contents::DETAIL);
        assert_eq!(map.materials_at(0, [-8.0, 176.0, 88.0], SOUTH), ["e1u1/color1_2"]);
        let (before, through) = ([-8.0, 100.0, 40.0], [-8.0, 180.0, 40.0]);
        let met = swept(map, before, through, PLAYER, Contents::LADDER);
        assert!((met - 0.75).abs() < 0.01, "{met}");
    }),
    row("q2_lavaclip", "lava with clip in it is lava and holds players, and is drawn whole", |map| {
        let clip = Contents::PLAYER_CLIP | Contents::MONSTER_CLIP;
        assert_eq!(map.contents(0.0, -32.0, 8.0), Contents::LAVA | clip);
        assert_eq!(map.contents(0.0, 32.0, 8.0), Contents::LAVA);
        assert_eq!(map.contents(100.0, -32.0, 8.0), clip);
        assert_eq!(map.contents(0.0, -32.0, -8.0), Contents::LAVA);
        assert_eq!(map.area(0, Some("e1u1/brlava")), surface(128.0, 128.0, 32.0));
        assert_eq!(map.area(0, None), surface(128.0, 128.0, 32.0));
    }),
    row("q2_liquids", "liquids, clear or not, side by side and in each other", |map| {
        assert!(map.sealed());
        for z in [24.0, 72.0, 120.0] {
            for (y, liquid) in [(-168.0, Contents::WATER), (-120.0, Contents::SLIME), (-72.0, Contents::LAVA)] {
                assert_eq!(map.contents(-120.0, y, z), liquid, "at y {y}, z {z}");
            }
            // Between two liquids the stronger one is seen, once and from both.
            let (up, height) = (f64::from(z), z);
            for (y, liquid) in [(-144.0, "e1u1/sewer1"), (-96.0, "e1u1/brlava")] {
                let faces = map.faces_at(0, [-120.0, y, up], SOUTH);
                assert_eq!(faces.iter().map(|face| map.material(face)).collect::<Vec<_>>(), [liquid]);
                assert_eq!(map.materials_at(0, [-120.0, y, up], NORTH), NONE);
                let y = y as f32;
                assert!(
                    map.shows([-120.0, y - 8.0, height], faces[0]) && map.shows([-120.0, y + 8.0, height], faces[0])
                );
            }
            // Glass is seen from the mist beside it; mist and aux are one to the eye.
            assert_eq!(map.materials_at(0, [-96.0, 168.0, up], EAST), ["e1u1/wndow1_2"]);
            assert_eq!(map.materials_at(0, [-96.0, 168.0, up], WEST), NONE);
            assert_eq!(map.materials_at(0, [-48.0, 168.0, up], EAST), NONE);
            is_glass(map, -120.0, 168.0, height);
            for x in [-72.0, -24.0] {
                assert!(!map.contents(x, 168.0, height).intersects(Contents::MASK_PLAYER_SOLID), "at x {x}");
            }
        }
        // Between two waters, however clear, there is nothing.
        for (z, normal) in [(48.0, UP), (48.0, DOWN), (96.0, UP), (96.0, DOWN)] {
            assert_eq!(map.materials_at(0, [-120.0, -168.0, z], normal), NONE, "at z {z}");
        }
        // Lava in water is seen; water in lava is lava.
        assert_eq!(map.materials_at(0, [80.0, -144.0, 64.0], UP), ["e1u1/brlava"]);
        assert_eq!(map.leaf_contents(80.0, -144.0, 48.0), Contents::LAVA);
        assert_eq!(map.materials_at(0, [80.0, 48.0, 64.0], UP), NONE);
        assert_eq!(map.leaf_contents(80.0, 48.0, 48.0), Contents::LAVA);
    }),
    row("q2_mirrorinside", "mist is seen from within; aux, windows and fences where they say so", |map| {
        assert!(map.sealed());
        let seen = |x: f64, y: f64| [WEST, EAST].map(|normal| map.materials_at(0, [x, y, 152.0], normal).len());
        assert_eq!(seen(32.0, -24.0), [1, 1], "mist");
        assert_eq!(seen(32.0, 96.0), [1, 0], "aux");
        assert_eq!(seen(192.0, 96.0), [1, 0], "a window");
        assert_eq!(seen(32.0, -216.0), [1, 0], "mist with _mirrorinside 0");
        let fence = map.faces(0).iter().filter(|face| map.material(face) == "e1u1/alphamask");
        let normals: Vec<_> = fence.map(|face| map.normal(face)).collect();
        assert!(normals.len() == 2 && normals[0] == -normals[1], "a fence with _mirrorinside 1: {normals:?}");
        assert_eq!(map.area(0, Some("e1u1/skip")), 0.0);
    }),
    row("q2_mist_clip", "mist with clip in it is mist and holds players, and is drawn whole", |map| {
        assert_eq!(map.contents(-136.0, 40.0, 32.0), Contents::PLAYER_CLIP);
        let both = map.contents(-136.0, 56.0, 32.0);
        assert!(both.contains(Contents::PLAYER_CLIP | Contents::TRANSLUCENT), "{both:?}");
        assert!(!map.contents(-120.0, 56.0, 32.0).intersects(Contents::MASK_PLAYER_SOLID));
        assert_eq!(map.area(0, None), 2.0 * surface(48.0, 16.0, 64.0), "once from without, once from within");
        assert_eq!(map.area(0, Some("e1u1/clip")), 0.0);
    }),
    row("q2_mist_transwater", "clear water under mist: its surface is drawn once", |map| {
        assert!(map.contents(-216.0, -16.0, 360.0).contains(Contents::TRANSLUCENT));
        assert_eq!(map.contents(-216.0, -16.0, 344.0), Contents::WATER);
        for x in [-228.0, -216.0, -204.0] {
            assert_eq!(map.materials_at(0, [x, -16.0, 352.0], UP), ["e1u1/water6"]);
            assert_eq!(map.materials_at(0, [x, -16.0, 352.0], DOWN), NONE);
        }
        assert_eq!(map.area(0, Some("e1u1/water6")), surface(32.0, 32.0, 16.0));
        let open = surface(16.0, 32.0, 16.0) - 16.0 * 32.0;
        assert_eq!(map.area(0, Some("e1u1/water1")), 2.0 * open, "once from without, once from within");
    }),
    row("q2_noclipfaces_nodraw", "unseen water that spares its neighbours leaves the seen one whole", |map| {
        assert_eq!(map.materials_at(0, [0.0, 0.0, 0.0], UP), ["e1u1/water1_8"]);
        assert_eq!(map.area(0, Some("e1u1/water8")), 0.0);
        assert_eq!(map.area(0, None), surface(128.0, 128.0, 32.0));
        assert_eq!(map.contents(100.0, 100.0, 16.0), Contents::WATER);
    }),
    row("q2_playerclip", "clip holds players, is not seen and covers nothing", |map| {
        assert!(map.sealed());
        assert_eq!(map.contents(32.0, -128.0, 150.0), Contents::PLAYER_CLIP);
        assert_eq!(map.area(0, Some("e1u1/clip")), 0.0);
        // A block that the clip reaches into is drawn within it.
        assert_eq!(map.materials_at(0, [32.0, -44.0, 192.0], UP), ["e1u1/caution1_1"]);
        assert_eq!(map.materials_at(0, [32.0, -48.0, 150.0], SOUTH), ["e1u1/caution1_1"]);
        let (before, behind) = ([-88.0, -128.0, 150.0], [152.0, -128.0, 150.0]);
        let met = swept(map, before, behind, PLAYER, Contents::MASK_PLAYER_SOLID);
        assert!((met - 88.0 / 240.0).abs() < 0.01, "{met}");
        assert_eq!(swept(map, before, behind, TraceShape::Point, Contents::MASK_SHOT), 1.0);
        assert!(map.joined(before, behind));
    }),
    row("q2_skip", "water without a drawn top ends there all the same, not at the ceiling", |map| {
        assert!(map.sealed());
        assert_eq!(map.materials_at(0, [24.0, 72.0, 16.0], UP), NONE);
        assert_eq!(map.materials_at(0, [0.0, 72.0, 8.0], WEST), ["e1u1/water4"]);
        assert_eq!(
            (map.contents(24.0, 72.0, 8.0), map.contents(24.0, 72.0, 20.0)),
            (Contents::WATER, Contents::empty())
        );
    }),
];
