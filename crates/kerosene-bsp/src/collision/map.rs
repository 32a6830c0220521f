//! The arrays that queries and traces run over, laid out for them.

use super::bounds_build::{BoundsItem, add_tree};
use super::bounds_tree::BoundsNode;
use super::hull::Hulls;
use super::mesh::Meshes;
use super::node::{NodeSet, Nodes};
use crate::records::{BrushRecord, ModelRecord, NONE};
use crate::{BspFile, Contents, SurfaceFlags};
use kerosene_math::{Aabb, Vec3};

/// Index of a leaf of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeafId(pub u32);

/// Index of a visibility cluster of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClusterId(pub u32);

/// A compiled map made ready for point queries and traces.
///
/// It owns copies of what they need, without an indirection from brush to plane, and nothing that changes: any number
/// of threads can trace through one map. Nothing allocates after it is built.
#[derive(Debug)]
pub struct CollisionMap {
    pub(super) nodes: Nodes,
    /// Nodes with a part of the outside below them: few, since most of what a level is divided into is inside.
    pub(super) void_below: NodeSet,
    pub(super) leaves: Vec<Leaf>,
    pub(super) leaf_brushes: Vec<u32>,
    pub(super) brushes: Vec<Brush>,
    /// Boxes over the brushes of every model.
    pub(super) bounds: Vec<BoundsNode>,
    /// Normal and distance of every brush side, in the order of the file's brush sides.
    pub(super) sides: Vec<[f32; 4]>,
    /// Texinfo of every brush side; read only once something is hit.
    pub(super) side_texinfos: Vec<u32>,
    pub(super) surface_flags: Vec<SurfaceFlags>,
    pub(super) models: Vec<Model>,
    pub(super) hulls: Hulls,
    pub(super) meshes: Meshes,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    pub(super) first_brush: u32,
    pub(super) brush_count: u32,
    pub(super) contents: Contents,
    pub(super) cluster: i32,
}

