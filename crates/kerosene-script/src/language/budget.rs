//! How long a call may go on.
//!
//! Rhai's own limit counts the operations of a virtual machine's whole life. Ours are kept over calls, so the count is
//! kept here instead: for each outermost call anew, and together for all that it calls.

use crate::limits::{MAX_NESTED_CALLS, MAX_OPERATIONS};
use rhai::Dynamic;
use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// What the language calls with each operation: whether to stop.
#[inline]
pub(super) fn on_progress(_: u64) -> Option<Dynamic> {
    LEFT.with(|left| {
        let now = left.get();
        left.set(now.saturating_sub(1));
        // The token of an end for this reason; others do not come about.
        (now == 0).then_some(Dynamic::UNIT)
    })
}

/// A call that runs, for as long as this value lives.
pub(crate) struct RunningCall(());

impl RunningCall {
    /// Begins a call; `None` within too many others.
    pub(crate) fn begin() -> Option<Self> {
        DEPTH.with(|depth| {
            let level = depth.get();
            if level >= MAX_NESTED_CALLS {
                return None;
            }
            if level == 0 {
                LEFT.set(MAX_OPERATIONS);
            }
            depth.set(level + 1);
            Some(Self(()))
        })
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}
