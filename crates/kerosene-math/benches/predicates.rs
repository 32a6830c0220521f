//! What exactness costs: side tests and clips, exact and in plain floats, on planes as maps have them.
//!
//! Two workloads: brushes on an integer grid, and the same brushes turned by odd angles, whose coordinates are long
//! decimals. Run with `cargo bench -p kerosene-math`; compare lines of the same workload.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kerosene_math::exact::{ExactPlane, ExactVertex, ExactWinding, Side, Tier, WindingSplit};
use kerosene_math::{DMat3, DVec3, Pcg32, deterministic};
use smallvec::SmallVec;
use std::hint::black_box;

const BRUSHES: usize = 500;
const BOX: [u32; 6] = [0, 2, 4, 6, 8, 10];
/// Tolerance of the plain functions, units; the usual one of map compilers.
const EPSILON: f64 = 0.01;

/// Planes of a level: the world box, then brushes of eight planes each (a box with two corners cut off).
struct Level {
    planes: Vec<ExactPlane>,
    plain: Vec<(DVec3, f64)>,
    brushes: Vec<Vec<u32>>,
}

impl Level {
    fn new(decimals: bool) -> Self {
        let mut level = Self { planes: Vec::new(), plain: Vec::new(), brushes: Vec::new() };
        for axis in 0..3 {
            level.push(ExactPlane::axial(axis, 65536.0));
            level.push(ExactPlane::axial(axis, -65536.0).flipped());
        }
        let mut random = Pcg32::new(1, 1);
        for _ in 0..BRUSHES {
            level.push_brush(&mut random, decimals);
        }
        level
    }

    fn push(&mut self, plane: ExactPlane) -> u32 {
        let index = self.planes.len() as u32;
        let flipped = plane.flipped();
        for plane in [plane, flipped] {
            self.plain.push((plane.normal(), plane.dist()));
            self.planes.push(plane);
        }
        index
    }

    fn push_brush(&mut self, random: &mut Pcg32, decimals: bool) {
        let mut whole = |low, high| f64::from(random.range(low..high).unwrap_or(low) * 8);
        let center = DVec3::new(whole(-64, 64), whole(-64, 64), whole(-64, 64));
        let half = DVec3::new(whole(2, 16), whole(2, 16), whole(2, 16));
        let angle = if decimals { whole(1, 100) } else { 0.0 };
        let (sine, cosine) = deterministic::sin_cos(angle);
        let turn = DMat3::from_cols(DVec3::new(cosine, sine, 0.0), DVec3::new(-sine, cosine, 0.0), DVec3::Z)
            * DMat3::from_cols(DVec3::X, DVec3::new(0.0, cosine, sine), DVec3::new(0.0, -sine, cosine));
        let place = |corner: DVec3| center + turn * corner;
        let mut sides = Vec::new();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let (mut u, mut v) = (DVec3::ZERO, DVec3::ZERO);
                u[(axis + 1) % 3] = half[(axis + 1) % 3];
                v[(axis + 2) % 3] = half[(axis + 2) % 3] * -sign;
                let mut face = DVec3::ZERO;
                face[axis] = half[axis] * sign;
                sides.push([face + u, face, face + v]);
            }
        }
        for sign in [1.0, -1.0] {
            let (x, y, z) = (DVec3::X * half.x * sign, DVec3::Y * half.y * sign, DVec3::Z * half.z * sign);
            sides.push(if sign > 0.0 { [x + y, x + z, y + z] } else { [y + z, x + z, x + y] });
        }
        let outward = |points: [DVec3; 3]| {
            let plane = ExactPlane::from_points(points.map(place)).ok()?;
            Some(if plane.side_of_point(center) == Side::Back { plane } else { plane.flipped() })
        };
        let planes: Vec<_> = sides.into_iter().filter_map(outward).collect();
        let brush = planes.into_iter().map(|plane| self.push(plane)).collect();
        self.brushes.push(brush);
    }

    fn face(&self, brush: &[u32], plane: u32) -> Option<ExactWinding> {
        let mut winding = ExactWinding::base(&self.planes, plane, &BOX);
        let others = || brush.iter().filter(|&&other| other != plane);
        others().all(|&other| winding.clip_back(&self.planes, other)).then_some(winding)
    }

    fn plain_face(&self, brush: &[u32], plane: u32) -> Option<PlainWinding> {
        let mut winding = plain_base(self.plain[plane as usize]);
        for &other in brush.iter().filter(|&&other| other != plane) {
            winding = plain_split(&winding, self.plain[other as usize]).1?;
        }
        Some(winding)
    }

    fn faces(&self) -> Vec<ExactWinding> {
        let sides = self.brushes.iter().flat_map(|brush| brush.iter().map(move |&plane| (brush, plane)));
        sides.filter_map(|(brush, plane)| self.face(brush, plane)).collect()
    }

    /// Pairs of indices of a face and of a plane of some brush nearby in the list.
    fn pairs(&self, faces: usize) -> Vec<(usize, u32)> {
        let mut random = Pcg32::new(2, 2);
        let mut index = |count: usize| random.below(count as u32).unwrap_or(0) as usize;
        (0..faces * 8).map(|_| (index(faces), (index(self.planes.len() / 2) * 2) as u32)).collect()
    }
}

