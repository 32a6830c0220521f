//! Everything that scripts stand on, beside the entities themselves.

use crate::actions::{ActionMap, Actions};
use crate::checks::Damage;
use crate::events::{Event, Events};
use crate::gizmos::Gizmos;
use crate::handle::SubscriptionId;
use crate::image::image_of_fields;
use crate::machines::Machines;
use crate::script::{Instances, States};
use crate::shake::Shake;
use crate::timers::{DueTimer, Timers};
use crate::tweens::{Completed, Tweens};
use bytemuck::{Pod, Zeroable};
use kerosene_entity::EntityId;
use kerosene_world::{PageStore, PagedVec, TextId};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Most messages of scripts that are kept until somebody takes them.
const MOST_MESSAGES: usize = 256;

/// All state of the services: a clone shares pages and costs a few references.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) timers: Timers,
    pub(crate) tweens: Tweens,
    pub(crate) events: Events,
    pub(crate) machines: Machines,
    pub(crate) instances: Instances,
    pub(crate) states: States,
    /// Who is to be destroyed at the end of the script step, as bits.
    pub(crate) doomed: PagedVec<u64>,
    pub(crate) touches: PagedVec<TouchRow>,
    pub(crate) shake: Shake,
    pub(crate) actions: Actions,
}

/// Somebody came into an entity's volume or left it, and its script has not been told yet.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TouchRow {
    pub(crate) entity: u64,
    pub(crate) other: u64,
    /// 1 for coming in.
    pub(crate) enters: u64,
}

/// An event that a listener hears later, because a hook of its script runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deferred {
    pub(crate) listener: EntityId,
    pub(crate) subscription: SubscriptionId,
    pub(crate) event: Event,
}

/// Something that a script, or the framework about a script, has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Whose script it is about.
    pub entity: Option<EntityId>,
    /// Whether something is wrong.
    pub is_problem: bool,
    /// What it is.
    pub text: String,
}

/// Lists that are filled and emptied within one step, kept for their memory.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) due: Vec<DueTimer>,
    pub(crate) completed: Vec<Completed>,
    pub(crate) born: Vec<EntityId>,
}

/// Timers, tweens, events, state machines and the scripts' own state.
///
/// What belongs to the level's state lies in pages and is shared with snapshots; the rest is memory of the step that runs.
#[derive(Debug)]
pub struct Services {
    pub(crate) state: State,
    pub(crate) scratch: Scratch,
    pub(crate) gizmos: Gizmos,
    /// What the names of actions and axes mean.
    pub(crate) action_map: ActionMap,
    /// Names that are none, and whether the log has heard of them.
    pub(crate) unknown_names: RefCell<BTreeMap<String, bool>>,
    /// Entities a hook of whose script runs, the innermost last.
    pub(crate) running: Vec<EntityId>,
    /// Entities whose script is to go as soon as no hook runs.
    pub(crate) ending: Vec<EntityId>,
    pub(crate) deferred: Vec<Deferred>,
    /// Whether those are being told.
    pub(crate) delivering: bool,
    /// The work of telling events since the last half of a tick began or ended.
    pub(crate) told: u32,
    /// Whether it has been said since then that events were dropped.
    pub(crate) dropped: bool,
    pub(crate) messages: Vec<Message>,
    /// Messages that there was no room for.
    pub(crate) messages_lost: u64,
}

impl Default for Services {
    fn default() -> Self {
        Self::new()
    }
}

impl Services {
    /// Services that nobody uses yet.
    #[must_use]
    pub fn new() -> Self {
        let store = PageStore::new();
        let state = State {
            timers: Timers::new(&store),
            tweens: Tweens::new(&store),
            events: Events::new(&store),
            machines: Machines::new(&store),
            instances: Instances::new(&store),
            states: States::new(&store),
            doomed: PagedVec::new_in(&store),
            touches: PagedVec::new_in(&store),
            shake: Shake::default(),
            actions: Actions::default(),
        };
        Self {
            state,
            scratch: Scratch::default(),
            gizmos: Gizmos::default(),
            action_map: ActionMap::default(),
            unknown_names: RefCell::default(),
            running: Vec::new(),
            ending: Vec::new(),
            deferred: Vec::new(),
            delivering: false,
            told: 0,
            dropped: false,
            messages: Vec::new(),
            messages_lost: 0,
        }
    }

