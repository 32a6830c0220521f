//! What Quake 3's maps have that Quake's do not: brush primitives and patches.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::{corpus, files_below, told};
use kerosene_diagnostics::codes;
use kerosene_map::{
    Imported, Mesh, Problem, ReadLimits, ReadOptions, TextureUnits, UnknownNode, read_kmap, read_map, write_kmap,
};
use kerosene_math::DVec3;
use std::collections::{BTreeMap, BTreeSet};

fn read_with(text: &str, options: &ReadOptions) -> Imported {
    read_map("test.map", text.as_bytes(), options).unwrap()
}

fn world(bodies: &str) -> Imported {
    read_with(&format!("{{\n\"classname\" \"worldspawn\"\n{bodies}}}\n"), &ReadOptions::default())
}

/// A patch of 3 x 3 points over the square from 0 to 64, whose middle is raised; seen from above.
fn patch(kind: &str, header: &str, raise: i32) -> String {
    let column = |x: i32| {
        let point = |y: i32| {
            let z = if x == 1 && y == 1 { raise } else { 0 };
            format!("( {} {} {z} {} {} )", x * 32, y * 32, f64::from(x) * 0.5, f64::from(y) * 2.0)
        };
        format!("( {} {} {} )", point(0), point(1), point(2))
    };
    let columns = [column(0), column(1), column(2)].join("\n");
    format!("{{\n{kind}\n{{\ncommon/curve\n( {header} )\n(\n{columns}\n)\n}}\n}}\n")
}

const PRIMITIVE: &str = "// brush 0\n{\nbrushDef\n{\n\
    \"note\" \"kept\"\n\
    ( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) ( ( 0.0078125 0 2 ) ( 0 0.015625 0.75 ) ) textures/cmp1/floor 134217728 2 0\n\
    ( 0 0 0 ) ( 0 0 8 ) ( 8 0 8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) {fence 0 0 0\n}\n}\n";

#[test]
fn brush_primitives_lie_by_their_matrix_in_repeats() {
    let imported = world(PRIMITIVE);
    let brush = &imported.map.entities[0].brushes[0];
    assert!(imported.diagnostics.is_empty() && brush.detail);
    assert_eq!((imported.statistics.brushes, imported.statistics.primitives), (1, 1));
    assert_eq!(brush.unknown, [UnknownNode::Key("note".into(), "kept".into())]);
    let side = &brush.sides[0];
    assert_eq!((side.material.as_str(), side.texture_units), ("cmp1/floor", TextureUnits::Repeats));
    assert_eq!(brush.sides[1].material, "{fence");
    // Facing up, the editor's axes are y and x.
    assert_eq!((side.u_axis.direction, side.u_axis.scale, side.u_axis.shift), (DVec3::Y, 128.0, 2.0));
    assert_eq!((side.v_axis.direction, side.v_axis.scale, side.v_axis.shift), (DVec3::X, 64.0, 0.75));
}

#[test]
fn planes_by_their_coefficients_are_read_with_doom_3s_version() {
    let side = |plane: &str| format!("( {plane} ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/base/wall\" 0 0 0\n");
    let sides: String = ["0 0 1 -64", "0 0 -1 0", "1 0 0 -8", "-1 0 0 -8", "0 1 0 -8", "0 -1 0 -8"].map(side).concat();
    let text = format!("Version 2\n{{\n\"classname\" \"worldspawn\"\n{{\nbrushDef3\n{{\n{sides}}}\n}}\n}}");
    let imported = read_with(&text, &ReadOptions::default());
    let brush = &imported.map.entities[0].brushes[0];
    assert_eq!((brush.sides.len(), brush.sides[0].material.as_str()), (6, "base/wall"));
    let bounds = kerosene_map::brush_bounds(brush).unwrap();
    assert_eq!((bounds.min, bounds.max), (DVec3::new(-8.0, -8.0, 0.0), DVec3::new(8.0, 8.0, 64.0)));
}

#[test]
fn a_patch_becomes_a_mesh_that_faces_its_front() {
    for (kind, header) in [("patchDef2", "3 3 5 7 9"), ("patchDef3", "3 3 0 0 5 7 9")] {
        let imported = world(&patch(kind, header, 0));
        assert!(imported.diagnostics.is_empty());
        let mesh = &imported.map.entities[0].meshes[0];
        assert_eq!((mesh.content_flags, mesh.surface_flags, mesh.line), (5, 7, 3));
        assert_eq!((mesh.vertices.len(), mesh.faces.len()), (4, 2));
        assert!(mesh.faces.iter().all(|face| face.material == "common/curve"));
        for (vertex, texture) in mesh.vertices.iter().zip(&mesh.texture_coordinates) {
            assert_eq!((texture.x, texture.y), (vertex.x / 64.0, vertex.y / 16.0));
        }
        assert_eq!(mesh.normals, [DVec3::Z; 4]);
        for face in &mesh.faces {
            let [a, b, c] = [0, 1, 2].map(|at: usize| mesh.vertices[face.indices[at] as usize]);
            assert!((a - b).cross(c - b).z > 0.0);
        }
    }
}

