//! Bones and the clips that move them.

use kerosene_math::{Aabb, DAffine3, DVec3, Quat, Vec3};

/// Most bones of a skeleton: a vertex names them by a byte.
pub const MAX_BONES: usize = 256;
/// Most clips of a model.
pub const MAX_CLIPS: usize = 1024;
/// Most frames of a clip.
pub const MAX_FRAMES: usize = 65_536;

/// A place, an orientation and a size: what is scaled first, then turned, then moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// How far it is moved, in units.
    pub translation: Vec3,
    /// How it is turned; of unit length.
    pub rotation: Quat,
    /// How it is scaled along its axes.
    pub scale: Vec3,
}

impl Transform {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// The same as a matrix. In double precision glam uses no vector instructions, whose order of additions differs
    /// between processors.
    #[must_use]
    pub fn to_affine(self) -> DAffine3 {
        let rotation = self.rotation.as_dquat();
        DAffine3::from_scale_rotation_translation(self.scale.as_dvec3(), rotation, self.translation.as_dvec3())
    }
}

/// A bone.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Its name, unlike that of any other.
    pub name: String,
    /// The bone that it hangs on, which comes before it; none for a root.
    pub parent: Option<u8>,
    /// Where it is in the bind pose, as seen from its parent; from the model for a root.
    pub bind: Transform,
    /// Takes a vertex from the model's space in the bind pose to the bone's: three columns of the matrix, then where the
    /// origin goes.
    pub inverse_bind: [Vec3; 4],
}

impl Bone {
    /// [`Self::inverse_bind`] as a matrix.
    #[must_use]
    pub fn inverse_bind_affine(&self) -> DAffine3 {
        let [x, y, z, origin] = self.inverse_bind.map(Vec3::as_dvec3);
        DAffine3::from_cols(x, y, z, origin)
    }

    /// A matrix as [`Self::inverse_bind`] has it.
    #[must_use]
    pub fn columns(matrix: &DAffine3) -> [Vec3; 4] {
        let [x, y, z] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
        [x, y, z, matrix.translation].map(DVec3::as_vec3)
    }
}

/// What one property of a bone does in a clip: one value that stays, or one for each frame.
pub type Channel<T> = Vec<T>;

/// What a bone does in a clip, as seen from its parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Where it is.
    pub translation: Channel<Vec3>,
    /// How it is turned. Neighbours lie in one half of the sphere, so that they can be blended as they are.
    pub rotation: Channel<Quat>,
    /// How it is scaled.
    pub scale: Channel<Vec3>,
}

/// A movement of the skeleton: its poses at a fixed rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Its name, unlike that of any other.
    pub name: String,
    /// Whether it begins again at its end. The last frame is then where the first one is.
    pub looped: bool,
    /// Frames in a second.
    pub rate: f32,
    /// How many frames there are; the first is at its beginning and the last at its end.
    pub frames: u32,
    /// What each bone does, in the order of the skeleton.
    pub tracks: Vec<Track>,
    /// What the model's vertices stay within at its frames, in units.
    pub bounds: Aabb,
}

impl Clip {
    /// How long it takes, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f32 {
        self.frames.saturating_sub(1) as f32 / self.rate
    }

    /// What a bone does at a frame; beyond the end, at the last one. Nothing for a bone that is not there.
    #[must_use]
    pub fn transform(&self, bone: usize, frame: u32) -> Transform {
        fn at<T: Copy>(channel: &Channel<T>, frame: u32, otherwise: T) -> T {
            channel.get(frame as usize).or_else(|| channel.last()).copied().unwrap_or(otherwise)
        }
        let identity = Transform::IDENTITY;
        self.tracks.get(bone).map_or(identity, |track| Transform {
            translation: at(&track.translation, frame, identity.translation),
            rotation: at(&track.rotation, frame, identity.rotation),
            scale: at(&track.scale, frame, identity.scale),
        })
    }
}
