//! Changing all entities that match.

use std::marker::PhantomData;

use super::filter::{Filter, Matcher};
use super::source::{Exclusive, Source};
use super::term::{Maybe, Term, With, Without, bytes_at};
use crate::column::Values;
use crate::pages::PAGE_SIZE;
use crate::{Component, Entity, PageStore, Schema, World};

/// Something that an update asks for of each entity: [`Write`], any [`Term`], or a tuple of up to eight of these.
///
/// The hidden parts are how an update asks; they change, and are not for other crates to implement.
pub trait UpdateTerm {
    /// What the closure is given for each entity.
    type Item<'i>;
    /// Where the data is, for the whole update.
    #[doc(hidden)]
    type Access<'s>;
    /// Where the data is, for some slots in a row.
    #[doc(hidden)]
    type Run<'r>;
    /// What is held while the closure runs.
    #[doc(hidden)]
    type Held;

    /// Says which entities match.
    #[doc(hidden)]
    fn filter(schema: &Schema, filter: &mut Filter);

    /// Finds the data. `None` if the schema lacks the type.
    #[doc(hidden)]
    fn access<'s>(source: &mut Exclusive<'s>) -> Option<Self::Access<'s>>;

    /// Slots in a row that lie together, at least: a power of two, at most 64.
    #[doc(hidden)]
    fn run_length(access: &Self::Access<'_>) -> u32;

    /// Goes to some slots in a row.
    #[doc(hidden)]
    fn run<'r>(access: &'r mut Self::Access<'_>, first: u32, slots: u32) -> Self::Run<'r>;

    /// Reads what is at one of them.
    #[doc(hidden)]
    fn load(run: &Self::Run<'_>, offset: u32) -> Self::Held;

    /// What the closure gets of it.
    #[doc(hidden)]
    fn lend(held: &mut Self::Held) -> Self::Item<'_>;

    /// Writes back what the closure left.
    #[doc(hidden)]
    fn store(held: Self::Held, run: &mut Self::Run<'_>, offset: u32);
}

/// A component that an update changes: the closure gets `&mut T`, and what it leaves there is stored. A page that
/// is shared with a snapshot is copied when one of its entities differs, not before.
#[derive(Debug)]
pub struct Write<T>(PhantomData<T>);

/// The values of a component that is to be written.
#[derive(Debug)]
pub struct WriteAccess<'s> {
    values: &'s mut Values,
    store: &'s PageStore,
    /// Where a run is worked on whose page others still see.
    draft: [u8; PAGE_SIZE],
}

/// Some values in a row that are to be written: in place where the page is the world's alone, else in a draft.
#[derive(Debug)]
pub struct WriteRun<'r> {
    bytes: &'r mut [u8],
    draft_of: Option<SharedRun<'r>>,
}

/// Some values in a row whose page is shared or not there yet.
#[derive(Debug)]
struct SharedRun<'r> {
    values: &'r mut Values,
    store: &'r PageStore,
    first: u32,
    slots: u32,
}

/// The page is copied only if the draft differs.
impl Drop for WriteRun<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(SharedRun { values, store, first, slots }) = self.draft_of.take()
            && values.read_run(first, slots) != self.bytes
        {
            values.write_run(store, first, slots).copy_from_slice(self.bytes);
        }
    }
}

impl<T: Component> UpdateTerm for Write<T> {
    type Item<'i> = &'i mut T;
    type Access<'s> = WriteAccess<'s>;
    type Run<'r> = WriteRun<'r>;
    type Held = T;

    fn filter(schema: &Schema, filter: &mut Filter) {
        filter.require(schema.id_of::<T>());
    }

    fn access<'s>(source: &mut Exclusive<'s>) -> Option<WriteAccess<'s>> {
        let component = source.schema().id_of::<T>()?;
        Some(WriteAccess { values: source.take(component)?, store: source.store, draft: [0; PAGE_SIZE] })
    }

    fn run_length(access: &WriteAccess<'_>) -> u32 {
        access.values.run()
    }

    #[inline]
    fn run<'r>(access: &'r mut WriteAccess<'_>, first: u32, slots: u32) -> WriteRun<'r> {
        let WriteAccess { values, store, draft } = access;
        if values.owns(first) {
            return WriteRun { bytes: values.write_run(store, first, slots), draft_of: None };
        }
        let shared = values.read_run(first, slots);
        let bytes = &mut draft[..shared.len()];
        bytes.copy_from_slice(shared);
        WriteRun { bytes, draft_of: Some(SharedRun { values, store, first, slots }) }
    }

    #[inline]
    fn load(run: &WriteRun<'_>, offset: u32) -> T {
        T::load(bytes_at::<T>(run.bytes, offset))
    }

    #[inline]
    fn lend(held: &mut T) -> &mut T {
        held
    }

    #[inline]
    fn store(held: T, run: &mut WriteRun<'_>, offset: u32) {
        held.store(&mut run.bytes[offset as usize * T::SIZE..][..T::SIZE]);
    }
}

