//! Sections, areas, waters and floors in a file: what is written is read, and what is damaged is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::records::{
    AreaPortalRecord, AreaRecord, NONE, SectionRecord, WalkLinkRecord, WalkPolygonRecord, WaterRecord,
};
use kerosene_bsp::sample::room;
use kerosene_bsp::{AreaConnections, Bsp, Contents, WalkRule};
use kerosene_math::Vec3;

/// A room with one of everything: two sections, two areas with a portal, a water, two squares of floor side by side.
fn furnished() -> Bsp {
    let mut map = room();
    let name = map.strings.len() as u32;
    map.strings.extend(b"\0cellar\0");
    let (mins, maxs) = ([0.0; 3], [64.0; 3]);
    map.sections = vec![SectionRecord { name, mins, maxs }, SectionRecord { name: name + 1, mins, maxs }];
    map.faces[0].section = 1;
    map.brushes[0].section = 1;
    map.areas = vec![AreaRecord { leaf_count: 1, mins, maxs }; 3];
    map.area_portals = vec![AreaPortalRecord { areas: [1, 2], entity: NONE, model: NONE, mins, maxs }];
    map.waters = vec![WaterRecord { model: 0, contents: Contents::WATER.bits(), surface: 32.0, mins, maxs }];
    map.leaves[1].area = 2;
    map.leaves[1].water = 1;
    let square = |x: f32| [(0.0, 0.0), (0.0, 64.0), (64.0, 64.0), (64.0, 0.0)].map(|(u, v)| Vec3::new(x + u, v, 0.0));
    let polygon = |number: u32, rule: WalkRule| WalkPolygonRecord {
        model: 0,
        rule: rule as u32,
        section: number,
        first_point: number * 4,
        point_count: 4,
        first_link: number,
        link_count: 1,
        normal: [0.0, 0.0, 1.0],
        dist: 0.0,
        mins,
        maxs,
    };
    map.walk_polygons = vec![polygon(0, WalkRule::Allow), polygon(1, WalkRule::Avoid)];
    map.walk_points = square(0.0).into_iter().chain(square(64.0)).collect();
    let link = |polygon: u32, edge: u32, from: f32, to: f32| WalkLinkRecord {
        polygon,
        back: polygon,
        edge,
        from: [64.0, from, 0.0],
        to: [64.0, to, 0.0],
        rise: 0.0,
    };
    map.walk_links = vec![link(1, 2, 64.0, 0.0), link(0, 0, 0.0, 64.0)];
    map
}

#[test]
fn what_is_written_is_read() {
    let map = furnished();
    let file = map.to_file().unwrap();
    assert_eq!(Bsp::from_file(&file), map);
    assert_eq!((file.section_name(0), file.section_name(1), file.section_name(2)), (Some(""), Some("cellar"), None));
    assert_eq!(WalkRule::from_number(file.walk_polygons()[1].rule), Some(WalkRule::Avoid));
}

#[test]
fn every_index_and_number_is_checked() {
    type Case = (&'static str, fn(&mut Bsp));
    let cases: [Case; 27] = [
        ("\"sections\", record 1: name", |map| map.sections[1].name = 1 << 20),
        ("\"sections\", record 1: mins", |map| map.sections[1].mins[2] = f32::NAN),
        ("\"faces\", record 0: section", |map| map.faces[0].section = 2),
        ("\"brushes\", record 0: section", |map| map.brushes[0].section = 2),
        ("\"areas\", record 2: maxs", |map| map.areas[2].maxs[0] = f32::INFINITY),
        ("\"area_portals\", record 0: areas", |map| map.area_portals[0].areas = [1, 3]),
        ("\"area_portals\", record 0: areas", |map| map.area_portals[0].areas = [0, 2]),
        ("\"area_portals\", record 0: areas", |map| map.area_portals[0].areas = [2, 2]),
        ("\"area_portals\", record 0: model", |map| map.area_portals[0].model = 1),
        ("\"leaves\", record 1: area", |map| map.leaves[1].area = 3),
        ("\"leaves\", record 1: water", |map| map.leaves[1].water = 2),
        ("\"waters\", record 0: model", |map| map.waters[0].model = 1),
        ("\"waters\", record 0: surface", |map| map.waters[0].surface = f32::NAN),
        ("\"walk_points\", record 7: position", |map| map.walk_points[7].x = f32::INFINITY),
        ("\"walk_polygons\", record 1: model", |map| map.walk_polygons[1].model = 9),
        ("\"walk_polygons\", record 1: section", |map| map.walk_polygons[1].section = 2),
        ("\"walk_polygons\", record 0: rule", |map| map.walk_polygons[0].rule = 4),
        ("\"walk_polygons\", record 0: point_count", |map| map.walk_polygons[0].point_count = 2),
        ("\"walk_polygons\", record 1: points", |map| map.walk_polygons[1].first_point = u32::MAX),
        ("\"walk_polygons\", record 1: links", |map| map.walk_polygons[1].link_count = 2),
        ("\"walk_polygons\", record 0: normal", |map| map.walk_polygons[0].normal = [0.0; 3]),
        ("\"walk_polygons\", record 0: dist", |map| map.walk_polygons[0].dist = f32::NAN),
        ("\"walk_links\", record 0: polygon", |map| map.walk_links[0].polygon = 2),
        ("\"walk_links\", record 0: edge", |map| map.walk_links[0].edge = 4),
        ("\"walk_links\", record 0: back", |map| map.walk_links[0].back = 0),
        ("\"walk_links\", record 1: from", |map| map.walk_links[1].from[0] = f32::NAN),
        ("\"walk_links\", record 1: owner", |map| map.walk_polygons[1].link_count = 0),
    ];
    for (index, (expected, change)) in cases.into_iter().enumerate() {
        let mut map = furnished();
        change(&mut map);
        let message = map.to_file().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains(expected), "case {index}: `{message}`, expected {expected}");
    }
}

#[test]
fn a_polygon_is_no_neighbour_of_itself() {
    let mut map = furnished();
    map.walk_polygons.truncate(1);
    map.walk_points.truncate(4);
    map.walk_links.truncate(1);
    (map.walk_links[0].polygon, map.walk_links[0].back) = (0, 0);
    assert!(map.to_file().unwrap_err().to_string().contains("another one of the same model"));
}

#[test]
fn areas_are_connected_as_a_naive_search_says() {
    let area = AreaRecord { leaf_count: 1, mins: [0.0; 3], maxs: [0.0; 3] };
    let portal = |a: u32, b: u32| AreaPortalRecord {
        areas: [a.min(b), a.max(b)],
        entity: NONE,
        model: NONE,
        mins: [0.0; 3],
        maxs: [0.0; 3],
    };
    let portals = [portal(1, 2), portal(6, 2), portal(3, 4), portal(4, 5), portal(5, 6), portal(3, 5)];
    let mut connections = AreaConnections::default();
    for open in 0..1usize << portals.len() {
        connections.update(&[area; 7], &portals, |portal| open >> portal & 1 == 1);
        for from in 1..7u32 {
            let mut reached = vec![from];
            for place in 0.. {
                let Some(&at) = reached.get(place) else { break };
                let through = portals.iter().enumerate().filter(|(number, _)| open >> number & 1 == 1);
                for (_, portal) in through {
                    let [a, b] = portal.areas;
                    let next = if a == at { b } else { a };
                    if (a == at || b == at) && !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
            for to in 1..7 {
                assert_eq!(connections.connected(from, to), reached.contains(&to), "{from} to {to}, open {open:b}");
            }
        }
    }
    assert!(!connections.connected(1, 99) && !connections.connected(0, 1));
}
