//! From a source's units and axes to ours: inches, X forward, Y left, Z up.

use crate::Options;
use kerosene_math::{Angles, DMat3, DQuat, DVec3, Vec3};

/// How a source's space is turned and scaled to become ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axes {
    /// What takes the source's axes to ours; it mirrors nothing.
    pub(crate) turn: DMat3,
    /// What the author turns it by afterwards.
    pub(crate) rotation: DMat3,
    /// Our units in one of the source's.
    pub(crate) scale: f64,
}

impl Axes {
    /// Of a source whose Y is up, unless the options say Z, with so many of our units in one of its own. glTF's models look
    /// along +Z with their left at +X, so its X, Y and Z are our Y, Z and X.
    pub(crate) fn new(options: &Options, unit: f64) -> Self {
        let turn = if options.z_up { DMat3::IDENTITY } else { DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X) };
        let [pitch, yaw, roll] = options.rotate.map(|degrees| degrees as f32);
        let rotation = Angles::new(pitch, yaw, roll).to_mat3().as_dmat3();
        Self { turn, rotation, scale: unit * options.scale }
    }

    /// A place of the source in our space.
    pub(crate) fn place(&self, place: DVec3) -> Vec3 {
        self.double(place).as_vec3()
    }

    /// The same in double precision.
    pub(crate) fn double(&self, place: DVec3) -> DVec3 {
        self.rotation * (self.turn * place) * self.scale
    }

    /// A direction of the source in our space, of unit length; zero stays zero.
    pub(crate) fn direction(&self, direction: DVec3) -> Vec3 {
        (self.rotation * (self.turn * direction)).normalize_or_zero().as_vec3()
    }

    /// A translation between bones, which the author's rotation does not touch.
    pub(crate) fn offset(&self, offset: DVec3) -> DVec3 {
        self.turn * offset * self.scale
    }

    /// A rotation between bones.
    pub(crate) fn turned(&self, rotation: DQuat) -> DQuat {
        let axis = self.turn * DVec3::new(rotation.x, rotation.y, rotation.z);
        DQuat::from_xyzw(axis.x, axis.y, axis.z, rotation.w)
    }

    /// A scale along the axes of a bone.
    pub(crate) fn stretched(&self, scale: DVec3) -> DVec3 {
        // The axes change places and are never mirrored.
        self.turn * scale
    }
}
