//! Hints, areas, waters, floors, sections and the cordon, on small maps whose outcome is known in closed form.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod made;
#[path = "common/walk.rs"]
mod walk;

use cleave::checks::{
    areas_and_waters_are_whole, bevels_repeat_no_side, edges_hold_no_vertices, floors_are_floors,
    portals_join_their_clusters, rings_close,
};
use cleave::{NoProgress, Options, Output, Request, compile, cut_to_cordon};
use kerosene_bsp::records::{LeafRecord, NONE, WalkPolygonRecord};
use kerosene_bsp::{Bsp, BspFile, Contents, WalkRule, WriteOptions, parse_entities};
use kerosene_diagnostics::codes;
use kerosene_map::{Brush, Cordon, EditorData, Map, Side, VisGroup};
use kerosene_math::DVec3;
use made::{block, entity, map, shell, start};
use walk::reached_from;

fn compiled_with(map: &Map, options: &Options) -> Output {
    let output = compile(&Request { map, options, inputs: &[] }, &NoProgress).unwrap();
    rings_close(&output.bsp).unwrap();
    edges_hold_no_vertices(&output.bsp).unwrap();
    bevels_repeat_no_side(&output.bsp).unwrap();
    floors_are_floors(&output.bsp).unwrap();
    if let Some(portals) = &output.portals {
        portals_join_their_clusters(&output.bsp, portals).unwrap();
        areas_and_waters_are_whole(&output.bsp, portals).unwrap();
    }
    BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    output
}

fn compiled(map: &Map) -> Output {
    compiled_with(map, &Options::default())
}

fn leaf_at(bsp: &Bsp, point: [f64; 3]) -> &LeafRecord {
    let mut child = bsp.models[0].head_node;
    while let Ok(node) = usize::try_from(child) {
        let plane = &bsp.planes[bsp.nodes[node].plane as usize];
        let normal = DVec3::from_array(plane.normal.map(f64::from));
        let behind = normal.dot(DVec3::from_array(point)) < f64::from(plane.dist);
        child = bsp.nodes[node].children[usize::from(behind)];
    }
    &bsp.leaves[!child as usize]
}

/// `material` on the side of a block that `face` numbers: -x +x -y +y -z +z.
fn painted(mut brush: Brush, face: usize, material: &str) -> Brush {
    brush.sides[face].material = material.to_owned();
    brush
}

fn with_sides(mut brush: Brush, change: impl Fn(&mut Side)) -> Brush {
    brush.sides.iter_mut().for_each(change);
    brush
}

/// A row of rooms of 128 along x with doorways of 32 by 64 through the 16 units between them.
fn rooms(count: u32) -> Vec<Brush> {
    let far = f64::from(count) * 144.0 - 16.0;
    let mut brushes = shell(10, [0.0; 3], [far, 128.0, 128.0], "wall");
    for wall in 1..count {
        let x = f64::from(wall) * 144.0 - 16.0;
        brushes.push(block(100 * wall, [x, 0.0, 64.0], [x + 16.0, 128.0, 128.0], "wall"));
        brushes.push(block(100 * wall + 20, [x, 0.0, 0.0], [x + 16.0, 48.0, 64.0], "wall"));
        brushes.push(block(100 * wall + 40, [x, 80.0, 0.0], [x + 16.0, 128.0, 64.0], "wall"));
    }
    brushes
}

/// A brush that fills the middle of doorway `wall`.
fn plug(id: u32, wall: u32, material: &str) -> Brush {
    let x = f64::from(wall) * 144.0 - 12.0;
    block(id, [x, 48.0, 0.0], [x + 8.0, 80.0, 64.0], material)
}

