//! The order of triangles and vertices, for the caches of a GPU.

use crate::weld::Face;
use kerosene_asset::{Mesh, Vertices};

/// Vertices that a GPU is taken to remember.
const CACHE: u32 = 16;

/// Faces of each material, in an order in which most corners were seen just before.
pub(crate) fn meshes(faces: &[Face], indices: &mut Vec<u32>) -> Vec<Mesh> {
    let mut sorted = faces.to_vec();
    sorted.sort_by_key(|face| face.material);
    let mut meshes = Vec::new();
    for of_material in sorted.chunk_by(|one, other| one.material == other.material) {
        let triangles: Vec<_> = of_material.iter().map(|face| face.vertices).collect();
        let first_index = indices.len() as u32;
        indices.extend(cache_order(&triangles).as_flattened());
        let index_count = triangles.len() as u32 * 3;
        meshes.push(Mesh { material: of_material[0].material, first_index, index_count });
    }
    meshes
}

/// Orders triangles fan by fan (Sander, Nehab and Barczak, *Fast Triangle Reordering for Vertex Locality and Reduced
/// Overdraw*, 2007: "Tipsify").
pub(crate) fn cache_order(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut names: Vec<u32> = triangles.as_flattened().to_vec();
    names.sort_unstable();
    names.dedup();
    let number = |vertex: u32| names.binary_search(&vertex).unwrap_or(0);
    let local: Vec<[usize; 3]> = triangles.iter().map(|triangle| triangle.map(number)).collect();
    let mut fans = Fans::new(&local, names.len());
    let mut ordered = Vec::with_capacity(triangles.len());
    let mut candidates = Vec::new();
    let mut fan = Some(0);
    while let Some(vertex) = fan.filter(|_| ordered.len() < triangles.len()) {
        candidates.clear();
        for at in fans.starts[vertex]..fans.starts[vertex + 1] {
            let triangle = fans.triangles[at];
            if !fans.emitted[triangle] {
                fans.emit(triangle, local[triangle], &mut candidates);
                ordered.push(triangles[triangle]);
            }
        }
        fan = fans.next(&candidates);
    }
    ordered
}

/// What the ordering remembers.
struct Fans {
    /// Where each vertex's triangles begin in `triangles`.
    starts: Vec<usize>,
    triangles: Vec<usize>,
    /// Triangles of each vertex that are still to come.
    live: Vec<u32>,
    /// When each vertex came into the cache.
    stamps: Vec<u32>,
    emitted: Vec<bool>,
    dead_ends: Vec<usize>,
    time: u32,
    cursor: usize,
}

impl Fans {
    fn new(triangles: &[[usize; 3]], vertices: usize) -> Self {
        let mut live = vec![0; vertices];
        triangles.as_flattened().iter().for_each(|vertex| live[*vertex] += 1);
        let mut starts = vec![0; vertices + 1];
        for vertex in 0..vertices {
            starts[vertex + 1] = starts[vertex] + live[vertex] as usize;
        }
        let mut ends = starts.clone();
        let mut of_vertices = vec![0; triangles.len() * 3];
        for (index, triangle) in triangles.iter().enumerate() {
            for vertex in triangle {
                of_vertices[ends[*vertex]] = index;
                ends[*vertex] += 1;
            }
        }
        let (stamps, emitted) = (vec![0; vertices], vec![false; triangles.len()]);
        Self {
            starts,
            triangles: of_vertices,
            live,
            stamps,
            emitted,
            dead_ends: Vec::new(),
            time: CACHE + 1,
            cursor: 0,
        }
    }

    fn emit(&mut self, triangle: usize, corners: [usize; 3], candidates: &mut Vec<usize>) {
        self.emitted[triangle] = true;
        for vertex in corners {
            self.dead_ends.push(vertex);
            candidates.push(vertex);
            self.live[vertex] -= 1;
            if self.time - self.stamps[vertex] > CACHE {
                self.stamps[vertex] = self.time;
                self.time += 1;
            }
        }
    }

    /// The vertex whose fan comes next: of the last fan the one that was in the cache longest and stays there for all that it
    /// has left; else the last vertex seen that has any left; else the next one at all.
    fn next(&mut self, candidates: &[usize]) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for vertex in candidates.iter().copied().filter(|vertex| self.live[*vertex] > 0) {
            let age = self.time - self.stamps[vertex];
            let priority = if age + 2 * self.live[vertex] <= CACHE { age } else { 0 };
            if best.is_none_or(|(highest, _)| priority > highest) {
                best = Some((priority, vertex));
            }
        }
        if let Some((_, vertex)) = best {
            return Some(vertex);
        }
        while let Some(vertex) = self.dead_ends.pop() {
            if self.live[vertex] > 0 {
                return Some(vertex);
            }
        }
        while self.cursor < self.live.len() {
            if self.live[self.cursor] > 0 {
                return Some(self.cursor);
            }
            self.cursor += 1;
        }
        None
    }
}

/// Numbers vertices in the order in which the indices name them; those that none names are left out.
pub(crate) fn fetch_order(vertices: &Vertices, indices: &mut [u32]) -> Vertices {
    let mut numbers: Vec<Option<u32>> = vec![None; vertices.len()];
    let mut order = Vec::with_capacity(vertices.len());
    for index in indices {
        let old = *index as usize;
        *index = *numbers[old].get_or_insert_with(|| {
            order.push(old);
            order.len() as u32 - 1
        });
    }
    fn picked<T: Copy>(stream: &[T], order: &[usize]) -> Vec<T> {
        // A stream that is not there stays empty.
        order.iter().filter_map(|old| stream.get(*old)).copied().collect()
    }
    Vertices {
        positions: picked(&vertices.positions, &order),
        normals: picked(&vertices.normals, &order),
        tangents: picked(&vertices.tangents, &order),
        uvs: picked(&vertices.uvs, &order),
        second_uvs: picked(&vertices.second_uvs, &order),
        colors: picked(&vertices.colors, &order),
        skin: picked(&vertices.skin, &order),
    }
}

#[cfg(test)]
mod tests {
    use super::{CACHE, cache_order};

    /// Vertices that a first-in-first-out cache does not hold, for each triangle.
    fn misses(triangles: &[[u32; 3]]) -> f64 {
        let mut cache: Vec<u32> = Vec::new();
        let mut missed = 0;
        for vertex in triangles.as_flattened() {
            if !cache.contains(vertex) {
                missed += 1;
                cache.push(*vertex);
                if cache.len() > CACHE as usize {
                    cache.remove(0);
                }
            }
        }
        f64::from(missed) / triangles.len() as f64
    }

    /// A grid in the order in which nobody wants it: far from each other, one after the other.
    #[test]
    fn neighbours_come_together_and_nothing_is_lost() {
        let side = 40;
        let cell = |at: u32| (at % side, at / side);
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for at in (0..side * side).map(|at| (at * 611) % (side * side)) {
            let (x, y) = cell(at);
            let corner = y * (side + 1) + x;
            triangles.push([corner, corner + 1, corner + side + 1]);
            triangles.push([corner + 1, corner + side + 2, corner + side + 1]);
        }
        let ordered = cache_order(&triangles);
        assert!(misses(&triangles) > 1.9 && misses(&ordered) < 0.8, "{} {}", misses(&triangles), misses(&ordered));
        let sorted = |triangles: &[[u32; 3]]| {
            let mut sorted = triangles.to_vec();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!(sorted(&triangles), sorted(&ordered));
    }
}
