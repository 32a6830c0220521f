//! The event queue: order by due time, then by sequence.
//!
//! Most events are due at once. Since time and sequence only grow, those are in order as they come and wait in a plain
//! line; the others wait in [`Later`]. The next event is the lesser of the two fronts. Both lie in pages, so a snapshot
//! shares them.
//!
//! The layout of both depends on history, so the hash of the queue is that of its content: each waiting event is mixed
//! on its own and the results are added up.

use super::later::Later;
use super::rows::{EventRow, Link};
use kerosene_world::{PageStore, PagedVec};

/// Events that may wait; what is fired beyond is refused.
pub(crate) const MOST_EVENTS: usize = 1 << 20;

/// All events that wait.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    /// Events that were due when they were queued; those from `line_first` on, `line_length` of them, wait.
    line: PagedVec<EventRow>,
    line_first: usize,
    line_length: usize,
    later: Later,
}

impl Queue {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { line: PagedVec::new_in(store), line_first: 0, line_length: 0, later: Later::new(store) }
    }

    pub(crate) fn len(&self) -> usize {
        self.line_length + self.later.len()
    }

    /// Adds an event; `now` decides where it waits. False when the queue is full.
    #[inline]
    pub(crate) fn push(&mut self, event: &EventRow, now: u64) -> bool {
        if self.len() >= MOST_EVENTS {
            return false;
        }
        if event.due <= now {
            self.push_line(event);
        } else {
            self.later.push(event);
        }
        true
    }

    /// When the next event is due.
    #[inline]
    pub(crate) fn next_due(&self) -> Option<u64> {
        let line = self.line_front().map(|event| event.due);
        line.into_iter().chain(self.later.next_due()).min()
    }

    /// Takes the next event if it is due.
    #[inline]
    pub(crate) fn pop_due(&mut self, now: u64) -> Option<EventRow> {
        if self.later.next_due().is_some_and(|due| due <= now) && self.later_is_first() {
            return self.later.pop();
        }
        // What waits here was due when it was queued.
        let event = *self.line_front()?;
        self.line_first += 1;
        self.line_length -= 1;
        if self.line_length == 0 {
            // From the start again, in pages that are warm.
            self.line_first = 0;
        }
        Some(event)
    }

    /// Whether the next of those that were due later comes before all that wait in line.
    fn later_is_first(&mut self) -> bool {
        let line = self.line_front().map(|event| (event.due, event.sequence));
        let later = self.later.front().map(|event| (event.due, event.sequence));
        line.is_none_or(|line| later.is_some_and(|later| later < line))
    }

    /// Keeps the events that `keep` says; gives how many it dropped.
    pub(crate) fn retain(&mut self, keep: impl Fn(&EventRow) -> bool) -> usize {
        let before = self.len();
        let kept: Vec<EventRow> = self.line_events().copied().filter(|event| keep(event)).collect();
        (self.line_first, self.line_length) = (0, 0);
        for event in &kept {
            self.push_line(event);
        }
        self.later.retain(keep);
        before - self.len()
    }

    /// The events in the order in which they would fire.
    pub(crate) fn in_order(&self) -> Vec<EventRow> {
        let mut events: Vec<EventRow> = self.line_events().chain(self.later.iter()).copied().collect();
        events.sort_by_key(|event| (event.due, event.sequence));
        events
    }

    /// A hash of the events that wait, whatever their places.
    pub(crate) fn hash(&self) -> u64 {
        let events = self.line_events().chain(self.later.iter());
        events.fold(self.len() as u64, |sum, event| sum.wrapping_add(hash_of(event)))
    }

    fn line_events(&self) -> impl Iterator<Item = &EventRow> + '_ {
        (self.line_first..self.line_first + self.line_length).map(|index| &self.line[index])
    }

    #[inline]
    fn line_front(&self) -> Option<&EventRow> {
        if self.line_length == 0 { None } else { self.line.get(self.line_first) }
    }

    #[inline]
    fn push_line(&mut self, event: &EventRow) {
        let end = self.line_first + self.line_length;
        match self.line.get_mut(end) {
            Some(place) => *place = *event,
            None => self.line.push(*event),
        }
        self.line_length += 1;
    }
}

/// A hash of what an event means: not of its chain, which lasts one tick.
fn hash_of(event: &EventRow) -> u64 {
    let content = EventRow { tick: 0, chain: 0, next: Link::NONE, ..*event };
    xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&content))
}
