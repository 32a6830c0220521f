//! Reading all entities that match.

use std::fmt;
use std::iter::FusedIterator;

use super::filter::{Filter, Matcher};
use super::term::Term;
use crate::State;

/// Everything that matches a [`Term`], in slot order; see [`State::query`].
pub struct Query<'s, Q: Term> {
    matcher: Matcher<'s>,
    access: Option<Q::Access<'s>>,
    run_length: u32,
    /// The run that is gone through and what is left of it.
    run: Option<Q::Run<'s>>,
    run_bits: u64,
    /// The word that the run is part of, as far as it is left: its first slot, and its bits.
    first: u32,
    bits: u64,
    /// The first slot of the next word.
    next: u32,
}

impl<Q: Term> fmt::Debug for Query<'_, Q> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Query").field("next", &self.next).finish_non_exhaustive()
    }
}

impl State {
    /// All entities that match, in slot order, without taking anything from the heap.
    ///
    /// ```
    /// use kerosene_world::{Component, Entity, Maybe, Schema, Vec3, Without, World};
    ///
    /// #[derive(Component)]
    /// struct Position { at: Vec3 }
    /// #[derive(Component)]
    /// struct Name { number: i32 }
    /// #[derive(Component)]
    /// struct Hidden;
    ///
    /// let schema = Schema::builder().component::<Position>().component::<Name>().component::<Hidden>().build()?;
    /// let mut world = World::new(schema);
    /// for number in 0..4 {
    ///     let entity = world.spawn();
    ///     world.insert(entity, Position { at: Vec3::splat(number as f32) });
    ///     if number == 1 {
    ///         world.insert(entity, Name { number });
    ///     }
    ///     if number == 2 {
    ///         world.insert(entity, Hidden);
    ///     }
    /// }
    /// let seen: Vec<_> = world
    ///     .query::<(Entity, Position, Maybe<Name>, Without<Hidden>)>()
    ///     .map(|(entity, position, name, ())| (entity.slot(), position.at.x, name.is_some()))
    ///     .collect();
    /// assert_eq!(seen, [(0, 0.0, false), (1, 1.0, true), (3, 3.0, false)]);
    /// # Ok::<(), kerosene_world::SchemaError>(())
    /// ```
    pub fn query<Q: Term>(&self) -> Query<'_, Q> {
        let mut source = self;
        let mut filter = Filter::new();
        Q::filter(&self.schema, &mut filter);
        let matcher = Matcher::new(filter, &source);
        let access = Q::access(&mut source);
        let run_length = access.map_or(64, Q::run_length);
        Query { matcher, access, run_length, run: None, run_bits: 0, first: 0, bits: 0, next: 0 }
    }
}

impl<Q: Term> Query<'_, Q> {
    /// Goes to the next run that has a match. False at the end.
    fn next_run(&mut self) -> bool {
        let Some(access) = self.access else { return false };
        while self.bits == 0 {
            if self.next >= self.matcher.end {
                return false;
            }
            self.first = self.next;
            self.bits = self.matcher.word(self.first);
            self.next = self.first.saturating_add(64);
        }
        // Slots of one run lie in one page; a word is one run unless components are large.
        let offset = self.bits.trailing_zeros() & !(self.run_length - 1);
        let mask = (u64::MAX >> (64 - self.run_length)) << offset;
        self.run = Some(Q::run(access, self.first + offset, self.run_length));
        self.run_bits = (self.bits & mask) >> offset;
        self.bits &= !mask;
        true
    }
}

impl<Q: Term> Iterator for Query<'_, Q> {
    type Item = Q::Item;

    #[inline]
    fn next(&mut self) -> Option<Q::Item> {
        while self.run_bits == 0 {
            if !self.next_run() {
                return None;
            }
        }
        let offset = self.run_bits.trailing_zeros();
        self.run_bits &= self.run_bits - 1;
        self.run.map(|run| Q::item(run, offset))
    }

    /// Whole runs at a time, and without a test for each entity where all of a run match.
    fn fold<B, F: FnMut(B, Q::Item) -> B>(mut self, initial: B, mut each: F) -> B {
        let mut folded = initial;
        loop {
            let Some(run) = self.run.filter(|_| self.run_bits != 0) else {
                if self.next_run() {
                    continue;
                }
                return folded;
            };
            if self.run_bits == u64::MAX {
                for offset in 0..64 {
                    folded = each(folded, Q::item(run, offset));
                }
                self.run_bits = 0;
            }
            while self.run_bits != 0 {
                folded = each(folded, Q::item(run, self.run_bits.trailing_zeros()));
                self.run_bits &= self.run_bits - 1;
            }
        }
    }
}

impl<Q: Term> FusedIterator for Query<'_, Q> {}
