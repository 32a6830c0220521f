//! The one validation at load: afterwards every index is in range and every number finite.
//!
//! All checks are linear in the file's size: ranges of records that share a lump may not overlap in total, so a small
//! file cannot describe a large amount of work.

use super::error::BspError;
use super::file::BspFile;
use super::layout::{Lump, MAX_BRUSH_SIDES, MAX_COORDINATE, MAX_HULL_WORK, MAX_REAL_SIDES};
use super::mesh_check::check_meshes;
use super::places;
use super::tree_check;
use crate::records::{EdgeRecord, NONE, PlaneRecord};
use crate::{LIGHT_GRID_LUMP, LightGrid};
use std::fmt::Display;

/// How far a plane's normal may be from unit length.
const UNIT_EPSILON: f32 = 1e-4;

/// Files of this many bytes are checked by two threads.
const WORTH_A_THREAD: usize = 1 << 20;

/// Checks everything; `offsets` are where the known lumps lie, for messages.
pub(super) fn check_file(file: &BspFile, offsets: &[u64]) -> Result<(), BspError> {
    check_texts(file, offsets)?;
    check_planes(file.planes())?;
    if file.file_length() < WORTH_A_THREAD {
        check_drawn(file)?;
        return check_solid(file);
    }
    let (drawn, solid) = std::thread::scope(|scope| {
        let drawn = scope.spawn(|| check_drawn(file));
        let solid = check_solid(file);
        (drawn.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), solid)
    });
    // In the order of a single thread, so that a file has one error.
    drawn.and(solid)
}

/// What is drawn: polygons, what they are painted with, and light for what stands before them.
fn check_drawn(file: &BspFile) -> Result<(), BspError> {
    check_edges(file)?;
    check_faces(file)?;
    check_materials(file)?;
    file.extra_lump(LIGHT_GRID_LUMP).map_or(Ok(()), |bytes| LightGrid::from_bytes(bytes).map(drop))
}

/// What is walked through: brushes and trees.
fn check_solid(file: &BspFile) -> Result<(), BspError> {
    check_brushes(file)?;
    check_meshes(file)?;
    check_leaves(file)?;
    check_models(file)?;
    places::check_places(file)?;
    tree_check::check_trees(file)
}

/// Names the record under test in errors.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) lump: &'static str,
    pub(crate) index: usize,
}

impl Subject {
    pub(crate) fn error(self, field: &'static str, found: impl Display, expected: impl Display) -> BspError {
        let (found, expected) = (found.to_string(), expected.to_string());
        BspError::Record { lump: self.lump, index: self.index, field, found, expected }
    }

    /// `value` is below `count`.
    pub(crate) fn index_below(self, field: &'static str, value: u32, count: usize) -> Result<(), BspError> {
        if (value as usize) < count {
            return Ok(());
        }
        Err(self.error(field, value, format_args!("below {count}")))
    }

    pub(super) fn index_or_none(self, field: &'static str, value: u32, count: usize) -> Result<(), BspError> {
        if value == NONE { Ok(()) } else { self.index_below(field, value, count) }
    }

    /// Every coordinate is finite and near enough.
    pub(crate) fn coordinates(self, field: &'static str, values: &[f32]) -> Result<(), BspError> {
        match values.iter().find(|value| value.is_nan() || value.abs() > MAX_COORDINATE) {
            Some(value) => Err(self.error(field, value, format_args!("within {MAX_COORDINATE} of 0"))),
            None => Ok(()),
        }
    }

    /// A vector of length 1.
    pub(super) fn unit(self, field: &'static str, &[x, y, z]: &[f32; 3]) -> Result<(), BspError> {
        let length = (x * x + y * y + z * z).sqrt();
        if length.is_nan() || (length - 1.0).abs() > UNIT_EPSILON {
            return Err(self.error(field, format_args!("of length {length}"), "unit length"));
        }
        Ok(())
    }

