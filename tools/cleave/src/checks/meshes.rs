//! Meshes are listed where they are seen, and collide where they are drawn.

use super::Violation;
use crate::emit::is_open;
use kerosene_bsp::meshes::triangles;
use kerosene_bsp::records::{LeafRecord, MeshRecord, ModelRecord};
use kerosene_bsp::{Bsp, CollisionMap, Contents, MovingModel, Trace, TraceRequest, TraceShape};
use kerosene_math::{DVec3, Pcg32, Vec3};

/// How far to the sides of a triangle a ray through it begins and ends, in units.
const ASIDE: f32 = 2.0;
/// How far a ray may get past the place where it should meet a triangle, and how far before it may stop, in units:
/// traces keep a distance of 1/32, along the normal.
const SLACK: f64 = 0.05;

/// Each triangle's mesh is listed in every open leaf of its model that a point of the triangle is in: its middle, its
/// corners, and five more. Returns how many points were asked about.
///
/// # Errors
///
/// [`Violation::MeshNotListed`].
pub fn meshes_are_in_their_leaves(bsp: &Bsp, seed: u64) -> Result<u32, Violation> {
    let mut random = Pcg32::new(seed, 0);
    let mut asked = 0;
    for (model, mesh) in owned_meshes(bsp) {
        for triangle in triangles(bsp, &bsp.meshes[mesh]) {
            let corners = triangle.map(Vec3::as_dvec3);
            let middle = corners.iter().sum::<DVec3>() / 3.0;
            let inner = [(); 5].map(|()| within(corners, &mut random));
            for point in corners.into_iter().chain([middle]).chain(inner) {
                let (index, leaf) = leaf_of(bsp, model, point);
                asked += 1;
                if is_open(leaf) && !listed(bsp, leaf).contains(&(mesh as u32)) {
                    return Err(Violation::MeshNotListed { mesh, leaf: index, point });
                }
            }
        }
    }
    Ok(asked)
}

/// `samples` rays through points of the triangles of solid meshes, from both sides, meet something there or before;
/// and as many rays from anywhere in the world's bounds to anywhere else go no further than the first triangle in their
/// way, and say that a mesh stopped them only where there is a triangle. Every triangle of the world is tried for each,
/// so this is for hundreds of rays, not millions. Returns how many rays met a mesh.
///
/// # Errors
///
/// [`Violation::MeshPassed`], [`Violation::NoTriangle`], or [`Violation::Unloadable`].
pub fn meshes_collide_where_drawn(bsp: &Bsp, samples: u32, seed: u64) -> Result<u32, Violation> {
    let file = bsp.to_file().map_err(|error| Violation::Unloadable { reason: error.to_string() })?;
    let map = CollisionMap::new(&file);
    let mut random = Pcg32::new(seed, 1);
    let mut met = 0;
    for sample in 0..samples {
        met += through_a_triangle(bsp, &map, &mut random, sample)?;
    }
    let solid: Vec<(usize, [DVec3; 3])> = owned_meshes(bsp)
        .filter(|(model, mesh)| std::ptr::eq(*model, &raw const bsp.models[0]) && is_solid(&bsp.meshes[*mesh]))
        .flat_map(|(_, mesh)| triangles(bsp, &bsp.meshes[mesh]).map(move |corners| (mesh, corners.map(Vec3::as_dvec3))))
        .collect();
    for _ in 0..if solid.is_empty() { 0 } else { samples } {
        met += across_the_world(bsp, &map, &solid, &mut random)?;
    }
    Ok(met)
}

/// Meshes with the models that they belong to.
fn owned_meshes(bsp: &Bsp) -> impl Iterator<Item = (&ModelRecord, usize)> {
    let owned = |model: &ModelRecord| model.first_mesh as usize..(model.first_mesh + model.mesh_count) as usize;
    bsp.models.iter().flat_map(move |model| owned(model).map(move |mesh| (model, mesh)))
}

fn is_solid(mesh: &MeshRecord) -> bool {
    Contents::from_bits_retain(mesh.contents).intersects(Contents::MASK_PLAYER_SOLID)
}

/// A point of a triangle.
fn within([a, b, c]: [DVec3; 3], random: &mut Pcg32) -> DVec3 {
    let (mut u, mut v) = (random.next_f64(), random.next_f64());
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    a + (b - a) * u + (c - a) * v
}

fn leaf_of<'a>(bsp: &'a Bsp, model: &ModelRecord, point: DVec3) -> (usize, &'a LeafRecord) {
    let mut child = model.head_node;
    while let Ok(node) = usize::try_from(child) {
        let node = &bsp.nodes[node];
        let plane = &bsp.planes[node.plane as usize];
        let normal = Vec3::from(plane.normal).as_dvec3();
        child = node.children[usize::from(normal.dot(point) < f64::from(plane.dist))];
    }
    (!child as usize, &bsp.leaves[!child as usize])
}

