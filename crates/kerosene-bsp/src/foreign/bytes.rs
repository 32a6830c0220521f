//! Lumps and their records: little-endian numbers at fixed places, checked before they are looked at.

use super::ForeignLump;
use super::error::ForeignError;
use std::fmt::Display;

/// A lump of a format: its name and the length of its records, 1 for bytes.
pub(super) type LumpLayout = (&'static str, usize);

/// The lumps of a file, in its order.
pub(super) struct Lumps<'a> {
    lumps: Vec<Records<'a>>,
}

/// The records of a lump.
#[derive(Clone, Copy)]
pub(super) struct Records<'a> {
    name: &'static str,
    size: usize,
    bytes: &'a [u8],
}

/// One record of a lump.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) lump: &'static str,
    pub(super) index: usize,
    bytes: &'a [u8],
}

impl<'a> Lumps<'a> {
    /// The lumps that a header of offsets and lengths, which starts at `header`, names.
    pub(super) fn read(file: &'a [u8], header: usize, layout: &[LumpLayout]) -> Result<Self, ForeignError> {
        let end = header + 8 * layout.len();
        let directory = file.get(header..end).ok_or(ForeignError::Header { length: file.len(), expected: end })?;
        let lump = |(&(name, size), entry): (&LumpLayout, &[u8])| {
            let (offset, length) = (i64::from(int(entry, 0)), i64::from(int(entry, 4)));
            let error = |what, found, expected| ForeignError::Lump { lump: name, what, found, expected };
            let place = usize::try_from(offset).ok().zip(usize::try_from(length).ok());
            let bytes = place.and_then(|(offset, length)| file.get(offset..offset.checked_add(length)?));
            let bytes = bytes.ok_or_else(|| {
                let expected = format!("an offset and a length of {length} within the file's {} bytes", file.len());
                error("the offset", offset, expected)
            })?;
            if bytes.len().is_multiple_of(size) {
                Ok(Records { name, size, bytes })
            } else {
                Err(error("the length", length, format!("a multiple of {size}")))
            }
        };
        Ok(Self { lumps: layout.iter().zip(directory.chunks_exact(8)).map(lump).collect::<Result<_, _>>()? })
    }

    pub(super) fn get(&self, index: usize) -> Records<'a> {
        self.lumps[index]
    }

    /// What the lumps hold.
    pub(super) fn describe(&self) -> Vec<ForeignLump> {
        let lump = |lump: &Records<'_>| ForeignLump { name: lump.name, records: lump.len(), length: lump.bytes.len() };
        self.lumps.iter().map(lump).collect()
    }
}

impl<'a> Records<'a> {
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.size
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let lump = self.name;
        self.bytes.chunks_exact(self.size).enumerate().map(move |(index, bytes)| Record { lump, index, bytes })
    }

    /// A record by an index that was checked.
    pub(super) fn record(&self, index: usize) -> Record<'a> {
        Record { lump: self.name, index, bytes: &self.bytes[index * self.size..][..self.size] }
    }
}

impl Record<'_> {
    pub(super) fn int(&self, at: usize) -> i32 {
        int(self.bytes, at)
    }

    /// A number of 16 bits with a sign.
    pub(super) fn short(&self, at: usize) -> i32 {
        i32::from(i16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    /// A number of 16 bits without a sign.
    pub(super) fn word(&self, at: usize) -> i32 {
        i32::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    pub(super) fn float(&self, at: usize) -> f32 {
        f32::from_bits(int(self.bytes, at) as u32)
    }

    pub(super) fn floats<const N: usize>(&self, at: usize) -> [f32; N] {
        std::array::from_fn(|index| self.float(at + 4 * index))
    }

    pub(super) fn ints<const N: usize>(&self, at: usize) -> [i32; N] {
        std::array::from_fn(|index| self.int(at + 4 * index))
    }

    pub(super) fn shorts<const N: usize>(&self, at: usize) -> [i32; N] {
        std::array::from_fn(|index| self.short(at + 2 * index))
    }

    /// A name padded with zeros.
    pub(super) fn name(&self, at: usize, length: usize) -> String {
        name_of(&self.bytes[at..at + length])
    }

    pub(super) fn error(&self, field: &'static str, found: impl Display, expected: impl Display) -> ForeignError {
        let (found, expected) = (found.to_string(), expected.to_string());
        ForeignError::Record { lump: self.lump, index: self.index, field, found, expected }
    }

    /// `value` as an index below `count`.
    pub(super) fn index(&self, field: &'static str, value: i32, count: usize) -> Result<usize, ForeignError> {
        match usize::try_from(value) {
            Ok(index) if index < count => Ok(index),
            _ => Err(self.error(field, value, format_args!("0 or more and below {count}"))),
        }
    }

    /// The range that starts at `first` and has `count` of `length` entries.
    pub(super) fn range(
        &self,
        field: &'static str,
        first: i32,
        count: i32,
        length: usize,
    ) -> Result<std::ops::Range<usize>, ForeignError> {
        let range = usize::try_from(first).ok().zip(usize::try_from(count).ok());
        match range {
            Some((first, count)) if first.saturating_add(count) <= length => Ok(first..first + count),
            _ => Err(self.error(field, format_args!("{count} from {first} on"), format_args!("a part of {length}"))),
        }
    }

    /// Numbers that are finite and no farther from 0 than any coordinate may be.
    pub(super) fn coordinates<const N: usize>(
        &self,
        field: &'static str,
        values: [f32; N],
    ) -> Result<[f32; N], ForeignError> {
        let bad = values.iter().find(|value| !value.is_finite() || value.abs() > crate::MAX_COORDINATE);
        match bad {
            Some(value) => Err(self.error(field, value, format_args!("within {} of 0", crate::MAX_COORDINATE))),
            None => Ok(values),
        }
    }
}

/// Text of a fixed length, up to the first zero; each byte is a character.
pub(super) fn name_of(bytes: &[u8]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

/// The number of 32 bits at an offset that is within `bytes`.
pub(super) fn int(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
