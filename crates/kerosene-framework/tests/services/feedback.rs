//! Sounds, shakes and gizmos: seed 004, "Audio & Camera Feedback" and "ScriptDebug".

use crate::rig::Rig;
use kerosene_entity::{EntityId, Request, Time};
use kerosene_framework::{Color, GizmoLine, Hook, MAX_ANGLE, MAX_LINES, MAX_OFFSET, RayHit, Shake};
use kerosene_math::{Angles, Vec3};

fn rig() -> (Rig, EntityId) {
    let mut rig = Rig::idle();
    let owner = rig.spawn("a");
    rig.tick();
    (rig, owner)
}

fn at(seconds: f64) -> Time {
    Time::from_nanoseconds((seconds * 1e9) as u64)
}

#[test]
fn sounds_are_asked_for_here_and_everywhere() {
    let (mut rig, owner) = rig();
    rig.context(owner).play_spatial_sound("pickup.wav", 0.8);
    rig.context(owner).play_global_sound("stinger.wav");
    let asked = rig.world.take_requests();
    let sounds: Vec<_> = asked
        .iter()
        .map(|asked| match asked.request {
            Request::PlaySound(sound) => (rig.world.text(sound.sound), sound.volume, sound.everywhere, asked.entity),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(sounds, [("pickup.wav", 0.8, false, Some(owner)), ("stinger.wav", 1.0, true, Some(owner))]);
}

#[test]
fn the_farthest_is_a_quarter_of_a_metre_and_four_degrees_and_half_of_that_sideways() {
    assert!((MAX_OFFSET - 9.8425).abs() < 1e-3);
    assert_eq!(MAX_ANGLE, 4.0);
    let mut shake = Shake::default();
    shake.request(Time::ZERO, 1.0, 1000.0);
    let (mut place, mut turn) = (Vec3::ZERO, Angles::ZERO);
    for step in 0..20_000 {
        let (offset, angles) = shake.offset(at(f64::from(step) * 0.001));
        place = place.max(offset.abs());
        turn = Angles::new(
            turn.pitch.max(angles.pitch.abs()),
            turn.yaw.max(angles.yaw.abs()),
            turn.roll.max(angles.roll.abs()),
        );
    }
    assert!(place.max_element() <= MAX_OFFSET && place.min_element() > 0.8 * MAX_OFFSET, "{place}");
    assert!(turn.pitch <= 4.0 && turn.roll <= 4.0 && turn.yaw <= 2.0);
    assert!(turn.pitch > 3.2 && turn.roll > 3.2 && turn.yaw > 1.6, "{turn:?}");
}

#[test]
fn a_shake_fades_with_the_square_of_its_time() {
    let mut shake = Shake::default();
    shake.request(at(10.0), 0.8, 2.0);
    for (second, left) in [(10.0, 1.0), (10.5, 0.5625), (11.0, 0.25), (11.5, 0.0625), (12.0, 0.0), (99.0, 0.0)] {
        assert!((shake.strength(at(second)) - 0.8 * left).abs() < 1e-5, "{second}");
    }
}

#[test]
fn a_stronger_shake_takes_over_and_a_weaker_one_is_ignored() {
    let mut shake = Shake::default();
    shake.request(Time::ZERO, 0.5, 2.0);
    shake.request(Time::ZERO, 0.2, 9.0);
    assert_eq!(shake.strength(Time::ZERO), 0.5);
    shake.request(Time::ZERO, 0.9, 1.0);
    assert_eq!(shake.strength(Time::ZERO), 0.9);
    // What has faded is weak.
    shake.request(at(0.9), 0.2, 1.0);
    assert!((shake.strength(at(0.9)) - 0.2).abs() < 1e-6);
    shake.request(at(0.9), f32::NAN, 1.0);
    shake.request(at(0.9), 1.0, -1.0);
    assert!((shake.strength(at(0.9)) - 0.2).abs() < 1e-6);
}

#[test]
fn a_shake_is_smooth_and_follows_from_the_moment() {
    let mut shake = Shake::default();
    shake.request(Time::ZERO, 1.0, 10.0);
    for step in 0..1000 {
        let moment = f64::from(step) * 0.01;
        let (offset, _) = shake.offset(at(moment));
        assert_eq!(shake.offset(at(moment)).0, offset, "no dice");
        assert!(offset.distance(shake.offset(at(moment + 0.001)).0) < 1.0, "no jumps");
    }
}

#[test]
fn a_shake_never_touches_the_logical_pose() {
    let (mut rig, owner) = rig();
    rig.context(owner).shake_camera(1.0, 5.0);
    let before = rig.world.state_hash();
    let pose = rig.world.pose(owner);
    assert_ne!(
        rig.framework.services().shake().offset(rig.world.time() + std::time::Duration::from_millis(50)).0,
        Vec3::ZERO
    );
    assert_eq!(rig.world.state_hash(), before);
    rig.ticks(3);
    assert_eq!(rig.world.pose(owner), pose);
    assert_ne!(rig.framework.services().shake().strength(rig.world.time()), 0.0);
}

fn count(rig: &Rig) -> usize {
    rig.framework.services().gizmos().lines().len()
}

#[test]
fn shapes_cost_what_the_table_says() {
    let (mut rig, owner) = rig();
    let hit = RayHit { point: Vec3::X, normal: Vec3::Z, ..RayHit::default() };
    let mut at = 0;
    let mut cost = |rig: &mut Rig| {
        let new = count(rig) - at;
        at = count(rig);
        new
    };
    rig.context(owner).draw_line(Vec3::ZERO, Vec3::X, Color::WHITE, 0.0);
    assert_eq!(cost(&mut rig), 1);
    rig.context(owner).draw_ray(Vec3::ZERO, Vec3::X * 9.0, 10.0, Color::CYAN, 0.0);
    assert_eq!(cost(&mut rig), 1);
    rig.context(owner).draw_box(Vec3::ZERO, Vec3::ONE, Color::GREEN, 0.0);
    assert_eq!(cost(&mut rig), 12);
    rig.context(owner).draw_cross(Vec3::ZERO, 1.0, Color::YELLOW);
    assert_eq!(cost(&mut rig), 3);
    rig.context(owner).draw_sphere(Vec3::ZERO, 5.0, Color::ORANGE, 0.0);
    assert_eq!(cost(&mut rig), 48);
    rig.context(owner).draw_flat_circle(Vec3::ZERO, 5.0, Color::BLUE);
    assert_eq!(cost(&mut rig), 16);
    rig.context(owner).draw_raycast(Vec3::ZERO, Vec3::X, 10.0, Some(&hit));
    assert_eq!(cost(&mut rig), 2);
    rig.context(owner).draw_raycast(Vec3::ZERO, Vec3::X, 10.0, None);
    assert_eq!(cost(&mut rig), 1);
}

#[test]
fn a_box_has_whole_edge_lengths_and_a_sphere_its_radius() {
    let (mut rig, owner) = rig();
    rig.context(owner).draw_box(Vec3::splat(10.0), Vec3::new(2.0, 4.0, 6.0), Color::RED, 0.0);
    let lines: Vec<GizmoLine> = rig.framework.services().gizmos().lines().to_vec();
    let total: f32 = lines.iter().map(|line| line.from.distance(line.to)).sum();
    assert_eq!(total, 4.0 * (2.0 + 4.0 + 6.0));
    assert!(lines.iter().all(|line| (line.from - 10.0).abs() == Vec3::new(1.0, 2.0, 3.0)));
    rig.tick();
    rig.context(owner).draw_sphere(Vec3::X, 3.0, Color::RED, 0.0);
    let on = |end: Vec3| (end.distance(Vec3::X) - 3.0).abs() < 1e-5;
    assert!(rig.framework.services().gizmos().lines().iter().all(|line| on(line.from) && on(line.to)));
}

#[test]
fn without_a_duration_a_line_is_there_for_one_tick() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Update(_) | Hook::PhysicsUpdate(_) = hook {
            context.draw_line(Vec3::ZERO, Vec3::X, Color::RED, 0.0);
        }
        Ok(())
    });
    rig.spawn("a");
    rig.ticks(5);
    assert_eq!(count(&rig), 2, "those of this tick, of both halves");
    rig.act(|_, _| Ok(()));
    rig.tick();
    assert_eq!(count(&rig), 0);
}

