//! OBJ to models, against closed forms.
#![allow(clippy::unwrap_used, reason = "tests")]

use clap::Parser;
use forge::cli::{self, ForgeCommand};
use forge::{Collision, Compiled, ForgeError, Options, compile, to_obj};
use kerosene_asset::Model;
use kerosene_diagnostics::Diagnostic;
use kerosene_math::{DAabb, DVec3, Vec3};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

fn made(obj: &str, options: &Options) -> Compiled {
    compile("art/thing.obj", obj.as_bytes(), &mut BTreeMap::new(), options).unwrap()
}

fn z_up() -> Options {
    Options { z_up: true, ..Options::default() }
}

fn refused(obj: &str) -> String {
    compile("art/thing.obj", obj.as_bytes(), &mut BTreeMap::new(), &Options::default()).unwrap_err().to_string()
}

/// A box of quads without normals, as wide as is said.
fn block(size: [f64; 3], smoothing: &str) -> String {
    let mut text = format!("s {smoothing}\n");
    for at in 0..8 {
        let pick = |axis: usize| if at >> axis & 1 == 0 { 0.0 } else { size[axis] };
        writeln!(text, "v {} {} {}", pick(0), pick(1), pick(2)).unwrap();
    }
    text + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
        f 1/1 5/2 7/3 3/4\nf 2/1 4/2 8/3 6/4\nf 1/1 2/2 6/3 5/4\nf 3/1 7/2 8/3 4/4\nf 1/1 3/2 4/3 2/4\nf 5/1 6/2 8/3 7/4\n"
}

/// A sphere of so many rings, with normals.
fn sphere(rings: u32, radius: f64) -> String {
    use kerosene_math::deterministic::sin_cos_degrees;
    let sectors = rings * 2;
    let mut text = String::new();
    for ring in 0..=rings {
        for sector in 0..=sectors {
            let (sin, cos) = sin_cos_degrees(f64::from(ring) * 180.0 / f64::from(rings));
            let (y, x) = sin_cos_degrees(f64::from(sector % sectors) * 360.0 / f64::from(sectors));
            let (u, v) = (f64::from(sector) / f64::from(sectors), 1.0 - f64::from(ring) / f64::from(rings));
            let place = [x * sin, y * sin, cos];
            let [px, py, pz] = place.map(|value| value * radius);
            writeln!(text, "v {px} {py} {pz}\nvn {} {} {}\nvt {u} {v}", place[0], place[1], place[2]).unwrap();
        }
    }
    for ring in 0..rings {
        for sector in 0..sectors {
            let a = ring * (sectors + 1) + sector + 1;
            let b = a + sectors + 1;
            let corner = |at: u32| format!("{at}/{at}/{at}");
            if ring > 0 {
                writeln!(text, "f {} {} {}", corner(a), corner(b), corner(a + 1)).unwrap();
            }
            if ring + 1 < rings {
                writeln!(text, "f {} {} {}", corner(a + 1), corner(b), corner(b + 1)).unwrap();
            }
        }
    }
    text
}

fn triangles(model: &Model, level: usize) -> Vec<[DVec3; 3]> {
    let meshes = model.levels[level].meshes.iter();
    let indices: Vec<_> = meshes.flat_map(|mesh| model.indices[mesh.range()].to_vec()).collect();
    let place = |index: u32| model.vertices.positions[index as usize].as_dvec3();
    indices.as_chunks::<3>().0.iter().map(|triangle| triangle.map(place)).collect()
}

fn volume(model: &Model, level: usize) -> f64 {
    triangles(model, level).iter().map(|[a, b, c]| a.dot(b.cross(*c))).sum::<f64>() / 6.0
}

fn tangent_frames_are_sound(model: &Model) {
    let vertices = &model.vertices;
    for (normal, [x, y, z, _]) in vertices.normals.iter().zip(&vertices.tangents) {
        assert!((normal.length() - 1.0).abs() < 1e-5);
        assert!(normal.dot(Vec3::new(*x, *y, *z)).abs() < 1e-5);
    }
}

fn codes(compiled: &Compiled) -> Vec<String> {
    compiled.diagnostics.iter().map(|diagnostic: &Diagnostic| diagnostic.code.to_string()).collect()
}