impl Leaf {
    /// Solid by structure with nothing in it to collide with: the outside.
    pub(super) fn is_void(&self) -> bool {
        self.brush_count == 0 && self.contents.contains(Contents::SOLID)
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Brush {
    pub(super) contents: Contents,
    pub(super) first_side: u32,
    /// Sides that are no bevels; they come first.
    pub(super) real_sides: u32,
    pub(super) all_sides: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    pub(super) root: i32,
    /// Root of its boxes, `None` without brushes.
    pub(super) bounds: Option<u32>,
    pub(super) mins: [f32; 3],
    pub(super) maxs: [f32; 3],
    /// Point it turns about.
    pub(super) pivot: [f32; 3],
    /// All that its brushes and meshes are filled with.
    pub(super) contents: Contents,
}

impl CollisionMap {
    /// Copies what queries need out of a file.
    ///
    /// ```
    /// use kerosene_bsp::{CollisionMap, Contents, sample};
    /// use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// assert_eq!(map.point_contents(Vec3::new(0.0, 0.0, -8.0)), Contents::SOLID);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn new(file: &BspFile) -> Self {
        let planes = file.planes();
        let leaf = |leaf: &crate::records::LeafRecord| Leaf {
            first_brush: leaf.first_brush,
            brush_count: leaf.brush_count,
            contents: Contents::from_bits_retain(leaf.contents),
            cluster: leaf.cluster,
        };
        let side = |side: &crate::records::BrushSideRecord| {
            let plane = planes[side.plane as usize];
            [plane.normal[0], plane.normal[1], plane.normal[2], plane.dist]
        };
        let sides: Vec<[f32; 4]> = file.brush_sides().iter().map(side).collect();
        let mut bounds = Vec::with_capacity(file.brushes().len() / 2 + file.models().len());
        let models = file.models().iter().map(|model| prepare_model(file, &sides, model, &mut bounds)).collect();
        let nodes = Nodes::new(file.nodes(), planes);
        let leaves: Vec<Leaf> = file.leaves().iter().map(leaf).collect();
        Self {
            void_below: nodes.above(|leaf| leaves[leaf.0 as usize].is_void()),
            nodes,
            leaves,
            leaf_brushes: file.leaf_brushes().to_vec(),
            brushes: file.brushes().iter().map(|brush| prepare_brush(file, brush)).collect(),
            bounds,
            side_texinfos: file.brush_sides().iter().map(|side| side.texinfo).collect(),
            surface_flags: file.texinfos().iter().map(|info| SurfaceFlags::from_bits_retain(info.flags)).collect(),
            models,
            hulls: Hulls::of_brush_models(file, &sides),
            meshes: Meshes::new(file),
            sides,
        }
    }

    /// Number of models, the world included.
    pub fn model_count(&self) -> usize {
        self.models.len()
    }

    /// The point that a model turns about, in its own coordinates; zero for a model that does not exist.
    pub fn model_pivot(&self, model: u32) -> Vec3 {
        self.models.get(model as usize).map_or(Vec3::ZERO, |model| Vec3::from_array(model.pivot))
    }

    /// The box that holds a model, in its own coordinates; empty for a model that does not exist.
    pub fn model_bounds(&self, model: u32) -> Aabb {
        let bounds = |model: &Model| Aabb::new(Vec3::from_array(model.mins), Vec3::from_array(model.maxs));
        self.models.get(model as usize).map_or(Aabb::EMPTY, bounds)
    }

    pub(super) fn brush_sides(&self, brush: &Brush, count: u32) -> &[[f32; 4]] {
        &self.sides[brush.first_side as usize..][..count as usize]
    }

    /// Texinfo of a side, by its index in the brush sides.
    pub(super) fn texinfo(&self, side: u32) -> Option<u32> {
        let texinfo = self.side_texinfos[side as usize];
        (texinfo != NONE).then_some(texinfo)
    }
}

fn prepare_brush(file: &BspFile, brush: &BrushRecord) -> Brush {
    let sides = &file.brush_sides()[brush.first_side as usize..][..brush.side_count as usize];
    Brush {
        contents: Contents::from_bits_retain(brush.contents),
        first_side: brush.first_side,
        real_sides: sides.iter().take_while(|side| side.bevel == 0).count() as u32,
        all_sides: brush.side_count,
    }
}

fn prepare_model(file: &BspFile, sides: &[[f32; 4]], model: &ModelRecord, bounds: &mut Vec<BoundsNode>) -> Model {
    let owned = model.first_brush..model.first_brush + model.brush_count;
    let item = |index: u32| {
        let brush = &file.brushes()[index as usize];
        let (mins, maxs) = brush_bounds(&sides[brush.first_side as usize..][..brush.side_count as usize]);
        BoundsItem::new(mins, maxs, brush.contents, index)
    };
    let mut items: Vec<BoundsItem> = owned.clone().map(item).collect();
    let meshes = model.first_mesh..model.first_mesh + model.mesh_count;
    let brushes = owned.map(|brush| file.brushes()[brush as usize].contents);
    let contents =
        brushes.chain(meshes.map(|mesh| file.meshes()[mesh as usize].contents)).fold(0, |all, one| all | one);
    Model {
        root: model.head_node,
        bounds: add_tree(bounds, &mut items),
        mins: model.mins,
        maxs: model.maxs,
        pivot: model.origin,
        contents: Contents::from_bits_retain(contents),
    }
}

/// Bounds from axial sides and bevels; infinite where there is none.
fn brush_bounds(sides: &[[f32; 4]]) -> ([f32; 3], [f32; 3]) {
    let (mut mins, mut maxs) = ([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]);
    for &[x, y, z, dist] in sides {
        for (axis, component) in [x, y, z].into_iter().enumerate() {
            if component == 1.0 {
                maxs[axis] = maxs[axis].min(dist);
            } else if component == -1.0 {
                mins[axis] = mins[axis].max(-dist);
            }
        }
    }
    (mins, maxs)
}
