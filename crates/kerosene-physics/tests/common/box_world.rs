//! A hand-built world: convex solids as plane sets, swept exactly, one after the other.

use kerosene_bsp::{Contents, SurfaceFlags, Trace, TracePlane, TraceRequest, TraceShape};
use kerosene_math::Vec3;
use kerosene_physics::{CollisionWorld, Hull};

/// How far a sweep stays clear of what it hits.
const CLEARANCE: f32 = 1.0 / 32.0;

/// Half-spaces `dot(normal, p) <= dist`, axial bevels included.
#[derive(Debug, Clone)]
pub struct Brush {
    planes: Vec<TracePlane>,
    contents: Contents,
}

/// Any number of brushes.
#[derive(Debug, Clone, Default)]
pub struct BoxWorld {
    brushes: Vec<Brush>,
}

pub fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

impl BoxWorld {
    /// A wide floor whose top is at z = 0.
    pub fn with_floor() -> Self {
        Self::default().solid(vec3(-16384.0, -16384.0, -64.0), vec3(16384.0, 16384.0, 0.0))
    }

    pub fn solid(self, mins: Vec3, maxs: Vec3) -> Self {
        self.filled(mins, maxs, Contents::SOLID)
    }

    pub fn filled(mut self, mins: Vec3, maxs: Vec3, contents: Contents) -> Self {
        self.brushes.push(Brush { planes: box_planes(mins, maxs), contents });
        self
    }

    /// The part of a box that lies behind a plane through `point` with the given normal (made unit here).
    ///
    /// The normal must lie in a coordinate plane, or the box's own planes are not bevels enough.
    pub fn cut_solid(mut self, mins: Vec3, maxs: Vec3, point: Vec3, normal: Vec3) -> Self {
        let normal = normal.normalize();
        let mut planes = box_planes(mins, maxs);
        planes.push(TracePlane { normal, dist: normal.dot(point) });
        self.brushes.push(Brush { planes, contents: Contents::SOLID });
        self
    }

    /// A ramp over the floor that rises along +x from `x` with the given normal z, 4096 long and wide.
    pub fn ramp(self, x: f32, normal_z: f32) -> Self {
        let normal = vec3(-(1.0 - normal_z * normal_z).sqrt(), 0.0, normal_z);
        self.cut_solid(vec3(x, -2048.0, -64.0), vec3(x + 4096.0, 2048.0, 8192.0), vec3(x, 0.0, 0.0), normal)
    }

    /// How deep a hull at `origin` is in a solid, in double precision; negative outside.
    pub fn penetration(&self, origin: Vec3, hull: Hull) -> f64 {
        let depth_in = |brush: &Brush| {
            brush.planes.iter().map(|plane| plane_depth(plane, origin, hull)).fold(f64::INFINITY, f64::min)
        };
        let solid = self.brushes.iter().filter(|brush| brush.contents.intersects(Contents::MASK_PLAYER_SOLID));
        solid.map(depth_in).fold(f64::NEG_INFINITY, f64::max)
    }
}

fn plane_depth(plane: &TracePlane, origin: Vec3, hull: Hull) -> f64 {
    let normal = plane.normal.as_dvec3();
    let corner = support(plane.normal, hull.mins, hull.maxs).as_dvec3();
    f64::from(plane.dist) - normal.dot(origin.as_dvec3() + corner)
}

/// The corner of the box that is furthest against `normal`.
fn support(normal: Vec3, mins: Vec3, maxs: Vec3) -> Vec3 {
    let pick = |n: f32, low: f32, high: f32| if n < 0.0 { high } else { low };
    vec3(pick(normal.x, mins.x, maxs.x), pick(normal.y, mins.y, maxs.y), pick(normal.z, mins.z, maxs.z))
}

fn box_planes(mins: Vec3, maxs: Vec3) -> Vec<TracePlane> {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let low = axes.into_iter().map(|axis| TracePlane { normal: -axis, dist: -mins.dot(axis) });
    let high = axes.into_iter().map(|axis| TracePlane { normal: axis, dist: maxs.dot(axis) });
    low.chain(high).collect()
}

/// One brush's part in a sweep.
enum Crossing {
    Missed,
    Entered { fraction: f32, plane: TracePlane },
    Inside { leaves: bool },
}

fn cross(brush: &Brush, request: &TraceRequest, mins: Vec3, maxs: Vec3) -> Crossing {
    let (mut enter, mut leave) = (f32::NEG_INFINITY, 1.0_f32);
    let (mut starts_out, mut leaves) = (false, false);
    let mut entered = TracePlane::default();
    for plane in &brush.planes {
        let dist = plane.dist - plane.normal.dot(support(plane.normal, mins, maxs));
        let start = plane.normal.dot(request.start) - dist;
        let end = plane.normal.dot(request.end) - dist;
        starts_out |= start >= 0.0;
        leaves |= end > 0.0;
        // In front all the way: what does not come within the clearance is not touched.
        if start >= 0.0 && (end >= start || end >= CLEARANCE) {
            return Crossing::Missed;
        }
        if start > end && start >= 0.0 {
            let fraction = (start - CLEARANCE) / (start - end);
            if fraction > enter {
                (enter, entered) = (fraction, *plane);
            }
        } else if end > 0.0 {
            leave = leave.min(start / (start - end));
        }
    }
    if !starts_out {
        Crossing::Inside { leaves }
    } else if enter < leave {
        Crossing::Entered { fraction: enter.max(0.0), plane: entered }
    } else {
        Crossing::Missed
    }
}

impl CollisionWorld for BoxWorld {
    fn trace(&self, request: &TraceRequest) -> Trace {
        let (mins, maxs) = match request.shape {
            TraceShape::Point => (Vec3::ZERO, Vec3::ZERO),
            TraceShape::Box { mins, maxs } => (mins, maxs),
        };
        let mut trace = Trace::clear(request.end);
        for (index, brush) in self.brushes.iter().enumerate() {
            if !brush.contents.intersects(request.mask) {
                continue;
            }
            match cross(brush, request, mins, maxs) {
                Crossing::Entered { fraction, plane } if fraction < trace.fraction => {
                    trace.fraction = fraction;
                    trace.plane = plane;
                    trace.contents = brush.contents;
                    trace.surface = SurfaceFlags::empty();
                    trace.texinfo = Some(index as u32);
                    trace.brush = Some(index as u32);
                    trace.model = Some(0);
                }
                Crossing::Inside { leaves } => {
                    trace.start_solid = true;
                    trace.contents = brush.contents;
                    if !leaves {
                        trace.all_solid = true;
                        trace.fraction = 0.0;
                    }
                }
                _ => {}
            }
        }
        trace.end = request.start + (request.end - request.start) * trace.fraction;
        trace
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        let inside = |brush: &&Brush| brush.planes.iter().all(|plane| plane.normal.dot(point) <= plane.dist);
        self.brushes.iter().filter(inside).fold(Contents::empty(), |all, brush| all | brush.contents)
    }
}