#[test]
fn a_box_is_a_box() {
    let model = made(&block([32.0, 48.0, 64.0], "off"), &z_up()).model;
    assert_eq!((model.bounds.min, model.bounds.max), (Vec3::ZERO, Vec3::new(32.0, 48.0, 64.0)));
    // Six flat sides share no vertex: three at each corner.
    assert_eq!((model.vertices.len(), model.levels.len(), triangles(&model, 0).len()), (24, 1, 12));
    assert!((volume(&model, 0) - 32.0 * 48.0 * 64.0).abs() < 1e-6);
    tangent_frames_are_sound(&model);
    for (position, normal) in model.vertices.positions.iter().zip(&model.vertices.normals) {
        assert!(normal.abs().max_element() == 1.0);
        // Outwards: away from the middle.
        assert!(normal.dot(*position - model.bounds.center()) > 0.0);
    }
    let [hull] = &model.hulls[..] else { panic!("{} hulls", model.hulls.len()) };
    assert_eq!((hull.points.len(), hull.volume()), (8, 32.0 * 48.0 * 64.0));
    assert_eq!((model.materials[0].as_str(), model.provenance.sources[0].path.as_str()), ("dev/grid", "art/thing.obj"));
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
}

#[test]
fn smoothing_groups_are_round_and_weld() {
    let model = made(&block([32.0; 3], "1"), &z_up()).model;
    for (position, normal) in model.vertices.positions.iter().zip(&model.vertices.normals) {
        let outwards = (*position - model.bounds.center()).normalize();
        assert!(normal.abs_diff_eq(outwards, 1e-6), "{normal} at {position}");
    }
    // With a crease below a right angle the edges are sharp again, above it round.
    let creased = |crease| made(&block([32.0; 3], "1"), &Options { recompute_normals: true, crease, ..z_up() }).model;
    assert!(creased(80.0).vertices.normals.iter().all(|normal| normal.abs().max_element() == 1.0));
    assert!(creased(100.0).vertices.normals.iter().all(|normal| normal.abs().max_element() < 0.6));
}

#[test]
fn units_and_axes_become_ours() {
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 2 3\nf 1 3 4\n";
    let size = |options: &Options| made(triangle, options).model.bounds.size();
    // Y is up and Z forward in the source.
    assert_eq!(size(&Options::default()), Vec3::new(3.0, 1.0, 2.0));
    assert_eq!(size(&z_up()), Vec3::new(1.0, 2.0, 3.0));
    assert!(size(&Options { scale_metres: true, ..z_up() }).abs_diff_eq(Vec3::new(1.0, 2.0, 3.0) / 0.0254, 1e-4));
    assert_eq!(size(&Options { scale: 2.0, ..z_up() }), Vec3::new(2.0, 4.0, 6.0));
    // A quarter turn to the left takes X to Y.
    let turned = made(triangle, &Options { rotate: [0.0, 90.0, 0.0], ..z_up() }).model;
    assert_eq!((turned.bounds.min, turned.bounds.max), (Vec3::new(-2.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 3.0)));
}

#[test]
fn materials_are_paths_and_are_renamed() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Metal\\Rust\nf 1 2 3\nusemtl Default\nf 3 2 1\nusemtl unused\n";
    let options = Options { materials: vec![("Default".to_owned(), "dev/white".to_owned())], ..Options::default() };
    let model = made(text, &options).model;
    assert_eq!(model.materials, ["metal/rust", "dev/white"]);
    assert_eq!(model.levels[0].meshes.len(), 2);
    assert!(model.provenance.options.contains("--material Default=dev/white"));
    let misspelt = Options { materials: vec![("Defautl".to_owned(), "dev/white".to_owned())], ..Options::default() };
    let told = made(text, &misspelt).diagnostics.iter().map(|told| told.message.clone()).collect::<Vec<_>>();
    assert!(told[0].contains("--material names Defautl, and the materials are: Metal\\Rust, Default"), "{told:?}");
    let climbing = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl ../../secret\nf 1 2 3\n";
    assert!(refused(climbing).contains("no path can be made"));
}

