//! Quads from back to front.

use super::Quad;
use crate::MaterialHandle;
use crate::ambient::PackedLight;
use crate::eye::Eye;
use kerosene_math::Vec3;
use std::ops::Range;

/// Neighbours of one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// What they show.
    pub(crate) material: MaterialHandle,
    /// Which they are, by their place in the sorted list.
    pub(crate) quads: Range<u32>,
}

/// The quads of a picture. It keeps its memory from one to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct QuadList {
    quads: Vec<(Quad, MaterialHandle)>,
    /// Distance and place of each, as numbers that sort as they are to be drawn.
    keys: Vec<u64>,
    sorted: Vec<Quad>,
    distances: Vec<f32>,
    runs: Vec<Run>,
}

impl QuadList {
    /// Begins a picture.
    pub(crate) fn clear(&mut self) {
        self.quads.clear();
        self.keys.clear();
    }

    /// Adds one; what is behind the eyes is left out.
    pub(crate) fn push(&mut self, eye: &Eye, quad: Quad, material: MaterialHandle) {
        let offsets = quad.corners.map(|corner| Vec3::from_array(corner) - eye.origin);
        let distance = (offsets.iter().sum::<Vec3>() * 0.25).length();
        if offsets.iter().all(|offset| offset.dot(eye.forward) < eye.near) || !distance.is_finite() {
            return;
        }
        // Floats of one sign sort as their bits do. The furthest comes first, and of equals the one that was added first.
        let far_first = !distance.to_bits();
        self.keys.push(u64::from(far_first) << 32 | self.quads.len() as u64);
        self.quads.push((quad, material));
    }

    /// Sorts them.
    pub(crate) fn sort(&mut self) {
        self.keys.sort_unstable();
        self.sorted.clear();
        self.distances.clear();
        self.runs.clear();
        for key in &self.keys {
            let (quad, material) = self.quads[(*key & u64::from(u32::MAX)) as usize];
            let place = self.sorted.len() as u32;
            self.sorted.push(quad);
            self.distances.push(f32::from_bits(!(*key >> 32) as u32));
            match self.runs.last_mut() {
                Some(run) if run.material == material => run.quads.end = place + 1,
                _ => self.runs.push(Run { material, quads: place..place + 1 }),
            }
        }
    }

    /// Lights those whose material is lit.
    pub(crate) fn light(&mut self, is_lit: impl Fn(MaterialHandle) -> bool, light: impl Fn(Vec3) -> PackedLight) {
        for run in self.runs.iter().filter(|run| is_lit(run.material)) {
            for quad in &mut self.sorted[run.quads.start as usize..run.quads.end as usize] {
                quad.light = light(quad.middle());
            }
        }
    }

    /// The quads from back to front.
    pub(crate) fn sorted(&self) -> &[Quad] {
        &self.sorted
    }

    /// Those whose middle is at most as far away as one distance and further than another, as places in the sorted list.
    pub(crate) fn between(&self, far: f32, near: f32) -> Range<u32> {
        let start = self.distances.partition_point(|distance| *distance > far);
        let end = self.distances.partition_point(|distance| *distance > near);
        start as u32..end.max(start) as u32
    }

    /// The runs within places of the sorted list, cut off at its ends.
    pub(crate) fn runs(&self, places: Range<u32>) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.quads.end <= places.start);
        let last =
            if places.is_empty() { first } else { self.runs.partition_point(|run| run.quads.start < places.end) };
        self.runs[first..last].iter().map(move |run| Run {
            material: run.material,
            quads: run.quads.start.max(places.start)..run.quads.end.min(places.end),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::WHOLE;
    use super::*;
    use crate::frame::Camera;

    fn list(quads: &[(f32, u32)]) -> QuadList {
        let eye = Eye::new(&Camera::default(), [640, 480]);
        let mut list = QuadList::default();
        for (index, (depth, material)) in quads.iter().enumerate() {
            let quad = Quad::new([Vec3::X * *depth; 4], WHOLE, [index as f32; 4]);
            list.push(&eye, quad, MaterialHandle(*material));
        }
        list.sort();
        list
    }

    #[test]
    fn the_furthest_is_first_and_equals_keep_their_order() {
        let list = list(&[(10.0, 1), (30.0, 1), (20.0, 2), (20.0, 2), (-5.0, 1), (20.0, 1), (f32::NAN, 1)]);
        let order: Vec<_> = list.sorted().iter().map(|quad| quad.tint[0]).collect();
        assert_eq!(order, [1.0, 2.0, 3.0, 5.0, 0.0]);
        let runs: Vec<_> = list.runs(0..5).map(|run| (run.material.0, run.quads)).collect();
        assert_eq!(runs, [(1, 0..1), (2, 1..3), (1, 3..5)]);
    }

    #[test]
    fn what_has_a_lit_material_is_lit_where_it_is() {
        let mut list = list(&[(10.0, 1), (30.0, 2), (20.0, 1)]);
        list.light(|material| material.0 == 1, |place| place.x as u32);
        let lights: Vec<_> = list.sorted().iter().map(|quad| quad.light).collect();
        assert_eq!(lights, [u32::MAX, 20, 10]);
    }

    #[test]
    fn what_lies_between_two_distances_is_cut_out_of_the_runs() {
        let list = list(&[(10.0, 1), (20.0, 1), (30.0, 1), (40.0, 2)]);
        assert_eq!(list.between(f32::INFINITY, 25.0), 0..2);
        assert_eq!(list.between(25.0, 0.0), 2..4);
        assert_eq!(list.between(25.0, 22.0), 2..2);
        // What is at a bound belongs to what is nearer: each quad is in one part.
        assert_eq!((list.between(f32::INFINITY, 20.0), list.between(20.0, -1.0)), (0..2, 2..4));
        let runs: Vec<_> = list.runs(2..4).map(|run| (run.material.0, run.quads)).collect();
        assert_eq!(runs, [(1, 2..4)]);
        assert_eq!(list.runs(2..2).count(), 0);
    }
}
