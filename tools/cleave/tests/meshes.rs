//! Meshes through the compile: triangles, materials, leaves, seams, and rays at what is drawn.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod rooms;

use cleave::checks::{meshes_are_in_their_leaves, meshes_collide_where_drawn};
use cleave::{NoProgress, Options, Output, Request, compile};
use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_map::{Entity, Map, Mesh, MeshFace, TextureAxis};
use kerosene_math::{DVec2, DVec3, Vec3};
use rooms::{block, entity, map, shell, start};

fn run(map: &Map) -> Output {
    let output = compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    meshes_are_in_their_leaves(&output.bsp, 3).unwrap();
    meshes_collide_where_drawn(&output.bsp, 300, 3).unwrap();
    output
}

fn face(indices: &[u32], material: &str) -> MeshFace {
    let axis = |direction| TextureAxis { direction, shift: 0.0, scale: 0.5 };
    MeshFace {
        indices: indices.to_vec(),
        material: material.to_owned(),
        u_axis: axis(DVec3::X),
        v_axis: axis(DVec3::NEG_Y),
        lightmap_scale: 8.0,
    }
}

/// A net of quads over `[0, cells] x [0, cells]` times `cell` units, lifted by `height`.
fn net(id: u32, corner: DVec3, cell: f64, cells: u32, height: impl Fn(f64, f64) -> f64) -> Mesh {
    let at = |column: u32, row: u32| {
        let (x, y) = (f64::from(column) * cell, f64::from(row) * cell);
        corner + DVec3::new(x, y, height(x, y))
    };
    let place = |column: u32, row: u32| row * (cells + 1) + column;
    let quads = (0..cells).flat_map(|row| (0..cells).map(move |column| (column, row)));
    let quad = |(x, y)| face(&[place(x, y), place(x, y + 1), place(x + 1, y + 1), place(x + 1, y)], "base/rock");
    let vertices = (0..=cells).flat_map(|row| (0..=cells).map(move |column| (column, row)));
    Mesh {
        id,
        line: id,
        vertices: vertices.map(|(x, y)| at(x, y)).collect(),
        faces: quads.map(quad).collect(),
        ..Mesh::default()
    }
}

/// A room of 512 units with a pillar, and meshes in its world.
fn room(meshes: Vec<Mesh>, entities: Vec<Entity>) -> Map {
    let mut brushes = shell(10, [0.0; 3], [512.0, 512.0, 256.0], "wall");
    brushes.push(block(50, [240.0, 240.0, 0.0], [272.0, 272.0, 256.0], "wall"));
    let mut map = map(brushes, [start("64 64 100")].into_iter().chain(entities).collect());
    map.entities[0].meshes = meshes;
    map
}

fn drop_at(output: &Output, x: f32, y: f32) -> kerosene_bsp::Trace {
    let file = output.bsp.to_file().unwrap();
    CollisionMap::new(&file).trace(&TraceRequest {
        start: Vec3::new(x, y, 240.0),
        end: Vec3::new(x, y, -8.0),
        shape: TraceShape::Point,
        mask: Contents::MASK_PLAYER_SOLID,
    })
}

#[test]
fn a_curved_floor_is_drawn_and_collided_with_and_splits_nothing() {
    let plain = run(&room(vec![], vec![]));
    let hill = net(70, DVec3::new(32.0, 32.0, 16.0), 14.0, 32, |x, y| (x - 224.0) * (y - 224.0) / 1000.0 + 60.0);
    let output = run(&room(vec![hill], vec![]));
    assert!(output.statistics.sealed);
    assert_eq!(output.statistics.mesh_triangles + output.statistics.mesh_triangles_dropped, 2048);
    assert!(output.statistics.mesh_triangles_dropped < 16, "only those in the pillar");
    assert_eq!((output.bsp.nodes.len(), output.bsp.leaves.len()), (plain.bsp.nodes.len(), plain.bsp.leaves.len()));
    assert_eq!(output.bsp.faces, plain.bsp.faces);
    let trace = drop_at(&output, 100.0, 100.0);
    let expected = (100.0f32 - 32.0 - 224.0) * (100.0 - 32.0 - 224.0) / 1000.0 + 76.0;
    assert!((trace.end.z - expected).abs() < 0.3, "{trace:?}, expected {expected}");
    assert_eq!(trace.mesh, Some(0));
    let texdata = output.bsp.texinfos[trace.texinfo.unwrap() as usize].texdata;
    assert_eq!(output.bsp.to_file().unwrap().material(texdata), Some("base/rock"));
    // A flat-shaded mesh has a normal for each face, which looks up here; texels follow the axes.
    let vertex = output.bsp.mesh_vertices[0];
    assert!(vertex.normal[2] > 0.7 && output.bsp.meshes[0].texture_units == 1);
    assert_eq!(vertex.texture, [vertex.position[0] * 2.0, vertex.position[1] * -2.0]);
    let source = output.bsp.sources[output.bsp.meshes[0].source as usize];
    assert_eq!((source.brush, source.line), (70, 70));
}