#[test]
fn the_tolerance_can_be_chosen_and_is_a_unit_by_default() {
    let text = format!("{{\n\"classname\" \"worldspawn\"\n{}}}\n", patch("patchDef2", "3 3 0 0 0", 200));
    let faces = |patch_tolerance: f64| {
        let options = ReadOptions { patch_tolerance, ..ReadOptions::default() };
        read_with(&text, &options).statistics.patch_triangles
    };
    assert_eq!(faces(1.0), read_with(&text, &ReadOptions::default()).statistics.patch_triangles);
    assert!(faces(0.1) > faces(1.0) && faces(1.0) > faces(10.0) && faces(10.0) > faces(1000.0));
    assert_eq!(faces(f64::NAN), faces(0.0));
}

#[test]
fn patches_of_a_group_join_the_world_as_its_members() {
    let group = format!("{{\n\"classname\" \"func_group\"\n{}{PRIMITIVE}}}\n", patch("patchDef2", "3 3 0 0 0", 64));
    let map = read_with(&format!("{{\n\"classname\" \"worldspawn\"\n}}\n{group}"), &ReadOptions::default()).map;
    let world = &map.entities[0];
    assert_eq!((map.entities.len(), world.brushes.len(), world.meshes.len()), (1, 1, 1));
    assert_eq!(world.meshes[0].editor.group, Some(map.groups[0].id));
    let again = read_kmap("a.kmap", write_kmap(&map).unwrap().as_bytes(), &ReadOptions::default()).unwrap().map;
    let without_lines = |mesh: &Mesh| Mesh { line: 0, ..mesh.clone() };
    assert_eq!(without_lines(&again.entities[0].meshes[0]), without_lines(&world.meshes[0]));
}

#[test]
fn a_copied_selection_of_patches_and_primitives_joins_the_world() {
    let imported = read_with(&(patch("patchDef2", "3 3 0 0 0", 0) + PRIMITIVE), &ReadOptions::default());
    let world = &imported.map.entities[0];
    assert_eq!((world.brushes.len(), world.meshes.len()), (1, 1));
    assert!(imported.diagnostics.iter().any(|told| told.code == codes::LOOSE_BRUSHES));
}

