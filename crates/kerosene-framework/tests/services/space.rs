//! Where things are: seed 004, "Spatial Helpers", "Physics shortcuts" and "The ComponentCache Model".

use crate::rig::Rig;
use kerosene_entity::{EntityId, EntityWorld, Pose, PushKind, Request};
use kerosene_framework::{Body, Ray, RayHit, Scene};
use kerosene_math::{Angles, Vec3};
use std::rc::Rc;

/// A world with a wall at x = 100, a trigger nobody meets, and one body.
struct Walled {
    body: Option<EntityId>,
}

impl Scene for Walled {
    fn raycast(&self, _: &EntityWorld, ray: &Ray) -> Option<RayHit> {
        let distance = (100.0 - ray.origin.x) / ray.direction.x;
        let point = ray.origin + ray.direction * distance;
        let met = distance > 0.0 && distance <= ray.distance;
        met.then_some(RayHit { entity: None, point, normal: -Vec3::X, distance })
    }
    fn body(&self, _: &EntityWorld, entity: EntityId) -> Option<Body> {
        (Some(entity) == self.body).then_some(Body { velocity: Vec3::Y * 5.0, mass: 4.0 })
    }
    fn is_player(&self, _: &EntityWorld, entity: EntityId) -> bool {
        Some(entity) == self.body
    }
}

fn rig() -> (Rig, EntityId) {
    let mut rig = Rig::idle();
    let owner = rig.spawn("a");
    rig.tick();
    (rig, owner)
}

/// A child of something that is turned every way, which no sum of angles gets right.
fn tilted() -> (Rig, EntityId) {
    let (mut rig, owner) = rig();
    let parent = rig.world.spawn_with("info_target", &[("origin", "50 60 70"), ("angles", "30 40 50")]);
    rig.world.set_parent(owner, parent);
    rig.world.set_local_pose(owner, Pose::new(Vec3::new(10.0, 20.0, 30.0), Angles::new(5.0, 6.0, 7.0)));
    (rig, owner)
}

#[test]
fn translate_goes_along_the_worlds_axes() {
    let (mut rig, owner) = tilted();
    let before = rig.world.origin(owner);
    rig.context(owner).translate(Vec3::new(1.0, 2.0, 3.0));
    assert!(rig.world.origin(owner).abs_diff_eq(before + Vec3::new(1.0, 2.0, 3.0), 1e-4));
}

#[test]
fn rotate_adds_to_the_local_angles() {
    let (mut rig, owner) = tilted();
    rig.context(owner).rotate(Angles::new(1.0, 2.0, 3.0));
    assert_eq!(rig.world.local_pose(owner).angles(), Angles::new(6.0, 8.0, 10.0));
}

#[test]
fn move_facing_goes_forward_left_and_straight_up() {
    let (mut rig, owner) = rig();
    rig.world.set_angles(owner, Angles::new(0.0, 90.0, 0.0));
    rig.context(owner).move_facing(Vec3::new(10.0, 5.0, 3.0));
    assert!(rig.world.origin(owner).abs_diff_eq(Vec3::new(-5.0, 10.0, 3.0), 1e-4));
    // Looking up, what is up stays the world's.
    rig.world.set_pose(owner, Pose::new(Vec3::ZERO, Angles::new(-90.0, 0.0, 0.0)));
    rig.context(owner).move_facing(Vec3::new(0.0, 0.0, 7.0));
    assert!(rig.world.origin(owner).abs_diff_eq(Vec3::Z * 7.0, 1e-4));
}

#[test]
fn look_at_meets_the_point_whatever_the_parents_are_and_keeps_the_roll() {
    for (mut rig, owner) in [rig(), tilted()] {
        let target = Vec3::new(-300.0, 120.0, 250.0);
        let roll = rig.world.angles(owner).roll;
        rig.context(owner).look_at(target);
        let way = (target - rig.world.origin(owner)).normalize();
        assert!(rig.context(owner).forward().abs_diff_eq(way, 1e-4));
        assert!((rig.world.angles(owner).roll - roll).abs() < 1e-3);
    }
}

#[test]
fn look_at_flat_turns_about_the_vertical_only() {
    let (mut rig, owner) = rig();
    let other = rig.world.spawn_with("info_target", &[("origin", "0 100 900")]);
    rig.world.set_angles(owner, Angles::new(10.0, 0.0, 5.0));
    rig.context(owner).look_at_flat(other);
    let Angles { pitch, yaw, roll } = rig.world.angles(owner);
    assert!((yaw - 90.0).abs() < 1e-3 && pitch == 10.0 && roll == 5.0);
}

#[test]
fn turn_towards_turns_at_most_so_far_and_says_what_is_left() {
    let (mut rig, owner) = rig();
    let point = Vec3::new(0.0, -100.0, 50.0);
    assert!((rig.context(owner).turn_towards(point, 30.0) - 60.0).abs() < 1e-3);
    assert!((rig.world.angles(owner).yaw + 30.0).abs() < 1e-3);
    assert!((rig.context(owner).turn_towards(point, 90.0)).abs() < 1e-3);
    assert!((rig.world.angles(owner).yaw + 90.0).abs() < 1e-3);
    assert_eq!(rig.context(owner).turn_towards(Vec3::ZERO, 90.0), 0.0, "nowhere to turn to");
}

