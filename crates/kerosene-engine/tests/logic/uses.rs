//! The use key.

use super::classes::{Classes, counted};
use super::common::{Content, block, press, room_with, run};
use kerosene_engine::{Engine, PlayerId};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::Buttons;

/// A switch on the wall of a pillar at x from 64 to 80, another one behind it, a small one aside.
fn level() -> Content {
    let pillar = block([64.0, -64.0, 0.0], [80.0, 64.0, 128.0]);
    let behind = block([81.0, -16.0, 32.0], [89.0, 16.0, 96.0]);
    let front = block([60.0, -16.0, 32.0], [64.0, 16.0, 96.0]);
    let map = room_with(
        &[pillar, behind, front],
        "{ classname wall model *1 }
         { classname switch targetname behind model *2 }
         { classname switch targetname front model *3 }
         { classname switch targetname aside origin \"-40 30 64\" }",
    );
    Content::new(&[("level", &map)])
}

fn start(engine: &mut Engine, place: Vec3, yaw: f32) -> PlayerId {
    let player = engine.spawn_player().unwrap();
    engine.place_player(player, place, Angles::new(0.0, yaw, 0.0));
    player
}

#[test]
fn a_press_uses_what_is_looked_at_once() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = start(&mut engine, Vec3::Z, 0.0);
    (0..10).for_each(|_| press(&mut engine, player, Buttons::USE));
    assert_eq!((counted(&engine, "front", "uses"), counted(&engine, "behind", "uses")), (1, 0), "held is not pressed");
    run(&mut engine, 1);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "front", "uses"), 2);
}

#[test]
fn what_is_near_the_view_can_be_used_without_aiming() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    // 36.9 degrees off the middle is as far as it goes; the switch is at 143.1.
    let player = start(&mut engine, Vec3::Z, 180.0);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "aside", "uses"), 0, "just too far aside");
    let player = start(&mut engine, Vec3::Z, 160.0);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "aside", "uses"), 1);
}

#[test]
fn nothing_is_used_from_too_far_or_through_a_wall_or_by_the_dead() {
    let content = level();
    let mut engine = content.play(Classes, "level");
    let player = start(&mut engine, Vec3::new(-30.0, 0.0, 1.0), 0.0);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "front", "uses"), 0, "90 units away");
    engine.console_mut().enqueue("sv_use_range 100");
    engine.frame(std::time::Duration::ZERO, &[]);
    run(&mut engine, 1);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "front", "uses"), 1);
    let player = start(&mut engine, Vec3::new(0.0, 40.0, 1.0), -20.0);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "behind", "uses"), 0, "behind the pillar");
    engine.kill_player(player);
    run(&mut engine, 1);
    press(&mut engine, player, Buttons::USE);
    assert_eq!(counted(&engine, "front", "uses"), 2, "the one before counted, not the dead one's");
}
