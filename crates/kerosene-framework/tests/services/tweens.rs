//! Tweens: seed 004, "ScriptTweener".

use crate::rig::Rig;
use kerosene_entity::{EntityId, Request, Value};
use kerosene_framework::{Curve, Hook, TweenId, damp, delta_angle, ease, lerp_angle};
use kerosene_math::{Angles, Vec3};

fn rig() -> (Rig, EntityId) {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::TweenDone { task, .. } = *hook {
            let x = context.world_position().x;
            let said = format!("{} at {x}", context.text(task));
            context.log(&said);
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.tick();
    (rig, owner)
}

#[test]
fn position_goes_to_where_it_should_be() {
    let (mut rig, owner) = rig();
    rig.context(owner).tween_position_to(Vec3::new(0.0, 100.0, 0.0), 1.0, Curve::Linear);
    rig.ticks(3);
    assert!((rig.world.origin(owner).y - 30.0).abs() < 1e-3);
    rig.ticks(10);
    assert_eq!(rig.world.origin(owner), Vec3::new(0.0, 100.0, 0.0));
    assert!(rig.framework.services().tweens().is_empty());
}

#[test]
fn position_is_that_in_the_parents_frame() {
    let (mut rig, owner) = rig();
    let parent = rig.world.spawn_with("info_target", &[("origin", "1000 0 0"), ("angles", "0 90 0")]);
    rig.world.set_parent(owner, parent);
    rig.context(owner).tween_position_to(Vec3::new(10.0, 0.0, 0.0), 0.2, Curve::Linear);
    rig.ticks(3);
    assert!(rig.world.origin(owner).abs_diff_eq(Vec3::new(1000.0, 10.0, 0.0), 1e-3));
}

#[test]
fn rotation_takes_the_shortest_way_on_each_axis() {
    let (mut rig, owner) = rig();
    rig.world.set_angles(owner, Angles::new(-10.0, 350.0, 0.0));
    rig.context(owner).tween_rotation_to(Angles::new(10.0, 10.0, -90.0), 1.0, Curve::Linear);
    rig.ticks(5);
    let Angles { pitch, yaw, roll } = rig.world.angles(owner);
    assert!((pitch - 0.0).abs() < 1e-3 && (yaw - 360.0).abs() < 1e-3 && (roll + 45.0).abs() < 1e-3);
}

#[test]
fn scale_moves_the_models_scale() {
    let (mut rig, owner) = rig();
    rig.context(owner).tween_scale_to(Vec3::splat(3.0), 0.2, Curve::Linear);
    rig.tick();
    assert_eq!(rig.world.field(owner, "modelscale"), Some(Value::Float(2.0)));
    rig.ticks(3);
    assert_eq!(rig.world.field(owner, "modelscale"), Some(Value::Float(3.0)));
}

#[test]
fn light_color_moves_colour_and_brightness() {
    let (mut rig, owner) = rig();
    let light = rig.world.spawn_with("light_dynamic", &[("_light", "100 50 0 200")]);
    rig.context(owner).tween_light_color(light, Vec3::new(200.0, 150.0, 100.0), 400.0, 0.2, Curve::Linear);
    rig.tick();
    assert_eq!(rig.world.field(light, "_light"), Some(Value::Vector(Vec3::new(150.0, 100.0, 50.0))));
    assert_eq!(rig.world.field(light, "_brightness"), Some(Value::Float(300.0)));
}

#[test]
fn ui_color_is_asked_of_the_user_interface() {
    let (mut rig, owner) = rig();
    rig.context(owner).tween_ui_color("fade", [0.0; 4], [1.0, 0.5, 0.0, 1.0], 0.2, Curve::Linear);
    rig.tick();
    let asked: Vec<Value> = rig
        .world
        .take_requests()
        .into_iter()
        .map(|it| match it.request {
            Request::Ui { value, .. } => value,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(asked, [Value::Vector(Vec3::new(0.5, 0.25, 0.0)), Value::Float(0.5)]);
}

#[test]
fn a_value_is_bound_to_nothing_and_can_be_read() {
    let (mut rig, owner) = rig();
    let tween = rig.context(owner).tween_number(10.0, 20.0, 1.0, Curve::Linear);
    rig.ticks(5);
    assert!((rig.context(owner).tween_value(tween).unwrap() - 15.0).abs() < 1e-4);
    rig.ticks(6);
    assert_eq!(rig.context(owner).tween_value(tween), None);
}

#[test]
fn there_are_14_curves_from_0_to_1() {
    assert_eq!(Curve::ALL.len(), 14);
    for &curve in Curve::ALL {
        assert_eq!((ease(curve, 0.0), ease(curve, 1.0)), (0.0, 1.0), "{}", curve.name());
        assert_eq!((ease(curve, -3.0), ease(curve, 7.0), ease(curve, f32::NAN)), (0.0, 1.0, 0.0));
        assert!((ease(curve, 1e-4)).abs() < 5e-3 && (ease(curve, 0.9999) - 1.0).abs() < 5e-3, "{}", curve.name());
        assert_eq!(Curve::from_name(&curve.name().to_uppercase()), Some(curve));
    }
}

#[test]
fn curves_are_their_closed_forms() {
    // At a quarter, a half and three quarters.
    let half = f32::sqrt(0.5);
    let known: [(Curve, [f32; 3]); 14] = [
        (Curve::Linear, [0.25, 0.5, 0.75]),
        (Curve::Smoothstep, [0.15625, 0.5, 0.84375]),
        (Curve::EaseInQuad, [0.0625, 0.25, 0.5625]),
        (Curve::EaseOutQuad, [0.4375, 0.75, 0.9375]),
        (Curve::EaseInOutQuad, [0.125, 0.5, 0.875]),
        (Curve::EaseInCubic, [0.015625, 0.125, 0.421875]),
        (Curve::EaseOutCubic, [0.578125, 0.875, 0.984375]),
        (Curve::EaseInOutCubic, [0.0625, 0.5, 0.9375]),
        (Curve::EaseInSine, [0.07612, 1.0 - half, 0.61732]),
        (Curve::EaseOutSine, [0.38268, half, 0.92388]),
        (Curve::EaseInOutSine, [0.14645, 0.5, 0.85355]),
        (Curve::EaseOutBack, [0.81741, 1.0877, 1.06413]),
        (Curve::EaseOutElastic, [0.91161, 1.015625, 1.005524]),
        (Curve::EaseOutBounce, [0.472656, 0.765625, 0.972656]),
    ];
    for (curve, at) in known {
        for (t, known) in [0.25, 0.5, 0.75].into_iter().zip(at) {
            assert!((ease(curve, t) - known).abs() < 2e-4, "{} at {t}: {} {known}", curve.name(), ease(curve, t));
        }
    }
}

#[test]
fn a_new_tween_replaces_the_one_of_the_same_target_and_channel() {
    let (mut rig, owner) = rig();
    let mut context = rig.context(owner);
    let first = context.tween_position_to(Vec3::X * 100.0, 1.0, Curve::Linear);
    context.set_on_complete(first, "first");
    let turn = context.tween_rotation_to(Angles::new(0.0, 90.0, 0.0), 1.0, Curve::Linear);
    let second = context.tween_position_to(Vec3::X * -100.0, 1.0, Curve::Linear);
    context.set_on_complete(second, "second");
    assert!(!context.is_tweening(first) && context.is_tweening(turn) && context.is_tweening(second));
    rig.ticks(12);
    assert_eq!(rig.said(), ["second at -100"], "what is replaced does not call back");
}

#[test]
fn a_tween_of_another_script_is_replaced_too() {
    let (mut rig, owner) = rig();
    let other = rig.spawn("b");
    rig.tick();
    let first = rig.context(owner).tween_position(owner, Vec3::X, 1.0, Curve::Linear);
    rig.context(other).tween_position(owner, Vec3::Y, 1.0, Curve::Linear);
    assert!(!rig.context(owner).is_tweening(first));
}

#[test]
fn the_start_is_sampled_when_the_tween_begins() {
    let (mut rig, owner) = rig();
    let tween = rig.context(owner).tween_position_to(Vec3::X * 100.0, 1.0, Curve::Linear);
    assert!(rig.context(owner).set_tween_delay(tween, 0.5));
    rig.world.set_origin(owner, Vec3::X * 50.0);
    rig.ticks(4);
    assert_eq!(rig.world.origin(owner), Vec3::X * 50.0, "nothing moves before it begins");
    rig.world.set_origin(owner, Vec3::X * 80.0);
    rig.ticks(6);
    assert!((rig.world.origin(owner).x - 90.0).abs() < 1e-3);
    assert!(!rig.context(owner).set_tween_delay(tween, 1.0), "it has begun");
}

#[test]
fn on_complete_fires_once_after_the_last_value() {
    let (mut rig, owner) = rig();
    let tween = rig.context(owner).tween_position_to(Vec3::X * 100.0, 0.35, Curve::EaseOutBack);
    rig.context(owner).set_on_complete(tween, "there");
    rig.ticks(10);
    assert_eq!(rig.said(), ["there at 100"]);
}

#[test]
fn on_complete_does_not_fire_on_cancel() {
    let (mut rig, owner) = rig();
    let tween = rig.context(owner).tween_position_to(Vec3::X * 100.0, 0.3, Curve::Linear);
    rig.context(owner).set_on_complete(tween, "there");
    rig.tick();
    assert!(rig.context(owner).cancel_tween(tween));
    assert!(!rig.context(owner).cancel_tween(tween));
    rig.ticks(5);
    assert_eq!(rig.said(), [""; 0]);
    assert!((rig.world.origin(owner).x - 33.333).abs() < 0.01, "it stays where it is");
}

#[test]
fn ping_pong_goes_on_for_good_and_never_calls_back() {
    let (mut rig, owner) = rig();
    let tween = rig.context(owner).tween_position_to(Vec3::X * 100.0, 0.5, Curve::Linear);
    rig.context(owner).set_on_complete(tween, "there");
    rig.context(owner).set_ping_pong(tween, true);
    let mut seen = Vec::new();
    for _ in 0..15 {
        rig.tick();
        seen.push(rig.world.origin(owner).x.round() as i32);
    }
    assert_eq!(seen, [20, 40, 60, 80, 100, 80, 60, 40, 20, 0, 20, 40, 60, 80, 100]);
    assert_eq!(rig.said(), [""; 0]);
}

#[test]
fn a_tween_started_in_a_completion_begins_in_the_next_tick() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::TweenDone { .. } = *hook {
            context.tween_position_to(Vec3::ZERO, 1.0, Curve::Linear);
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.tick();
    let tween = rig.context(owner).tween_position_to(Vec3::X * 100.0, 0.1, Curve::Linear);
    rig.context(owner).set_on_complete(tween, "back");
    rig.tick();
    assert_eq!(rig.world.origin(owner).x, 100.0);
    rig.tick();
    assert!((rig.world.origin(owner).x - 90.0).abs() < 1e-3);
}

#[test]
fn the_last_value_can_be_read_in_the_completion() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::TweenDone { tween, .. } = *hook {
            let said = format!("{:?} {}", context.tween_value(tween), context.is_tweening(tween));
            context.log(&said);
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.tick();
    let tween = rig.context(owner).tween_number(1.0, 2.0, 0.1, Curve::Linear);
    rig.context(owner).set_on_complete(tween, "done");
    rig.ticks(2);
    assert_eq!(rig.said(), ["Some(2.0) false"]);
    assert_eq!(rig.context(owner).tween_value(tween), None);
    assert_eq!(rig.context(owner).tween_value(TweenId::NONE), None);
}

#[test]
fn a_tween_of_what_is_gone_is_over() {
    let (mut rig, owner) = rig();
    let target = rig.world.spawn_with("info_target", &[]);
    let tween = rig.context(owner).tween_position(target, Vec3::X, 1.0, Curve::Linear);
    rig.world.remove(target);
    rig.ticks(2);
    assert!(!rig.context(owner).is_tweening(tween));
}

#[test]
fn the_mathematics_is_there_for_everybody() {
    assert_eq!((delta_angle(350.0, 10.0), delta_angle(0.0, 180.0), delta_angle(-725.0, 5.0)), (20.0, -180.0, 10.0));
    assert_eq!(lerp_angle(350.0, 10.0, 0.25), 355.0);
    let once = damp(0.0, 1.0, 8.0, 0.5);
    let often = (0..50).fold(0.0, |at, _| damp(at, 1.0, 8.0, 0.01));
    assert!((once - often).abs() < 1e-5);
}