#[test]
fn world_positions_include_parents() {
    let (mut rig, owner) = tilted();
    let parent = rig.world.parent(owner).unwrap();
    let expected = rig.world.origin(parent) + rig.world.angles(parent).to_mat3() * rig.world.local_pose(owner).origin;
    assert!(rig.context(owner).world_position().abs_diff_eq(expected, 1e-4));
    assert_eq!(rig.context(owner).world_position_of(parent), Vec3::new(50.0, 60.0, 70.0));
}

#[test]
fn distances_are_infinite_to_nobody_and_flat_ones_ignore_the_height() {
    let (mut rig, owner) = rig();
    let other = rig.world.spawn_with("info_target", &[("origin", "30 40 120")]);
    assert_eq!(rig.context(owner).distance_to(other), 130.0);
    assert_eq!(rig.context(owner).flat_distance_to(other), 50.0);
    rig.world.remove(other);
    assert_eq!(rig.context(owner).distance_to(other), f32::INFINITY);
    assert_eq!(rig.context(owner).flat_distance_to(other), f32::INFINITY);
}

#[test]
fn find_player_is_by_name_else_the_first_player() {
    let (mut rig, owner) = rig();
    let (hero, body) = (rig.world.spawn_with("info_target", &[("targetname", "Hero")]), rig.spawn("b"));
    rig.scene = Rc::new(Walled { body: Some(body) });
    assert_eq!(rig.context(owner).find_player("hero"), Some(hero));
    assert_eq!(rig.context(owner).find_player("nobody"), Some(body));
    assert!(rig.context(owner).is_player(hero, "hero") && rig.context(owner).is_player(body, "hero"));
    assert!(!rig.context(owner).is_player(owner, "hero"));
}

#[test]
fn an_impulse_is_over_the_mass_and_only_for_bodies() {
    let (mut rig, owner) = rig();
    assert!(!rig.context(owner).apply_impulse(Vec3::Z));
    assert!(!rig.context(owner).set_velocity(Vec3::Z));
    assert_eq!(rig.context(owner).velocity(), Vec3::ZERO);
    rig.scene = Rc::new(Walled { body: Some(owner) });
    assert!(rig.context(owner).apply_impulse(Vec3::Z * 8.0));
    assert!(rig.context(owner).set_velocity(Vec3::X));
    assert_eq!(rig.context(owner).velocity(), Vec3::Y * 5.0);
    let asked: Vec<_> = rig.world.take_requests().into_iter().map(|it| it.request).collect();
    let add = Request::Push { who: owner, velocity: Vec3::Z * 2.0, how: PushKind::Add };
    let set = Request::Push { who: owner, velocity: Vec3::X, how: PushKind::Replace };
    assert_eq!(asked, [add, set]);
}

#[test]
fn a_ray_goes_forward_from_where_the_entity_is() {
    let (mut rig, owner) = rig();
    rig.scene = Rc::new(Walled { body: None });
    rig.world.set_origin(owner, Vec3::new(40.0, 0.0, 8.0));
    let hit = rig.context(owner).raycast_in_place(500.0).unwrap();
    assert_eq!((hit.point, hit.distance, hit.normal), (Vec3::new(100.0, 0.0, 8.0), 60.0, -Vec3::X));
    assert_eq!(rig.context(owner).raycast_in_place(59.0), None);
    assert_eq!(rig.context(owner).raycast(Vec3::ZERO, Vec3::ZERO, 10.0), None);
    assert_eq!(rig.context(owner).raycast(Vec3::ZERO, Vec3::X, f32::NAN), None);
}

#[test]
fn seeing_is_a_ray_between_eyes() {
    let (mut rig, owner) = rig();
    rig.scene = Rc::new(Walled { body: None });
    let near = rig.world.spawn_with("info_target", &[("origin", "90 0 0")]);
    let behind = rig.world.spawn_with("info_target", &[("origin", "190 0 0")]);
    assert!(rig.context(owner).can_see(near, 500.0));
    assert!(!rig.context(owner).can_see(near, 50.0), "too far");
    assert!(!rig.context(owner).can_see(behind, 500.0), "behind the wall");
}

#[test]
fn components_are_found_at_once_when_they_come_go_or_are_replaced() {
    use kerosene_entity::Motion;
    let (mut rig, owner) = rig();
    assert_eq!(rig.context(owner).component::<Motion>(), None, "a miss is not kept");
    rig.world.set_motion(owner, Motion::endless(Vec3::X, Vec3::ZERO));
    assert_eq!(rig.context(owner).component::<Motion>().unwrap().linear, Vec3::X);
    rig.world.set_motion(owner, Motion::endless(Vec3::Y, Vec3::ZERO));
    assert_eq!(rig.context(owner).component::<Motion>().unwrap().linear, Vec3::Y, "the same number of components");
    assert!(rig.context(owner).change_component::<Motion>(|motion| motion.linear = Vec3::Z));
    assert_eq!(rig.context(owner).component::<Motion>().unwrap().linear, Vec3::Z);
}

#[test]
fn a_steady_hierarchy_is_not_worked_out_again() {
    let (mut rig, root) = rig();
    let mut parent = root;
    for _ in 0..100 {
        let child = rig.world.spawn_with("info_target", &[]);
        rig.world.set_parent(child, parent);
        parent = child;
    }
    rig.tick();
    let before = rig.world.store().snapshot();
    rig.ticks(3);
    let changed = kerosene_world::diff(&before, &rig.world.store().snapshot()).unwrap();
    assert_eq!((changed.entities.len(), changed.pages), (0, 0), "no page of parents or poses was written");
}
