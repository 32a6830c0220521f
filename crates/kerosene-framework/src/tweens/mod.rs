//! Tweens: a property goes from where it is to where it should be, in a time and along a curve.
//!
//! A tween is kept by the moment at which it begins, so letting time pass writes no tween: what it has reached follows
//! from the moment that is asked about. What is written each tick is what the tween moves.

mod channel;

pub use channel::Channel;
pub(crate) use channel::Target;

use crate::checks::{Damage, ensure};
use crate::curve::{Curve, ease};
use crate::handle::TweenId;
use crate::image::image_of_fields;
use crate::pool::Pool;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{EntityId, EntityWorld, Time};
use kerosene_world::{PageStore, PagedVec, TextId};

bitflags::bitflags! {
    /// Where a tween is in its life, and how it goes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Stage: u8 {
        /// The value that it starts from is known.
        const BEGUN = 1;
        /// Goes back and forth for good.
        const PING_PONG = 1 << 1;
        /// Has reached its end; its callback is about to run.
        const DONE = 1 << 2;
        /// Begins a while after it was made.
        const DELAYED = 1 << 3;
    }
}

/// What is kept of a tween.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Row {
    /// The entity that it moves, or the name of the element of the user interface.
    target: u64,
    from: [f32; 4],
    to: [f32; 4],
    /// When it begins, in nanoseconds.
    start: u64,
    /// How long it takes, in nanoseconds; not 0.
    duration: u64,
    /// The task that runs when it is done; 0 for none.
    on_complete: u64,
    sequence: u64,
    /// The next tween of the same entity, as a row and 1.
    next_of_target: u32,
    channel: u8,
    curve: u8,
    stage: u8,
    padding: u8,
}

image_of_fields!(Tweens { pool, targets, sequence });

/// How a tween goes: what [`Tweens::start`] is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Start {
    pub(crate) target: Target,
    /// Where from; found when it begins where there is a target.
    pub(crate) from: [f32; 4],
    pub(crate) to: [f32; 4],
    /// Seconds.
    pub(crate) duration: f32,
    pub(crate) curve: Curve,
}

/// A tween that has reached its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Completed {
    end: u64,
    sequence: u64,
    pub(crate) tween: TweenId,
    pub(crate) owner: EntityId,
    pub(crate) task: TextId,
}

/// The tweens of all scripts.
#[derive(Debug, Clone)]
pub struct Tweens {
    pool: Pool<Row>,
    /// The first tween of each entity that is moved, by slot, as a row and 1.
    targets: PagedVec<u32>,
    sequence: u64,
}