#[test]
fn a_hint_plane_becomes_a_node_and_portals_lie_on_it() {
    let hints: [Brush; 4] = [
        painted(block(40, [96.0, 0.0, 0.0], [160.0, 128.0, 128.0], "skip"), 0, "hint"),
        painted(block(40, [96.0, 0.0, 0.0], [160.0, 128.0, 128.0], "common/skip"), 0, "common/hint"),
        painted(block(40, [96.0, 0.0, 0.0], [160.0, 128.0, 128.0], "TOOLS/TOOLSSKIP"), 0, "TOOLS/TOOLSHINT"),
        {
            let mut brush = with_sides(block(40, [96.0, 0.0, 0.0], [160.0, 128.0, 128.0], "e1u1/x"), |side| {
                side.surface_flags = 0x200;
            });
            brush.sides[0].surface_flags = 0x100;
            brush
        },
    ];
    for hint in hints {
        let mut brushes = shell(10, [0.0; 3], [256.0, 128.0, 128.0], "wall");
        brushes.push(hint);
        let output = compiled(&map(brushes, vec![start("32 32 64")]));
        let bsp = &output.bsp;
        let on_hint = |plane: u32| {
            let plane = &bsp.planes[plane as usize];
            plane.axis == 0 && (plane.dist * plane.normal[0]) == 96.0
        };
        assert!(bsp.nodes.iter().any(|node| on_hint(node.plane)));
        let portals = output.portals.as_ref().unwrap();
        assert_eq!((output.statistics.clusters, portals.portals.len(), output.statistics.faces), (2, 1, 6));
        assert!(portals.portals[0].points.iter().all(|point| point.x == 96.0));
        assert_eq!(leaf_at(bsp, [128.0, 64.0, 64.0]).contents, 0, "a hint brush fills nothing");
    }
}

#[test]
fn a_brush_of_nothing_but_skip_is_not_there_and_quakes_skip_is_a_hidden_solid() {
    let middle = |material: &str, flags: u32| {
        let mut brushes = shell(10, [0.0; 3], [256.0; 3], "wall");
        let pillar = block(40, [96.0, 96.0, 0.0], [160.0, 160.0, 256.0], material);
        brushes.push(with_sides(pillar, |side| side.surface_flags = flags));
        let output = compiled(&map(brushes, vec![start("32 32 64")]));
        let contents = Contents::from_bits_retain(leaf_at(&output.bsp, [128.0; 3]).contents);
        (contents, output.statistics.faces)
    };
    for (material, flags) in [("tools/skip", 0), ("common/skip", 0), ("tools/toolsskip", 0), ("e1u1/x", 0x200)] {
        assert_eq!(middle(material, flags), (Contents::empty(), 6), "{material} {flags:#x}");
    }
    // The pillar stands through floor and ceiling, which it cuts.
    assert_eq!(middle("skip", 0).0, Contents::SOLID);
    assert!(middle("skip", 0).1 > 6);
}

#[test]
fn a_single_skipped_side_is_not_drawn_and_the_water_stays() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    let mut water = block(40, [0.0; 3], [128.0, 128.0, 32.0], "*water1");
    water.sides[5].surface_flags = 0x200;
    brushes.push(water);
    let output = compiled(&map(brushes, vec![start("64 64 64")]));
    assert_eq!(leaf_at(&output.bsp, [64.0, 64.0, 16.0]).contents, Contents::WATER.bits());
    let area: f64 = output.bsp.faces.iter().map(|face| f64::from(face.area)).sum();
    assert_eq!(area, 6.0 * 128.0 * 128.0, "the surface is not drawn");
}

#[test]
fn area_portals_separate_areas_and_know_who_opens_them() {
    let portal = |id: u32, name: &str, wall: u32| {
        entity(id, &[("classname", "func_areaportal"), ("targetname", name)], vec![plug(id + 1, wall, "e1u1/trigger")])
    };
    let door = entity(
        80,
        &[("classname", "func_door"), ("target", "first")],
        vec![block(81, [144.0, 48.0, 0.0], [146.0, 80.0, 64.0], "door")],
    );
    let map = map(rooms(3), vec![start("64 64 64"), portal(60, "first", 1), portal(70, "second", 2), door]);
    let output = compiled(&map);
    let bsp = &output.bsp;
    assert_eq!((output.statistics.areas, output.statistics.area_portals), (3, 2));
    let [first, second, third] = [64.0, 208.0, 352.0].map(|x| leaf_at(bsp, [x, 64.0, 64.0]).area);
    let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
    assert_eq!(first + second + third, 6, "each of 1, 2, 3 once: {first} {second} {third}");
    assert_eq!(bsp.area_portals[0].areas, pair(first, second));
    assert_eq!(bsp.area_portals[1].areas, pair(second, third));
    let within = leaf_at(bsp, [136.0, 64.0, 32.0]);
    assert_eq!((within.contents, within.area), (Contents::AREA_PORTAL.bits(), first.min(second)));
    assert_eq!(bsp.area_portals.iter().map(|portal| portal.model).collect::<Vec<_>>(), [1, NONE]);
    // The entity is still there, and both name each other.
    let entities = parse_entities(&bsp.entities).unwrap();
    for (number, portal) in bsp.area_portals.iter().enumerate() {
        let entity = &entities[portal.entity as usize];
        assert_eq!((entity.class_name(), entity.get("areaportal")), ("func_areaportal", Some(&*number.to_string())));
    }
    // Painted like a trigger, it is air all the same, and nothing of it is drawn.
    assert!(output.diagnostics.is_empty(), "{:?}", output.diagnostics);
    let plain = compiled(&made::map(rooms(3), vec![start("64 64 64")]));
    assert_eq!(plain.statistics.areas, 1);
    let world =
        |bsp: &Bsp| bsp.faces[..bsp.models[0].face_count as usize].iter().map(|f| f64::from(f.area)).sum::<f64>();
    assert_eq!(world(bsp), world(&plain.bsp));
}

