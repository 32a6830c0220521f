//! Every side of a brush is drawn where it can be seen, found without the compiler: by plain half-spaces.

use super::Compiled;
use kerosene_bsp::Contents;
use kerosene_math::{DVec3, Pcg32};

/// Points asked about per side.
const POINTS: u32 = 24;
/// How far before a side there must be open space, and how far from its edges a point must be, in units.
const BEFORE: f64 = 0.2;

struct Solid {
    planes: Vec<(DVec3, f64, String)>,
}

impl Solid {
    /// How deep a point lies; negative outside.
    fn depth(&self, point: DVec3) -> f64 {
        self.planes.iter().map(|(normal, dist, _)| dist - normal.dot(point)).fold(f64::INFINITY, f64::min)
    }
}

fn undrawn(material: &str) -> bool {
    ["skip", "clip", "hint", "trigger"].contains(&material.rsplit('/').next().unwrap().to_lowercase().as_str())
}

/// Holds random points of each drawn world side, which have open space before them and belong to one brush alone,
/// against the faces there: there must be one.
pub(super) fn every_open_side_is_drawn_once(map: &Compiled) {
    let solids: Vec<Solid> = map.map.entities[0].brushes.iter().map(solid).collect();
    let mut random = Pcg32::new(11, 0);
    let mut asked = 0;
    for (number, owner) in solids.iter().enumerate() {
        for (side, (normal, _, material)) in owner.planes.iter().enumerate().filter(|(_, plane)| !undrawn(&plane.2)) {
            for point in points_on(owner, side, &mut random) {
                let others = solids.iter().enumerate().filter(|(other, _)| *other != number);
                let clear =
                    others.clone().all(|(_, other)| other.depth(point).abs() > BEFORE && other.depth(point) < 0.0);
                let before = point + *normal * BEFORE;
                let open = map.contents(before.x as f32, before.y as f32, before.z as f32);
                if !clear || open.intersects(Contents::MASK_PLAYER_SOLID) {
                    continue;
                }
                asked += 1;
                let faces = map.faces_at(0, point.to_array(), normal.to_array());
                assert_eq!(faces.len(), 1, "brush {number}, side {side} ({material}) at {point}");
            }
        }
    }
    assert!(asked > 20, "only {asked} points were clear");
}

fn solid(brush: &kerosene_map::Brush) -> Solid {
    let plane = |side: &kerosene_map::Side| {
        let [a, b, c] = side.points;
        let normal = (a - b).cross(c - b).normalize();
        (normal, normal.dot(b), side.material.clone())
    };
    Solid { planes: brush.sides.iter().map(plane).collect() }
}

fn plane_of(solid: &Solid, side: usize) -> (DVec3, f64) {
    (solid.planes[side].0, solid.planes[side].1)
}

/// Random points on a side, away from its edges.
fn points_on(solid: &Solid, side: usize, random: &mut Pcg32) -> Vec<DVec3> {
    let (normal, dist) = plane_of(solid, side);
    let corners = corners_on(solid, side);
    let mut points = Vec::new();
    for _ in 0..POINTS {
        let mut sum = DVec3::ZERO;
        let mut total = 0.0;
        for corner in &corners {
            let weight = random.next_f64();
            sum += *corner * weight;
            total += weight;
        }
        if total == 0.0 {
            continue;
        }
        let point = sum / total;
        let point = point + normal * (dist - normal.dot(point));
        let inside = solid.planes.iter().enumerate().filter(|(other, _)| *other != side);
        if inside.into_iter().all(|(_, (normal, dist, _))| dist - normal.dot(point) > BEFORE) {
            points.push(point);
        }
    }
    points
}

/// Where the plane of a side meets two others, within the brush.
fn corners_on(solid: &Solid, side: usize) -> Vec<DVec3> {
    let (a, da) = plane_of(solid, side);
    let mut corners = Vec::new();
    for i in 0..solid.planes.len() {
        for j in i + 1..solid.planes.len() {
            let ((b, db), (c, dc)) = (plane_of(solid, i), plane_of(solid, j));
            let volume = a.dot(b.cross(c));
            if volume.abs() < 1e-9 {
                continue;
            }
            let point = (b.cross(c) * da + c.cross(a) * db + a.cross(b) * dc) / volume;
            if solid.depth(point) > -1e-6 {
                corners.push(point);
            }
        }
    }
    corners
}
