//! Hammer maps through the whole compiler: those by other people, and what their materials and classes mean.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use cleave::checks::{meshes_are_in_their_leaves, meshes_collide_where_drawn};
use cleave::cli::MapFiles;
use cleave::{CompileError, NoProgress, Options, Output, Request, compile};
use common::corpus;
use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_map::{ClassTable, Imported, MapFormat, ReadOptions, apply_class_table, read_with_includes};
use kerosene_math::Vec3;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> Imported {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).unwrap();
    let read = read_with_includes(&name, &bytes, &ReadOptions::default(), &MapFiles::beside(path));
    let mut imported = read.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(imported.format, MapFormat::Vmf);
    imported.diagnostics.append(apply_class_table(&mut imported.map, &ClassTable::default_for(MapFormat::Vmf)));
    imported
}

/// The `.vmf` files in the folders of `root`, sorted.
fn hammer_maps(root: &Path) -> Vec<PathBuf> {
    let listed = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders = listed(root).filter(|path| path.is_dir()).collect::<Vec<_>>();
    let files = folders.iter().flat_map(|folder| listed(folder));
    let mut maps: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|found| found == "vmf")).collect();
    maps.sort();
    maps
}

fn compiled(imported: &Imported) -> Result<Output, CompileError> {
    compile(&Request { map: &imported.map, options: &Options::default(), inputs: &[] }, &NoProgress)
}

#[test]
fn every_hammer_map_compiles_or_has_nothing_to_compile() {
    let Some(corpus) = corpus() else { return };
    let (mut built, mut empty, mut displaced) = (0, 0, 0);
    for path in hammer_maps(&corpus.join("vmf")) {
        let imported = read(&path);
        let brushes = imported.map.entities[0].brushes.len();
        match compiled(&imported) {
            Ok(output) => {
                let statistics = output.statistics;
                eprintln!(
                    "{}: {} brushes, {} faces, sealed {}",
                    path.display(),
                    statistics.brushes,
                    statistics.faces,
                    statistics.sealed
                );
                assert!(statistics.brushes + statistics.meshes > 0, "{}", path.display());
                if imported.statistics.displacements > 0 {
                    assert!(statistics.mesh_triangles > 0, "{}", path.display());
                    meshes_are_in_their_leaves(&output.bsp, 3).unwrap();
                    meshes_collide_where_drawn(&output.bsp, 300, 3).unwrap();
                    displaced += 1;
                }
                built += 1;
            }
            // Prefabs, whose brushes all belong to an entity that another tool makes a model of.
            Err(CompileError::NoBrushes { .. }) => {
                assert_eq!(brushes, 0, "{}", path.display());
                empty += 1;
            }
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    eprintln!("{built} compiled, {empty} prefabs without world brushes");
    assert!(built >= 11 && displaced == 4, "{built} compiled, {empty} not, {displaced} with displacements");
}

/// A box with one material all over.
fn solid(id: u32, mins: [i32; 3], maxs: [i32; 3], material: &str) -> String {
    let ([a, b, c], [x, y, z]) = (mins, maxs);
    let planes = [
        format!("({a} {b} {c}) ({a} {y} {c}) ({a} {y} {z})"),
        format!("({x} {b} {c}) ({x} {b} {z}) ({x} {y} {z})"),
        format!("({a} {b} {c}) ({a} {b} {z}) ({x} {b} {z})"),
        format!("({a} {y} {c}) ({x} {y} {c}) ({x} {y} {z})"),
        format!("({a} {b} {c}) ({x} {b} {c}) ({x} {y} {c})"),
        format!("({a} {b} {z}) ({a} {y} {z}) ({x} {y} {z})"),
    ];
    let side = |plane: &String| {
        format!(
            "side {{ \"plane\" \"{plane}\" \"material\" \"{material}\" \"uaxis\" \"[1 0 0 0] 0.25\" \"vaxis\" \"[0 -1 0 0] 0.25\" }}"
        )
    };
    format!("solid {{ \"id\" \"{id}\" {} }}\n", planes.iter().map(side).collect::<Vec<_>>().join("\n"))
}

/// A sealed room from (0 0 0) to (256 256 256) with walls of 16 units, `inside` in its world and `entities` after it.
fn room(inside: &str, entities: &str) -> String {
    let walls = [
        ([-16, -16, -16], [0, 272, 272]),
        ([256, -16, -16], [272, 272, 272]),
        ([0, -16, -16], [256, 0, 272]),
        ([0, 256, -16], [256, 272, 272]),
        ([0, 0, -16], [256, 256, 0]),
        ([0, 0, 256], [256, 256, 272]),
    ];
    let walls: String = (2..).zip(walls).map(|(id, (mins, maxs))| solid(id, mins, maxs, "DEV/WALL")).collect();
    format!(
        "world {{ \"id\" \"1\" \"classname\" \"worldspawn\" {walls} {inside} }}\n\
         entity {{ \"id\" \"100\" \"classname\" \"info_player_start\" \"origin\" \"128 128 64\" }}\n{entities}"
    )
}

fn compile_text(text: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.vmf");
    std::fs::write(&path, text).unwrap();
    compiled(&read(&path)).unwrap()
}

/// The contents of the compiled brush from the solid of this id.
fn contents(output: &Output, solid: u32) -> Contents {
    let source = |source: u32| output.bsp.sources.get(source as usize).is_some_and(|source| source.brush == solid);
    let brush = output.bsp.brushes.iter().find(|brush| source(brush.source)).unwrap();
    Contents::from_bits_retain(brush.contents)
}

#[test]
fn tool_materials_and_water_do_what_their_names_say() {
    let cases = [
        ("TOOLS/TOOLSCLIP", Contents::PLAYER_CLIP),
        ("tools/toolsplayerclip", Contents::PLAYER_CLIP),
        ("tools/toolsnpcclip", Contents::MONSTER_CLIP),
        ("tools/toolstrigger", Contents::TRIGGER),
        ("tools/toolsladder", Contents::LADDER),
        ("tools/toolsblocklight", Contents::OPAQUE),
        ("tools/toolsblockbullets", Contents::empty()),
        ("tools/toolsinvisible", Contents::WINDOW),
        ("tools/toolsnodraw", Contents::SOLID),
        ("tools/toolsblack", Contents::SOLID),
        ("tools/toolsskybox", Contents::SKY),
        ("NATURE/WATER_CANALS_CITY", Contents::WATER),
        ("water/waterfall", Contents::SOLID),
    ];
    for (material, expected) in cases {
        let output = compile_text(&room(&solid(50, [32, 32, 16], [64, 64, 48], material), ""));
        assert!(output.statistics.sealed, "{material}");
        let all = Contents::MASK_PLAYER_SOLID | Contents::MASK_VOLUMES | Contents::OPAQUE | Contents::MONSTER_CLIP;
        assert_eq!(contents(&output, 50) & all, expected, "{material}");
    }
}

#[test]
fn detail_joins_the_world_and_volumes_of_games_block_nobody() {
    let entity = |class: &str, id: u32, at: i32| {
        let body = solid(id, [at, 32, 16], [at + 16, 64, 48], "DEV/WALL");
        format!("entity {{ \"id\" \"{}\" \"classname\" \"{class}\" {body} }}\n", id + 100)
    };
    let entities = entity("func_detail", 50, 32) + &entity("func_nogrenades", 51, 64) + &entity("func_brush", 52, 96);
    let output = compile_text(&room("", &entities));
    assert!(contents(&output, 50).contains(Contents::DETAIL | Contents::SOLID));
    assert!(!contents(&output, 51).intersects(Contents::MASK_PLAYER_SOLID));
    assert!(contents(&output, 52).contains(Contents::MOVEABLE));
    assert_eq!(output.statistics.models, 3);
}

#[test]
fn instances_are_compiled_with_the_map_that_places_them() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("instances")).unwrap();
    let pillar = format!("world {{ \"classname\" \"worldspawn\" {} }}", solid(9, [0, 0, 0], [32, 16, 64], "DEV/WALL"));
    std::fs::write(folder.path().join("instances/pillar.vmf"), pillar).unwrap();
    let place = |x: u32, yaw: u32| {
        format!(
            "entity {{ \"classname\" \"func_instance\" \"file\" \"Pillar\" \"origin\" \"{x} 64 0\" \"angles\" \"0 {yaw} 0\" }}\n"
        )
    };
    let path = folder.path().join("level.vmf");
    std::fs::write(&path, room("", &(place(64, 0) + &place(160, 90)))).unwrap();
    let imported = read(&path);
    assert_eq!((imported.statistics.inclusions, imported.map.entities[0].brushes.len()), (2, 8));
    let output = compiled(&imported).unwrap();
    assert!(output.statistics.sealed);
    assert_eq!(output.statistics.brushes, 8);
}

