//! What scripts remember, as bytes in pages.
//!
//! A script's fields lie in chunks of 60 bytes, linked where one is not enough. The types of a game's scripts take none of the 63
//! places of the world's schema, and yet what they remember is shared by snapshots, compared and hashed as components are.

use crate::checks::{Damage, ensure};
use crate::image::image_of_fields;
use bytemuck::{Pod, Zeroable};
use kerosene_world::{Component, PageStore, PagedVec};

/// Bytes of a chunk that hold fields.
const CHUNK: usize = 60;

/// Most bytes that the fields of one script can take: 17 chunks.
pub(crate) const MOST_BYTES: usize = 17 * CHUNK;

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Chunk {
    /// The next chunk of the same script, or the next free one, as its number and 1.
    next: u32,
    bytes: [u8; CHUNK],
}

/// The fields of all scripts that are written in Rust.
#[derive(Debug, Clone)]
pub(crate) struct States {
    chunks: PagedVec<Chunk>,
    free: u32,
}

image_of_fields!(States { chunks, free });

impl States {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { chunks: PagedVec::new_in(store), free: 0 }
    }

    /// Keeps bytes; gives the place of them, or 0 for none.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> u32 {
        let mut next = 0;
        for part in bytes.chunks(CHUNK).rev() {
            let mut chunk = Chunk { next, ..Chunk::zeroed() };
            chunk.bytes[..part.len()].copy_from_slice(part);
            next = self.take(chunk);
        }
        next
    }

    fn take(&mut self, chunk: Chunk) -> u32 {
        match index(self.free) {
            Some(free) => {
                self.free = self.chunks[free].next;
                self.chunks.set(free, chunk);
                free as u32 + 1
            }
            None => {
                self.chunks.push(chunk);
                self.chunks.len() as u32
            }
        }
    }

    /// Gives up what lies at a place.
    pub(crate) fn remove(&mut self, place: u32) {
        let mut at = index(place);
        while let Some(chunk) = at {
            at = index(self.chunks[chunk].next);
            self.chunks.set(chunk, Chunk { next: self.free, ..Chunk::zeroed() });
            self.free = chunk as u32 + 1;
        }
    }

    /// The bytes at a place, into a list that they fill.
    pub(crate) fn read(&self, place: u32, bytes: &mut [u8]) {
        let mut at = index(place);
        for part in bytes.chunks_mut(CHUNK) {
            let Some(chunk) = at.and_then(|at| self.chunks.get(at)) else { return };
            part.copy_from_slice(&chunk.bytes[..part.len()]);
            at = index(chunk.next);
        }
    }

    /// Writes bytes to a place; pages that hold the same already are left alone.
    pub(crate) fn write(&mut self, place: u32, bytes: &[u8]) {
        let mut at = index(place);
        for part in bytes.chunks(CHUNK) {
            let Some(chunk) = at.and_then(|at| self.chunks.get(at).copied().map(|chunk| (at, chunk))) else { return };
            let mut new = chunk.1;
            new.bytes[..part.len()].copy_from_slice(part);
            self.chunks.set(chunk.0, new);
            at = index(new.next);
        }
    }

    /// The script at a place.
    #[inline]
    pub(crate) fn load<S: Component>(&self, place: u32) -> S {
        if S::SIZE <= CHUNK {
            let empty = [0; CHUNK];
            let chunk = index(place).and_then(|at| self.chunks.get(at));
            return S::load(&chunk.map_or(&empty, |chunk| &chunk.bytes)[..S::SIZE]);
        }
        let mut bytes = [0; MOST_BYTES];
        self.read(place, &mut bytes[..S::SIZE]);
        S::load(&bytes[..S::SIZE])
    }

    /// Puts a script back to its place, if it has changed.
    #[inline]
    pub(crate) fn store<S: Component>(&mut self, place: u32, script: &S) {
        if S::SIZE == 0 {
            return;
        }
        if S::SIZE <= CHUNK {
            let Some(at) = index(place) else { return };
            if self.chunks.get(at).is_some_and(|chunk| !script.is_stored(&chunk.bytes[..S::SIZE]))
                && let Some(chunk) = self.chunks.get_mut(at)
            {
                script.store(&mut chunk.bytes[..S::SIZE]);
            }
            return;
        }
        let mut bytes = [0; MOST_BYTES];
        script.store(&mut bytes[..S::SIZE]);
        self.write(place, &bytes[..S::SIZE]);
    }

    /// What must hold between the chunks: nothing goes in circles, and nobody shares one.
    pub(crate) fn check(&self, places: impl Iterator<Item = u32>) -> Result<(), Damage> {
        let mut met = vec![false; self.chunks.len()];
        for first in places.chain([self.free]) {
            let mut at = index(first);
            while let Some(chunk) = at {
                let seen = met.get_mut(chunk).ok_or(Damage("a script's fields are not there"))?;
                ensure(!std::mem::replace(seen, true), "two scripts share their fields")?;
                at = index(self.chunks[chunk].next);
            }
        }
        Ok(())
    }

    /// Numbers that may be those of texts: any eight bytes of a field.
    pub(crate) fn texts(&self) -> impl Iterator<Item = u64> + '_ {
        let words = |chunk: &Chunk| chunk.bytes;
        self.chunks.iter().flat_map(move |chunk| {
            let bytes = words(chunk);
            (0..=CHUNK - 8).map(move |at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte])))
        })
    }

    pub(crate) fn hash(&self) -> u64 {
        self.chunks.hash() ^ u64::from(self.free).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn index(place: u32) -> Option<usize> {
    (place as usize).checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whatever_their_number() {
        let mut states = States::new(&PageStore::new());
        let written: Vec<(u32, Vec<u8>)> = [0, 1, 59, 60, 61, 120, 1020]
            .map(|length| (0..length).map(|number| number as u8 ^ 0x5a).collect::<Vec<u8>>())
            .into_iter()
            .map(|bytes| (states.add(&bytes), bytes))
            .collect();
        for (place, bytes) in &written {
            let mut read = vec![0; bytes.len()];
            states.read(*place, &mut read);
            assert_eq!(&read, bytes);
        }
        let chunks = states.chunks.len();
        written.iter().for_each(|(place, _)| states.remove(*place));
        states.add(&[1; 1020]);
        assert_eq!(states.chunks.len(), chunks, "chunks that were given up are used again");
    }
}
