//! Fewer triangles of the same vertices.
//!
//! Edges collapse into one of their ends, that of least quadric error first. Vertices are never moved, so all levels of
//! detail share them, and whatever a vertex carries stays true of it. Vertices at one place are one *point*; where a point
//! has several, a seam of texture coordinates or a hard edge runs through it, and it only collapses along the seam, each
//! vertex into the one on its own side. Open edges and seams weigh as planes that stand on them.
//!
//! Where all faces are flat no two of them share a vertex, and every edge is a seam. For such meshes normals can be left out
//! of what makes a seam ([`Seams::WithoutNormals`]): a corner then takes the vertex whose normal is nearest to its face's.
//!
//! What is not looked at: how far texture coordinates and bones' weights change inside of a smooth surface.

use crate::distance::to_triangle;
use crate::quadric::Quadric;
use crate::weld::Face;
use kerosene_asset::Vertices;
use kerosene_math::DVec3;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// How much more an open edge or a seam weighs than the surface beside it.
const EDGE_WEIGHT: f64 = 10.0;
/// Points with more triangles than this stay: looking at all of them for every collapse would take a time that grows as
/// their square.
const MAX_FAN: usize = 64;
/// A collapse that turns a triangle by more than the angle of this cosine is none.
const LEAST_TURN: f64 = 0.25;

/// A collapse that may be made: its cost, the point that goes, the one that it goes into, and how often each had changed
/// when the cost was computed. Costs are compared as bits, which order as numbers that are not negative do.
type Collapse = Reverse<(u64, u32, u32, u32, u32)>;

/// What makes a seam of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seams {
    /// Whatever differs between the vertices on its sides.
    All,
    /// What differs but their normals and tangents.
    WithoutNormals,
}

/// A mesh that gets simpler and simpler.
pub(crate) struct Simplifier {
    /// The places of points.
    places: Vec<DVec3>,
    /// The point of each vertex.
    points: Vec<u32>,
    /// The first of the vertices that each is one with, as seams go.
    kinds: Vec<u32>,
    /// Vertices by the first that they are one with.
    alike: BTreeMap<u32, Vec<u32>>,
    normals: Vec<DVec3>,
    faces: Vec<Face>,
    alive: Vec<bool>,
    count: usize,
    /// Triangles of each point; some of them are gone.
    fans: Vec<Vec<u32>>,
    quadrics: Vec<Quadric>,
    changes: Vec<u32>,
    /// What each point went into; itself where it is there.
    became: Vec<u32>,
    heap: BinaryHeap<Collapse>,
    /// Cost above which nothing is done.
    most: f64,
}

impl Simplifier {
    /// A mesh, and how far a point may be off at most, in units.
    pub(crate) fn new(vertices: &Vertices, faces: &[Face], most: f64, seams: Seams) -> Self {
        let (places, points) = points(vertices);
        let kinds = match seams {
            Seams::All => (0..vertices.len() as u32).collect(),
            Seams::WithoutNormals => kinds(vertices),
        };
        let mut alike: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        kinds.iter().zip(0..).for_each(|(kind, vertex)| alike.entry(*kind).or_default().push(vertex));
        let mut fans = vec![Vec::new(); places.len()];
        for (index, face) in faces.iter().enumerate() {
            face.vertices.iter().for_each(|vertex| fans[points[*vertex as usize] as usize].push(index as u32));
        }
        let count = places.len();
        let mut made = Self {
            quadrics: vec![Quadric::default(); count],
            changes: vec![0; count],
            became: (0..count as u32).collect(),
            faces: faces.to_vec(),
            alive: vec![true; faces.len()],
            count: faces.len(),
            heap: BinaryHeap::new(),
            most: most * most,
            normals: vertices.normals.iter().map(|normal| normal.as_dvec3()).collect(),
            places,
            points,
            kinds,
            alike,
            fans,
        };
        made.weigh();
        for point in 0..count as u32 {
            made.offer(point);
        }
        made
    }

    /// The faces that there are.
    pub(crate) fn faces(&self) -> Vec<Face> {
        self.faces.iter().zip(&self.alive).filter_map(|(face, alive)| alive.then_some(*face)).collect()
    }

    /// Collapses edges until there are only so many triangles, or nothing may collapse any more.
    pub(crate) fn reduce(&mut self, target: usize) {
        while self.count > target {
            let Some(Reverse((_, from, into, from_changes, into_changes))) = self.heap.pop() else { return };
            let fresh = self.changes[from as usize] == from_changes && self.changes[into as usize] == into_changes;
            if fresh && let Some(replaced) = self.allowed(from, into) {
                self.collapse(from, into, &replaced);
            }
        }
    }

