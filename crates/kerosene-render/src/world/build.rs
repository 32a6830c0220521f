//! From a compiled map to the level's geometry.

use super::faces::Corners;
use super::mesh::{Batch, BrushMesh, DrawClass, Item, ModelBatch, Surface, WorldMesh};
use crate::visibility::LeafTree;
use kerosene_bsp::BspFile;
use kerosene_bsp::records::{LeafRecord, ModelRecord};
use kerosene_math::{Aabb, Vec3};
use std::ops::Range;

/// A face or a mesh, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Face(u32),
    Mesh(u32),
}

/// A shape and how it is drawn. Their order is the order of drawing.
struct Piece {
    key: (DrawClass, u32, u32, Shape),
    surface: Surface,
}

impl WorldMesh {
    /// Makes the geometry of a map; `surface` says how the surfaces of a texinfo, by its number, are drawn, `None` for those
    /// that are not.
    ///
    /// ```
    /// use kerosene_render::world::{DrawClass, Surface, WorldMesh};
    ///
    /// let map = kerosene_bsp::sample::room().to_file()?;
    /// let mesh = WorldMesh::new(&map, |_| Some(Surface { material: 0, class: DrawClass::Opaque, texels: [64.0; 2] }));
    /// assert_eq!((mesh.items(), mesh.batches()), (map.faces().len(), 1));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    #[must_use]
    pub fn new(map: &BspFile, surface: impl Fn(u32) -> Option<Surface>) -> Self {
        let mut corners = Corners::new(map);
        let mut world = World::default();
        let mut models = Vec::with_capacity(map.models().len());
        let mut model_batches = Vec::new();
        for (number, model) in map.models().iter().enumerate() {
            let pieces = pieces_of(map, model, number == 0, &surface);
            let first = model_batches.len() as u32;
            if number == 0 {
                world.add(&mut corners, &pieces);
            } else {
                add_model(&mut corners, &pieces, &mut model_batches);
            }
            models.push(BrushMesh {
                bounds: Aabb::new(Vec3::from_array(model.mins), Vec3::from_array(model.maxs)),
                pivot: model.origin,
                batches: first..model_batches.len() as u32,
            });
        }
        let (tree, unfiled) = world.filed(map);
        Self {
            vertices: corners.vertices,
            indices: corners.indices,
            items: world.items,
            batches: world.batches,
            models,
            model_batches,
            unfiled,
            tree,
            atlases: corners.lightmaps.atlases,
            areas: map.areas().to_vec(),
            portals: map.area_portals().to_vec(),
        }
    }
}

/// The faces and meshes of a model that are drawn, in the order of drawing.
fn pieces_of(
    map: &BspFile,
    model: &ModelRecord,
    by_section: bool,
    surface: &impl Fn(u32) -> Option<Surface>,
) -> Vec<Piece> {
    let piece = |shape: Shape, texinfo: u32, section: u32| {
        let surface = surface(texinfo)?;
        let section = if by_section { section } else { 0 };
        Some(Piece { key: (surface.class, section, surface.material, shape), surface })
    };
    let faces = (model.first_face..model.first_face + model.face_count).filter_map(|number| {
        let face = &map.faces()[number as usize];
        piece(Shape::Face(number), face.texinfo, face.section)
    });
    let meshes = (model.first_mesh..model.first_mesh + model.mesh_count).filter_map(|number| {
        let mesh = &map.meshes()[number as usize];
        piece(Shape::Mesh(number), mesh.texinfo, mesh.section)
    });
    let mut pieces: Vec<Piece> = faces.chain(meshes).collect();
    pieces.sort_by_key(|piece| piece.key);
    pieces
}

/// Adds a shape, and gives its indices and bounds.
fn add_shape(corners: &mut Corners<'_>, piece: &Piece) -> (Range<u32>, Aabb) {
    let first = corners.indices.len() as u32;
    let bounds = match piece.key.3 {
        Shape::Face(number) => corners.add_face(number, &piece.surface),
        Shape::Mesh(number) => corners.add_mesh(number, &piece.surface),
    };
    (first..corners.indices.len() as u32, bounds)
}

fn add_model(corners: &mut Corners<'_>, pieces: &[Piece], batches: &mut Vec<ModelBatch>) {
    let alike = |a: &Piece, b: &Piece| (a.key.0, a.key.2) == (b.key.0, b.key.2);
    for pieces in pieces.chunk_by(alike) {
        let first = corners.indices.len() as u32;
        for piece in pieces {
            add_shape(corners, piece);
        }
        let (class, _, material, _) = pieces[0].key;
        batches.push(ModelBatch { class, material, indices: first..corners.indices.len() as u32 });
    }
}

/// Model 0 on its way.
#[derive(Default)]
struct World {
    items: Vec<Item>,
    /// By item: what it was made of.
    shapes: Vec<Shape>,
    batches: Vec<Batch>,
}

impl World {
    fn add(&mut self, corners: &mut Corners<'_>, pieces: &[Piece]) {
        let alike = |a: &Piece, b: &Piece| (a.key.0, a.key.1, a.key.2) == (b.key.0, b.key.1, b.key.2);
        for pieces in pieces.chunk_by(alike) {
            let first = self.items.len() as u32;
            for piece in pieces {
                let (indices, bounds) = add_shape(corners, piece);
                self.items.push(Item { indices, bounds });
                self.shapes.push(piece.key.3);
            }
            let (class, section, material, _) = pieces[0].key;
            self.batches.push(Batch { class, section, material, items: first..self.items.len() as u32 });
        }
    }

    /// The tree with the items of its leaves, and the items that no leaf names.
    fn filed(&self, map: &BspFile) -> (LeafTree, Vec<u32>) {
        let mut of_face = vec![None; map.faces().len()];
        let mut of_mesh = vec![None; map.meshes().len()];
        for (shape, item) in self.shapes.iter().zip(0_u32..) {
            match shape {
                Shape::Face(face) => of_face[*face as usize] = Some(item),
                Shape::Mesh(mesh) => of_mesh[*mesh as usize] = Some(item),
            }
        }
        let mut named = vec![false; self.items.len()];
        let tree = LeafTree::new(map, |leaf: &LeafRecord, items| {
            let faces = &map.leaf_faces()[leaf.first_face as usize..][..leaf.face_count as usize];
            let meshes = &map.leaf_meshes()[leaf.first_mesh as usize..][..leaf.mesh_count as usize];
            let faces = faces.iter().filter_map(|face| of_face[*face as usize]);
            for item in faces.chain(meshes.iter().filter_map(|mesh| of_mesh[*mesh as usize])) {
                named[item as usize] = true;
                items.push(item);
            }
        });
        let unfiled = named.iter().zip(0..).filter_map(|(named, item)| (!named).then_some(item)).collect();
        (tree, unfiled)
    }
}
