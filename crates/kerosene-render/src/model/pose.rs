//! What a skeleton does at a moment.

use crate::frame::Pose;
use kerosene_asset::{Bone, Clip, Transform};
use kerosene_math::{Affine3A, Mat3, Quat, Vec3};

/// A bone's matrix as shaders read it: three rows.
pub(crate) type BoneRows = [[f32; 4]; 3];

/// Memory for working out poses.
#[derive(Debug, Clone, Default)]
pub(crate) struct PoseScratch {
    world: Vec<Affine3A>,
}

/// Adds what takes each bone's vertices from the bind pose to a pose.
pub(crate) fn append_pose(
    bones: &[Bone],
    clips: &[Clip],
    pose: &Pose,
    scratch: &mut PoseScratch,
    rows: &mut Vec<BoneRows>,
) {
    let world = &mut scratch.world;
    world.clear();
    for (index, bone) in bones.iter().enumerate() {
        let local = affine(&local(index, bone, clips, pose));
        let whole = match bone.parent.and_then(|parent| world.get(usize::from(parent))) {
            Some(parent) => *parent * local,
            None => local,
        };
        world.push(whole);
        let [x, y, z, origin] = bone.inverse_bind;
        let to_bone = Affine3A::from_mat3_translation(Mat3::from_cols(x, y, z), origin);
        rows.push(rows_of(&(whole * to_bone)));
    }
}

/// A matrix as rows.
pub(crate) fn rows_of(matrix: &Affine3A) -> BoneRows {
    let (turn, origin) = (matrix.matrix3.transpose(), matrix.translation);
    let row = |axis: Vec3, offset: f32| axis.extend(offset).to_array();
    [row(turn.x_axis.into(), origin.x), row(turn.y_axis.into(), origin.y), row(turn.z_axis.into(), origin.z)]
}

