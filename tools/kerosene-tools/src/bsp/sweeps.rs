//! Sweeps through two maps: where is one solid and the other open?
//!
//! Random rays and boxes of a player's size start in places that are open in the one map or the other, by turns, and go
//! up to 512 units in any direction. Two answers agree if the shapes end within a tolerance of each other and both
//! started in the open or both did not. What stops shots stops them here, so that clip brushes, which Quake's drawing
//! tree does not know, do not count.

use kerosene_bsp::{BspFile, CollisionMap, Contents, Trace, TraceRequest, TraceShape};
use kerosene_math::{Pcg32, Vec3};
use serde_json::{Value, json};

/// The longest sweep along each axis, in units.
const REACH: f32 = 512.0;
/// Places tried for one start.
const TRIES: u32 = 1000;
/// The worst disagreements that are told.
const TOLD: usize = 10;

/// What the sweeps found.
#[derive(Default)]
pub(super) struct SweepReport {
    pub(super) sweeps: u32,
    /// Started in solid of one map only.
    pub(super) starts_differ: u32,
    /// Started alike and ended apart.
    pub(super) ends_differ: u32,
    /// The worst, by distance between the ends.
    pub(super) worst: Vec<Disagreement>,
}

/// A sweep that two maps answer differently.
#[derive(Clone, Copy)]
pub(super) struct Disagreement {
    request: TraceRequest,
    ends: [Vec3; 2],
    start_solid: [bool; 2],
}

impl Disagreement {
    fn distance(&self) -> f32 {
        self.ends[0].distance(self.ends[1])
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "shape": self.shape(),
            "start": self.request.start.to_array(),
            "end": self.request.end.to_array(),
            "ends": self.ends.map(|end| end.to_array()),
            "start_solid": self.start_solid,
            "apart": self.distance(),
        })
    }

    pub(super) fn line(&self) -> String {
        let place = |place: Vec3| format!("({:.1} {:.1} {:.1})", place.x, place.y, place.z);
        let end = |map: usize| {
            let solid = if self.start_solid[map] { ", from solid" } else { "" };
            format!("{}{solid}", place(self.ends[map]))
        };
        let (start, towards) = (place(self.request.start), place(self.request.end));
        format!("{:>9.2}  {} {start} to {towards}: {} and {}", self.distance(), self.shape(), end(0), end(1))
    }

    fn shape(&self) -> &'static str {
        if self.request.shape == TraceShape::Point { "ray" } else { "box" }
    }
}

/// Makes sweeps through both maps; ends within `tolerance` units are the same.
pub(super) fn compare(files: [&BspFile; 2], sweeps: u32, tolerance: f32) -> SweepReport {
    let maps = files.map(CollisionMap::new);
    let [mins, maxs] = common_bounds(files);
    let mut random = Pcg32::new(46, 29);
    let mut report = SweepReport::default();
    for index in 0..sweeps {
        let open_in = &maps[index as usize % 2];
        let Some(start) = open_place(&mut random, open_in, mins, maxs) else { break };
        let way = Vec3::from_array([(); 3].map(|()| random.between(-REACH, REACH)));
        let shape = if index / 2 % 2 == 0 { TraceShape::Point } else { player() };
        let request = TraceRequest { start, end: start + way, shape, mask: Contents::MASK_SHOT };
        report.add(request, [maps[0].trace(&request), maps[1].trace(&request)], tolerance);
    }
    report
}

impl SweepReport {
    fn add(&mut self, request: TraceRequest, traces: [Trace; 2], tolerance: f32) {
        self.sweeps += 1;
        let found = Disagreement {
            request,
            ends: traces.map(|trace| trace.end),
            start_solid: traces.map(|trace| trace.start_solid),
        };
        if found.start_solid[0] != found.start_solid[1] {
            self.starts_differ += 1;
        } else if found.distance() > tolerance {
            self.ends_differ += 1;
        } else {
            return;
        }
        let at = self.worst.partition_point(|other| other.distance() >= found.distance());
        self.worst.insert(at, found);
        self.worst.truncate(TOLD);
    }
}

/// A player's box about its middle.
fn player() -> TraceShape {
    TraceShape::Box { mins: Vec3::new(-16.0, -16.0, -36.0), maxs: Vec3::new(16.0, 16.0, 36.0) }
}

/// Where both worlds are; both corners of the first where they do not meet.
fn common_bounds(files: [&BspFile; 2]) -> [Vec3; 2] {
    let bounds = files.map(|file| {
        let world = &file.models()[0];
        [Vec3::from_array(world.mins), Vec3::from_array(world.maxs)]
    });
    let (mins, maxs) = (bounds[0][0].max(bounds[1][0]), bounds[0][1].min(bounds[1][1]));
    if mins.cmple(maxs).all() { [mins, maxs] } else { bounds[0] }
}

fn open_place(random: &mut Pcg32, map: &CollisionMap, mins: Vec3, maxs: Vec3) -> Option<Vec3> {
    let mut place = || mins + (maxs - mins) * Vec3::from_array([(); 3].map(|()| random.next_f32()));
    (0..TRIES)
        .map(|_| place())
        .find(|place| map.cluster_of(*place).is_some() && !map.point_contents(*place).intersects(Contents::MASK_SHOT))
}
