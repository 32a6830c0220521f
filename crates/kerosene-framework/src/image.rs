//! Rows of pages as bytes, as they are.

use bytemuck::Pod;
use kerosene_entity::{ContainerError, SectionReader};
use kerosene_world::{PageStore, PagedVec};

/// Something that is written as it lies in pages, and read back to the bit.
pub(crate) trait Image: Sized {
    /// Adds its bytes.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads it from bytes that nobody vouches for; what they say of each other is checked by whoever knows it.
    fn read(reader: &mut SectionReader<'_>, store: &PageStore) -> Result<Self, ContainerError>;
}

impl<T: Pod> Image for PagedVec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        put_u32(out, self.len() as u32);
        for chunk in self.chunks() {
            out.extend_from_slice(bytemuck::cast_slice(chunk));
        }
    }

    fn read(reader: &mut SectionReader<'_>, store: &PageStore) -> Result<Self, ContainerError> {
        let count = reader.count(size_of::<T>(), "rows of scripts")?;
        let mut rows = Self::new_in(store);
        for _ in 0..count {
            rows.push(bytemuck::pod_read_unaligned(reader.take(size_of::<T>(), "a row of scripts")?));
        }
        Ok(rows)
    }
}

impl Image for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        put_u32(out, *self);
    }

    fn read(reader: &mut SectionReader<'_>, _: &PageStore) -> Result<Self, ContainerError> {
        reader.u32("a number of scripts")
    }
}

impl Image for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        put_u64(out, *self);
    }

    fn read(reader: &mut SectionReader<'_>, _: &PageStore) -> Result<Self, ContainerError> {
        reader.counter("a number of scripts")
    }
}

/// Says for a struct that its image is that of its fields, in order; the others are as they are in a new one.
macro_rules! image_of_fields {
    ($type:ty { $($field:ident),* } $(and { $($other:ident: $value:expr),* })?) => {
        impl crate::image::Image for $type {
            fn write(&self, out: &mut Vec<u8>) {
                $(crate::image::Image::write(&self.$field, out);)*
            }

            fn read(
                reader: &mut kerosene_entity::SectionReader<'_>,
                store: &kerosene_world::PageStore,
            ) -> Result<Self, kerosene_entity::ContainerError> {
                Ok(Self { $($field: crate::image::Image::read(reader, store)?,)* $($($other: $value,)*)? })
            }
        }
    };
}
pub(crate) use image_of_fields;

pub(crate) fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

pub(crate) fn put_u64(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_u32(out, text.len() as u32);
    out.extend_from_slice(text.as_bytes());
}