#[test]
fn an_area_portal_drawn_as_a_brush_is_opened_by_the_mover_that_touches_it() {
    let mut brushes = rooms(2);
    brushes.push(plug(60, 1, "textures/common/areaportal"));
    let door =
        entity(80, &[("classname", "func_door")], vec![block(81, [140.0, 48.0, 0.0], [144.0, 80.0, 64.0], "door")]);
    let trigger = entity(
        90,
        &[("classname", "trigger_multiple")],
        vec![block(91, [120.0, 48.0, 0.0], [150.0, 80.0, 64.0], "tools/trigger")],
    );
    let bsp = compiled(&map(brushes, vec![start("64 64 64"), trigger, door])).bsp;
    assert_eq!((bsp.area_portals.len(), bsp.area_portals[0].areas), (1, [1, 2]));
    assert_eq!((bsp.area_portals[0].entity, bsp.area_portals[0].model), (NONE, 2));
}

#[test]
fn an_area_portal_that_leaks_into_itself_is_told_and_stays_open() {
    let short = block(60, [132.0, 48.0, 0.0], [140.0, 80.0, 56.0], "tools/areaportal");
    let output = compiled(&map(rooms(2).into_iter().chain([short]).collect(), vec![start("64 64 64")]));
    assert_eq!(output.diagnostics.count_of(codes::AREA_PORTAL_LEAKS), 1);
    assert_eq!((output.statistics.areas, output.statistics.area_portals), (1, 0));
    // One that stands in the middle of a wall touches nothing.
    let buried = block(60, [132.0, 8.0, 80.0], [140.0, 16.0, 90.0], "tools/areaportal");
    let output = compiled(&map(rooms(2).into_iter().chain([buried]).collect(), vec![start("64 64 64")]));
    assert_eq!(output.diagnostics.count_of(codes::AREA_PORTAL_LEAKS), 1);
}

#[test]
fn an_area_portal_between_three_areas_is_told_and_joins_them() {
    // One entity across two doorways: it touches all three rooms.
    let both = entity(
        60,
        &[("classname", "func_areaportal")],
        vec![plug(61, 1, "tools/areaportal"), plug(62, 2, "tools/areaportal")],
    );
    let output = compiled(&map(rooms(3), vec![start("64 64 64"), both]));
    assert_eq!(output.diagnostics.count_of(codes::AREA_PORTAL_TOUCHES), 1);
    assert_eq!((output.statistics.areas, output.statistics.area_portals), (1, 0));
    assert!(!output.bsp.entities.contains("\"areaportal\""));
}

#[test]
fn waters_are_numbered_with_their_surfaces() {
    let mut brushes = rooms(3);
    // One pool in two brushes through the first doorway, another in the last room, lava beside it.
    brushes.push(block(40, [0.0; 3], [100.0, 128.0, 24.0], "*water1"));
    brushes.push(block(41, [100.0, 0.0, 0.0], [272.0, 128.0, 24.0], "*water1"));
    brushes.push(block(42, [290.0, 0.0, 0.0], [340.0, 128.0, 40.0], "*water1"));
    brushes.push(block(43, [340.0, 0.0, 0.0], [416.0, 128.0, 16.0], "*lava1"));
    let pond = entity(
        50,
        &[("classname", "func_water")],
        vec![block(51, [300.0, 20.0, 90.0], [320.0, 40.0, 100.0], "*water1")],
    );
    let output = compiled(&map(brushes, vec![start("64 64 64"), pond]));
    let bsp = &output.bsp;
    let waters: Vec<_> = bsp.waters.iter().map(|water| (water.model, water.contents, water.surface)).collect();
    let (water, lava) = (Contents::WATER.bits(), Contents::LAVA.bits());
    let mut sorted = waters.clone();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(sorted, [(0, water, 24.0), (0, water, 40.0), (0, lava, 16.0), (1, water, 100.0)]);
    let at = |point| leaf_at(bsp, point).water;
    assert!(at([50.0, 64.0, 8.0]) == at([200.0, 64.0, 8.0]) && at([50.0, 64.0, 8.0]) != 0);
    assert_eq!(bsp.waters[at([50.0, 64.0, 8.0]) as usize - 1].maxs, [272.0, 128.0, 24.0]);
    assert_eq!(waters[at([310.0, 64.0, 8.0]) as usize - 1].2, 40.0);
    assert_eq!(at([64.0, 64.0, 64.0]), 0);
}

