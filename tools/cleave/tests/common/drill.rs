//! Holes drilled into maps.

use kerosene_bsp::{Bsp, Contents};
use kerosene_map::{Brush, Map, Side};
use kerosene_math::{DAabb, DVec3, Pcg32};

/// Free space that there must be before and behind a hole, in units.
const CLEAR: f64 = 24.0;
/// The thickest wall to drill through, in units.
const THICKEST: f64 = 64.0;

/// A box-shaped hole along an axis.
#[derive(Debug, Clone)]
pub(crate) struct Drill {
    axis: usize,
    outward: f64,
    /// Where the wall begins and ends along the axis, rising.
    wall: [f64; 2],
    center: DVec3,
    pub(crate) size: [f64; 2],
}

impl Drill {
    fn across(&self, margin: f64) -> DVec3 {
        let mut half = DVec3::ZERO;
        half[(self.axis + 1) % 3] = self.size[0] * 0.5 + margin;
        half[(self.axis + 2) % 3] = self.size[1] * 0.5 + margin;
        half
    }

    fn stretch(&self, from: f64, to: f64, half: DVec3) -> DAabb {
        let (mut min, mut max) = (self.center - half, self.center + half);
        (min[self.axis], max[self.axis]) = (from, to);
        DAabb::new(min, max)
    }

    /// The hole within the wall.
    pub(crate) fn tunnel(&self) -> DAabb {
        self.stretch(self.wall[0], self.wall[1], self.across(0.0))
    }

    /// A point outside, a little beyond the hole.
    pub(crate) fn beyond(&self) -> DVec3 {
        let mut point = self.center;
        point[self.axis] = if self.outward > 0.0 { self.wall[1] + 8.0 } else { self.wall[0] - 8.0 };
        point
    }

    /// From inside to outside.
    pub(crate) fn outward(&self) -> DVec3 {
        DVec3::AXES[self.axis] * self.outward
    }

    /// The map with the hole: every world brush in its way is split into the convex pieces around it.
    pub(crate) fn through(&self, map: &Map) -> Map {
        let tunnel = self.stretch(self.wall[0] - 2.0, self.wall[1] + 2.0, self.across(0.0));
        let mut map = map.clone();
        let mut next = 500_000 + map.entities[0].brushes.len() as u32 * 1000;
        let mut brushes = Vec::new();
        for brush in std::mem::take(&mut map.entities[0].brushes) {
            let bounds = kerosene_map::brush_bounds(&brush);
            if bounds.is_some_and(|bounds| bounds.intersects(&tunnel)) {
                brushes.extend(around(&brush, &tunnel, &mut next));
            } else {
                brushes.push(brush);
            }
        }
        map.entities[0].brushes = brushes;
        map
    }
}

/// The parts of a brush beyond each side of a box, each without those before it. Some may be empty.
fn around(brush: &Brush, tunnel: &DAabb, next: &mut u32) -> Vec<Brush> {
    let mut within: Vec<Side> = Vec::new();
    let mut pieces = Vec::new();
    for face in 0..6 {
        let (axis, upper) = (face / 2, face % 2 == 1);
        let at = DVec3::AXES[axis] * if upper { tunnel.max[axis] } else { tunnel.min[axis] };
        let (u, v) = (DVec3::AXES[(axis + 1) % 3] * 64.0, DVec3::AXES[(axis + 2) % 3] * 64.0);
        let facing = |up: bool| {
            let points = if up { [at + u, at, at + v] } else { [at + v, at, at + u] };
            Side { points, ..brush.sides[0].clone() }
        };
        let mut piece = brush.clone();
        // Beyond the face: its side looks back at the box.
        piece.sides.extend(within.iter().cloned().chain([facing(!upper)]));
        *next += 100;
        piece.id = *next;
        for (place, side) in piece.sides.iter_mut().enumerate() {
            side.id = *next + 1 + place as u32;
        }
        pieces.push(piece);
        within.push(facing(upper));
    }
    pieces
}

/// What is inside, outside and solid of a level.
pub(crate) struct Places<'a> {
    filled: &'a Bsp,
    open: &'a Bsp,
    bounds: DAabb,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Inside,
    Outside,
    Solid,
}

impl<'a> Places<'a> {
    /// From the level with its outside filled, and without that.
    pub(crate) fn new(filled: &'a Bsp, open: &'a Bsp) -> Self {
        let world = &filled.models[0];
        let corner = |corner: [f32; 3]| DVec3::from_array(corner.map(f64::from));
        Self { filled, open, bounds: DAabb::new(corner(world.mins), corner(world.maxs)) }
    }

    fn at(&self, point: DVec3) -> Place {
        let solid = |bsp: &Bsp| contents(bsp, point).contains(Contents::SOLID);
        match (solid(self.open), solid(self.filled)) {
            (true, _) => Place::Solid,
            (false, true) => Place::Outside,
            (false, false) => Place::Inside,
        }
    }

