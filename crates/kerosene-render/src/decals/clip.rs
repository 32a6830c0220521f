//! What a decal covers of a surface.

use crate::frame::Decal;
use crate::surfaces::{Polygon, Surfaces};
use kerosene_math::{Aabb, Vec3, deterministic};

/// A corner of what a decal covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DecalCorner {
    /// Where it is.
    pub(crate) position: Vec3,
    /// Away from the surface, of unit length.
    pub(crate) normal: Vec3,
    /// Where it is in the picture; (0, 0) is its upper left corner.
    pub(crate) uv: [f32; 2],
}

/// A surface that is turned further from the decal's own, by the cosine of the angle between them, is not covered: the
/// picture would be drawn out along it.
const LEAST_COSINE: f32 = 0.3;

/// The box that a decal fills.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stamp {
    origin: Vec3,
    /// Unit vectors to the picture's right, to its top, and off the surface.
    axes: [Vec3; 3],
    /// Half its width, height and depth.
    half: [f32; 3],
}

impl Stamp {
    fn new(decal: &Decal) -> Option<Self> {
        let normal = decal.normal.try_normalize()?;
        let half = [decal.size[0] * 0.5, decal.size[1] * 0.5];
        if !decal.origin.is_finite() || half.iter().any(|half| !(*half > 0.0 && half.is_finite())) {
            return None;
        }
        let reference = if normal.z.abs() > 0.9 { Vec3::X } else { Vec3::Z };
        let up = (reference - normal * reference.dot(normal)).normalize();
        let right = up.cross(normal);
        let (sin, cos) = deterministic::sin_cos_degrees(f64::from(decal.roll));
        let (sin, cos) = (sin as f32, cos as f32);
        let axes = [right * cos + up * sin, up * cos - right * sin, normal];
        // Around an edge or over a step it reaches as far as it is large, but not through a wall.
        let depth = half[0].min(half[1]).clamp(1.0, 8.0);
        Some(Self { origin: decal.origin, axes, half: [half[0], half[1], depth] })
    }

    fn bounds(&self) -> Aabb {
        let reach = (0..3).fold(Vec3::ZERO, |sum, axis| sum + self.axes[axis].abs() * self.half[axis]);
        Aabb::new(self.origin - reach, self.origin + reach)
    }

    fn corner(&self, position: Vec3, normal: Vec3) -> DecalCorner {
        let offset = position - self.origin;
        let part = |axis: usize| offset.dot(self.axes[axis]) / self.half[axis] * 0.5;
        DecalCorner { position, normal, uv: [0.5 + part(0), 0.5 - part(1)] }
    }
}

/// Finds the triangles of a model's surfaces that a decal covers, counter-clockwise as seen from their front.
pub(crate) fn clip(decal: &Decal, surfaces: &Surfaces) -> Vec<DecalCorner> {
    let mut triangles = Vec::new();
    let Some(stamp) = Stamp::new(decal) else { return triangles };
    let bounds = stamp.bounds();
    let (mut inside, mut scratch) = (Vec::new(), Vec::new());
    for polygon in surfaces.near(decal.model.unwrap_or(0), &bounds) {
        if polygon.normal.dot(stamp.axes[2]) < LEAST_COSINE {
            continue;
        }
        clip_polygon(&stamp, polygon, surfaces, &mut inside, &mut scratch);
        for pair in inside.get(1..).unwrap_or_default().windows(2) {
            let corners = [inside[0], pair[1], pair[0]];
            triangles.extend(corners.map(|corner| stamp.corner(corner, polygon.normal)));
        }
    }
    triangles
}

