//! Reads one side of a brush: its plane, a texture, how it lies, and the numbers some games add.

use super::primitive;
use super::projection::{StandardProjection, scale_or_one};
use super::scanner::{Failure, Scanner};
use crate::model::{Side, TextureAxis, TextureUnits, UnknownNode};
use kerosene_math::DVec3;
use std::fmt::Write as _;

/// Coordinates beyond this are damage, not design: the world ends at 2^14.
pub(crate) const COORDINATE_LIMIT: f64 = (1_u32 << 20) as f64;

/// Key under which numbers at the end of a side are kept that we have no name for.
pub(super) const TRAILING_KEY: &str = "trailing";

/// Numbers after the texture that are looked at; more than any game writes.
const TRAILING_LIMIT: usize = 32;

/// Every texture of Quake 3 and its heirs lies in it; whether a map says so depends on the editor.
const TEXTURE_FOLDER: &str = "textures/";

/// World units per luxel where the format has no say.
pub(super) const LIGHTMAP_SCALE: f64 = 16.0;

/// A side, and what was wrong with it.
#[derive(Debug)]
pub(super) struct ReadSide {
    /// Its id is still 0.
    pub(super) side: Side,
    /// Why the brush cannot be used.
    pub(super) fault: Option<SideFault>,
    /// Texture numbers that were not finite.
    pub(super) replaced: u32,
}

/// A side that reads well and is of no use.
#[derive(Debug)]
pub(super) struct SideFault {
    pub(super) line: u32,
    pub(super) message: String,
}

/// How a side says where its plane is and how its texture lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SideForm {
    /// Three points, then the texture with the standard projection or Valve 220's axes.
    Standard,
    /// `brushDef`: three points, then a matrix before the texture.
    Primitive,
    /// `brushDef3`: the coefficients of a plane, then a matrix before the texture.
    Coefficients,
}

/// Reads a side; the cursor is before its first point.
pub(super) fn read(scanner: &mut Scanner<'_>, form: SideForm) -> Result<ReadSide, Failure> {
    scanner.next_byte();
    let line = scanner.line();
    let points = match form {
        SideForm::Standard | SideForm::Primitive => [point(scanner)?, point(scanner)?, point(scanner)?],
        SideForm::Coefficients => primitive::plane(scanner)?,
    };
    let fault = coordinate_fault(&points, line);
    let mut replaced = 0;
    let (material, u_axis, v_axis, rotation) = if form == SideForm::Standard {
        let material = texture_name(scanner)?;
        let mut numbers = TextureNumbers { scanner, replaced: 0 };
        let (u_axis, v_axis, rotation) = numbers.axes(&points)?;
        replaced = numbers.replaced;
        (material, u_axis, v_axis, rotation)
    } else {
        let matrix = primitive::matrix(scanner, &mut replaced)?;
        let (u_axis, v_axis) = primitive::axes(&matrix, &points);
        (texture_name(scanner)?, u_axis, v_axis, 0.0)
    };
    let texture_units = if form == SideForm::Standard { TextureUnits::Texels } else { TextureUnits::Repeats };
    let mut side = Side {
        id: 0,
        line,
        points,
        material,
        u_axis,
        v_axis,
        texture_units,
        rotation,
        lightmap_scale: LIGHTMAP_SCALE,
        smoothing_groups: 0,
        surface_flags: 0,
        content_flags: 0,
        value: 0.0,
        walk_rule: String::new(),
        unknown: Vec::new(),
    };
    read_trailing(scanner, &mut side)?;
    Ok(ReadSide { side, fault, replaced })
}

/// The name of a texture, without the folder that some editors put before all of them.
pub(super) fn texture_name(scanner: &mut Scanner<'_>) -> Result<String, Failure> {
    match scanner.next_byte() {
        None => Err(scanner.unexpected("the name of a texture")),
        Some(_) => {
            let name = scanner.text()?;
            let folder = name.get(..TEXTURE_FOLDER.len()).filter(|folder| folder.eq_ignore_ascii_case(TEXTURE_FOLDER));
            let inside = name.get(folder.map_or(0, str::len)..).filter(|inside| !inside.is_empty());
            Ok(inside.unwrap_or(&name).to_owned())
        }
    }
}

fn point(scanner: &mut Scanner<'_>) -> Result<DVec3, Failure> {
    scanner.expect(b'(', "`(`, a point of a side, or `}`, the end of the brush")?;
    let expected = "a coordinate";
    let point = DVec3::new(scanner.number(expected)?, scanner.number(expected)?, scanner.number(expected)?);
    scanner.expect(b')', "`)`, the end of a point")?;
    Ok(point)
}