#[test]
fn collision_meshes_are_not_drawn() {
    let plane = "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\n";
    let text = format!("{plane}o thing\nf 1 2 3 4\no UCX_thing\n{}", block([4.0, 4.0, 4.0], "off"));
    // The block names its corners from 1; here they begin at 5.
    let text = text.replace("f 1/1 5/2", "f -8/1 -4/2").replace(" 7/3 3/4", " -2/3 -6/4");
    let model = made(&text, &z_up()).model;
    assert_eq!(triangles(&model, 0).len(), 2);
    assert_eq!(model.hulls.len(), 1);
    let boxed = made(plane_with_face(plane).as_str(), &Options { collision: Collision::Box, ..z_up() }).model;
    assert_eq!(boxed.hulls[0].bounds().size(), Vec3::new(9.0, 9.0, 1.0));
    let none = made(plane_with_face(plane).as_str(), &Options { collision: Collision::None, ..z_up() });
    assert!(none.model.hulls.is_empty() && codes(&none).is_empty());
    // A plane has no hull, and that is said.
    let flat = made(plane_with_face(plane).as_str(), &z_up());
    assert_eq!((flat.model.hulls.len(), codes(&flat)), (0, vec!["K0684".to_owned()]));
}

fn plane_with_face(plane: &str) -> String {
    format!("{plane}f 1 2 3 4\n")
}

/// What a level says of its error holds for every vertex of the finest one, and the shape stays closed.
#[test]
fn coarser_levels_are_as_far_off_as_they_say() {
    let radius = 64.0;
    let model = made(&sphere(24, radius), &z_up()).model;
    let counts: Vec<_> = model.levels.iter().map(kerosene_asset::Level::triangles).collect();
    assert_eq!(counts[0], 24 * 48 * 2 - 96);
    assert!(counts.len() >= 3, "{counts:?}");
    tangent_frames_are_sound(&model);
    let whole = volume(&model, 0);
    for level in 1..model.levels.len() {
        assert!(counts[level] <= counts[level - 1] * 8 / 10, "{counts:?}");
        let error = f64::from(model.levels[level].error);
        let coarse = triangles(&model, level);
        let finest = model.indices[model.levels[0].meshes[0].range()].iter();
        for vertex in finest.step_by(101) {
            let place = model.vertices.positions[*vertex as usize].as_dvec3();
            let mut nearest = f64::INFINITY;
            for triangle in &coarse {
                let bounds = DAabb::from_points(*triangle);
                if place.distance(place.clamp(bounds.min, bounds.max)) < nearest {
                    nearest = nearest.min(distance(place, triangle));
                }
            }
            assert!(nearest <= error + 1e-5, "level {level}: {nearest} instead of {error}");
        }
        assert!(error < radius * 0.1, "{error}");
        // A hole would show in the volume.
        assert!(volume(&model, level) > whole * 0.8 && volume(&model, level) <= whole, "level {level}");
    }
    let hull = &model.hulls[0];
    assert!(model.hulls.len() == 1 && hull.points.len() == 32);
}

/// By a search in two directions, which finds the least of what curves one way: another way than the one that is tested.
fn distance(place: DVec3, [a, b, c]: &[DVec3; 3]) -> f64 {
    fn least(most: f64, at: impl Fn(f64) -> f64) -> f64 {
        let (mut low, mut high) = (0.0, most);
        for _ in 0..40 {
            let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if at(one) < at(other) { high = other } else { low = one }
        }
        at((low + high) / 2.0)
    }
    let at = |v: f64, w: f64| place.distance(*a + (*b - *a) * v + (*c - *a) * w);
    least(1.0, |v| least(1.0 - v, |w| at(v, w)))
}

