//! What of the level may be seen: decided here, without a GPU.

mod clusters;
mod frustum;
mod tree;

pub use clusters::ClusterSet;
pub use frustum::Frustum;
pub use tree::{LeafTree, VisibleLeaves};
