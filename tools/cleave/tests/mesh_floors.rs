//! Meshes as ground: floors on them, none under them, and none through their walls.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod rooms;
#[path = "common/walk.rs"]
mod walk;

use cleave::checks::floors_are_floors;
use cleave::{NoProgress, Options, Request, compile};
use kerosene_bsp::Bsp;
use kerosene_bsp::records::WalkPolygonRecord;
use kerosene_map::{Brush, Mesh, MeshFace, TextureAxis};
use kerosene_math::DVec3;
use rooms::{block, map, shell, start};
use walk::reached_from;

/// A mesh of one polygon.
fn sheet(id: u32, corners: [[f64; 3]; 4]) -> Mesh {
    let axis = |direction| TextureAxis { direction, shift: 0.0, scale: 1.0 };
    let face = MeshFace {
        indices: vec![0, 1, 2, 3],
        material: "base/rock".to_owned(),
        u_axis: axis(DVec3::X),
        v_axis: axis(DVec3::NEG_Y),
        lightmap_scale: 8.0,
    };
    Mesh { id, line: id, vertices: corners.map(DVec3::from_array).to_vec(), faces: vec![face], ..Mesh::default() }
}

/// A room of 256 by 128 units, 256 high, with these meshes and brushes in it.
fn room(meshes: Vec<Mesh>, brushes: Vec<Brush>) -> Bsp {
    let walls = shell(10, [0.0; 3], [256.0, 128.0, 256.0], "wall");
    let mut map = map(walls.into_iter().chain(brushes).collect(), vec![start("24 64 100")]);
    map.entities[0].meshes = meshes;
    let output = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    assert!(output.statistics.sealed);
    floors_are_floors(&output.bsp).unwrap();
    output.bsp
}

fn corners(bsp: &Bsp, floor: &WalkPolygonRecord) -> Vec<DVec3> {
    let points = &bsp.walk_points[floor.first_point as usize..][..floor.point_count as usize];
    points.iter().map(|point| point.as_dvec3()).collect()
}

/// The area of the floors that lie flat at a height.
fn level_area(bsp: &Bsp, height: f32) -> f64 {
    area(bsp, |floor| floor.normal == [0.0, 0.0, 1.0] && floor.dist == height)
}

fn area(bsp: &Bsp, wanted: impl Fn(&WalkPolygonRecord) -> bool) -> f64 {
    let of = |floor| {
        let points = corners(bsp, floor);
        let fan = points.windows(2).map(|pair| (pair[0] - points[0]).cross(pair[1] - points[0]));
        fan.sum::<DVec3>().length() * 0.5
    };
    bsp.walk_polygons.iter().filter(|floor| wanted(floor)).map(of).sum()
}

/// Whether one walks from the floor under one point to that under another.
fn leads(bsp: &Bsp, from: [f64; 3], to: [f64; 3]) -> bool {
    let under = |point: [f64; 3]| {
        let holds = |floor: &WalkPolygonRecord| {
            let points = corners(bsp, floor);
            let mut edges = points.iter().zip(points.iter().cycle().skip(1));
            let point = DVec3::from_array(point);
            let normal = DVec3::from_array(floor.normal.map(f64::from));
            (normal.dot(point) - f64::from(floor.dist)).abs() < 1.0
                && edges.all(|(a, b)| (*b - *a).truncate().perp_dot((point - *a).truncate()) <= 0.0)
        };
        bsp.walk_polygons.iter().position(holds).unwrap()
    };
    let (first, last) = (under(from), under(to));
    reached_from(bsp, first).contains(&last)
}

fn near(area: f64, expected: f64) -> bool {
    (area - expected).abs() < 0.5
}

