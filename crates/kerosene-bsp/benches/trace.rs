//! Traces and loading on a large generated map, beside an exact sweep against every brush whose bounds it passes.
//!
//! `KEROSENE_TRACE_MAP` names a compiled map to trace through instead.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::grid;
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape, WriteOptions};
use kerosene_math::Vec3;
use std::hint::black_box;

/// 40 by 40 rooms, 19,204 brushes.
const SIDE: u32 = 40;
const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };

/// Numbers from 0 to 1, the same every time (Knuth's 64-bit linear congruence).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// The map under test.
fn file() -> BspFile {
    match std::env::var_os("KEROSENE_TRACE_MAP") {
        Some(path) => BspFile::open(path).unwrap(),
        None => grid(SIDE).to_file().unwrap(),
    }
}

/// Sweeps of a given length that start in the open, anywhere in the world.
fn requests(file: &BspFile, map: &CollisionMap, shape: TraceShape, length: f32) -> Vec<TraceRequest> {
    let world = &file.models()[0];
    let (mins, maxs) = (Vec3::from_array(world.mins), Vec3::from_array(world.maxs));
    let mut noise = Noise(7);
    let mut found = Vec::new();
    while found.len() < 4096 {
        let start = mins + (maxs - mins) * Vec3::new(noise.next(), noise.next(), noise.next());
        if map.cluster_of(start).is_none() {
            continue;
        }
        let way = Vec3::new(noise.next() - 0.5, noise.next() - 0.5, (noise.next() - 0.5) * 0.3).normalize() * length;
        let request = TraceRequest { start, end: start + way, shape, mask: Contents::MASK_PLAYER_SOLID };
        if !map.trace(&request).start_solid {
            found.push(request);
        }
    }
    found
}

fn traces(criterion: &mut Criterion) {
    let file = file();
    let (map, reference) = (CollisionMap::new(&file), Reference::new(&file));
    let mut group = criterion.benchmark_group("trace");
    for (name, shape, length) in [
        ("hull, 256 units", PLAYER, 256.0),
        ("ray, 1,000 units", TraceShape::Point, 1000.0),
        ("hull, 8 units", PLAYER, 8.0),
    ] {
        let requests = requests(&file, &map, shape, length);
        group.throughput(Throughput::Elements(1));
        let mut next = requests.iter().cycle();
        group.bench_function(format!("{name}, tree"), |bencher| {
            bencher.iter_batched(|| next.next().unwrap(), |request| map.trace(request), BatchSize::SmallInput);
        });
        group.sample_size(10);
        let mut next = requests.iter().cycle();
        group.bench_function(format!("{name}, all brushes"), |bencher| {
            bencher.iter_batched(
                || next.next().unwrap(),
                |request| reference.sweep(request, 0.0),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn points(criterion: &mut Criterion) {
    let file = file();
    let map = CollisionMap::new(&file);
    let requests = requests(&file, &map, TraceShape::Point, 1.0);
    let mut next = requests.iter().cycle();
    criterion.bench_function("point contents", |bencher| {
        bencher.iter(|| map.point_contents(black_box(next.next().unwrap().start)));
    });
}

fn loading(criterion: &mut Criterion) {
    let map = grid(SIDE);
    let folder = tempfile::tempdir().unwrap();
    let mut group = criterion.benchmark_group("load");
    group.sample_size(10);
    for (name, compress) in [("raw", false), ("compressed", true)] {
        let path = folder.path().join(name);
        map.write_file(&path, WriteOptions { compress }).unwrap();
        let bytes = std::fs::metadata(&path).unwrap().len();
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function(format!("{name}, open"), |bencher| bencher.iter(|| BspFile::open(&path).unwrap()));
        let file = BspFile::open(&path).unwrap();
        group.bench_function(format!("{name}, ready to trace"), |bencher| bencher.iter(|| CollisionMap::new(&file)));
    }
    group.finish();
}

criterion_group!(benches, traces, points, loading);
criterion_main!(benches);
