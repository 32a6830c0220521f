//! Real maps by other people read whole.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::{corpus, files_below};
use kerosene_diagnostics::{Severity, codes};
use kerosene_map::{Brush, Imported, ReadOptions, read_map};
use kerosene_math::DVec3;
use std::path::Path;

fn read(path: &Path) -> Imported {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    read_map(&name, &bytes, &ReadOptions::default()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn counts(imported: &Imported) -> (usize, usize) {
    let brushes = || imported.map.entities.iter().flat_map(|entity| &entity.brushes);
    (brushes().count(), brushes().map(|brush| brush.sides.len()).sum())
}

/// Sides of a brush on the plane of an earlier one.
fn repeated_planes(brush: &Brush) -> usize {
    let planes: Vec<[f64; 4]> = brush.sides.iter().map(|side| plane(&side.points)).collect();
    let same = |a: &[f64; 4], b: &[f64; 4]| (0..3).all(|at| (a[at] - b[at]).abs() < 1e-5) && (a[3] - b[3]).abs() < 0.01;
    (0..planes.len()).filter(|&at| planes[..at].iter().any(|earlier| same(earlier, &planes[at]))).count()
}

fn plane(points: &[DVec3; 3]) -> [f64; 4] {
    let normal = (points[0] - points[1]).cross(points[2] - points[1]).normalize();
    [normal.x, normal.y, normal.z, normal.dot(points[0])]
}

/// Name, brushes, sides, as the peer compiler counts them.
const ID_MAPS: [(&str, usize, usize); 20] = [
    ("end", 362, 2147),
    ("e1m7", 471, 2768),
    ("dm6", 476, 2819),
    ("dm1", 517, 3080),
    ("dm4", 708, 4232),
    ("e1m8", 791, 4737),
    ("e4m6", 785, 4729),
    ("e3m2", 1132, 6742),
    ("e1m2", 1075, 6465),
    ("e1m3", 1144, 6912),
    ("e2m2", 1255, 7481),
    ("dm2", 1252, 7474),
    ("start", 1274, 7578),
    ("e1m1", 1257, 7523),
    ("e3m1", 1253, 7459),
    ("e2m6", 1244, 7431),
    ("e1m4", 1335, 8041),
    ("e2m1", 1607, 9590),
    ("e4m1", 1712, 10011),
    ("e3m5", 2012, 12004),
];

#[test]
fn quakes_own_maps_have_the_counts_that_the_peer_compiler_finds() {
    let Some(corpus) = corpus() else { return };
    for (name, brushes, sides) in ID_MAPS {
        let imported = read(&corpus.join(format!("quake/id/{name}.map")));
        let (brushes_read, sides_read) = counts(&imported);
        assert_eq!((imported.statistics.brushes, imported.statistics.sides), (brushes_read, sides_read), "{name}");
        // The peer compiler drops the second of two equal planes of a brush while reading.
        let repeated: usize =
            imported.map.entities.iter().flat_map(|entity| &entity.brushes).map(repeated_planes).sum();
        assert_eq!((brushes_read, sides_read - repeated), (brushes, sides), "{name}");
        assert!(imported.diagnostics.is_empty(), "{name}");
    }
}

/// Counts without any grammar, by the shape of lines.
fn lines_that_look_like_sides(path: &Path) -> usize {
    let text = String::from_utf8(std::fs::read(path).unwrap()).unwrap();
    let is_side = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().take(16).collect();
        let brackets = [(0, "("), (4, ")"), (5, "("), (9, ")"), (10, "("), (14, ")")];
        brackets.iter().all(|(at, bracket)| words.get(*at) == Some(bracket))
    };
    text.split(['\r', '\n']).filter(is_side).count()
}

#[test]
fn every_map_reads_and_only_fragments_lack_a_world() {
    let Some(corpus) = corpus() else { return };
    let paths = files_below(&corpus, "map");
    assert!(paths.len() > 150, "{} maps", paths.len());
    for path in paths {
        let imported = read(&path);
        assert_eq!(imported.map.entities[0].class_name().to_ascii_lowercase(), "worldspawn", "{}", path.display());
        assert_eq!(imported.statistics.dropped_brushes, 0, "{}", path.display());
        assert_eq!(counts(&imported).1, lines_that_look_like_sides(&path), "{}", path.display());
        let lacks_world = imported.diagnostics.iter().any(|diagnostic| diagnostic.code == codes::NO_WORLD);
        let fragment = ["curvetut-crash.map", "weirdcurvemerge.map"].iter().any(|name| path.ends_with(name));
        assert_eq!(lacks_world, fragment, "{}", path.display());
    }
}

#[test]
fn ids_are_unique_and_in_the_order_of_the_file() {
    let Some(corpus) = corpus() else { return };
    let imported = read(&corpus.join("valve220/spacehare/q30_junction.map"));
    let mut by_line: Vec<(u32, u32)> = Vec::new();
    for entity in &imported.map.entities {
        by_line.push((entity.line, entity.id));
        for brush in &entity.brushes {
            by_line.push((brush.line, brush.id));
            by_line.extend(brush.sides.iter().map(|side| (side.line, side.id)));
        }
    }
    by_line.sort_unstable();
    assert!(by_line.windows(2).all(|pair| pair[0].1 < pair[1].1));
    let mut containers: Vec<u32> = imported.map.groups.iter().map(|group| group.id).collect();
    containers.extend(imported.map.visgroups.iter().map(|visgroup| visgroup.id));
    assert!(!containers.is_empty());
    assert!(containers.iter().all(|id| by_line.iter().all(|(_, other)| other != id)));
}

#[test]
fn every_patch_and_primitive_of_the_text_is_read() {
    let Some(corpus) = corpus() else { return };
    let mut total = (0, 0);
    for path in files_below(&corpus.join("quake3"), "map") {
        let text = std::fs::read_to_string(&path).unwrap();
        let count = |word: &str| text.lines().filter(|line| line.trim() == word).count();
        let statistics = self::read(&path).statistics;
        let name = path.display();
        // Three patches of this one have all control points in a line.
        let without_area = if path.ends_with("stormkeep2.map") { 3 } else { 0 };
        assert_eq!((statistics.patches_not_read, statistics.primitives_not_read), (without_area, 0), "{name}");
        let read = (statistics.patches + without_area, statistics.primitives);
        assert_eq!(read, (count("patchDef2"), count("brushDef")), "{name}");
        eprintln!("{name}: {} patches, {} triangles", statistics.patches, statistics.patch_triangles);
        total = (total.0 + statistics.patches, total.1 + statistics.primitives);
    }
    assert_eq!(total, (720, 3_217));
}

#[test]
fn layers_and_groups_keep_every_brush_of_the_file() {
    let Some(corpus) = corpus() else { return };
    for (name, brushes, sides) in [
        ("mcj_rabbit", 1234, 7326),
        ("e1m1_rabbit", 815, 4882),
        ("sj2_rabbit", 3597, 21177),
        ("q30_junction", 2879, 17182),
    ] {
        let imported = read(&corpus.join(format!("valve220/spacehare/{name}.map")));
        assert_eq!(counts(&imported), (brushes, sides), "{name}");
        assert!(imported.statistics.groups > 0, "{name}");
        let mut left = imported.map.entities.iter().filter(|entity| entity.class_name() == "func_group");
        let says_how = |entity: &kerosene_map::Entity| {
            ["_mirrorinside", "_noclipfaces"].iter().any(|key| entity.get(key).is_some())
        };
        assert!(left.all(says_how), "{name}");
        let grouped = imported.map.entities[0].brushes.iter().filter(|brush| brush.editor.group.is_some()).count();
        assert!(grouped > 0, "{name}");
        let linked = imported.map.groups.iter().flat_map(|group| &group.unknown);
        let is_link = |node: &&kerosene_map::UnknownNode| format!("{node:?}").contains("_tb_linked_group_id");
        assert!(linked.filter(is_link).count() > 0, "{name}");
        assert!(imported.diagnostics.iter().all(|told| told.severity != Severity::Error), "{name}");
    }
}

#[test]
fn trenchbrooms_fixtures_read_as_their_names_say() {
    let Some(corpus) = corpus() else { return };
    let read = |name: &str| read(&corpus.join(format!("valve220/trenchbroom/{name}.map")));
    let mixed = read("mixedFormats");
    assert_eq!(counts(&mixed), (2, 12));
    let brushes = &mixed.map.entities[0].brushes;
    assert_eq!((brushes[0].sides[2].rotation, brushes[0].sides[0].u_axis.scale), (30.0, 0.866_025_4));
    assert_eq!(brushes[1].sides[0].u_axis.direction.to_array(), [0.0, -1.0, 0.0]);
    assert_eq!(counts(&read("valveFormatMapWithoutFormatTag")).0, 1);
    let fragment = read("curvetut-crash");
    assert_eq!(counts(&fragment), (72, 432));
    assert!(fragment.diagnostics.iter().any(|told| told.code == codes::LOOSE_BRUSHES));
    assert_eq!(read("hl").game.as_deref(), Some("Half-Life"));
}
