//! What is said of leaks of small maps, whose holes are known in closed form, and the files that hold it.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/rooms.rs"]
mod made;

use clap::Parser;
use cleave::cli::{CleaveArgs, run};
use cleave::{Hole, Leak, NoProgress, Options, Output, Request, compile};
use kerosene_diagnostics::{Severity, codes};
use kerosene_kv::Document;
use kerosene_map::{Brush, Map, brush_bounds, write_kmap};
use kerosene_math::DVec3;
use made::{block, entity, map, shell, start};
use std::path::Path;
use std::process::ExitCode;

fn compiled(map: &Map) -> Output {
    compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap()
}

fn leak_of(map: &Map) -> Leak {
    compiled(map).leak.unwrap()
}

/// The four blocks that leave an opening from `low` to `high` in a wall across axis 0 from `mins` to `maxs`.
fn pierced(first: u32, mins: [f64; 3], maxs: [f64; 3], low: [f64; 2], high: [f64; 2]) -> Vec<Brush> {
    let part =
        |id: u32, from: [f64; 2], to: [f64; 2]| block(id, [mins[0], from[0], from[1]], [maxs[0], to[0], to[1]], "wall");
    vec![
        part(first, [mins[1], mins[2]], [maxs[1], low[1]]),
        part(first + 1, [mins[1], high[1]], [maxs[1], maxs[2]]),
        part(first + 2, [mins[1], low[1]], [low[0], high[1]]),
        part(first + 3, [high[0], low[1]], [maxs[1], high[1]]),
    ]
}

/// A closet with the only entity, a doorway of 16 by 32, and a hall with openings in its far wall.
fn closet_and_hall(far_wall: Vec<Brush>) -> Map {
    let mut brushes = shell(10, [0.0; 3], [96.0; 3], "wall");
    brushes.remove(1);
    brushes.extend(pierced(20, [96.0, -16.0, -16.0], [112.0, 528.0, 272.0], [32.0, 0.0], [48.0, 32.0]));
    let mut hall = shell(30, [112.0, 0.0, 0.0], [624.0, 512.0, 256.0], "wall");
    hall.drain(0..2);
    brushes.extend(hall);
    brushes.extend(far_wall);
    map(brushes, vec![start("48 48 0")])
}

#[test]
fn the_cut_is_the_hole_and_not_the_doorway_before_it() {
    let far = pierced(50, [624.0, -16.0, -16.0], [640.0, 528.0, 272.0], [200.0, 100.0], [240.0, 130.0]);
    let leak = leak_of(&closet_and_hall(far));
    let [hole] = &leak.holes[..] else { panic!("{leak:?}") };
    // 1,200 square units, where the doorway has 512.
    assert_eq!((hole.width, hole.height, hole.area), (40.0, 30.0, 1200.0));
    assert_eq!((hole.normal, hole.center.y, hole.center.z), (DVec3::X, 220.0, 115.0));
    let rim: Vec<u32> = hole.rim.iter().map(|brush| brush.id).collect();
    assert_eq!(rim, [50, 51, 52, 53]);
    assert!(hole.rim.iter().all(|brush| brush.entity == 0 && brush.line == brush.id && brush.material == "wall"));
}

/// A room with two openings in one wall, the second `height` high.
fn two_openings(height: f64) -> Map {
    let mut brushes = shell(10, [0.0; 3], [256.0; 3], "wall");
    brushes.remove(1);
    brushes.extend(pierced(20, [256.0, -16.0, -16.0], [272.0, 128.0, 272.0], [32.0, 0.0], [48.0, 40.0]));
    brushes.extend(pierced(30, [256.0, 128.0, -16.0], [272.0, 272.0, 272.0], [160.0, 64.0], [200.0, 64.0 + height]));
    map(brushes, vec![start("128 128 0")])
}

#[test]
fn two_openings_are_two_holes_the_larger_first() {
    let leak = leak_of(&two_openings(8.0));
    let sizes: Vec<_> = leak.holes.iter().map(|hole| (hole.width, hole.height)).collect();
    assert_eq!(sizes, [(16.0, 40.0), (40.0, 8.0)]);
}

#[test]
fn a_gap_under_one_unit_is_named_as_such() {
    let output = compiled(&two_openings(0.5));
    let micro: Vec<_> = output.diagnostics.iter().filter(|told| told.code == codes::MICRO_LEAK).collect();
    assert_eq!((micro.len(), output.diagnostics.count_of(codes::LEAK)), (1, 1));
    assert!(micro[0].message.contains("a gap only 0.5 unit wide, 40 wide and 0.5 high"), "{}", micro[0].message);
    // Anywhere in the wall, which is 16 thick.
    assert!(matches!(micro[0].world, Some([256.0..=272.0, 180.0, 64.25])), "{:?}", micro[0].world);
}

#[test]
fn the_message_says_where_how_large_and_between_what() {
    let output = compiled(&two_openings(8.0));
    let told = output.diagnostics.iter().find(|told| told.code == codes::LEAK).unwrap();
    let expected = "the map leaks, hole 1 of 2: an opening 16 wide and 40 high (640 square units), at (256 40 20) \
                    leads out towards +x, between brush 7 (line 22, `wall`), brush 8 (line 23, `wall`), brush 3 \
                    (line 14, `wall`) and 2 more; reached from `info_player_start` at (128 128 36)";
    assert_eq!(told.message, expected);
    assert_eq!(told.source.as_ref().map(|source| (source.line, source.brush)), Some((22, Some(22))));
}

