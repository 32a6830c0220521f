//! The one hash map of the compiler.

use foldhash::fast::FixedState;

/// A hash map with a fixed seed, for lookups. It is never iterated: order would be by hash.
#[expect(clippy::disallowed_types, reason = "this is the named alias over a fixed seed")]
pub(crate) type Lookup<K, V> = std::collections::HashMap<K, V, FixedState>;
