//! Reads the structure of a `.map`: entities, their keys, their brushes.
//!
//! A line of a brush that makes no sense costs that brush and nothing else; what makes the extent
//! of a block uncertain stops the reading. Nothing recurses: braces nest three deep, and what nests
//! deeper is stepped over by counting.

use super::kinds::KINDS;
use super::scanner::{Encoding, Failure, Scanner};
use super::side::{self, SideFault, SideForm};
use super::skipped::Skipped;
use crate::error::{Problem, ReadError};
use crate::import::ImportStatistics;
use crate::limits::ReadOptions;
use crate::model::{Brush, Entity, Mesh, UnknownNode};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::{Code, codes};

/// Quake 2's `CONTENTS_DETAIL`, which its heirs kept.
pub(crate) const QUAKE_DETAIL: u32 = 1 << 27;

/// Sides of a box, which most brushes are.
const USUAL_SIDES: usize = 6;

/// The entities as they stand in the file, before groups and layers are understood.
#[derive(Debug)]
pub(super) struct RawMap {
    pub(super) entities: Vec<Entity>,
    /// Brushes outside every entity: a clipboard saved as a file.
    pub(super) loose_brushes: Vec<Brush>,
    /// Patches outside every entity.
    pub(super) loose_meshes: Vec<Mesh>,
    pub(super) statistics: ImportStatistics,
    /// Larger than every id given.
    pub(super) next_id: u32,
}

/// Reads all of `bytes`.
pub(super) fn read(
    source_name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    reporter: &mut Reporter,
) -> Result<RawMap, ReadError> {
    let scanner = Scanner::new(bytes, options.limits.token_bytes);
    if scanner.encoding() == Encoding::Latin1 {
        let message = "the text is not UTF-8; it was read as Latin-1, byte for byte".to_owned();
        reporter.report(codes::LATIN_1, Place::default(), message);
    }
    let raw = RawMap {
        entities: Vec::new(),
        loose_brushes: Vec::new(),
        loose_meshes: Vec::new(),
        statistics: ImportStatistics::default(),
        next_id: 1,
    };
    let mut reader = Reader { scanner, options, reporter, skipped: Skipped::default(), keys: 0, mesh_vertices: 0, raw };
    match reader.read_blocks() {
        Ok(()) => Ok(reader.finish()),
        Err(Failure { position, problem }) => {
            Err(ReadError { file: source_name.to_owned(), line: position.line, column: position.column, problem })
        }
    }
}

/// What stands between the braces in an entity.
#[derive(Debug)]
pub(super) enum Body {
    Brush(Brush),
    Mesh(Mesh),
}

pub(super) struct Reader<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) options: &'a ReadOptions,
    pub(super) reporter: &'a mut Reporter,
    pub(super) skipped: Skipped,
    keys: usize,
    /// Vertices of all patches so far.
    pub(super) mesh_vertices: usize,
    pub(super) raw: RawMap,
}

