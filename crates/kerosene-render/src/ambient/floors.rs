//! The light of the floor below a place, from the level's lightmaps.
//!
//! Floors are the world's faces and the triangles of its meshes that look up and are lit; those of brush entities, which move,
//! are none. They are looked at from above: a polygon of points, over which its height and its place in its lightmap are linear.

use crate::world::{NO_STYLE, face_luxel, face_luxels, face_points, lighting, mesh_luxels};
use kerosene_bsp::BspFile;
use kerosene_bsp::records::{FaceRecord, MeshRecord};
use kerosene_bsp::shared_exponent::unpack;
use kerosene_math::{Vec2, Vec3};
use std::ops::Range;

/// Least upward part of a floor's normal.
const LEAST_SLOPE: f32 = 0.3;
/// A floor further below than this, in units, says nothing of the light at a place.
const REACH: f32 = 2048.0;
/// How far a place may be below a floor's surface, in units, and still stand on it: what rests is never exactly above.
const SUNK: f32 = 2.0;
/// How far beyond its edges a floor reaches, in units.
const SEAM: f32 = 1.0 / 16.0;
/// Side of the squares that floors are sorted into by their middles, in units.
const CELL: f32 = 512.0;

/// The lit floors of a level.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Floors {
    chunks: Vec<Chunk>,
    floors: Vec<Floor>,
    corners: Vec<Vec2>,
    luxels: Vec<u32>,
}

/// Floors that lie near each other.
#[derive(Debug, Clone, PartialEq)]
struct Chunk {
    low: Vec2,
    high: Vec2,
    floors: Range<usize>,
}

/// A convex piece of floor, seen from above.
#[derive(Debug, Clone, PartialEq)]
struct Floor {
    low: Vec2,
    high: Vec2,
    corners: Range<usize>,
    height: Linear,
    /// Where in its lightmap it is, in luxels from the middle of the first.
    luxel: [Linear; 2],
    map: Lightmap,
}

/// Luxels of a face or mesh, style by style.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Lightmap {
    first: usize,
    size: [u32; 2],
    styles: [u8; 4],
}

/// A number that is linear over the ground: so much for each unit along x and y, and so much at the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Linear([f64; 3]);

impl Linear {
    /// Goes through three values over three points, twice the area of whose triangle is `area`.
    fn through([a, b, c]: [Vec2; 3], [at_a, at_b, at_c]: [f32; 3], area: f64) -> Self {
        let (a, b, c) = (a.as_dvec2(), b.as_dvec2() - a.as_dvec2(), c.as_dvec2() - a.as_dvec2());
        let (rise_b, rise_c) = (f64::from(at_b) - f64::from(at_a), f64::from(at_c) - f64::from(at_a));
        let along_x = (rise_b * c.y - rise_c * b.y) / area;
        let along_y = (rise_c * b.x - rise_b * c.x) / area;
        Self([along_x, along_y, f64::from(at_a) - along_x * a.x - along_y * a.y])
    }

    fn at(&self, place: Vec2) -> f32 {
        let [along_x, along_y, start] = self.0;
        (along_x * f64::from(place.x) + along_y * f64::from(place.y) + start) as f32
    }
}

impl Floors {
    pub(super) fn new(map: &BspFile) -> Self {
        let lump = lighting(map);
        let mut floors = Self::default();
        let Some(world) = map.models().first().filter(|_| !lump.is_empty()) else { return floors };
        for face in &map.faces()[world.first_face as usize..][..world.face_count as usize] {
            floors.add_face(map, face, &lump);
        }
        for mesh in &map.meshes()[world.first_mesh as usize..][..world.mesh_count as usize] {
            floors.add_mesh(map, mesh, &lump);
        }
        floors.sort_into_chunks();
        floors
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.floors.is_empty()
    }

    /// The light of the nearest floor below a place, as bright as each style is now.
    pub(super) fn below(&self, place: Vec3, brightness: impl Fn(u32) -> f32) -> Option<Vec3> {
        let ground = place.truncate();
        let mut nearest: Option<(f32, &Floor)> = None;
        let within = |low: Vec2, high: Vec2| ground.cmpge(low - SEAM).all() && ground.cmple(high + SEAM).all();
        for chunk in self.chunks.iter().filter(|chunk| within(chunk.low, chunk.high)) {
            for floor in self.floors[chunk.floors.clone()].iter().filter(|floor| within(floor.low, floor.high)) {
                let below = place.z - floor.height.at(ground);
                let is_nearer = nearest.is_none_or(|(least, _)| below < least);
                if (-SUNK..REACH).contains(&below) && is_nearer && self.covers(floor, ground) {
                    nearest = Some((below, floor));
                }
            }
        }
        nearest.map(|(_, floor)| self.light(floor, ground, brightness))
    }

    /// Whether a piece of floor is under a place.
    fn covers(&self, floor: &Floor, ground: Vec2) -> bool {
        let corners = &self.corners[floor.corners.clone()];
        // Clockwise from above. A place by an edge is over both its floors, so that there is no seam to fall through.
        corners.iter().zip(corners.iter().cycle().skip(1)).all(|(corner, next)| {
            let edge = *next - *corner;
            edge.perp_dot(ground - *corner) <= edge.length() * SEAM
        })
    }

