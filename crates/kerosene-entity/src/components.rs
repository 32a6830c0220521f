//! The components that every class shares.

use crate::EntityId;
use crate::animation::Animation;
use crate::class::ComponentEntry;
use crate::time::{Due, Time};
use kerosene_math::{Aabb, Angles, Mat3, Vec3};
use kerosene_world::{Component, FieldKind, FieldType};

/// Where an entity is and which way it faces. Every entity has it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct Pose {
    /// Position in units.
    #[field(key = "", label = "Position")]
    pub origin: Vec3,
    /// Pitch, yaw and roll in degrees.
    #[field(key = "", label = "Angles")]
    pub angles: PoseAngles,
}

/// Pitch, yaw and roll in degrees, as a component keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PoseAngles(pub Angles);

impl FieldType for PoseAngles {
    const KIND: FieldKind = FieldKind::Vec3;

    fn load(bytes: &[u8]) -> Self {
        let numbers = Vec3::load(bytes);
        Self(Angles::new(numbers.x, numbers.y, numbers.z))
    }

    fn store(&self, bytes: &mut [u8]) {
        Vec3::new(self.0.pitch, self.0.yaw, self.0.roll).store(bytes);
    }
}

impl Pose {
    /// A pose of a position and angles.
    pub fn new(origin: Vec3, angles: Angles) -> Self {
        Self { origin, angles: PoseAngles(angles) }
    }

    /// The angles.
    pub fn angles(self) -> Angles {
        self.angles.0
    }

    /// The pose in the world of something at `local` in this pose's frame.
    ///
    /// ```
    /// use kerosene_entity::Pose;
    /// use kerosene_math::{Angles, Vec3};
    ///
    /// let train = Pose::new(Vec3::new(100.0, 0.0, 0.0), Angles::new(0.0, 90.0, 0.0));
    /// let lamp = train.place(Pose::new(Vec3::new(10.0, 0.0, 4.0), Angles::ZERO));
    /// assert_eq!(lamp, Pose::new(Vec3::new(100.0, 10.0, 4.0), Angles::new(0.0, 90.0, 0.0)));
    /// ```
    #[must_use]
    pub fn place(self, local: Self) -> Self {
        let rotation = self.angles().to_mat3();
        Self::new(self.origin + rotation * local.origin, turned(self.angles(), local.angles(), rotation))
    }

    /// The inverse of [`Pose::place`]: where something in the world is in this pose's frame.
    #[must_use]
    pub fn localize(self, world: Self) -> Self {
        let inverse = self.angles().to_mat3().transpose();
        let angles = if self.angles() == Angles::ZERO {
            world.angles()
        } else if level(self.angles()) {
            Angles::new(world.angles().pitch, world.angles().yaw - self.angles().yaw, world.angles().roll)
        } else {
            angles_of(inverse * world.angles().to_mat3())
        };
        Self::new(inverse * (world.origin - self.origin), angles)
    }
}

/// Whether angles turn about the vertical only.
fn level(angles: Angles) -> bool {
    angles.pitch == 0.0 && angles.roll == 0.0
}

/// `inner` turned by `outer`. Turning about the vertical adds to the yaw, exactly; no sines are involved.
fn turned(outer: Angles, inner: Angles, rotation: Mat3) -> Angles {
    if level(outer) {
        return Angles::new(inner.pitch, inner.yaw + outer.yaw, inner.roll);
    }
    angles_of(rotation * inner.to_mat3())
}

/// The angles of a rotation; looking straight up or down, the roll counts as yaw.
fn angles_of(rotation: Mat3) -> Angles {
    use kerosene_math::deterministic::atan2;
    let (forward, left, up) = (rotation.x_axis, rotation.y_axis, rotation.z_axis);
    let horizontal = (forward.x * forward.x + forward.y * forward.y).sqrt();
    let pitch = 0.0 - atan2(forward.z, horizontal).to_degrees();
    if horizontal > 1e-4 {
        let yaw = atan2(forward.y, forward.x).to_degrees();
        Angles::new(pitch, yaw, atan2(left.z, up.z).to_degrees())
    } else {
        Angles::new(pitch, atan2(0.0 - left.x, left.y).to_degrees(), 0.0)
    }
}