impl Reader<'_> {
    fn read_blocks(&mut self) -> Result<(), Failure> {
        self.read_version()?;
        while let Some(byte) = self.scanner.next_byte() {
            if byte != b'{' {
                return Err(self.scanner.unexpected("`{`, the start of an entity"));
            }
            let opened = self.scanner.line();
            self.scanner.step();
            if self.scanner.next_byte() == Some(b'(') || self.scanner.next_word_is(&KINDS) {
                self.read_loose_body(opened)?;
            } else {
                self.read_entity(opened)?;
            }
        }
        Ok(())
    }

    /// Doom 3's maps begin with `Version 2`.
    fn read_version(&mut self) -> Result<(), Failure> {
        if self.scanner.next_word_is(&["Version"]) {
            self.scanner.word();
            self.scanner.number("the number of a version")?;
        }
        Ok(())
    }

    fn read_entity(&mut self, opened: u32) -> Result<(), Failure> {
        self.check_limit(self.raw.entities.len(), self.options.limits.entities, "entities")?;
        let mut entity = Entity { id: self.take_id(), line: opened, ..Entity::default() };
        loop {
            match self.scanner.next_byte() {
                None => return Err(self.scanner.failure(Problem::UnclosedBlock { opened })),
                Some(b'}') => {
                    self.scanner.step();
                    break;
                }
                Some(b'{') => {
                    let brush_line = self.scanner.line();
                    self.scanner.step();
                    match self.read_body(brush_line, Some(entity.id))? {
                        Some(Body::Brush(brush)) => entity.brushes.push(brush),
                        Some(Body::Mesh(mesh)) => entity.meshes.push(mesh),
                        None => {}
                    }
                }
                Some(_) => self.read_key(&mut entity)?,
            }
        }
        self.raw.entities.push(entity);
        Ok(())
    }

    /// A key of a brush, which only brush primitives have.
    fn read_brush_key(&mut self, brush: &mut Brush) -> Result<(), Failure> {
        let (key, value) = self.read_pair()?;
        brush.unknown.push(UnknownNode::Key(key, value));
        Ok(())
    }

    fn read_key(&mut self, entity: &mut Entity) -> Result<(), Failure> {
        self.check_limit(entity.keys.len(), self.options.limits.keys_per_entity, "keys in one entity")?;
        let pair = self.read_pair()?;
        entity.keys.push(pair);
        Ok(())
    }

    fn read_pair(&mut self) -> Result<(String, String), Failure> {
        self.check_limit(self.keys, self.options.limits.keys, "keys in one file")?;
        self.keys += 1;
        let key = self.scanner.text()?.into_owned();
        if matches!(self.scanner.next_byte(), None | Some(b'{' | b'}')) {
            return Err(self.scanner.unexpected("the value of a key"));
        }
        Ok((key, self.scanner.text()?.into_owned()))
    }

    fn read_loose_body(&mut self, opened: u32) -> Result<(), Failure> {
        match self.read_body(opened, None)? {
            Some(Body::Brush(brush)) => self.raw.loose_brushes.push(brush),
            Some(Body::Mesh(mesh)) => self.raw.loose_meshes.push(mesh),
            None => {}
        }
        Ok(())
    }

    /// Reads up to the closing brace of a body; `None` where it had to be left out.
    fn read_body(&mut self, opened: u32, entity: Option<u32>) -> Result<Option<Body>, Failure> {
        let statistics = &self.raw.statistics;
        let bodies = statistics.brushes + statistics.dropped_brushes + statistics.patches + statistics.patches_not_read;
        self.check_limit(bodies, self.options.limits.brushes, "brushes")?;
        let id = self.take_id();
        let place = Place { line: opened, entity, brush: Some(id), ..Place::default() };
        if !matches!(self.scanner.next_byte(), None | Some(b'(' | b'}')) {
            return self.read_kind(place);
        }
        let mut brush = Brush { id, line: opened, ..Brush::default() };
        match self.read_sides(&mut brush, SideForm::Standard) {
            Ok(fault) => Ok(self.accept(brush, fault, place)),
            Err(failure) => self.recover(failure, place, 1),
        }
    }

    /// Leaves out a brush with a line that makes no sense, of whose blocks `depth` are open.
    pub(super) fn recover(&mut self, failure: Failure, place: Place, depth: u32) -> Result<Option<Body>, Failure> {
        let Failure { position, problem: problem @ Problem::Unexpected { .. } } = failure else { return Err(failure) };
        let at = Place { line: position.line, column: position.column, ..place };
        self.drop_brush(codes::BRUSH_NOT_READ, at, &problem.to_string());
        self.scanner.skip_blocks(place.line, depth)?;
        Ok(None)
    }

    /// Fills in the sides; `Ok(Some(_))` says why the brush is of no use though it reads well.
    pub(super) fn read_sides(&mut self, brush: &mut Brush, form: SideForm) -> Result<Option<SideFault>, Failure> {
        let opened = brush.line;
        let mut fault = None;
        loop {
            match self.scanner.next_byte() {
                None => return Err(self.scanner.failure(Problem::UnclosedBlock { opened })),
                Some(b'}') => {
                    self.scanner.step();
                    return Ok(fault);
                }
                Some(b'"') if form != SideForm::Standard => self.read_brush_key(brush)?,
                Some(_) => {
                    let limit = self.options.limits.sides_per_brush;
                    self.check_limit(brush.sides.len(), limit, "sides in one brush")?;
                    let side = side::read(&mut self.scanner, form)?;
                    self.report_replaced_numbers(side.replaced, Place { line: side.side.line, ..Place::brush(brush) });
                    fault = fault.or(side.fault);
                    if brush.sides.is_empty() {
                        brush.sides.reserve(USUAL_SIDES);
                    }
                    brush.sides.push(side.side);
                    self.give_side_id(brush);
                }
            }
        }
    }

    fn give_side_id(&mut self, brush: &mut Brush) {
        let id = self.take_id();
        if let Some(side) = brush.sides.last_mut() {
            side.id = id;
        }
    }

    pub(super) fn report_replaced_numbers(&mut self, replaced: u32, place: Place) {
        if replaced == 0 {
            return;
        }
        let message = format!("{replaced} texture numbers are not finite; defaults stand in for them");
        let fix = "align the texture of this face again";
        self.reporter.report_with_fix(codes::TEXTURE_NUMBER_REPLACED, place, message, fix);
    }

    /// Takes a brush that reads well, unless a side is of no use.
    pub(super) fn accept(&mut self, mut brush: Brush, fault: Option<SideFault>, place: Place) -> Option<Body> {
        if let Some(fault) = fault {
            self.drop_brush(codes::COORDINATE_OUT_OF_RANGE, Place { line: fault.line, ..place }, &fault.message);
            return None;
        }
        // The first side decides where they disagree, as in id Software's qbsp3.
        brush.detail = brush.sides.first().is_some_and(|side| side.content_flags & QUAKE_DETAIL != 0);
        self.raw.statistics.brushes += 1;
        self.raw.statistics.sides += brush.sides.len();
        Some(Body::Brush(brush))
    }

    fn drop_brush(&mut self, code: Code, place: Place, why: &str) {
        self.raw.statistics.dropped_brushes += 1;
        let message = format!("brush left out: {why}");
        self.reporter.report_with_fix(code, place, message, "correct this line, or draw the brush again");
    }

    pub(super) fn check_limit(&self, count: usize, limit: usize, what: &'static str) -> Result<(), Failure> {
        if count < limit { Ok(()) } else { Err(self.scanner.failure(Problem::OverLimit { what, limit })) }
    }

    pub(super) fn take_id(&mut self) -> u32 {
        let id = self.raw.next_id;
        self.raw.next_id = id.saturating_add(1);
        id
    }

    fn finish(mut self) -> RawMap {
        self.skipped.report(self.reporter, &mut self.raw.statistics);
        self.raw
    }
}
