//! How much work a call may do.
//!
//! Rhai's own limit counts the operations of a virtual machine's whole life. Ours are kept over calls, so the count is
//! kept here instead: for each outermost call anew, and together for all that it calls.
//!
//! What Rhai reports is one step each turn of a loop and each call of a function, whatever lies between two of them; what
//! lies there is worked out when a script is compiled ([`super::weight`]) and charged with each step. Functions of the
//! library whose work grows with what they are given charge it themselves ([`super::natives`], [`spend`]). None of it
//! looks at a clock: a script is stopped at the same place on every machine.

use crate::call::Answer;
use crate::limits::{MAX_NESTED_CALLS, MAX_OPERATIONS};
use rhai::{Dynamic, EvalAltResult, Position};
use std::cell::Cell;

/// How much further a call may go that is profiled: a profile changes no call that comes to its end.
const PROFILED: u64 = 32;

/// The budget of a thread's running calls.
struct Budget {
    left: Cell<u64>,
    /// What each step of the innermost call costs.
    step: Cell<u32>,
    depth: Cell<u32>,
}

thread_local! {
    static BUDGET: Budget = const { Budget { left: Cell::new(0), step: Cell::new(1), depth: Cell::new(0) } };
}

/// What the language calls with each step: whether to stop.
#[inline]
pub(super) fn on_progress(_: u64) -> Option<Dynamic> {
    BUDGET.with(|budget| {
        let step = u64::from(budget.step.get());
        let now = budget.left.get();
        budget.left.set(now.saturating_sub(step));
        // The token of an end for this reason; others do not come about.
        (now < step).then_some(Dynamic::UNIT)
    })
}

/// Charges work that is not a step.
///
/// # Errors
/// The budget is spent; scripts cannot catch it.
#[inline]
pub(crate) fn spend(operations: usize) -> Answer<()> {
    let operations = operations as u64;
    BUDGET.with(|budget| {
        let now = budget.left.get();
        budget.left.set(now.saturating_sub(operations));
        if now < operations {
            return Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into());
        }
        Ok(())
    })
}

/// A call that runs, for as long as this value lives.
pub(crate) struct RunningCall {
    outer_step: u32,
}

impl RunningCall {
    /// Begins a call whose steps cost `step` each; `None` within too many others.
    pub(crate) fn begin(step: u32) -> Option<Self> {
        Self::begin_with(step, MAX_OPERATIONS)
    }

    /// Begins a call of a version with marks, whose marks and operators are steps too.
    pub(crate) fn begin_profiled() -> Option<Self> {
        Self::begin_with(1, MAX_OPERATIONS * PROFILED)
    }

    fn begin_with(step: u32, operations: u64) -> Option<Self> {
        BUDGET.with(|budget| {
            let depth = budget.depth.get();
            if depth >= MAX_NESTED_CALLS {
                return None;
            }
            if depth == 0 {
                budget.left.set(operations);
            }
            budget.depth.set(depth + 1);
            Some(Self { outer_step: budget.step.replace(step.max(1)) })
        })
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        BUDGET.with(|budget| {
            budget.depth.set(budget.depth.get().saturating_sub(1));
            budget.step.set(self.outer_step);
        });
    }
}

/// What is left of the budget.
pub(crate) fn left() -> u64 {
    BUDGET.with(|budget| budget.left.get())
}

/// Says what is left of the budget.
#[cfg(test)]
pub(super) fn set_left(operations: u64) {
    BUDGET.with(|budget| budget.left.set(operations));
}