    /// `offset` begins a name in the strings lump, which is UTF-8 as a whole: a name that starts at a character is too.
    pub(super) fn string(self, field: &'static str, offset: u32, strings: &[u8]) -> Result<(), BspError> {
        self.index_below(field, offset, strings.len())?;
        if strings[offset as usize] & 0xc0 == 0x80 {
            return Err(self.error(field, offset, "the start of a character"));
        }
        Ok(())
    }

    pub(super) fn bounds(self, mins: &[f32; 3], maxs: &[f32; 3]) -> Result<(), BspError> {
        self.coordinates("mins", mins)?;
        self.coordinates("maxs", maxs)
    }
}

/// The ranges that records of one lump take of another: each within it, all together no more than it holds.
pub(super) struct Ranges {
    field: &'static str,
    length: usize,
    taken: usize,
}

impl Ranges {
    pub(super) fn of(field: &'static str, length: usize) -> Self {
        Self { field, length, taken: 0 }
    }

    pub(super) fn take(&mut self, subject: Subject, first: u32, count: u32) -> Result<(), BspError> {
        let end = first as usize + count as usize;
        self.taken += count as usize;
        if end > self.length {
            return Err(subject.error(self.field, end, format_args!("an end of at most {}", self.length)));
        }
        if self.taken > self.length {
            let expected = format_args!("at most {} entries in all records together", self.length).to_string();
            return Err(subject.error(self.field, self.taken, expected));
        }
        Ok(())
    }
}

pub(super) fn subjects(lump: Lump) -> impl FnMut(usize) -> Subject {
    move |index| Subject { lump: lump.name(), index }
}

fn check_texts(file: &BspFile, offsets: &[u64]) -> Result<(), BspError> {
    let error = |lump: Lump, what, found: String, expected: &str| BspError::Lump {
        lump: lump.name().to_owned(),
        offset: offsets[lump.index()],
        what,
        found,
        expected: expected.to_owned(),
    };
    for lump in [Lump::Entities, Lump::Manifest, Lump::Strings] {
        if let Err(problem) = str::from_utf8(file.lump(lump)) {
            return Err(error(lump, "text", problem.to_string(), "UTF-8"));
        }
    }
    if file.lump(Lump::Strings).last().is_some_and(|&byte| byte != 0) {
        return Err(error(Lump::Strings, "last byte", "not NUL".to_owned(), "NUL"));
    }
    let clusters = file.lump(Lump::Clusters).len();
    if clusters != Lump::Clusters.record_size() {
        return Err(error(Lump::Clusters, "length", clusters.to_string(), "one number of 4 bytes"));
    }
    if file.cluster_count() > i32::MAX as u32 {
        return Err(error(Lump::Clusters, "count", file.cluster_count().to_string(), "at most 2^31 - 1"));
    }
    Ok(())
}

fn check_planes(planes: &[PlaneRecord]) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Planes);
    if !planes.len().is_multiple_of(2) {
        return Err(subject(planes.len() - 1).error("pair", "missing", "a plane and its inverse"));
    }
    for (index, plane) in planes.iter().enumerate() {
        let subject = subject(index);
        subject.unit("normal", &plane.normal)?;
        subject.coordinates("dist", &[plane.dist])?;
        let pair = &planes[index ^ 1];
        if pair.normal != plane.normal.map(|component| -component) || pair.dist != -plane.dist {
            return Err(subject.error("pair", format_args!("{pair:?}"), format_args!("the inverse of {plane:?}")));
        }
        let axial = plane.normal.iter().position(|component| component.abs() == 1.0);
        let exact = axial.is_some_and(|axis| (0..3).all(|other| other == axis || plane.normal[other] == 0.0));
        let expected = if exact { axial.unwrap_or(3) as u32 } else { 3 };
        if plane.axis != expected {
            return Err(subject.error("axis", plane.axis, format_args!("{expected} for {:?}", plane.normal)));
        }
    }
    Ok(())
}