/// When an entity thinks next. Every entity has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Component)]
pub struct Think {
    /// The moment; never for one that waits for inputs only.
    #[field(key = "")]
    pub next: Due,
}

bitflags::bitflags! {
    /// What is switched on or off about an entity.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Flags: u32 {
        /// Switched off, by `Disable` or the key `startdisabled`: triggers notice nobody, relays pass nothing on.
        const DISABLED = 1;
        /// Not drawn.
        const HIDDEN = 1 << 1;
        /// Not in the way of anything.
        const NON_SOLID = 1 << 2;
        /// Moves on into what is in its way and can make no room; its class is told of it as of what blocks it.
        const CRUSHES = 1 << 3;
        const _ = !0;
    }
}

impl FieldType for Flags {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Self {
        Self::from_bits_retain(u32::load(bytes))
    }

    fn store(&self, bytes: &mut [u8]) {
        self.bits().store(bytes);
    }
}

/// Switches of an entity. Every entity has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Component)]
pub struct Switches {
    /// What is on and off now.
    #[field(key = "")]
    pub flags: Flags,
    /// The bits of the key `spawnflags`, which mean what the class says.
    #[field(key = "")]
    pub spawn_flags: u32,
}

/// Whom an entity follows. Only what is parented has it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct Parent {
    /// Whom it follows.
    #[field(key = "")]
    pub parent: Option<EntityId>,
    /// Position in the parent's frame, in units.
    #[field(key = "")]
    pub origin: Vec3,
    /// Angles in the parent's frame, in degrees.
    #[field(key = "")]
    pub angles: PoseAngles,
}

impl Parent {
    /// The pose in the parent's frame.
    pub fn local(self) -> Pose {
        Pose { origin: self.origin, angles: self.angles }
    }
}

/// The brushes of an entity, where its key `model` is `*N`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct BrushModel {
    /// Number of the model in the compiled map, from 1.
    #[field(key = "")]
    pub model: u32,
    /// Lower corner about the entity's position, in units.
    #[field(key = "")]
    pub mins: Vec3,
    /// Upper corner about the entity's position, in units.
    #[field(key = "")]
    pub maxs: Vec3,
}

impl BrushModel {
    /// The box about the entity's position.
    pub fn bounds(self) -> Aabb {
        Aabb::new(self.mins, self.maxs)
    }
}

/// How an entity's brushes take those along who stand on them, without moving themselves. Only conveyors have it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct Conveyor {
    /// Units a second, in the entity's frame.
    #[field(key = "")]
    pub velocity: Vec3,
}

/// How an entity moves. Only what moves now has it; the engine moves it, pushes and carries what stands on it, and
/// calls the class's handlers when it arrives or is blocked.
///
/// For something parented, velocities and destination are in the parent's frame.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct Motion {
    /// Units a second.
    #[field(key = "")]
    pub linear: Vec3,
    /// Degrees a second of pitch, yaw and roll.
    #[field(key = "")]
    pub angular: Vec3,
    /// When it arrives; never for what goes on until it is stopped.
    #[field(key = "")]
    pub finish: Due,
    /// Where it then is, exactly.
    #[field(key = "")]
    pub destination: Vec3,
    /// How it then is turned, exactly.
    #[field(key = "")]
    pub destination_angles: PoseAngles,
}

impl Motion {
    /// From one pose to another, at a speed in units a second (degrees a second where only the angles differ), at
    /// least a nanosecond long. A speed of 0 or less is at once.
    pub fn between(from: Pose, to: Pose, speed: f32, now: Time) -> Self {
        let way = to.origin - from.origin;
        let turn = three(to.angles()) - three(from.angles());
        let length = if way == Vec3::ZERO { turn.length() } else { way.length() };
        let seconds = if speed > 0.0 { length / speed } else { 0.0 };
        Self::lasting(from, to, seconds, now)
    }

    /// From one pose to another in so many seconds.
    pub fn lasting(from: Pose, to: Pose, seconds: f32, now: Time) -> Self {
        let rate = if seconds > 0.0 { 1.0 / seconds } else { 0.0 };
        let finish = now.after(seconds).max(Time::from_nanoseconds(now.nanoseconds() + 1));
        Self {
            linear: (to.origin - from.origin) * rate,
            angular: (three(to.angles()) - three(from.angles())) * rate,
            finish: Due::at(finish),
            destination: to.origin,
            destination_angles: to.angles,
        }
    }