/// Seams and hard edges stay where they are: a finely cut box stays a box in every level.
#[test]
fn a_finely_cut_box_keeps_its_edges() {
    let side = 12;
    let mut text = String::new();
    let mut count = 0;
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 0.0), (axis, 1.0)]) {
        for row in 0..=side {
            for column in 0..=side {
                let mut place = [0.0; 3];
                let (u, v) = (f64::from(column) / f64::from(side), f64::from(row) / f64::from(side));
                (place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3]) = (sign, u, v);
                writeln!(text, "v {} {} {}\nvt {u} {v}", place[0] * 64.0, place[1] * 64.0, place[2] * 64.0).unwrap();
            }
        }
        for cell in 0..side * side {
            let a = count + cell / side * (side + 1) + cell % side + 1;
            let quad = [a, a + 1, a + side + 2, a + side + 1];
            let quad = if sign > 0.0 { quad } else { [quad[0], quad[3], quad[2], quad[1]] };
            writeln!(text, "f {}", quad.map(|at| format!("{at}/{at}")).join(" ")).unwrap();
        }
        count += (side + 1) * (side + 1);
    }
    let model = made(&text, &z_up()).model;
    assert!(model.levels.len() >= 3);
    for level in 0..model.levels.len() {
        assert!((volume(&model, level) - 64.0 * 64.0 * 64.0).abs() < 1e-3, "level {level}: {}", volume(&model, level));
        assert!(model.levels[level].error < 1e-3);
    }
}

#[test]
fn the_exported_shape_is_read_again() {
    let model = made(&sphere(12, 32.0), &z_up()).model;
    let text = to_obj(&model, 0, true).unwrap();
    let again = made(&text, &z_up()).model;
    assert_eq!((again.vertices.len(), again.bounds), (model.vertices.len(), model.bounds));
    assert_eq!(again.hulls.len(), 1, "from the exported hull");
    assert!((volume(&again, 0) - volume(&model, 0)).abs() < 1e-6);
    assert!((again.hulls[0].volume() - model.hulls[0].volume()).abs() < 1e-6);
    let coarse = made(&to_obj(&model, 1, false).unwrap(), &z_up()).model;
    assert_eq!(coarse.levels[0].triangles(), model.levels[1].triangles());
    assert!(to_obj(&model, 9, false).is_none());
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    let text = sphere(10, 20.0);
    assert_eq!(made(&text, &z_up()).model.to_bytes(), made(&text, &z_up()).model.to_bytes());
    // What was made once; to be made again only with a new version in `TOOL`.
    let hash = made(&text, &z_up()).model.provenance.sources[0].hash;
    assert_eq!(hash, made(&text, &Options::default()).model.provenance.sources[0].hash);
}

#[test]
fn what_cannot_be_is_refused_with_its_line() {
    for (text, expected) in [
        ("v 0 0\n", "3 numbers are expected"),
        ("v 0 0 nan\n", "\"nan\" is no finite number"),
        ("v 0 0 1e999\n", "is no finite number"),
        ("v 0 0 0\nf 1 1\n", "a face has three corners"),
        ("v 0 0 0\nf 1 1 2\n", "a corner names number 2, and there are 1 before it"),
        ("v 0 0 0\nf 1 1 0\n", "a corner names number 0"),
        ("v 0 0 0\nf 1 1 -2\n", "a corner names number -2"),
        ("v 0 0 0\nf 1 1 1/5\n", "a corner names number 5, and there are 0"),
        ("v 0 0 0\nf 1 1 x\n", "\"x\" is no whole number"),
        ("v 0 0 0\nf 1 1 /1\n", "a corner names no position"),
        ("v 0 0 0\n", "no triangle in it"),
        ("v 0 0 0\nf 1 1 1\n", "no triangle in it"),
        ("v 0 0 0\nv 99999 0 0\nv 0 1 0\nf 1 2 3\n", "out of range"),
    ] {
        let told = refused(text);
        assert!(told.contains(expected), "{told} instead of {expected}");
    }
    let second = compile("a.obj", b"v 0 0 0\nv x 0 0\n", &mut BTreeMap::new(), &Options::default());
    assert!(matches!(second, Err(ForgeError::Line { line: 2, .. })));
    let other = compile("a.fbx", b"", &mut BTreeMap::new(), &Options::default());
    assert_eq!(other.unwrap_err(), ForgeError::Ending);
    for options in [
        Options { scale: 0.0, ..Options::default() },
        Options { fps: f64::NAN, ..Options::default() },
        Options { max_hulls: 0, ..Options::default() },
        Options { hull_corners: 3, ..Options::default() },
    ] {
        let refused = compile("a.obj", b"", &mut BTreeMap::new(), &options);
        assert!(matches!(refused, Err(ForgeError::Option { .. })));
    }
    // What other programs write beside faces is told once.
    let lines =
        made("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\np 1\nf 1 2 3\nf 1 3 4\n f 1 1 2\n", &Options::default());
    assert_eq!(codes(&lines), ["K0681", "K0682"]);
}