    /// The timers.
    #[must_use]
    pub fn timers(&self) -> &Timers {
        &self.state.timers
    }

    /// The timers, to be changed.
    pub fn timers_mut(&mut self) -> &mut Timers {
        &mut self.state.timers
    }

    /// The tweens.
    #[must_use]
    pub fn tweens(&self) -> &Tweens {
        &self.state.tweens
    }

    /// The tweens, to be changed.
    pub fn tweens_mut(&mut self) -> &mut Tweens {
        &mut self.state.tweens
    }

    /// Who listens to events.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.state.events
    }

    /// Who listens to events, to be changed.
    pub fn events_mut(&mut self) -> &mut Events {
        &mut self.state.events
    }

    /// The state machines.
    #[must_use]
    pub fn machines(&self) -> &Machines {
        &self.state.machines
    }

    /// The state machines, to be changed.
    pub fn machines_mut(&mut self) -> &mut Machines {
        &mut self.state.machines
    }

    /// The lines that scripts draw to be understood.
    #[must_use]
    pub fn gizmos(&self) -> &Gizmos {
        &self.gizmos
    }

    /// What the names of actions and axes mean.
    #[must_use]
    pub fn action_map(&self) -> &ActionMap {
        &self.action_map
    }

    /// What the names of actions and axes mean, to be changed: actions that are not in it are unknown to scripts.
    pub fn action_map_mut(&mut self) -> &mut ActionMap {
        &mut self.action_map
    }

    /// The shake of the view: a picture asks it for its offset.
    #[must_use]
    pub fn shake(&self) -> &Shake {
        &self.state.shake
    }

    /// Notes something for the log.
    pub(crate) fn say(&mut self, entity: Option<EntityId>, is_problem: bool, text: String) {
        if self.messages.len() < MOST_MESSAGES {
            self.messages.push(Message { entity, is_problem, text });
        } else {
            self.messages_lost += 1;
        }
    }

    /// A half of a tick begins or ends: events may be told again.
    pub(crate) fn renew_events(&mut self) {
        (self.told, self.dropped) = (0, false);
    }

    /// Ends everything that an entity's script has going.
    pub(crate) fn release(&mut self, owner: EntityId) {
        self.state.timers.cancel_all(owner);
        self.state.tweens.cancel_all(owner);
        self.state.events.unsubscribe_all(owner);
        self.state.machines.remove_all(owner);
    }
}

image_of_fields!(State { timers, tweens, events, machines, instances, states, doomed, touches, shake, actions });

impl State {
    /// What must hold between the rows of all services.
    pub(crate) fn check(&self) -> Result<(), Damage> {
        self.timers.check()?;
        self.tweens.check()?;
        self.events.check()?;
        self.machines.check()?;
        self.instances.check()?;
        self.states.check((0..self.instances.len()).filter_map(|index| Some(self.instances.get(index)?.state)))
    }

    /// The numbers of all texts that are used, and some that are none.
    pub(crate) fn texts(&self) -> Vec<TextId> {
        let names = (0..self.instances.len()).filter_map(|index| Some(self.instances.get(index)?.name));
        let services = self.timers.texts().chain(self.tweens.texts()).chain(self.events.texts());
        let all = services.chain(self.machines.texts()).chain(names).chain(self.states.texts());
        all.map(TextId::from_bits).collect()
    }

    /// A hash of everything that the simulation depends on; only pages written since the last call are read again.
    pub(crate) fn hash(&self) -> u64 {
        let parts = [
            self.timers.hash(),
            self.tweens.hash(),
            self.events.hash(),
            self.machines.hash(),
            self.instances.hash(),
            self.states.hash(),
            self.doomed.hash(),
            self.touches.hash(),
            xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&self.shake)),
            xxhash_rust::xxh3::xxh3_64(bytemuck::bytes_of(&self.actions)),
        ];
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&parts))
    }
}
