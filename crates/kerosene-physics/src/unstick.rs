//! Getting out of something solid that a move began in: a spawn in a wall, a door that closed.

use crate::mover::Mover;
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

/// Distances tried, in units, nearest first; the last is one step, and less than the hull is wide.
const DISTANCES: [f32; 8] = [0.0625, 0.25, 1.0, 2.0, 4.0, 8.0, 12.0, 18.0];

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// The shortest of a fixed list of nudges that leads to a free place: the same world gives the same one.
    pub(crate) fn find_nudge(&self) -> Option<Vec3> {
        let hull = self.state.hull();
        DISTANCES
            .into_iter()
            .flat_map(|distance| directions().map(move |direction| direction * distance))
            .find(|nudge| self.is_free(self.state.origin + *nudge, hull))
    }
}

/// The 26 neighbours of a cell: up first, then level, then slanting up, then down.
fn directions() -> impl Iterator<Item = Vec3> {
    const LEVEL: [(f32, f32); 8] =
        [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    let ring = |z: f32| LEVEL.into_iter().map(move |(x, y)| Vec3::new(x, y, z));
    core::iter::once(Vec3::Z).chain(ring(0.0)).chain(ring(1.0)).chain(core::iter::once(Vec3::NEG_Z)).chain(ring(-1.0))
}