    /// How far the surface lies from the furthest of the points that are gone: at most this, since only the triangles
    /// around what a point went into are looked at.
    pub(crate) fn error(&mut self) -> f64 {
        let mut furthest: f64 = 0.0;
        for point in 0..self.places.len() {
            let mut at = point;
            // What is followed becomes half as long, so that chains stay short (Tarjan, 1975).
            while self.became[at] as usize != at {
                self.became[at] = self.became[self.became[at] as usize];
                at = self.became[at] as usize;
            }
            if at == point {
                continue;
            }
            let there = |fan: &&u32| self.alive[**fan as usize];
            let distances = self.fans[at].iter().filter(there).map(|face| {
                let corners = self.points_of(*face).map(|point| self.places[point as usize]);
                to_triangle(self.places[point], corners)
            });
            // A point whose whole surface is gone lies as far off as what it went into.
            let nearest = distances.min_by(f64::total_cmp);
            furthest = furthest.max(nearest.unwrap_or_else(|| self.places[point].distance(self.places[at])));
        }
        furthest
    }

    fn points_of(&self, face: u32) -> [u32; 3] {
        self.faces[face as usize].vertices.map(|vertex| self.points[vertex as usize])
    }

    /// Gives each point its planes.
    fn weigh(&mut self) {
        // Each edge, by its points, with its triangle and the kinds of the vertices at its ends in order.
        let mut edges: Vec<([u32; 2], [u32; 2], u32)> = Vec::with_capacity(self.faces.len() * 3);
        for index in 0..self.faces.len() {
            let points = self.points_of(index as u32);
            let corners = points.map(|point| self.places[point as usize]);
            let area = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let plane = Quadric::of_plane(area.normalize_or_zero(), corners[0], area.length());
            points.iter().for_each(|point| self.quadrics[*point as usize].add(&plane));
            for side in 0..3 {
                let ends = [side, (side + 1) % 3];
                let ends = if points[ends[0]] < points[ends[1]] { ends } else { [ends[1], ends[0]] };
                let vertices = ends.map(|end| self.kinds[self.faces[index].vertices[end] as usize]);
                edges.push((ends.map(|end| points[end]), vertices, index as u32));
            }
        }
        edges.sort_unstable();
        for shared in edges.chunk_by(|one, other| one.0 == other.0) {
            let material = |edge: &([u32; 2], [u32; 2], u32)| self.faces[edge.2 as usize].material;
            let same = |other: &_| material(other) == material(&shared[0]) && other.1 == shared[0].1;
            if shared.len() == 2 && shared.iter().all(same) {
                continue;
            }
            for ([one, other], _, face) in shared {
                let corners = self.points_of(*face).map(|point| self.places[point as usize]);
                let (start, end) = (self.places[*one as usize], self.places[*other as usize]);
                let up = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                let across = (end - start).cross(up).normalize_or_zero();
                let plane = Quadric::of_plane(across, start, (end - start).length_squared() * EDGE_WEIGHT);
                self.quadrics[*one as usize].add(&plane);
                self.quadrics[*other as usize].add(&plane);
            }
        }
    }

    /// The points that a point shares edges with, and how many triangles each of those edges has.
    fn neighbours(&self, point: u32) -> BTreeMap<u32, u32> {
        let mut neighbours = BTreeMap::new();
        for face in &self.fans[point as usize] {
            for other in self.points_of(*face) {
                if other != point {
                    *neighbours.entry(other).or_insert(0) += 1;
                }
            }
        }
        neighbours
    }

    /// Puts every collapse of a point and into it on the heap.
    fn offer(&mut self, point: u32) {
        if self.fans[point as usize].len() > MAX_FAN {
            return;
        }
        for other in self.neighbours(point).into_keys() {
            for (from, into) in [(point, other), (other, point)] {
                let mut both = self.quadrics[from as usize];
                both.add(&self.quadrics[into as usize]);
                let cost = both.at(self.places[into as usize]);
                if cost <= self.most {
                    let changes = (self.changes[from as usize], self.changes[into as usize]);
                    self.heap.push(Reverse((cost.to_bits(), from, into, changes.0, changes.1)));
                }
            }
        }
    }

    /// What each kind of vertex of a point becomes if it may go into another: on each side of a seam one that is there already.
    fn allowed(&self, from: u32, into: u32) -> Option<BTreeMap<u32, u32>> {
        let (fan, other_fan) = (&self.fans[from as usize], &self.fans[into as usize]);
        if fan.len() + other_fan.len() > MAX_FAN {
            return None;
        }
        let (neighbours, others) = (self.neighbours(from), self.neighbours(into));
        let shared = *neighbours.get(&into)?;
        // Whatever is between more than two triangles stays, and an open edge only goes along itself.
        let open = neighbours.values().any(|count| *count == 1);
        if neighbours.values().any(|count| *count > 2) || shared != if open { 1 } else { 2 } {
            return None;
        }
        // The link condition: else the surface would touch itself (Dey et al., 1999).
        if neighbours.keys().filter(|point| others.contains_key(point)).count() != shared as usize {
            return None;
        }
        let replaced = self.replaced(from, into)?;
        let keeps = |face: &u32| self.keeps_its_side(*face, from, into, &replaced);
        fan.iter().all(keeps).then_some(replaced)
    }

