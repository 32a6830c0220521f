//! Real maps: joined faces conserve their area, bevels repeat no side, floors join, places are whole, and maps named for a
//! feature do what their name says.
//!
//! A sample runs by default. `KEROSENE_EVERY_MAP=1 cargo test --release -p cleave --test quality` takes every map that the
//! readers read.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use cleave::checks::{areas_and_waters_are_whole, bevels_repeat_no_side, floors_are_floors};
use cleave::{NoProgress, Options, Output, Request, compile};
use common::{corpus, maps_in, read, stem};
use kerosene_bsp::records::{LeafRecord, NONE};
use kerosene_bsp::{Bsp, BspFile, Contents, WriteOptions};
use kerosene_diagnostics::codes;
use kerosene_map::Map;
use kerosene_math::DVec3;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maps of the sample: of every game, with liquids, detail, slopes and off-grid brushes.
const SAMPLE: &[&str] = &[
    "quake/id/dm4.map",
    "quake/id/e1m1.map",
    "quake/ericw/base1-test.map",
    "valve220/spacehare/64u_rabbit.map",
    "valve220/nzp/hangar.map",
    "valve220/ericw/q1_mountain.map",
];
/// Folders of maps.
const FOLDERS: &[&str] = &[
    "quake/id",
    "quake/ericw",
    "valve220/ericw",
    "valve220/nzp",
    "valve220/spacehare",
    "quake3/nexuiz",
    "quake3/unvanquished",
];

/// Faces that the peer's compiler writes, by its own count (`BASELINE.md` beside the maps).
const PEER_FACES: &[(&str, usize)] = &[
    ("end", 3464),
    ("e1m7", 2175),
    ("dm6", 2875),
    ("dm1", 2697),
    ("dm4", 2534),
    ("e1m8", 4397),
    ("e4m6", 5296),
    ("e3m2", 4816),
    ("e1m2", 6589),
    ("e1m3", 6318),
    ("e2m2", 7603),
    ("dm2", 6167),
    ("start", 7319),
    ("e1m1", 6911),
    ("e3m1", 6966),
    ("e2m6", 6779),
    ("e1m4", 7695),
    ("e2m1", 7265),
    ("e4m1", 6902),
    ("e3m5", 8247),
    ("spoot_rabbit3", 2719),
    ("64u_rabbit", 2472),
    ("e1m1_rabbit", 4281),
    ("tcj_rabbit", 6456),
    ("mcj_rabbit", 5666),
    ("sm224_rabbit", 9841),
    ("bonk_rabbit2", 11828),
    ("scj_rabbit", 10120),
    ("q30_junction", 9194),
    ("sj2_rabbit", 23451),
    ("boxxer", 433),
    ("nzp_warehouse", 1786),
    ("4all", 1529),
    ("ndu", 2892),
    ("wahnsinn", 4538),
    ("lexi_overlook", 2766),
    ("hangar", 4045),
    ("nzp_xmas2", 8573),
    ("qbspfeatures", 669),
    ("light_general", 2627),
    ("q1_mountain", 6255),
    ("E1M1-edited-ents", 6911),
    ("base1-test", 9118),
    ("e3m4", 20800),
    ("final_rage", 8584),
    ("starship", 6097),
    ("accident", 54963),
];

fn compile_with(map: &Map, options: &Options) -> Output {
    compile(&Request { map, options, inputs: &[] }, &NoProgress).unwrap()
}

fn maps(corpus: &Path) -> Vec<PathBuf> {
    if std::env::var_os("KEROSENE_EVERY_MAP").is_some() {
        FOLDERS.iter().flat_map(|folder| maps_in(&corpus.join(folder))).collect()
    } else {
        SAMPLE.iter().map(|map| corpus.join(map)).collect()
    }
}

/// Area of the faces of each look: plane, texinfo, model.
fn areas(bsp: &Bsp) -> BTreeMap<(usize, u32, u32), f64> {
    let mut areas = BTreeMap::new();
    for (model, record) in bsp.models.iter().enumerate() {
        for face in &bsp.faces[record.first_face as usize..][..record.face_count as usize] {
            *areas.entry((model, face.plane, face.texinfo)).or_insert(0.0) += f64::from(face.area);
        }
    }
    areas
}