fn check_edges(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Vertices);
    for (index, vertex) in file.vertices().iter().enumerate() {
        subject(index).coordinates("position", &vertex.to_array())?;
    }
    let (vertex_count, edge_count) = (file.vertices().len(), file.edges().len());
    let mut subject = subjects(Lump::Edges);
    for (index, edge) in file.edges().iter().enumerate().skip(1) {
        for vertex in edge.vertices {
            subject(index).index_below("vertex", vertex, vertex_count)?;
        }
    }
    let mut subject = subjects(Lump::Surfedges);
    for (index, &edge) in file.surfedges().iter().enumerate() {
        if edge == 0 {
            return Err(subject(index).error("edge", 0, "an edge that has a direction"));
        }
        subject(index).index_below("edge", edge.unsigned_abs(), edge_count)?;
    }
    Ok(())
}

fn check_faces(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Faces);
    let (edges, all_surfedges) = (file.edges(), file.surfedges());
    let mut surfedges = Ranges::of("surfedges", all_surfedges.len());
    for (index, face) in file.faces().iter().enumerate() {
        let subject = subject(index);
        subject.index_below("plane", face.plane, file.planes().len())?;
        subject.index_below("texinfo", face.texinfo, file.texinfos().len())?;
        subject.index_or_none("brush", face.brush, file.brushes().len())?;
        subject.index_or_none("source", face.source, file.sources().len())?;
        if face.surfedge_count < 3 {
            return Err(subject.error("surfedge_count", face.surfedge_count, "at least 3"));
        }
        surfedges.take(subject, face.first_surfedge, face.surfedge_count)?;
        let winding = &all_surfedges[face.first_surfedge as usize..][..face.surfedge_count as usize];
        check_winding(edges, subject, winding)?;
        if !(face.area >= 0.0 && face.area.is_finite()) {
            return Err(subject.error("area", face.area, "finite and not negative"));
        }
    }
    Ok(())
}

/// Each edge of a face starts where the one before it ends.
fn check_winding(edges: &[EdgeRecord], subject: Subject, surfedges: &[i32]) -> Result<(), BspError> {
    let ends = |surfedge: i32| {
        let [from, to] = edges[surfedge.unsigned_abs() as usize].vertices;
        if surfedge > 0 { (from, to) } else { (to, from) }
    };
    let mut before = surfedges.last().map_or((0, 0), |&surfedge| ends(surfedge));
    for &surfedge in surfedges {
        let edge = ends(surfedge);
        if edge.0 != before.1 {
            return Err(subject.error("winding", edge.0, format_args!("vertex {} of a closed loop", before.1)));
        }
        before = edge;
    }
    Ok(())
}

fn check_materials(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::TexInfos);
    for (index, texinfo) in file.texinfos().iter().enumerate() {
        subject(index).index_below("texdata", texinfo.texdata, file.texdata().len())?;
        let vectors = texinfo.texture.iter().chain(&texinfo.lightmap).flatten();
        if let Some(value) = vectors.copied().find(|value| !value.is_finite()) {
            return Err(subject(index).error("vectors", value, "finite numbers"));
        }
    }
    let strings = file.lump(Lump::Strings);
    let mut subject = subjects(Lump::TexData);
    for (index, texdata) in file.texdata().iter().enumerate() {
        subject(index).string("name", texdata.name, strings)?;
        if let Some(value) = texdata.reflectivity.iter().find(|value| !value.is_finite()) {
            return Err(subject(index).error("reflectivity", value, "finite numbers"));
        }
    }
    Ok(())
}

fn check_brushes(file: &BspFile) -> Result<(), BspError> {
    let (plane_count, texinfo_count) = (file.planes().len(), file.texinfos().len());
    let mut subject = subjects(Lump::BrushSides);
    for (index, side) in file.brush_sides().iter().enumerate() {
        subject(index).index_below("plane", side.plane, plane_count)?;
        subject(index).index_or_none("texinfo", side.texinfo, texinfo_count)?;
        if side.bevel > 1 {
            return Err(subject(index).error("bevel", side.bevel, "0 or 1"));
        }
    }
    let mut subject = subjects(Lump::Brushes);
    let mut sides = Ranges::of("sides", file.brush_sides().len());
    for (index, brush) in file.brushes().iter().enumerate() {
        let subject = subject(index);
        if brush.side_count > MAX_BRUSH_SIDES {
            return Err(subject.error("side_count", brush.side_count, format_args!("at most {MAX_BRUSH_SIDES}")));
        }
        sides.take(subject, brush.first_side, brush.side_count)?;
        subject.index_or_none("source", brush.source, file.sources().len())?;
        let own = &file.brush_sides()[brush.first_side as usize..][..brush.side_count as usize];
        let real = own.iter().filter(|side| side.bevel == 0).count();
        if real < 4 {
            return Err(subject.error("sides", real, "at least 4 that are no bevels"));
        }
        if real > MAX_REAL_SIDES as usize {
            return Err(subject.error("sides", real, format_args!("at most {MAX_REAL_SIDES} that are no bevels")));
        }
        if own[..real].iter().any(|side| side.bevel != 0) {
            return Err(subject.error("sides", "a bevel before a real side", "bevels last"));
        }
    }
    Ok(())
}