/// Terms that an update only reads: the closure gets what a query would give.
macro_rules! read_term {
    ($term:ty $(, $parameter:ident)?) => {
        impl$(<$parameter: Component>)? UpdateTerm for $term {
            type Item<'i> = <$term as Term>::Item;
            type Access<'s> = <$term as Term>::Access<'s>;
            type Run<'r> = <$term as Term>::Run<'r>;
            type Held = Option<<$term as Term>::Item>;

            fn filter(schema: &Schema, filter: &mut Filter) {
                <$term as Term>::filter(schema, filter);
            }

            fn access<'s>(source: &mut Exclusive<'s>) -> Option<Self::Access<'s>> {
                <$term as Term>::access(source)
            }

            fn run_length(access: &Self::Access<'_>) -> u32 {
                <$term as Term>::run_length(*access)
            }

            #[inline]
            fn run<'r>(access: &'r mut Self::Access<'_>, first: u32, slots: u32) -> Self::Run<'r> {
                <$term as Term>::run(*access, first, slots)
            }

            #[inline]
            fn load(run: &Self::Run<'_>, offset: u32) -> Self::Held {
                Some(<$term as Term>::item(*run, offset))
            }

            #[inline]
            fn lend(held: &mut Self::Held) -> Self::Item<'_> {
                match held.take() {
                    Some(item) => item,
                    None => unreachable!("each item is lent once, right after it was loaded"),
                }
            }

            #[inline]
            fn store(_: Self::Held, _: &mut Self::Run<'_>, _: u32) {}
        }
    };
}

read_term!(T, T);
read_term!(Entity);
read_term!(Maybe<T>, T);
read_term!(With<T>, T);
read_term!(Without<T>, T);

impl World {
    /// Calls a closure with each entity that matches, in slot order; what [`Write`] terms ask for can be changed.
    /// Takes nothing from the heap.
    ///
    /// ```
    /// use kerosene_world::{Component, Schema, Vec3, World, Write};
    ///
    /// #[derive(Component)]
    /// struct Position { at: Vec3 }
    /// #[derive(Component)]
    /// struct Velocity { by: Vec3 }
    ///
    /// let schema = Schema::builder().component::<Position>().component::<Velocity>().build()?;
    /// let mut world = World::new(schema);
    /// let entity = world.spawn();
    /// world.insert(entity, Position { at: Vec3::ZERO });
    /// world.insert(entity, Velocity { by: Vec3::X });
    /// world.update::<(Write<Position>, Velocity)>(|(position, velocity)| position.at += velocity.by);
    /// assert_eq!(world.get::<Position>(entity).map(|position| position.at), Some(Vec3::X));
    /// # Ok::<(), kerosene_world::SchemaError>(())
    /// ```
    ///
    /// # Panics
    /// If two terms name the same component.
    pub fn update<Q: UpdateTerm>(&mut self, mut each: impl FnMut(Q::Item<'_>)) {
        let mut source = Exclusive::new(&mut self.state);
        let mut filter = Filter::new();
        Q::filter(source.schema(), &mut filter);
        let matcher = Matcher::new(filter, &source);
        let Some(mut access) = Q::access(&mut source) else { return };
        let length = Q::run_length(&access);
        for first in (0..matcher.end).step_by(64) {
            let bits = matcher.word(first);
            if bits == 0 {
                continue;
            }
            for offset in (0..64).step_by(length as usize) {
                let bits = bits >> offset & (u64::MAX >> (64 - length));
                if bits != 0 {
                    update_run::<Q>(&mut Q::run(&mut access, first + offset, length), bits, &mut each);
                }
            }
        }
    }
}

/// Goes through those of up to 64 slots whose bit is set.
#[inline]
fn update_run<Q: UpdateTerm>(run: &mut Q::Run<'_>, mut bits: u64, each: &mut impl FnMut(Q::Item<'_>)) {
    let mut at = |offset: u32| {
        let mut held = Q::load(run, offset);
        each(Q::lend(&mut held));
        Q::store(held, run, offset);
    };
    if bits == u64::MAX {
        (0..64).for_each(at);
        return;
    }
    while bits != 0 {
        at(bits.trailing_zeros());
        bits &= bits - 1;
    }
}
