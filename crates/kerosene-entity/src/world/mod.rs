//! The world of entities.

mod animation;
mod bag;
mod copies;
mod dispatch;
mod events;
mod fields;
mod from_saved;
mod guard;
mod keys;
mod later;
mod life;
mod lists;
mod load;
mod motion;
mod names;
mod notices;
mod parents;
mod pose;
mod queue;
mod rows;
mod snapshot;
mod snapshot_parts;
mod target;
mod thinks;
mod wires;

use crate::EntityId;
use crate::class::{ClassId, Registry};
use crate::name::{Folded, Name, Symbol};
use crate::request::{Request, Requested};
use crate::time::{Time, nanoseconds};
use crate::trace::{TraceLog, Traced};
use crate::value::{Shown, Texts, Value};
use bag::Bags;
use guard::Guard;
use kerosene_world::{Component, Interner, Mut, PagedVec, TextId, World};
use names::Names;
use notices::Notices;
use queue::Queue;
use std::sync::Arc;
use std::time::Duration;
use wires::Wires;

pub(crate) use fields::{from_field, to_field};
pub(crate) use queue::MOST_EVENTS;
pub(crate) use rows::{BagRow, EntityRow, EventRow, WireRow};

pub use life::SCRIPT_KEY;
pub use load::{LoadError, LoadReport};
pub use notices::Notice;
pub use snapshot::EntitySnapshot;
pub use target::Target;
pub use wires::WireInfo;

/// A map's entities: who there is, what each carries, who is wired to whom, and what waits to happen.
///
/// It knows nothing of the engine. Time comes in with [`begin_tick`](Self::begin_tick); what handlers want of the rest
/// of the engine comes out with [`take_requests`](Self::take_requests).
#[derive(Debug)]
pub struct EntityWorld {
    registry: Arc<Registry>,
    world: World,
    state: State,
    requests: Vec<Requested>,
    /// Entities with a script that were born and not taken yet.
    scripted: Vec<EntityId>,
    notices: Notices,
    trace: Option<Box<TraceLog>>,
    guard: Guard,
    /// How many entities had been made when this tick began.
    first_of_tick: u64,
    /// Inputs delivered so far: statistics, no part of the state.
    delivered: u64,
    scratch: Scratch,
}

/// All state that is not component data. A clone shares pages and costs a few references.
#[derive(Debug, Clone)]
struct State {
    rows: PagedVec<EntityRow>,
    names: Names,
    bags: Bags,
    wires: Wires,
    queue: Queue,
    clock: Clock,
}

/// The few numbers that belong to the state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) time: Time,
    /// Number of the next event.
    pub(crate) sequence: u64,
    /// Number of the next entity to be made.
    pub(crate) spawn_order: u64,
    /// The first and the last of those that wait to be removed.
    removed_first: rows::Link,
    removed_last: rows::Link,
    pub(crate) player: Option<EntityId>,
    pub(crate) picker: Option<EntityId>,
}

/// Lists that are filled and emptied within one call, kept for their memory.
#[derive(Debug, Default)]
struct Scratch {
    targets: Vec<EntityId>,
    thinkers: Vec<EntityId>,
    family: Vec<u32>,
}

impl EntityWorld {
    /// An empty world for a game's classes.
    pub fn new(registry: &Arc<Registry>) -> Self {
        let store = kerosene_world::PageStore::new();
        let state = State {
            rows: PagedVec::new_in(&store),
            names: Names::new(&store),
            bags: Bags::new(&store),
            wires: Wires::new(&store),
            queue: Queue::new(&store),
            clock: Clock::default(),
        };
        let mut world = Self {
            registry: Arc::clone(registry),
            world: World::new_in(Arc::clone(registry.schema()), &store),
            state,
            requests: Vec::new(),
            scripted: Vec::new(),
            notices: Notices::default(),
            trace: None,
            guard: Guard::default(),
            first_of_tick: 0,
            delivered: 0,
            scratch: Scratch::default(),
        };
        for symbol in &registry.symbols {
            world.name(symbol);
        }
        world
    }

    /// The game's classes.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The component store, for reading: queries, field access by number, what entities there are.
    pub fn store(&self) -> &World {
        &self.world
    }

    /// World time.
    #[inline]
    pub fn time(&self) -> Time {
        self.state.clock.time
    }

    /// How many ticks have begun.
    pub fn tick(&self) -> u64 {
        self.world.tick()
    }