impl Tweens {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { pool: Pool::new(store), targets: PagedVec::new_in(store), sequence: 0 }
    }

    /// Starts a tween. Another one of the same channel of the same target is over with that, and its callback does not
    /// run. `None` where the owner has 65,536 tweens already, or all together a million.
    pub(crate) fn start(&mut self, owner: EntityId, now: Time, start: &Start) -> Option<TweenId> {
        if let Some(row) = self.of_target(start.target) {
            self.release(row);
        }
        let row = Row {
            target: start.target.bits(),
            from: start.from,
            to: start.to,
            start: now.nanoseconds(),
            duration: now.after(start.duration).since(now).as_nanos().clamp(1, u128::from(u64::MAX)) as u64,
            sequence: self.sequence,
            channel: start.target.channel() as u8,
            curve: start.curve as u8,
            ..Row::zeroed()
        };
        let tween = TweenId::from_bits(self.pool.take(owner, row)?);
        self.sequence += 1;
        self.link(tween);
        Some(tween)
    }

    /// Lets a tween that has not begun begin `delay` seconds from now. False if it has, or is over.
    pub fn set_delay(&mut self, tween: TweenId, now: Time, delay: f32) -> bool {
        self.change(tween, |row| {
            let waits = !stage(row).contains(Stage::BEGUN);
            if waits {
                row.start = now.after(delay).nanoseconds();
                row.stage |= if delay > 0.0 { Stage::DELAYED.bits() } else { 0 };
            }
            waits
        })
    }

    /// Lets a tween go back and forth for good, or not. Its callback then never runs. False if it is over.
    pub fn set_ping_pong(&mut self, tween: TweenId, on: bool) -> bool {
        self.change(tween, |row| {
            let mut stage = stage(row);
            stage.set(Stage::PING_PONG, on);
            row.stage = stage.bits();
            true
        })
    }

    /// Says which task runs when a tween is done, once, after the last value was applied. It does not run for one that
    /// is cancelled or replaced. False if it is over.
    pub fn set_on_complete(&mut self, tween: TweenId, task: TextId) -> bool {
        self.change(tween, |row| {
            row.on_complete = task.to_bits();
            true
        })
    }

    /// Ends a tween where it is. False if it is over.
    pub fn cancel(&mut self, tween: TweenId) -> bool {
        let Some(row) = self.find(tween) else { return false };
        self.release(row);
        true
    }

    /// Whether a tween goes on, or waits to begin.
    #[must_use]
    pub fn is_active(&self, tween: TweenId) -> bool {
        self.find(tween).is_some()
    }

    /// What a tween has reached at a moment: as many numbers as its channel has, first to last. `None` if it is over; its
    /// last value can be had while its callback runs.
    #[must_use]
    pub fn value(&self, tween: TweenId, now: Time) -> Option<[f32; 4]> {
        let row = self.pool.value(self.pool.find(tween.to_bits())?);
        Some(reached(row, now))
    }

    /// Ends all tweens of an entity's script.
    pub fn cancel_all(&mut self, owner: EntityId) {
        while let Some(row) = self.pool.first_of(owner) {
            self.release(row);
        }
    }

    /// How many tweens there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pool.live()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many tweens an entity's script has.
    #[must_use]
    pub fn count_of(&self, owner: EntityId) -> usize {
        self.pool.count_of(owner)
    }

    /// Brings everything that is tweened to where it is now. What is done is left in the list, in the order in which it
    /// ended, then that in which it was started; tweens of what is gone are over.
    pub(crate) fn advance(&mut self, world: &mut EntityWorld, completed: &mut Vec<Completed>) {
        completed.clear();
        let now = world.time();
        for index in 0..self.pool.rows().len() {
            let Some((bits, owner)) = self.pool.taken(index) else { continue };
            let mut row = *self.pool.value(index);
            if row.start > now.nanoseconds() || (row.start == now.nanoseconds() && !delayed(&row)) {
                continue;
            }
            let target = Target::from_bits(row.channel, row.target);
            if !target.is_there(world) {
                self.release(index);
                continue;
            }
            if !stage(&row).contains(Stage::BEGUN) {
                row.from = target.sample(world).unwrap_or(row.from);
                row.to = target.destination(row.from, row.to);
                row.stage |= Stage::BEGUN.bits();
                self.pool.set(index, row);
            }
            target.apply(world, reached(&row, now));
            if ends(&row, now) {
                row.stage |= Stage::DONE.bits();
                self.pool.set(index, row);
                let end = row.start.saturating_add(row.duration);
                let (tween, task) = (TweenId::from_bits(bits), TextId::from_bits(row.on_complete));
                completed.push(Completed { end, sequence: row.sequence, tween, owner, task });
            }
        }
        completed.sort_unstable_by_key(|done| (done.end, done.sequence));
    }

    /// Gives the row of a tween back that is done, unless its callback has set it going again.
    pub(crate) fn finish(&mut self, tween: TweenId) {
        if let Some(row) = self.pool.find(tween.to_bits()) {
            self.release(row);
        }
    }

    /// What must hold between the rows: each list of what moves an entity ends, and has that entity's tweens only.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        self.pool.check()?;
        for (slot, &first) in self.targets.iter().enumerate() {
            let (mut at, mut count) = (index(first), 0);
            while let Some(row) = at {
                ensure(self.pool.taken(row).is_some(), "a tween that moves something is over")?;
                let value = self.pool.value(row);
                let moves = Target::from_bits(value.channel, value.target);
                let same = matches!(moves, Target::Entity(_, entity) if entity.slot() as usize == slot);
                count += 1;
                ensure(same && count <= self.pool.live(), "a tween moves something else than it should")?;
                at = index(value.next_of_target);
            }
        }
        let sound = |row: usize| self.pool.taken(row).is_none() || self.pool.value(row).duration > 0;
        ensure((0..self.pool.rows().len()).all(sound), "a tween takes no time")
    }

    /// The numbers of the texts that are used; numbers of entities are among them.
    pub(crate) fn texts(&self) -> impl Iterator<Item = u64> + '_ {
        self.pool.rows().iter().flat_map(|row| [row.on_complete, row.target])
    }

    pub(crate) fn hash(&self) -> u64 {
        let parts = [self.pool.hash(), self.targets.hash(), self.sequence];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }

    /// The row of a tween that is not done.
    fn find(&self, tween: TweenId) -> Option<usize> {
        self.pool.find(tween.to_bits()).filter(|&row| !stage(self.pool.value(row)).contains(Stage::DONE))
    }

    fn change(&mut self, tween: TweenId, change: impl FnOnce(&mut Row) -> bool) -> bool {
        let Some(index) = self.find(tween) else { return false };
        let mut row = *self.pool.value(index);
        let changed = change(&mut row);
        self.pool.set(index, row);
        changed
    }

    /// The tween that moves the same thing.
    fn of_target(&self, target: Target) -> Option<usize> {
        let same = |row: &Row| row.channel == target.channel() as u8 && row.target == target.bits();
        match target {
            Target::Value => None,
            Target::Element(_) => {
                let taken = (0..self.pool.rows().len()).filter(|&row| self.pool.taken(row).is_some());
                taken.into_iter().find(|&row| same(self.pool.value(row)))
            }
            Target::Entity(_, entity) => {
                let mut at = index(self.targets.get(entity.slot() as usize).copied().unwrap_or(0));
                while let Some(row) = at.filter(|&row| !same(self.pool.value(row))) {
                    at = index(self.pool.value(row).next_of_target);
                }
                at
            }
        }
    }

    /// Puts a tween into the list of the entity that it moves.
    fn link(&mut self, tween: TweenId) {
        let Some(index) = self.pool.find(tween.to_bits()) else { return };
        let row = *self.pool.value(index);
        let Target::Entity(_, entity) = Target::from_bits(row.channel, row.target) else { return };
        let slot = entity.slot() as usize;
        if slot >= self.targets.len() {
            self.targets.resize(slot + 1, 0);
        }
        self.pool.set(index, Row { next_of_target: self.targets[slot], ..row });
        self.targets[slot] = index as u32 + 1;
    }

    /// Takes a tween out of its target's list and gives its row back.
    fn release(&mut self, row: usize) {
        let value = *self.pool.value(row);
        if let Target::Entity(_, entity) = Target::from_bits(value.channel, value.target) {
            let slot = entity.slot() as usize;
            let mut before = None;
            let mut at = index(self.targets.get(slot).copied().unwrap_or(0));
            while let Some(other) = at.filter(|&other| other != row) {
                before = Some(other);
                at = index(self.pool.value(other).next_of_target);
            }
            match (at, before) {
                (None, _) => {}
                (Some(_), None) => self.targets[slot] = value.next_of_target,
                (Some(_), Some(before)) => {
                    let previous = Row { next_of_target: value.next_of_target, ..*self.pool.value(before) };
                    self.pool.set(before, previous);
                }
            }
        }
        self.pool.release(row);
    }
}