    /// Places for holes of 1/8 to 64 units, in which the wall is flat on both sides and there is room around.
    pub(crate) fn choose(&self, random: &mut Pcg32, count: usize) -> Vec<Drill> {
        let mut chosen: Vec<Drill> = Vec::new();
        for _ in 0..2_000_000 {
            if chosen.len() == count {
                break;
            }
            let clear = |drill: &Drill| {
                let room = |drill: &Drill| drill.tunnel().expanded(CLEAR * 2.0);
                chosen.iter().all(|known| !room(known).intersects(&room(drill)))
            };
            if let Some(drill) = self.attempt(random).filter(clear) {
                chosen.push(drill);
            }
        }
        chosen
    }

    fn attempt(&self, random: &mut Pcg32) -> Option<Drill> {
        let share = |random: &mut Pcg32| f64::from(random.next_u32()) / f64::from(u32::MAX);
        let from = self.bounds.min + DVec3::from_array([(); 3].map(|()| share(random))) * self.bounds.size();
        let from = (from * 8.0).round() / 8.0;
        let (axis, outward) =
            ((random.next_u32() % 3) as usize, if random.next_u32().is_multiple_of(2) { 1.0 } else { -1.0 });
        // Sizes spread evenly over the powers of two from 1/8 to 64, in eighths.
        let length =
            |random: &mut Pcg32| (f64::from(1_u32 << (random.next_u32() % 9)) * (1.0 + share(random))).floor() / 8.0;
        let size = [length(random), length(random)];
        if self.at(from) != Place::Inside {
            return None;
        }
        let step = DVec3::AXES[axis] * outward * 0.5;
        let mut at = from;
        let mut walk = |while_in: Place, most: f64| {
            let start = at;
            while self.at(at) == while_in {
                at += step;
                if (at - start).length() > most {
                    return None;
                }
            }
            Some(at)
        };
        let enters = walk(Place::Inside, 512.0)?;
        let leaves = walk(Place::Solid, THICKEST)?;
        if self.at(leaves) != Place::Outside {
            return None;
        }
        // The wall's true faces lie at most half a unit before.
        let face = |beyond: DVec3, before: Place| self.face(beyond - step, beyond, before)[axis];
        let (near, far) = (face(enters, Place::Inside), face(leaves, Place::Solid));
        let drill = Drill { axis, outward, wall: [near.min(far), near.max(far)], center: from, size };
        self.fits(&drill, near, far).then_some(drill)
    }

    /// The point between `low`, which is `before`, and `high`, which is not, where that ends.
    fn face(&self, mut low: DVec3, mut high: DVec3, before: Place) -> DVec3 {
        for _ in 0..30 {
            let middle = (low + high) * 0.5;
            if self.at(middle) == before { low = middle } else { high = middle }
        }
        (high * 64.0).round() / 64.0
    }

    fn fits(&self, drill: &Drill, near: f64, far: f64) -> bool {
        let (out, margin) = (drill.outward, 4.0);
        let all = |from: f64, to: f64, place: Place| {
            let (low, high) = (from.min(to), from.max(to));
            let room = drill.stretch(low, high, drill.across(margin));
            grid(&room).all(|point| self.at(point) == place)
        };
        (near - far).abs() >= 2.0
            && all(near - out * 0.03, near - out * CLEAR, Place::Inside)
            && all(near + out * 0.03, far - out * 0.03, Place::Solid)
            && all(far + out * 0.03, far + out * CLEAR, Place::Outside)
    }
}

/// Points of a box, at most 4 units apart, its corners among them.
fn grid(room: &DAabb) -> impl Iterator<Item = DVec3> {
    let (min, size) = (room.min, room.size());
    let counts = [0, 1, 2].map(|axis| (size[axis] / 4.0).ceil().max(1.0) as u32);
    let [x, y, z] = counts;
    (0..=x).flat_map(move |x| (0..=y).flat_map(move |y| (0..=z).map(move |z| [x, y, z]))).map(move |steps| {
        let share = DVec3::from_array([0, 1, 2].map(|axis| f64::from(steps[axis]) / f64::from(counts[axis])));
        min + share * size
    })
}

/// Contents of the world's leaf at a point.
fn contents(bsp: &Bsp, point: DVec3) -> Contents {
    let mut child = bsp.models[0].head_node;
    while child >= 0 {
        let node = &bsp.nodes[child as usize];
        let plane = &bsp.planes[node.plane as usize];
        let normal = DVec3::from_array(plane.normal.map(f64::from));
        let behind = normal.dot(point) < f64::from(plane.dist);
        child = node.children[usize::from(behind)];
    }
    Contents::from_bits_retain(bsp.leaves[(-1 - child) as usize].contents)
}
