//! What a check is, and what it is given.

use super::names::Names;
use super::shape::BrushShape;
use crate::model::{Brush, Entity, Map, Mesh, Side};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::Code;

/// One check of editable maps: a code, what looks for it, and what repairs it where only one repair is right.
#[derive(Debug, Clone, Copy)]
pub struct Lint {
    pub(super) code: Code,
    pub(super) check: fn(&Subject<'_>, &mut Reporter),
    /// Says how often it changed something.
    pub(super) repair: Option<fn(&mut Map) -> usize>,
}

/// What a repair did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repair {
    /// The code of the check.
    pub code: Code,
    /// How many places were changed, never 0.
    pub count: usize,
}

impl Lint {
    /// The code that it reports; the code's page explains it.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Whether it can be repaired without asking.
    pub fn can_repair(&self) -> bool {
        self.repair.is_some()
    }

    pub(super) fn check(&self, subject: &Subject<'_>, reporter: &mut Reporter) {
        (self.check)(subject, reporter);
    }

    pub(super) fn repair(&self, map: &mut Map) -> Option<Repair> {
        let count = self.repair.map_or(0, |repair| repair(map));
        (count > 0).then_some(Repair { code: self.code, count })
    }
}

/// A map with what several checks ask of it, worked out once.
pub(crate) struct Subject<'a> {
    pub(super) map: &'a Map,
    pub(super) names: Names<'a>,
    /// By entity and brush.
    shapes: Vec<Vec<BrushShape>>,
}

/// A brush with its shape and where it stands.
#[derive(Clone, Copy)]
pub(super) struct BrushView<'a> {
    /// Index of its entity.
    pub(super) entity: usize,
    pub(super) brush: &'a Brush,
    pub(super) shape: &'a BrushShape,
    pub(super) place: Place,
}

impl<'a> BrushView<'a> {
    /// Where one of its sides is.
    pub(super) fn side_place(&self, side: &Side) -> Place {
        Place { side: Some(side.id), line: side.line, ..self.place }
    }
}

impl<'a> Subject<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        let shapes = |entity: &Entity| entity.brushes.iter().map(BrushShape::new).collect();
        Self { map, names: Names::new(map), shapes: map.entities.iter().map(shapes).collect() }
    }

    /// Every brush of the map, in file order.
    pub(super) fn brushes(&self) -> impl Iterator<Item = BrushView<'_>> {
        self.map.entities.iter().zip(&self.shapes).enumerate().flat_map(|(index, (entity, shapes))| {
            entity.brushes.iter().zip(shapes).map(move |(brush, shape)| {
                let place = Place { brush: Some(brush.id), line: brush.line, ..Place::entity(entity) };
                BrushView { entity: index, brush, shape, place }
            })
        })
    }

    /// Every side of every brush, with its place.
    pub(super) fn sides(&self) -> impl Iterator<Item = (&Side, Place)> {
        self.brushes().flat_map(|view| view.brush.sides.iter().map(move |side| (side, view.side_place(side))))
    }

    /// Every mesh, with its place.
    pub(super) fn meshes(&self) -> impl Iterator<Item = (&Mesh, Place)> {
        self.map.entities.iter().flat_map(|entity| {
            entity
                .meshes
                .iter()
                .map(|mesh| (mesh, Place { brush: Some(mesh.id), line: mesh.line, ..Place::entity(entity) }))
        })
    }
}

/// Every side of a map, to be changed.
pub(super) fn sides_mut(map: &mut Map) -> impl Iterator<Item = &mut Side> {
    map.entities.iter_mut().flat_map(|entity| &mut entity.brushes).flat_map(|brush| &mut brush.sides)
}

/// Keeps what `keep` says and tells how many went.
pub(super) fn retain_counted<T>(list: &mut Vec<T>, keep: impl FnMut(&T) -> bool) -> usize {
    let before = list.len();
    list.retain(keep);
    before - list.len()
}
