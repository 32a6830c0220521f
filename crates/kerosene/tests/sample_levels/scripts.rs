//! `scripts`: an entity for each script of the sample game, and a player who sees what each of them does.

use super::level;
use super::playthrough::Playthrough;
use kerosene::math::{Angles, Vec3};

/// Where the scripts of the sample game are.
const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/scripts");

pub(crate) fn begin() -> Playthrough {
    let content = level::content(["scripts"].iter());
    let folder = content.path().join("scripts");
    std::fs::create_dir(&folder).unwrap();
    for entry in std::fs::read_dir(SCRIPTS).unwrap() {
        let file = entry.unwrap().path();
        std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    Playthrough::begin(content, "scripts")
}

impl Playthrough {
    fn origin_of(&self, name: &str) -> Vec3 {
        self.engine.entities().unwrap().origin(self.named(name))
    }

    fn number_of(&self, name: &str, key: &str) -> Option<f32> {
        self.engine.entities().unwrap().float_field(self.named(name), key)
    }

    fn is_there(&self, name: &str) -> bool {
        self.engine.entities().unwrap().find_by_name(name).next().is_some()
    }

    /// The least and the most of something while the player stands still.
    fn extremes(&mut self, seconds: f32, of: impl Fn(&Self) -> f32) -> (f32, f32) {
        let (mut least, mut most) = (f32::MAX, f32::MIN);
        for _ in 0..(seconds * 64.0) as u32 {
            self.wait(1.0 / 64.0);
            let now = of(self);
            (least, most) = (least.min(now), most.max(now));
        }
        (least, most)
    }
}

pub(crate) fn play() -> Playthrough {
    let mut play = begin();
    assert!(!play.has_read("switched off"), "every script runs");
    watch_the_balloon_and_the_lamp(&mut play);
    collect_the_coins(&mut play);
    go_through_the_gate(&mut play);
    stand_before_the_turret(&mut play);
    meet_the_guard(&mut play);
    assert!(!play.has_read("switched off"), "no script has failed");
    play
}

/// How far one angle is from another, the shorter way, in degrees.
fn off(a: f32, b: f32) -> f32 {
    (a - b).rem_euclid(360.0).min((b - a).rem_euclid(360.0))
}

fn watch_the_balloon_and_the_lamp(play: &mut Playthrough) {
    let (lowest, highest) = play.extremes(1.1, |play| play.origin_of("balloon").z);
    assert!((lowest - 86.0).abs() < 0.5 && (highest - 106.0).abs() < 0.5, "it bobs 10 up and down: {lowest} {highest}");
    let way = play.place() - play.origin_of("balloon");
    let facing = Angles::facing(way.with_z(0.0)).yaw;
    assert!(off(play.turned("balloon"), facing) < 1.0, "it faces the player");
    let (dimmest, brightest) = play.extremes(1.1, |play| play.number_of("lamp", "_brightness").unwrap());
    assert!(dimmest < 205.0 && brightest > 595.0, "it pulses from 200 to 600: {dimmest} {brightest}");
}

fn collect_the_coins(play: &mut Playthrough) {
    let before = play.turned("coin_1");
    play.wait(0.5);
    assert!((play.turned("coin_1") - before - 45.0).abs() < 2.0, "coins turn a quarter in a second");
    let seen = play.count_of("illusionary");
    assert!(play.number_of("manager", "score").is_none());
    play.walk_to(224.0, 384.0);
    assert_eq!(play.number_of("manager", "score"), Some(1.0));
    assert!(!play.is_there("coin_1") && play.is_there("coin_2"));
    assert_eq!(play.count_of("illusionary"), seen - 1, "what one sees of it goes with it");
    play.walk_to(430.0, 384.0);
    assert_eq!(play.number_of("manager", "score"), Some(8.0));
    assert!(play.has_read("score 1, best 1") && play.has_read("score 3, best 3") && play.has_read("score 8, best 8"));
}

fn go_through_the_gate(play: &mut Playthrough) {
    let height = |play: &Playthrough| play.origin_of("gate").z;
    assert_eq!(height(play), 64.0);
    play.walk_until("the gate opens", (470.0, 384.0), |play| height(play) > 64.0);
    let begun = play.hashes.len();
    play.wait_until("it is open", 1.0, |play| height(play) == 184.0);
    play.wait_until("it begins to close", 4.0, |play| height(play) < 184.0);
    let seconds = (play.hashes.len() - begun) as f32 / 64.0;
    assert!((seconds - 3.0).abs() < 0.1, "three seconds after the last one came: {seconds}");
    play.wait_until("it is shut", 1.0, |play| height(play) == 64.0);
    play.wait(0.1);
    assert!(play.times_read(": open") == 1 && play.times_read(": shut") == 1);
    // Who has not gone away has not come again.
    assert!(!play.try_to_walk_to(620.0, 384.0), "it is shut, and solid");
    play.walk_to(420.0, 384.0);
    play.walk_until("the gate opens again", (470.0, 384.0), |play| height(play) > 64.0);
    play.wait_until("it is open", 1.0, |play| height(play) == 184.0);
    play.walk_to(620.0, 384.0);
}

fn stand_before_the_turret(play: &mut Playthrough) {
    play.wait_until("the turret shoots", 3.0, |play| play.has_read(": shoots"));
    let way = play.place() - play.origin_of("gun");
    let facing = Angles::facing(way.with_z(0.0)).yaw;
    assert!(off(play.turned("gun"), facing) < 2.0);
    assert!(!play.engine.scripts().unwrap().services().gizmos().lines().is_empty(), "its aim is drawn");
    // Out of its range it stops.
    play.walk_to(620.0, 160.0);
    let shots = play.times_read(": shoots");
    play.wait(2.5);
    assert_eq!(play.times_read(": shoots"), shots);
}

fn meet_the_guard(play: &mut Playthrough) {
    assert!(play.has_read("begins to idle") && play.has_read("begins to patrol"));
    assert!(!play.has_read("begins to chase"), "a wall stands between them, and they are far apart");
    let home = Vec3::new(1280.0, 384.0, 36.0);
    assert!(play.origin_of("guard").distance(home) < 130.0);
    play.walk_to(990.0, 160.0);
    play.wait_until("the guard chases", 4.0, |play| play.has_read("begins to chase"));
    play.wait_until("the guard attacks", 8.0, |play| play.has_read("begins to attack"));
    assert!((play.origin_of("guard") - play.place()).truncate().length() < 60.0);
    // Behind a wall, who is not seen is not followed for long.
    let idled = play.times_read("begins to idle");
    play.walk_to(620.0, 384.0);
    play.walk_to(440.0, 384.0);
    play.walk_to(300.0, 700.0);
    play.wait_until("the guard gives up", 8.0, |play| play.times_read("begins to idle") > idled);
}

#[test]
fn a_player_sees_what_every_script_does() {
    play();
}

#[test]
fn playing_it_again_is_the_same_to_the_bit() {
    super::assert_the_same(&play().hashes, &play().hashes);
}
