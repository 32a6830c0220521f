//! Models by path, each loaded once.

use super::ModelHandle;
use super::gather::ModelShape;
use super::vertex::ModelVertex;
use crate::things::buffer::filled;
use crate::{Gpu, MaterialHandle, RenderError};
use kerosene_asset::Model;
use kerosene_vfs::Vfs;
use std::collections::BTreeMap;
use std::ops::Range;
use wgpu::{Buffer, BufferUsages};

/// Triangles of one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoadedMesh {
    /// What they show.
    pub(crate) material: MaterialHandle,
    /// Their indices.
    pub(crate) indices: Range<u32>,
    /// Whether light is stopped by it: one does not see through it.
    pub(crate) casts: bool,
}

/// A model on the GPU.
#[derive(Debug)]
pub(crate) struct LoadedModel {
    /// What placing it needs to know.
    pub(crate) shape: ModelShape,
    /// Meshes of each level of detail.
    pub(crate) levels: Vec<Vec<LoadedMesh>>,
    /// Its corners.
    pub(crate) vertices: Buffer,
    /// Its triangles, 32 bits an index.
    pub(crate) indices: Buffer,
}

/// Models by path.
#[derive(Debug, Default)]
pub(crate) struct ModelStore {
    models: Vec<LoadedModel>,
    by_path: BTreeMap<String, ModelHandle>,
}

impl ModelStore {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.models.clear();
        self.by_path.clear();
    }

    /// The model of a handle; none of a level that is gone.
    pub(crate) fn get(&self, model: ModelHandle) -> Option<&LoadedModel> {
        self.models.get(model.0 as usize)
    }

    /// The handle of a path that was loaded.
    pub(crate) fn known(&self, path: &str) -> Option<ModelHandle> {
        self.by_path.get(path).copied()
    }

    /// Uploads a model. `material` gives the handle of a material's name, and whether one sees through it.
    pub(crate) fn insert(
        &mut self,
        gpu: &Gpu,
        path: &str,
        model: Model,
        mut material: impl FnMut(&str) -> (MaterialHandle, bool),
    ) -> ModelHandle {
        let data = model.into_data();
        let materials: Vec<_> = data.materials.iter().map(|name| material(name)).collect();
        let mesh = |mesh: &kerosene_asset::Mesh| LoadedMesh {
            material: materials[mesh.material as usize].0,
            indices: mesh.first_index..mesh.first_index + mesh.index_count,
            casts: !materials[mesh.material as usize].1,
        };
        let levels = data.levels.iter().map(|level| level.meshes.iter().map(mesh).collect()).collect();
        let (device, queue) = (gpu.device(), gpu.queue());
        let vertices = ModelVertex::all(&data.vertices);
        let vertices = bytemuck::cast_slice(&vertices);
        let shape = ModelShape {
            bounds: data.bounds,
            errors: data.levels.iter().map(|level| level.error).collect(),
            bones: data.bones,
            clips: data.clips,
            seen_through: materials.iter().any(|(_, seen_through)| *seen_through),
        };
        let handle = ModelHandle(self.models.len() as u32);
        self.models.push(LoadedModel {
            shape,
            levels,
            vertices: filled(device, queue, path, BufferUsages::VERTEX, vertices),
            indices: filled(device, queue, path, BufferUsages::INDEX, bytemuck::cast_slice(&data.indices)),
        });
        self.by_path.insert(path.to_owned(), handle);
        handle
    }
}

/// Reads a model's file.
///
/// # Errors
/// [`RenderError::Model`] where the file is missing or damaged.
pub(crate) fn read(path: &str, content: &Vfs) -> Result<Model, RenderError> {
    let error = |reason: String| RenderError::Model { path: path.to_owned(), reason };
    let bytes = content.read(path).map_err(|fault| error(fault.to_string()))?;
    Model::from_bytes(&bytes).map_err(|fault| error(fault.to_string()))
}
