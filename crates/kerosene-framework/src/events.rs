//! Events: what one script tells whoever listens.
//!
//! The list of listeners keeps the order in which they subscribed. While an event is being delivered the list only grows
//! at its end and loses entries by emptying their places, so that a delivery goes through it by number; the places are
//! closed when the outermost delivery is over.

use crate::checks::{Damage, ensure};
use crate::handle::SubscriptionId;
use crate::image::image_of_fields;
use crate::pool::Pool;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::EntityId;
use kerosene_world::{PageStore, PagedVec, TextId};

/// Something that happened, as listeners hear of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// What it is.
    pub name: TextId,
    /// Who says so.
    pub source: Option<EntityId>,
    /// What comes with it.
    pub text: TextId,
    /// What comes with it.
    pub number: f32,
}

/// What is kept of a subscription in the pool of its owners.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    /// Its place in the list.
    place: u64,
}

/// A place in the list of listeners; all zeros once its listener is gone.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Listener {
    /// Whose script hears.
    owner: u64,
    /// The subscription.
    subscription: u64,
    /// The only event that it wants to hear of; 0 for all.
    only: u64,
}

/// Who listens to events.
#[derive(Debug, Clone)]
pub struct Events {
    pool: Pool<Row>,
    listeners: PagedVec<Listener>,
    /// Deliveries that are under way, one inside the other.
    depth: u32,
    /// Whether a place was emptied meanwhile.
    emptied: bool,
}

image_of_fields!(Events { pool, listeners } and { depth: 0, emptied: false });

impl Events {
    pub(crate) fn new(store: &PageStore) -> Self {
        Self { pool: Pool::new(store), listeners: PagedVec::new_in(store), depth: 0, emptied: false }
    }

    /// Lets an entity's script hear of every event, or only of those of a name; from the next event on, where one is just
    /// being delivered. `None` where it has 65,536 subscriptions already, or all together a million.
    pub fn subscribe(&mut self, owner: EntityId, only: Option<TextId>) -> Option<SubscriptionId> {
        let place = self.listeners.len() as u64;
        let subscription = self.pool.take(owner, Row { place })?;
        let only = only.map_or(0, TextId::to_bits);
        self.listeners.push(Listener { owner: owner.to_bits(), subscription, only });
        Some(SubscriptionId::from_bits(subscription))
    }

    /// Ends a subscription, at once also where an event is just being delivered. False if it is over.
    pub fn unsubscribe(&mut self, subscription: SubscriptionId) -> bool {
        let Some(row) = self.pool.find(subscription.to_bits()) else { return false };
        self.end(row);
        true
    }

    /// Ends all subscriptions of an entity's script.
    pub fn unsubscribe_all(&mut self, owner: EntityId) {
        while let Some(row) = self.pool.first_of(owner) {
            self.end(row);
        }
    }

    /// How many subscriptions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pool.live()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins a delivery; gives how many places there are to go through.
    pub(crate) fn begin(&mut self) -> usize {
        self.depth += 1;
        self.listeners.len()
    }

    /// Who listens at a place to an event of that name, and by which subscription.
    #[inline]
    pub(crate) fn listener(&self, place: usize, name: TextId) -> Option<(EntityId, SubscriptionId)> {
        let listener = self.listeners.get(place)?;
        if listener.only != 0 && listener.only != name.to_bits() {
            return None;
        }
        Some((EntityId::from_bits(listener.owner)?, SubscriptionId::from_bits(listener.subscription)))
    }

    /// Whether a subscription goes on.
    #[must_use]
    pub fn is_subscribed(&self, subscription: SubscriptionId) -> bool {
        self.pool.find(subscription.to_bits()).is_some()
    }

    /// Ends a delivery; with the outermost one the emptied places go.
    pub(crate) fn end_delivery(&mut self) {
        self.depth -= 1;
        if self.depth == 0 && std::mem::take(&mut self.emptied) {
            self.compact();
        }
    }

    fn end(&mut self, row: usize) {
        let place = self.pool.value(row).place as usize;
        self.listeners.set(place, Listener::zeroed());
        self.pool.release(row);
        if self.depth == 0 {
            self.compact();
        } else {
            self.emptied = true;
        }
    }

    fn compact(&mut self) {
        let mut kept = 0;
        for place in 0..self.listeners.len() {
            let listener = self.listeners[place];
            if listener.owner == 0 {
                continue;
            }
            if kept != place {
                self.listeners.set(kept, listener);
                if let Some(row) = self.pool.find(listener.subscription) {
                    self.pool.set(row, Row { place: kept as u64 });
                }
            }
            kept += 1;
        }
        self.listeners.truncate(kept);
    }

    /// What must hold between the rows: each subscription has its place, and each place its subscription.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        self.pool.check()?;
        ensure(self.listeners.len() == self.pool.live(), "a listener without a subscription")?;
        let sound = |(place, listener): (usize, &Listener)| {
            let row = self.pool.find(listener.subscription);
            row.is_some_and(|row| self.pool.value(row).place == place as u64)
        };
        ensure(self.listeners.iter().enumerate().all(sound), "a subscription without its place")
    }

    /// The numbers of the texts that are used.
    pub(crate) fn texts(&self) -> impl Iterator<Item = u64> + '_ {
        self.listeners.iter().map(|listener| listener.only)
    }

    pub(crate) fn hash(&self) -> u64 {
        let parts = [self.pool.hash(), self.listeners.hash()];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}