fn affine(transform: &Transform) -> Affine3A {
    Affine3A::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// Where a bone is, as seen from its parent.
fn local(index: usize, bone: &Bone, clips: &[Clip], pose: &Pose) -> Transform {
    let at = |clip: Option<u16>, seconds: f32| {
        clip.and_then(|clip| clips.get(usize::from(clip))).map_or(bone.bind, |clip| sampled(clip, index, seconds))
    };
    let now = at(pose.clip, pose.time);
    match pose.from {
        Some((clip, seconds, left)) if left > 0.0 => blended(&now, &at(Some(clip), seconds), left.min(1.0)),
        _ => now,
    }
}

/// What a bone does so many seconds into a clip: between two of its frames, in a line.
fn sampled(clip: &Clip, bone: usize, seconds: f32) -> Transform {
    let last = clip.frames.saturating_sub(1) as f32;
    let place = if seconds.is_finite() { seconds * clip.rate } else { 0.0 };
    let place = match clip.looped && last > 0.0 {
        true => place.rem_euclid(last),
        false => place.clamp(0.0, last),
    };
    let frame = place.floor();
    let (here, part) = (clip.transform(bone, frame as u32), place - frame);
    if part == 0.0 { here } else { blended(&here, &clip.transform(bone, frame as u32 + 1), part) }
}

/// A part of the way from one to another.
fn blended(from: &Transform, to: &Transform, part: f32) -> Transform {
    Transform {
        translation: from.translation.lerp(to.translation, part),
        rotation: nlerp(from.rotation, to.rotation, part),
        scale: from.scale.lerp(to.scale, part),
    }
}

/// Between two rotations by the shorter way, in a line that is drawn back to the sphere: between frames and in short
/// blends it is what the slower way along the sphere gives, to within what is seen (Blow, "Understanding slerp, then not
/// using it", 2004).
fn nlerp(from: Quat, to: Quat, part: f32) -> Quat {
    let to = if from.dot(to) < 0.0 { -to } else { to };
    let between = from * (1.0 - part) + to * part;
    let length = between.length();
    if length > 1e-6 { between * (1.0 / length) } else { from }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::model::samples::arm;
    use kerosene_math::Vec4;

    fn matrices(pose: &Pose) -> Vec<BoneRows> {
        let arm = arm();
        let mut rows = Vec::new();
        append_pose(&arm.bones, &arm.clips, pose, &mut PoseScratch::default(), &mut rows);
        rows
    }

    fn moved(rows: &BoneRows, place: Vec3) -> Vec3 {
        Vec3::from_array(rows.map(|row| Vec4::from_array(row).dot(place.extend(1.0))))
    }

    const HAND: Vec3 = Vec3::new(0.0, 0.0, 20.0);

    #[test]
    fn the_bind_pose_moves_nothing() {
        for clip in [None, Some(99)] {
            for rows in matrices(&Pose { clip, ..Pose::default() }) {
                assert!(moved(&rows, HAND).abs_diff_eq(HAND, 1e-5));
            }
        }
    }

    #[test]
    fn at_its_frames_a_clip_is_what_the_asset_crate_says() {
        let arm = arm();
        for frame in 0..arm.clips[0].frames - 1 {
            let expected = arm.skinning(0, frame);
            let pose = Pose { clip: Some(0), time: frame as f32 / arm.clips[0].rate, from: None };
            for (rows, expected) in matrices(&pose).iter().zip(expected) {
                let place = Vec3::new(1.0, 2.0, 15.0);
                let exact = expected.transform_point3(place.as_dvec3()).as_vec3();
                assert!(moved(rows, place).abs_diff_eq(exact, 1e-4), "{frame}");
            }
        }
    }

    #[test]
    fn between_frames_the_elbow_turns_in_proportion() {
        // The clip bends the elbow, which is at 10, by 30 degrees each frame at 10 frames a second.
        let rows = matrices(&Pose { clip: Some(0), time: 0.15, from: None });
        let angle = 45.0_f32.to_radians();
        let (sin, cos) = kerosene_math::deterministic::sin_cos(angle);
        let expected = Vec3::new(10.0 * sin, 0.0, 10.0 + 10.0 * cos);
        assert!(moved(&rows[1], HAND).abs_diff_eq(expected, 1e-3), "{}", moved(&rows[1], HAND));
        assert!(moved(&rows[0], HAND).abs_diff_eq(HAND, 1e-5));
    }

    #[test]
    fn a_looped_clip_begins_again_and_another_stays_at_its_end() {
        let arm = arm();
        let at = |clip, time| matrices(&Pose { clip: Some(clip), time, from: None });
        let close = |a: &[BoneRows], b: &[BoneRows]| {
            a.iter().zip(b).all(|(a, b)| moved(a, HAND).abs_diff_eq(moved(b, HAND), 1e-3))
        };
        let seconds = arm.clips[1].seconds();
        assert!(arm.clips[1].looped && !arm.clips[0].looped);
        assert!(close(&at(1, 0.07), &at(1, 0.07 + 3.0 * seconds)));
        assert!(!close(&at(1, 0.07), &at(1, 0.0)));
        assert!(close(&at(0, arm.clips[0].seconds()), &at(0, 99.0)));
        assert!(close(&at(0, 0.0), &at(0, -5.0)) && close(&at(0, 0.0), &at(0, f32::NAN)));
    }

    #[test]
    fn two_clips_blend_by_what_is_left_of_the_one_before() {
        // Elbow at 60 degrees in the first clip, at 0 in the bind pose, which the second is at its start.
        let at = |left| {
            let pose = Pose { clip: Some(0), time: 0.2, from: Some((1, 0.0, left)) };
            let hand = moved(&matrices(&pose)[1], HAND) - Vec3::Z * 10.0;
            kerosene_math::deterministic::atan2(hand.x, hand.z).to_degrees()
        };
        assert!((at(0.0) - 60.0).abs() < 0.01 && at(1.0).abs() < 0.01);
        assert!((at(0.5) - 30.0).abs() < 0.01, "{}", at(0.5));
        assert!(at(0.25) > at(0.5) && at(0.5) > at(0.75));
    }
}
