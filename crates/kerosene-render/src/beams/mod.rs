//! Bands from one point to another: lasers, ropes of light, lightning.

use crate::eye::Eye;
use crate::frame::Beam;
use crate::quads::{Quad, QuadList};
use kerosene_math::{Pcg32, Vec3};

/// Pieces of a beam that strays, a power of two.
const PIECES: usize = 32;
/// How often lightning changes its way, each second.
const CHANGES: f64 = 20.0;

/// Adds the beams. `time` is the picture's, in seconds.
pub(crate) fn add(beams: &[Beam], time: f64, eye: &Eye, list: &mut QuadList) {
    for (index, beam) in beams.iter().enumerate() {
        let length = beam.from.distance(beam.to);
        if !(length > 0.0 && length.is_finite() && beam.width > 0.0) {
            continue;
        }
        let moment = (time * CHANGES).floor().max(0.0) as u64;
        let mut joints = [Vec3::ZERO; PIECES + 1];
        let joints = way(beam, moment, index as u64, &mut joints);
        ribbon(beam, length, joints, eye, list);
    }
}

/// The points that a beam goes through: its ends alone, or a fractal between them (midpoint displacement: Fournier,
/// Fussell and Carpenter, "Computer rendering of stochastic models", 1982).
fn way<'a>(beam: &Beam, moment: u64, stream: u64, joints: &'a mut [Vec3; PIECES + 1]) -> &'a [Vec3] {
    if beam.noise <= 0.0 {
        joints[0] = beam.from;
        joints[1] = beam.to;
        return &joints[..2];
    }
    let (first, second) = (beam.to - beam.from).normalize().any_orthonormal_pair();
    let mut random = Pcg32::new(moment, stream);
    joints[0] = beam.from;
    joints[PIECES] = beam.to;
    // Half of what is left at each step: the sum stays below the whole.
    let (mut step, mut stray) = (PIECES, beam.noise * 0.5);
    while step > 1 {
        for start in (0..PIECES).step_by(step) {
            let middle = (joints[start] + joints[start + step]) * 0.5;
            // Within a circle, not a square.
            let (a, b) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let length = (a * a + b * b).sqrt().max(1.0);
            joints[start + step / 2] = middle + (first * a + second * b) * (stray / length);
        }
        step /= 2;
        stray *= 0.5;
    }
    joints
}

/// A band through points that turns its face to the eyes, mitred where it bends.
fn ribbon(beam: &Beam, length: f32, joints: &[Vec3], eye: &Eye, list: &mut QuadList) {
    let repeats = if beam.repeat > 0.0 { length / beam.repeat } else { 1.0 };
    let pieces = joints.len() - 1;
    let side = |joint: usize| {
        let along = joints[(joint + 1).min(pieces)] - joints[joint.saturating_sub(1)];
        let across = along.cross(eye.origin - joints[joint]);
        // Seen from its end it has no face; any will do.
        across.try_normalize().unwrap_or(eye.right) * (beam.width * 0.5)
    };
    let mut before = side(0);
    for piece in 0..pieces {
        let (here, there, after) = (joints[piece], joints[piece + 1], side(piece + 1));
        let corners = [here - before, there - after, there + after, here + before];
        let at = |joint: usize| repeats * joint as f32 / pieces as f32;
        let uv = [at(piece), 0.0, at(piece + 1), 1.0];
        list.push(eye, Quad::new(corners, uv, beam.tint), beam.material);
        before = after;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::MaterialHandle;
    use crate::frame::Camera;

    fn beam(noise: f32) -> Beam {
        let (from, to) = (Vec3::new(100.0, 50.0, 0.0), Vec3::new(150.0, -70.0, 20.0));
        Beam { material: MaterialHandle(0), from, to, width: 6.0, repeat: 32.0, noise, tint: [1.0; 4] }
    }

    fn quads(beam: &Beam, time: f64) -> Vec<Quad> {
        let eye = Eye::new(&Camera::default(), [640, 480]);
        let mut list = QuadList::default();
        add(std::slice::from_ref(beam), time, &eye, &mut list);
        list.sort();
        let mut quads = list.sorted().to_vec();
        quads.sort_by(|a, b| a.uv[0].total_cmp(&b.uv[0]));
        quads
    }

    #[test]
    fn a_straight_one_is_one_band_that_faces_the_eyes() {
        let beam = beam(0.0);
        let [quad] = quads(&beam, 0.0)[..] else { panic!() };
        let [a, b, c, d] = quad.corners.map(Vec3::from_array);
        assert!(((a + d) * 0.5).abs_diff_eq(beam.from, 1e-4) && ((b + c) * 0.5).abs_diff_eq(beam.to, 1e-4));
        assert!((a.distance(d) - 6.0).abs() < 1e-4 && (b.distance(c) - 6.0).abs() < 1e-4);
        // Its breadth is at right angles to the line of sight.
        assert!((d - a).dot(beam.from).abs() < 1e-2 && (c - b).dot(beam.to).abs() < 1e-2);
        assert!((quad.uv[2] - beam.from.distance(beam.to) / 32.0).abs() < 1e-4);
    }

    #[test]
    fn lightning_strays_no_further_than_it_may_and_keeps_its_ends() {
        let beam = beam(12.0);
        let along = (beam.to - beam.from).normalize();
        let mut furthest = 0.0_f32;
        for moment in 0..50 {
            let quads = quads(&beam, f64::from(moment) * 0.1);
            assert_eq!(quads.len(), PIECES);
            let joint = |quad: &Quad, side: [usize; 2]| {
                (Vec3::from_array(quad.corners[side[0]]) + Vec3::from_array(quad.corners[side[1]])) * 0.5
            };
            assert!(joint(&quads[0], [0, 3]).abs_diff_eq(beam.from, 1e-4));
            assert!(joint(&quads[PIECES - 1], [1, 2]).abs_diff_eq(beam.to, 1e-4));
            for pair in quads.windows(2) {
                // No gap between one piece and the next.
                assert_eq!((pair[0].corners[1], pair[0].corners[2]), (pair[1].corners[0], pair[1].corners[3]));
                let offset = joint(&pair[0], [1, 2]) - beam.from;
                let stray = (offset - along * offset.dot(along)).length();
                furthest = furthest.max(stray);
            }
        }
        assert!(furthest <= 12.0 && furthest > 3.0, "{furthest}");
    }

    #[test]
    fn lightning_changes_twenty_times_a_second_and_not_in_between() {
        let beam = beam(12.0);
        assert_eq!(quads(&beam, 1.001), quads(&beam, 1.049));
        assert_ne!(quads(&beam, 1.001), quads(&beam, 1.051));
    }

    #[test]
    fn a_beam_without_length_or_breadth_is_none() {
        let point = Beam { to: beam(0.0).from, ..beam(0.0) };
        assert!(quads(&point, 0.0).is_empty());
        assert!(quads(&Beam { width: 0.0, ..beam(5.0) }, 0.0).is_empty());
    }
}