type PlainWinding = SmallVec<[DVec3; 8]>;

/// The square of the world's size on a plane, as map compilers make it.
fn plain_base((normal, dist): (DVec3, f64)) -> PlainWinding {
    let up = if normal.z.abs() > normal.x.abs().max(normal.y.abs()) { DVec3::X } else { DVec3::Z };
    let up = (up - normal * up.dot(normal)).normalize() * 131_072.0;
    let right = up.cross(normal);
    let origin = normal * dist;
    [origin - right + up, origin + right + up, origin + right - up, origin - right - up].into_iter().collect()
}

/// The usual floating-point split with a tolerance.
fn plain_split(winding: &PlainWinding, plane: (DVec3, f64)) -> (Option<PlainWinding>, Option<PlainWinding>) {
    let distances: SmallVec<[f64; 16]> = winding.iter().map(|point| plane.0.dot(*point) - plane.1).collect();
    let (front, back) = (distances.iter().any(|&d| d > EPSILON), distances.iter().any(|&d| d < -EPSILON));
    if !front || !back {
        return (front.then(|| winding.clone()), back.then(|| winding.clone()));
    }
    let (mut front, mut back) = (PlainWinding::new(), PlainWinding::new());
    for (index, &point) in winding.iter().enumerate() {
        let next = if index + 1 == winding.len() { 0 } else { index + 1 };
        let (from, to) = (distances[index], distances[next]);
        if from >= -EPSILON {
            front.push(point);
        }
        if from <= EPSILON {
            back.push(point);
        }
        if (from > EPSILON && to < -EPSILON) || (from < -EPSILON && to > EPSILON) {
            let crossing = point + (winding[next] - point) * (from / (from - to));
            front.push(crossing);
            back.push(crossing);
        }
    }
    (Some(front), Some(back))
}

fn side_tests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("side");
    for (name, decimals) in [("grid", false), ("decimals", true)] {
        let level = Level::new(decimals);
        let faces = level.faces();
        let pairs = level.pairs(faces.len());
        let points: Vec<PlainWinding> = faces.iter().map(|face| face.positions().collect()).collect();
        let exact = |&(face, plane): &(usize, u32)| {
            faces[face].vertices().iter().map(|vertex| vertex.side(&level.planes, plane) as i64).sum::<i64>()
        };
        group.bench_function(BenchmarkId::new("exact", name), |b| b.iter(|| pairs.iter().map(exact).sum::<i64>()));
        let plain = |&(face, plane): &(usize, u32)| {
            let (normal, dist) = level.plain[plane as usize];
            let side = |point: &DVec3| {
                let distance = normal.dot(*point) - dist;
                i64::from(distance > EPSILON) - i64::from(distance < -EPSILON)
            };
            points[face].iter().map(side).sum::<i64>()
        };
        group.bench_function(BenchmarkId::new("plain", name), |b| b.iter(|| pairs.iter().map(plain).sum::<i64>()));
        report_tiers(name, &level, &faces, &pairs);
    }
    group.finish();
}

