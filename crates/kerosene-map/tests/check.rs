//! The checks find what is wrong and nothing else.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::corpus;
use kerosene_diagnostics::{Code, Severity, codes};
use kerosene_map::{ReadOptions, check_map, read_map};

const BOX: [&str; 6] = [
    "( -16 0 0 ) ( -16 1 0 ) ( -16 0 1 )",
    "( 16 0 0 ) ( 16 0 1 ) ( 16 1 0 )",
    "( 0 -16 0 ) ( 0 -16 1 ) ( 1 -16 0 )",
    "( 0 16 0 ) ( 1 16 0 ) ( 0 16 1 )",
    "( 0 0 -16 ) ( 1 0 -16 ) ( 0 1 -16 )",
    "( 0 0 16 ) ( 0 1 16 ) ( 1 0 16 )",
];

fn check(planes: &[&str], materials: &[&str]) -> Vec<Code> {
    let side = |(at, plane): (usize, &&str)| format!("{plane} {} 0 0 0 1 1\n", materials[at % materials.len()]);
    let sides: Vec<String> = planes.iter().enumerate().map(side).collect();
    let start = "{ \"classname\" \"info_player_start\" }";
    let text = format!("{{ \"classname\" \"worldspawn\"\n{{\n{}}}\n}}\n{start}", sides.concat());
    let map = read_map("test.map", text.as_bytes(), &ReadOptions::default()).unwrap().map;
    check_map(&map).iter().map(|told| told.code).collect()
}

#[test]
fn a_sound_box_gives_no_word() {
    assert_eq!(check(&BOX, &["wall"]), []);
}

#[test]
fn each_fault_has_its_code() {
    let with = |at: usize, plane: &'static str| {
        let mut planes = BOX;
        planes[at] = plane;
        check(&planes, &["wall"])
    };
    assert_eq!(check(&BOX[..3], &["wall"]), [codes::TOO_FEW_SIDES]);
    assert_eq!(check(&[], &["wall"]), [codes::TOO_FEW_SIDES]);
    assert_eq!(check(&BOX[..5], &["wall"]), [codes::NO_VOLUME]);
    assert_eq!(with(0, "( 16 0 0 ) ( 16 1 0 ) ( 16 0 1 )"), [codes::NO_VOLUME]);
    assert_eq!(with(1, "( 20000 0 0 ) ( 20000 0 1 ) ( 20000 1 0 )"), [codes::OUTSIDE_WORLD]);
    assert_eq!(with(0, "( 0 0 0 ) ( 1 1 1 ) ( 3 3 3 )"), [codes::COLLINEAR_POINTS, codes::NO_VOLUME]);
    let mut planes = BOX.to_vec();
    planes.push("( 16 5 0 ) ( 16 5 1 ) ( 16 6 0 )");
    assert_eq!(check(&planes, &["wall"]), [codes::DUPLICATE_PLANE]);
    planes[6] = "( 99 0 0 ) ( 99 0 1 ) ( 99 1 0 )";
    assert_eq!(check(&planes, &["wall"]), [codes::REDUNDANT_SIDE]);
    assert_eq!(check(&BOX, &["wall", "*water"]), [codes::MIXED_CONTENTS]);
}

#[test]
fn entities_are_checked_too() {
    let text = b"{ \"classname\" \"worldspawn\" } { \"classname\" \"func_door\" } { \"x\" \"y\" } { \"classname\" \"trigger_once\" }";
    let map = read_map("test.map", text, &ReadOptions::default()).unwrap().map;
    let told: Vec<Code> = check_map(&map).iter().map(|told| told.code).collect();
    let empty = codes::EMPTY_BRUSH_ENTITY;
    assert_eq!(told, [codes::NO_CLASS_NAME, empty, empty, codes::NO_PLAYER_START]);
}

#[test]
fn quakes_own_maps_have_the_repeated_sides_they_are_known_for_and_no_error() {
    let Some(corpus) = corpus() else { return };
    for (name, repeated) in [("dm2", 1), ("e1m4", 2), ("e1m1", 0)] {
        let bytes = std::fs::read(corpus.join(format!("quake/id/{name}.map"))).unwrap();
        let told = check_map(&read_map(name, &bytes, &ReadOptions::default()).unwrap().map);
        assert_eq!(told.count_of(codes::DUPLICATE_PLANE), repeated, "{name}");
        assert_eq!(told.count(Severity::Error), 0, "{name}");
    }
}
