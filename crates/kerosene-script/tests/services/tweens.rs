//! Seed 004, "ScriptTweener".

use crate::Rig;
use kerosene_entity::{EntityId, Request, Value};
use kerosene_framework::Curve;
use kerosene_math::{Angles, Vec3};

/// A script whose `on_start` is given, and whose completions say where the entity is.
fn tweening(on_start: &str) -> (Rig, EntityId) {
    let script = format!(
        r#"
        let tween = 0;
        fn on_start() {{ {on_start} }}
        fn done() {{ print(`done at ${{world_x()}}`); }}
        fn once_more() {{ print("again"); this.tween = tween_position_to(50, 0, 0, 0, "linear"); set_on_complete(this.tween, "done"); }}
        fn look() {{ print(`${{is_tweening(this.tween)}} ${{tween_value(this.tween)}}`); }}
        fn cancel() {{ print(`${{cancel_tween(this.tween)}} ${{cancel_tween(this.tween)}}`); }}
        "#
    );
    let (mut rig, entity) = Rig::of(&script);
    rig.spawn(&[("targetname", "other"), ("_light", "100 50 0 200"), ("origin", "0 0 8")]);
    rig.tick();
    (rig, entity)
}

#[test]
fn position_rotation_and_scale_go_where_they_should() {
    let (mut rig, entity) = tweening(
        "tween_position_to(0, 100, 0, 1, \"linear\"); tween_rotation_to(0, 350, 0, 1, \"linear\"); tween_scale_to(3, 3, 3, 1, \"linear\");",
    );
    rig.ticks(5);
    assert!((rig.world.origin(entity).y - 50.0).abs() < 1e-3);
    assert!((rig.world.angles(entity).yaw + 5.0).abs() < 1e-3, "the shorter way: {:?}", rig.world.angles(entity));
    assert_eq!(rig.world.field(entity, "modelscale"), Some(Value::Float(2.0)));
    rig.ticks(6);
    assert_eq!(rig.world.origin(entity), Vec3::Y * 100.0);
    assert_eq!(rig.world.field(entity, "modelscale"), Some(Value::Float(3.0)));
}

#[test]
fn any_entity_is_moved_turned_and_scaled() {
    let (mut rig, _) = tweening(
        "let o = find_by_name(\"other\"); tween_position(o, 10, 0, 8, 0.2, \"linear\"); tween_rotation(o, 0, 90, 0, 0.2, \"linear\"); tween_scale(o, 2, 2, 2, 0.2, \"linear\"); print(`${tween_position(0, 1, 1, 1, 1, \"linear\")}`);",
    );
    rig.ticks(4);
    let other = rig.world.find_by_name("other").next().unwrap();
    assert_eq!(
        (rig.world.origin(other), rig.world.angles(other)),
        (Vec3::new(10.0, 0.0, 8.0), Angles::new(0.0, 90.0, 0.0))
    );
    assert_eq!(rig.world.field(other, "modelscale"), Some(Value::Float(2.0)));
    assert_eq!(rig.messages(), ["0"], "nobody is moved, and that is no tween");
}

#[test]
fn colours_of_lights_and_of_the_user_interface() {
    let (mut rig, _) = tweening(
        "tween_light_color(find_by_name(\"other\"), 200, 150, 100, 400, 0.2, \"linear\"); tween_ui_color(\"fade\", [0, 0, 0, 0], [1, 0.5, 0, 1], 0.2, \"linear\");",
    );
    rig.world.take_requests();
    rig.tick();
    let other = rig.world.find_by_name("other").next().unwrap();
    assert_eq!(rig.world.field(other, "_light"), Some(Value::Vector(Vec3::new(150.0, 100.0, 50.0))));
    assert_eq!(rig.world.field(other, "_brightness"), Some(Value::Float(300.0)));
    let asked: Vec<_> = rig.world.take_requests().into_iter().map(|asked| asked.request).collect();
    let values = asked.iter().filter_map(|request| match request {
        Request::Ui { value, .. } => Some(*value),
        _ => None,
    });
    assert_eq!(values.collect::<Vec<_>>(), [Value::Vector(Vec3::new(0.5, 0.25, 0.0)), Value::Float(0.5)]);
    let (mut rig, _) = tweening("tween_ui_color(\"fade\", [0, 0], [1, 1, 1, 1], 1, \"linear\");");
    assert!(rig.messages()[0].contains("an array of four numbers"));
}

