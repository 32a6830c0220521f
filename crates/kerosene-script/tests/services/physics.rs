//! Seed 004, "Physics shortcuts".

use crate::Rig;
use kerosene_entity::{EntityId, EntityWorld, PushKind, Request};
use kerosene_framework::{Body, Ray, RayHit, Scene};
use kerosene_math::Vec3;
use std::rc::Rc;

/// A world with a wall at x = 100 and one body.
struct Walled(EntityId);

impl Scene for Walled {
    fn raycast(&self, _: &EntityWorld, ray: &Ray) -> Option<RayHit> {
        let distance = (100.0 - ray.origin.x) / ray.direction.x;
        let point = ray.origin + ray.direction * distance;
        let met = distance > 0.0 && distance <= ray.distance;
        met.then_some(RayHit { entity: Some(self.0), point, normal: -Vec3::X, distance })
    }
    fn body(&self, _: &EntityWorld, entity: EntityId) -> Option<Body> {
        (entity == self.0).then_some(Body { velocity: Vec3::Y * 5.0, mass: 4.0 })
    }
    fn is_player(&self, _: &EntityWorld, _: EntityId) -> bool {
        false
    }
}

/// What a script says that is the one body of the level, or not.
fn said(code: &str, is_body: bool) -> (Rig, EntityId, Vec<String>) {
    let (mut rig, entity) = Rig::of(&format!("fn on_start() {{ {code} }}"));
    let other = rig.spawn(&[("targetname", "other"), ("origin", "40 0 0")]);
    rig.scene = Rc::new(Walled(if is_body { entity } else { other }));
    rig.tick();
    let messages = rig.messages();
    (rig, entity, messages)
}

#[test]
fn an_impulse_is_over_the_mass_and_only_for_bodies() {
    let code = "print(`${apply_impulse(0, 0, 8)} ${set_velocity(1, 0, 0)} ${velocity()} ${velocity_y()}`);";
    let (mut rig, entity, messages) = said(code, true);
    assert_eq!(messages, ["true true 0 5 0 5.0"]);
    let asked: Vec<_> = rig.world.take_requests().into_iter().map(|asked| asked.request).collect();
    let add = Request::Push { who: entity, velocity: Vec3::Z * 2.0, how: PushKind::Add };
    let set = Request::Push { who: entity, velocity: Vec3::X, how: PushKind::Replace };
    assert_eq!(asked, [add, set]);
    let (mut rig, _, messages) = said(code, false);
    assert_eq!(messages, ["false false 0 0 0 0.0"]);
    assert!(rig.world.take_requests().is_empty());
}

#[test]
fn another_is_pushed_too() {
    let (mut rig, _, messages) =
        said("print(`${apply_impulse_to(find_by_name(\"other\"), 0, 0, 8)} ${apply_impulse_to(0, 0, 0, 8)}`);", false);
    assert_eq!(messages, ["true false"]);
    assert_eq!(rig.world.take_requests().len(), 1);
}

#[test]
fn a_ray_tells_what_it_met_until_the_call_ends() {
    let code = "print(`${raycast_in_place(500)} ${hit_distance()} ${hit_x()} ${hit_normal_x()} ${hit_entity().targetname}`); print(`${raycast_in_place(99)} ${hit_entity() == ()} ${hit_distance()}`); print(`${raycast(40, 0, 0, 3, 0, 0, 500)} ${hit_distance()} ${raycast(0, 0, 0, 0, 0, 0, 9)}`); raycast_in_place(500); run_after(0, \"later\");";
    let (mut rig, entity) =
        Rig::of(&format!("fn on_start() {{ {code} }} fn later() {{ print(`${{hit_distance()}}`); }}"));
    let other = rig.spawn(&[("targetname", "other")]);
    rig.scene = Rc::new(Walled(other));
    rig.ticks(2);
    assert_eq!(rig.messages(), ["true 100.0 100.0 -1.0 other", "false true 0.0", "true 60.0 false", "0.0"]);
    let _ = entity;
}

#[test]
fn a_ray_and_what_it_met_are_drawn() {
    let (rig, ..) = said("raycast_in_place(500); draw_raycast(0, 0, 0, 1, 0, 0, 500);", false);
    let lines = rig.framework.services().gizmos().lines().to_vec();
    assert_eq!((lines.len(), lines[0].to, lines[1].from), (2, Vec3::X * 100.0, Vec3::X * 100.0));
}

#[test]
fn seeing_is_a_ray_between_eyes() {
    let code = "let o = find_by_name(\"other\"); print(`${can_see(o, 500)} ${can_see(o, 30)} ${can_see((), 500)}`); o.set_origin(150.0, 0.0, 0.0);";
    let (_, _, messages) = said(code, true);
    assert_eq!(messages, ["true false false"]);
    let behind = "let o = find_by_name(\"other\"); o.set_origin(150, 0, 0); print(`${can_see(o, 500)}`);";
    assert_eq!(said(behind, true).2, ["false"], "a wall stands between them");
}
