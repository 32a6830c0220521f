//! Writing a `.kbsp`: the same map always gives the same bytes.

use super::error::BspError;
use super::layout::{DirectoryEntry, Header, LUMP_ALIGNMENT, Lump, MAGIC, MAX_LUMPS, MAX_UNFOLDED, RAW, VERSION, ZSTD};
use crate::Bsp;
use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// How a map is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteOptions {
    /// Compress the lumps that get smaller by it. A compressed lump is unfolded into memory at load; a raw one is
    /// read in place.
    pub compress: bool,
}

/// Lumps below this many bytes are not worth compressing.
const SMALLEST_COMPRESSED: usize = 256;
/// zstd's own default: most of the gain for little time.
const ZSTD_LEVEL: i32 = 3;
/// Temporary names tried before giving up.
const TEMPORARY_NAMES: u32 = 64;

impl Bsp {
    /// The map as the bytes of a `.kbsp`, the same for the same map and options.
    ///
    /// # Errors
    /// [`BspError::ExtraName`] if a lump in [`Bsp::extra`] has a name that is empty, longer than 16 bytes, not
    /// printable ASCII, taken, or if there are too many of them.
    ///
    /// ```
    /// use kerosene_bsp::{Bsp, WriteOptions};
    /// let mut map = Bsp::default();
    /// map.extra.push(("lighting".into(), vec![0; 64]));
    /// let bytes = map.write_to(WriteOptions::default())?;
    /// assert_eq!(&bytes[..4], b"KROS");
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn write_to(&self, options: WriteOptions) -> Result<Vec<u8>, BspError> {
        let clusters = [self.cluster_count];
        let lumps = self.lumps(&clusters, options)?;
        let mut bytes = Vec::with_capacity(lumps.end as usize);
        // Nothing refuses to be written to memory.
        lumps.write(&mut bytes).map_err(|error| BspError::Io { path: PathBuf::new(), error })?;
        Ok(bytes)
    }

    fn lumps<'a>(&'a self, clusters: &'a [u32; 1], options: WriteOptions) -> Result<Lumps<'a>, BspError> {
        check_extra_names(&self.extra)?;
        let known = Lump::ALL.map(|lump| (lump.name(), self.lump_bytes(lump, clusters), lump.record_size()));
        let extra = self.extra.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice(), 1));
        let mut lumps = Lumps::new(known.len() + self.extra.len());
        for (name, bytes, record_size) in known.into_iter().chain(extra) {
            lumps.add(name, bytes, record_size, options);
        }
        Ok(lumps)
    }

    /// Writes the map to `path`, replacing a file there in one step: after a failure or a crash the old file is whole.
    ///
    /// # Errors
    /// As [`Bsp::write_to`], and [`BspError::Io`] if the file system refuses.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("room.kbsp");
    /// use kerosene_bsp::{Bsp, WriteOptions};
    /// Bsp::default().write_file(&path, WriteOptions { compress: true })?;
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn write_file(&self, path: impl AsRef<Path>, options: WriteOptions) -> Result<(), BspError> {
        let path = path.as_ref();
        let clusters = [self.cluster_count];
        let lumps = self.lumps(&clusters, options)?;
        replace_file(path, &lumps).map_err(|error| BspError::Io { path: path.to_owned(), error })
    }

    fn lump_bytes<'a>(&'a self, lump: Lump, clusters: &'a [u32; 1]) -> &'a [u8] {
        use bytemuck::cast_slice;
        match lump {
            Lump::Entities => self.entities.as_bytes(),
            Lump::Planes => cast_slice(&self.planes),
            Lump::Vertices => cast_slice(&self.vertices),
            Lump::Edges => cast_slice(&self.edges),
            Lump::Surfedges => cast_slice(&self.surfedges),
            Lump::Faces => cast_slice(&self.faces),
            Lump::Nodes => cast_slice(&self.nodes),
            Lump::Leaves => cast_slice(&self.leaves),
            Lump::LeafFaces => cast_slice(&self.leaf_faces),
            Lump::LeafBrushes => cast_slice(&self.leaf_brushes),
            Lump::Models => cast_slice(&self.models),
            Lump::Brushes => cast_slice(&self.brushes),
            Lump::BrushSides => cast_slice(&self.brush_sides),
            Lump::Meshes => cast_slice(&self.meshes),
            Lump::MeshVertices => cast_slice(&self.mesh_vertices),
            Lump::MeshIndices => cast_slice(&self.mesh_indices),
            Lump::LeafMeshes => cast_slice(&self.leaf_meshes),
            Lump::TexInfos => cast_slice(&self.texinfos),
            Lump::TexData => cast_slice(&self.texdata),
            Lump::Strings => &self.strings,
            Lump::Sources => cast_slice(&self.sources),
            Lump::Sections => cast_slice(&self.sections),
            Lump::Areas => cast_slice(&self.areas),
            Lump::AreaPortals => cast_slice(&self.area_portals),
            Lump::Waters => cast_slice(&self.waters),
            Lump::WalkPolygons => cast_slice(&self.walk_polygons),
            Lump::WalkPoints => cast_slice(&self.walk_points),
            Lump::WalkLinks => cast_slice(&self.walk_links),
            Lump::Clusters => cast_slice(clusters),
            Lump::Manifest => self.manifest.as_bytes(),
        }
    }
}

