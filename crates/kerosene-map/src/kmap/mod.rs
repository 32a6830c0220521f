//! Our own format, `.kmap`: KeyValues text that holds everything the model holds.
//!
//! ```text
//! versioninfo { "formatversion" "1" }
//! world
//! {
//!     "id" "1"                          // the first `id` is the object's; the rest are keys
//!     "classname" "worldspawn"          // any keys, in any number and order
//!     connections { "OnMapSpawn" "door,Open,,0.5,1" }
//!     solid
//!     {
//!         "id" "2"
//!         "detail" "1"                  // left out where it is 0, like every default below
//!         "section" "cellar"
//!         side
//!         {
//!             "id" "3"
//!             "plane" "(0 0 0) (0 1 0) (1 0 0)"
//!             "material" "brick/red"
//!             "uaxis" "[1 0 0 0] 0.25"
//!             "vaxis" "[0 -1 0 0] 0.25"
//!             "rotation" "0"
//!             "lightmapscale" "16"
//!             "smoothing_groups" "0"
//!             "textureunits" "repeats"  // left out where the axes count texels
//!             "walk" "avoid"            // left out where it is empty
//!             "contents" "1" "flags" "0" "value" "0"   // of Quake 2's heirs, each left out where 0
//!         }
//!         editor { "visgroupid" "9" "groupid" "8" "color" "255 0 0" "comments" "" "hidden" "1" }
//!     }
//!     mesh
//!     {
//!         "id" "20"
//!         "contents" "1" "flags" "0"    // as of a side
//!         "vertex" "0 0 0"              // one for each vertex
//!         "textureunits" "texels"       // left out where `texcoord` counts repeats of the texture
//!         "texcoord" "0.5 1"            // one for each vertex or none at all
//!         "normal" "0 0 1"              // one for each vertex or none at all
//!         "alpha" "0.5"                 // of a blend, 0 to 1; one for each vertex or none at all
//!         face { "indices" "0 1 2" "material" "..." "uaxis" "..." "vaxis" "..." "lightmapscale" "16" }
//!     }
//! }
//! entity { }
//! visgroups { visgroup { "id" "9" "name" "cellar" "stream" "1" visgroup { } } }
//! group { "id" "8" "name" "stairs" "parent" "7" }
//! cordon { "mins" "-64 -64 -64" "maxs" "64 64 64" "active" "1" }
//! ```
//!
//! # Wires
//!
//! A connection is `target,input,parameter,delay,times`. The first two commas and the last two divide
//! it, so that a parameter may hold commas as they are; in target and input a comma is written `\,`
//! and a backslash `\\`. From the right, fields may be missing: no delay, no limit on times.
//!
//! # What survives
//!
//! Reading what was written gives an equal map, lines aside, and writing that again the same
//! bytes, as long as ids are unique and numbers finite. Keys and blocks that we do not know
//! stay with the object they are in and are written after its own. The order is canonical, floats
//! are the shortest text that reads back exactly, so a small edit is a small difference.

mod connection;
pub(crate) mod cursor;
mod read;
pub(crate) mod read_brush;
pub(crate) mod read_editor;
mod read_mesh;
pub(crate) mod text;
mod write;

pub use read::read_kmap;
pub(crate) use text::DEFAULT_LIGHTMAP_SCALE;
pub use write::write_kmap;

/// The newest version of the format.
const FORMAT_VERSION: u32 = 1;

/// Names of keys, written and read.
mod key {
    pub(super) const ID: &str = "id";
    pub(super) const DETAIL: &str = "detail";
    pub(super) const SECTION: &str = "section";
    pub(super) const PLANE: &str = "plane";
    pub(super) const MATERIAL: &str = "material";
    pub(super) const U_AXIS: &str = "uaxis";
    pub(super) const V_AXIS: &str = "vaxis";
    pub(super) const ROTATION: &str = "rotation";
    pub(super) const LIGHTMAP_SCALE: &str = "lightmapscale";
    pub(super) const SMOOTHING_GROUPS: &str = "smoothing_groups";
    pub(super) const WALK: &str = "walk";
    pub(super) const CONTENTS: &str = "contents";
    pub(super) const FLAGS: &str = "flags";
    pub(super) const VALUE: &str = "value";
    pub(super) const TEXTURE_UNITS: &str = "textureunits";
    pub(super) const VERTEX: &str = "vertex";
    pub(super) const TEXTURE_COORDINATE: &str = "texcoord";
    pub(super) const NORMAL: &str = "normal";
    pub(super) const ALPHA: &str = "alpha";
    pub(super) const INDICES: &str = "indices";
    pub(super) const VISGROUP_ID: &str = "visgroupid";
    pub(super) const GROUP_ID: &str = "groupid";
    pub(super) const COLOR: &str = "color";
    pub(super) const COMMENTS: &str = "comments";
    pub(super) const HIDDEN: &str = "hidden";
    pub(super) const NAME: &str = "name";
    pub(super) const PARENT: &str = "parent";
    pub(super) const STREAM: &str = "stream";
    pub(super) const MINS: &str = "mins";
    pub(super) const MAXS: &str = "maxs";
    pub(super) const ACTIVE: &str = "active";
    pub(super) const FORMAT_VERSION: &str = "formatversion";
}

/// Names of blocks, written and read.
mod block {
    pub(super) const VERSION: &str = "versioninfo";
    pub(super) const WORLD: &str = "world";
    pub(super) const ENTITY: &str = "entity";
    pub(super) const CONNECTIONS: &str = "connections";
    pub(super) const SOLID: &str = "solid";
    pub(super) const SIDE: &str = "side";
    pub(super) const MESH: &str = "mesh";
    pub(super) const FACE: &str = "face";
    pub(super) const EDITOR: &str = "editor";
    pub(super) const VISGROUPS: &str = "visgroups";
    pub(super) const VISGROUP: &str = "visgroup";
    pub(super) const GROUP: &str = "group";
    pub(super) const CORDON: &str = "cordon";
}
