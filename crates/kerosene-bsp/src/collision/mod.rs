//! Queries and traces over a compiled map.

mod bounds_build;
mod bounds_tree;
mod clip;
mod hull;
mod map;
mod mesh;
mod node;
mod overlap;
mod placed;
mod placed_queries;
mod query;
mod sweep;
mod trace;
mod walk;

pub use map::{ClusterId, CollisionMap, LeafId};
pub use placed::PlacedModels;
pub use query::BoxLeaves;
