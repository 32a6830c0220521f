//! The writers of other games' formats, which `kerosene-foreign` has for its own tests.

#[path = "../../../../crates/kerosene-foreign/tests/common/mod.rs"]
mod writers;

pub(crate) use writers::*;
