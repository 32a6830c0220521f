//! Clipping a sweep against one triangle.

use super::super::clip::{Clip, Surface};
use super::super::sweep::Sweep;
use kerosene_math::{DVec3, Vec3};

/// How far a triangle is grown within its plane for rays, in units: far above the error of reckoning in `f64`, so that
/// no ray passes between two triangles that share an edge, and far below anything that one could see.
const HAIR: f64 = 1.0 / 4096.0;
/// Sine of the angle below which an edge counts as parallel to an axis of the box.
const PARALLEL: f64 = 1e-9;

/// A triangle to collide with, in its model's coordinates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) corners: [[f32; 3]; 3],
    pub(super) mesh: u32,
}

impl Triangle {
    pub(super) fn mins(&self) -> Vec3 {
        self.corners.into_iter().map(Vec3::from).fold(Vec3::INFINITY, Vec3::min)
    }

    pub(super) fn maxs(&self) -> Vec3 {
        self.corners.into_iter().map(Vec3::from).fold(Vec3::NEG_INFINITY, Vec3::max)
    }

    /// The part of the sweep that is within reach of the triangle; `None` if there surely is none.
    pub(super) fn clip(&self, sweep: &Sweep) -> Option<Clip> {
        let corners = self.corners.map(|corner| Vec3::from(corner).as_dvec3());
        let [a, b, c] = corners;
        // A triangle without area is in no one's way: its neighbours cover it.
        let normal = (c - a).cross(b - a).try_normalize()?;
        let mut clip = Clip::WHOLE;
        let kept = clip_by_plane(&mut clip, sweep, normal, normal.dot(a))
            && if sweep.is_point {
                holds(corners, normal, crossing(sweep, normal, a))
            } else {
                clip_by_box(&mut clip, sweep, corners) && clip_by_edges(&mut clip, sweep, corners)
            };
        kept.then_some(clip)
    }
}

/// Clips by both sides of the triangle's plane. The one that the sweep starts on is the one that it can meet: what starts
/// exactly on it counts as in front, and may leave either way.
fn clip_by_plane(clip: &mut Clip, sweep: &Sweep, normal: DVec3, dist: f64) -> bool {
    let distance = normal.dot(sweep.start) - dist;
    let facing = if distance < 0.0 { -1.0 } else { 1.0 };
    let (distance, slope, reach) = (distance * facing, normal.dot(sweep.delta) * facing, sweep.reach(normal));
    let before = distance - reach;
    // The far side is left, never met, even by a ray that starts on it.
    let behind = (-distance - reach).min(-f64::MIN_POSITIVE);
    clip.by_plane(before, before + slope, || Surface::Facet(normal * facing, dist * facing))
        && clip.by_plane(behind, behind - slope, || Surface::Facet(-normal * facing, -dist * facing))
}

/// Where the line of a sweep passes the triangle's plane, towards which it leads.
fn crossing(sweep: &Sweep, normal: DVec3, on_plane: DVec3) -> DVec3 {
    let (distance, slope) = (normal.dot(sweep.start - on_plane), normal.dot(sweep.delta));
    sweep.start - sweep.delta * (distance / slope)
}

/// Whether a point of the triangle's plane is in it. A ray must not be clipped by the planes that stand on the edges: it
/// would be stopped by them, which are no surface, where it comes down just behind one.
fn holds(corners: [DVec3; 3], normal: DVec3, point: DVec3) -> bool {
    (0..3).all(|index| {
        let (from, to) = (corners[index], corners[(index + 1) % 3]);
        // Clockwise seen from the front: this points away from the third corner.
        let outward = normal.cross(to - from).normalize_or_zero();
        outward.dot(point - from) <= HAIR
    })
}

/// Clips by the triangle's bounds along the axes of the box.
fn clip_by_box(clip: &mut Clip, sweep: &Sweep, corners: [DVec3; 3]) -> bool {
    axes(sweep).into_iter().all(|axis| {
        let (low, high) = extent(corners, axis);
        clip.by_facet(sweep, axis, high) && clip.by_facet(sweep, -axis, -low)
    })
}

/// Clips by the planes spanned by an edge of the triangle and one of the box.
fn clip_by_edges(clip: &mut Clip, sweep: &Sweep, corners: [DVec3; 3]) -> bool {
    let axes = axes(sweep);
    (0..3).all(|index| {
        let edge = corners[(index + 1) % 3] - corners[index];
        axes.iter().all(|&axis| {
            let across = edge.cross(axis);
            let (square, whole) = (across.length_squared(), edge.length_squared());
            if square <= whole * (PARALLEL * PARALLEL) {
                return true;
            }
            let normal = across / square.sqrt();
            let (low, high) = extent(corners, normal);
            clip.by_facet(sweep, normal, high) && clip.by_facet(sweep, -normal, -low)
        })
    })
}

fn axes(sweep: &Sweep) -> [DVec3; 3] {
    sweep.axes.unwrap_or(DVec3::AXES)
}

/// How far the triangle reaches along `normal`, down and up.
fn extent(corners: [DVec3; 3], normal: DVec3) -> (f64, f64) {
    let [a, b, c] = corners.map(|corner| normal.dot(corner));
    (a.min(b).min(c), a.max(b).max(c))
}
