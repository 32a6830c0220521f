//! Solids: brushes, and what carries displacements.

use super::dispinfo::DispInfo;
use super::displacement;
use super::editor;
use super::reader::{Reader, Shown};
use super::sew::Sheet;
use super::side::{self, SideFault};
use crate::error::ReadError;
use crate::kmap::cursor::Item;
use crate::model::{Brush, Entity, Mesh, UnknownNode};
use crate::report::Place;
use kerosene_diagnostics::codes;
use kerosene_kv::Position;

/// A solid as it stands in the file.
#[derive(Default)]
struct ReadSolid {
    brush: Brush,
    /// Displacements by the index of their side.
    displacements: Vec<(usize, DispInfo)>,
    fault: Option<SideFault>,
}

impl Reader<'_, '_> {
    /// Reads a `solid` that began at `position` into `entity`, which will stand at `owner`.
    pub(super) fn add_solid(
        &mut self,
        entity: &mut Entity,
        position: Position,
        owner: usize,
        shown: Shown,
    ) -> Result<(), ReadError> {
        let count = self.statistics.brushes + self.statistics.dropped_brushes;
        self.check_limit(count, self.options.limits.brushes, "brushes", position)?;
        let ReadSolid { mut brush, displacements, fault } = self.read_solid(position)?;
        let place = Place { entity: Some(entity.id), brush: Some(brush.id), ..Place::line(brush.line) };
        if let Some(fault) = fault {
            self.statistics.dropped_brushes += 1;
            let message = format!("brush left out: {}", fault.message);
            let place = Place { line: fault.place.line, column: fault.place.column, ..place };
            self.reporter.report_with_fix(fault.code, place, message, "correct this line, or draw the brush again");
            return Ok(());
        }
        self.statistics.brushes += 1;
        self.statistics.sides += brush.sides.len();
        if self.is_left_out(shown) {
            self.note_hidden(place);
            return Ok(());
        }
        brush.editor.hidden |= shown == Shown::Hidden;
        if displacements.is_empty() || !self.displace(&brush, displacements, place, owner) {
            entity.brushes.push(brush);
        }
        Ok(())
    }

    fn read_solid(&mut self, position: Position) -> Result<ReadSolid, ReadError> {
        let mut solid = ReadSolid { brush: Brush { line: position.line, ..Brush::default() }, ..ReadSolid::default() };
        while let Some(item) = self.cursor.next()? {
            let brush = &mut solid.brush;
            match item {
                Item::Pair(key, value, place) if key.eq_ignore_ascii_case("id") => brush.id = self.id(&value, place),
                Item::Pair(key, value, _) => {
                    brush.unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned()));
                }
                Item::Block(name, position) if name.eq_ignore_ascii_case("side") => {
                    let limit = self.options.limits.sides_per_brush;
                    self.check_limit(brush.sides.len(), limit, "sides in one solid", position)?;
                    let read = side::side(self, position)?;
                    solid.displacements.extend(read.displacement.map(|info| (brush.sides.len(), info)));
                    solid.fault = solid.fault.or(read.fault);
                    brush.sides.push(read.side);
                }
                Item::Block(name, _) if name.eq_ignore_ascii_case("editor") => {
                    editor::editor(self, &mut brush.editor, &mut brush.unknown)?;
                }
                Item::Block(name, _) => brush.unknown.push(self.cursor.unknown_block(&name)?),
            }
        }
        Ok(solid)
    }

    /// Makes meshes of the displaced sides; gives whether any was made, so that the brush goes.
    fn displace(&mut self, brush: &Brush, displacements: Vec<(usize, DispInfo)>, place: Place, owner: usize) -> bool {
        let mut made = 0;
        for (at, info) in displacements {
            let Some(side) = brush.sides.get(at) else { continue };
            let place = Place { line: info.line, side: Some(side.id), ..place };
            match displacement::build(brush, at, info) {
                Ok(built) => {
                    if let Some(gap) = built.start_gap {
                        let message = format!(
                            "the displacement's start is {gap:.3} units from the nearest corner, which is taken"
                        );
                        self.reporter.report(codes::DISPLACEMENT_START, place, message);
                    }
                    // The brush is no more, and people know its number.
                    let id = if made == 0 { brush.id } else { 0 };
                    let mesh = Mesh { id, line: side.line, editor: brush.editor.clone(), ..built.mesh };
                    self.sheets.push(Sheet { mesh, width: built.width, owner });
                    made += 1;
                }
                Err(reason) => {
                    self.statistics.displacements_left_flat += 1;
                    let message = format!("the displacement is left flat: {reason}");
                    let fix = "make the displacement anew in its editor";
                    self.reporter.report_with_fix(codes::DISPLACEMENT_NOT_READ, place, message, fix);
                }
            }
        }
        if made > 0 {
            self.statistics.displacements += made;
            self.note_carrier(place, brush.sides.len() - made);
        }
        made > 0
    }
}