    /// For each kind of vertex at a point the one at the other that a shared triangle connects it with, if that is one.
    fn replaced(&self, from: u32, into: u32) -> Option<BTreeMap<u32, u32>> {
        let mut replaced = BTreeMap::new();
        for face in &self.fans[from as usize] {
            let vertices = self.faces[*face as usize].vertices;
            let at = |point: u32| vertices.into_iter().find(|vertex| self.points[*vertex as usize] == point);
            if let (Some(from), Some(into)) = (at(from), at(into))
                && let (from, into) = (self.kinds[from as usize], self.kinds[into as usize])
                && *replaced.entry(from).or_insert(into) != into
            {
                return None;
            }
        }
        // A seam that ends in the point does not go on to the other.
        let targets: BTreeSet<_> = replaced.values().collect();
        (targets.len() == replaced.len()).then_some(replaced)
    }

    /// Whether a triangle goes on to face where it does, and has a vertex to go to.
    fn keeps_its_side(&self, face: u32, from: u32, into: u32, replaced: &BTreeMap<u32, u32>) -> bool {
        let points = self.points_of(face);
        if points.contains(&into) {
            return true;
        }
        let kinds = self.faces[face as usize].vertices.map(|vertex| self.kinds[vertex as usize]);
        if !kinds.iter().any(|kind| replaced.contains_key(kind)) {
            return false;
        }
        let normal = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a);
        let before = normal(points.map(|point| self.places[point as usize]));
        let moved = points.map(|point| if point == from { into } else { point });
        let after = normal(moved.map(|point| self.places[point as usize]));
        after.dot(before) > LEAST_TURN * after.length() * before.length()
    }

    /// The vertices of a triangle once a point has gone into another: of those that would do, the one whose normal is nearest.
    fn moved(&self, face: u32, from: u32, into: u32, replaced: &BTreeMap<u32, u32>) -> [u32; 3] {
        let points = self.points_of(face).map(|point| if point == from { into } else { point });
        let [a, b, c] = points.map(|point| self.places[point as usize]);
        let up = (b - a).cross(c - a);
        self.faces[face as usize].vertices.map(|vertex| {
            let Some(kind) = replaced.get(&self.kinds[vertex as usize]) else { return vertex };
            let fits = |vertex: &u32| self.normals.get(*vertex as usize).map_or(0.0, |normal| normal.dot(up));
            let nearest = |one: &&u32, other: &&u32| fits(one).total_cmp(&fits(other)).then(other.cmp(one));
            self.alike[kind].iter().max_by(nearest).copied().unwrap_or(*kind)
        })
    }

    fn collapse(&mut self, from: u32, into: u32, replaced: &BTreeMap<u32, u32>) {
        for face in std::mem::take(&mut self.fans[from as usize]) {
            if self.points_of(face).contains(&into) {
                self.alive[face as usize] = false;
                self.count -= 1;
                for point in self.points_of(face) {
                    self.fans[point as usize].retain(|other| *other != face);
                }
            } else {
                self.faces[face as usize].vertices = self.moved(face, from, into, replaced);
                self.fans[into as usize].push(face);
            }
        }
        let quadric = self.quadrics[from as usize];
        self.quadrics[into as usize].add(&quadric);
        self.became[from as usize] = into;
        self.changes[from as usize] += 1;
        self.changes[into as usize] += 1;
        self.offer(into);
    }
}

/// The places at which vertices are, and the place of each.
fn points(vertices: &Vertices) -> (Vec<DVec3>, Vec<u32>) {
    let bits = |vertex: u32| vertices.positions[vertex as usize].to_array().map(|value| (value + 0.0).to_bits());
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by_key(|vertex| (bits(*vertex), *vertex));
    let (mut places, mut points) = (Vec::new(), vec![0; vertices.len()]);
    for together in order.chunk_by(|one, other| bits(*one) == bits(*other)) {
        together.iter().for_each(|vertex| points[*vertex as usize] = places.len() as u32);
        places.push(vertices.positions[together[0] as usize].as_dvec3());
    }
    (places, points)
}

/// For each vertex the first that agrees with it in all but normal and tangent.
fn kinds(vertices: &Vertices) -> Vec<u32> {
    let of_pair = |pair: &kerosene_math::Vec2| pair.to_array().map(|value| (value + 0.0).to_bits());
    let mut firsts = BTreeMap::new();
    let kind = |vertex: u32| {
        let at = vertex as usize;
        let place = vertices.positions[at].to_array().map(|value| (value + 0.0).to_bits());
        let uvs = [vertices.uvs.get(at).map(of_pair), vertices.second_uvs.get(at).map(of_pair)];
        let skin = vertices.skin.get(at).map(|skin| (skin.bones, skin.weights));
        *firsts.entry((place, uvs, vertices.colors.get(at), skin)).or_insert(vertex)
    };
    (0..vertices.len() as u32).map(kind).collect()
}
