//! Hammer files by other people read whole, and counted again without the reader.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::{corpus, files_below, without_lines};
use kerosene_diagnostics::{Severity, codes};
use kerosene_kv::{Block, Document, Lookup, ReadOptions as KvOptions};
use kerosene_map::{
    Imported, Mesh, NoIncludedFiles, ReadOptions, UnknownNode, read_kmap, read_with_includes, write_kmap,
};
use kerosene_math::DVec3;
use kerosene_math::deterministic::atan2;
use std::path::Path;

/// What a file holds, by nothing but the names of its blocks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    entities: usize,
    keys: usize,
    solids: usize,
    sides: usize,
    wires: usize,
    displacements: usize,
    carriers: usize,
    carried_sides: usize,
    groups: usize,
    cordons: usize,
}

fn count(document: &Document<'_>) -> Counts {
    let mut counts = Counts::default();
    for entity in document.blocks("world").chain(document.blocks("entity")) {
        counts.entities += 1;
        counts.keys += entity.pairs().count() - usize::from(entity.get("id").is_some());
        counts.groups += entity.blocks("group").count();
        counts.wires += entity.blocks("connections").map(|wires| wires.pairs().count()).sum::<usize>();
        for solid in entity.blocks("solid") {
            let sides = solid.blocks("side").count();
            let displacements = solid.blocks("side").filter(|side| side.block("dispinfo").is_some()).count();
            counts.solids += 1;
            counts.sides += sides;
            counts.displacements += displacements;
            counts.carriers += usize::from(displacements > 0);
            counts.carried_sides += if displacements > 0 { sides } else { 0 };
        }
    }
    let with_corners = |cordon: &&Block<'_>| cordon.get("mins").is_some();
    counts.cordons = document.blocks("cordon").filter(with_corners).count();
    counts
}

fn count_read(imported: &Imported) -> Counts {
    let map = &imported.map;
    let brushes = || map.entities.iter().flat_map(|entity| &entity.brushes);
    let statistics = &imported.statistics;
    let mut counts = Counts {
        entities: map.entities.len(),
        keys: map.entities.iter().map(|entity| entity.keys.len()).sum(),
        solids: brushes().count() + statistics.displaced_brushes,
        sides: brushes().map(|brush| brush.sides.len()).sum(),
        wires: map.entities.iter().map(|entity| entity.connections.len()).sum(),
        displacements: map.entities.iter().map(|entity| entity.meshes.len()).sum(),
        carriers: statistics.displaced_brushes,
        carried_sides: statistics.sides_beside_displacements + statistics.displacements,
        groups: map.groups.len(),
        cordons: map.cordons.len(),
    };
    counts.sides += counts.carried_sides;
    assert_eq!(
        (statistics.brushes, statistics.sides, statistics.wires, statistics.displacements),
        (counts.solids, counts.sides, counts.wires, counts.displacements)
    );
    counts
}

fn read(path: &Path, bytes: &[u8]) -> Imported {
    let name = path.file_name().unwrap().to_string_lossy();
    read_with_includes(&name, bytes, &ReadOptions::default(), &NoIncludedFiles)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Top-level blocks that no field of the model holds.
fn unknown_blocks(document: &Document<'_>) -> usize {
    let held = ["world", "entity", "visgroups", "cordon", "cordons"];
    let blocks = document.nodes.iter().filter_map(|node| match node {
        kerosene_kv::Node::Block(block) => Some(&*block.name),
        kerosene_kv::Node::Pair(_) => None,
    });
    blocks.filter(|name| !held.contains(name)).count()
}

#[test]
fn everything_in_every_file_is_in_the_map_or_counted_as_left_out() {
    let Some(corpus) = corpus() else { return };
    let paths = files_below(&corpus.join("vmf"), "vmf");
    assert!(paths.len() >= 33, "{} files", paths.len());
    let mut total = Counts::default();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::parse_bytes(&bytes, &KvOptions::verbatim()).unwrap();
        let (imported, expected) = (read(&path, &bytes), count(&document));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(count_read(&imported), expected, "{name}");
        let kept = imported.map.unknown.iter().filter(|node| matches!(node, UnknownNode::Block(..))).count();
        let cordons_active = document.block("cordons").map_or(0, |cordons| cordons.pairs().count());
        assert_eq!(kept, unknown_blocks(&document), "{name}");
        assert!(cordons_active <= 1, "{name}");
        for told in &imported.diagnostics {
            assert!(told.severity != Severity::Error, "{name}: {told:?}");
            assert!([codes::DISPLACEMENT_CARRIER, codes::DUPLICATE_ID].contains(&told.code), "{name}: {told:?}");
        }
        eprintln!("{name}: {expected:?}, {} top-level blocks kept as they are", kept);
        total.solids += expected.solids;
        total.displacements += expected.displacements;
    }
    assert_eq!((total.solids, total.displacements), (3269, 50));
}

