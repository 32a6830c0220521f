//! The editable map in memory.
//!
//! One model serves every format: importers fill it, the compiler and the editor read it, the
//! `.kmap` writer gives all of it back. Coordinates are `f64`, exactly as the file has them.

use crate::kmap::DEFAULT_LIGHTMAP_SCALE;
use kerosene_math::{DVec2, DVec3};

/// A whole map: the world first, then the entities in file order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Map {
    /// Where the map came from, for messages; empty for a map made in memory.
    pub source: String,
    /// `entities[0]` is `worldspawn`; a map read from a file always has it.
    pub entities: Vec<Entity>,
    /// Named sets of objects that an editor shows and hides; one marked `stream` is a section.
    pub visgroups: Vec<VisGroup>,
    /// Objects that select together.
    pub groups: Vec<Group>,
    /// Boxes that cut the map for a partial compile.
    pub cordons: Vec<Cordon>,
    /// Blocks and keys beside the entities that we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// One entity: ordered keys, wires, and the brushes or meshes that give it a body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entity {
    /// Stable id, unique among everything in the map.
    pub id: u32,
    /// 1-based line in the source file, 0 where there is none.
    pub line: u32,
    /// Keys in file order; a key may repeat.
    pub keys: Vec<(String, String)>,
    /// Output wires in file order.
    pub connections: Vec<Connection>,
    /// Convex solids.
    pub brushes: Vec<Brush>,
    /// Polygon meshes: patches, displacements, converted shapes.
    pub meshes: Vec<Mesh>,
    /// What only an editor needs.
    pub editor: EditorData,
    /// Blocks and keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// A wire from one of an entity's outputs to an input elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// Output name, such as `OnPressed`.
    pub output: String,
    /// Target name, wildcard or special name (`!self`, `!activator`, ...).
    pub target: String,
    /// Input name, such as `Open`.
    pub input: String,
    /// Parameter passed with the input; may be empty.
    pub parameter: String,
    /// Seconds between the output and the delivery.
    pub delay: f64,
    /// How often it fires; -1 without limit.
    pub times: i32,
}

/// A convex solid, the meeting of its sides' half-spaces.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Brush {
    /// Stable id, unique among everything in the map.
    pub id: u32,
    /// 1-based line in the source file, 0 where there is none.
    pub line: u32,
    /// Four or more sides for a valid brush.
    pub sides: Vec<Side>,
    /// `detail 1`: never cuts the tree.
    pub detail: bool,
    /// Name of the streamed section it belongs to, empty for the world.
    pub section: String,
    /// What only an editor needs.
    pub editor: EditorData,
    /// Blocks and keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// One half-space of a brush and how its face is painted.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Stable id, unique among everything in the map.
    pub id: u32,
    /// 1-based line in the source file, 0 where there is none.
    pub line: u32,
    /// Three points, clockwise seen from the front (outside): normal = (p0-p1) x (p2-p1).
    pub points: [DVec3; 3],
    /// Material name as the file has it.
    pub material: String,
    /// Texture axis for u.
    pub u_axis: TextureAxis,
    /// Texture axis for v.
    pub v_axis: TextureAxis,
    /// What the axes count: texels, or whole textures where the format does not know their size.
    pub texture_units: TextureUnits,
    /// Rotation in degrees; informative, the axes already hold it.
    pub rotation: f64,
    /// World units per luxel.
    pub lightmap_scale: f64,
    /// Smoothing group bits.
    pub smoothing_groups: u32,
    /// Surface flags of Quake 2 and its heirs, 0 where the format has none.
    pub surface_flags: u32,
    /// Content flags of Quake 2 and its heirs, 0 where the format has none.
    pub content_flags: u32,
    /// Light value of Quake 2 and its heirs.
    pub value: f64,
    /// Rule for the walk polygons: `allow`, `deny`, `avoid`, `always`; empty is allow.
    pub walk_rule: String,
    /// Keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// One texture axis: a world direction, a shift in texels and a scale in units per texel.
/// A texel coordinate is `dot(point, direction) / scale + shift`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureAxis {
    /// Direction in the world; unit length by custom, not by rule.
    pub direction: DVec3,
    /// Shift in texels.
    pub shift: f64,
    /// World units per texel, never 0.
    pub scale: f64,
}

/// What a texture coordinate counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TextureUnits {
    /// Texels of the texture.
    #[default]
    Texels,
    /// Widths and heights of the texture, as brush primitives count.
    Repeats,
}

