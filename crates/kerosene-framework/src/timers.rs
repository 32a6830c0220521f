//! Timers: a task of an entity, after a while or again and again.
//!
//! A timer is kept by the moment at which it is due, in whole nanoseconds of world time, so letting time pass writes
//! nothing: a snapshot before and after a tick shares every page but those of timers that fired. The moments lie in an
//! array of their own; what is due is found by going through it, 512 to a page, which for 100,000 timers costs less than
//! keeping them in order would.

use crate::checks::{Damage, ensure};
use crate::handle::TimerId;
use crate::image::image_of_fields;
use crate::pool::Pool;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{EntityId, Time};
use kerosene_world::{PageStore, PagedVec, TextId};
use std::time::Duration;

/// The moment of a row that waits for nothing.
const NEVER: u64 = u64::MAX;

/// What is kept of a timer beside its moment.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Row {
    /// Name of the task.
    task: u64,
    /// Nanoseconds from one time to the next; 0 for once.
    interval: u64,
    /// Counts up: of two that are due at the same moment the earlier made comes first.
    sequence: u64,
}

image_of_fields!(Timers { pool, due, sequence });

/// A timer that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DueTimer {
    due: u64,
    sequence: u64,
    pub(crate) timer: TimerId,
}

/// A timer that fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fired {
    /// The timer; it is over already if it was to fire once.
    pub timer: TimerId,
    /// Whose it is.
    pub owner: EntityId,
    /// Name of its task.
    pub task: TextId,
}

/// The timers of all scripts.
#[derive(Debug, Clone)]
pub struct Timers {
    pool: Pool<Row>,
    /// When each row is due, in nanoseconds.
    due: PagedVec<u64>,
    sequence: u64,
}