#[test]
fn concave_and_bent_faces_become_triangles() {
    let arrow = Mesh {
        id: 71,
        vertices: [(100.0, 100.0, 50.0), (120.0, 110.0, 52.0), (100.0, 180.0, 50.0), (180.0, 100.0, 58.0)]
            .map(|(x, y, z)| DVec3::new(x, y, z))
            .to_vec(),
        faces: vec![face(&[0, 1, 2, 3], "a")],
        ..Mesh::default()
    };
    let output = run(&room(vec![arrow], vec![]));
    assert_eq!(output.statistics.mesh_triangles, 2);
    assert_eq!(drop_at(&output, 104.0, 115.0).mesh, None, "the notch is open");
    assert_eq!(drop_at(&output, 130.0, 108.0).mesh, Some(0));
}

#[test]
fn what_is_given_at_the_corners_is_kept() {
    let mut quad = net(72, DVec3::new(100.0, 100.0, 40.0), 64.0, 1, |_, _| 0.0);
    quad.normals = vec![DVec3::new(0.0, 0.6, 0.8); 4];
    quad.texture_coordinates = (0..4).map(|index| DVec2::new(f64::from(index), 0.25)).collect();
    quad.alphas = vec![0.0, 0.5, 1.0, 7.0];
    let output = run(&room(vec![quad], vec![]));
    let mut vertices = output.bsp.mesh_vertices.clone();
    vertices.sort_by(|a, b| a.texture[0].total_cmp(&b.texture[0]));
    assert_eq!(vertices.len(), 4, "corners of both triangles are shared");
    assert!(vertices.iter().all(|vertex| vertex.normal == [0.0, 0.6, 0.8] && vertex.texture[1] == 0.25));
    assert_eq!(vertices.iter().map(|vertex| vertex.alpha).collect::<Vec<_>>(), [0.0, 0.5, 1.0, 1.0]);
    assert_eq!(output.bsp.meshes[0].texture_units, 0);
    assert_eq!(output.bsp.meshes[0].lightmap_scale, 8.0);
}

#[test]
fn materials_and_flags_decide_what_stops_whom() {
    let mut mixed = net(73, DVec3::new(100.0, 100.0, 40.0), 32.0, 2, |_, _| 0.0);
    mixed.faces[1].material = "common/clip".to_owned();
    mixed.faces[2].material = "common/hint".to_owned();
    mixed.faces[3].material = "sky1".to_owned();
    let mut banner = net(74, DVec3::new(300.0, 100.0, 40.0), 32.0, 1, |_, _| 0.0);
    banner.surface_flags = 0x4000;
    let output = run(&room(vec![mixed, banner], vec![]));
    let contents: Vec<Contents> =
        output.bsp.meshes.iter().map(|mesh| Contents::from_bits_retain(mesh.contents) - Contents::DETAIL).collect();
    assert_eq!(contents, [Contents::SOLID, Contents::PLAYER_CLIP, Contents::SKY, Contents::empty()]);
    let said: Vec<String> = output.diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    assert_eq!(said, ["K0414"]);
    assert_eq!(drop_at(&output, 316.0, 116.0).mesh, None);
    assert_eq!(drop_at(&output, 148.0, 116.0).mesh, Some(1));
}

#[test]
fn what_is_outside_goes_and_the_rest_of_a_mesh_stays() {
    let outside = net(75, DVec3::new(900.0, 0.0, 0.0), 32.0, 2, |_, _| 0.0);
    let half = net(76, DVec3::new(0.0, 100.0, 40.0), 64.0, 16, |_, _| 0.0);
    let output = run(&room(vec![outside, half], vec![]));
    let said: Vec<String> = output.diagnostics.iter().map(ToString::to_string).collect();
    assert!(said.len() == 1 && said[0].contains("K0411"), "{said:?}");
    assert_eq!(output.bsp.meshes.len(), 1);
    assert!(output.bsp.meshes[0].maxs[0] <= 512.0 + 64.0, "{:?}", output.bsp.meshes[0]);
}

