//! Checks of how sides are painted.

pub(super) mod edge_on;
pub(super) mod lightmap_scale;
pub(super) mod material_case;
pub(super) mod material_name;
pub(super) mod scale;
pub(super) mod walk_rule;

pub use walk_rule::WALK_RULES;
