//! What a query can ask for.

use std::marker::PhantomData;

use super::filter::Filter;
use super::source::Source;
use crate::column::{Bits, Values};
use crate::slots::Slots;
use crate::{Component, Entity, Schema};

/// Something that a query asks for of each entity and reads: a component type (by value), [`Entity`] (the
/// handle), [`Maybe`], [`With`], [`Without`], or a tuple of up to eight of these.
///
/// The hidden parts are how a query asks; they change, and are not for other crates to implement.
pub trait Term {
    /// What comes out for each entity.
    type Item;
    /// Where the data is, for the whole query.
    #[doc(hidden)]
    type Access<'s>: Copy;
    /// Where the data is, for some slots in a row.
    #[doc(hidden)]
    type Run<'s>: Copy;

    /// Says which entities match.
    #[doc(hidden)]
    fn filter(schema: &Schema, filter: &mut Filter);

    /// Finds the data. `None` if the schema lacks the type.
    #[doc(hidden)]
    fn access<'s>(source: &mut impl Source<'s>) -> Option<Self::Access<'s>>;

    /// Slots in a row that lie together, at least: a power of two, at most 64.
    #[doc(hidden)]
    fn run_length(access: Self::Access<'_>) -> u32;

    /// Goes to some slots in a row.
    #[doc(hidden)]
    fn run<'s>(access: Self::Access<'s>, first: u32, slots: u32) -> Self::Run<'s>;

    /// Reads what is at one of them.
    #[doc(hidden)]
    fn item(run: Self::Run<'_>, offset: u32) -> Self::Item;
}

/// A component's bytes at one place of a run.
#[inline]
pub(super) fn bytes_at<T: Component>(run: &[u8], offset: u32) -> &[u8] {
    let start = offset as usize * T::SIZE;
    &run[start..start + T::SIZE]
}

impl<T: Component> Term for T {
    type Item = T;
    type Access<'s> = &'s Values;
    type Run<'s> = &'s [u8];

    fn filter(schema: &Schema, filter: &mut Filter) {
        filter.require(schema.id_of::<T>());
    }

    fn access<'s>(source: &mut impl Source<'s>) -> Option<&'s Values> {
        let component = source.schema().id_of::<T>()?;
        source.values(component)
    }

    fn run_length(access: &Values) -> u32 {
        access.run()
    }

    #[inline]
    fn run<'s>(access: Self::Access<'s>, first: u32, slots: u32) -> Self::Run<'s> {
        access.read_run(first, slots)
    }

    #[inline]
    fn item(run: &[u8], offset: u32) -> T {
        T::load(bytes_at::<T>(run, offset))
    }
}

impl Term for Entity {
    type Item = Entity;
    type Access<'s> = &'s Slots;
    type Run<'s> = (&'s Slots, u32);

    fn filter(_: &Schema, _: &mut Filter) {}

    fn access<'s>(source: &mut impl Source<'s>) -> Option<&'s Slots> {
        Some(source.slots())
    }

    fn run_length(_: &Slots) -> u32 {
        64
    }

    #[inline]
    fn run<'s>(access: Self::Access<'s>, first: u32, _: u32) -> Self::Run<'s> {
        (access, first)
    }

    #[inline]
    fn item((slots, first): (&Slots, u32), offset: u32) -> Entity {
        slots.matched(first + offset)
    }
}

/// The component where the entity has it; entities without it match too.
#[derive(Debug)]
pub struct Maybe<T>(PhantomData<T>);

impl<T: Component> Term for Maybe<T> {
    type Item = Option<T>;
    type Access<'s> = Option<(&'s Values, &'s Bits)>;
    type Run<'s> = Option<(&'s [u8], u64)>;

    fn filter(_: &Schema, _: &mut Filter) {}

    fn access<'s>(source: &mut impl Source<'s>) -> Option<Self::Access<'s>> {
        let Some(component) = source.schema().id_of::<T>() else { return Some(None) };
        let bits = source.bits(component)?;
        Some(Some((source.values(component)?, bits)))
    }

    fn run_length(access: Self::Access<'_>) -> u32 {
        access.map_or(64, |(values, _)| values.run())
    }

    #[inline]
    fn run<'s>(access: Self::Access<'s>, first: u32, slots: u32) -> Self::Run<'s> {
        let (values, bits) = access?;
        Some((values.read_run(first, slots), bits.word(first & !63) >> (first % 64)))
    }

    #[inline]
    fn item(run: Self::Run<'_>, offset: u32) -> Option<T> {
        let (bytes, word) = run?;
        (word >> offset & 1 != 0).then(|| T::load(bytes_at::<T>(bytes, offset)))
    }
}

/// Only entities that have the component; it is not read.
#[derive(Debug)]
pub struct With<T>(PhantomData<T>);

/// Only entities that do not have the component.
#[derive(Debug)]
pub struct Without<T>(PhantomData<T>);

/// Terms that say which entities match and read nothing.
macro_rules! filter_term {
    ($term:ident, $method:ident) => {
        impl<T: Component> Term for $term<T> {
            type Item = ();
            type Access<'s> = ();
            type Run<'s> = ();

            fn filter(schema: &Schema, filter: &mut Filter) {
                filter.$method(schema.id_of::<T>());
            }

            fn access<'s>(_: &mut impl Source<'s>) -> Option<()> {
                Some(())
            }

            fn run_length((): ()) -> u32 {
                64
            }

            #[inline]
            fn run<'s>((): Self::Access<'s>, _: u32, _: u32) -> Self::Run<'s> {}

            #[inline]
            fn item((): (), _: u32) {}
        }
    };
}

filter_term!(With, require);
filter_term!(Without, exclude);