fn index(link: u32) -> Option<usize> {
    (link as usize).checked_sub(1)
}

fn stage(row: &Row) -> Stage {
    Stage::from_bits_truncate(row.stage)
}

/// One that waits may begin in the very tick that its delay ends in; one without a delay begins in the tick after the one
/// that it was started in.
fn delayed(row: &Row) -> bool {
    stage(row).contains(Stage::DELAYED)
}

fn ends(row: &Row, now: Time) -> bool {
    let stage = stage(row);
    let past = now.nanoseconds().saturating_sub(row.start) >= row.duration;
    past && !stage.intersects(Stage::PING_PONG | Stage::DONE)
}

/// What a tween has reached.
fn reached(row: &Row, now: Time) -> [f32; 4] {
    let past = now.nanoseconds().saturating_sub(row.start);
    let t = if stage(row).contains(Stage::PING_PONG) {
        let (there_and_back, rest) = (past / row.duration, past % row.duration);
        let forth = rest as f64 / row.duration as f64;
        (if there_and_back % 2 == 0 { forth } else { 1.0 - forth }) as f32
    } else {
        (past.min(row.duration) as f64 / row.duration as f64) as f32
    };
    let part = ease(Curve::from_number(row.curve), t);
    if part == 1.0 {
        return row.to;
    }
    std::array::from_fn(|axis| row.from[axis] + (row.to[axis] - row.from[axis]) * part)
}
