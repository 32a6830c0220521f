#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::world::LIGHTING_LUMP;
use kerosene_bsp::Bsp;
use kerosene_bsp::sample::{SampleBrush, SampleMesh, add_meshes, build};
use kerosene_bsp::shared_exponent::pack;
use kerosene_math::Pcg32;

/// Units for each luxel.
const SCALE: f32 = 16.0;

/// Lights the faces that look up: red is how many luxels a place is from x = -512, green the same of y, blue the height of the
/// face. Of two styles, the second is a tenth of the first.
fn lit(mut map: Bsp) -> Bsp {
    map.texinfos[0].lightmap = [[1.0 / SCALE, 0.0, 0.0, 0.0], [0.0, 1.0 / SCALE, 0.0, 0.0]];
    let mut lump: Vec<u32> = Vec::new();
    let size = [64_u32; 2];
    for index in 0..map.faces.len() {
        let plane = map.planes[map.faces[index].plane as usize];
        if plane.normal[2] < 0.5 {
            continue;
        }
        let face = &mut map.faces[index];
        face.lightmap_offset = lump.len() as u32;
        (face.lightmap_mins, face.lightmap_size, face.light_styles) = ([-32; 2], size, [0, 5, 255, 255]);
        for part in [1.0, 0.1] {
            let luxel = |at: u32| Vec3::new((at % size[0]) as f32, (at / size[0]) as f32, plane.dist) * part;
            lump.extend((0..size[0] * size[1]).map(|at| pack(luxel(at))));
        }
    }
    map.extra.push((LIGHTING_LUMP.to_owned(), lump.iter().flat_map(|luxel| luxel.to_le_bytes()).collect()));
    map
}

fn floors(map: &Bsp) -> Floors {
    Floors::new(&map.to_file().unwrap())
}

fn expected(x: f32, y: f32, height: f32) -> Vec3 {
    Vec3::new((x + 512.0) / SCALE, (y + 512.0) / SCALE, height)
}

fn steady(style: u32) -> f32 {
    f32::from(u8::from(style == 0))
}

fn close(found: Option<Vec3>, expected: Vec3) -> bool {
    // Nine bits for 64 luxels.
    found.is_some_and(|found| found.abs_diff_eq(expected, 0.1))
}

/// A floor at height 0, and a table on it.
fn furnished() -> Bsp {
    let floor = SampleBrush::block(Vec3::new(-256.0, -256.0, -16.0), Vec3::new(256.0, 256.0, 0.0));
    let table = SampleBrush::block(Vec3::new(32.0, 32.0, 40.0), Vec3::new(96.0, 96.0, 48.0));
    build(&[vec![floor, table]])
}

#[test]
fn the_nearest_floor_below_gives_its_luxels_mixed() {
    let floors = floors(&lit(furnished()));
    for (x, y, z, height) in [
        (0.0, 0.0, 64.0, 0.0),
        (7.0, -100.5, 1.0, 0.0),
        (40.0, 60.0, 60.0, 48.0),
        (40.0, 60.0, 20.0, 0.0),
        (-200.0, 250.0, -1.0, 0.0),
        (256.0, 256.0, 5.0, 0.0),
    ] {
        let found = floors.below(Vec3::new(x, y, z), steady);
        assert!(close(found, expected(x, y, height)), "{x} {y} {z}: {found:?}");
    }
    for nowhere in [Vec3::Z * -900.0, Vec3::X * 9000.0, Vec3::Z * (REACH + 1.0), Vec3::NAN] {
        assert_eq!(floors.below(nowhere, steady), None, "{nowhere}");
    }
}

#[test]
fn each_style_is_as_bright_as_it_is_now() {
    let floors = floors(&lit(furnished()));
    let light = floors.below(Vec3::Z * 9.0, |style| if style == 5 { 2.0 } else { 1.0 });
    assert!(close(light, expected(0.0, 0.0, 0.0) * 1.2), "{light:?}");
}

#[test]
fn a_level_that_is_not_lit_has_no_floors() {
    assert_eq!(floors(&furnished()), Floors::default());
    // A lump that does not hold what faces say.
    let mut map = lit(furnished());
    map.extra[0].1.truncate(8);
    assert_eq!(floors(&map), Floors::default());
}

#[test]
fn a_slope_of_triangles_is_a_floor() {
    let mut map = furnished();
    let slope = SampleMesh::sheet(Vec3::new(-128.0, 0.0, 64.0), 128.0, 4, |x, _| x * 0.5);
    add_meshes(&mut map, &[vec![slope]]);
    let mut map = lit(map);
    for vertex in &mut map.mesh_vertices {
        vertex.lightmap = [vertex.position[0] / SCALE + 32.0, vertex.position[1] / SCALE + 32.0];
    }
    let mesh = &mut map.meshes[0];
    // The luxels of the lowest floor: their blue is 0.
    let face = map.faces.iter().find(|face| face.lightmap_size[0] > 0 && map.planes[face.plane as usize].dist == 0.0);
    let face = *face.unwrap();
    (mesh.lightmap_offset, mesh.lightmap_size) = (face.lightmap_offset, face.lightmap_size);
    mesh.light_styles = face.light_styles;
    let floors = floors(&map);
    let (on, under) = (Vec3::new(-100.0, 10.0, 90.0), Vec3::new(-100.0, 10.0, 70.0));
    assert!(close(floors.below(on, steady), expected(-100.0, 10.0, 0.0)));
    assert!(close(floors.below(under, steady), expected(-100.0, 10.0, 0.0)));
    map.meshes[0].light_styles = [5, 255, 255, 255];
    let floors = self::floors(&map);
    // What the slope alone has is not there by style 0.
    assert_eq!(floors.below(on, steady), Some(Vec3::ZERO));
    assert!(close(floors.below(under, steady), expected(-100.0, 10.0, 0.0)));
}

#[test]
fn a_random_place_finds_what_looking_at_all_floors_finds() {
    let blocks = (0..60).map(|number| {
        let (x, y) = ((number % 8) as f32 * 60.0 - 240.0, (number / 8) as f32 * 60.0 - 240.0);
        let top = 8.0 + (number * 7 % 13) as f32 * 4.0;
        SampleBrush::block(Vec3::new(x, y, top - 8.0), Vec3::new(x + 60.0, y + 60.0, top))
    });
    let map = lit(build(&[blocks.collect()]));
    let floors = floors(&map);
    let mut random = Pcg32::new(3, 1);
    for _ in 0..2000 {
        let place = Vec3::from_array([(); 3].map(|()| random.between(-230.0, 200.0)));
        // By an edge both floors will do.
        if [place.x, place.y].iter().any(|at| ((at + 240.0 + 1.0) % 60.0) < 2.0) {
            continue;
        }
        let tops = map.faces.iter().filter(|face| face.lightmap_size[0] > 0).filter_map(|face| {
            let points = map.surfedges[face.first_surfedge as usize..][..face.surfedge_count as usize].iter();
            let points = points.map(|edge| map.vertices[map.edges[edge.unsigned_abs() as usize].vertices[0] as usize]);
            let (low, high) = points
                .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), point| (low.min(point), high.max(point)));
            let inside = place.x > low.x && place.x < high.x && place.y > low.y && place.y < high.y;
            (inside && place.z >= high.z - SUNK).then_some(high.z)
        });
        let top = tops.max_by(f32::total_cmp);
        let found = floors.below(place, steady);
        match top {
            Some(top) => assert!(close(found, expected(place.x, place.y, top)), "{place}: {found:?}, top {top}"),
            None => assert_eq!(found, None, "{place}"),
        }
    }
}