#[test]
fn a_value_is_bound_to_nothing_and_can_be_read() {
    let (mut rig, _) = tweening("this.tween = tween_number(10, 20, 1, \"linear\"); run_every(0.5, \"look\");");
    rig.ticks(15);
    assert_eq!(rig.messages(), ["true 15.0", "true 20.0", "false "]);
}

#[test]
fn there_are_14_curves_by_name() {
    for curve in Curve::ALL {
        let (mut rig, _) = tweening(&format!("print(`${{ease(\"{}\", 0.25)}}`);", curve.name()));
        let shown: f32 = rig.messages()[0].parse().unwrap();
        assert!((shown - kerosene_framework::ease(*curve, 0.25)).abs() < 1e-5, "{}", curve.name());
    }
    assert_eq!(Curve::ALL.len(), 14);
    let (mut rig, _) = tweening("ease(\"ease_in_qaud\", 0.5);");
    assert!(rig.messages()[0].contains("did you mean `ease_in_quad`?"));
}

#[test]
fn a_new_tween_replaces_the_one_of_the_same_target_and_channel() {
    let (mut rig, _) = tweening(
        "this.tween = tween_position_to(100, 0, 0, 1, \"linear\"); set_on_complete(this.tween, \"done\"); tween_rotation_to(0, 9, 0, 1, \"linear\"); tween_position_to(-100, 0, 0, 1, \"linear\"); this.look();",
    );
    assert_eq!(rig.messages(), ["false "]);
    assert_eq!(rig.framework.services().tweens().len(), 2);
    rig.ticks(12);
    assert_eq!(rig.messages(), [""; 0], "what is replaced does not call back");
}

#[test]
fn the_start_is_sampled_when_the_tween_begins() {
    let (mut rig, entity) =
        tweening("this.tween = tween_position_to(100, 0, 0, 1, \"linear\"); set_tween_delay(this.tween, 0.5);");
    rig.ticks(4);
    rig.world.set_origin(entity, Vec3::X * 80.0);
    rig.ticks(6);
    assert!((rig.world.origin(entity).x - 90.0).abs() < 1e-3);
}

#[test]
fn on_complete_fires_once_after_the_last_value_and_not_on_cancel() {
    let (mut rig, _) = tweening(
        "this.tween = tween_position_to(100, 0, 0, 0.35, \"ease_out_back\"); set_on_complete(this.tween, \"done\");",
    );
    rig.ticks(10);
    assert_eq!(rig.messages(), ["done at 100.0"]);
    let (mut rig, _) = tweening(
        "this.tween = tween_position_to(100, 0, 0, 0.35, \"linear\"); set_on_complete(this.tween, \"done\"); run_after(0.1, \"cancel\");",
    );
    rig.ticks(10);
    assert_eq!(rig.messages(), ["true false"]);
}

#[test]
fn ping_pong_goes_on_for_good_and_never_calls_back() {
    let (mut rig, entity) = tweening(
        "this.tween = tween_position_to(100, 0, 0, 0.5, \"linear\"); set_ping_pong(this.tween, true); set_on_complete(this.tween, \"done\");",
    );
    let mut seen = Vec::new();
    for _ in 0..21 {
        rig.tick();
        seen.push(rig.world.origin(entity).x.round());
    }
    assert_eq!((seen[4], seen[9], seen[14], seen[19]), (100.0, 0.0, 100.0, 0.0));
    assert_eq!(rig.messages(), [""; 0]);
}

#[test]
fn a_tween_started_in_a_completion_begins_in_the_next_tick() {
    let (mut rig, _) = tweening(
        "this.tween = tween_position_to(9, 0, 0, 0.1, \"linear\"); set_on_complete(this.tween, \"once_more\");",
    );
    rig.tick();
    assert_eq!(rig.messages(), ["again"]);
    rig.tick();
    assert_eq!(rig.messages(), ["done at 50.0"]);
}

#[test]
fn the_mathematics_is_there() {
    let (mut rig, _) = tweening(
        "print(`${lerp_angle(350, 10, 0.5)} ${delta_angle(10, 350)} ${damp(0, 10, 8, 0)} ${ease(\"ease_in_quad\", 0.5)}`);",
    );
    assert_eq!(rig.messages(), ["360.0 -20.0 0.0 0.25"]);
}
