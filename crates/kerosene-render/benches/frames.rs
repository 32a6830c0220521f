//! What the CPU does for a picture while only the camera moves: deciding what of a level is drawn, in which calls. No GPU, no driver.
//!
//! `cargo bench -p kerosene-render --bench frames` measures a map of 5,296 brushes made here; `KEROSENE_COMPILED_MAPS=FOLDER` adds the `.kbsp` files of a folder. The harness is our own, so that
//! the dependencies of criterion do not change with which features everything below the renderer is built.
#![allow(clippy::unwrap_used, reason = "a benchmark")]

use kerosene_bsp::records::ModelRecord;
use kerosene_bsp::{BspFile, SurfaceFlags, sample};
use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_render::world::{Culling, DrawClass, Surface, WorldMesh};
use kerosene_render::{BrushModel, Camera, Frame, Projection};
use std::hint::black_box;
use std::time::Instant;

/// Rooms a side: twelve brushes each, and four around all.
const SIDE: u32 = 21;

/// Places that the camera is put in, one after the other.
const PLACES: usize = 512;

/// Looks from each.
const LOOKS: usize = 5;

const SIZE: [u32; 2] = [1280, 720];

/// A level, ready to be looked at.
struct Level {
    mesh: WorldMesh,
    culling: Culling,
    frame: Frame,
    cameras: Vec<Camera>,
}

impl Level {
    fn new(map: &BspFile) -> Self {
        let mesh = WorldMesh::new(map, |texinfo| {
            let record = map.texinfos()[texinfo as usize];
            let flags = SurfaceFlags::from_bits_retain(record.flags);
            let unseen = SurfaceFlags::NODRAW | SurfaceFlags::HINT | SurfaceFlags::SKIP | SurfaceFlags::TRIGGER;
            let class = if flags.contains(SurfaceFlags::SKY) { DrawClass::Sky } else { DrawClass::Opaque };
            let drawn = class == DrawClass::Sky || !flags.intersects(unseen);
            drawn.then_some(Surface { material: record.texdata, class, texels: [64.0; 2] })
        });
        let placed = |(model, record): (u32, &ModelRecord)| BrushModel {
            model,
            origin: Vec3::from_array(record.origin),
            orientation: Default::default(),
            tint: [1.0; 4],
        };
        let brush_models = (0..).zip(map.models()).skip(1).map(placed).collect();
        let frame = Frame { brush_models, ..Frame::default() };
        Self { culling: Culling::new(&mesh), mesh, frame, cameras: cameras(map) }
    }

    /// Decides what is seen from one place, and gives the number of draw calls.
    fn decide(&mut self, place: usize) -> usize {
        self.frame.camera = self.cameras[place % self.cameras.len()];
        self.culling.update(&self.mesh, &self.frame, &Projection::new(&self.frame.camera, SIZE));
        self.culling.draws().len()
    }
}

/// Places in the open, each looked from in some direction.
fn cameras(map: &BspFile) -> Vec<Camera> {
    let open: Vec<_> = map.leaves().iter().filter(|leaf| leaf.cluster >= 0).collect();
    let mut random = Pcg32::new(7, 1);
    let camera = |_| {
        let leaf = open[random.next_u32() as usize % open.len()];
        let origin = (Vec3::from_array(leaf.mins) + Vec3::from_array(leaf.maxs)) * 0.5;
        let angles = Angles::new(random.between(-30.0, 30.0), random.between(-180.0, 180.0), 0.0);
        Camera { origin, angles, ..Camera::default() }
    };
    (0..PLACES).map(camera).collect()
}

/// What the frames of a level came to.
#[derive(Default)]
struct Sums {
    calls: usize,
    faces: usize,
    triangles: usize,
    microseconds: Vec<f64>,
}

/// Looks from each place once to warm its memory, as it is from one frame to the next, and then for the time: of some looks the
/// quickest, since other programs slow some of them down.
#[expect(clippy::disallowed_methods, reason = "a benchmark tells time")]
fn measured(level: &mut Level) -> Sums {
    let mut sums = Sums::default();
    for place in 0..PLACES {
        sums.calls += level.decide(place);
        let found = level.culling.statistics();
        sums.faces += found.items as usize;
        sums.triangles += found.triangles as usize;
        let time = |_| {
            let begin = Instant::now();
            black_box(level.decide(black_box(place)));
            begin.elapsed().as_secs_f64() * 1e6
        };
        sums.microseconds.push((0..LOOKS).map(time).fold(f64::INFINITY, f64::min));
    }
    sums.microseconds.sort_by(f64::total_cmp);
    sums
}

/// Says what the frames of a level cost.
#[expect(clippy::print_stdout, reason = "a benchmark tells")]
fn tell(name: &str, map: &BspFile) {
    let mut level = Level::new(map);
    let Sums { calls, faces, triangles, microseconds } = measured(&mut level);
    let mean = microseconds.iter().sum::<f64>() / PLACES as f64;
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {mean:.0} | {:.0} | {:.0} |",
        map.brushes().len(),
        level.mesh.items(),
        level.mesh.batches(),
        level.frame.brush_models.len(),
        faces / PLACES,
        triangles / PLACES,
        calls / PLACES,
        microseconds[PLACES * 99 / 100],
        microseconds[PLACES - 1],
    );
}

#[expect(clippy::print_stdout, reason = "a benchmark tells")]
fn main() {
    println!(
        "| map | brushes | faces | batches | models | faces seen | triangles | calls | mean us | of 100 the worst | worst |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    tell("made here", &sample::grid(SIDE).to_file().unwrap());
    let Some(folder) = std::env::var_os("KEROSENE_COMPILED_MAPS") else { return };
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "kbsp")) {
        let name = path.file_stem().unwrap().to_string_lossy();
        tell(&name, &BspFile::open(path).unwrap());
    }
}
