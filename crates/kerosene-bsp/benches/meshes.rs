//! Traces over a landscape of triangles, beside a sweep against each of them, and making it ready.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kerosene_bsp::reference::Reference;
use kerosene_bsp::sample::{SampleMesh, add_meshes, build};
use kerosene_bsp::{BspFile, CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_math::{Pcg32, Vec3};

/// 4 by 4 sheets of 33 by 33 corners, as displacements of the finest kind: 32,768 triangles.
const SHEETS: u32 = 4;
const SIDE: f32 = 512.0;
const PLAYER: TraceShape = TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) };

fn landscape() -> BspFile {
    let sheet = |place: u32| {
        let middle = Vec3::new((place % SHEETS) as f32, (place / SHEETS) as f32, 0.0) * SIDE;
        SampleMesh::sheet(middle, SIDE, 32, |x, y| {
            let fold = |at: f32| (at / 97.0 - (at / 97.0).round()).abs() * 60.0;
            fold(x + y * 0.3) + fold(y - x * 0.2)
        })
    };
    let mut map = build(&[vec![]]);
    add_meshes(&mut map, &[(0..SHEETS * SHEETS).map(sheet).collect()]);
    map.to_file().unwrap()
}

/// Sweeps that begin above the landscape, level or down.
fn requests(map: &CollisionMap, shape: TraceShape, length: f32) -> Vec<TraceRequest> {
    let mut random = Pcg32::new(7, 0);
    let reach = SIDE * (SHEETS as f32 - 1.0);
    let mut found = Vec::new();
    while found.len() < 4096 {
        let start = Vec3::new(random.between(0.0, reach), random.between(0.0, reach), random.between(20.0, 120.0));
        let way = Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-0.4, 0.1));
        let request =
            TraceRequest { start, end: start + way.normalize() * length, shape, mask: Contents::MASK_PLAYER_SOLID };
        if !map.trace(&request).start_solid {
            found.push(request);
        }
    }
    found
}

fn traces(criterion: &mut Criterion) {
    let file = landscape();
    let (map, reference) = (CollisionMap::new(&file), Reference::new(&file));
    let mut group = criterion.benchmark_group("mesh");
    group.throughput(Throughput::Elements(1));
    for (name, shape, length) in [
        ("hull, 256 units", PLAYER, 256.0),
        ("ray, 1,000 units", TraceShape::Point, 1000.0),
        ("hull, 8 units", PLAYER, 8.0),
    ] {
        let requests = requests(&map, shape, length);
        let mut next = requests.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter_batched(|| next.next().unwrap(), |request| map.trace(request), BatchSize::SmallInput);
        });
        let mut next = requests.iter().cycle();
        group.sample_size(10);
        group.bench_function(format!("{name}, all triangles"), |bencher| {
            bencher.iter_batched(
                || next.next().unwrap(),
                |request| reference.sweep(request, 0.0),
                BatchSize::SmallInput,
            );
        });
    }
    group.bench_function("ready to trace", |bencher| bencher.iter(|| CollisionMap::new(&file)));
    group.finish();
}

criterion_group!(benches, traces);
criterion_main!(benches);