#[test]
fn a_patch_that_cannot_be_used_is_left_out_and_the_rest_is_read() {
    let good = patch("patchDef2", "3 3 0 0 0", 8);
    for (from, to, why) in [
        ("3 3 0 0 0", "3 2 0 0 0", "expected `)`"),
        ("3 3 0 0 0", "2 3 0 0 0", "expected `)`"),
        ("3 3 0 0 0", "-3 3 0 0 0", "expected `)`"),
        ("( 0 32 0", "( 0 x 0", "a coordinate"),
        ("( 0 32 0", "( 0 3e9 0", "beyond"),
        ("( 0 32 0", "( 0 nan 0", "no number"),
        ("common/curve\n(", "common/curve\n", "the size of a patch"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        let imported = world(&(bad + &good + PRIMITIVE));
        assert_eq!(imported.map.entities[0].brushes.len(), 1, "{to}");
        assert_eq!((imported.statistics.patches, imported.statistics.patches_not_read), (1, 1), "{to}");
        let told = told(&imported);
        assert_eq!(told.iter().map(|told| told.code).collect::<Vec<_>>(), [codes::PATCH_LEFT_OUT], "{to}");
        assert!(told[0].message.contains(why), "{to}: {}", told[0].message);
    }
    let flat = patch("patchDef2", "3 3 0 0 0", 0).replace(" 32 ", " 0 ").replace(" 64 ", " 0 ");
    assert!(told(&world(&flat))[0].message.contains("no area"));
}

#[test]
fn what_is_not_followed_is_told_once() {
    let counted = patch("patchDef3", "3 3 4 4 0 0 0", 8).repeat(3);
    let huge = patch("patchDef2", "3 3 0 0 0", 1_000_000);
    let imported = world(&(counted + &huge));
    let told: Vec<_> =
        told(&imported).iter().map(|told| (told.code, told.message.split(' ').next().unwrap())).collect();
    assert_eq!(told, [(codes::PATCH_PIECES, "3"), (codes::PATCH_COARSE, "1")]);
}

#[test]
fn limits_hold() {
    let text = format!("{{\n{}}}\n", patch("patchDef2", "3 3 0 0 0", 500));
    for (limits, what) in [
        (ReadLimits { patch_points: 8, ..ReadLimits::default() }, "control points in one patch"),
        (ReadLimits { mesh_vertices: 8, ..ReadLimits::default() }, "vertices of patches"),
    ] {
        let error = read_map("a.map", text.as_bytes(), &ReadOptions { limits, ..ReadOptions::default() }).unwrap_err();
        assert_eq!(error.problem, Problem::OverLimit { what, limit: 8 });
    }
}

/// Height and control points of a patch, column by column.
type Grid = (usize, Vec<DVec3>);

/// The control points of each patch in a text with the line before its kind, read without a grammar.
fn control_grids(text: &str) -> Vec<(u32, Grid)> {
    let mut grids = Vec::new();
    for (start, _) in text.match_indices("patchDef2") {
        let line = text[..start].matches('\n').count() as u32;
        let block = text[start + "patchDef2".len()..].split('}').next().unwrap();
        let words: Vec<&str> = block.split_whitespace().collect();
        let numbers: Vec<f64> = words[3..].iter().filter_map(|word| word.parse().ok()).collect();
        let height = numbers[1] as usize;
        grids.push((line, (height, numbers[5..].chunks_exact(5).map(|point| DVec3::from_slice(point)).collect())));
    }
    grids
}

fn bits(position: DVec3) -> [u64; 3] {
    position.to_array().map(|value| (value + 0.0).to_bits())
}

/// The curves of three control points that the rim of a patch consists of.
fn rim_curves((height, points): &Grid) -> Vec<[DVec3; 3]> {
    let width = points.len() / height;
    let at = |column: usize, row: usize| points[column * height + row];
    let mut curves = Vec::new();
    for row in [0, height - 1] {
        curves.extend((0..width - 2).step_by(2).map(|c| [at(c, row), at(c + 1, row), at(c + 2, row)]));
    }
    for column in [0, width - 1] {
        curves.extend((0..height - 2).step_by(2).map(|r| [at(column, r), at(column, r + 1), at(column, r + 2)]));
    }
    curves
}

/// Vertices of the mesh on a curve, up to rounding, as the bits they have.
fn vertices_on(mesh: &Mesh, [first, middle, last]: [DVec3; 3]) -> BTreeSet<[u64; 3]> {
    let dyadic: Vec<DVec3> = (0..=128)
        .map(|k| {
            let t = f64::from(k) / 128.0;
            first.lerp(middle, t).lerp(middle.lerp(last, t), t)
        })
        .collect();
    let near = |vertex: &&DVec3| dyadic.iter().any(|point| point.distance(**vertex) < 1e-6);
    mesh.vertices.iter().filter(near).map(|vertex| bits(*vertex)).collect()
}

/// Every rim that two patches of a real map have in common has the same vertices in both, bit for bit.
#[test]
fn neighbours_in_real_maps_meet_without_a_crack() {
    let Some(corpus) = corpus() else { return };
    let (mut shared, mut checked) = (0, 0);
    for path in files_below(&corpus.join("quake3"), "map") {
        let text = std::fs::read_to_string(&path).unwrap();
        let grids = control_grids(&text);
        let map = read_with(&text, &ReadOptions::default()).map;
        let meshes = map.entities.iter().flat_map(|entity| &entity.meshes);
        let by_line: BTreeMap<u32, &Mesh> = meshes.map(|mesh| (mesh.line, mesh)).collect();
        let mut by_curve: BTreeMap<[[u64; 3]; 3], Vec<BTreeSet<[u64; 3]>>> = BTreeMap::new();
        for (line, grid) in &grids {
            // Some are a line in space, and no mesh.
            let Some(mesh) = by_line.get(line) else { continue };
            checked += 1;
            for curve in rim_curves(grid) {
                let mut key = curve.map(bits);
                if key[0] > key[2] {
                    key.swap(0, 2);
                }
                by_curve.entry(key).or_default().push(vertices_on(mesh, curve));
            }
        }
        for (key, rims) in by_curve {
            shared += usize::from(rims.len() > 1);
            assert!(rims.windows(2).all(|pair| pair[0] == pair[1]), "{}: {key:x?}", path.display());
        }
    }
    assert_eq!(checked, 720);
    assert!(shared > 500, "{shared} rims in common");
    eprintln!("{shared} rims that patches have in common");
}
