//! Seed 004, "Spatial Helpers" and "The ComponentCache Model".

use crate::Rig;
use kerosene_entity::{EntityId, Pose, Value};
use kerosene_math::{Angles, Vec3};

/// An entity whose script does something in `on_start`, as a child of something that is turned every way.
fn child(code: &str) -> (Rig, EntityId) {
    let mut rig = Rig::new(&[("it", &format!("fn on_update(dt) {{ {code} }}"))]);
    let parent = rig.spawn(&[("targetname", "parent"), ("origin", "50 60 70"), ("angles", "30 40 50")]);
    let entity = rig.scripted("it");
    rig.world.set_parent(entity, parent);
    rig.world.set_local_pose(entity, Pose::new(Vec3::new(10.0, 20.0, 30.0), Angles::new(5.0, 6.0, 7.0)));
    (rig, entity)
}

fn free(code: &str) -> (Rig, EntityId) {
    let (mut rig, entity) = Rig::of(&format!("fn on_start() {{ {code} }}"));
    rig.spawn(&[("targetname", "other"), ("origin", "30 40 120")]);
    rig.tick();
    (rig, entity)
}

#[test]
fn translate_goes_along_the_worlds_axes_and_rotate_adds_to_local_angles() {
    let (mut rig, entity) = child("translate(1, 2, 3); rotate(1, 2, 3);");
    let before = rig.world.origin(entity);
    rig.tick();
    assert!(rig.world.origin(entity).abs_diff_eq(before + Vec3::new(1.0, 2.0, 3.0), 1e-4));
    assert!(rig.world.local_pose(entity).angles().to_mat3().abs_diff_eq(Angles::new(6.0, 8.0, 10.0).to_mat3(), 1e-4));
}

#[test]
fn move_facing_goes_forward_left_and_straight_up() {
    let (rig, entity) = free("rotate(0, 90, 0); move_facing(10, 5, 3);");
    assert!(rig.world.origin(entity).abs_diff_eq(Vec3::new(-5.0, 10.0, 3.0), 1e-4));
}

#[test]
fn look_at_meets_a_point_and_an_entity_whatever_the_parents_are() {
    for code in
        ["look_at(-300, 120, 250);", "look_at(find_by_name(\"target\"));", "look_at_entity(find_by_name(\"target\"));"]
    {
        let (mut rig, entity) = child(code);
        rig.spawn(&[("targetname", "target"), ("origin", "-300 120 250")]);
        rig.tick();
        let way = (Vec3::new(-300.0, 120.0, 250.0) - rig.world.origin(entity)).normalize();
        assert!((rig.world.angles(entity).to_mat3().x_axis).abs_diff_eq(way, 1e-4), "{code}");
    }
}

#[test]
fn look_at_flat_and_turn_towards_turn_about_the_vertical_only() {
    let (mut rig, entity) = free(
        "rotate(10, 0, 5); print(`${turn_towards(0, -100, 30)}`); print(`${turn_towards(find_by_name(\"other\"), 360)}`); rotate(0, 45, 0); look_at_flat(find_by_name(\"other\"));",
    );
    let Angles { pitch, yaw, roll } = rig.world.angles(entity);
    assert!((pitch - 10.0).abs() < 1e-3 && (roll - 5.0).abs() < 1e-3 && (yaw - 53.130_1).abs() < 1e-2, "{yaw}");
    let left: Vec<f32> = rig.messages().iter().map(|text| text.parse().unwrap()).collect();
    assert!((left[0] - 60.0).abs() < 1e-2 && left[1].abs() < 1e-2, "{left:?}");
}

#[test]
fn world_positions_include_parents() {
    let (mut rig, entity) = child(
        "let p = world_position(); print(`${p.x == world_x()} ${p.y == world_y()} ${p.z == world_z()}`); entity().set(\"was\", p); entity().set(\"of\", world_position_of(find_by_name(\"parent\")));",
    );
    rig.tick();
    assert_eq!(rig.messages(), ["true true true"]);
    assert_eq!(rig.world.field(entity, "was"), Some(Value::Vector(rig.world.origin(entity))));
    assert_eq!(rig.world.field(entity, "of"), Some(Value::Vector(Vec3::new(50.0, 60.0, 70.0))));
}

#[test]
fn distances_are_infinite_to_nobody_and_flat_ones_ignore_the_height() {
    let (mut rig, _) = free(
        "let o = find_by_name(\"other\"); print(`${distance_to(o)} ${flat_distance_to(o)} ${is_finite(distance_to(()))} ${is_finite(flat_distance_to(0))}`);",
    );
    assert_eq!(rig.messages(), ["130.0 50.0 false false"]);
}

#[test]
fn find_player_is_by_name_else_the_first_player_and_is_player_asks_one() {
    let script = "fn on_update(dt) { let p = find_player(\"hero\"); if p != () { print(`${p.targetname} ${is_player(p, \"hero\")} ${is_player(entity())}`); } }";
    let (mut rig, _) = Rig::of(script);
    let somebody = rig.spawn(&[("targetname", "somebody")]);
    rig.tick();
    assert_eq!(rig.messages(), [""; 0]);
    rig.world.set_player(Some(somebody));
    rig.tick();
    assert_eq!(rig.messages(), ["somebody true false"]);
    rig.spawn(&[("targetname", "Hero")]);
    rig.tick();
    assert_eq!(rig.messages(), ["Hero true false"]);
}

#[test]
fn keys_are_read_by_type_and_a_miss_is_not_kept() {
    let script = "fn on_update(dt) { let e = entity(); print(`${e.has(\"speed\")} ${e.get(\"speed\")} ${e.get_float(\"speed\", 7)}`); }";
    let (mut rig, entity) = Rig::of(script);
    rig.tick();
    rig.world.set_key(entity, "speed", "20");
    rig.tick();
    rig.world.set_key(entity, "speed", "fast");
    rig.tick();
    rig.world.remove_field(entity, "speed");
    rig.tick();
    assert_eq!(rig.messages(), ["false  7.0", "true 20 20.0", "true fast 7.0", "false  7.0"]);
}

#[test]
fn the_way_that_it_faces_is_there_in_numbers() {
    let (mut rig, _) = free(
        "rotate(0, 90, 0); let f = forward(); print(`${f.y == forward_y()} ${forward_y()} ${forward_z()} ${owner() == entity()}`);",
    );
    assert_eq!(rig.messages(), ["true 1.0 0.0 true"]);
}