#[test]
fn an_entity_in_the_void_is_no_hole_and_makes_none() {
    let mut sealed = map(shell(10, [0.0; 3], [256.0; 3], "wall"), vec![start("500 500 500")]);
    sealed.entities.push(entity(901, &[("classname", "light"), ("origin", "128 128 128")], Vec::new()));
    let output = compiled(&sealed);
    assert!(output.leak.is_none() && output.statistics.sealed, "{:?}", output.leak);
    assert_eq!(output.diagnostics.count_of(codes::ENTITY_OUTSIDE), 1);
    let mut open = two_openings(8.0);
    open.entities.push(entity(901, &[("classname", "light"), ("origin", "500 500 500")], Vec::new()));
    let output = compiled(&open);
    assert_eq!((output.leak.unwrap().holes.len(), output.diagnostics.count_of(codes::ENTITY_OUTSIDE)), (2, 1));
}

#[test]
fn a_map_that_nothing_encloses_has_no_holes() {
    let ground = map(vec![block(10, [0.0; 3], [256.0, 256.0, 16.0], "wall")], vec![start("128 128 16")]);
    let output = compiled(&ground);
    let leak = output.leak.unwrap();
    assert!(leak.holes.is_empty() && leak.patch().is_none());
    assert_eq!(leak.open.unwrap().points.len(), 2);
    let errors: Vec<_> = output.diagnostics.iter().filter(|told| told.severity == Severity::Error).collect();
    assert!(matches!(errors[..], [told] if told.code == codes::NO_ENCLOSURE), "{errors:?}");
}

/// Whether a point is within a box-shaped brush, off its faces.
fn in_solid(map: &Map, point: DVec3) -> bool {
    let boxes = map.entities[0].brushes.iter().filter_map(brush_bounds);
    boxes.into_iter().any(|bounds| bounds.expanded(-0.01).contains(point))
}

#[test]
fn the_way_is_short_and_meets_no_wall() {
    let far = pierced(50, [624.0, -16.0, -16.0], [640.0, 528.0, 272.0], [200.0, 100.0], [204.0, 104.0]);
    let map = closet_and_hall(far);
    let Hole { way, .. } = &leak_of(&map).holes[0];
    assert_eq!(way.points[0], DVec3::new(48.0, 48.0, 36.0));
    for ends in way.points.windows(2) {
        let steps = (ends[0].distance(ends[1]) * 4.0).ceil();
        let inside = (0..=steps as u32).map(|step| ends[0].lerp(ends[1], f64::from(step) / steps));
        assert!(inside.into_iter().all(|point| !in_solid(&map, point)), "{way:?}");
    }
    let length: f64 = way.points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    // From the closet through the middles of doorway and hole it cannot be shorter than the straight line by much.
    let straight = DVec3::new(48.0, 48.0, 36.0).distance(way.points[way.points.len() - 1]);
    assert!(length < straight * 1.25 && way.points.len() < 10, "{length} where {straight} is least: {way:?}");
}

#[test]
fn point_files_are_dots_and_the_leak_file_holds_all() {
    let leak = leak_of(&two_openings(8.0));
    let files = leak.point_files();
    assert_eq!(files.len(), 2);
    let dots: Vec<DVec3> = files[0]
        .lines()
        .map(|line| DVec3::from_slice(&line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<f64>>()))
        .collect();
    assert!(dots.windows(2).all(|pair| pair[0].distance(pair[1]) <= 8.001));
    assert_eq!(dots[0], DVec3::new(128.0, 128.0, 36.0));
    let text = leak.to_text();
    let document = Document::parse(&text).unwrap();
    assert_eq!(text.matches("hole\n").count(), 2, "{text}");
    assert!(text.contains("\"width\" \"16\"") && text.contains("\"center\" \"256 40 20\""), "{text}");
    assert!(!document.nodes.is_empty());
    let json = leak.to_json();
    assert_eq!((&json["holes"][1]["height"], &json["holes"][1]["micro"]), (&8.0.into(), &false.into()));
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: CleaveArgs,
}

fn cleave(folder: &Path, words: &[&str]) -> ExitCode {
    let map = folder.join("level.kmap").display().to_string();
    run(&Cli::parse_from(["cleave", &map, "--quiet"].into_iter().chain(words.iter().copied())).args)
}

#[test]
fn what_is_written_beside_a_leaking_map_goes_once_it_is_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("level.kmap"), write_kmap(&two_openings(8.0)).unwrap()).unwrap();
    for patch in ["patch.map", "patch.kmap"] {
        let patch = folder.join(patch).display().to_string();
        assert_eq!(cleave(folder, &["--patch", &patch]), ExitCode::FAILURE);
        let left = ["level.pts", "level.2.pts", "level.kleak"];
        assert!(left.iter().all(|name| folder.join(name).exists()) && !folder.join("level.3.pts").exists());
        assert!(!folder.join("level.kprt").exists());
        assert_eq!(cleave(folder, &["--with", &patch]), ExitCode::SUCCESS);
        assert!(!left.iter().any(|name| folder.join(name).exists()));
        assert!(folder.join("level.kprt").exists());
    }
    assert_eq!(cleave(folder, &["--ignore-leaks"]), ExitCode::SUCCESS);
    let text = folder.join("patch.txt").display().to_string();
    assert_eq!(cleave(folder, &["--patch", &text]), ExitCode::FAILURE);
    assert!(!folder.join("patch.txt").exists());
}