#[test]
fn a_ramp_is_floor_and_leaves_room_to_stand_where_it_is_high() {
    let up = [[64.0, 32.0, 0.0], [64.0, 96.0, 0.0], [192.0, 96.0, 96.0], [192.0, 32.0, 96.0]];
    let down = [up[3], up[2], up[1], up[0]];
    for ramp in [up, down] {
        let bsp = room(vec![sheet(70, ramp)], vec![]);
        // It is 72 units high after 96 of its 128.
        let ground = level_area(&bsp, 0.0);
        assert!(near(ground, 256.0 * 128.0 - 96.0 * 64.0), "{ground}");
        let slope: Vec<_> = bsp.walk_polygons.iter().filter(|floor| floor.normal[2] < 0.9).collect();
        assert_eq!(slope.len(), 1, "both triangles are one floor");
        assert!(near(area(&bsp, |floor| floor.normal[2] < 0.9), 160.0 * 64.0));
        assert!(leads(&bsp, [32.0, 64.0, 0.0], [128.0, 64.0, 48.0]), "from the ground onto it");
        assert!(leads(&bsp, [32.0, 64.0, 0.0], [180.0, 64.0, 0.0]), "and round it to below its top");
    }
}

#[test]
fn a_steep_mesh_is_no_floor() {
    let bsp =
        room(vec![sheet(70, [[64.0, 32.0, 0.0], [64.0, 96.0, 0.0], [96.0, 96.0, 64.0], [96.0, 32.0, 64.0]])], vec![]);
    assert!(bsp.walk_polygons.iter().all(|floor| floor.normal == [0.0, 0.0, 1.0]));
    // Half a unit more all round.
    assert!(near(level_area(&bsp, 0.0), 256.0 * 128.0 - 33.0 * 65.0));
}

#[test]
fn a_wall_of_a_mesh_parts_the_floor() {
    let wall = |end: f64| sheet(70, [[128.0, 0.0, 0.0], [128.0, end, 0.0], [128.0, end, 96.0], [128.0, 0.0, 96.0]]);
    let bsp = room(vec![wall(128.0)], vec![]);
    assert!(near(level_area(&bsp, 0.0), 255.0 * 128.0));
    assert!(!leads(&bsp, [64.0, 64.0, 0.0], [192.0, 64.0, 0.0]));
    let bsp = room(vec![wall(64.0)], vec![]);
    assert!(near(level_area(&bsp, 0.0), 256.0 * 128.0 - 64.0));
    assert!(leads(&bsp, [64.0, 32.0, 0.0], [192.0, 32.0, 0.0]), "there is a way round its end");
}

#[test]
fn a_low_sheet_is_floor_above_and_none_below() {
    let sheet_at = |z: f64| sheet(70, [[64.0, 32.0, z], [64.0, 96.0, z], [128.0, 96.0, z], [128.0, 32.0, z]]);
    let bsp = room(vec![sheet_at(40.0)], vec![]);
    assert!(near(level_area(&bsp, 0.0), 256.0 * 128.0 - 64.0 * 64.0));
    assert!(near(level_area(&bsp, 40.0), 64.0 * 64.0));
    assert!(!leads(&bsp, [32.0, 64.0, 0.0], [96.0, 64.0, 40.0]), "too high a step");
    let bsp = room(vec![sheet_at(80.0)], vec![]);
    assert!(near(level_area(&bsp, 0.0), 256.0 * 128.0), "one walks under it");
    let bsp = room(vec![sheet_at(0.0)], vec![]);
    assert!(near(level_area(&bsp, 0.0), 256.0 * 128.0), "a carpet is floor in place of what it lies on");
    assert!(leads(&bsp, [32.0, 64.0, 0.0], [96.0, 64.0, 0.0]));
}

#[test]
fn what_of_a_mesh_is_in_walls_or_detail_is_no_floor() {
    let ramp = [[-32.0, 32.0, 16.0], [-32.0, 96.0, 16.0], [192.0, 96.0, 16.0], [192.0, 32.0, 16.0]];
    let crate_ = Brush { detail: true, ..block(60, [96.0, 48.0, 0.0], [112.0, 64.0, 32.0], "crate") };
    let bsp = room(vec![sheet(70, ramp)], vec![crate_]);
    assert!(near(level_area(&bsp, 16.0), 192.0 * 64.0 - 16.0 * 16.0));
    assert!(near(level_area(&bsp, 32.0), 16.0 * 16.0), "the top of the crate");
}
