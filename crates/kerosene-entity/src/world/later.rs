//! Events that are due later than they were queued: a radix heap.
//!
//! Time only grows, so nothing is ever queued before what was taken last, and a queue of whole numbers needs no
//! comparisons of events with each other (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path
//! problem", 1990). An event waits in the bucket of the highest bit in which its due time differs from the time that has
//! been reached. When the least bucket's turn comes, its events go to lower ones; each can do so 64 times at most, and in
//! a level most go once. A bucket is a list in the order of queueing and is gone through in that order, so events that
//! are due at the same time stay in the order of their sequence.

use super::lists::Lists;
use super::rows::{EventRow, Link};
use kerosene_world::PageStore;

/// One for each bit of a time, and the first for events that are due at the time reached.
const BUCKETS: usize = 65;

/// Events in the order in which they came, by the links of their rows.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    first: Link,
    last: Link,
    /// The least time at which one of them is due.
    least: u64,
}

const EMPTY: Bucket = Bucket { first: Link::NONE, last: Link::NONE, least: u64::MAX };

/// Events by due time, and those of one time in the order in which they came.
#[derive(Debug, Clone)]
pub(super) struct Later {
    rows: Lists<EventRow>,
    buckets: [Bucket; BUCKETS],
    /// A bit for each bucket but the first, the lowest for the second: whether anything waits there.
    occupied: u64,
    /// The due time of the event that was taken last.
    reached: u64,
    length: usize,
}

impl Later {
    pub(super) fn new(store: &PageStore) -> Self {
        Self { rows: Lists::new(store), buckets: [EMPTY; BUCKETS], occupied: 0, reached: 0, length: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Adds an event, which is not due before any that was taken.
    pub(super) fn push(&mut self, event: &EventRow) {
        debug_assert!(event.due >= self.reached, "time only grows");
        let row = self.rows.take_row(EventRow { next: Link::NONE, ..*event });
        self.append(row, event.due);
        self.length += 1;
    }

    /// When the next event is due.
    #[inline]
    pub(super) fn next_due(&self) -> Option<u64> {
        self.least_bucket().map(|bucket| self.buckets[bucket].least)
    }

    /// The next event. Its time counts as reached.
    pub(super) fn front(&mut self) -> Option<&EventRow> {
        if self.buckets[0].first.is_none() {
            self.settle();
        }
        self.buckets[0].first.index().map(|index| &self.rows.rows[index])
    }

    /// Takes the next event.
    pub(super) fn pop(&mut self) -> Option<EventRow> {
        let event = *self.front()?;
        let index = self.buckets[0].first.index()?;
        self.rows.free_row(index);
        self.length -= 1;
        self.buckets[0] = if event.next.is_none() { EMPTY } else { Bucket { first: event.next, ..self.buckets[0] } };
        Some(EventRow { next: Link::NONE, ..event })
    }

    /// Keeps the events that `keep` says.
    pub(super) fn retain(&mut self, keep: impl Fn(&EventRow) -> bool) {
        self.occupied = 0;
        for bucket in std::mem::replace(&mut self.buckets, [EMPTY; BUCKETS]) {
            let mut at = bucket.first;
            while let (link, Some(index)) = (at, at.index()) {
                let event = &self.rows.rows[index];
                at = event.next;
                if keep(event) {
                    self.append(link, event.due);
                } else {
                    self.rows.free_row(index);
                    self.length -= 1;
                }
            }
        }
    }

    /// All events, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &EventRow> + '_ {
        self.buckets.iter().flat_map(|bucket| self.rows.iter(bucket.first)).map(|(_, event)| event)
    }

    /// The first bucket in which anything waits.
    #[inline]
    fn least_bucket(&self) -> Option<usize> {
        if !self.buckets[0].first.is_none() {
            return Some(0);
        }
        (self.occupied != 0).then(|| self.occupied.trailing_zeros() as usize + 1)
    }

    /// Goes on to the time of the next event, so that the first bucket has what is due then.
    fn settle(&mut self) {
        let Some(least) = self.least_bucket().filter(|least| *least > 0) else { return };
        let bucket = std::mem::replace(&mut self.buckets[least], EMPTY);
        self.occupied &= self.occupied - 1;
        self.reached = bucket.least;
        let mut at = bucket.first;
        while let (link, Some(index)) = (at, at.index()) {
            let EventRow { next, due, .. } = self.rows.rows[index];
            at = next;
            self.append(link, due);
        }
    }

    /// Puts a row at the end of the bucket of its time.
    fn append(&mut self, row: Link, due: u64) {
        let Some(index) = row.index() else { return };
        let highest_bit = u64::BITS - (due ^ self.reached).leading_zeros();
        let bucket = &mut self.buckets[highest_bit as usize];
        match bucket.last.index() {
            Some(last) => self.rows.rows[last].next = row,
            None => {
                bucket.first = row;
                self.occupied |= 1_u64.checked_shl(highest_bit.wrapping_sub(1)).unwrap_or(0);
            }
        }
        bucket.last = row;
        bucket.least = bucket.least.min(due);
        if !self.rows.rows[index].next.is_none() {
            self.rows.rows[index].next = Link::NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Step {
        /// An event that is due so long after now.
        Push(u64),
        /// Time goes on by that much, and what is due is taken.
        Advance(u64),
        /// Events of an even sequence go.
        Thin,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let span = prop_oneof![1..4_u64, Just(10_000_000), 1..2_000_000_000_u64, Just(u64::MAX / 4)];
        let step = prop_oneof![
            6 => span.clone().prop_map(Step::Push),
            3 => span.prop_map(Step::Advance),
            1 => Just(Step::Thin),
        ];
        prop::collection::vec(step, 0..200)
    }

    proptest! {
        #[test]
        fn it_agrees_with_a_sorted_list(steps in steps()) {
            let mut later = Later::new(&PageStore::new());
            let mut model: Vec<(u64, u64)> = Vec::new();
            let (mut now, mut sequence) = (0_u64, 0);
            for step in steps {
                match step {
                    Step::Push(after) => {
                        let due = now.saturating_add(after);
                        later.push(&EventRow { due, sequence, ..EventRow::default() });
                        model.push((due, sequence));
                        sequence += 1;
                    }
                    Step::Advance(by) => {
                        now = now.saturating_add(by);
                        while later.next_due().is_some_and(|due| due <= now) {
                            let taken = later.pop().map(|event| (event.due, event.sequence));
                            let least = model.iter().copied().min();
                            prop_assert_eq!(taken, least);
                            model.retain(|event| Some(*event) != least);
                        }
                    }
                    Step::Thin => {
                        later.retain(|event| event.sequence % 2 == 1);
                        model.retain(|(_, sequence)| sequence % 2 == 1);
                    }
                }
                prop_assert_eq!(later.next_due(), model.iter().map(|(due, _)| *due).min());
                prop_assert_eq!((later.len(), later.iter().count()), (model.len(), model.len()));
            }
        }
    }
}
