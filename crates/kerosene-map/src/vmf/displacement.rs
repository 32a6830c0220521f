//! From a flat side and its `dispinfo` to a mesh.
//!
//! The side is a quadrangle. Row 0 of the grid runs from the start corner to the one before it, counted
//! clockwise seen from the front; rows advance to the corner after it. A vertex stands at its place in the flat
//! grid plus normal times distance, plus offset, plus the elevation along the side's normal. Textures are
//! laid on the flat grid, so that they do not slide when the surface is pulled.

use super::dispinfo::DispInfo;
use super::rows::Rows;
use crate::faces;
use crate::model::{Brush, Mesh, MeshFace, Side, TextureAxis, UnknownNode};
use crate::quake::COORDINATE_LIMIT;
use kerosene_math::{DVec2, DVec3};

/// Powers that Source knows: 4, 8 or 16 cells along an edge.
const POWERS: std::ops::RangeInclusive<u32> = 2..=4;
/// A displaced brush with more sides is no brush that anyone drew, and cutting its faces would take long.
const CARRIER_SIDES: usize = 128;
/// The blend value of the second material alone.
const FULL_ALPHA: f64 = 255.0;
/// A start position further from every corner than this is worth a word, in units.
const START_TOLERANCE: f64 = 1.0;

/// A displacement that was built.
pub(super) struct Built {
    pub(super) mesh: Mesh,
    /// Vertices along an edge.
    pub(super) width: usize,
    /// How far the start position is from the corner that was taken for it, where that is odd.
    pub(super) start_gap: Option<f64>,
}

/// Builds the mesh of side `at` of `brush`; `Err` says why the side must stay flat.
pub(super) fn build(brush: &Brush, at: usize, info: DispInfo) -> Result<Built, String> {
    if let Some(fault) = info.fault {
        return Err(fault);
    }
    let power = info.power.ok_or("it has no `power`")?;
    if !POWERS.contains(&power) {
        return Err(format!("its power is {power}: expected 2, 3 or 4"));
    }
    let width = (1_usize << power) + 1;
    let side = brush.sides.get(at).ok_or("it has no side")?;
    if brush.sides.len() > CARRIER_SIDES {
        return Err(format!("its brush has {} sides: expected at most {CARRIER_SIDES}", brush.sides.len()));
    }
    let corners = faces::corners(brush, at).ok_or("its side has no face")?;
    let corners: [DVec3; 4] =
        corners.try_into().map_err(|corners: Vec<_>| format!("its side has {} corners: expected 4", corners.len()))?;
    let start = info.start.ok_or("it has no `startposition`")?;
    let (corners, gap) = from_start(corners, start);
    let flat = flat_grid(&corners, width);
    let mut vertices = displaced(&flat, &info, side, width)?;
    settle_borders(&mut vertices, &info, width);
    if !vertices.iter().all(|vertex| vertex.abs().max_element() <= COORDINATE_LIMIT) {
        return Err(format!("a vertex is beyond {COORDINATE_LIMIT} units"));
    }
    let alphas = match &info.alphas {
        Some(rows) => rows.flat(width, width).map_err(|fault| format!("`alphas`: {fault}"))?,
        None => Vec::new(),
    };
    let mesh = Mesh {
        texture_coordinates: flat.iter().map(|point| texel(side, *point)).collect(),
        coordinates_in_texels: true,
        alphas: alphas.iter().map(|alpha| (alpha / FULL_ALPHA).clamp(0.0, 1.0)).collect(),
        faces: triangles(width).map(|indices| face(side, indices)).collect(),
        vertices,
        unknown: kept(side, power, info.kept),
        ..Mesh::default()
    };
    Ok(Built { mesh, width, start_gap: (gap > START_TOLERANCE).then_some(gap) })
}

/// The corners from the one nearest to `start` on, and how near that is.
fn from_start(mut corners: [DVec3; 4], start: DVec3) -> ([DVec3; 4], f64) {
    let mut nearest = (0, f64::INFINITY);
    for (at, corner) in corners.iter().enumerate() {
        let distance = corner.distance(start);
        if distance < nearest.1 {
            nearest = (at, distance);
        }
    }
    corners.rotate_left(nearest.0);
    (corners, nearest.1)
}

