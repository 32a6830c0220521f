//! Bodies that name their kind before an inner block: brush primitives and patches.

use super::patch::{self, PatchKind};
use super::reader::{Body, Reader};
use super::scanner::Failure;
use super::side::SideForm;
use super::skipped::Note;
use crate::error::Problem;
use crate::model::{Brush, Mesh};
use crate::patch::{TooManyVertices, tessellate};
use crate::report::Place;
use kerosene_diagnostics::codes;

/// Words that stand before the inner block.
pub(super) const KINDS: [&str; 4] = ["brushDef", "brushDef3", "patchDef2", "patchDef3"];

/// No patch is cut finer than to this many units.
const SMALLEST_TOLERANCE: f64 = 1.0 / 1024.0;

#[derive(Debug, Clone, Copy)]
enum Kind {
    Brush(SideForm),
    Patch(PatchKind),
}

impl Kind {
    fn named(word: &str) -> Option<Self> {
        let at = KINDS.iter().position(|kind| kind.eq_ignore_ascii_case(word))?;
        Some(match at {
            0 => Self::Brush(SideForm::Primitive),
            1 => Self::Brush(SideForm::Coefficients),
            2 => Self::Patch(PatchKind::Quake3),
            _ => Self::Patch(PatchKind::Doom3),
        })
    }
}

impl Reader<'_> {
    /// Reads a body of whatever kind its first word names, up to the end of the outer block.
    pub(super) fn read_kind(&mut self, place: Place) -> Result<Option<Body>, Failure> {
        let word = self.scanner.text()?;
        // Blocks that are open, for stepping over the rest of them.
        let mut depth = 1;
        let result = match Kind::named(&word) {
            None => {
                self.skipped.add(&word, place);
                self.scanner.skip_blocks(place.line, depth)?;
                return Ok(None);
            }
            Some(Kind::Brush(form)) => self.read_primitive(form, place, &mut depth),
            Some(Kind::Patch(kind)) => {
                return match self.read_patch(kind, place, &mut depth) {
                    Ok(mesh) => Ok(mesh.map(Body::Mesh)),
                    Err(failure) => self.recover_patch(failure, place, depth),
                };
            }
        };
        result.or_else(|failure| self.recover(failure, place, depth))
    }

    fn read_primitive(&mut self, form: SideForm, place: Place, depth: &mut u32) -> Result<Option<Body>, Failure> {
        let mut brush = Brush { id: place.brush.unwrap_or_default(), line: place.line, ..Brush::default() };
        self.open(depth)?;
        let fault = self.read_sides(&mut brush, form)?;
        *depth -= 1;
        self.close(depth)?;
        let body = self.accept(brush, fault, place);
        self.raw.statistics.primitives += usize::from(body.is_some());
        Ok(body)
    }

    fn read_patch(&mut self, kind: PatchKind, place: Place, depth: &mut u32) -> Result<Option<Mesh>, Failure> {
        self.open(depth)?;
        let read = patch::read(&mut self.scanner, kind, self.options.limits.patch_points)?;
        self.close(depth)?;
        self.close(depth)?;
        self.report_replaced_numbers(read.replaced, place);
        if let Some(fault) = &read.fault {
            self.drop_patch(place, fault);
            return Ok(None);
        }
        if read.says_pieces {
            self.skipped.note(Note::PiecesNotFollowed, place);
        }
        let tolerance = Some(self.options.patch_tolerance).filter(|tolerance| tolerance.is_finite());
        let tolerance = tolerance.unwrap_or_default().max(SMALLEST_TOLERANCE);
        let limit = self.options.limits.mesh_vertices;
        let tessellated = match tessellate(&read.patch, tolerance, limit - self.mesh_vertices.min(limit)) {
            Ok(tessellated) => tessellated,
            Err(TooManyVertices) => {
                return Err(self.scanner.failure(Problem::OverLimit { what: "vertices of patches", limit }));
            }
        };
        if tessellated.triangles.is_empty() {
            self.drop_patch(place, "it has no area");
            return Ok(None);
        }
        if !tessellated.within_tolerance {
            self.skipped.note(Note::Coarse, place);
        }
        self.mesh_vertices += tessellated.positions.len();
        self.raw.statistics.patches += 1;
        self.raw.statistics.patch_triangles += tessellated.triangles.len();
        let mesh = patch::mesh(&read, tessellated, place.line);
        Ok(Some(Mesh { id: place.brush.unwrap_or_default(), ..mesh }))
    }

    fn recover_patch(&mut self, failure: Failure, place: Place, depth: u32) -> Result<Option<Body>, Failure> {
        let Failure { position, problem: problem @ Problem::Unexpected { .. } } = failure else { return Err(failure) };
        let at = Place { line: position.line, column: position.column, ..place };
        self.drop_patch(at, &problem.to_string());
        self.scanner.skip_blocks(place.line, depth)?;
        Ok(None)
    }

    fn drop_patch(&mut self, place: Place, why: &str) {
        self.raw.statistics.patches_not_read += 1;
        let message = format!("patch left out: {why}");
        self.reporter.report_with_fix(codes::PATCH_LEFT_OUT, place, message, "draw the patch again, or delete it");
    }

    fn open(&mut self, depth: &mut u32) -> Result<(), Failure> {
        self.scanner.expect(b'{', "`{`, the start of the inner block")?;
        *depth += 1;
        Ok(())
    }

    fn close(&mut self, depth: &mut u32) -> Result<(), Failure> {
        self.scanner.expect(b'}', "`}`, the end of the block")?;
        *depth -= 1;
        Ok(())
    }
}
