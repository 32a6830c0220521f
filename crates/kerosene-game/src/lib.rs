//! The stock entity classes: doors, buttons, lifts, trains, triggers, logic. What a level does without a line of code of
//! its own.
//!
//! ```
//! use kerosene_entity::EntityWorld;
//!
//! let mut world = EntityWorld::new(&kerosene_game::registry()?);
//! let text = r#"
//!     { classname worldspawn }
//!     { classname trigger_once targetname way_in connections { OnTrigger "gate,Lock" } }
//!     { classname door targetname gate }
//! "#;
//! let loaded = world.load_from_kv(text, &[], "maps/gate.kbsp").expect("entities");
//! assert!(loaded.diagnostics.is_empty());
//! # Ok::<(), kerosene_entity::RegistryError>(())
//! ```
//!
//! # A class is a file
//!
//! Each class is one file: what it is, its keys as a component, its declaration, what it does, its tests. Keys, inputs,
//! outputs, flags and their meaning are those that people know from Source, from Half-Life where Source has none, and
//! from Quake where it goes another way; names that other games use are aliases. Where the same key means different
//! things in two games, it means here what it does in Source, and the importers' tables translate.
//!
//! The editor's schema is generated from the declarations: `schema/kerosene.kdef`, and `schema/kerosene.fgd` for
//! TrenchBroom and Hammer. A test compares both with the registry; `KEROSENE_UPDATE_SCHEMA=1` writes them anew.
//!
//! # How a mover moves
//!
//! A class says where a mover goes and how quickly; the engine moves it, pushes and carries what stands on it, and tells
//! the class when it is there or held up. What has two ends (doors, buttons, platforms) shares one state machine. Moments
//! are counted from exact arrivals in whole nanoseconds, not from ticks: a door that opens in a second, waits for
//! four and shuts in another keeps that timetable at any tick rate.
//!
//! # What is outside
//!
//! Handlers see the entity world alone. Sounds, harm to players, pushes, teleports and changes of level are requests, which
//! the engine answers; pieces of what breaks are a request to the game. A request that nobody answers is told of by the
//! engine, once.
//!
//! # Trade-offs
//!
//! A schema has room for 55 component kinds beside the common ones. So classes that share keys share a component, and
//! keys that say something only to the editor or to another tool stay in the bag, as does a class's only key.
//!
//! Movers are held up as a whole and turn back or push on; none of them squeezes past. Doors and lifts that feel players
//! from afar, as Quake's do, make an entity for that (`shared/touch_field.rs`), since a class has one touch handler and
//! their brushes are touched too.
//!
//! # Deliberate absences
//!
//! The engine, map geometry, physics, rendering and sound. Weapons, inventories, characters: a game brings its own.
//! Classes that are switched on by the name of the map or the kind of game.

mod aliases;
mod brushes;
mod logic;
mod points;
mod shared;
mod triggers;

use kerosene_entity::{ClassDef, Registry, RegistryError};
use std::sync::Arc;

/// The declarations of all stock classes, for a game that adds its own.
///
/// ```
/// use kerosene_entity::{ClassDef, ClassKind, Registry};
///
/// let mut classes = kerosene_game::classes();
/// classes.push(ClassDef::new("item_scroll", ClassKind::Point));
/// assert!(Registry::new(classes)?.find("func_door").is_some());
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
pub fn classes() -> Vec<ClassDef> {
    let all = [points::classes(), brushes::classes(), triggers::classes(), logic::classes()];
    all.into_iter().flatten().map(with_aliases).collect()
}

/// The registry of the stock classes alone.
///
/// # Errors
/// None with the classes as they are, which a test holds; the type is that of [`Registry::new`].
///
/// ```
/// let registry = kerosene_game::registry()?;
/// assert_eq!(registry.find("trigger_multiple").map(|class| registry.class(class).name), Some("trigger_multiple"));
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
pub fn registry() -> Result<Arc<Registry>, RegistryError> {
    Registry::new(classes())
}

fn with_aliases(class: ClassDef) -> ClassDef {
    let name = class.name;
    let names = aliases::ALIASES.iter().filter(|(known, _)| *known == name).flat_map(|(_, others)| *others);
    names.fold(class, |class, other| class.alias(other))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn every_alias_is_of_a_class() {
        let registry = registry().unwrap();
        for (class, others) in aliases::ALIASES {
            let found = registry.find(class).unwrap();
            assert!(others.iter().all(|other| registry.find(other) == Some(found)), "{class}");
        }
    }

    #[test]
    fn there_is_room_for_a_game_s_own_components() {
        let kinds = registry().unwrap().schema().kinds().count();
        assert!(kinds <= 52, "{kinds} of 63 component kinds are taken");
    }
}