impl Timers {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { pool: Pool::new(store), due: PagedVec::new_in(store), sequence: 0 }
    }

    /// Lets an entity's task run once, `delay` seconds from now; with 0, or what is no time, in the next tick. `None` where
    /// the entity has 65,536 timers already, or all together a million.
    pub fn run_after(&mut self, owner: EntityId, now: Time, delay: f32, task: TextId) -> Option<TimerId> {
        self.add(owner, now.after(delay), now, 0, task)
    }

    /// Lets an entity's task run every `interval` seconds, the first time one interval from now. It runs once a tick at most,
    /// keeps its rhythm whatever the tick is, and never makes up for times that it missed.
    pub fn run_every(&mut self, owner: EntityId, now: Time, interval: f32, task: TextId) -> Option<TimerId> {
        self.run_every_from(owner, now, interval, interval, task)
    }

    /// As [`run_every`](Self::run_every), with another delay before the first time: so that many who do the same take
    /// turns.
    pub fn run_every_from(
        &mut self,
        owner: EntityId,
        now: Time,
        interval: f32,
        initial_delay: f32,
        task: TextId,
    ) -> Option<TimerId> {
        self.add(owner, now.after(initial_delay), now, nanoseconds(interval).max(1), task)
    }

    fn add(&mut self, owner: EntityId, due: Time, now: Time, interval: u64, task: TextId) -> Option<TimerId> {
        let row = Row { task: task.to_bits(), interval, sequence: self.sequence };
        let timer = TimerId::from_bits(self.pool.take(owner, row)?);
        self.sequence += 1;
        self.set_due(row_of(timer), moment(due, now));
        Some(timer)
    }

    /// Ends a timer. False if it is over.
    pub fn cancel(&mut self, timer: TimerId) -> bool {
        let Some(row) = self.pool.find(timer.to_bits()) else { return false };
        self.set_due(row, NEVER);
        self.pool.release(row);
        true
    }

    /// Whether a timer will fire.
    #[must_use]
    pub fn is_scheduled(&self, timer: TimerId) -> bool {
        self.pool.find(timer.to_bits()).is_some()
    }

    /// Seconds until a timer fires; 0 if it is over.
    #[must_use]
    pub fn time_remaining(&self, timer: TimerId, now: Time) -> f32 {
        let row = self.pool.find(timer.to_bits());
        row.map_or(0.0, |row| Time::from_nanoseconds(self.due[row]).since(now).as_secs_f32())
    }

    /// Lets a timer's next time be `delay` seconds from now. False if it is over.
    pub fn restart(&mut self, timer: TimerId, now: Time, delay: f32) -> bool {
        let Some(row) = self.pool.find(timer.to_bits()) else { return false };
        let sequence = self.sequence;
        self.sequence += 1;
        self.pool.set(row, Row { sequence, ..*self.pool.value(row) });
        self.set_due(row, moment(now.after(delay), now));
        true
    }

    /// Ends all timers of an entity.
    pub fn cancel_all(&mut self, owner: EntityId) {
        while let Some(row) = self.pool.first_of(owner) {
            self.set_due(row, NEVER);
            self.pool.release(row);
        }
    }

    /// How many timers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pool.live()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many timers an entity has.
    #[must_use]
    pub fn count_of(&self, owner: EntityId) -> usize {
        self.pool.count_of(owner)
    }

    /// What is due, by moment and then by age. Each is fired with [`fire`](Self::fire), which finds out whether it
    /// still is.
    pub(crate) fn collect_due(&self, now: Time, into: &mut Vec<DueTimer>) {
        into.clear();
        let now = now.nanoseconds();
        for (page, moments) in self.due.chunks().enumerate() {
            // One question for the whole page first: it has no branches inside.
            if !moments.iter().fold(false, |any, &due| any | (due <= now)) {
                continue;
            }
            for (at, &due) in moments.iter().enumerate().filter(|&(_, &due)| due <= now) {
                let row = page * PagedVec::<u64>::PER_PAGE + at;
                let Some((bits, _)) = self.pool.taken(row) else { continue };
                let sequence = self.pool.value(row).sequence;
                into.push(DueTimer { due, sequence, timer: TimerId::from_bits(bits) });
            }
        }
        into.sort_unstable_by_key(|timer| (timer.due, timer.sequence));
    }

    /// Fires a timer that was due when its tick began, if it still is: one that runs once is over, another goes on to
    /// the first moment of its rhythm that lies ahead.
    pub(crate) fn fire(&mut self, timer: DueTimer, now: Time) -> Option<Fired> {
        let row = self.pool.find(timer.timer.to_bits())?;
        let due = self.due[row];
        let ahead = now.nanoseconds();
        if due > ahead {
            return None;
        }
        let (_, owner) = self.pool.taken(row)?;
        let Row { task, interval, .. } = *self.pool.value(row);
        match (ahead - due).checked_div(interval) {
            Some(missed) => {
                self.set_due(row, due.saturating_add(interval.saturating_mul(missed + 1)).min(NEVER - 1));
            }
            None => {
                self.set_due(row, NEVER);
                self.pool.release(row);
            }
        }
        Some(Fired { timer: timer.timer, owner, task: TextId::from_bits(task) })
    }

    fn set_due(&mut self, row: usize, due: u64) {
        if row >= self.due.len() {
            self.due.resize(row + 1, NEVER);
        }
        self.due.set(row, due);
    }

    /// The store that all services take their pages from.
    pub(crate) fn store(&self) -> &PageStore {
        self.due.store()
    }

    /// What must hold between the rows.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        self.pool.check()?;
        ensure(self.due.len() == self.pool.rows().len(), "timers without a moment")
    }

    /// The numbers of the texts that are used.
    pub(crate) fn texts(&self) -> impl Iterator<Item = u64> + '_ {
        self.pool.rows().iter().map(|row| row.task)
    }

    pub(crate) fn hash(&self) -> u64 {
        let parts = [self.pool.hash(), self.due.hash(), self.sequence];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}

/// A moment that lies ahead: what is begun in a tick is never due in it.
fn moment(due: Time, now: Time) -> u64 {
    due.nanoseconds().clamp(now.nanoseconds().saturating_add(1), NEVER - 1)
}

fn row_of(timer: TimerId) -> usize {
    (timer.to_bits() & u64::from(u32::MAX)) as usize
}

fn nanoseconds(seconds: f32) -> u64 {
    u64::try_from(Time::ZERO.after(seconds).since(Time::ZERO).min(Duration::from_secs(1 << 33)).as_nanos())
        .unwrap_or(u64::MAX)
}