#[test]
fn one_lands_on_a_displacement_where_the_file_puts_it() {
    let rows = |name: &str, row: &str| {
        let rows: String = (0..5).map(|at| format!("\"row{at}\" \"{row}\"\n")).collect();
        format!("{name} {{ {rows} }}\n")
    };
    let info = format!(
        "dispinfo {{ \"power\" \"2\" \"startposition\" \"[32 32 16]\" \"elevation\" \"0\" {} {} }}",
        rows("normals", "0 0 1 0 0 1 0 0 1 0 0 1 0 0 1"),
        // Columns go from (32 32) to (96 32): a slope of 16 units, half a unit up for two along.
        rows("distances", "0 4 8 12 16")
    );
    let body = solid(50, [32, 32, 0], [96, 96, 16], "DEV/HILL");
    let end = body.rfind('}').and_then(|end| body[..end].rfind('}')).unwrap();
    let displaced = format!("{} {info} {}", &body[..end], &body[end..]);
    let output = compile_text(&room(&displaced, ""));
    assert!(output.statistics.sealed);
    assert_eq!(output.statistics.mesh_triangles, 32);
    let file = output.bsp.to_file().unwrap();
    let land = |x: f32, y: f32| {
        let (start, end) = (Vec3::new(x, y, 200.0), Vec3::new(x, y, -8.0));
        let mask = Contents::MASK_PLAYER_SOLID;
        CollisionMap::new(&file).trace(&TraceRequest { start, end, shape: TraceShape::Point, mask }).end.z
    };
    for (x, y, height) in [(36.0, 40.0, 17.0), (64.0, 80.0, 24.0), (90.0, 50.0, 30.5), (120.0, 50.0, 0.0)] {
        assert!((land(x, y) - height).abs() < 0.1, "{} at {x} {y}: expected {height}", land(x, y));
    }
}
