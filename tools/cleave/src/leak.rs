//! The way out of a leaking map, for people to follow.

use crate::flood::Occupant;
use crate::portals::PortalGraph;
use kerosene_math::DVec3;
use std::fmt::Write;

/// A line from an entity through open space to the void.
#[derive(Debug, Clone, PartialEq)]
pub struct Leak {
    /// Index of the entity in the source map.
    pub entity: usize,
    /// The entity, the portals passed, and a point outside.
    pub points: Vec<DVec3>,
    /// The middle of the narrowest portal on the way: most likely the hole.
    pub narrowest: DVec3,
    /// The width there, in units.
    pub width: f64,
}

impl Leak {
    /// The line along `way` (portal indices, the last one to the void).
    pub fn along(graph: &PortalGraph, occupant: &Occupant, way: &[u32]) -> Self {
        let windings = || way.iter().map(|&portal| &graph.portals[portal as usize].winding);
        let narrowest = way.iter().map(|&portal| {
            let portal = &graph.portals[portal as usize];
            (portal.width, portal.winding.center())
        });
        let narrowest = narrowest.min_by(|a, b| a.0.total_cmp(&b.0));
        let (width, narrowest) = narrowest.unwrap_or((0.0, occupant.origin));
        let points =
            [occupant.origin].into_iter().chain(windings().map(kerosene_math::exact::ExactWinding::center)).collect();
        Self { entity: occupant.entity, points, narrowest, width }
    }

    /// The `.kleak` text: one point per line, from the entity to the void.
    pub fn to_text(&self) -> String {
        self.points.iter().fold(String::new(), |mut text, point| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:.3} {:.3} {:.3}", point.x, point.y, point.z);
            text
        })
    }
}
