//! The invariants of a winding, as a check for tests and debug builds.

use super::{ExactPlane, ExactVertex, ExactWinding, Side};
use thiserror::Error;

/// An invariant of [`ExactWinding`] that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WindingFault {
    /// Fewer than three vertices, or not one edge per vertex.
    #[error("{vertices} vertices and {edges} edges make no polygon")]
    Count {
        /// Number of vertices.
        vertices: usize,
        /// Number of edges.
        edges: usize,
    },
    /// A vertex does not lie on a plane that it belongs to.
    #[error("vertex {vertex} is not on its plane {plane}")]
    OffPlane {
        /// Index of the vertex.
        vertex: usize,
        /// Index of the plane.
        plane: u32,
    },
    /// A vertex is not strictly behind the plane of an edge that it is no end of.
    #[error("vertex {vertex} is not behind edge {edge}")]
    NotConvex {
        /// Index of the vertex.
        vertex: usize,
        /// Index of the edge.
        edge: usize,
    },
    /// The ring runs counter-clockwise as seen from the front.
    #[error("the vertices run counter-clockwise")]
    Reversed,
}

impl ExactWinding {
    /// Checks every invariant that [`ExactWinding`] states, exactly; quadratic in the number of vertices.
    ///
    /// # Errors
    ///
    /// The first [`WindingFault`] found.
    pub fn validate(&self, planes: &[ExactPlane]) -> Result<(), WindingFault> {
        let count = self.vertices.len();
        if count < 3 || self.edges.len() != count {
            return Err(WindingFault::Count { vertices: count, edges: self.edges.len() });
        }
        for (index, vertex) in self.vertices.iter().enumerate() {
            let before = (index + count - 1) % count;
            for plane in [self.plane, self.edges[before], self.edges[index]] {
                if vertex.side(planes, plane) != Side::On {
                    return Err(WindingFault::OffPlane { vertex: index, plane });
                }
            }
            let others = (0..count).filter(|&edge| edge != before && edge != index);
            for edge in others {
                if vertex.side(planes, self.edges[edge]) != Side::Back {
                    return Err(WindingFault::NotConvex { vertex: index, edge });
                }
            }
        }
        self.validate_direction(planes)
    }

    /// Going clockwise, outward edge normals turn clockwise: the next vertex along each edge is the one that lies
    /// behind the previous edge. With convexity known, the rounded area vector shows the direction where it is larger
    /// than its error; slivers below that pass.
    fn validate_direction(&self, planes: &[ExactPlane]) -> Result<(), WindingFault> {
        let positions: Vec<_> = self.positions().collect();
        let first = positions[0];
        let doubled: glam::DVec3 = positions.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum();
        let error = self.vertices.iter().map(ExactVertex::error).fold(0.0, f64::max);
        let width = self.bounds().size().length();
        let signed = doubled.dot(planes[self.plane as usize].normal());
        let tolerance = (error + width * 1.0e-12) * width * 4.0 * positions.len() as f64;
        if signed > tolerance { Err(WindingFault::Reversed) } else { Ok(()) }
    }
}
