//! The atomics that counts are made of; `rivals/tests/loom.rs` puts loom's in this place.

pub(crate) use std::sync::atomic::{AtomicU32, Ordering, fence};