fn check_leaves(file: &BspFile) -> Result<(), BspError> {
    let (face_count, brush_count) = (file.faces().len(), file.brushes().len());
    let mut subject = subjects(Lump::LeafFaces);
    for (index, &face) in file.leaf_faces().iter().enumerate() {
        subject(index).index_below("face", face, face_count)?;
    }
    let mut subject = subjects(Lump::LeafBrushes);
    for (index, &brush) in file.leaf_brushes().iter().enumerate() {
        subject(index).index_below("brush", brush, brush_count)?;
    }
    let mut subject = subjects(Lump::LeafMeshes);
    for (index, &mesh) in file.leaf_meshes().iter().enumerate() {
        subject(index).index_below("mesh", mesh, file.meshes().len())?;
    }
    let mut subject = subjects(Lump::Leaves);
    let mut faces = Ranges::of("faces", file.leaf_faces().len());
    let mut brushes = Ranges::of("brushes", file.leaf_brushes().len());
    let mut meshes = Ranges::of("meshes", file.leaf_meshes().len());
    for (index, leaf) in file.leaves().iter().enumerate() {
        let subject = subject(index);
        faces.take(subject, leaf.first_face, leaf.face_count)?;
        brushes.take(subject, leaf.first_brush, leaf.brush_count)?;
        meshes.take(subject, leaf.first_mesh, leaf.mesh_count)?;
        subject.bounds(&leaf.mins, &leaf.maxs)?;
        if leaf.cluster < -1 || leaf.cluster >= file.cluster_count() as i32 {
            let expected = format_args!("-1 or below {}", file.cluster_count()).to_string();
            return Err(subject.error("cluster", leaf.cluster, expected));
        }
    }
    Ok(())
}

fn check_models(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Models);
    let mut faces = Ranges::of("faces", file.faces().len());
    let mut brushes = Ranges::of("brushes", file.brushes().len());
    let mut meshes = Ranges::of("meshes", file.meshes().len());
    for (index, model) in file.models().iter().enumerate() {
        let subject = subject(index);
        faces.take(subject, model.first_face, model.face_count)?;
        brushes.take(subject, model.first_brush, model.brush_count)?;
        meshes.take(subject, model.first_mesh, model.mesh_count)?;
        subject.bounds(&model.mins, &model.maxs)?;
        subject.coordinates("origin", &model.origin)?;
    }
    if file.models().is_empty() {
        return Err(subject(0).error("world", "missing", "a model 0"));
    }
    check_hull_work(file)
}

/// What it takes to find the vertices of all brushes of brush models is bounded.
fn check_hull_work(file: &BspFile) -> Result<(), BspError> {
    let mut work = 0;
    for (index, model) in file.models().iter().enumerate().skip(1) {
        for brush in &file.brushes()[model.first_brush as usize..][..model.brush_count as usize] {
            let sides = &file.brush_sides()[brush.first_side as usize..][..brush.side_count as usize];
            work += (sides.iter().filter(|side| side.bevel == 0).count() as u64).pow(2);
        }
        if work > MAX_HULL_WORK {
            let expected =
                format_args!("at most {MAX_HULL_WORK} squared sides of brushes in it and the models before it");
            return Err(Subject { lump: Lump::Models.name(), index }.error("brushes", work, expected));
        }
    }
    Ok(())
}
