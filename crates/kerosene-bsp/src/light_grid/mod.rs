//! Baked light for what moves: samples on a regular grid, each a colour for every side of a cube.
//!
//! A stage that bakes light adds the grid as a lump of its own ([`LIGHT_GRID_LUMP`]), as it does lightmaps; a map without one
//! loads all the same. Whoever lights a thing asks for a place ([`LightGrid::at`]) and gets the light there from six sides
//! (McTaggart, "Half-Life 2 / Valve Source Shading", 2004), mixed from the eight samples around it. Samples in solid know no
//! light and have no part in the mixture, so that what stands by a wall is not darkened by what is within it.
//!
//! A sample has a cube for each light style that reaches it, as a lightmap has a layer, so that what stands in a flickering
//! light flickers too.

mod bytes;

pub use bytes::LIGHT_GRID_LUMP;

use crate::shared_exponent::unpack;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;

/// Most light styles of one sample: as many as a face may have.
pub const MAX_SAMPLE_STYLES: u32 = 4;

/// Light from six sides: along +X, -X, +Y, -Y, +Z, -Z, linear. A side's light is what falls onto a surface that looks there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AmbientCube {
    /// What falls onto surfaces that look along each axis.
    pub sides: [Vec3; 6],
}

impl AmbientCube {
    /// The same from everywhere.
    #[must_use]
    pub fn uniform(light: Vec3) -> Self {
        Self { sides: [light; 6] }
    }

    /// What falls onto a surface with that unit normal: its sides by the squares of the normal's parts, which add up to 1.
    ///
    /// ```
    /// use kerosene_bsp::AmbientCube;
    /// use kerosene_math::Vec3;
    ///
    /// let mut cube = AmbientCube::uniform(Vec3::ZERO);
    /// cube.sides[4] = Vec3::ONE;
    /// assert_eq!((cube.onto(Vec3::Z), cube.onto(Vec3::NEG_Z)), (Vec3::ONE, Vec3::ZERO));
    /// ```
    #[must_use]
    pub fn onto(&self, normal: Vec3) -> Vec3 {
        let side = |axis: usize| self.sides[axis * 2 + usize::from(normal[axis] < 0.0)] * (normal[axis] * normal[axis]);
        side(0) + side(1) + side(2)
    }

    /// The mean of its sides: light onto what has no side of its own.
    #[must_use]
    pub fn mean(&self) -> Vec3 {
        self.sides.iter().sum::<Vec3>() / 6.0
    }

    fn add(&mut self, sides: &[u32; 6], weight: f32) {
        for (sum, side) in self.sides.iter_mut().zip(sides) {
            *sum += unpack(*side) * weight;
        }
    }
}

/// The cubes of a sample.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct LightSample {
    /// First of `count` cubes.
    pub first: u32,
    /// A cube for each style that reaches it, at most [`MAX_SAMPLE_STYLES`]; 0 where it lies in solid.
    pub count: u32,
}

/// What one light style gives to a sample.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct LightCube {
    /// The style, below 255; 0 is light that never changes.
    pub style: u32,
    /// Light onto surfaces that look along +X, -X, +Y, -Y, +Z, -Z, in shared exponent ([`crate::shared_exponent`]).
    pub sides: [u32; 6],
}

/// Samples of light, evenly spaced.
#[derive(Debug, Clone, PartialEq)]
pub struct LightGrid {
    /// Place of the first sample, in units.
    pub origin: Vec3,
    /// Units from one sample to the next along each axis, at least 1.
    pub spacing: Vec3,
    /// Samples along each axis, at least 1.
    pub counts: [u32; 3],
    /// All of them: X goes fastest, then Y, then Z.
    pub samples: Vec<LightSample>,
    /// Their cubes. Samples may share them.
    pub cubes: Vec<LightCube>,
}

/// A place between samples.
struct Spot {
    /// The lowest of the samples around it.
    low: [u32; 3],
    /// How far it is from there to the next, 0 to 1.
    part: Vec3,
}

impl LightGrid {
    /// The light at a place, as bright as each style is now; beyond the grid's edges it is that of the edge. `None` where all
    /// samples around the place lie in solid, and of a place that is none.
    ///
    /// ```
    /// use kerosene_bsp::{LightCube, LightGrid, LightSample, shared_exponent::pack};
    /// use kerosene_math::Vec3;
    ///
    /// let cube = |light: Vec3| LightCube { style: 0, sides: [pack(light); 6] };
    /// let grid = LightGrid {
    ///     origin: Vec3::ZERO,
    ///     spacing: Vec3::splat(64.0),
    ///     counts: [2, 1, 1],
    ///     samples: vec![LightSample { first: 0, count: 1 }, LightSample { first: 1, count: 1 }],
    ///     cubes: vec![cube(Vec3::X), cube(Vec3::Z)],
    /// };
    /// let halfway = grid.at(Vec3::new(32.0, 7.0, 7.0), |_| 1.0).map(|cube| cube.mean());
    /// assert_eq!(halfway, Some(Vec3::new(0.5, 0.0, 0.5)));
    /// ```
    #[must_use]
    pub fn at(&self, place: Vec3, brightness: impl Fn(u32) -> f32) -> Option<AmbientCube> {
        let spot = self.spot(place)?;
        let between = |corner: usize| {
            let along = |axis: usize| if corner >> axis & 1 == 1 { spot.part[axis] } else { 1.0 - spot.part[axis] };
            along(0) * along(1) * along(2)
        };
        // Right on a sample in solid none of the others weighs anything: then all of them count.
        self.mixed(&spot, between, &brightness).or_else(|| self.mixed(&spot, |_| 1.0, &brightness))
    }

    fn spot(&self, place: Vec3) -> Option<Spot> {
        if !place.is_finite() {
            return None;
        }
        let (mut low, mut part) = ([0; 3], Vec3::ZERO);
        for axis in 0..3 {
            let last = self.counts[axis].saturating_sub(1) as f32;
            let steps = ((place[axis] - self.origin[axis]) / self.spacing[axis]).clamp(0.0, last);
            low[axis] = (steps as u32).min(self.counts[axis].saturating_sub(2));
            part[axis] = steps - low[axis] as f32;
        }
        Some(Spot { low, part })
    }

    /// The samples around a place that know light, by weights that are made to add up to 1.
    fn mixed(
        &self,
        spot: &Spot,
        weight: impl Fn(usize) -> f32,
        brightness: &impl Fn(u32) -> f32,
    ) -> Option<AmbientCube> {
        let (mut sum, mut total) = (AmbientCube::default(), 0.0);
        for corner in 0..8 {
            let weight = weight(corner);
            let Some(cubes) = self.cubes_of(spot, corner).filter(|cubes| weight > 0.0 && !cubes.is_empty()) else {
                continue;
            };
            total += weight;
            for cube in cubes {
                sum.add(&cube.sides, weight * brightness(cube.style));
            }
        }
        (total > 0.0).then(|| AmbientCube { sides: sum.sides.map(|side| side / total) })
    }

    /// The cubes of one of the eight samples around a place: bits say whether it is the higher one along each axis.
    fn cubes_of(&self, spot: &Spot, corner: usize) -> Option<&[LightCube]> {
        let mut index = 0;
        for axis in (0..3).rev() {
            let along = spot.low[axis] + (corner >> axis & 1) as u32;
            if along >= self.counts[axis] {
                return None;
            }
            index = index * self.counts[axis] as usize + along as usize;
        }
        let sample = self.samples.get(index)?;
        self.cubes.get(sample.first as usize..)?.get(..sample.count as usize)
    }
}

#[cfg(test)]
mod tests;
