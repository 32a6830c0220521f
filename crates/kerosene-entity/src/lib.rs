//! Entities: what a level is made of beside its geometry, and the wires between them.
//!
//! [`EntityWorld`] holds a map's entities. What each of them is comes from three places. A *class*
//! ([`ClassDef`]) says what it does: plain functions for the moments of its life and for its inputs. *Components*
//! ([`kerosene_world::Component`]) hold its typed state, declared once, and their fields are the keys that a mapper
//! writes. The *bag* keeps every other key as a named [`Value`], so that a mod adds a field by writing it in the editor.
//! Everything lies in copy-on-write pages, so [`EntityWorld::snapshot`] costs the same for ten entities and ten thousand.
//!
//! # Writing a class
//!
//! ```
//! use kerosene_entity::{
//!     ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, ModelRole, Pose, Registry, Value, ValueKind,
//! };
//! use kerosene_math::{Aabb, Vec3};
//! use kerosene_world::Component;
//! use std::time::Duration;
//!
//! /// The keys and the state of a door. Fields with a key are set by the map; a field with `key = ""` is the class's own.
//! #[derive(Component, Clone, Copy)]
//! struct Door {
//!     /// Units a second.
//!     #[field(label = "Speed", default = "100")]
//!     speed: f32,
//!     /// Which way it opens.
//!     #[field(key = "movedir", label = "Direction", default = "0 0 1")]
//!     direction: Vec3,
//!     /// Whether it does not open.
//!     #[field(label = "Locked")]
//!     locked: bool,
//!     /// Where it is when shut, found at the start.
//!     #[field(key = "")]
//!     shut: Vec3,
//! }
//!
//! fn door() -> ClassDef {
//!     ClassDef::new("door", ClassKind::Brush)
//!         .help("Slides open.")
//!         .alias("func_door")
//!         .model(ModelRole::Mover)
//!         .component::<Door>()
//!         .flag(1, "Starts open", false)
//!         .input("Open", ValueKind::None, open, "Opens it.")
//!         .input("SetSpeed", ValueKind::Float, set_speed, "Changes its speed, in units a second.")
//!         .output("OnOpen", ValueKind::None, "When it begins to open.")
//!         .output("OnFullyOpen", ValueKind::None, "When it is open.")
//!         .on_spawn(spawn)
//!         .on_use(|world, door, user| open_by(world, door, Some(user)))
//!         .on_move_done(|world, door| {
//!             world.fire_output(door, "OnFullyOpen", None, Value::None);
//!         })
//! }
//!
//! /// Every entity of the map exists by now, and brushes have their bounds.
//! fn spawn(world: &mut EntityWorld, door: EntityId) {
//!     let origin = world.origin(door);
//!     if let Some(mut state) = world.get_mut::<Door>(door) {
//!         state.shut = origin;
//!     }
//! }
//!
//! fn open(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
//!     open_by(world, door, event.activator);
//! }
//!
//! fn open_by(world: &mut EntityWorld, door: EntityId, activator: Option<EntityId>) {
//!     let (Some(state), Some(bounds)) = (world.get::<Door>(door), world.brush_bounds(door)) else { return };
//!     if state.locked {
//!         return;
//!     }
//!     let way = state.direction * (bounds.size() * state.direction).length();
//!     world.move_to(door, Pose::new(state.shut + way, world.angles(door)), state.speed);
//!     world.fire_output(door, "OnOpen", activator, Value::None);
//! }
//!
//! fn set_speed(world: &mut EntityWorld, door: EntityId, event: &InputEvent) {
//!     // An input's value is of the kind that it declares, or there is none.
//!     if let (Some(speed), Some(mut state)) = (event.value.float(), world.get_mut::<Door>(door)) {
//!         state.speed = speed;
//!     }
//! }
//!
//! let registry = Registry::new([door()])?;
//! let mut world = EntityWorld::new(&registry);
//! let text = r#"
//!     { "classname" "worldspawn" }
//!     { "classname" "logic_auto" "targetname" "auto" connections { "OnUser1" "gate,SetSpeed,32" "OnUser1" "gate,Open" } }
//!     { "classname" "func_door" "targetname" "gate" "model" "*1" }
//! "#;
//! let models = [Aabb::EMPTY, Aabb::new(Vec3::ZERO, Vec3::new(64.0, 8.0, 96.0))];
//! let loaded = world.load_from_kv(text, &models, "maps/gate.kbsp").expect("entities");
//! let (auto, gate) = (loaded.entities[1], loaded.entities[2]);
//!
//! world.fire_output(auto, "OnUser1", None, Value::None);
//! world.run(Duration::from_millis(16)); // delivers both inputs, in order
//! let motion = world.motion(gate).expect("the door moves");
//! assert_eq!(motion.linear, Vec3::new(0.0, 0.0, 32.0));
//! assert_eq!(motion.destination, Vec3::new(0.0, 0.0, 96.0));
//! # Ok::<(), kerosene_entity::RegistryError>(())
//! ```
//!
//! A handler has the entity world and nothing else. It moves things by asking for a [`Motion`], thinks again with
//! [`EntityWorld::think_after`], tells others with [`EntityWorld::fire_output`], and leaves a [`Request`] for whatever
//! lies outside: a sound, a script, another map.
//!
//! # Events
//!
//! Firing an output queues one event for each of its wires, even without a delay: nothing recurses, and the order is
//! the same whatever the delays are. The order is due time in whole nanoseconds, then the order of queueing. Whom an
//! event reaches is decided when it is delivered. More than 4,096 deliveries that stem from one event within one tick
//! are a loop: that chain is dropped and named, everything else lives.
//!
//! # What is declared once
//!
//! A [`Registry`] gives the editor's schema ([`Registry::kdef`], [`Kdef::to_fgd`]), and [`analyse_wires`] finds what is
//! wrong with a map's wires from that schema, in compilers, editor and console alike.
//!
//! # Trade-offs
//!
//! A schema holds 63 component kinds and eight of them are common to all classes, so the classes of a game share 55:
//! classes that carry the same state share a component, and a class without state needs none. Wires keep numbers of
//! names instead of text, so firing allocates nothing; the table of names only grows, as the table of texts does.
//! Poses are written through [`EntityWorld::set_pose`], since what is parented has to follow at once.
//!
//! # Deliberate absences
//!
//! No engine, map geometry, physics, players or clock. No methods on entities: a handle is a number, and the world has
//! the methods. No recursion from a handler into another one through wires. No global registry.