    /// On and on at these velocities, in units and degrees a second.
    pub fn endless(linear: Vec3, angular: Vec3) -> Self {
        Self { linear, angular, ..Self::default() }
    }

    /// Where it is at a moment, from where it was so many seconds before. What arrives is where its times say, however
    /// it came where it was: one that set out between two ticks has its whole way behind it, and nothing adds up.
    ///
    /// ```
    /// use kerosene_entity::{Motion, Pose, Time};
    /// use kerosene_math::{Angles, Vec3};
    ///
    /// let to = Pose::new(Vec3::X * 100.0, Angles::ZERO);
    /// // It sets out a quarter of a second after the world began, and is asked for in ticks of half a second.
    /// let motion = Motion::between(Pose::default(), to, 100.0, Time::from_nanoseconds(250_000_000));
    /// let at = motion.pose_at(Pose::default(), 0.5, Time::from_nanoseconds(500_000_000));
    /// assert_eq!(at.origin.x, 25.0);
    /// assert_eq!(motion.pose_at(at, 0.5, Time::from_nanoseconds(1_500_000_000)), to);
    /// ```
    pub fn pose_at(self, from: Pose, seconds: f32, now: Time) -> Pose {
        let Some(finish) = self.finish.time() else {
            return shifted(from, self.linear * seconds, self.angular * seconds);
        };
        if finish <= now {
            return self.destination();
        }
        let left = finish.since(now).as_secs_f64();
        let back = |rate: Vec3| (rate.as_dvec3() * (0.0 - left)).as_vec3();
        shifted(self.destination(), back(self.linear), back(self.angular))
    }

    /// Where it is when it arrives.
    pub fn destination(self) -> Pose {
        Pose { origin: self.destination, angles: self.destination_angles }
    }
}

/// A pose elsewhere and turned by so many degrees of pitch, yaw and roll.
fn shifted(pose: Pose, way: Vec3, turn: Vec3) -> Pose {
    let Angles { pitch, yaw, roll } = pose.angles();
    Pose::new(pose.origin + way, Angles::new(pitch + turn.x, yaw + turn.y, roll + turn.z))
}

fn three(angles: Angles) -> Vec3 {
    Vec3::new(angles.pitch, angles.yaw, angles.roll)
}

/// The common components, first in every schema.
pub(crate) const COMMON: [fn() -> ComponentEntry; 8] = [
    ComponentEntry::of::<Pose>,
    ComponentEntry::of::<Think>,
    ComponentEntry::of::<Switches>,
    ComponentEntry::of::<Parent>,
    ComponentEntry::of::<BrushModel>,
    ComponentEntry::of::<Motion>,
    ComponentEntry::of::<Conveyor>,
    ComponentEntry::of::<Animation>,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_and_its_place_in_another_go_both_ways() {
        let outer = Pose::new(Vec3::new(8.0, -4.0, 2.0), Angles::new(30.0, 70.0, -20.0));
        let inner = Pose::new(Vec3::new(1.0, 2.0, 3.0), Angles::new(-10.0, 40.0, 15.0));
        let back = outer.localize(outer.place(inner));
        assert!(back.origin.abs_diff_eq(inner.origin, 1e-4));
        assert!(three(back.angles()).abs_diff_eq(three(inner.angles()), 1e-3));
    }

    #[test]
    fn what_only_turns_about_the_vertical_keeps_exact_angles() {
        let outer = Pose::new(Vec3::ZERO, Angles::new(0.0, 37.0, 0.0));
        let inner = Pose::new(Vec3::ZERO, Angles::new(12.0, 1.0, 3.0));
        assert_eq!(outer.place(inner).angles(), Angles::new(12.0, 38.0, 3.0));
    }

    #[test]
    fn a_motion_ends_where_it_should() {
        let to = Pose::new(Vec3::new(0.0, 0.0, 100.0), Angles::ZERO);
        let motion = Motion::between(Pose::default(), to, 50.0, Time::ZERO);
        assert_eq!(motion.finish, Due::at(Time::from_nanoseconds(2_000_000_000)));
        assert_eq!(motion.linear, Vec3::new(0.0, 0.0, 50.0));
        assert_eq!(motion.destination(), to);
    }
}