#[test]
fn what_was_read_survives_a_kmap() {
    let Some(corpus) = corpus() else { return };
    for name in ["godotvmf/displacement", "laurirasanen/dotf_test", "laurirasanen/jump_wallrun_b1", "novak/Arches"] {
        let path = corpus.join(format!("vmf/{name}.vmf"));
        let map = read(&path, &std::fs::read(&path).unwrap()).map;
        let text = write_kmap(&map).unwrap();
        let again = read_kmap("again.kmap", text.as_bytes(), &ReadOptions::default()).unwrap();
        assert!(again.diagnostics.is_empty(), "{name}: {:?}", again.diagnostics);
        let (before, after) = (without_lines(map), without_lines(again.map));
        assert_eq!(before.entities.len(), after.entities.len(), "{name}");
        for (before, after) in before.entities.iter().zip(&after.entities) {
            assert_eq!(before, after, "{name}");
        }
        assert!(before == after, "{name}");
    }
}

/// The meeting of three planes, by Cramer's rule.
fn meet(planes: [&(DVec3, f64); 3]) -> Option<DVec3> {
    let [(a, d), (b, e), (c, f)] = planes;
    let determinant = a.dot(b.cross(*c));
    (determinant.abs() > 1e-9).then(|| (b.cross(*c) * *d + c.cross(*a) * *e + a.cross(*b) * *f) / determinant)
}

fn points(text: &str) -> [DVec3; 3] {
    let numbers = text.replace(['(', ')'], " ");
    let numbers: Vec<f64> = numbers.split_whitespace().map(|word| word.parse().unwrap()).collect();
    [0, 3, 6].map(|at| DVec3::new(numbers[at], numbers[at + 1], numbers[at + 2]))
}

/// The corners of a face, clockwise from outside, by trying every pair of other planes.
fn corners(solid: &Block<'_>, side: &Block<'_>) -> Vec<DVec3> {
    let plane = |side: &Block<'_>| {
        let [a, b, c] = points(side.get("plane").unwrap());
        let normal = (a - b).cross(c - b).normalize();
        (normal, normal.dot(a))
    };
    let (own, all): (_, Vec<_>) = (plane(side), solid.blocks("side").map(plane).collect());
    let mut found: Vec<DVec3> = Vec::new();
    for (at, first) in all.iter().enumerate() {
        for second in &all[at + 1..] {
            let Some(corner) = meet([&own, first, second]) else { continue };
            let inside = all.iter().all(|(normal, dist)| normal.dot(corner) < dist + 0.001);
            if inside && found.iter().all(|known| known.distance(corner) > 0.001) {
                found.push(corner);
            }
        }
    }
    let centre = found.iter().sum::<DVec3>() / found.len() as f64;
    let right = (found[0] - centre).normalize();
    let up = own.0.cross(right);
    let angle = |corner: &DVec3| -atan2((*corner - centre).dot(up), (*corner - centre).dot(right));
    found.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    found
}