/// Models without normals and smoothing groups got no coarser level: none of their faces share a vertex.
#[test]
fn flat_faces_get_coarser_levels() {
    let mut hills = String::new();
    for at in 0..32 * 32 {
        let (x, y) = (at % 32, at / 32);
        let height = f64::from((x * 7 + y * 11) % 13) * 0.02;
        writeln!(hills, "v {x} {height} {y}\nvt {} {}", f64::from(x) / 31.0, f64::from(y) / 31.0).unwrap();
    }
    for at in (0..31 * 31).map(|at| at / 31 * 32 + at % 31 + 1) {
        let corner = |at: i32| format!("{at}/{at}");
        writeln!(hills, "f {} {} {} {}", corner(at), corner(at + 32), corner(at + 33), corner(at + 1)).unwrap();
    }
    let hills = made(&hills, &Options { collision: forge::Collision::None, ..Options::default() });
    let counts: Vec<_> = hills.model.levels.iter().map(kerosene_asset::Level::triangles).collect();
    assert!(counts.len() > 2 && counts[0] == 2 * 31 * 31, "{counts:?}");
    assert_eq!(codes(&hills), Vec::<String>::new());
    // Every corner has a normal of about its face's side.
    for [a, b, c] in triangles(&hills.model, 1) {
        assert!((b - a).cross(c - a).z > 0.0);
    }
    // Two triangles that hardly bulge had seven hulls of nothing.
    let bent = made("v 0 0 0\nv 30 0 0\nv 0 30 0\nv 0 0 0.01\nf 1 2 3\nf 2 3 4\n", &Options::default());
    assert!(bent.model.hulls.is_empty() && codes(&bent).contains(&"K0684".to_owned()), "{:?}", codes(&bent));
    // A hundred large triangles that have nothing to do with each other: nothing to simplify, and that is told.
    let apart: String = (0..100).map(|at| format!("v {at} 0 0\nv {at} 100 0\nv 50 50 {at}\nf -3 -2 -1\n")).collect();
    let apart = made(&apart, &Options { collision: forge::Collision::None, ..Options::default() });
    assert_eq!(codes(&apart), ["K0686"]);
}

#[test]
fn a_statement_goes_on_after_a_backslash() {
    let plain = made("v 0 0 0\nv 16 0 0\nv 0 16 0\nf 1 2 3\n", &Options::default()).model;
    let broken = made("v 0 0 0\nv 16 \\\r\n0 0\nv 0 16 0\nf 1 \\\n2 \\\n3", &Options::default()).model;
    assert_eq!(broken.bounds, plain.bounds);
    let error = compile("a.obj", b"v 0 0 0\n\nv x \\\n0 0\n", &mut BTreeMap::new(), &Options::default()).unwrap_err();
    assert!(matches!(error, ForgeError::Line { line: 3, .. }), "{error}");
    let many = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf{}\n", " 1 2 3".repeat(2000));
    assert_eq!(refused(&many), "a face has 6000 corners, and at most 4096 are read: cut it");
}

/// The command line as a program has it.
#[derive(clap::Parser)]
struct Cli {
    #[command(subcommand)]
    command: ForgeCommand,
}

/// Whether `forge` with these words does what it is asked.
fn forge(words: &str) -> bool {
    let words = std::iter::once("forge").chain(words.split(' '));
    format!("{:?}", cli::run(&Cli::try_parse_from(words).unwrap().command)) == format!("{:?}", ExitCode::SUCCESS)
}