fn check_extra_names(extra: &[(String, Vec<u8>)]) -> Result<(), BspError> {
    for (index, (name, _)) in extra.iter().enumerate() {
        let problem = if name.is_empty() || name.len() > 16 {
            "a name has 1 to 16 bytes"
        } else if !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            "a name is printable ASCII without spaces"
        } else if Lump::from_name(name).is_some() || extra[..index].iter().any(|(other, _)| other == name) {
            "the name is taken"
        } else if Lump::ALL.len() + extra.len() > MAX_LUMPS as usize {
            "a map has at most 256 lumps"
        } else {
            continue;
        };
        return Err(BspError::ExtraName { name: name.clone(), problem });
    }
    Ok(())
}

/// Lumps laid out one after the other behind the header and directory. Those that are not compressed are written from
/// where they are: a map is never in memory twice.
struct Lumps<'a> {
    stored: Vec<Cow<'a, [u8]>>,
    directory: Vec<DirectoryEntry>,
    /// Length of the file so far, in bytes.
    end: u64,
    unfolded: u64,
}

impl<'a> Lumps<'a> {
    fn new(lump_count: usize) -> Self {
        let start = size_of::<Header>() + lump_count * size_of::<DirectoryEntry>();
        let (stored, directory) = (Vec::with_capacity(lump_count), Vec::with_capacity(lump_count));
        Self { stored, directory, end: start as u64, unfolded: 0 }
    }

    fn add(&mut self, name: &str, bytes: &'a [u8], record_size: usize, options: WriteOptions) {
        let stored = self.encode(bytes, options);
        let codec = match stored {
            Cow::Borrowed(_) => RAW,
            Cow::Owned(_) => ZSTD,
        };
        let offset = self.end.next_multiple_of(LUMP_ALIGNMENT);
        let mut padded_name = [0; 16];
        padded_name[..name.len()].copy_from_slice(name.as_bytes());
        self.directory.push(DirectoryEntry {
            name: padded_name,
            offset,
            stored_length: stored.len() as u64,
            length: bytes.len() as u64,
            hash: xxh3_64(bytes),
            codec,
            record_size: record_size as u32,
        });
        self.end = offset + stored.len() as u64;
        self.stored.push(stored);
    }

    /// The compressed bytes where that is asked for and smaller, else the bytes themselves.
    fn encode(&mut self, bytes: &'a [u8], options: WriteOptions) -> Cow<'a, [u8]> {
        let unfolded = self.unfolded + bytes.len() as u64;
        if !options.compress || bytes.len() < SMALLEST_COMPRESSED || unfolded > MAX_UNFOLDED {
            return Cow::Borrowed(bytes);
        }
        match zstd::bulk::compress(bytes, ZSTD_LEVEL) {
            Ok(compressed) if compressed.len() < bytes.len() => {
                self.unfolded = unfolded;
                Cow::Owned(compressed)
            }
            _ => Cow::Borrowed(bytes),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let directory: &[u8] = bytemuck::cast_slice(&self.directory);
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            lump_count: self.directory.len() as u32,
            reserved: 0,
            directory_hash: xxh3_64(directory),
            file_length: self.end,
        };
        out.write_all(bytemuck::bytes_of(&header))?;
        out.write_all(directory)?;
        let mut end = (size_of::<Header>() + directory.len()) as u64;
        for (entry, stored) in self.directory.iter().zip(&self.stored) {
            let padding = (entry.offset - end) as usize;
            out.write_all(&[0; LUMP_ALIGNMENT as usize][..padding])?;
            out.write_all(stored)?;
            end = entry.offset + entry.stored_length;
        }
        Ok(())
    }
}

/// Writes a temporary file beside `path`, syncs it and renames it into place.
fn replace_file(path: &Path, lumps: &Lumps<'_>) -> io::Result<()> {
    let (mut file, temporary) = create_beside(path)?;
    let written = lumps.write(&mut file).and_then(|()| file.sync_all());
    drop(file);
    let replaced = written.and_then(|()| fs::rename(&temporary, path));
    if replaced.is_err() {
        // The first error is the one to report; a temporary file that stays behind harms nothing.
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    for attempt in 0..TEMPORARY_NAMES {
        let mut temporary_name = name.to_owned();
        temporary_name.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let temporary = path.with_file_name(temporary_name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many temporary files of the same name"))
}
