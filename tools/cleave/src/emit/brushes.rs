//! Brushes to collide with.

use super::Emitter;
use crate::brush::Brush;
use kerosene_bsp::bevels::{BrushShape, bevels, windings_of_planes};
use kerosene_bsp::records::{BrushRecord, BrushSideRecord, NONE, SourceRecord};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;
use rayon::prelude::*;

/// Volume that the unit normals of three planes span; rounding moves a corner by some 1e-4 units over this.
const FLAT_CORNER: f64 = 0.05;

impl Emitter<'_> {
    /// Adds the brushes of a model; returns for each the index of its first side's source record.
    pub(super) fn brushes(&mut self, brushes: &[Brush]) -> Vec<u32> {
        let planes = self.planes;
        let added: Vec<Vec<(DVec3, f64)>> = brushes.par_iter().map(|brush| brush_bevels(planes, brush)).collect();
        let sides: usize = brushes.iter().map(|brush| brush.sides.len()).sum();
        self.bsp.brushes.reserve(brushes.len());
        self.bsp.sources.reserve(brushes.len() + sides);
        self.bsp.brush_sides.reserve(sides + added.iter().map(Vec::len).sum::<usize>());
        brushes.iter().zip(added).map(|(brush, bevels)| self.brush(brush, &bevels)).collect()
    }

    fn brush(&mut self, brush: &Brush, bevels: &[(DVec3, f64)]) -> u32 {
        let source = self.bsp.sources.len() as u32;
        let record = |side: u32| SourceRecord {
            entity: brush.source.entity,
            brush: brush.source.brush,
            side,
            line: brush.source.line,
        };
        self.bsp.sources.push(record(NONE));
        self.bsp.sources.extend(brush.sides.iter().map(|side| record(side.source_id)));
        self.bsp.brushes.push(BrushRecord {
            first_side: self.bsp.brush_sides.len() as u32,
            side_count: (brush.sides.len() + bevels.len()) as u32,
            contents: brush.contents.bits(),
            source,
            section: brush.section,
        });
        for side in &brush.sides {
            let plane = self.output_planes.number(self.planes, side.plane);
            self.bsp.brush_sides.push(BrushSideRecord { plane, texinfo: side.texinfo, bevel: 0 });
        }
        for &(normal, dist) in bevels {
            let plane = self.output_planes.add(normal, dist);
            self.bsp.brush_sides.push(BrushSideRecord { plane, texinfo: NONE, bevel: 1 });
        }
        source + 1
    }
}

fn brush_bevels(planes: &[ExactPlane], brush: &Brush) -> Vec<(DVec3, f64)> {
    let side_planes: Vec<(DVec3, f64)> = brush
        .sides
        .iter()
        .map(|side| {
            let plane = &planes[side.plane as usize];
            (plane.normal(), plane.dist())
        })
        .collect();
    let windings: Vec<Vec<DVec3>> = if is_needle(planes, brush) {
        let single = |&(normal, dist): &(DVec3, f64)| (normal.as_vec3().as_dvec3(), f64::from(dist as f32));
        windings_of_planes(&side_planes.iter().map(single).collect::<Vec<_>>())
    } else {
        brush.sides.iter().map(|side| side.winding.positions(planes).collect()).collect()
    };
    bevels(&BrushShape { planes: &side_planes, windings: &windings })
}

/// Whether three planes of the brush meet at so flat an angle that rounding them to single precision moves their
/// corner. What is collided with are the rounded planes, so the bevels of such a brush must touch those, not the exact
/// corners.
fn is_needle(planes: &[ExactPlane], brush: &Brush) -> bool {
    let normal = |plane: u32| planes[plane as usize].normal();
    brush.sides.iter().any(|side| {
        let (own, edges) = (normal(side.plane), side.winding.edges());
        let pairs = edges.iter().zip(edges.iter().cycle().skip(1));
        pairs.into_iter().any(|(&a, &b)| own.dot(normal(a).cross(normal(b))).abs() < FLAT_CORNER)
    })
}