#[test]
fn the_command_line_makes_shows_and_exports() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    let shown = |name: &str| path(name).display().to_string();
    fs::create_dir(path("art")).unwrap();
    fs::write(path("art/ball.obj"), sphere(12, 16.0)).unwrap();
    fs::write(path("art/box.obj"), block([8.0; 3], "off")).unwrap();
    fs::write(path("art/bad.obj"), "f 1 2 3\n").unwrap();
    let (ball, cube, models) = (shown("art/ball.obj"), shown("art/box.obj"), shown("models"));
    assert!(forge(&format!("compile {ball} {cube} --into {models} --z-up --surface wood --jobs 2")));
    let model = Model::from_bytes(&fs::read(path("models/ball.kmdl")).unwrap()).unwrap();
    assert_eq!((model.surface.as_str(), model.provenance.options.as_str()), ("wood", "--z-up --surface wood"));
    // The same bytes are not written again, whatever the number of threads; one bad source does not stop the rest.
    let written = || fs::metadata(path("models/ball.kmdl")).unwrap().modified().unwrap();
    let before = written();
    let bad = shown("art/bad.obj");
    assert!(!forge(&format!("compile {bad} {ball} --into {models} --z-up --surface wood --jobs 1")));
    assert!(before == written() && !path("models/bad.kmdl").exists());
    assert!(
        forge(&format!("info {models}/ball.kmdl {models}/box.kmdl"))
            && forge(&format!("info {models}/ball.kmdl --json"))
    );
    assert!(forge(&format!("export {models}/ball.kmdl {models}/look.obj --level 1 --hulls")));
    let look = made(&fs::read_to_string(path("models/look.obj")).unwrap(), &z_up()).model;
    assert_eq!(look.levels[0].triangles(), model.levels[1].triangles());
    for wrong in [
        format!("export {models}/ball.kmdl {models}/look.stl"),
        format!("export {models}/ball.kmdl {models}/look.obj --level 9"),
        format!("compile {ball} {cube} -o {models}/one.kmdl"),
        format!("compile {ball} {ball} --into {models}"),
        format!("compile {ball} --rotate 1,2"),
        format!("info {ball}"),
    ] {
        assert!(!forge(&wrong), "{wrong}");
    }
}

/// Buffers come from the source's folder and from nowhere else, not through a link either.
#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("art")).unwrap();
    fs::write(place.path().join("secret.bin"), [0; 36]).unwrap();
    std::os::unix::fs::symlink(place.path().join("secret.bin"), place.path().join("art/a.bin")).unwrap();
    let document = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#;
    let source = place.path().join("art/a.gltf");
    fs::write(&source, document).unwrap();
    assert!(!forge(&format!("compile {}", source.display())));
    fs::remove_file(place.path().join("art/a.bin")).unwrap();
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0_f32]];
    let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|float| float.to_le_bytes()).collect();
    fs::write(place.path().join("art/a.bin"), bytes).unwrap();
    assert!(forge(&format!("compile {}", source.display())));
}

proptest! {
    /// Any mixture of statements is refused or gives a model that is read again.
    #[test]
    fn any_text_is_a_model_or_refused(
        statements in prop::collection::vec(prop_oneof![
            (-9_i8..9, -9_i8..9, -9_i8..9).prop_map(|(x, y, z)| format!("v {x} {y} {z}")),
            (-9_i8..9, -9_i8..9, -9_i8..9).prop_map(|(x, y, z)| format!("vn {x} {y} {z}")),
            (-9_i8..9, -9_i8..9).prop_map(|(u, v)| format!("vt {u} {v}")),
            prop::collection::vec(1_u8..20, 3..7).prop_map(|corners| {
                format!("f {}", corners.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
            }),
            (0_u8..3).prop_map(|group| format!("s {group}")),
            "usemtl [a-z./]{0,6}", "o (col_|)[a-z]{1,3}", "\\PC{0,12}",
        ], 0..60)
    ) {
        let vertices = (0..20).map(|at| format!("v {} {} {}\n", at * at % 7, at % 5, at % 3)).collect::<String>();
        let text = vertices + &statements.join("\n");
        if let Ok(compiled) = compile("a.obj", text.as_bytes(), &mut BTreeMap::new(), &Options::default()) {
            prop_assert_eq!(Model::from_bytes(&compiled.model.to_bytes()).unwrap(), compiled.model);
        }
    }
}
