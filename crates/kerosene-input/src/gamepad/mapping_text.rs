//! SDL's text format of mappings, `gamecontrollerdb.txt`.
//!
//! A line is a model: its identity, its name, then `part:source` pairs and `platform:NAME`, all with commas between. The
//! format is described in SDL's headers (`SDL_gamepad.h`); this reader was written from that description.

use super::{AxisPart, Guid, Mapping, PadAxis, PadPart, RawPart};
use crate::Key;

/// What is wrong with a line of a table of mappings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct MappingError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: MappingFault,
}

/// What can be wrong with a line of a table of mappings. The line is skipped, the others count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MappingFault {
    /// It begins with no identity.
    #[error("`{0}` is no identity of a model: expected 32 hexadecimal digits")]
    Guid(String),
    /// It ends before the name.
    #[error("expected identity, name and parts with commas between")]
    Short,
    /// A pair without a colon.
    #[error("`{0}` is no pair: expected part:source")]
    Pair(String),
    /// A source that nothing is.
    #[error("`{0}` is no source: expected b0, a0, +a0, -a0, a0~ or h0.1")]
    Source(String),
    /// Longer than a line may be.
    #[error("longer than {} bytes", MappingText::LINE_BYTES)]
    Long,
    /// More pairs than a line may have.
    #[error("more than {} pairs", MappingText::PARTS)]
    Parts,
    /// The table is longer than tables may be; the rest was not read.
    #[error(
        "the table is longer than {} bytes or {} lines: the rest was not read",
        MappingText::BYTES,
        MappingText::LINES
    )]
    Table,
}

/// The lines of a table, read one by one.
///
/// ```
/// use kerosene_input::MappingText;
///
/// let text = "# mine\n030000005e0400008e02000014010000,Pad,a:b0,leftx:a0,lefttrigger:a2,platform:Linux,\nhm";
/// let mut lines = MappingText::new(text, "Linux");
/// let (_, mapping) = lines.next().expect("a line").expect("a mapping");
/// assert_eq!((mapping.name.as_str(), mapping.parts.len()), ("Pad", 3));
/// let error = lines.next().expect("another").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: `hm` is no identity of a model: expected 32 hexadecimal digits");
/// assert!(lines.next().is_none());
/// ```
#[derive(Debug)]
pub struct MappingText<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    platform: &'a str,
    /// Whether something was cut off that is to be told.
    is_cut: bool,
}

impl<'a> MappingText<'a> {
    /// Longest table that is read, in bytes.
    pub const BYTES: usize = 4 << 20;
    /// Most lines of a table that are read.
    pub const LINES: usize = 65_536;
    /// Longest line that is read, in bytes.
    pub const LINE_BYTES: usize = 2048;
    /// Most pairs of a line.
    pub const PARTS: usize = 64;
    /// Longest name that is kept, in characters.
    pub const NAME: usize = 128;

    /// The lines of `text` that are for `platform` (`Linux`, `Windows`, `Mac OS X`) or for none in particular.
    #[must_use]
    pub fn new(text: &'a str, platform: &'a str) -> Self {
        let is_cut = text.len() > Self::BYTES;
        // Cut where a line ends: half a line would be another mapping.
        let whole = text.as_bytes()[..text.len().min(Self::BYTES)].iter().rposition(|byte| *byte == b'\n');
        let end = if is_cut { whole.unwrap_or(0) } else { text.len() };
        Self { lines: text[..end].lines().enumerate(), platform, is_cut }
    }
}

impl Iterator for MappingText<'_> {
    type Item = Result<(Guid, Mapping), MappingError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((index, line)) = self.lines.next().filter(|(index, _)| *index < Self::LINES) else {
                let was_cut = std::mem::take(&mut self.is_cut);
                return was_cut.then_some(Err(MappingError { line: Self::LINES, fault: MappingFault::Table }));
            };
            if index == Self::LINES - 1 {
                self.is_cut |= self.lines.next().is_some();
            }
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match read_line(line, self.platform) {
                Ok(Some(mapping)) => return Some(Ok(mapping)),
                Ok(None) => {}
                Err(fault) => return Some(Err(MappingError { line: index + 1, fault })),
            }
        }
    }
}

