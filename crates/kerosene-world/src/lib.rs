//! The copy-on-write component store: entities, typed components, snapshots that cost nothing.
//!
//! A [`World`] holds entities; what an entity is comes from its components; each kind of component is declared
//! once, in a [`Schema`]. Everything lies in pages of 4 KiB outside the heap ([`PageStore`]), which snapshots
//! share with the live world until one of them is written.

mod binary;
mod column;
mod component;
mod diff;
mod entity;
mod fixed;
mod interner;
mod limits;
mod paged_vec;
mod pages;
mod query;
mod schema;
mod slots;
mod state;
mod text;
mod value;
mod world;

pub use binary::{BinaryError, BinaryProblem};
pub use component::{Component, ComponentDecl, ComponentId, FieldDecl, FieldFlags};
pub use diff::{Change, ComponentDiff, Diff, DiffError, EntityDiff, FieldSet, diff};
pub use entity::{Entity, ParseEntityError};
pub use fixed::{Fixed, ParseFixedError};
pub use glam::Vec3;
pub use interner::{Interner, TextError, TextId};
pub use kerosene_world_derive::Component;
pub use limits::ReadLimits;
pub use paged_vec::{Iter, PagedVec};
pub use pages::{PAGE_SIZE, PageStore, PageUsage};
pub use query::{Maybe, Query, Term, UpdateTerm, With, Without, Write};
pub use schema::{ComponentKind, Schema, SchemaBuilder, SchemaError};
pub use state::State;
pub use text::{TextFormError, TextFormProblem};
pub use value::{FieldKind, FieldType, Value};
pub use world::{Mut, Snapshot, World};
