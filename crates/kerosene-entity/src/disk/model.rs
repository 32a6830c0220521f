//! A saved world in memory.

use crate::value::{Texts, Value};
use crate::{EntityId, Target, Time};
use kerosene_world::{TextId, World};

/// A whole entity world as it was: what is written to disk, printed, compared, and made into a living world again.
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry, WorldSnapshot};
///
/// let registry = Registry::new([])?;
/// let mut world = EntityWorld::new(&registry);
/// let lamp = world.spawn_with("light", &[("targetname", "lamp"), ("brightness", "200")]);
/// let bytes = WorldSnapshot::capture(&world).to_bytes();
///
/// let saved = WorldSnapshot::from_bytes(&bytes).expect("what was just written");
/// let (again, _) = saved.instantiate(&registry).expect("the same classes");
/// assert_eq!(again.find_by_name("lamp").next(), Some(lamp));
/// assert_eq!(again.state_hash(), world.state_hash());
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
#[derive(Debug)]
pub struct WorldSnapshot {
    /// How many migrations the game had when it saved.
    pub(crate) game_version: u32,
    /// Handles, components, texts and the tick.
    pub(crate) world: World,
    pub(crate) clock: SavedClock,
    /// Folded texts in the order in which the world met them, without the empty one.
    pub(crate) names: Vec<TextId>,
    /// By slot.
    pub(crate) entities: Vec<SavedEntity>,
    pub(crate) free_bag: FreeRows,
    pub(crate) free_wires: FreeRows,
    pub(crate) removed: Vec<EntityId>,
    /// In firing order.
    pub(crate) events: Vec<SavedEvent>,
    /// What had to be changed to save it.
    pub(crate) notes: Vec<String>,
}

/// The numbers of a world's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SavedClock {
    pub(crate) time: Time,
    pub(crate) sequence: u64,
    pub(crate) spawn_order: u64,
    pub(crate) player: Option<EntityId>,
    pub(crate) picker: Option<EntityId>,
}

/// How many rows a table has, and which are free, in the order in which they will be used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FreeRows {
    pub(crate) rows: u32,
    pub(crate) free: Vec<u32>,
}

/// An entity, its components aside.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedEntity {
    pub(crate) id: EntityId,
    pub(crate) spawn_order: u64,
    pub(crate) class_name: TextId,
    pub(crate) name: TextId,
    pub(crate) life: u32,
    pub(crate) line: u32,
    /// Slots of what is parented to it.
    pub(crate) children: Vec<u32>,
    pub(crate) bag: Vec<SavedField>,
    pub(crate) wires: Vec<SavedWire>,
}

/// A loose field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedField {
    pub(crate) row: u32,
    pub(crate) key: TextId,
    pub(crate) value: Value,
}

/// A wire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedWire {
    pub(crate) row: u32,
    pub(crate) output: TextId,
    pub(crate) input: TextId,
    pub(crate) target: SavedTarget,
    pub(crate) parameter: Value,
    pub(crate) delay: u64,
    pub(crate) remaining: i64,
}

/// An event that waits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedEvent {
    pub(crate) due: u64,
    pub(crate) sequence: u64,
    pub(crate) target: SavedTarget,
    pub(crate) activator: Option<EntityId>,
    pub(crate) caller: Option<EntityId>,
    pub(crate) value: Value,
    pub(crate) input: TextId,
    pub(crate) output: TextId,
}

/// A target whose names are texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SavedTarget {
    Name(TextId),
    Prefix(TextId),
    Special(crate::Special),
    Handle(EntityId),
}

impl From<Target> for SavedTarget {
    fn from(target: Target) -> Self {
        match target {
            Target::Name(name) => Self::Name(name.spelling()),
            Target::Prefix(name) => Self::Prefix(name.spelling()),
            Target::Special(special) => Self::Special(special),
            Target::Handle(entity) => Self::Handle(entity),
        }
    }
}

impl WorldSnapshot {
    /// World time when it was taken.
    pub fn time(&self) -> Time {
        self.clock.time
    }

    /// The tick when it was taken.
    pub fn tick(&self) -> u64 {
        self.world.tick()
    }

    /// How many entities it has.
    pub fn count(&self) -> usize {
        self.entities.len()
    }

    /// What had to be changed to save the world, such as a number that was not finite.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// For migrations: every entity of class `from` becomes one of class `to`. ASCII case is ignored.
    pub fn rename_class(&mut self, from: &str, to: &str) {
        let to = Texts::intern(&mut self.world, to);
        for entity in &mut self.entities {
            if self.world.resolve(entity.class_name).is_some_and(|class| class.eq_ignore_ascii_case(from)) {
                entity.class_name = to;
            }
        }
    }

    /// For migrations: the loose field `from` of every entity gets the key `to`. A component's field that the game
    /// does not have any more is a loose field `component.field` by then, so this renames it too; a loose field of
    /// such a key becomes the field of a component that the game has.
    pub fn rename_field(&mut self, from: &str, to: &str) {
        let to = Texts::intern(&mut self.world, to);
        for entity in &mut self.entities {
            for field in &mut entity.bag {
                if self.world.resolve(field.key).is_some_and(|key| key.eq_ignore_ascii_case(from)) {
                    field.key = to;
                }
            }
        }
    }
}