/// The model on a line, `None` where it is for another platform.
fn read_line(line: &str, platform: &str) -> Result<Option<(Guid, Mapping)>, MappingFault> {
    if line.len() > MappingText::LINE_BYTES {
        return Err(MappingFault::Long);
    }
    let mut fields = line.split(',').map(str::trim);
    let first = fields.next().unwrap_or_default();
    // What all pads of Windows' interface are known by.
    if first.eq_ignore_ascii_case("xinput") {
        return Ok(None);
    }
    let guid = Guid::parse(first).ok_or_else(|| MappingFault::Guid(shortened(first)))?;
    let name = fields.next().ok_or(MappingFault::Short)?;
    let mut mapping = Mapping { name: name.chars().take(MappingText::NAME).collect(), parts: Vec::new() };
    for field in fields.filter(|field| !field.is_empty()) {
        let (part, source) = field.split_once(':').ok_or_else(|| MappingFault::Pair(shortened(field)))?;
        if part == "platform" && !source.eq_ignore_ascii_case(platform) {
            return Ok(None);
        }
        // What newer tables say beside parts: checksums, hints, kinds of faces; and parts that we have no use for.
        let Some(part) = read_part(part) else { continue };
        let source = read_source(source).ok_or_else(|| MappingFault::Source(shortened(source)))?;
        if mapping.parts.len() == MappingText::PARTS {
            return Err(MappingFault::Parts);
        }
        mapping.parts.push((source, part));
    }
    Ok(Some((guid, mapping)))
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Names of buttons, as SDL has them.
const KEYS: [(&str, Key); 21] = [
    ("a", Key::South),
    ("b", Key::East),
    ("x", Key::West),
    ("y", Key::North),
    ("back", Key::Back),
    ("guide", Key::Guide),
    ("start", Key::Start),
    ("leftstick", Key::LeftStick),
    ("rightstick", Key::RightStick),
    ("leftshoulder", Key::ShoulderLeft),
    ("rightshoulder", Key::ShoulderRight),
    ("dpup", Key::PadUp),
    ("dpdown", Key::PadDown),
    ("dpleft", Key::PadLeft),
    ("dpright", Key::PadRight),
    ("paddle1", Key::Paddle1),
    ("paddle2", Key::Paddle2),
    ("paddle3", Key::Paddle3),
    ("paddle4", Key::Paddle4),
    ("misc1", Key::Misc1),
    ("touchpad", Key::Touchpad),
];

/// Names of axes, as SDL has them.
const AXES: [(&str, PadAxis); PadAxis::COUNT] = [
    ("leftx", PadAxis::LeftX),
    ("lefty", PadAxis::LeftY),
    ("rightx", PadAxis::RightX),
    ("righty", PadAxis::RightY),
    ("lefttrigger", PadAxis::LeftTrigger),
    ("righttrigger", PadAxis::RightTrigger),
];

fn read_part(name: &str) -> Option<PadPart> {
    if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == name) {
        return Some(PadPart::Key(*key));
    }
    let (part, name) = read_sign(name);
    AXES.iter().find(|(known, _)| *known == name).map(|(_, axis)| PadPart::Axis(*axis, part))
}

fn read_sign(text: &str) -> (AxisPart, &str) {
    match text.as_bytes().first() {
        Some(b'+') => (AxisPart::Positive, &text[1..]),
        Some(b'-') => (AxisPart::Negative, &text[1..]),
        _ => (AxisPart::Whole, text),
    }
}

fn read_source(text: &str) -> Option<RawPart> {
    let (part, rest) = read_sign(text);
    if let Some(number) = rest.strip_prefix('a') {
        let (number, inverted) = number.strip_suffix('~').map_or((number, false), |number| (number, true));
        return Some(RawPart::Axis { number: read_number(number)?, part, inverted });
    }
    if part != AxisPart::Whole {
        return None;
    }
    if let Some(number) = rest.strip_prefix('b') {
        return Some(RawPart::Button(read_number(number)?));
    }
    let (number, direction) = rest.strip_prefix('h')?.split_once('.')?;
    let direction = read_number(direction).filter(|direction| matches!(direction, 1 | 2 | 4 | 8))?;
    Some(RawPart::Hat { number: read_number(number)?, direction })
}

/// A number of digits alone: `parse` would take a sign too.
fn read_number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
