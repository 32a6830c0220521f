//! Reads the structure of a `.map`: entities, their keys, their brushes.
//!
//! A line of a brush that makes no sense costs that brush and nothing else; what makes the extent
//! of a block uncertain stops the reading. Nothing recurses: braces nest two deep, and what nests
//! deeper is stepped over by counting.

use super::scanner::{Encoding, Failure, Scanner};
use super::side::{self, SideFault};
use super::skipped::Skipped;
use crate::error::{Problem, ReadError};
use crate::import::ImportStatistics;
use crate::limits::ReadOptions;
use crate::model::{Brush, Entity};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::{Code, codes};

/// Quake 2's `CONTENTS_DETAIL`, which its heirs kept.
pub(super) const QUAKE_DETAIL: u32 = 1 << 27;

/// Sides of a box, which most brushes are.
const USUAL_SIDES: usize = 6;

/// The entities as they stand in the file, before groups and layers are understood.
#[derive(Debug)]
pub(super) struct RawMap {
    pub(super) entities: Vec<Entity>,
    /// Brushes outside every entity: a clipboard saved as a file.
    pub(super) loose_brushes: Vec<Brush>,
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
    let raw =
        RawMap { entities: Vec::new(), loose_brushes: Vec::new(), statistics: ImportStatistics::default(), next_id: 1 };
    let mut reader = Reader { scanner, options, reporter, skipped: Skipped::default(), keys: 0, raw };
    match reader.read_blocks() {
        Ok(()) => Ok(reader.finish()),
        Err(Failure { position, problem }) => {
            Err(ReadError { file: source_name.to_owned(), line: position.line, column: position.column, problem })
        }
    }
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    options: &'a ReadOptions,
    reporter: &'a mut Reporter,
    skipped: Skipped,
    keys: usize,
    raw: RawMap,
}

impl Reader<'_> {
    fn read_blocks(&mut self) -> Result<(), Failure> {
        while let Some(byte) = self.scanner.next_byte() {
            if byte != b'{' {
                return Err(self.scanner.unexpected("`{`, the start of an entity"));
            }
            let opened = self.scanner.line();
            self.scanner.step();
            if self.scanner.next_byte() == Some(b'(') {
                self.read_loose_brush(opened)?;
            } else {
                self.read_entity(opened)?;
            }
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
                    let brush = self.read_brush(brush_line, Some(entity.id))?;
                    entity.brushes.extend(brush);
                }
                Some(_) => self.read_key(&mut entity)?,
            }
        }
        self.raw.entities.push(entity);
        Ok(())
    }

    fn read_key(&mut self, entity: &mut Entity) -> Result<(), Failure> {
        self.check_limit(entity.keys.len(), self.options.limits.keys_per_entity, "keys in one entity")?;
        self.check_limit(self.keys, self.options.limits.keys, "keys in one file")?;
        self.keys += 1;
        let key = self.scanner.text()?.into_owned();
        if matches!(self.scanner.next_byte(), None | Some(b'{' | b'}')) {
            return Err(self.scanner.unexpected("the value of a key"));
        }
        let value = self.scanner.text()?.into_owned();
        entity.keys.push((key, value));
        Ok(())
    }

    fn read_loose_brush(&mut self, opened: u32) -> Result<(), Failure> {
        let brush = self.read_brush(opened, None)?;
        self.raw.loose_brushes.extend(brush);
        Ok(())
    }

    /// Reads up to the closing brace of a brush; `None` where the brush had to be dropped.
    fn read_brush(&mut self, opened: u32, entity: Option<u32>) -> Result<Option<Brush>, Failure> {
        let statistics = &self.raw.statistics;
        self.check_limit(statistics.brushes + statistics.dropped_brushes, self.options.limits.brushes, "brushes")?;
        let mut brush = Brush { id: self.take_id(), line: opened, ..Brush::default() };
        let place = Place { line: opened, entity, brush: Some(brush.id), ..Place::default() };
        if !matches!(self.scanner.next_byte(), None | Some(b'(' | b'}')) {
            let kind = self.scanner.text()?;
            self.skipped.add(&kind, place);
            self.scanner.skip_block(opened)?;
            return Ok(None);
        }
        match self.read_sides(&mut brush, opened) {
            Ok(None) => Ok(Some(self.accept(brush))),
            Ok(Some(fault)) => {
                self.drop_brush(codes::COORDINATE_OUT_OF_RANGE, Place { line: fault.line, ..place }, &fault.message);
                Ok(None)
            }
            Err(Failure { position, problem: problem @ Problem::Unexpected { .. } }) => {
                let place = Place { line: position.line, column: position.column, ..place };
                self.drop_brush(codes::BRUSH_NOT_READ, place, &problem.to_string());
                self.scanner.skip_block(opened)?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Fills in the sides; `Ok(Some(_))` says why the brush is of no use though it reads well.
    fn read_sides(&mut self, brush: &mut Brush, opened: u32) -> Result<Option<SideFault>, Failure> {
        let mut fault = None;
        loop {
            match self.scanner.next_byte() {
                None => return Err(self.scanner.failure(Problem::UnclosedBlock { opened })),
                Some(b'}') => {
                    self.scanner.step();
                    return Ok(fault);
                }
                Some(_) => {
                    let limit = self.options.limits.sides_per_brush;
                    self.check_limit(brush.sides.len(), limit, "sides in one brush")?;
                    let side = side::read(&mut self.scanner)?;
                    self.report_replaced_numbers(brush, &side);
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

    fn report_replaced_numbers(&mut self, brush: &Brush, side: &side::ReadSide) {
        if side.replaced == 0 {
            return;
        }
        let place = Place { line: side.side.line, brush: Some(brush.id), ..Place::default() };
        let message = format!("{} texture numbers are not finite; defaults stand in for them", side.replaced);
        self.reporter.report_with_fix(
            codes::TEXTURE_NUMBER_REPLACED,
            place,
            message,
            "align the texture of this face again",
        );
    }

    fn accept(&mut self, mut brush: Brush) -> Brush {
        // The first side decides where they disagree, as in id Software's qbsp3.
        brush.detail = brush.sides.first().is_some_and(|side| side.content_flags & QUAKE_DETAIL != 0);
        self.raw.statistics.brushes += 1;
        self.raw.statistics.sides += brush.sides.len();
        brush
    }

    fn drop_brush(&mut self, code: Code, place: Place, why: &str) {
        self.raw.statistics.dropped_brushes += 1;
        let message = format!("brush left out: {why}");
        self.reporter.report_with_fix(code, place, message, "correct this line, or draw the brush again");
    }

    fn check_limit(&self, count: usize, limit: usize, what: &'static str) -> Result<(), Failure> {
        if count < limit { Ok(()) } else { Err(self.scanner.failure(Problem::OverLimit { what, limit })) }
    }

    fn take_id(&mut self) -> u32 {
        let id = self.raw.next_id;
        self.raw.next_id = id.saturating_add(1);
        id
    }

    fn finish(mut self) -> RawMap {
        self.skipped.report(self.reporter, &mut self.raw.statistics);
        self.raw
    }
}
