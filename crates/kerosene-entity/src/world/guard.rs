//! The guard against loops of wires.
//!
//! A chain is an event together with all that it sets off within the tick. A chain that delivers more than
//! [`LIMIT`] inputs in one tick is taken for a loop. What it still has waiting for this tick is dropped, and so is what
//! the loop's members have queued in this tick for later; all other events live, whoever else fired them. Members are
//! those seen among the chain's last deliveries.
//!
//! Chains are counted within a tick only and are no part of the state.

use super::EntityWorld;
use super::rows::EventRow;
use crate::EntityId;
use crate::trace::TracedEvent;
use std::fmt::Write;

/// Inputs that one chain may deliver in a tick.
pub(super) const LIMIT: u32 = 4_096;

/// Deliveries before the limit that are looked at to tell who is in the loop.
const WATCHED: u32 = 256;

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
    watched: Vec<(u32, EventRow)>,
    /// The last tick in which the queue was said to be full.
    full_tick: Option<u64>,
}

impl Guard {
    /// Forgets the chains of the tick before.
    pub(super) fn begin(&mut self) {
        self.counts.clear();
        self.watched.clear();
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
    pub(super) fn count(&mut self, event: &EventRow) -> bool {
        let Some(chain) = self.current else { return false };
        let count = &mut self.counts[chain as usize];
        if *count == u32::MAX {
            return false;
        }
        *count += 1;
        let count = *count;
        if count + WATCHED > LIMIT {
            self.watched.push((chain, *event));
        }
        count > LIMIT
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
        let mut loop_events: Vec<EventRow> = Vec::new();
        for &(watched, event) in &self.guard.watched {
            let same = |known: &EventRow| {
                known.caller == event.caller
                    && known.output == event.output
                    && known.target == event.target
                    && known.input == event.input
            };
            if watched == chain && !loop_events.iter().any(same) {
                loop_events.push(event);
            }
        }
        let members: Vec<Option<EntityId>> = loop_events.iter().map(|event| event.caller.entity()).collect();
        let (tick, now) = (self.world.tick(), self.time().nanoseconds());
        let is_runaway = |event: &EventRow| {
            event.tick == tick && event.chain == chain && (event.due <= now || members.contains(&event.caller.entity()))
        };
        if self.trace.is_some() {
            for event in self.state.queue.in_order().iter().filter(|event| is_runaway(event)) {
                self.trace_event(event, TracedEvent::Dropped);
            }
        }
        let dropped = self.state.queue.retain(|event| !is_runaway(event));
        let message = self.describe_loop(&loop_events, dropped);
        self.notice(format_args!("{message}"));
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
            let _ = write!(message, "; and {} more", events.len() - NAMED);
        }
        message
    }
}
