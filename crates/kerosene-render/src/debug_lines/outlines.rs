//! Outlines of what is there but not seen: boxes, lights, probes.

use crate::eye::Eye;
use crate::frame::{BrushModel, DebugLine, Frame, Light, LightShape};
use crate::probes::ProbeSites;
use crate::world::WorldMesh;
use kerosene_math::{Aabb, Vec3, deterministic};

/// Bits of [`View::outlines`](crate::View::outlines).
const BRUSH_MODELS: u8 = 1;
const LEAVES: u8 = 2;
const LIGHTS: u8 = 4;
const PROBES: u8 = 8;

/// Leaves are outlined as far as this from the eyes, in units.
const NEAR: f32 = 768.0;
/// Lines of a circle.
const STEPS: usize = 24;

/// Adds what a frame wants outlined.
pub(crate) fn outline(frame: &Frame, mesh: &WorldMesh, sites: &ProbeSites, eye: &Eye, lines: &mut Vec<DebugLine>) {
    let wants = |bit: u8| frame.view.outlines & bit != 0;
    if wants(BRUSH_MODELS) {
        for placed in &frame.brush_models {
            add_brush_model(placed, mesh, lines);
        }
    }
    if wants(LEAVES) {
        let near = Aabb::around(eye.origin, Vec3::splat(NEAR));
        let own = mesh.tree().cluster_of(eye.origin);
        for (bounds, cluster) in mesh.tree().open_leaves().filter(|(bounds, _)| bounds.touches(&near)) {
            let color = if Some(cluster) == own { [1.0, 1.0, 0.2, 1.0] } else { [0.2, 0.7, 0.9, 0.6] };
            let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z];
            // A little smaller than it is, so that neighbours do not lie on each other.
            add_box(&Aabb::new(bounds.min + 1.0, bounds.max - 1.0), [x, y, z], Vec3::ZERO, color, lines);
        }
    }
    if wants(LIGHTS) {
        frame.lights.iter().for_each(|light| add_light(light, lines));
    }
    if wants(PROBES) {
        for place in sites.places() {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                add_circle(*place, axis, 8.0, [0.9, 0.3, 0.9, 1.0], lines);
            }
        }
    }
}

fn add_brush_model(placed: &BrushModel, mesh: &WorldMesh, lines: &mut Vec<DebugLine>) {
    let Some((bounds, pivot)) = mesh.model_box(placed.model) else { return };
    let around_pivot = Aabb::new(bounds.min - pivot, bounds.max - pivot);
    add_box(&around_pivot, placed.orientation.axes, placed.origin, [1.0, 0.6, 0.1, 1.0], lines);
}

/// Adds the edges of a box that is turned and moved.
fn add_box(bounds: &Aabb, axes: [Vec3; 3], origin: Vec3, color: [f32; 4], lines: &mut Vec<DebugLine>) {
    let corner = |number: usize| {
        let pick = |axis: usize| if number >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        origin + axes[0] * pick(0) + axes[1] * pick(1) + axes[2] * pick(2)
    };
    for axis in 0..3 {
        for number in (0..8).filter(|number| number >> axis & 1 == 0) {
            lines.push(DebugLine { from: corner(number), to: corner(number | 1 << axis), color, hidden: false });
        }
    }
}

/// Adds a circle about an axis.
fn add_circle(middle: Vec3, axis: Vec3, radius: f32, color: [f32; 4], lines: &mut Vec<DebugLine>) {
    let (right, up) = axis.any_orthonormal_pair();
    let point = |step: usize| {
        let (sine, cosine) = deterministic::sin_cos(step as f32 / STEPS as f32 * std::f32::consts::TAU);
        middle + (right * cosine + up * sine) * radius
    };
    lines.extend((0..STEPS).map(|step| DebugLine { from: point(step), to: point(step + 1), color, hidden: false }));
}

/// Adds how far a light reaches: a ball of three circles, or a cone.
fn add_light(light: &Light, lines: &mut Vec<DebugLine>) {
    let brightest = light.color.max_element().max(1e-3);
    let color = (light.color / brightest).max(Vec3::splat(0.2)).extend(1.0).to_array();
    match light.shape {
        LightShape::Point => {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                add_circle(light.origin, axis, light.radius, color, lines);
            }
        }
        LightShape::Spot { angles, outer, .. } => {
            let [forward, right, up] = angles.vectors();
            let (sine, cosine) = deterministic::sin_cos(outer.clamp(0.0, 89.0).to_radians());
            let middle = light.origin + forward * (cosine * light.radius);
            add_circle(middle, forward, sine * light.radius, color, lines);
            for side in [right, -right, up, -up] {
                let to = middle + side * (sine * light.radius);
                lines.push(DebugLine { from: light.origin, to, color, hidden: false });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use crate::world::{DrawClass, Surface};
    use kerosene_bsp::Orientation;
    use kerosene_bsp::sample::{SampleBrush, room_with};
    use kerosene_math::Angles;

    fn outlined(outlines: u8) -> Vec<DebugLine> {
        let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
        let map = room_with([vec![pillar]]).to_file().unwrap();
        let surface = Surface { material: 0, class: DrawClass::Opaque, texels: [64.0; 2] };
        let mesh = WorldMesh::new(&map, |_| Some(surface));
        let mut frame = Frame::default();
        frame.view.outlines = outlines;
        frame.camera.origin = Vec3::new(0.0, 0.0, 64.0);
        let (orientation, origin) = (Orientation::of(Angles::new(0.0, 90.0, 0.0)), Vec3::new(100.0, 0.0, 0.0));
        frame.brush_models.push(BrushModel { model: 1, origin, orientation, tint: [1.0; 4] });
        let spot = LightShape::Spot { angles: Angles::ZERO, inner: 10.0, outer: 30.0 };
        for shape in [LightShape::Point, spot] {
            let (origin, color) = (Vec3::Z * 50.0, Vec3::ONE);
            frame.lights.push(Light { origin, shape, color, radius: 80.0, shadows: false });
        }
        let mut lines = Vec::new();
        let eye = Eye::new(&Camera { origin: frame.camera.origin, ..Camera::default() }, [640, 480]);
        outline(&frame, &mesh, &ProbeSites::default(), &eye, &mut lines);
        lines
    }

    fn bounds(lines: &[DebugLine]) -> Aabb {
        Aabb::from_points(lines.iter().flat_map(|line| [line.from, line.to]))
    }

    #[test]
    fn nothing_is_outlined_that_nobody_asked_for() {
        assert!(outlined(0).is_empty() && outlined(PROBES).is_empty());
    }

    #[test]
    fn a_brush_model_has_the_twelve_edges_of_its_box_where_it_is() {
        let lines = outlined(BRUSH_MODELS);
        assert_eq!(lines.len(), 12);
        let expected = Aabb::new(Vec3::new(84.0, -16.0, 0.0), Vec3::new(116.0, 16.0, 128.0));
        let found = bounds(&lines);
        assert!(found.min.abs_diff_eq(expected.min, 2.5) && found.max.abs_diff_eq(expected.max, 2.5), "{found:?}");
    }

    #[test]
    fn a_room_is_one_box_and_lights_end_at_their_radius() {
        let leaves = outlined(LEAVES);
        assert!(!leaves.is_empty() && leaves.len().is_multiple_of(12));
        let lights = outlined(LIGHTS);
        assert_eq!(lights.len(), STEPS * 4 + 4);
        let rim = lights.iter().take(STEPS * 4).map(|line| line.from.distance(Vec3::Z * 50.0));
        assert!(rim.into_iter().all(|far| (far - 80.0).abs() < 0.01));
    }
}
