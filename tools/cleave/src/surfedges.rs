//! Edges: shared by the two faces that walk them in opposite directions.

use crate::lookup::Lookup;
use kerosene_bsp::records::EdgeRecord;

/// Edges of the compiled map. Entry 0 is a placeholder, since a surfedge carries its direction as a sign.
#[derive(Debug, Clone)]
pub(crate) struct EdgeTable {
    edges: Vec<EdgeRecord>,
    surfedges: Vec<i32>,
    /// Edges that only one face uses so far.
    open: Lookup<[u32; 2], u32>,
}

impl EdgeTable {
    /// An empty table.
    pub(crate) fn new() -> Self {
        Self { edges: vec![EdgeRecord { vertices: [0, 0] }], surfedges: Vec::new(), open: Lookup::default() }
    }

    /// Adds a closed ring of vertices; returns the first surfedge.
    pub(crate) fn add_ring(&mut self, ring: &[u32]) -> u32 {
        let first = self.surfedges.len() as u32;
        for (place, &from) in ring.iter().enumerate() {
            let to = ring[(place + 1) % ring.len()];
            let surfedge = match self.open.remove(&[to, from]) {
                Some(edge) => -(edge as i32),
                None => {
                    let edge = self.edges.len() as u32;
                    self.edges.push(EdgeRecord { vertices: [from, to] });
                    self.open.insert([from, to], edge);
                    edge as i32
                }
            };
            self.surfedges.push(surfedge);
        }
        first
    }

    /// Edges that one face alone uses stay its own: call between models, whose edges never meet.
    pub(crate) fn close_model(&mut self) {
        self.open.clear();
    }

    /// Edges and surfedges.
    pub(crate) fn into_lumps(self) -> (Vec<EdgeRecord>, Vec<i32>) {
        (self.edges, self.surfedges)
    }
}