fn coordinate_fault(points: &[DVec3; 3], line: u32) -> Option<SideFault> {
    let is_bad = |value: &f64| value.is_nan() || value.abs() > COORDINATE_LIMIT;
    let bad = points.iter().flat_map(DVec3::to_array).find(is_bad)?;
    let message = if bad.is_finite() {
        format!("the coordinate {bad:e} is beyond {COORDINATE_LIMIT} units")
    } else {
        format!("the coordinate {bad} is no finite number")
    };
    Some(SideFault { line, message })
}

/// Reads numbers of which a bad one costs the alignment of a texture but no wall.
pub(super) struct TextureNumbers<'s, 'a> {
    pub(super) scanner: &'s mut Scanner<'a>,
    pub(super) replaced: u32,
}

impl TextureNumbers<'_, '_> {
    /// Both axes and the rotation, in whichever of the two forms comes next.
    fn axes(&mut self, points: &[DVec3; 3]) -> Result<(TextureAxis, TextureAxis, f64), Failure> {
        if self.scanner.next_byte() == Some(b'[') {
            let (u_direction, u_shift) = self.valve_axis()?;
            let (v_direction, v_shift) = self.valve_axis()?;
            let rotation = self.number(0.0)?;
            let scale = [scale_or_one(self.number(1.0)?), scale_or_one(self.number(1.0)?)];
            let u_axis = TextureAxis { direction: u_direction, shift: u_shift, scale: scale[0] };
            let v_axis = TextureAxis { direction: v_direction, shift: v_shift, scale: scale[1] };
            return Ok((u_axis, v_axis, rotation));
        }
        let shift = [self.number(0.0)?, self.number(0.0)?];
        let rotation = self.number(0.0)?;
        let scale = [self.number(1.0)?, self.number(1.0)?];
        let (u_axis, v_axis) = StandardProjection { shift, rotation, scale }.axes(points);
        Ok((u_axis, v_axis, rotation))
    }

    fn valve_axis(&mut self) -> Result<(DVec3, f64), Failure> {
        self.scanner.expect(b'[', "`[`, a texture axis")?;
        let direction = DVec3::new(self.number(0.0)?, self.number(0.0)?, self.number(0.0)?);
        let shift = self.number(0.0)?;
        self.scanner.expect(b']', "`]`, the end of a texture axis")?;
        Ok((direction, shift))
    }

    /// A number, or `default` where there is none that is finite.
    pub(super) fn number(&mut self, default: f64) -> Result<f64, Failure> {
        if !starts_number(self.scanner.next_byte()) {
            return Err(self.scanner.unexpected("a number of the texture's alignment"));
        }
        Ok(self.scanner.finite_number().unwrap_or_else(|| {
            self.replaced += 1;
            default
        }))
    }
}

fn starts_number(byte: Option<u8>) -> bool {
    matches!(byte, Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'n' | b'N' | b'i' | b'I'))
}

/// Contents, flags and value, as Quake 2 and Half-Life's heirs write them; what else stands there
/// is kept as it is.
fn read_trailing(scanner: &mut Scanner<'_>, side: &mut Side) -> Result<(), Failure> {
    let mut numbers = [0.0; TRAILING_LIMIT];
    let mut count = 0;
    while starts_number(scanner.next_byte()) {
        let value = scanner.number("a number, or the next side")?;
        let Some(slot) = numbers.get_mut(count) else {
            return Err(scanner.unexpected("the next side"));
        };
        *slot = value;
        count += 1;
    }
    let unnamed = match numbers.get(..count).unwrap_or_default() {
        [contents, flags, value, rest @ ..] => {
            side.content_flags = flag_bits(*contents);
            side.surface_flags = flag_bits(*flags);
            side.value = if value.is_finite() { *value } else { 0.0 };
            rest
        }
        few => few,
    };
    if !unnamed.is_empty() {
        let mut text = String::new();
        for number in unnamed {
            let gap = if text.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{gap}{number}");
        }
        side.unknown.push(UnknownNode::Key(TRAILING_KEY.to_owned(), text));
    }
    Ok(())
}

/// Flag words are written signed or unsigned; either way the bits are meant.
pub(super) fn flag_bits(number: f64) -> u32 {
    (number as i64) as u32
}
