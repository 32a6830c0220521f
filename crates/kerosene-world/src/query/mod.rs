//! Going through all entities that have some components.
//!
//! A query is a type: one term, or a tuple of them. Slots are gone through in order, 64 at a time: the bits of the
//! components that must be there are joined word by word, so that a rare component makes a query short,
//! and where all 64 slots match there is no test for each. Nothing is taken from the heap.

mod filter;
mod read;
mod source;
mod term;
mod tuples;
mod update;

pub use read::Query;
pub use term::{Maybe, Term, With, Without};
pub use update::{UpdateTerm, Write};
