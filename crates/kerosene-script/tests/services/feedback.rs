//! Seed 004, "Audio & Camera Feedback" and "ScriptDebug".

use crate::Rig;
use kerosene_entity::Request;
use kerosene_framework::{Color, MAX_LINES};
use kerosene_math::Vec3;

fn lines(rig: &Rig) -> usize {
    rig.framework.services().gizmos().lines().len()
}

/// The lines that a script draws in one tick.
fn drawn(code: &str) -> Rig {
    let (mut rig, _) = Rig::of(&format!("fn on_start() {{ {code} }}"));
    rig.tick();
    assert_eq!(rig.messages(), [""; 0], "{code}");
    rig
}

#[test]
fn sounds_are_asked_for_here_and_everywhere() {
    let (mut rig, entity) = Rig::of(
        "fn on_start() { play_spatial_sound(\"pickup\", 0.75); play_global_sound(\"stinger\"); play_spatial_sound(\"loud\", 9); }",
    );
    rig.tick();
    let asked = rig.world.take_requests();
    let sounds: Vec<_> = asked
        .iter()
        .map(|asked| match asked.request {
            Request::PlaySound(sound) => (rig.world.text(sound.sound), sound.volume, sound.everywhere, asked.entity),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        ("pickup", 0.75, false, Some(entity)),
        ("stinger", 1.0, true, Some(entity)),
        ("loud", 1.0, false, Some(entity)),
    ];
    assert_eq!(sounds, expected);
}

#[test]
fn a_shake_is_felt_and_the_pose_is_left_alone() {
    let (mut rig, entity) = Rig::of("fn on_start() { shake_camera(0.35, 0.25); shake_camera(0.1, 9); }");
    rig.tick();
    let shake = *rig.framework.services().shake();
    assert_eq!(shake.strength(rig.world.time()), 0.35, "a weaker one is ignored beside it");
    assert_eq!(rig.world.origin(entity), Vec3::ZERO);
    rig.ticks(3);
    assert_eq!(rig.framework.services().shake().strength(rig.world.time()), 0.0);
}

#[test]
fn shapes_cost_what_the_table_says() {
    let shapes = [
        ("draw_line(0, 0, 0, 1, 0, 0, \"white\");", 1),
        ("draw_line(vec3(0, 0, 0), vec3(1, 0, 0), \"white\");", 1),
        ("draw_ray(0, 0, 0, 9, 0, 0, 10, \"cyan\");", 1),
        ("draw_line(1, 0, 0, \"white\");", 1),
        ("draw_ray(9, 0, 0, 10, \"cyan\");", 1),
        ("raycast(1, 0, 0, 9); draw_raycast(9);", 1),
        ("draw_box(0, 0, 0, 1, 1, 1, \"green\");", 12),
        ("draw_box(vec3(0, 0, 0), vec3(1, 1, 1), \"green\");", 12),
        ("draw_cross(0, 0, 0, 1, \"yellow\");", 3),
        ("draw_sphere(0, 0, 0, 5, \"orange\");", 48),
        ("draw_flat_circle(0, 0, 0, 5, \"blue\");", 16),
        ("raycast(0, 0, 0, 1, 0, 0, 9); draw_raycast(0, 0, 0, 1, 0, 0, 9);", 1),
    ];
    for (code, count) in shapes {
        assert_eq!(lines(&drawn(code)), count, "{code}");
    }
}

#[test]
fn a_line_is_where_it_is_drawn_in_its_colour() {
    let rig = drawn("draw_line(1, 2, 3, 4, 5, 6, \"#ff8000\"); draw_ray(0, 0, 0, 0, 9, 0, 10, \"Red\", 1);");
    let lines = rig.framework.services().gizmos().lines().to_vec();
    assert_eq!(
        (lines[0].from, lines[0].to, lines[0].color),
        (Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0), Color(0xff_8000))
    );
    assert_eq!((lines[1].to, lines[1].color), (Vec3::Y * 10.0, Color::RED));
    let (mut rig, _) = Rig::of("fn on_start() { draw_cross(0, 0, 0, 1, \"yelow\"); }");
    rig.tick();
    assert!(rig.messages()[0].contains("did you mean `yellow`?"));
}

#[test]
fn a_line_lasts_one_tick_or_as_long_as_it_says() {
    let (mut rig, _) =
        Rig::of("fn on_start() { draw_line(0, 0, 0, 1, 0, 0, \"red\"); draw_line(0, 0, 0, 1, 0, 0, \"red\", 0.3); }");
    let counts: Vec<usize> = (0..5)
        .map(|_| {
            rig.tick();
            lines(&rig)
        })
        .collect();
    assert_eq!(counts, [2, 1, 1, 1, 0]);
}

#[test]
fn what_is_past_8192_lines_is_dropped_and_warned_of_once() {
    let (mut rig, _) = Rig::of("fn on_update(dt) { for i in 0..200 { draw_sphere(0, 0, 0, 1, \"red\"); } }");
    rig.ticks(3);
    assert_eq!(lines(&rig), MAX_LINES);
    assert_eq!(rig.messages().iter().filter(|text| text.contains("8192")).count(), 1);
}

#[test]
fn gizmos_can_be_switched_off() {
    let rig = drawn("draw_line(0, 0, 0, 1, 0, 0, \"red\", 9); set_gizmos_enabled(false);");
    assert_eq!(lines(&rig), 0);
}
