//! Memory in pages: taken from the operating system, shared between snapshots, copied on write.
//!
//! This is the only part of the crate with unsafe code. Above it stand two safe things: [`PageStore`], the
//! pool, and `Tree`, pages numbered from 0 that can be cloned for one reference. From the bottom:
//!
//! * `mapping`: large anonymous mappings, outside the Rust heap;
//! * `chunk`: a mapping cut into 2 MiB, each beginning with the reference counts of what lies in it;
//! * `count`: one reference count, tested over all interleavings;
//! * `store`: free lists, and the lifetime of the whole pool;
//! * `node`, `tree`: the index over the pages, and copying on the way to a write.
#![allow(unsafe_code, reason = "raw pages have no owner that the compiler could see; each block says why it is right")]

mod chunk;
mod count;
mod mapping;
mod node;
mod page;
mod store;
mod sync;
mod tree;

pub use page::PAGE_SIZE;
pub(crate) use page::Page;
pub use store::{PageStore, PageUsage};
pub(crate) use tree::{Seat, Tree};
