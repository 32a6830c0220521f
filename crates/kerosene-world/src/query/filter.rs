//! Which slots match.

use smallvec::SmallVec;

use super::source::Source;
use crate::ComponentId;
use crate::column::Bits;
use crate::slots::Slots;
use crate::state::set_bits;

/// What the terms of a query ask of an entity.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// Components that must be there, as a mask.
    required: u64,
    /// Components that must not.
    excluded: u64,
    /// Whether nothing can match, because a required type is none of the schema's.
    impossible: bool,
}

impl Filter {
    pub(super) fn new() -> Filter {
        Filter { required: 0, excluded: 0, impossible: false }
    }

    /// Entities without the component do not match.
    pub(super) fn require(&mut self, component: Option<ComponentId>) {
        match component {
            Some(component) => self.required |= 1 << component.index(),
            None => self.impossible = true,
        }
    }

    /// Entities with the component do not match.
    pub(super) fn exclude(&mut self, component: Option<ComponentId>) {
        self.excluded |= component.map_or(0, |component| 1 << component.index());
    }
}

/// A filter with the bits that it looks at.
#[derive(Debug)]
pub(super) struct Matcher<'s> {
    required: SmallVec<[&'s Bits; 12]>,
    excluded: SmallVec<[&'s Bits; 8]>,
    /// Looked at when no component is required: then every living entity matches.
    slots: &'s Slots,
    /// Slots to go through.
    pub(super) end: u32,
}

impl<'s> Matcher<'s> {
    pub(super) fn new(filter: Filter, source: &impl Source<'s>) -> Matcher<'s> {
        let chosen = |mask| set_bits(mask).filter_map(|number| source.bits(ComponentId::new(number as u8)));
        let slots = source.slots();
        Matcher {
            required: chosen(filter.required).collect(),
            excluded: chosen(filter.excluded).collect(),
            slots,
            end: if filter.impossible { 0 } else { slots.len() as u32 },
        }
    }

    /// Which of 64 slots match; the first is a multiple of 64.
    #[inline]
    pub(super) fn word(&self, slot: u32) -> u64 {
        let mut word = match self.required.split_first() {
            Some((first, rest)) => rest.iter().fold(first.word(slot), |word, bits| word & bits.word(slot)),
            None => self.slots.living_word(slot),
        };
        for bits in &self.excluded {
            word &= !bits.word(slot);
        }
        word
    }
}