mod animation;
mod class;
mod components;
mod disk;
mod kdef;
mod name;
mod request;
mod save_info;
mod time;
mod trace;
mod value;
mod wires;
mod world;

pub use animation::Animation;
pub use class::{
    AnimationDoneHandler, BlockedHandler, ClassDef, ClassId, Damage, DamageHandler, DamageKind, InputDef, InputEvent,
    InputHandler, MoveDoneHandler, OutputDef, Registry, RegistryError, RestoreHandler, SpawnHandler, ThinkHandler,
    Touch, TouchHandler, TouchPhase, UseHandler,
};
pub use components::{BrushModel, Conveyor, Flags, Motion, Parent, Pose, PoseAngles, Switches, Think};
pub use disk::{Migration, RestoreReport, SaveError, SaveProblem, WorldSnapshot};
pub use kdef::{
    ClassKind, Difference, HelperKind, Kdef, KdefChoice, KdefClass, KdefError, KdefHelper, KdefKey, KdefPort, KeyKind,
    Mismatch, ModelRole, ValueKind,
};
pub use kerosene_container::{Container, ContainerBuilder, ContainerError, SectionReader, Tag};
/// The handle of an entity.
pub use kerosene_world::Entity as EntityId;
pub use name::Name;
pub use request::{FadeRequest, PushKind, Request, Requested, ShakeRequest, SoundRequest, TextEffect, TextRequest};
pub use save_info::{SAVE_MAGIC, SAVE_VERSION, SaveInfo, tags as save_tags};
pub use time::{Due, Time};
pub use trace::{Traced, TracedEvent};
pub use value::{Shown, Value, read_bool};
pub use wires::{Special, WireText, WireTextError, WiredEntity, analyse_wires};
pub use world::{EntitySnapshot, EntityWorld, LoadError, LoadReport, Notice, SCRIPT_KEY, Target, WireInfo};