/// The grid before anything is displaced, row by row.
fn flat_grid(corners: &[DVec3; 4], width: usize) -> Vec<DVec3> {
    let [start, after, opposite, before] = *corners;
    let cells = (width - 1) as f64;
    let mut points = Vec::with_capacity(width * width);
    for row in 0..width {
        let along = row as f64 / cells;
        let (first, last) = (mix(start, after, along), mix(before, opposite, along));
        points.extend((0..width).map(|column| mix(first, last, column as f64 / cells)));
    }
    points
}

/// Exact at both ends, so that corners are corners.
fn mix(from: DVec3, to: DVec3, part: f64) -> DVec3 {
    if part == 1.0 { to } else { from + (to - from) * part }
}

fn displaced(flat: &[DVec3], info: &DispInfo, side: &Side, width: usize) -> Result<Vec<DVec3>, String> {
    let vectors = |rows: &Option<Rows>, name: &str| -> Result<Vec<DVec3>, String> {
        let Some(rows) = rows else { return Ok(vec![DVec3::ZERO; width * width]) };
        let flat = rows.flat(width, width * 3).map_err(|fault| format!("`{name}`: {fault}"))?;
        Ok(flat.as_chunks().0.iter().map(|vector| DVec3::from_array(*vector)).collect())
    };
    let normals = vectors(&info.normals, "normals")?;
    let offsets = vectors(&info.offsets, "offsets")?;
    let distances = match &info.distances {
        Some(rows) => rows.flat(width, width).map_err(|fault| format!("`distances`: {fault}"))?,
        None => vec![0.0; width * width],
    };
    let [a, b, c] = side.points;
    let lift = (a - b).cross(c - b).normalize_or_zero() * info.elevation;
    let displaced = flat.iter().zip(normals).zip(distances).zip(offsets);
    Ok(displaced.map(|(((point, normal), distance), offset)| *point + normal * distance + offset + lift).collect())
}

/// Draws border vertices that do not take part onto the line between those beside them that do. Editors
/// exclude them where the neighbour has a coarser grid; on the line they leave no gap to it.
fn settle_borders(vertices: &mut [DVec3], info: &DispInfo, width: usize) {
    let last = width - 1;
    let borders: [fn(usize, usize) -> usize; 4] =
        [|at, _| at, |at, width| (width - 1) * width + at, |at, width| at * width, |at, width| at * width + width - 1];
    for border in borders {
        let mut from = 0;
        for to in 1..width {
            if to < last && !info.allows(border(to, width)) {
                continue;
            }
            let (first, end) = (vertices[border(from, width)], vertices[border(to, width)]);
            for at in from + 1..to {
                vertices[border(at, width)] = mix(first, end, (at - from) as f64 / (to - from) as f64);
            }
            from = to;
        }
    }
}

/// Where a point of the flat side lies on the texture, in texels.
fn texel(side: &Side, point: DVec3) -> DVec2 {
    let along = |axis: &TextureAxis| point.dot(axis.direction) / axis.scale + axis.shift;
    DVec2::new(along(&side.u_axis), along(&side.v_axis))
}

/// Two triangles a cell, clockwise; the diagonals alternate, so that they meet in every other vertex.
fn triangles(width: usize) -> impl Iterator<Item = [usize; 3]> {
    let cells = (0..width - 1).flat_map(move |row| (0..width - 1).map(move |column| (row, column)));
    cells.flat_map(move |(row, column)| {
        let here = row * width + column;
        let (right, above) = (here + 1, here + width);
        let across = above + 1;
        if (row + column) % 2 == 0 {
            [[here, above, across], [here, across, right]]
        } else {
            [[here, above, right], [right, above, across]]
        }
    })
}

fn face(side: &Side, indices: [usize; 3]) -> MeshFace {
    MeshFace {
        indices: indices.iter().map(|index| *index as u32).collect(),
        material: side.material.clone(),
        u_axis: side.u_axis,
        v_axis: side.v_axis,
        lightmap_scale: side.lightmap_scale,
    }
}

/// What of the displacement and its side a mesh has no field for.
fn kept(side: &Side, power: u32, mut others: Vec<UnknownNode>) -> Vec<UnknownNode> {
    let mut nodes = vec![UnknownNode::Key("power".to_owned(), power.to_string())];
    if side.smoothing_groups != 0 {
        nodes.push(UnknownNode::Key("smoothing_groups".to_owned(), side.smoothing_groups.to_string()));
    }
    nodes.append(&mut others);
    vec![UnknownNode::Block("dispinfo".to_owned(), nodes)]
}