fn floor_area(bsp: &Bsp, wanted: impl Fn(&WalkPolygonRecord) -> bool) -> f64 {
    let area = |floor: &WalkPolygonRecord| {
        let points = &bsp.walk_points[floor.first_point as usize..][..floor.point_count as usize];
        let fan = points.windows(2).map(|pair| (pair[0] - points[0]).cross(pair[1] - points[0]).as_dvec3());
        fan.sum::<DVec3>().length() * 0.5
    };
    bsp.walk_polygons.iter().filter(|floor| wanted(floor)).map(area).sum()
}

#[test]
fn floors_join_over_textures_steps_and_around_detail() {
    let mut brushes = shell(10, [0.0; 3], [256.0, 128.0, 128.0], "wall");
    brushes.remove(4); // the floor, laid anew in three textures
    brushes.push(block(40, [-16.0, -16.0, -16.0], [100.0, 144.0, 0.0], "stone"));
    brushes.push(block(41, [100.0, -16.0, -16.0], [200.0, 144.0, 0.0], "wood"));
    brushes.push(block(42, [200.0, -16.0, -16.0], [272.0, 144.0, 16.0], "step"));
    brushes.push(Brush { detail: true, ..block(43, [16.0, 16.0, 0.0], [48.0, 48.0, 64.0], "crate") });
    let output = compiled(&map(brushes, vec![start("128 100 64")]));
    let bsp = &output.bsp;
    let low = |floor: &WalkPolygonRecord| floor.dist == 0.0;
    assert_eq!(floor_area(bsp, low), 200.0 * 128.0 - 32.0 * 32.0, "the crate stands on it");
    assert_eq!(floor_area(bsp, |floor| floor.dist == 16.0), 56.0 * 128.0);
    assert_eq!(floor_area(bsp, |floor| floor.dist == 64.0), 32.0 * 32.0, "the top of the crate");
    // From anywhere on the floor to the step, and not onto the crate.
    let reached = reached_from(bsp, bsp.walk_polygons.iter().position(low).unwrap());
    let of = |dist: f32| bsp.walk_polygons.iter().enumerate().filter(move |(_, floor)| floor.dist == dist);
    assert!(of(0.0).chain(of(16.0)).all(|(number, _)| reached.contains(&number)));
    assert!(of(64.0).all(|(number, _)| !reached.contains(&number)));
    assert!(
        bsp.walk_links.iter().any(|link| link.rise == 16.0) && bsp.walk_links.iter().any(|link| link.rise == -16.0)
    );
    // Four pieces around the crate at most, one step, one top.
    assert!(bsp.walk_polygons.len() <= 6, "{}", bsp.walk_polygons.len());
}

#[test]
fn walk_rules_mark_add_and_are_checked() {
    let rule = |rule: &'static str| {
        let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
        brushes.push(with_sides(block(40, [32.0, 32.0, 0.0], [64.0, 64.0, 8.0], "tools/nodraw"), |side| {
            side.walk_rule = rule.to_owned();
        }));
        compiled(&map(brushes, vec![start("100 100 64")]))
    };
    let marked = |output: &Output, rule: WalkRule| floor_area(&output.bsp, |floor| floor.rule == rule as u32);
    assert_eq!(marked(&rule("always"), WalkRule::Always), 32.0 * 32.0);
    // What is not drawn is no floor unless its rule says so.
    assert_eq!(floor_area(&rule("allow").bsp, |_| true), 128.0 * 128.0 - 32.0 * 32.0);
    assert_eq!(
        WalkRule::ALL.map(WalkRule::name),
        kerosene_map::WALK_RULES,
        "maps and compiled maps know the same rules"
    );
    assert_eq!(rule("sometimes").diagnostics.count_of(codes::BAD_WALK_RULE), 6);

    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes[4] = with_sides(brushes[4].clone(), |side| side.walk_rule = "deny".to_owned());
    let denied = compiled(&map(brushes, vec![start("100 100 64")]));
    assert_eq!(marked(&denied, WalkRule::Deny), 128.0 * 128.0);
}

