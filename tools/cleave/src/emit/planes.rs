//! The planes of the compiled map: those that something uses, in single precision, each pair once.

use crate::lookup::Lookup;
use kerosene_bsp::records::{NONE, PlaneRecord};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;

/// Output planes by their bits.
pub(super) struct OutputPlanes {
    records: Vec<PlaneRecord>,
    /// Output index of each exact plane pair, `NONE` where unused so far.
    numbers: Vec<u32>,
    by_bits: Lookup<[u32; 4], u32>,
}

impl OutputPlanes {
    /// No planes yet; `count` is the number of exact ones.
    pub(super) fn new(count: usize) -> Self {
        Self { records: Vec::new(), numbers: vec![NONE; count.div_ceil(2)], by_bits: Lookup::default() }
    }

    /// Output index of exact plane `index`.
    pub(super) fn number(&mut self, planes: &[ExactPlane], index: u32) -> u32 {
        let pair = (index / 2) as usize;
        if self.numbers[pair] == NONE {
            let plane = &planes[pair * 2];
            self.numbers[pair] = self.add(plane.normal(), plane.dist());
        }
        self.numbers[pair] ^ (index & 1)
    }

    /// Output index of the plane with unit `normal` at `dist`.
    pub(super) fn add(&mut self, normal: DVec3, dist: f64) -> u32 {
        // Adding 0.0 turns -0.0 into 0.0, so that equal planes have equal bits.
        let normal = normal.as_vec3().to_array().map(|c| c + 0.0);
        let dist = dist as f32 + 0.0;
        let front = PlaneRecord { normal, dist, axis: axis_of(normal) };
        let back = PlaneRecord { normal: normal.map(|c| 0.0 - c), dist: 0.0 - dist, axis: front.axis };
        if let Some(&known) = self.by_bits.get(&bits(&front)) {
            return known;
        }
        let index = self.records.len() as u32;
        self.by_bits.insert(bits(&front), index);
        self.by_bits.entry(bits(&back)).or_insert(index + 1);
        self.records.push(front);
        self.records.push(back);
        index
    }

    /// All records, in pairs.
    pub(super) fn into_records(self) -> Vec<PlaneRecord> {
        self.records
    }
}

fn bits(plane: &PlaneRecord) -> [u32; 4] {
    let [x, y, z] = plane.normal.map(f32::to_bits);
    [x, y, z, plane.dist.to_bits()]
}

/// The axis that the normal lies on exactly. A normal within rounding of one is not axial: `(-1, 2.5e-5, 0)` has
/// length 1 in single precision.
fn axis_of(normal: [f32; 3]) -> u32 {
    let lies_on = |axis: usize| normal.iter().enumerate().all(|(place, c)| (*c == 0.0) == (place != axis));
    (0..3).find(|&axis| lies_on(axis)).map_or(3, |axis| axis as u32)
}