    /// Begins a tick: time goes on by that much.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Time};
    /// use std::time::Duration;
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// world.begin_tick(Duration::from_millis(16));
    /// assert_eq!((world.tick(), world.time()), (1, Time::from_nanoseconds(16_000_000)));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn begin_tick(&mut self, interval: Duration) {
        let time = self.time().nanoseconds().saturating_add(nanoseconds(interval));
        self.state.clock.time = Time::from_nanoseconds(time);
        self.world.advance_tick();
        self.first_of_tick = self.state.clock.spawn_order;
    }

    /// Runs what is due: events, then thinks, then removals.
    pub fn run_due(&mut self) {
        self.dispatch_due();
        self.run_thinks();
        self.reclaim_removed();
    }

    /// A whole tick where nothing else happens in it: [`begin_tick`](Self::begin_tick) and
    /// [`run_due`](Self::run_due).
    pub fn run(&mut self, interval: Duration) {
        self.begin_tick(interval);
        self.run_due();
    }

    /// How many inputs have arrived through the queue since this world was made, for reports; restoring does not change
    /// it.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// The entity that `!player` means.
    pub fn player(&self) -> Option<EntityId> {
        self.state.clock.player
    }

    /// Says which entity `!player` means.
    pub fn set_player(&mut self, player: Option<EntityId>) {
        self.state.clock.player = player;
    }

    /// Says which entity `!picker` means: what a player looks at who types a command.
    pub fn set_picker(&mut self, picker: Option<EntityId>) {
        self.state.clock.picker = picker;
    }

    /// Keeps a text and gives its number. Text above 4,096 bytes is cut off, and a notice says so.
    pub fn intern(&mut self, text: &str) -> TextId {
        if text.len() > Interner::MAX_LENGTH {
            let shown: String = text.chars().take(40).collect();
            self.notice(format_args!(
                "a text of {} bytes is cut off to {}: `{shown}`...",
                text.len(),
                Interner::MAX_LENGTH
            ));
        }
        Texts::intern(&mut self.world, text)
    }

    /// The text of a number; empty for one that this world does not know.
    pub fn text(&self, text: TextId) -> &str {
        self.world.resolve(text).unwrap_or_default()
    }

    /// A name, which the world remembers.
    pub fn name(&mut self, text: &str) -> Name {
        let spelling = self.intern(text);
        let folded = Folded::new(self.text(spelling));
        let key = Texts::intern(&mut self.world, folded.as_str());
        Name::new(spelling, self.state.names.add(key, folded.as_str()))
    }

    /// The symbol of a name, if the world has met it. Does not allocate for names below 65 bytes.
    pub(crate) fn symbol(&self, text: &str) -> Option<Symbol> {
        self.state.names.find(self.world.find_text(Folded::new(text).as_str())?)
    }

    /// A value as people read it; whole floats have no decimal point.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Value};
    ///
    /// let world = EntityWorld::new(&Registry::new([])?);
    /// assert_eq!(world.shown(Value::Float(250.0)).to_string(), "250");
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn shown(&self, value: Value) -> Shown<'_> {
        value.shown(self.world.texts())
    }

    /// A component of an entity, by value.
    #[inline]
    pub fn get<C: Component>(&self, entity: EntityId) -> Option<C> {
        self.world.get(entity)
    }

    /// A component of an entity, to be changed. Poses are changed with [`set_pose`](Self::set_pose), so that what is
    /// parented follows.
    #[inline]
    pub fn get_mut<C: Component>(&mut self, entity: EntityId) -> Option<Mut<'_, C>> {
        self.world.get_mut(entity)
    }

    /// Gives an entity a component, or replaces it. False if it is not alive or no class has such a component.
    pub fn insert<C: Component>(&mut self, entity: EntityId, component: C) -> bool {
        self.world.insert(entity, component)
    }

    /// Takes a component off an entity.
    pub fn take<C: Component>(&mut self, entity: EntityId) -> Option<C> {
        self.world.take(entity)
    }

    /// Leaves a request in the name of an entity.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Request};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// world.request(None, Request::EndGame);
    /// assert_eq!(world.take_requests()[0].request, Request::EndGame);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn request(&mut self, entity: Option<EntityId>, request: Request) {
        self.requests.push(Requested { entity, request });
    }

    /// Takes the requests that were left, in order.
    pub fn take_requests(&mut self) -> Vec<Requested> {
        std::mem::take(&mut self.requests)
    }

    /// As [`take_requests`](Self::take_requests), into a list that is emptied first: no memory is given up or taken.
    pub fn swap_requests(&mut self, into: &mut Vec<Requested>) {
        into.clear();
        std::mem::swap(&mut self.requests, into);
    }

    /// Whether requests wait to be taken.
    pub fn has_requests(&self) -> bool {
        !self.requests.is_empty()
    }

    /// Starts or stops the record of events; it begins empty.
    pub fn set_tracing(&mut self, on: bool) {
        self.trace = on.then(Box::default);
    }

    /// Whether events are recorded.
    pub fn is_tracing(&self) -> bool {
        self.trace.is_some()
    }

    /// Takes what was recorded since the last call, and how many entries there was no room for.
    pub fn take_trace(&mut self) -> (Vec<Traced>, u64) {
        self.trace.as_mut().map_or_else(Default::default, |trace| trace.take())
    }

    /// The class of an entity.
    pub fn class_of(&self, entity: EntityId) -> Option<ClassId> {
        self.row(entity).map(|row| ClassId(row.class))
    }

    /// The class name as the registry has it, or as the map has it where the class is unknown; empty for nobody.
    pub fn class_name(&self, entity: EntityId) -> &str {
        let Some(row) = self.row(entity) else { return "" };
        match ClassId(row.class) {
            ClassId::INERT => self.text(row.class_name.spelling()),
            class => self.registry.class(class).name,
        }
    }

    /// The row of a living entity, marked for removal or not.
    #[inline]
    fn row(&self, entity: EntityId) -> Option<&EntityRow> {
        self.state.rows.get(entity.slot() as usize).filter(|row| row.id.entity() == Some(entity))
    }

    #[inline]
    fn row_mut(&mut self, entity: EntityId) -> Option<&mut EntityRow> {
        self.row(entity)?;
        self.state.rows.get_mut(entity.slot() as usize)
    }

    /// The entities of a name, in spawn order, without those marked for removal.
    #[inline]
    fn named(&self, symbol: Symbol) -> impl Iterator<Item = EntityId> + '_ {
        let mut at = self.state.names.first(symbol);
        std::iter::from_fn(move || {
            let row = self.state.rows.get(at.index()?)?;
            at = row.name_next;
            Some(row)
        })
        .filter(|row| row.is_active())
        .filter_map(|row| row.id.entity())
    }
}

impl Texts for World {
    fn intern(&mut self, text: &str) -> TextId {
        let end = text.floor_char_boundary(Interner::MAX_LENGTH);
        World::intern(self, &text[..end]).unwrap_or_default()
    }

    fn table(&self) -> &Interner {
        self.texts()
    }
}
