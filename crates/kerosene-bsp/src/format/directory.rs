//! Reading the header and the directory, and getting at the lumps' bytes.

use super::bytes::AlignedBytes;
use super::error::BspError;
use super::layout::{DirectoryEntry, Header, LUMP_ALIGNMENT, Lump, MAGIC, MAX_LUMPS, MAX_UNFOLDED, RAW, VERSION, ZSTD};
use std::fmt::Display;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// Where the bytes of a lump are at run time.
#[derive(Debug)]
pub(super) enum LumpBytes {
    /// In the file, at an address fit for its records.
    InPlace(Range<usize>),
    /// Unfolded, or copied because the file's bytes are not aligned.
    Copied(AlignedBytes),
}

impl LumpBytes {
    pub(super) fn as_slice<'a>(&'a self, file: &'a [u8]) -> &'a [u8] {
        match self {
            Self::InPlace(range) => &file[range.clone()],
            Self::Copied(bytes) => bytes.as_slice(),
        }
    }
}

/// A lump found in a file.
#[derive(Debug)]
pub(super) struct FoundLump {
    pub(super) name: String,
    pub(super) known: Option<Lump>,
    pub(super) offset: u64,
    pub(super) stored_length: u64,
    pub(super) bytes: LumpBytes,
}

/// Reads the directory and the bytes of every lump, hashes checked.
pub(super) fn read_lumps(file: &[u8]) -> Result<Vec<FoundLump>, BspError> {
    let directory = read_directory(file)?;
    let mut names = Vec::with_capacity(directory.len());
    for (index, entry) in directory.iter().enumerate() {
        names.push(check_entry(index, entry, file.len() as u64)?);
    }
    check_disjoint(&directory)?;
    let mut lumps: Vec<FoundLump> = Vec::with_capacity(directory.len());
    for (name, entry) in names.into_iter().zip(&directory) {
        if lumps.iter().any(|lump| lump.name == name) {
            return Err(lump_error(&name, entry, "name", &"in the directory twice", &"one of each name"));
        }
        lumps.push(read_lump(name, entry, file)?);
    }
    Ok(lumps)
}

fn read_directory(file: &[u8]) -> Result<Vec<DirectoryEntry>, BspError> {
    let start = size_of::<Header>();
    let header_error = |offset: usize, what, found, expected: String| BspError::Header {
        offset: offset as u64,
        what,
        found,
        expected,
    };
    if file.len() < start {
        return Err(header_error(
            0,
            "the file's length",
            file.len() as u64,
            format!("at least the {start} of a header"),
        ));
    }
    let header: Header = bytemuck::pod_read_unaligned(&file[..start]);
    if header.magic != MAGIC {
        return Err(BspError::Magic { found: header.magic });
    }
    if header.version != VERSION {
        return Err(BspError::Version { found: header.version, expected: VERSION });
    }
    if header.file_length != file.len() as u64 {
        return Err(header_error(24, "the file's length", file.len() as u64, header.file_length.to_string()));
    }
    if header.lump_count > MAX_LUMPS || header.reserved != 0 {
        let limit = format!("at most {MAX_LUMPS}, followed by a zero");
        return Err(header_error(8, "the lump count", header.lump_count.into(), limit));
    }
    let length = header.lump_count as usize * size_of::<DirectoryEntry>();
    let Some(bytes) = file.get(start..start + length) else {
        let needed = format!("{} for its directory", start + length);
        return Err(header_error(start, "the file's length", file.len() as u64, needed));
    };
    if xxh3_64(bytes) != header.directory_hash {
        let stored = header.directory_hash.to_string();
        return Err(header_error(16, "the hash of the directory", xxh3_64(bytes), stored));
    }
    Ok(bytes.chunks_exact(size_of::<DirectoryEntry>()).map(bytemuck::pod_read_unaligned).collect())
}