/// Everything that a compiled map is held to here, as far as it does not hold.
fn faults(name: &str, map: &Map) -> Vec<String> {
    let Ok(merged) = compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress) else {
        return Vec::new();
    };
    let apart = compile_with(map, &Options { no_merge: true, ..Options::default() });
    let mut faults = Vec::new();
    let (joined, alone) = (areas(&merged.bsp), areas(&apart.bsp));
    let total: f64 = alone.values().sum();
    let difference: f64 = alone.iter().map(|(look, area)| (area - joined.get(look).unwrap_or(&0.0)).abs()).sum();
    // Joining itself conserves areas to a millionth, which builds with assertions check polygon by polygon. Welding,
    // which comes after, moves corners that are off the grid, and other ones when there are fewer.
    let on_grid = merged.bsp.vertices.iter().all(|vertex| (*vertex * 8.0).fract() == kerosene_math::Vec3::ZERO);
    if difference > total * if on_grid { 1e-6 } else { 1e-4 } {
        faults.push(format!("{difference} of {total} square units differ"));
    }
    let peers = PEER_FACES.iter().find(|(peer, _)| *peer == name).map_or(usize::MAX, |(_, peers)| *peers);
    let faces = merged.statistics.faces;
    if faces > apart.statistics.faces || faces > peers {
        faults.push(format!("{faces} faces; {} before joining, the peer has {peers}", apart.statistics.faces));
    }
    let portals = merged.portals.as_ref();
    let checks = [
        bevels_repeat_no_side(&merged.bsp),
        floors_are_floors(&merged.bsp),
        portals.map_or(Ok(()), |portals| areas_and_waters_are_whole(&merged.bsp, portals)),
    ];
    faults.extend(checks.into_iter().filter_map(Result::err).map(|fault| fault.to_string()));
    let bytes = merged.bsp.write_to(WriteOptions::default()).unwrap();
    faults.extend(BspFile::from_bytes(bytes).err().map(|fault| fault.to_string()));
    faults
}

#[test]
fn joined_faces_conserve_their_area_and_are_no_more_than_the_peers() {
    let Some(corpus) = corpus() else { return };
    let mut all = Vec::new();
    for path in maps(&corpus) {
        all.extend(faults(&stem(&path), &read(&path)).into_iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
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

#[test]
fn area_portals_of_real_maps_separate_rooms() {
    let Some(corpus) = corpus() else { return };
    let compiled = |map: &str| compile_with(&read(&corpus.join(map)), &Options::default());
    let plain = compiled("valve220/ericw/q2_areaportals.map");
    let bsp = &plain.bsp;
    assert_eq!((plain.statistics.areas, plain.statistics.area_portals), (3, 2));
    let (room, next) = (leaf_at(bsp, [-88.0, -112.0, 120.0]), leaf_at(bsp, [128.0, -112.0, 120.0]));
    assert_eq!((room.contents, next.contents), (0, 0));
    let within = leaf_at(bsp, [32.0, -112.0, 120.0]);
    assert_eq!(within.contents, Contents::AREA_PORTAL.bits());
    let pair = [room.area.min(next.area), room.area.max(next.area)];
    assert!(pair[0] != pair[1] && bsp.area_portals.iter().any(|portal| portal.areas == pair));

    // Two portals one behind the other, and the door that opens both: the gap between them is an area of its own.
    let double = compiled("quake/ericw/q2_double_areaportal.map");
    assert_eq!((double.statistics.areas, double.statistics.area_portals), (3, 2));
    assert!(double.bsp.area_portals.iter().all(|portal| portal.model == 1 && portal.entity != NONE));

    // Detail in the doorway takes nothing from what the portal separates.
    let detail = compiled("valve220/ericw/q2_areaportal_with_detail.map");
    assert_eq!((detail.statistics.areas, detail.statistics.area_portals), (2, 1));
    for output in [plain, double, detail] {
        let told = [codes::AREA_PORTAL_LEAKS, codes::AREA_PORTAL_TOUCHES];
        assert!(told.into_iter().all(|code| output.diagnostics.count_of(code) == 0));
        assert!(output.statistics.sealed);
    }
}
