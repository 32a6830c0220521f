//! The lump of a light grid: a header, the samples, their cubes.

use super::{LightCube, LightGrid, LightSample, MAX_SAMPLE_STYLES};
use crate::BspError;
use crate::format::Subject;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;

/// Name of the lump that holds the grid, where there is one.
pub const LIGHT_GRID_LUMP: &str = "light_grid";

/// The start of the lump.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
struct Header {
    origin: [f32; 3],
    spacing: [f32; 3],
    counts: [u32; 3],
    cube_count: u32,
}

impl LightGrid {
    /// Reads the bytes of the lump.
    ///
    /// # Errors
    /// [`BspError::Record`] with what is wrong with the header (record 0), a sample or a cube (counted from its own list's
    /// first). Memory is taken in proportion to the bytes alone.
    ///
    /// ```
    /// use kerosene_bsp::LightGrid;
    /// let error = LightGrid::from_bytes(&[0; 7]).unwrap_err();
    /// assert!(error.to_string().contains("light_grid"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BspError> {
        let (header, rest) = split_header(bytes)?;
        let head = Subject { lump: LIGHT_GRID_LUMP, index: 0 };
        check_header(head, &header)?;
        let sample_count = header.counts.iter().map(|count| u128::from(*count)).product::<u128>();
        let expected = sample_count * size_of::<LightSample>() as u128
            + u128::from(header.cube_count) * size_of::<LightCube>() as u128;
        if rest.len() as u128 != expected {
            let expected = format_args!("{expected} for the counts of the header").to_string();
            return Err(head.error("bytes behind the header", rest.len(), expected));
        }
        let (samples, cubes) = rest.split_at(rest.len() - header.cube_count as usize * size_of::<LightCube>());
        let grid = Self {
            origin: Vec3::from_array(header.origin),
            spacing: Vec3::from_array(header.spacing),
            counts: header.counts,
            samples: records(samples),
            cubes: records(cubes),
        };
        grid.check()?;
        Ok(grid)
    }

    /// The bytes of the lump.
    ///
    /// ```
    /// use kerosene_bsp::{Bsp, LIGHT_GRID_LUMP, LightGrid, LightSample};
    /// use kerosene_math::Vec3;
    ///
    /// let samples = vec![LightSample { first: 0, count: 0 }; 8];
    /// let grid = LightGrid { origin: Vec3::ZERO, spacing: Vec3::splat(64.0), counts: [2; 3], samples, cubes: Vec::new() };
    /// let mut map = kerosene_bsp::sample::room();
    /// map.extra.push((LIGHT_GRID_LUMP.to_owned(), grid.to_bytes()));
    /// assert_eq!(map.to_file()?.light_grid(), Some(grid));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            origin: self.origin.to_array(),
            spacing: self.spacing.to_array(),
            counts: self.counts,
            cube_count: self.cubes.len() as u32,
        };
        let parts =
            [bytemuck::bytes_of(&header), bytemuck::cast_slice(&self.samples), bytemuck::cast_slice(&self.cubes)];
        parts.concat()
    }

    fn check(&self) -> Result<(), BspError> {
        for (index, sample) in self.samples.iter().enumerate() {
            let subject = Subject { lump: LIGHT_GRID_LUMP, index };
            if sample.count > MAX_SAMPLE_STYLES {
                return Err(subject.error("count", sample.count, format_args!("at most {MAX_SAMPLE_STYLES}")));
            }
            let end = u64::from(sample.first) + u64::from(sample.count);
            if end > self.cubes.len() as u64 {
                return Err(subject.error("cubes", end, format_args!("an end of at most {}", self.cubes.len())));
            }
        }
        for (index, cube) in self.cubes.iter().enumerate() {
            Subject { lump: LIGHT_GRID_LUMP, index }.index_below("style", cube.style, usize::from(u8::MAX))?;
        }
        Ok(())
    }
}

/// Records at any alignment.
fn records<T: Pod>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}

fn split_header(bytes: &[u8]) -> Result<(Header, &[u8]), BspError> {
    let Some((header, rest)) = bytes.split_at_checked(size_of::<Header>()) else {
        let expected = format_args!("at least the {} of a header", size_of::<Header>()).to_string();
        return Err(Subject { lump: LIGHT_GRID_LUMP, index: 0 }.error("bytes", bytes.len(), expected));
    };
    Ok((bytemuck::pod_read_unaligned(header), rest))
}

fn check_header(head: Subject, header: &Header) -> Result<(), BspError> {
    head.coordinates("origin", &header.origin)?;
    head.coordinates("spacing", &header.spacing)?;
    if let Some(spacing) = header.spacing.iter().find(|spacing| **spacing < 1.0) {
        return Err(head.error("spacing", spacing, "at least 1"));
    }
    if header.counts.contains(&0) {
        return Err(head.error("counts", format_args!("{:?}", header.counts), "at least 1 along each axis"));
    }
    Ok(())
}