fn numbers(block: &Block<'_>, name: &str, row: usize) -> Vec<f64> {
    let rows = block.block(name).unwrap();
    rows.get(&format!("row{row}")).unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Every vertex of a displacement as the format says, corner by corner.
fn naive_displacement(solid: &Block<'_>, side: &Block<'_>) -> Vec<DVec3> {
    let info = side.block("dispinfo").unwrap();
    let width = (1 << info.get("power").unwrap().parse::<usize>().unwrap()) + 1;
    let start = info.get("startposition").unwrap().replace(['[', ']'], " ");
    let start: Vec<f64> = start.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let start = DVec3::new(start[0], start[1], start[2]);
    let mut corners = corners(solid, side);
    assert_eq!(corners.len(), 4);
    let nearest = (0..4).min_by(|a, b| corners[*a].distance(start).total_cmp(&corners[*b].distance(start))).unwrap();
    corners.rotate_left(nearest);
    let [a, b, c] = points(side.get("plane").unwrap());
    let lift = (a - b).cross(c - b).normalize() * info.get("elevation").unwrap().parse::<f64>().unwrap();
    let mut vertices = Vec::new();
    for row in 0..width {
        let (normals, offsets) = (numbers(info, "normals", row), numbers(info, "offsets", row));
        let distances = numbers(info, "distances", row);
        for column in 0..width {
            let (u, v) = (column as f64 / (width - 1) as f64, row as f64 / (width - 1) as f64);
            let flat = corners[0] * (1.0 - u) * (1.0 - v)
                + corners[3] * u * (1.0 - v)
                + corners[1] * (1.0 - u) * v
                + corners[2] * u * v;
            let vector = |of: &[f64]| DVec3::new(of[3 * column], of[3 * column + 1], of[3 * column + 2]);
            vertices.push(flat + vector(&normals) * distances[column] + vector(&offsets) + lift);
        }
    }
    vertices
}

/// Indices of vertices on the edges of a grid.
fn border(mesh: &Mesh) -> Vec<DVec3> {
    let width = mesh.vertices.len().isqrt();
    let is_border = |at: &usize| [at / width, at % width].iter().any(|place| *place == 0 || *place == width - 1);
    (0..mesh.vertices.len()).filter(is_border).map(|at| mesh.vertices[at]).collect()
}

#[test]
fn displacements_stand_where_the_file_says_and_no_crack_opens_between_them() {
    let Some(corpus) = corpus() else { return };
    let (mut meshes, mut shared, mut moved) = (0, 0, 0.0_f64);
    for path in files_below(&corpus.join("vmf"), "vmf") {
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::parse_bytes(&bytes, &KvOptions::verbatim()).unwrap();
        let imported = read(&path, &bytes);
        let world = document.block("world").unwrap();
        let solids = world.blocks("solid");
        let displaced = solids.flat_map(|solid| solid.blocks("side").map(move |side| (solid, side)));
        let displaced: Vec<_> = displaced.filter(|(_, side)| side.block("dispinfo").is_some()).collect();
        let read = &imported.map.entities[0].meshes;
        assert_eq!(read.len(), displaced.len(), "{}", path.display());
        for (mesh, (solid, side)) in read.iter().zip(displaced) {
            let expected = naive_displacement(solid, side);
            assert_eq!(mesh.vertices.len(), expected.len());
            for (vertex, expected) in mesh.vertices.iter().zip(expected) {
                moved = moved.max(vertex.distance(expected));
            }
            assert_eq!(mesh.faces.len(), 2 * (mesh.vertices.len().isqrt() - 1).pow(2));
            assert_eq!(mesh.alphas.len(), mesh.vertices.len());
            assert!(mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-9));
            meshes += 1;
        }
        for (at, first) in read.iter().enumerate() {
            for second in &read[at + 1..] {
                for (a, b) in border(first).iter().flat_map(|a| border(second).into_iter().map(move |b| (*a, b))) {
                    let near = a.distance(b) < 0.02;
                    assert!(!near || a == b, "{}: a crack between {a} and {b}", path.display());
                    shared += usize::from(near);
                }
            }
        }
    }
    eprintln!("{meshes} displacements, {shared} shared border vertices, moved at most {moved} units");
    assert_eq!(meshes, 50);
    assert!(shared > 50, "{shared} shared border vertices");
    assert!(moved < 0.051, "{moved}");
}