fn listed<'a>(bsp: &'a Bsp, leaf: &LeafRecord) -> &'a [u32] {
    &bsp.leaf_meshes[leaf.first_mesh as usize..][..leaf.mesh_count as usize]
}

/// One ray through a point of a random triangle.
fn through_a_triangle(bsp: &Bsp, map: &CollisionMap, random: &mut Pcg32, sample: u32) -> Result<u32, Violation> {
    let Some(mesh) = random.below(bsp.meshes.len() as u32) else { return Ok(0) };
    let record = &bsp.meshes[mesh as usize];
    let Some(place) = random.below(record.index_count / 3) else { return Ok(0) };
    let corners = triangles(bsp, record).nth(place as usize).map(|corners| corners.map(Vec3::as_dvec3));
    let Some([a, b, c]) = corners.filter(|_| is_solid(record)) else { return Ok(0) };
    let (point, normal) = (within([a, b, c], random).as_vec3(), (c - a).cross(b - a).normalize_or_zero().as_vec3());
    let aside = if sample.is_multiple_of(2) { normal * ASIDE } else { normal * -ASIDE };
    let model = bsp.models.iter().position(|model| mesh.wrapping_sub(model.first_mesh) < model.mesh_count);
    let request = TraceRequest {
        start: point + aside,
        end: point - aside,
        shape: TraceShape::Point,
        mask: Contents::from_bits_retain(record.contents),
    };
    let trace = match model {
        None | Some(0) => map.trace(&request),
        Some(model) => map.trace_model(&request, &MovingModel::at_rest(1, model as u32)),
    };
    let past = f64::from(trace.fraction - 0.5) * f64::from(2.0 * ASIDE);
    if past > SLACK && !trace.start_solid {
        return Err(Violation::MeshPassed { mesh: mesh as usize, point: point.as_dvec3(), past });
    }
    Ok(u32::from(trace.mesh == Some(mesh)))
}

/// One ray across the world against every triangle of its solid meshes.
fn across_the_world(
    bsp: &Bsp,
    map: &CollisionMap,
    solid: &[(usize, [DVec3; 3])],
    random: &mut Pcg32,
) -> Result<u32, Violation> {
    let (mins, maxs) = (Vec3::from(bsp.models[0].mins), Vec3::from(bsp.models[0].maxs));
    let mut anywhere = || mins + (maxs - mins) * Vec3::from_array([(); 3].map(|()| random.next_f32()));
    let (start, end) = (anywhere(), anywhere());
    let mask = Contents::MASK_PLAYER_SOLID;
    let trace = map.trace(&TraceRequest { start, end, shape: TraceShape::Point, mask });
    let (from, to) = (start.as_dvec3(), end.as_dvec3());
    let length = from.distance(to).max(f64::MIN_POSITIVE);
    if trace.start_solid {
        return Ok(0);
    }
    let reached = f64::from(trace.fraction);
    for (mesh, corners) in solid {
        // A little inside of the rim, which is anybody's.
        if let Some(at) = meeting(from, to, *corners, -1e-4).filter(|at| (reached - at) * length > SLACK) {
            return Err(Violation::MeshPassed {
                mesh: *mesh,
                point: from + (to - from) * at,
                past: (reached - at) * length,
            });
        }
    }
    match trace.mesh {
        Some(mesh) if !near_a_triangle(&trace, mesh, solid) => {
            Err(Violation::NoTriangle { mesh: mesh as usize, point: trace.end.as_dvec3() })
        }
        Some(_) => Ok(1),
        None => Ok(0),
    }
}

/// Whether a triangle of the mesh is where a trace says that it stopped.
fn near_a_triangle(trace: &Trace, mesh: u32, solid: &[(usize, [DVec3; 3])]) -> bool {
    let (end, normal) = (trace.end.as_dvec3(), trace.plane.normal.as_dvec3());
    let own = solid.iter().filter(|(index, _)| *index == mesh as usize);
    let mut distances = own.map(|(_, corners)| {
        let flat = (corners[2] - corners[0]).cross(corners[1] - corners[0]).normalize_or_zero();
        (flat.dot(end - corners[0]).abs(), flat.dot(normal).abs())
    });
    distances.any(|(distance, same)| distance < SLACK && same > 0.999)
}

/// Where a segment meets a triangle grown by a share of its size (Möller and Trumbore, "Fast, Minimum Storage
/// Ray/Triangle Intersection", 1997).
fn meeting(start: DVec3, end: DVec3, [a, b, c]: [DVec3; 3], grown: f64) -> Option<f64> {
    let (along, ab, ac, from) = (end - start, b - a, c - a, start - a);
    let across = along.cross(ac);
    let determinant = ab.dot(across);
    if determinant == 0.0 {
        return None;
    }
    let (u, turned) = (from.dot(across) / determinant, from.cross(ab));
    let (v, at) = (along.dot(turned) / determinant, ac.dot(turned) / determinant);
    (u >= -grown && v >= -grown && u + v <= 1.0 + grown && (0.0..=1.0).contains(&at)).then_some(at)
}
