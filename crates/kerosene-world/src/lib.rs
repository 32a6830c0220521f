//! The copy-on-write component store: entities, typed components, snapshots that cost nothing.
//!
//! A [`World`] holds entities; what an entity is comes from its components; each kind of component is declared
//! once, in a [`Schema`], by hand or by `#[derive(Component)]`. An [`Entity`] is a handle of slot and generation
//! that never reaches another entity than the one it was made for. Keeping the whole world as it is now
//! ([`World::snapshot`]) copies nothing, and so saves, rewinding, an editor's play button, network deltas and
//! the comparison of two runs are all made of the same few calls.
//!
//! # Design
//!
//! **Pages.** Everything lies in pages of 4 KiB, taken from the operating system in large mappings outside the heap
//! ([`PageStore`]). Components of one kind lie at the place of their entity's slot, so finding one takes no
//! table of archetypes: handle, slot record, page, value. Pages hang in trees of 32 children a node. A snapshot
//! takes a reference to each root, two for each kind; the first write to a shared page copies it and the nodes above
//! (path copying: Driscoll, Sarnak, Sleator and Tarjan, 1989); whoever gives up the last reference, on
//! any thread, puts the page back. [`PagedVec`] offers the same to other crates for whatever else
//! is to be kept together with a world.
//!
//! **One content, one form.** A slot without a component holds zeros, free slots hold nothing but their next
//! generation, and texts are named by a hash of their content. So two worlds that are equal have equal pages, however
//! they came about, and [`State::state_hash`] and [`State::eq`](PartialEq) can work on pages. Each node remembers
//! the hashes of what is below it until somebody writes there: a tick pays for what it changed. The hash of a tree
//! is the sum of its pages' mixed hashes, so depth and pages of zeros do not show.
//!
//! **Values, not references.** Components are read and written as Rust structs by value, from bytes that lie close
//! together without gaps. That lets a struct have fields in any order and of any layout, `bool`s and enums among
//! them, without a line of unsafe code outside the page store, makes "did it change" a comparison of bytes,
//! and compiles to the loads and stores that a reference would have cost. [`World::get_mut`] and
//! [`World::update`] write back what differs and leave shared pages alone where nothing does.
//!
//! **Reading is one thing.** [`World`] and [`Snapshot`] both are a [`State`], which has every reading verb; the
//! tick that runs and the tick that is kept are asked the same way, from any thread.
//!
//! # Trade-offs
//!
//! Columns by slot are fast to reach and to go through when a component is common, and take whole pages where
//! it is rare and scattered; pages that nobody wrote take nothing. Going through a rare component is
//! quick all the same: queries join bits, 64 slots at a time. A write looks at the counts on the way down to
//! its page, a few nanoseconds that a plain array would not cost; the page that was written last is written again without
//! that, and [`World::update`] works on runs of slots. Free pages stay with their store until its last world and
//! snapshot are gone.
//!
//! After a snapshot a page is copied whole, so changes cost least where they lie together. The worst case is one
//! entity in a hundred, spread evenly: of a million positions of 12 bytes, 256 to a page, all 3,907 pages are copied. That
//! is 16 MB read and 16 MB written, about a millisecond on any processor, where the changes alone take a quarter of one.
//! Smaller pages do not help: with 1 KiB and with 512 bytes it took as long, since ten thousand small copies each need a
//! count, a place in a free list and an entry in a node that is copied itself; and random reads became a third slower.
//! A log of single values would be undone faster, but a snapshot is read by other threads while the world goes on, and so the
//! old values must stay where they are.
//!
//! Restoring an old snapshot restores generations too: handles made since then name nothing, and the next spawn
//! gives the handle that it would have given at that time. That is what makes a replay equal its
//! original; whoever keeps handles outside the world over a restore has to put them back with it.
//!
//! # Deliberate absences
//!
//! No systems, schedules, events or observers: the order of a tick is the engine's. No relations, names or hierarchy:
//! those are components and tables of the crates above. No archetypes. No files: callers bring bytes and text. No
//! clock, no randomness, no global state. No way to reach a component without its entity's handle except a query.
//! No references into pages handed out for writing.
//!
//! # Safety and proof
//!
//! Unsafe code lives in the page store alone. It is built so that Miri can run it (`cargo +nightly miri test -p
//! kerosene-world --lib --test verbs --test threads`: mappings come from the heap there); `rivals/tests/loom.rs` tries every
//! interleaving of the reference counts; `tests/model.rs` runs long random sequences of operations, snapshots and
//! restores beside a naive model; `tests/allocation.rs` counts allocations in a steady tick. Figures are in
//! `docs/performance.md`, from `rivals/benches/store.rs`.

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

// The examples of the book's page about worlds are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/worlds.md")]
mod book {}