#[expect(clippy::print_stderr, reason = "a benchmark's report")]
fn report_tiers(name: &str, level: &Level, faces: &[ExactWinding], pairs: &[(usize, u32)]) {
    let corners = |&(face, plane): &(usize, u32)| faces[face].vertices().iter().map(move |vertex| (vertex, plane));
    let tiers: Vec<Tier> =
        pairs.iter().flat_map(corners).map(|(vertex, plane)| vertex.side_and_tier(&level.planes, plane).1).collect();
    for tier in [Tier::Shared, Tier::Grid, Tier::Filter, Tier::Wide, Tier::Fixed, Tier::Big] {
        let share = tiers.iter().filter(|&&other| other == tier).count() as f64 / tiers.len() as f64;
        eprintln!("side/{name}: {tier:?} decided {:.3} % of {}", 100.0 * share, tiers.len());
    }
}

/// Tests whose answer is zero or next to it, which no filter decides: each brush's corner against a plane through it.
fn degenerate_tests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("degenerate");
    for (name, decimals) in [("grid", false), ("decimals", true)] {
        let mut level = Level::new(decimals);
        let corners: Vec<ExactVertex> = level.faces().iter().map(|face| face.vertices()[0]).step_by(8).collect();
        let through = |corner: &ExactVertex| {
            let points = [DVec3::ZERO, DVec3::new(8.0, 16.0, -8.0), DVec3::new(8.0, -8.0, 24.0)];
            ExactPlane::from_points(points.map(|offset| corner.position() + offset)).ok()
        };
        let planes: Vec<ExactPlane> = corners.iter().filter_map(through).collect();
        let tests: Vec<_> = corners.into_iter().zip(planes.into_iter().map(|plane| level.push(plane))).collect();
        let exact = |(vertex, plane): &(ExactVertex, u32)| vertex.side(&level.planes, *plane) as i64;
        group.bench_function(BenchmarkId::new("exact", name), |b| b.iter(|| tests.iter().map(exact).sum::<i64>()));
    }
    group.finish();
}

fn brush_faces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("faces");
    for (name, decimals) in [("grid", false), ("decimals", true)] {
        let level = Level::new(decimals);
        let sides = || level.brushes.iter().flat_map(|brush| brush.iter().map(move |&plane| (brush, plane)));
        group.bench_function(BenchmarkId::new("exact", name), |b| {
            b.iter(|| sides().filter_map(|(brush, plane)| level.face(brush, plane)).count());
        });
        group.bench_function(BenchmarkId::new("plain", name), |b| {
            b.iter(|| sides().filter_map(|(brush, plane)| level.plain_face(brush, plane)).count());
        });
    }
    group.finish();
}

fn splits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("split");
    for (name, decimals) in [("grid", false), ("decimals", true)] {
        let level = Level::new(decimals);
        let faces = level.faces();
        let cuts = |&&(face, plane): &&(usize, u32)| faces[face].classify(&level.planes, plane) == (true, true);
        let pairs: Vec<_> = level.pairs(faces.len()).iter().filter(cuts).copied().collect();
        let plain: Vec<PlainWinding> = faces.iter().map(|face| face.positions().collect()).collect();
        group.bench_function(BenchmarkId::new("exact", name), |b| {
            b.iter(|| {
                for &(face, plane) in &pairs {
                    let split: WindingSplit = faces[face].split(&level.planes, plane);
                    black_box(&split);
                }
            });
        });
        group.bench_function(BenchmarkId::new("plain", name), |b| {
            b.iter(|| {
                for &(face, plane) in &pairs {
                    black_box(&plain_split(&plain[face], level.plain[plane as usize]));
                }
            });
        });
    }
    group.finish();
}

fn planes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("planes");
    for (name, scale) in [("grid", 8.0), ("decimals", 0.1)] {
        let mut random = Pcg32::new(4, 4);
        let mut coordinate = || f64::from(random.range(-4096..4096).unwrap_or(0)) * scale;
        let points: Vec<[DVec3; 3]> =
            (0..1000).map(|_| [(); 3].map(|()| DVec3::new(coordinate(), coordinate(), coordinate()))).collect();
        group.bench_function(BenchmarkId::new("exact", name), |b| {
            let make = |points: &[DVec3; 3]| ExactPlane::from_points(*points).is_ok();
            b.iter(|| points.iter().filter(|points| make(points)).count());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_millis(1500));
    targets = side_tests, degenerate_tests, brush_faces, splits, planes
}
criterion_main!(benches);
