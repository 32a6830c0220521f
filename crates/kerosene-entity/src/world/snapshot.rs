//! Keeping the whole world and putting it back, in memory.

use super::{EntityWorld, State};
use crate::EntityId;
use crate::request::Requested;
use kerosene_world::Snapshot;

/// An entity world as it was. It shares its pages with the live world until that writes to them; any thread may hold
/// and drop it.
#[derive(Debug, Clone)]
pub struct EntitySnapshot {
    pub(super) world: Snapshot,
    pub(super) state: State,
    requests: Vec<Requested>,
    scripted: Vec<EntityId>,
}

impl EntityWorld {
    /// Keeps everything as it is now: entities, fields, names, wires, events, time. It copies no data, whatever the
    /// size of the world.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("targetname", "lamp")]);
    /// let before = world.snapshot();
    /// world.remove(lamp);
    /// world.reclaim_removed();
    /// assert!(world.restore(&before));
    /// assert_eq!(world.find_by_name("lamp").next(), Some(lamp));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> EntitySnapshot {
        EntitySnapshot {
            world: self.world.snapshot(),
            state: self.state.clone(),
            requests: self.requests.clone(),
            scripted: self.scripted.clone(),
        }
    }

    /// Puts everything back to a snapshot, which stays usable. No handlers run: nothing has happened. False, and
    /// nothing changed, if the snapshot is of a world with other components.
    pub fn restore(&mut self, snapshot: &EntitySnapshot) -> bool {
        if !self.world.restore(&snapshot.world) {
            return false;
        }
        self.state = snapshot.state.clone();
        self.requests.clone_from(&snapshot.requests);
        self.scripted.clone_from(&snapshot.scripted);
        self.guard.begin();
        true
    }

    /// A hash of everything that the simulation depends on. Two worlds that will go on alike have the same; only pages
    /// written since the last call are read again, and the events that wait.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let State { rows, names, bags, wires, queue, clock } = &self.state;
        let entity = |entity: Option<crate::EntityId>| entity.map_or(0, crate::EntityId::to_bits);
        let parts = [
            self.world.state_hash(),
            rows.hash(),
            names.list.hash(),
            bags.hash(7),
            wires.hash(11),
            queue.hash(),
            clock.time.nanoseconds(),
            clock.sequence,
            clock.spawn_order,
            entity(clock.player),
            entity(clock.picker),
            bytemuck::cast([clock.removed_first, clock.removed_last]),
        ];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}