#[test]
fn with_a_duration_a_line_stays_in_game_time() {
    let (mut rig, owner) = rig();
    rig.context(owner).draw_line(Vec3::ZERO, Vec3::X, Color::RED, 0.3);
    rig.context(owner).draw_line(Vec3::ZERO, Vec3::Y, Color::BLUE, 0.5);
    let counts: Vec<usize> = (0..7)
        .map(|_| {
            rig.tick();
            count(&rig)
        })
        .collect();
    assert_eq!(counts, [2, 2, 2, 1, 1, 0, 0]);
}

#[test]
fn what_is_past_8192_lines_is_dropped_and_warned_of_once() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Update(_) = hook {
            (0..200).for_each(|_| context.draw_sphere(Vec3::ZERO, 1.0, Color::RED, 0.0));
        }
        Ok(())
    });
    rig.spawn("a");
    rig.ticks(3);
    assert_eq!((MAX_LINES, count(&rig)), (8192, 8192));
    assert_eq!(rig.framework.services().gizmos().dropped(), 3 * (9600 - 8192));
    assert_eq!(rig.said().iter().filter(|said| said.contains("8192")).count(), 1);
}

#[test]
fn colours_are_0xrrggbb_and_gizmos_can_be_switched_off() {
    assert_eq!(Color(0xff_8000).to_rgb(), [1.0, 128.0 / 255.0, 0.0]);
    let named = [Color::RED, Color::GREEN, Color::BLUE, Color::YELLOW, Color::CYAN, Color::MAGENTA, Color::ORANGE];
    let numbers = [0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff, 0xffa500];
    assert_eq!(named.map(|color| color.0), numbers);
    let (mut rig, owner) = rig();
    rig.context(owner).draw_line(Vec3::ZERO, Vec3::X, Color::GRAY, 9.0);
    rig.context(owner).set_gizmos_enabled(false);
    assert_eq!(count(&rig), 0);
    rig.context(owner).set_gizmos_enabled(true);
    assert_eq!(count(&rig), 1);
}

#[test]
fn gizmos_are_no_part_of_the_state() {
    let (mut rig, owner) = rig();
    let before = rig.framework.state_hash();
    rig.context(owner).draw_sphere(Vec3::ZERO, 1.0, Color::WHITE, 100.0);
    assert_eq!(rig.framework.state_hash(), before);
}
