//! The event queue: order by due time, then by sequence.
//!
//! Most events are due at once. Since time and sequence only grow, those are in order as they come and wait in a plain
//! line; the others wait in a heap with four children a node (Johnson 1975) over small keys, their content beside it.
//! The next event is the lesser of the two fronts. Both lie in pages, so a snapshot shares them.
//!
//! The layout of line and heap depends on history, so the hash of the queue is that of its content: each waiting
//! event is mixed on its own and the results are added up.

use super::rows::{EventRow, Link};
use bytemuck::{Pod, Zeroable};
use kerosene_world::{PageStore, PagedVec};

/// Events that may wait; what is fired beyond is refused.
pub(crate) const MOST_EVENTS: usize = 1 << 20;

/// Children of a node of the heap.
const ARITY: usize = 4;

/// The place of an event in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
struct HeapKey {
    due: u64,
    sequence: u64,
    /// Index of its row.
    row: u32,
    padding: u32,
}

impl HeapKey {
    #[inline]
    fn order(&self) -> (u64, u64) {
        (self.due, self.sequence)
    }
}

/// All events that wait.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    /// Events that were due when they were queued; those from `line_first` on, `line_length` of them, wait.
    line: PagedVec<EventRow>,
    line_first: usize,
    line_length: usize,
    heap: PagedVec<HeapKey>,
    /// The rows of the heap's events.
    rows: PagedVec<EventRow>,
    free: Link,
}

impl Queue {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self {
            line: PagedVec::new_in(store),
            line_first: 0,
            line_length: 0,
            heap: PagedVec::new_in(store),
            rows: PagedVec::new_in(store),
            free: Link::NONE,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.line_length + self.heap.len()
    }

    /// Adds an event; `now` decides where it waits. False when the queue is full.
    #[inline]
    pub(crate) fn push(&mut self, event: EventRow, now: u64) -> bool {
        if self.len() >= MOST_EVENTS {
            return false;
        }
        if event.due <= now {
            self.push_line(event);
        } else {
            self.push_heap(event);
        }
        true
    }

    /// When the next event is due.
    #[inline]
    pub(crate) fn next_due(&self) -> Option<u64> {
        match (self.line_front(), self.heap.get(0)) {
            (None, None) => None,
            (Some(line), None) => Some(line.due),
            (None, Some(heap)) => Some(heap.due),
            (Some(line), Some(heap)) => Some(line.due.min(heap.due)),
        }
    }

    /// Takes the next event if it is due.
    #[inline]
    pub(crate) fn pop_due(&mut self, now: u64) -> Option<EventRow> {
        match (self.line_front(), self.heap.get(0)) {
            (Some(line), heap) if heap.is_none_or(|heap| (line.due, line.sequence) < heap.order()) => {
                let event = *line;
                if event.due > now {
                    return None;
                }
                self.line_first += 1;
                self.line_length -= 1;
                if self.line_length == 0 {
                    // From the start again, in pages that are warm.
                    self.line_first = 0;
                }
                Some(event)
            }
            (_, Some(heap)) if heap.due <= now => {
                let row = heap.row;
                self.remove_top();
                Some(self.take_row(row as usize))
            }
            _ => None,
        }
    }

    /// Keeps the events that `keep` says; gives how many it dropped.
    pub(crate) fn retain(&mut self, keep: impl Fn(&EventRow) -> bool) -> usize {
        let before = self.len();
        let kept: Vec<EventRow> = self.line_events().copied().filter(|event| keep(event)).collect();
        (self.line_first, self.line_length) = (0, 0);
        for event in kept {
            self.push_line(event);
        }
        let dropped: Vec<u32> =
            self.heap.iter().map(|key| key.row).filter(|&row| !keep(&self.rows[row as usize])).collect();
        if !dropped.is_empty() {
            let kept: Vec<HeapKey> =
                self.heap.iter().copied().filter(|key| keep(&self.rows[key.row as usize])).collect();
            self.heap.truncate(0);
            for row in dropped {
                self.take_row(row as usize);
            }
            for key in kept {
                self.push_key(key);
            }
        }
        before - self.len()
    }

    /// The events in the order in which they would fire.
    pub(crate) fn in_order(&self) -> Vec<EventRow> {
        let heap = self.heap.iter().map(|key| self.rows[key.row as usize]);
        let mut events: Vec<EventRow> = self.line_events().copied().chain(heap).collect();
        events.sort_by_key(|event| (event.due, event.sequence));
        events
    }

    /// A hash of the events that wait, whatever their places.
    pub(crate) fn hash(&self) -> u64 {
        let heap = self.heap.iter().map(|key| &self.rows[key.row as usize]);
        self.line_events().chain(heap).fold(self.len() as u64, |sum, event| sum.wrapping_add(hash_of(event)))
    }

    fn line_events(&self) -> impl Iterator<Item = &EventRow> + '_ {
        (self.line_first..self.line_first + self.line_length).map(|index| &self.line[index])
    }

    #[inline]
    fn line_front(&self) -> Option<&EventRow> {
        if self.line_length == 0 { None } else { self.line.get(self.line_first) }
    }

    fn push_line(&mut self, event: EventRow) {
        let end = self.line_first + self.line_length;
        match self.line.get_mut(end) {
            Some(place) => *place = event,
            None => self.line.push(event),
        }
        self.line_length += 1;
    }

    fn push_heap(&mut self, event: EventRow) {
        let row = match self.free.index() {
            Some(index) => {
                self.free = self.rows[index].next;
                self.rows[index] = event;
                index as u32
            }
            None => {
                self.rows.push(event);
                self.rows.len() as u32 - 1
            }
        };
        self.push_key(HeapKey { due: event.due, sequence: event.sequence, row, padding: 0 });
    }

    fn push_key(&mut self, key: HeapKey) {
        self.heap.push(key);
        let mut at = self.heap.len() - 1;
        while at > 0 {
            let parent = (at - 1) / ARITY;
            let above = self.heap[parent];
            if above.order() <= key.order() {
                break;
            }
            self.heap[at] = above;
            at = parent;
        }
        self.heap[at] = key;
    }

    /// Takes the first key out of the heap.
    fn remove_top(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        let length = self.heap.len();
        if length == 0 {
            return;
        }
        let mut at = 0;
        loop {
            let first = at * ARITY + 1;
            let children = first..(first + ARITY).min(length);
            let Some(least) = children.min_by_key(|&child| self.heap[child].order()) else { break };
            let below = self.heap[least];
            if last.order() <= below.order() {
                break;
            }
            self.heap[at] = below;
            at = least;
        }
        self.heap[at] = last;
    }

    /// Takes a row's event and gives the row back.
    fn take_row(&mut self, index: usize) -> EventRow {
        let event = self.rows[index];
        self.rows[index] = EventRow { next: self.free, ..EventRow::default() };
        self.free = Link::to(index as u32);
        event
    }
}

/// A hash of what an event means: not of its chain, which lasts one tick.
fn hash_of(event: &EventRow) -> u64 {
    let content = EventRow { tick: 0, chain: 0, next: Link::NONE, ..*event };
    xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&content))
}