    fn light(&self, floor: &Floor, ground: Vec2, brightness: impl Fn(u32) -> f32) -> Vec3 {
        let Lightmap { first, size: [width, height], styles } = floor.map;
        let along = |axis: usize, side: u32| {
            let place = floor.luxel[axis].at(ground).clamp(0.0, (side - 1) as f32);
            let low = place as u32;
            (low, (low + 1).min(side - 1), place - low as f32)
        };
        let ((left, right, across), (top, bottom, down)) = (along(0, width), along(1, height));
        let (mut sum, layer) = (Vec3::ZERO, width as usize * height as usize);
        for (number, style) in styles.into_iter().take_while(|style| *style != NO_STYLE).enumerate() {
            let luxels = &self.luxels[first + number * layer..][..layer];
            let luxel = |x: u32, y: u32| unpack(luxels[y as usize * width as usize + x as usize]);
            let upper = luxel(left, top).lerp(luxel(right, top), across);
            let lower = luxel(left, bottom).lerp(luxel(right, bottom), across);
            sum += upper.lerp(lower, down) * brightness(u32::from(style));
        }
        sum
    }

    fn add_face(&mut self, map: &BspFile, face: &FaceRecord, lump: &[u32]) {
        let Some(luxels) = face_luxels(face, lump) else { return };
        if map.planes()[face.plane as usize].normal[2] < LEAST_SLOPE {
            return;
        }
        let texinfo = &map.texinfos()[face.texinfo as usize];
        let first = self.luxels.len();
        self.luxels.extend_from_slice(luxels);
        let lightmap = Lightmap { first, size: face.lightmap_size, styles: face.light_styles };
        let corners: Vec<_> = face_points(map, face).map(|point| (point, face_luxel(texinfo, face, point))).collect();
        self.add(&corners, lightmap);
    }

    fn add_mesh(&mut self, map: &BspFile, mesh: &MeshRecord, lump: &[u32]) {
        let Some(luxels) = mesh_luxels(mesh, lump) else { return };
        let first = self.luxels.len();
        self.luxels.extend_from_slice(luxels);
        let lightmap = Lightmap { first, size: mesh.lightmap_size, styles: mesh.light_styles };
        let vertices = &map.mesh_vertices()[mesh.first_vertex as usize..][..mesh.vertex_count as usize];
        let indices = &map.mesh_indices()[mesh.first_index as usize..][..mesh.index_count as usize];
        for triangle in indices.as_chunks::<3>().0 {
            let corners = triangle.map(|index| {
                let vertex = &vertices[index as usize];
                (Vec3::from_array(vertex.position), vertex.lightmap)
            });
            let [a, b, c] = corners.map(|(point, _)| point);
            if (c - a).cross(b - a).normalize_or_zero().z >= LEAST_SLOPE {
                self.add(&corners, lightmap);
            }
        }
    }

    /// Adds a piece, by its corners, clockwise from above, and their places in the lightmap.
    fn add(&mut self, corners: &[(Vec3, [f32; 2])], map: Lightmap) {
        // The fan's largest triangle: what is linear is found from it most exactly.
        let area = |pair: &&[(Vec3, [f32; 2])]| {
            let [b, c] = [pair[0].0, pair[1].0].map(|corner| (corner - corners[0].0).truncate().as_dvec2());
            b.perp_dot(c)
        };
        let largest = corners.windows(2).max_by(|one, other| area(one).abs().total_cmp(&area(other).abs()));
        let Some((pair, area)) = largest.map(|pair| (pair, area(&pair))).filter(|(_, area)| area.abs() > 1e-3) else {
            return;
        };
        let of_three = [corners[0], pair[0], pair[1]];
        let ground = of_three.map(|(point, _)| point.truncate());
        let luxel = |axis: usize| Linear::through(ground, of_three.map(|(_, luxel)| luxel[axis]), area);
        let first = self.corners.len();
        self.corners.extend(corners.iter().map(|(point, _)| point.truncate()));
        let own = &self.corners[first..];
        self.floors.push(Floor {
            low: own.iter().fold(Vec2::INFINITY, |low, corner| low.min(*corner)),
            high: own.iter().fold(Vec2::NEG_INFINITY, |high, corner| high.max(*corner)),
            corners: first..self.corners.len(),
            height: Linear::through(ground, of_three.map(|(point, _)| point.z), area),
            luxel: [luxel(0), luxel(1)],
            map,
        });
    }

    fn sort_into_chunks(&mut self) {
        let cell = |floor: &Floor| ((floor.low + floor.high) * (0.5 / CELL)).floor().as_ivec2().to_array();
        self.floors.sort_by_key(cell);
        let mut start = 0;
        for near in self.floors.chunk_by(|a, b| cell(a) == cell(b)) {
            let low = near.iter().fold(Vec2::INFINITY, |low, floor| low.min(floor.low));
            let high = near.iter().fold(Vec2::NEG_INFINITY, |high, floor| high.max(floor.high));
            self.chunks.push(Chunk { low, high, floors: start..start + near.len() });
            start += near.len();
        }
    }
}

#[cfg(test)]
mod tests;
