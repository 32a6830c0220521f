//! Checks of the project's own shape, run as `cargo xtask NAME`.
//!
//! What a reviewer would otherwise have to remember is a program here: which crate may depend on
//! which ([`layers`]), how long functions and files have become and how much is documented
//! ([`measure`]), whether the built-in content is what its sources give ([`base`]), how many instructions
//! the map compiler needs ([`instructions`]), which of its functions are to lie side by side ([`layout`]), and the whole of
//! what continuous integration runs ([`ci`]).
//!
//! Each check is a pure function over data that its caller has read (cargo's metadata, source
//! text), so that its tests feed it a bad case and see it found. Only [`metadata`], [`base`], [`instructions`],
//! [`layout`] and [`ci`] start other programs.
//!
//! Deliberately absent: no engine crate is a dependency but of tests (a broken engine must not stop the check
//! that explains it), and nothing here changes a file but the
//! built-in content, and the counts and the functions on record, when told to.

pub mod base;
pub mod ci;
pub mod instructions;
pub mod layers;
pub mod layout;
pub mod measure;
pub mod metadata;
