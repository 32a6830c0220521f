//! The stable codes of what this crate reports; `kerosene-diagnostics` has a page for each.

use kerosene_diagnostics::Code;

/// Text that cannot be read.
pub const SYNTAX: Code = Code(1);
/// A value of the wrong kind.
pub const BAD_VALUE: Code = Code(2);
/// A required key is missing.
pub const MISSING_KEY: Code = Code(3);
/// A file of a newer version.
pub const NEWER_FORMAT: Code = Code(4);
/// Two objects have one id.
pub const DUPLICATE_ID: Code = Code(7);
/// A key without a counterpart is dropped.
pub const KEY_DROPPED: Code = Code(104);
/// A wire that cannot be read.
pub const BAD_CONNECTION: Code = Code(108);
/// A quoted string has no end.
pub const UNCLOSED_QUOTE: Code = Code(50);
/// A block has no closing brace.
pub const UNCLOSED_BLOCK: Code = Code(51);
/// Something else stands where the grammar wants a certain thing.
pub const UNEXPECTED: Code = Code(52);
/// The file exceeds a limit that guards memory.
pub const OVER_LIMIT: Code = Code(53);
/// The file is UTF-16 or UTF-32.
pub const WIDE_TEXT: Code = Code(54);

/// The text is not UTF-8 and was read as Latin-1.
pub const LATIN_1: Code = Code(101);
/// Patches are not read.
pub const PATCHES_NOT_READ: Code = Code(102);
/// Brush primitives are not read.
pub const PRIMITIVES_NOT_READ: Code = Code(103);
/// A brush was dropped because a line of it cannot be understood.
pub const BRUSH_NOT_UNDERSTOOD: Code = Code(120);
/// A brush was dropped because a coordinate is not finite or far too large.
pub const COORDINATE_OUT_OF_RANGE: Code = Code(105);
/// A texture number is no number; the default stands in for it.
pub const TEXTURE_NUMBER_REPLACED: Code = Code(106);
/// The file has no `worldspawn`.
pub const NO_WORLDSPAWN: Code = Code(107);
/// An entity has no `classname`.
pub const NO_CLASSNAME: Code = Code(108);
/// The file has more than one `worldspawn`.
pub const SECOND_WORLDSPAWN: Code = Code(109);
/// A layer is marked to stay out of the export.
pub const LAYER_LEFT_OUT: Code = Code(110);
/// An object names a layer or group that the file does not have.
pub const UNKNOWN_CONTAINER: Code = Code(111);
/// Brushes stand outside every entity.
pub const BRUSHES_OUTSIDE: Code = Code(112);
/// More messages than are kept.
pub const MESSAGES_SUPPRESSED: Code = Code(113);
/// Two layers or two groups share an id.
pub const CONTAINER_ID_REPEATED: Code = Code(114);