/// Checks an entry by itself and gives its name.
fn check_entry(index: usize, entry: &DirectoryEntry, file_length: u64) -> Result<String, BspError> {
    let length = entry.name.iter().position(|&byte| byte == 0).unwrap_or(entry.name.len());
    let (text, padding) = entry.name.split_at(length);
    let name = String::from_utf8_lossy(text).escape_default().to_string();
    if length == 0 || !text.iter().all(u8::is_ascii_graphic) || padding.iter().any(|&byte| byte != 0) {
        return Err(lump_error(
            &name,
            entry,
            "name",
            &format!("invalid in directory entry {index}"),
            &"printable ASCII",
        ));
    }
    if !entry.offset.is_multiple_of(LUMP_ALIGNMENT) {
        return Err(lump_error(&name, entry, "offset", &entry.offset, &"a multiple of 16"));
    }
    if entry.offset.checked_add(entry.stored_length).is_none_or(|end| end > file_length) {
        let expected = format!("within the file's {file_length} bytes");
        return Err(lump_error(&name, entry, "stored length", &entry.stored_length, &expected));
    }
    if entry.codec > ZSTD {
        return Err(lump_error(&name, entry, "codec", &entry.codec, &"0 (raw) or 1 (zstd)"));
    }
    if entry.codec == RAW && entry.stored_length != entry.length {
        return Err(lump_error(
            &name,
            entry,
            "stored length",
            &entry.stored_length,
            &format!("{} as raw", entry.length),
        ));
    }
    let record_size = Lump::from_name(&name).map_or(u64::from(entry.record_size), |lump| lump.record_size() as u64);
    if u64::from(entry.record_size) != record_size || record_size == 0 {
        return Err(lump_error(&name, entry, "record size", &entry.record_size, &record_size.max(1)));
    }
    if !entry.length.is_multiple_of(record_size) {
        return Err(lump_error(&name, entry, "length", &entry.length, &format!("a multiple of {record_size}")));
    }
    if entry.length / record_size > i32::MAX as u64 {
        return Err(lump_error(&name, entry, "length", &entry.length, &"at most 2^31 - 1 records"));
    }
    Ok(name)
}

/// No byte belongs to two lumps or to the header, and what unfolds stays within its limit.
fn check_disjoint(directory: &[DirectoryEntry]) -> Result<(), BspError> {
    let mut sorted: Vec<&DirectoryEntry> = directory.iter().collect();
    sorted.sort_by_key(|entry| (entry.offset, entry.stored_length));
    let mut end = (size_of::<Header>() + size_of_val(directory)) as u64;
    let mut unfolded = 0u64;
    for entry in sorted {
        let name = String::from_utf8_lossy(&entry.name).trim_end_matches('\0').to_owned();
        if entry.offset < end {
            return Err(lump_error(&name, entry, "offset", &entry.offset, &format!("at least {end}: lumps overlap")));
        }
        end = entry.offset + entry.stored_length;
        if entry.codec == ZSTD {
            unfolded = unfolded.saturating_add(entry.length);
            if unfolded > MAX_UNFOLDED {
                let expected = format!("at most {MAX_UNFOLDED} with the other compressed lumps");
                return Err(lump_error(&name, entry, "length", &entry.length, &expected));
            }
        }
    }
    Ok(())
}

fn read_lump(name: String, entry: &DirectoryEntry, file: &[u8]) -> Result<FoundLump, BspError> {
    let start = entry.offset as usize;
    let range = start..start + entry.stored_length as usize;
    let stored = &file[range.clone()];
    let bytes = if entry.codec == ZSTD {
        LumpBytes::Copied(unfold(&name, entry, stored)?)
    } else if stored.as_ptr().align_offset(LUMP_ALIGNMENT as usize) == 0 {
        LumpBytes::InPlace(range)
    } else {
        LumpBytes::Copied(AlignedBytes::copy_of(stored))
    };
    let hash = xxh3_64(bytes.as_slice(file));
    if hash != entry.hash {
        return Err(lump_error(&name, entry, "hash", &format!("{hash:016x}"), &format!("{:016x}", entry.hash)));
    }
    let known = Lump::from_name(&name);
    Ok(FoundLump { name, known, offset: entry.offset, stored_length: entry.stored_length, bytes })
}

/// Decompresses into exactly the stated length.
fn unfold(name: &str, entry: &DirectoryEntry, stored: &[u8]) -> Result<AlignedBytes, BspError> {
    let mut unfolded = AlignedBytes::zeroed(entry.length as usize);
    match zstd::bulk::decompress_to_buffer(stored, unfolded.as_mut_slice()) {
        Ok(length) if length as u64 == entry.length => Ok(unfolded),
        Ok(length) => Err(lump_error(name, entry, "unfolded length", &length, &entry.length)),
        Err(error) => Err(lump_error(name, entry, "compressed content", &error, &"zstd data of the stated length")),
    }
}

fn lump_error(
    name: &str,
    entry: &DirectoryEntry,
    what: &'static str,
    found: &dyn Display,
    expected: &dyn Display,
) -> BspError {
    BspError::Lump {
        lump: name.to_owned(),
        offset: entry.offset,
        what,
        found: found.to_string(),
        expected: expected.to_string(),
    }
}