/// A polygon mesh: always detail, drawn, lit and collided with as itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Stable id, unique among everything in the map.
    pub id: u32,
    /// 1-based line in the source file, 0 where there is none.
    pub line: u32,
    /// Positions in world units.
    pub vertices: Vec<DVec3>,
    /// Texture coordinates in repeats of the texture, one for each vertex; empty where the faces' axes paint.
    pub texture_coordinates: Vec<DVec2>,
    /// Whether `texture_coordinates` count texels instead, as where the size of the texture is not known.
    pub coordinates_in_texels: bool,
    /// Unit normals, one for each vertex; empty for flat faces.
    pub normals: Vec<DVec3>,
    /// Weight of a blend's second material from 0 to 1, one for each vertex; empty for 0 throughout.
    pub alphas: Vec<f64>,
    /// Faces as clockwise indices into `vertices`.
    pub faces: Vec<MeshFace>,
    /// Surface flags of Quake 2 and its heirs, 0 where the format has none.
    pub surface_flags: u32,
    /// Content flags of Quake 2 and its heirs, 0 where the format has none.
    pub content_flags: u32,
    /// What only an editor needs.
    pub editor: EditorData,
    /// Blocks and keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// One face of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshFace {
    /// Clockwise seen from the front.
    pub indices: Vec<u32>,
    /// Material name.
    pub material: String,
    /// Texture axis for u.
    pub u_axis: TextureAxis,
    /// Texture axis for v.
    pub v_axis: TextureAxis,
    /// World units per luxel.
    pub lightmap_scale: f64,
}

/// What only an editor needs of an object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EditorData {
    /// Ids of the visgroups it belongs to.
    pub visgroups: Vec<u32>,
    /// Id of its group.
    pub group: Option<u32>,
    /// Display colour, red green blue.
    pub color: Option<[u8; 3]>,
    /// Free text.
    pub comments: String,
    /// Hidden in the editor; compiled all the same.
    pub hidden: bool,
}

/// A named set of objects; may nest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VisGroup {
    /// Stable id.
    pub id: u32,
    /// Name shown to people, and of the section where `stream` is set.
    pub name: String,
    /// Display colour, red green blue.
    pub color: Option<[u8; 3]>,
    /// Id of the set it lies in.
    pub parent: Option<u32>,
    /// Whether its brushes form a streamed section.
    pub stream: bool,
    /// Keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// A group of objects that select together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Group {
    /// Stable id.
    pub id: u32,
    /// Name shown to people; may be empty.
    pub name: String,
    /// Id of the group it lies in.
    pub parent: Option<u32>,
    /// Keys we do not know, kept for writing back.
    pub unknown: Vec<UnknownNode>,
}

/// A box that cuts the map for a partial compile.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cordon {
    /// Lower corner.
    pub mins: DVec3,
    /// Upper corner.
    pub maxs: DVec3,
    /// Whether it takes part in the compile.
    pub active: bool,
}

/// A key or block that no field above holds.
#[derive(Debug, Clone, PartialEq)]
pub enum UnknownNode {
    /// A key with a value.
    Key(String, String),
    /// A block with its contents.
    Block(String, Vec<UnknownNode>),
}

impl Side {
    /// A side through three points, clockwise seen from outside, painted along two directions at one unit per texel.
    ///
    /// ```
    /// use kerosene_map::Side;
    /// use kerosene_math::DVec3;
    ///
    /// let side = Side::new(7, [DVec3::X, DVec3::ZERO, DVec3::Y], "brick/red", [DVec3::X, DVec3::NEG_Y]);
    /// assert_eq!((side.u_axis.scale, side.lightmap_scale), (1.0, 16.0));
    /// ```
    pub fn new(id: u32, points: [DVec3; 3], material: &str, directions: [DVec3; 2]) -> Self {
        let [u_axis, v_axis] = directions.map(|direction| TextureAxis { direction, shift: 0.0, scale: 1.0 });
        Self {
            id,
            line: 0,
            points,
            material: material.to_owned(),
            u_axis,
            v_axis,
            texture_units: TextureUnits::Texels,
            rotation: 0.0,
            lightmap_scale: DEFAULT_LIGHTMAP_SCALE,
            smoothing_groups: 0,
            surface_flags: 0,
            content_flags: 0,
            value: 0.0,
            walk_rule: String::new(),
            unknown: Vec::new(),
        }
    }
}

impl Entity {
    /// The last value of `key`, compared without case, or `None`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.keys.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// The class name, empty where the key is missing.
    pub fn class_name(&self) -> &str {
        self.get("classname").unwrap_or("")
    }
}