#[test]
fn neither_sky_nor_water_nor_a_steep_slope_is_floor_and_a_lift_has_its_own() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes[4] = block(14, [-16.0, -16.0, -16.0], [144.0, 144.0, 0.0], "sky1");
    brushes.push(block(40, [0.0; 3], [128.0, 128.0, 16.0], "*water1"));
    let lift =
        entity(50, &[("classname", "func_plat")], vec![block(51, [32.0, 32.0, 0.0], [64.0, 64.0, 40.0], "lift")]);
    let bsp = compiled(&map(brushes, vec![start("100 100 64"), lift])).bsp;
    assert_eq!(floor_area(&bsp, |floor| floor.model == 0), 0.0);
    assert_eq!(floor_area(&bsp, |floor| floor.model == 1), 32.0 * 32.0);
}

#[test]
fn streamed_visgroups_are_sections() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    let editor = EditorData { visgroups: vec![7], ..EditorData::default() };
    brushes.push(Brush { editor, ..block(40, [32.0, 32.0, 0.0], [64.0, 64.0, 32.0], "wall") });
    brushes.push(Brush { section: "attic".to_owned(), ..block(41, [64.0, 32.0, 0.0], [96.0, 64.0, 32.0], "wall") });
    let visgroups = vec![VisGroup { id: 7, name: "cellar".to_owned(), stream: true, ..VisGroup::default() }];
    let map = Map { visgroups, ..map(brushes, vec![start("100 100 64")]) };
    let output = compiled(&map);
    let file = BspFile::from_bytes(output.bsp.write_to(WriteOptions::default()).unwrap()).unwrap();
    let names = [0, 1, 2, 3].map(|section| file.section_name(section));
    assert_eq!(names, [Some(""), Some("cellar"), Some("attic"), None]);
    assert_eq!((file.sections()[1].mins, file.sections()[2].maxs), ([32.0, 32.0, 0.0], [96.0, 64.0, 32.0]));
    let tagged = |section: u32| file.faces().iter().filter(move |face| face.section == section);
    let area = |section: u32| tagged(section).map(|face| f64::from(face.area)).sum::<f64>();
    // Two crates side by side: their tops and fronts are coplanar and alike, and stay apart.
    assert_eq!((area(1), area(2)), (4.0 * 1024.0, 4.0 * 1024.0));
    assert_eq!(file.brushes().iter().filter(|brush| brush.section == 1).count(), 1);
    assert_eq!(floor_area(&output.bsp, |floor| floor.section == 2), 1024.0);
}

#[test]
fn faces_of_equal_texturing_join_across_brushes_and_conserve_their_area() {
    let mut brushes = rooms(2);
    for step in 0..4 {
        let x = f64::from(step) * 16.0 + 160.0;
        brushes.push(block(300 + 10 * step, [x, 32.0, 0.0], [x + 16.0, 64.0, 32.0], "crate"));
    }
    let map = map(brushes, vec![start("64 64 64")]);
    let merged = compiled(&map);
    let apart = compiled_with(&map, &Options { no_merge: true, ..Options::default() });
    let area = |output: &Output| output.bsp.faces.iter().map(|face| f64::from(face.area)).sum::<f64>();
    assert_eq!(area(&merged), area(&apart));
    assert!(merged.statistics.faces < apart.statistics.faces);
    let crates = |output: &Output| {
        let named = |face: &&kerosene_bsp::records::FaceRecord| {
            let data = output.bsp.texinfos[face.texinfo as usize].texdata;
            output.bsp.strings[output.bsp.texdata[data as usize].name as usize..].starts_with(b"crate\0")
        };
        output.bsp.faces.iter().filter(named).count()
    };
    assert_eq!((crates(&merged), crates(&apart)), (5, 14));
}

#[test]
fn a_liquid_surface_is_in_the_leaves_on_both_its_sides() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.push(block(40, [0.0; 3], [128.0, 128.0, 32.0], "*water1"));
    let bsp = compiled(&map(brushes, vec![start("64 64 64")])).bsp;
    let surface = bsp.faces.iter().position(|face| bsp.planes[face.plane as usize].dist.abs() == 32.0).unwrap() as u32;
    for point in [[64.0, 64.0, 16.0], [64.0, 64.0, 64.0]] {
        let leaf = leaf_at(&bsp, point);
        let faces = &bsp.leaf_faces[leaf.first_face as usize..][..leaf.face_count as usize];
        assert!(faces.contains(&surface), "seen from {point:?}");
    }
}

