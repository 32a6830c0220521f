//! Checks of single brushes: planes, faces, size, contents.

pub(super) mod collinear_points;
pub(super) mod duplicate;
pub(super) mod duplicate_plane;
pub(super) mod many_sides;
pub(super) mod mixed_contents;
pub(super) mod no_volume;
pub(super) mod off_grid;
pub(super) mod outside_world;
pub(super) mod redundant_side;
pub(super) mod small_face;
pub(super) mod thin;
pub(super) mod too_few_sides;
