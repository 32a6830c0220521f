//! `door_rotating`: brushes that turn about a hinge.

use crate::shared::door;
use crate::shared::two_way::{self, Phase, TwoWay};
use kerosene_entity::{ClassDef, EntityId, EntityWorld, Pose};
use kerosene_math::{Angles, Vec3};
use kerosene_world::Component;

/// Turns the other way round.
const REVERSED: u32 = 1 << 1;
/// Always turns the same way, wherever whoever opens it stands.
const ONE_WAY: u32 = 1 << 4;
/// Turns about X, that is, it rolls.
const ABOUT_X: u32 = 1 << 6;
/// Turns about Y, that is, it pitches.
const ABOUT_Y: u32 = 1 << 7;

/// How a door turns.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Swing {
    /// How far it turns, in degrees.
    #[field(label = "Distance", default = "90")]
    distance: f32,
}

pub(crate) fn class() -> ClassDef {
    door::class("door_rotating")
        .help("Brushes that turn about their origin, away from whoever opens them.")
        .component::<Swing>()
        .flag(REVERSED, "Reversed", false)
        .flag(ONE_WAY, "One way", false)
        .flag(ABOUT_X, "About X", false)
        .flag(ABOUT_Y, "About Y", false)
        .on_spawn(spawn)
}

fn spawn(world: &mut EntityWorld, door: EntityId) {
    let shut = world.local_pose(door);
    let open = turned(shut, turn(world, door));
    door::settle(world, door, open);
}

/// By what a door turns as its keys say, in degrees of pitch, yaw and roll.
fn turn(world: &EntityWorld, door: EntityId) -> Vec3 {
    let (swing, flags) = (world.get::<Swing>(door).unwrap_or_default(), world.spawn_flags(door));
    let distance = if flags & REVERSED != 0 { 0.0 - swing.distance } else { swing.distance };
    axis(flags) * distance
}

/// The angle that changes, of pitch, yaw and roll.
pub(crate) fn axis_of(about_x: bool, about_y: bool) -> Vec3 {
    match (about_x, about_y) {
        (true, _) => Vec3::Z,
        (_, true) => Vec3::X,
        _ => Vec3::Y,
    }
}

fn axis(flags: u32) -> Vec3 {
    axis_of(flags & ABOUT_X != 0, flags & ABOUT_Y != 0)
}

/// A pose turned by degrees of pitch, yaw and roll.
pub(crate) fn turned(pose: Pose, by: Vec3) -> Pose {
    let angles = pose.angles();
    Pose::new(pose.origin, Angles::new(angles.pitch + by.x, angles.yaw + by.y, angles.roll + by.z))
}

/// Chooses which way a turning door is to open: away from whoever opens it, unless it always goes one way. Does nothing
/// for other doors, and for one that is already on its way.
pub(crate) fn aim(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
    let flags = world.spawn_flags(door);
    let vertical = axis(flags) == Vec3::Y;
    if world.get::<Swing>(door).is_none()
        || flags & ONE_WAY != 0
        || !vertical
        || two_way::phase(world, door) != Phase::Home
    {
        return;
    }
    let (Some(activator), Some(bounds)) = (activator, world.brush_bounds(door)) else { return };
    let pose = world.pose(door);
    let middle = pose.angles().to_mat3() * bounds.center();
    let other = world.origin(activator) - pose.origin;
    // Turning to the left moves the door's middle to the left as seen from the hinge: away from one on its right.
    let side = middle.x * other.y - middle.y * other.x;
    if side == 0.0 {
        return;
    }
    let by = turn(world, door).abs() * if side > 0.0 { -1.0 } else { 1.0 };
    let home = world.get::<TwoWay>(door).unwrap_or_default().home();
    two_way::redirect(world, door, turned(home, by));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_math::{Angles, Vec3};

    /// A leaf that reaches 64 units along Y from its hinge.
    const LEAF: [f32; 6] = [-2.0, 0.0, 0.0, 2.0, 64.0, 96.0];

    fn opened_from(keys: &str, player: Vec3) -> Angles {
        let text = format!("{{ classname door_rotating targetname d model *1 spawnflags 256 speed 90 {keys} }}");
        let mut stage = Stage::new(&text, &[LEAF]);
        let (player, door) = (stage.player(player), stage.find("d"));
        stage.world.use_entity(door, player);
        stage.play(1.5);
        stage.angles("d")
    }

    #[test]
    fn it_opens_away_from_whoever_opens_it() {
        let yaw = |keys: &str, x: f32| opened_from(keys, Vec3::new(x, 32.0, 0.0)).yaw;
        // One at +X sees the leaf turn to -X, which is to the left.
        assert_eq!([yaw("", 50.0), yaw("", -50.0)], [90.0, -90.0]);
        assert_eq!([yaw("spawnflags 272", 50.0), yaw("spawnflags 272", -50.0)], [90.0, 90.0]);
        assert_eq!([yaw("spawnflags 274", 50.0), yaw("spawnflags 274", -50.0)], [-90.0, -90.0]);
        assert_eq!(yaw("distance 45", -50.0), -45.0);
    }

    #[test]
    fn it_turns_about_the_axis_that_flags_say() {
        assert_eq!(opened_from("spawnflags 320", Vec3::X), Angles::new(0.0, 0.0, 90.0));
        assert_eq!(opened_from("spawnflags 384", Vec3::X), Angles::new(90.0, 0.0, 0.0));
    }

    #[test]
    fn it_turns_evenly_and_comes_back_exactly() {
        let text = "{ classname func_door_rotating targetname d model *1 speed 30 distance 60 wait 1 spawnflags 16
                    angles \"0 10 0\" }";
        let mut stage = Stage::new(text, &[LEAF]);
        stage.input("d", "Open", "");
        stage.play(1.0);
        assert!((stage.angles("d").yaw - 40.0).abs() < 1e-3);
        stage.play(1.0);
        assert_eq!(stage.angles("d"), Angles::new(0.0, 70.0, 0.0));
        stage.play(4.0);
        assert_eq!(stage.angles("d"), Angles::new(0.0, 10.0, 0.0));
        let expected = ["0.000 d.OnOpen", "2.000 d.OnFullyOpen", "3.000 d.OnClose", "5.000 d.OnFullyClosed"];
        assert_eq!(stage.fired(), expected);
    }
}
