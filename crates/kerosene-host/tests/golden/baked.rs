//! Levels with baked light, until a tool bakes it: lightmaps and a light grid of two lamps, by the formula of a lamp.

use kerosene_bsp::records::TexInfoRecord;
use kerosene_bsp::shared_exponent::pack;
use kerosene_bsp::{Bsp, BspFile, CollisionMap, Contents, LIGHT_GRID_LUMP, LightCube, LightGrid, LightSample};
use kerosene_math::Vec3;
use kerosene_render::world::LIGHTING_LUMP;

/// A light that shines from a point; 1 is full light on what faces it from 100 units away.
pub(crate) struct Lamp {
    pub(crate) place: Vec3,
    pub(crate) light: Vec3,
}

/// Light from everywhere.
const AROUND: f32 = 0.04;
/// Units for each luxel.
const LUXEL: f32 = 16.0;
/// Units between samples of the grid.
const SPACING: f32 = 48.0;
/// How many units off its surface a luxel lies.
const OFF: f32 = 1.0;

/// Light onto a surface.
fn onto(lamps: &[Lamp], place: Vec3, normal: Vec3) -> Vec3 {
    let of_lamp = |lamp: &Lamp| {
        let offset = lamp.place - place;
        let facing = offset.normalize_or_zero().dot(normal).max(0.0);
        lamp.light * (facing * 1e4 / (offset.length_squared() + 64.0))
    };
    lamps.iter().map(of_lamp).sum::<Vec3>() + AROUND
}

/// The map with a lightmap on each of its faces.
pub(crate) fn with_lightmaps(file: &BspFile, lamps: &[Lamp]) -> Bsp {
    let mut map = Bsp::from_file(file);
    let mut lump: Vec<u32> = Vec::new();
    for index in 0..map.faces.len() {
        let face = map.faces[index];
        let plane = map.planes[face.plane as usize];
        let normal = Vec3::from_array(plane.normal);
        let points: Vec<Vec3> = map.surfedges[face.first_surfedge as usize..][..face.surfedge_count as usize]
            .iter()
            .map(|edge| {
                let vertices = map.edges[edge.unsigned_abs() as usize].vertices;
                map.vertices[vertices[usize::from(*edge < 0)] as usize]
            })
            .collect();
        // Luxels lie on the two axes that the surface is steepest against.
        let across = (0..3).max_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs())).unwrap();
        let along = [(across + 1) % 3, (across + 2) % 3];
        let ends = along.map(|axis| {
            let places = points.iter().map(|point| point[axis] / LUXEL);
            places.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
        });
        let mins = ends.map(|(low, _)| low.floor() as i32);
        let size = [0, 1].map(|at| (ends[at].1.ceil() as i32 - mins[at] + 1) as u32);
        let vector = |axis: usize| [0, 1, 2, 3].map(|part| if part == axis { 1.0 / LUXEL } else { 0.0 });
        let texinfo = map.texinfos[face.texinfo as usize];
        map.texinfos.push(TexInfoRecord { lightmap: along.map(vector), ..texinfo });
        let face = &mut map.faces[index];
        (face.texinfo, face.lightmap_offset) = (map.texinfos.len() as u32 - 1, lump.len() as u32);
        (face.lightmap_mins, face.lightmap_size, face.light_styles) = (mins, size, [0, 255, 255, 255]);
        for luxel in 0..size[0] * size[1] {
            let mut place = Vec3::ZERO;
            for (at, step) in [luxel % size[0], luxel / size[0]].into_iter().enumerate() {
                place[along[at]] = (mins[at] + step as i32) as f32 * LUXEL;
            }
            place[across] = (plane.dist - normal.dot(place)) / normal[across];
            lump.push(pack(onto(lamps, place + normal * OFF, normal)));
        }
    }
    map.extra.push((LIGHTING_LUMP.to_owned(), lump.iter().flat_map(|luxel| luxel.to_le_bytes()).collect()));
    map
}

/// The map with a light grid as well.
pub(crate) fn with_grid(map: &mut Bsp, lamps: &[Lamp]) {
    let solid = CollisionMap::new(&map.to_file().unwrap());
    let world = map.models[0];
    let (origin, high) = (Vec3::from_array(world.mins), Vec3::from_array(world.maxs));
    let counts = ((high - origin) / SPACING).ceil().as_uvec3().to_array().map(|steps| steps + 1);
    let (mut samples, mut cubes) = (Vec::new(), Vec::new());
    for at in 0..counts.iter().product::<u32>() {
        let steps = [at % counts[0], at / counts[0] % counts[1], at / (counts[0] * counts[1])];
        let place = origin + Vec3::from_array(steps.map(|step| step as f32)) * SPACING;
        if solid.point_contents(place).contains(Contents::SOLID) {
            samples.push(LightSample { first: 0, count: 0 });
            continue;
        }
        samples.push(LightSample { first: cubes.len() as u32, count: 1 });
        let sides = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        cubes.push(LightCube { style: 0, sides: sides.map(|side| pack(onto(lamps, place, side))) });
    }
    let grid = LightGrid { origin, spacing: Vec3::splat(SPACING), counts, samples, cubes };
    map.extra.push((LIGHT_GRID_LUMP.to_owned(), grid.to_bytes()));
}