#[test]
fn detail_inside_solid_leaves_no_face() {
    let mut brushes = shell(10, [0.0; 3], [128.0; 3], "wall");
    brushes.push(block(40, [32.0, 32.0, 0.0], [64.0, 64.0, 64.0], "pillar"));
    let plain = compiled(&map(brushes.clone(), vec![start("100 100 64")])).statistics;
    brushes.push(Brush { detail: true, ..block(41, [40.0, 40.0, 8.0], [56.0, 56.0, 64.0], "core") });
    brushes.push(Brush { detail: true, ..block(42, [-8.0, 40.0, 8.0], [0.0, 56.0, 64.0], "in the wall") });
    let with_detail = compiled(&map(brushes, vec![start("100 100 64")])).statistics;
    assert_eq!((with_detail.faces, with_detail.brushes), (plain.faces, plain.brushes + 2));
}

#[test]
fn a_cordon_keeps_what_meets_it_and_seals_it() {
    let light = |id, origin| entity(id, &[("classname", "light"), ("origin", origin)], Vec::new());
    let door =
        entity(80, &[("classname", "func_door")], vec![block(81, [300.0, 48.0, 0.0], [310.0, 80.0, 64.0], "door")]);
    let relay = entity(85, &[("classname", "logic_relay"), ("origin", "400 64 64")], Vec::new());
    // The last room has no far wall: the whole map leaks.
    let mut brushes = rooms(3);
    brushes.remove(1);
    let mut whole = map(brushes, vec![start("64 64 64"), light(70, "64 64 100"), light(71, "350 64 100"), door, relay]);
    assert!(compiled(&whole).leak.is_some());

    let options = Options { cordon: Some([[200.0, 140.0, -8.0], [-8.0, -8.0, 140.0]]), ..Options::default() };
    let output = compiled_with(&whole, &options);
    assert!(output.statistics.sealed);
    assert_eq!(output.diagnostics.count_of(codes::CORDONED), 1);
    let cut = cut_to_cordon(&whole, &options).unwrap();
    assert_eq!((cut.solids, cut.entities), (4, 2), "three parts of the second wall and the door; the door and a light");
    assert!(output.bsp.entities.contains("logic_relay") && !output.bsp.entities.contains("func_door"));
    assert_eq!(output.bsp.models[0].maxs[0], 432.0, "the floor is kept whole");
    assert_eq!(leaf_at(&output.bsp, [190.0, 64.0, 64.0]).contents, 0);
    assert_eq!(leaf_at(&output.bsp, [208.0, 64.0, 64.0]).contents, Contents::SOLID.bits());

    let cordon = |active| Cordon { mins: DVec3::splat(-8.0), maxs: DVec3::new(200.0, 140.0, 140.0), active };
    whole.cordons = vec![cordon(false), cordon(true)];
    assert!(compiled(&whole).statistics.sealed, "an active cordon of the map counts");
    let all = compiled_with(&whole, &Options { no_cordon: true, ..Options::default() });
    assert!(all.leak.is_some() && all.diagnostics.count_of(codes::CORDONED) == 0);
    whole.cordons.truncate(1);
    assert!(compiled(&whole).leak.is_some(), "an inactive one does not");
}

#[test]
fn no_fill_and_leaks_keep_the_outside() {
    let closed = map(shell(10, [0.0; 3], [128.0; 3], "wall"), vec![start("64 64 64")]);
    let kept = compiled_with(&closed, &Options { no_fill: true, ..Options::default() });
    assert!(kept.leak.is_none() && !kept.statistics.sealed);
    let area = |output: &Output| output.bsp.faces.iter().map(|face| f64::from(face.area)).sum::<f64>();
    assert_eq!(area(&kept), 6.0 * 128.0 * 128.0 + 6.0 * 160.0 * 160.0);
    assert_eq!(leaf_at(&kept.bsp, [500.0; 3]).contents, 0);
    let mut open = closed.clone();
    open.entities[0].brushes.remove(5);
    for ignore_leaks in [false, true] {
        let leaking = compiled_with(&open, &Options { ignore_leaks, ..Options::default() });
        assert!(leaking.leak.is_some() && !leaking.statistics.sealed && leaking.portals.is_none());
        assert_eq!(leaking.statistics.areas, 0);
        assert!(area(&leaking) > 5.0 * 128.0 * 128.0 + 4.0 * 160.0 * 144.0, "the outside is still there");
    }
}
