//! The guard against loops of wires.
//!
//! A chain is an event together with all that it sets off within the tick. A chain that delivers more than
//! [`LIMIT`] inputs in one tick is taken for a loop. What it still has waiting for this tick is dropped, and so is what
//! the loop's members have queued in this tick for later; all other events live, whoever else fired them. Members are
//! those who fired or received one of the chain's last deliveries.
//!
//! A loop that others come out of, each from an event of its own, would be found again for each of them: after
//! [`MOST_DROPPED`] chains in one tick, what is left for this tick is dropped as a whole. What is due later lives.
//!
//! Chains are counted within a tick only and are no part of the state.

use super::EntityWorld;
use super::rows::{EventRow, Handle};
use crate::EntityId;
use crate::trace::TracedEvent;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Inputs that one chain may deliver in a tick.
pub(super) const LIMIT: u32 = 4_096;

/// Deliveries before the limit that are looked at to tell who is in the loop.
const WATCHED: u32 = 2_048;

/// Chains that may be dropped in one tick before everything is.
const MOST_DROPPED: u32 = 32;

/// Members that the message names.
const NAMED: usize = 8;

/// What the guard knows of the current tick.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// How many inputs each chain has delivered; `u32::MAX` for one that was dropped.
    counts: Vec<u32>,
    /// The chain whose event is being delivered.
    current: Option<u32>,
    /// What the chains near the limit delivered last.
    watched: Vec<Watched>,
    /// How many chains were dropped.
    dropped: u32,
    /// The last tick in which the queue was said to be full.
    full_tick: Option<u64>,
}

/// A delivery near the limit.
#[derive(Debug, Clone, Copy)]
struct Watched {
    chain: u32,
    event: EventRow,
    target: EntityId,
}

impl Guard {
    /// Forgets the chains of the tick before.
    pub(super) fn begin(&mut self) {
        self.counts.clear();
        self.watched.clear();
        self.dropped = 0;
        self.current = None;
    }

    /// The chain of an event that is queued now: the current one, or one that does not exist yet.
    #[inline]
    pub(super) fn chain_of_new_event(&self) -> u32 {
        self.current.unwrap_or(u32::MAX)
    }

    /// Makes an event's chain the current one. False if that chain was dropped.
    #[inline]
    pub(super) fn enter(&mut self, event: &EventRow, tick: u64) -> bool {
        let known = event.tick == tick && (event.chain as usize) < self.counts.len();
        let chain = if known {
            event.chain
        } else {
            self.counts.push(0);
            self.counts.len() as u32 - 1
        };
        self.current = Some(chain);
        self.counts[chain as usize] != u32::MAX
    }

    pub(super) fn leave(&mut self) {
        self.current = None;
    }

    /// Counts a delivery of the current chain. True when it is one too many.
    #[inline]
    pub(super) fn count(&mut self, event: &EventRow, target: EntityId) -> bool {
        let Some(chain) = self.current else { return false };
        let count = &mut self.counts[chain as usize];
        if *count == u32::MAX {
            return false;
        }
        *count += 1;
        let count = *count;
        if count + WATCHED > LIMIT {
            self.watched.push(Watched { chain, event: *event, target });
        }
        count > LIMIT
    }

    /// The different wires among a chain's last deliveries, and the handles of those who fired or received one.
    fn members(&self, chain: u32) -> (Vec<EventRow>, BTreeSet<Handle>) {
        let mut events: Vec<EventRow> = Vec::new();
        let mut members = BTreeSet::new();
        for watched in self.watched.iter().filter(|watched| watched.chain == chain) {
            let event = &watched.event;
            members.insert(event.caller);
            members.insert(Handle::from(Some(watched.target)));
            let same = |known: &EventRow| {
                (known.caller, known.output, known.target, known.input)
                    == (event.caller, event.output, event.target, event.input)
            };
            if events.len() <= NAMED && !events.iter().any(same) {
                events.push(*event);
            }
        }
        // Nobody in particular is no member.
        members.remove(&Handle::default());
        (events, members)
    }

    /// Whether a full queue is to be told of: once a tick.
    pub(super) fn says_full(&mut self, tick: u64) -> bool {
        self.full_tick.replace(tick) != Some(tick)
    }
}

impl EntityWorld {
    /// Drops the current chain and says who is in it.
    #[cold]
    pub(super) fn drop_chain(&mut self) {
        let Some(chain) = self.guard.current else { return };
        self.guard.counts[chain as usize] = u32::MAX;
        self.guard.dropped += 1;
        let everything = self.guard.dropped >= MOST_DROPPED;
        let (loop_events, members) = self.guard.members(chain);
        let (tick, now) = (self.world.tick(), self.time().nanoseconds());
        let is_runaway = |event: &EventRow| {
            let is_due = event.due <= now;
            let of_chain = event.tick == tick && event.chain == chain;
            everything && is_due || of_chain && (is_due || members.contains(&event.caller))
        };
        if self.trace.is_some() {
            for event in self.state.queue.in_order().iter().filter(|event| is_runaway(event)) {
                self.trace_event(event, TracedEvent::Dropped);
            }
        }
        let dropped = self.state.queue.retain(|event| !is_runaway(event));
        self.guard.watched.retain(|watched| watched.chain != chain);
        let message = self.describe_loop(&loop_events, dropped);
        self.notice(format_args!("{message}"));
        if everything {
            self.notice(format_args!(
                "{MOST_DROPPED} such loops in one tick: everything else for this tick is dropped"
            ));
        }
    }

    fn describe_loop(&self, events: &[EventRow], dropped: usize) -> String {
        let mut message = format!(
            "more than {LIMIT} inputs in one tick: a loop of wires without a delay; {dropped} events are dropped"
        );
        for event in events.iter().take(NAMED) {
            let caller = event.caller.entity().map_or_else(|| "nobody".to_owned(), |caller| self.describe(caller));
            let (output, input) = (self.spelling(event.output), self.spelling(event.input));
            let target = self.target_text(event.target.target());
            let _ = write!(message, "; {caller}.{output} -> {target}.{input}");
        }
        if events.len() > NAMED {
            message.push_str("; and more");
        }
        message
    }
}