/// Cuts a polygon off at the six sides of a box (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
fn clip_polygon(
    stamp: &Stamp,
    polygon: &Polygon,
    surfaces: &Surfaces,
    inside: &mut Vec<Vec3>,
    scratch: &mut Vec<Vec3>,
) {
    inside.clear();
    inside.extend_from_slice(surfaces.corners(polygon));
    for (axis, half) in stamp.axes.iter().zip(stamp.half) {
        for side in [1.0, -1.0] {
            let distance = |point: Vec3| half - axis.dot(point - stamp.origin) * side;
            scratch.clear();
            for (index, &point) in inside.iter().enumerate() {
                let next = inside[(index + 1) % inside.len()];
                let (here, there) = (distance(point), distance(next));
                if here >= 0.0 {
                    scratch.push(point);
                }
                if (here >= 0.0) != (there >= 0.0) {
                    scratch.push(point + (next - point) * (here / (here - there)));
                }
            }
            std::mem::swap(inside, scratch);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::MaterialHandle;
    use kerosene_bsp::sample::{SampleBrush, room_with};

    fn room() -> Surfaces {
        let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
        let map = room_with([vec![pillar]]).to_file().unwrap();
        Surfaces::new(&map, |_| true)
    }

    fn decal(origin: Vec3, normal: Vec3, size: [f32; 2]) -> Decal {
        let material = MaterialHandle(0);
        Decal { material, model: None, origin, normal, size, roll: 0.0, tint: [1.0; 4] }
    }

    fn area(triangles: &[DecalCorner]) -> f32 {
        let area = |triangle: &[DecalCorner]| {
            let [a, b, c] = [0, 1, 2].map(|index: usize| triangle[index].position);
            (b - a).cross(c - a).dot(triangle[0].normal) * 0.5
        };
        triangles.chunks_exact(3).map(area).sum()
    }

    #[test]
    fn on_a_floor_it_covers_what_it_is_large() {
        let surfaces = room();
        for roll in [0.0, 30.0, 45.0, 200.0] {
            let stamp = Decal { roll, ..decal(Vec3::new(100.0, 50.0, 0.0), Vec3::Z, [40.0, 24.0]) };
            let covered = clip(&stamp, &surfaces);
            assert!((area(&covered) - 40.0 * 24.0).abs() < 0.05, "{roll}: {}", area(&covered));
            assert!(covered.iter().all(|corner| corner.position.z == 0.0 && corner.normal == Vec3::Z));
        }
    }

    #[test]
    fn it_ends_at_edges_and_does_not_cover_what_turns_away() {
        let surfaces = room();
        // The floor ends 4 units from the middle, below the wall, whose sides are turned away.
        let at_edge = clip(&decal(Vec3::new(268.0, 0.0, 0.0), Vec3::Z, [40.0, 24.0]), &surfaces);
        assert!((area(&at_edge) - 40.0 * (12.0 + 4.0)).abs() < 0.05, "{}", area(&at_edge));
        // In the air there is nothing to cover.
        assert!(clip(&decal(Vec3::new(100.0, 0.0, 30.0), Vec3::Z, [40.0, 24.0]), &surfaces).is_empty());
        // The ceiling faces down.
        assert!(clip(&decal(Vec3::new(0.0, 0.0, 256.0), Vec3::Z, [40.0, 24.0]), &surfaces).is_empty());
    }

    #[test]
    fn on_a_brush_model_it_covers_that_alone() {
        let surfaces = room();
        let on_pillar = Decal { model: Some(1), ..decal(Vec3::new(16.0, 0.0, 64.0), Vec3::X, [64.0, 20.0]) };
        assert!((area(&clip(&on_pillar, &surfaces)) - 32.0 * 20.0).abs() < 0.05);
        assert!(clip(&Decal { model: None, ..on_pillar }, &surfaces).is_empty());
        assert!(clip(&Decal { model: Some(9), ..on_pillar }, &surfaces).is_empty());
    }

    #[test]
    fn the_picture_stands_upright_on_walls_and_is_not_mirrored() {
        let surfaces = room();
        // Seen from inside, the wall at +X has up at +Z and right at -Y.
        let covered = clip(&decal(Vec3::new(256.0, 0.0, 100.0), Vec3::NEG_X, [20.0, 10.0]), &surfaces);
        assert!(!covered.is_empty());
        for corner in covered {
            let uv = [0.5 - corner.position.y / 20.0, 0.5 - (corner.position.z - 100.0) / 10.0];
            assert!((uv[0] - corner.uv[0]).abs() < 1e-5 && (uv[1] - corner.uv[1]).abs() < 1e-5, "{corner:?}");
        }
    }

    #[test]
    fn what_is_no_decal_covers_nothing() {
        let surfaces = room();
        for (normal, size) in [(Vec3::ZERO, [8.0; 2]), (Vec3::Z, [0.0, 8.0]), (Vec3::Z, [f32::NAN, 8.0])] {
            assert!(clip(&decal(Vec3::ZERO, normal, size), &surfaces).is_empty());
        }
    }
}
