//! No cracks: rings close, and no edge holds a vertex.

use super::Violation;
use crate::index::BoxIndex;
use kerosene_bsp::Bsp;
use kerosene_bsp::records::FaceRecord;
use kerosene_math::{DAabb, DVec3};

/// Nearer to an edge than this is on it, in units.
const ON_EDGE: f64 = 0.01;

/// Every face's surfedges go round and come back to where they began.
///
/// # Errors
///
/// [`Violation::OpenRing`].
pub fn rings_close(bsp: &Bsp) -> Result<(), Violation> {
    for (face, record) in bsp.faces.iter().enumerate() {
        let ends: Vec<[u32; 2]> = surfedges(bsp, record).map(|surfedge| ends_of(bsp, surfedge)).collect();
        for (place, [from, _]) in ends.iter().enumerate() {
            let [_, before] = ends[(place + ends.len() - 1) % ends.len()];
            if before != *from {
                return Err(Violation::OpenRing { face, place });
            }
        }
    }
    Ok(())
}

/// No edge of a model's faces passes within 0.01 units of another vertex of the same model.
///
/// # Errors
///
/// [`Violation::VertexOnEdge`].
pub fn edges_hold_no_vertices(bsp: &Bsp) -> Result<(), Violation> {
    for (model, record) in bsp.models.iter().enumerate() {
        let faces = record.first_face as usize..(record.first_face + record.face_count) as usize;
        let edges: Vec<(usize, [u32; 2])> = faces
            .flat_map(|face| surfedges(bsp, &bsp.faces[face]).map(move |surfedge| (face, ends_of(bsp, surfedge))))
            .collect();
        let mut vertices: Vec<u32> = edges.iter().map(|(_, [from, _])| *from).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let boxes = vertices.iter().map(|&vertex| DAabb::from_points([position(bsp, vertex)])).collect();
        let index = BoxIndex::new(boxes);
        let mut found = Vec::new();
        for (face, [from, to]) in edges {
            let (start, end) = (position(bsp, from), position(bsp, to));
            index.touching(&DAabb::from_points([start, end]).expanded(ON_EDGE), &mut found);
            for vertex in found.iter().map(|&place| vertices[place as usize]) {
                let distance = distance_to_segment(position(bsp, vertex), start, end);
                if vertex != from && vertex != to && distance < ON_EDGE {
                    return Err(Violation::VertexOnEdge { model, face, from, to, vertex, distance });
                }
            }
        }
    }
    Ok(())
}

fn surfedges<'a>(bsp: &'a Bsp, face: &FaceRecord) -> impl Iterator<Item = i32> + 'a {
    bsp.surfedges[face.first_surfedge as usize..][..face.surfedge_count as usize].iter().copied()
}

fn ends_of(bsp: &Bsp, surfedge: i32) -> [u32; 2] {
    let [from, to] = bsp.edges[surfedge.unsigned_abs() as usize].vertices;
    if surfedge < 0 { [to, from] } else { [from, to] }
}

fn position(bsp: &Bsp, vertex: u32) -> DVec3 {
    bsp.vertices[vertex as usize].as_dvec3()
}

fn distance_to_segment(point: DVec3, start: DVec3, end: DVec3) -> f64 {
    let along = end - start;
    let share = ((point - start).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(start + along * share)
}
