//! Compiled maps of other engines: what comes out of them, and what damage does.
#![allow(clippy::unwrap_used, reason = "tests")]

mod damage;
mod fixtures;

use fixtures::{quake_file, quake3_file};
use kerosene_bsp::foreign::{ForeignFormat, ForeignMap, read};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::{BspFile, CollisionMap, Contents, MovingModel, TraceRequest, TraceShape, parse_entities};
use kerosene_math::{Pcg32, Vec3};

const QUAKES: [ForeignFormat; 3] = [ForeignFormat::Quake29, ForeignFormat::GoldSrc30, ForeignFormat::QuakeBsp2];
const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 56.0) };

fn load(file: &[u8]) -> (ForeignMap, BspFile) {
    let map = read(file).unwrap();
    let file = map.bsp.to_file().unwrap();
    (map, file)
}

fn sweep(start: [f32; 3], end: [f32; 3], shape: TraceShape, mask: Contents) -> TraceRequest {
    TraceRequest { start: Vec3::from_array(start), end: Vec3::from_array(end), shape, mask }
}

/// What is solid is where the tree says so: floor at 0, a pool 64 deep on the far half, walls at 128.
#[test]
fn cells_of_quakes_tree_are_solid() {
    for format in QUAKES {
        let (map, file) = load(&quake_file(format));
        assert_eq!(map.format, format);
        let collision = CollisionMap::new(&file);
        let floor = sweep([-64.0, 0.0, 64.0], [-64.0, 0.0, -64.0], PLAYER, Contents::SOLID);
        assert_eq!(collision.trace(&floor).end.z, 0.03125, "{format:?}");
        let pool = sweep([64.0, 0.0, 64.0], [64.0, 0.0, -200.0], PLAYER, Contents::SOLID);
        assert_eq!(collision.trace(&pool).end.z, -63.968_75);
        let surface = collision.trace(&TraceRequest { mask: Contents::SOLID | Contents::LIQUID, ..pool });
        assert_eq!((surface.end.z, surface.contents), (0.03125, Contents::WATER));
        let wall = sweep([0.0, 0.0, 32.0], [500.0, 0.0, 32.0], TraceShape::Point, Contents::SOLID);
        assert_eq!(collision.trace(&wall).end.x, 127.968_75);
        assert_eq!(collision.point_contents(Vec3::new(64.0, 0.0, -32.0)), Contents::WATER);
        assert_eq!(collision.point_contents(Vec3::new(-64.0, 0.0, -32.0)), Contents::SOLID);
        assert_eq!(collision.point_contents(Vec3::new(64.0, 0.0, 32.0)), Contents::empty());
        assert!(collision.cluster_of(Vec3::new(64.0, 0.0, 32.0)).is_some());
        assert!(collision.trace(&sweep([0.0, 0.0, 160.0], [0.0, 0.0, 170.0], PLAYER, Contents::SOLID)).all_solid);
    }
}

#[test]
fn brush_models_are_solid_where_they_are_moved() {
    for file in [quake_file(ForeignFormat::Quake29), quake_file(ForeignFormat::QuakeBsp2), quake3_file()] {
        let (_, file) = load(&file);
        let map = CollisionMap::new(&file);
        let model = &file.models()[1];
        let middle = (Vec3::from_array(model.mins) + Vec3::from_array(model.maxs)) * 0.5;
        let door = MovingModel::at_rest(4, 1).displaced(Vec3::new(1000.0, 0.0, 0.0));
        let (start, end) = (middle + Vec3::new(900.0, 0.0, 0.0), middle + Vec3::new(1100.0, 0.0, 0.0));
        let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
        let trace = map.trace_model(&request, &door);
        assert_eq!((trace.model, trace.end.x), (Some(4), model.mins[0] + 1000.0 - 0.03125));
    }
}

#[test]
fn sweeps_agree_with_all_brushes() {
    let files = QUAKES.map(quake_file).into_iter().chain([quake3_file()]);
    for (index, bytes) in files.enumerate() {
        let (_, file) = load(&bytes);
        let (map, reference) = (CollisionMap::new(&file), Reference::new(&file));
        let mut random = Pcg32::new(index as u64, 3);
        let mut hits = 0;
        for _ in 0..2_000 {
            let mut place = || Vec3::from_array([(); 3].map(|()| random.between(-150.0, 150.0)));
            let (start, end) = (place(), place());
            for shape in [TraceShape::Point, PLAYER] {
                let request = TraceRequest { start, end, shape, mask: Contents::SOLID };
                let trace = map.trace(&request);
                hits += u32::from(trace.fraction < 1.0);
                reference.check(&request, &trace, 0.01).unwrap();
            }
        }
        assert!(hits > 1_000);
    }
}

#[test]
fn faces_textures_and_entities_come_along() {
    for format in QUAKES {
        let (map, file) = load(&quake_file(format));
        let face = &file.faces()[0];
        assert_eq!((face.area, file.planes()[face.plane as usize].normal), (128.0 * 256.0, [0.0, 0.0, 1.0]));
        let texinfo = &file.texinfos()[face.texinfo as usize];
        assert_eq!(texinfo.texture[0], [1.0, 0.0, 0.0, 8.0]);
        assert_eq!(file.material(texinfo.texdata), Some("*lava1"));
        assert_eq!((file.texdata()[0].width, file.texdata()[0].height), (64, 32));
        let filed: u32 = file.leaves().iter().map(|leaf| leaf.face_count).sum();
        assert_eq!(filed, 1);
        let entities = parse_entities(&map.bsp.entities).unwrap();
        assert_eq!(entities[0].get("message"), Some("the \\b\u{f1}\u{f2}\\b slipgate"));
        assert_eq!(entities[1].brush_model(), Some(1));
    }
    let (map, file) = load(&quake3_file());
    assert_eq!(file.faces().len(), 1);
    assert_eq!(file.planes()[file.faces()[0].plane as usize].normal, [0.0, 0.0, 1.0]);
    assert_eq!(file.material(0), Some("textures/base/floor"));
    assert!(map.left_out.contains(&("patches", 1)));
    assert_eq!(file.brushes()[0].contents, (Contents::SOLID | Contents::DETAIL).bits());
}

#[test]
fn lumps_and_limits_are_the_files_own() {
    let map = read(&quake_file(ForeignFormat::Quake29)).unwrap();
    let nodes = map.lumps.iter().find(|lump| lump.name == "nodes").unwrap();
    assert_eq!((nodes.records, nodes.length), (14, 14 * 24));
    let limit = map.limits.iter().find(|limit| limit.what == "nodes").unwrap();
    assert_eq!((limit.used, limit.limit), (14, 32_768));
    let wide = read(&quake_file(ForeignFormat::QuakeBsp2)).unwrap();
    assert_eq!(wide.lumps.iter().find(|lump| lump.name == "nodes").unwrap().length, 14 * 44);
    let quake3 = read(&quake3_file()).unwrap();
    assert_eq!(quake3.limits.iter().find(|limit| limit.what == "brushes").unwrap().used, 8);
}
