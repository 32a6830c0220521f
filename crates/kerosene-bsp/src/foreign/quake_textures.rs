//! Textures and texture vectors of Quake's maps.

use super::bytes::{Lumps, Record, Records, int, name_of};
use super::error::ForeignError;
use super::quake_layout::TEXTURES;
use crate::records::{TexDataRecord, TexInfoRecord};
use crate::{Bsp, SurfaceFlags};

/// Bytes of a name.
const NAME: usize = 16;
/// Bytes of a texture's name and size.
const HEADER: usize = NAME + 8;

/// A texture's index and what its name says of its surfaces.
pub(super) struct Texture {
    texdata: u32,
    flags: SurfaceFlags,
}

/// Adds the names and sizes of the textures.
///
/// The lump begins with their number and where each begins; -1 is one that was missing when the map was made.
pub(super) fn add_textures(map: &mut Bsp, lumps: &Lumps<'_>) -> Result<Vec<Texture>, ForeignError> {
    let lump = lumps.get(TEXTURES).bytes();
    if lump.is_empty() {
        return Ok(Vec::new());
    }
    let error = |what, found, expected: String| ForeignError::Lump { lump: "textures", what, found, expected };
    let Some(count) = lump.get(..4).map(|bytes| int(bytes, 0)) else {
        return Err(error("the length", lump.len() as i64, "at least 4".to_owned()));
    };
    let room = lump.len() / 4 - 1;
    let Some(count) = usize::try_from(count).ok().filter(|&count| count <= room) else {
        return Err(error("the number of textures", count.into(), format!("0 to {room}")));
    };
    let mut textures = Vec::with_capacity(count);
    for index in 0..count {
        let offset = int(lump, 4 + 4 * index);
        let header = usize::try_from(offset).ok().and_then(|at| lump.get(at..at.checked_add(HEADER)?));
        let (name, width, height) = match header {
            Some(header) => (name_of(&header[..NAME]), int(header, NAME) as u32, int(header, NAME + 4) as u32),
            None if offset == -1 => (String::new(), 0, 0),
            None => return Err(error("the offset of a texture", offset.into(), format!("within {}", lump.len()))),
        };
        textures.push(add_texture(map, &name, width, height));
    }
    Ok(textures)
}

/// Adds a material. What liquids and skies are is a matter of their names.
fn add_texture(map: &mut Bsp, name: &str, width: u32, height: u32) -> Texture {
    let flags = match name.as_bytes() {
        [b'*' | b'!', ..] => SurfaceFlags::WARP,
        [b's', b'k', b'y', ..] => SurfaceFlags::SKY,
        _ => SurfaceFlags::empty(),
    };
    Texture { texdata: add_material(map, name, width, height), flags }
}

/// Adds a name and a size; returns the index of the texdata.
pub(super) fn add_material(map: &mut Bsp, name: &str, width: u32, height: u32) -> u32 {
    let offset = map.strings.len() as u32;
    map.strings.extend(name.bytes().chain([0]));
    map.texdata.push(TexDataRecord { reflectivity: [0.5; 3], name: offset, width, height });
    map.texdata.len() as u32 - 1
}

/// Adds the texture vectors.
pub(super) fn add_texinfos(map: &mut Bsp, records: Records<'_>, textures: &[Texture]) -> Result<(), ForeignError> {
    let texinfo = |record: Record<'_>| {
        let texture = &textures[record.index("texture", record.int(32), textures.len())?];
        let vectors: [f32; 8] = record.floats(0);
        if let Some(value) = vectors.iter().find(|value| !value.is_finite()) {
            return Err(record.error("vectors", value, "finite numbers"));
        }
        let [a, b, c, d, e, f, g, h] = vectors;
        let special = if record.int(36) & 1 == 0 { SurfaceFlags::empty() } else { SurfaceFlags::NOLIGHT };
        Ok(TexInfoRecord {
            texture: [[a, b, c, d], [e, f, g, h]],
            lightmap: [[0.0; 4]; 2],
            flags: (texture.flags | special).bits(),
            texdata: texture.texdata,
        })
    };
    map.texinfos = records.iter().map(texinfo).collect::<Result<_, _>>()?;
    Ok(())
}