#[test]
fn seams_within_the_weld_distance_close() {
    let left = net(77, DVec3::new(100.0, 100.0, 40.0), 16.0, 4, |x, _| x);
    let right = net(78, DVec3::new(164.0, 100.03, 40.02), 16.0, 4, |x, _| 64.0 - x);
    let output = run(&room(vec![left, right], vec![]));
    let at_seam = output.bsp.mesh_vertices.iter().filter(|vertex| (vertex.position[0] - 164.0).abs() < 0.1);
    let mut places: Vec<[u32; 3]> = at_seam.map(|vertex| vertex.position.map(f32::to_bits)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 5);
}

#[test]
fn an_entity_of_nothing_but_a_mesh_is_a_model_that_moves() {
    let mut door = entity(80, &[("classname", "func_door")], vec![]);
    door.meshes = vec![net(81, DVec3::new(100.0, 100.0, 40.0), 32.0, 2, |_, _| 0.0)];
    let mut ledge = entity(82, &[("classname", "func_detail")], vec![]);
    ledge.meshes = vec![net(83, DVec3::new(300.0, 300.0, 40.0), 32.0, 1, |_, _| 0.0)];
    let output = run(&room(vec![], vec![door, ledge]));
    let [world, model] = output.bsp.models[..] else { panic!("two models") };
    assert_eq!((world.mesh_count, model.mesh_count, model.brush_count), (1, 1, 0));
    assert!(output.bsp.entities.contains("*1"));
    let contents = Contents::from_bits_retain(output.bsp.meshes[1].contents);
    assert_eq!(contents, Contents::SOLID | Contents::MOVEABLE | Contents::DETAIL);
    assert_eq!(drop_at(&output, 110.0, 110.0).mesh, None, "not in the world");
    let map = CollisionMap::new(&output.bsp.to_file().unwrap());
    let (start, end) = (Vec3::new(110.0, 110.0, 240.0), Vec3::new(110.0, 110.0, 0.0));
    let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    let raised = kerosene_bsp::MovingModel::at_rest(1, 1).displaced(Vec3::Z * 50.0);
    assert_eq!(map.trace_world(&request, &[raised]).end.z, 90.03125);
}

#[test]
fn a_world_of_nothing_but_meshes_compiles() {
    let mut map = map(vec![], vec![start("64 64 100")]);
    map.entities[0].meshes = vec![net(90, DVec3::ZERO, 32.0, 8, |x, y| x * y / 2000.0)];
    let output = run(&map);
    assert!(output.leak.is_some() && !output.statistics.sealed);
    assert_eq!((output.statistics.mesh_triangles, output.bsp.nodes.len()), (128, 0));
    assert_eq!(output.bsp.models[0].maxs, [256.0, 256.0, 32.768]);
    assert_eq!(drop_at(&output, 16.0, 16.0).mesh, Some(0));
}

#[test]
fn broken_meshes_are_told_of_and_do_no_harm() {
    let mut broken = net(84, DVec3::new(100.0, 100.0, 40.0), 32.0, 2, |_, _| 0.0);
    broken.faces[0].indices = vec![0, 1, 99];
    broken.faces[1].indices = vec![0, 1];
    broken.faces[2].indices = vec![0, 0, 1];
    broken.normals = vec![DVec3::ZERO];
    let mut far = net(85, DVec3::new(100.0, 100.0, 40.0), 32.0, 1, |_, _| 0.0);
    far.vertices[0].x = f64::NAN;
    let mut bow = net(86, DVec3::new(300.0, 100.0, 40.0), 32.0, 1, |_, _| 0.0);
    bow.faces[0].indices = vec![0, 3, 1, 2];
    bow.vertices[2] += DVec3::new(0.0, 9.0, 0.0);
    let output = run(&room(vec![broken, far, bow, Mesh::default()], vec![]));
    let said: Vec<String> = output.diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    assert_eq!(said, ["K0412", "K0410", "K0412", "K0413"]);
}

#[test]
fn large_meshes_are_divided_and_bytes_do_not_depend_on_threads() {
    let hills =
        net(87, DVec3::new(8.0, 8.0, 16.0), 7.75, 64, |x, y| (x * 0.11).fract() * 9.0 + (y * 0.07).fract() * 5.0);
    let map = room(vec![hills], vec![]);
    let output = run(&map);
    assert!(output.bsp.meshes.len() >= 4);
    assert!(output.bsp.meshes.iter().all(|mesh| mesh.index_count <= 3 * 2048));
    let bytes = |threads| {
        let options = Options { threads, ..Options::default() };
        let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
        output.bsp.write_to(WriteOptions::default()).unwrap()
    };
    assert!(bytes(1) == bytes(4));
}
