//! Pictures on surfaces, where entities wanted them.

use crate::assets::Assets;
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_engine::World;
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;
use kerosene_render::{Decal, Frame};

/// How far a surface may be from the place that a decal is wished for, in units.
const REACH: f32 = 64.0;

/// The decals of a level; those that are too many push out the oldest.
#[derive(Debug, Default)]
pub(crate) struct Decals {
    wished: Vec<(String, f32, Vec3)>,
    placed: Vec<Decal>,
    most: usize,
    /// How many there ever were, by which each is turned otherwise.
    count: u32,
}

impl Decals {
    pub(crate) fn limit(&mut self, most: usize) {
        self.most = most;
        let too_many = self.placed.len().saturating_sub(most);
        self.placed.drain(..too_many);
    }

    /// Wishes for a decal on the surface that is nearest to a place.
    pub(crate) fn wish(&mut self, material: String, size: f32, origin: Vec3) {
        self.wished.push((material, size, origin));
    }

    /// Adds the decals to a picture.
    pub(crate) fn fill(&mut self, world: &World, assets: &mut impl Assets, frame: &mut Frame) {
        for (name, size, origin) in self.wished.drain(..) {
            let (Some(material), Some((origin, normal))) = (assets.material(&name), nearest_surface(world, origin))
            else {
                continue;
            };
            // The golden angle, so that no two neighbours are turned alike.
            let roll = self.count as f32 * 137.507_77 % 360.0;
            self.count = self.count.wrapping_add(1);
            let size = if size > 0.0 { size } else { 32.0 };
            if self.most > 0 && self.placed.len() >= self.most {
                self.placed.remove(0);
            }
            if self.most > 0 {
                self.placed.push(Decal {
                    material,
                    model: None,
                    origin,
                    normal,
                    size: [size; 2],
                    roll,
                    tint: [1.0; 4],
                });
            }
        }
        frame.decals.extend_from_slice(&self.placed);
    }
}

/// The nearest surface in the six directions, as a place on it and its normal.
fn nearest_surface(world: &World, origin: Vec3) -> Option<(Vec3, Vec3)> {
    let directions = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [axis, Vec3::ZERO - axis]);
    let hits = directions.filter_map(|direction| {
        let end = origin + direction * REACH;
        let trace =
            world.trace(&TraceRequest { start: origin, end, shape: TraceShape::Point, mask: Contents::MASK_SHOT });
        (trace.hit() && !trace.start_solid).then_some((trace.fraction, trace.end, trace.plane.normal))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place, normal)| (place, normal))
}
