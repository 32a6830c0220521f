//! The checks of meshes: whoever draws or sweeps them then goes through triangles without looking.

use super::check::{Ranges, subjects};
use super::error::BspError;
use super::file::BspFile;
use super::layout::Lump;
use crate::records::MeshRecord;

/// Units of texture coordinates that there are.
const TEXTURE_UNITS: u32 = 2;

pub(super) fn check_meshes(file: &BspFile) -> Result<(), BspError> {
    check_vertices(file)?;
    let mut subject = subjects(Lump::Meshes);
    let mut vertices = Ranges::of("vertices", file.mesh_vertices().len());
    let mut indices = Ranges::of("indices", file.mesh_indices().len());
    for (index, mesh) in file.meshes().iter().enumerate() {
        let subject = subject(index);
        subject.bounds(&mesh.mins, &mesh.maxs)?;
        vertices.take(subject, mesh.first_vertex, mesh.vertex_count)?;
        indices.take(subject, mesh.first_index, mesh.index_count)?;
        if !mesh.index_count.is_multiple_of(3) {
            return Err(subject.error("index_count", mesh.index_count, "three for each triangle"));
        }
        subject.index_below("texinfo", mesh.texinfo, file.texinfos().len())?;
        subject.index_or_none("source", mesh.source, file.sources().len())?;
        subject.index_below("texture_units", mesh.texture_units, TEXTURE_UNITS as usize)?;
        if !(mesh.lightmap_scale > 0.0 && mesh.lightmap_scale.is_finite()) {
            return Err(subject.error("lightmap_scale", mesh.lightmap_scale, "finite and above 0"));
        }
        check_indices(file, mesh)?;
    }
    Ok(())
}

fn check_vertices(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::MeshVertices);
    for (index, vertex) in file.mesh_vertices().iter().enumerate() {
        let subject = subject(index);
        subject.coordinates("position", &vertex.position)?;
        let rest = vertex.normal.iter().chain(&vertex.texture).chain(&vertex.lightmap).chain([&vertex.alpha]);
        if let Some(value) = rest.copied().find(|value| !value.is_finite()) {
            return Err(subject.error("vertex", value, "finite numbers"));
        }
    }
    Ok(())
}

/// A mesh's indices are among its own vertices.
fn check_indices(file: &BspFile, mesh: &MeshRecord) -> Result<(), BspError> {
    let mut subject = subjects(Lump::MeshIndices);
    let own = mesh.first_index as usize..(mesh.first_index + mesh.index_count) as usize;
    for index in own {
        subject(index).index_below("vertex", file.mesh_indices()[index], mesh.vertex_count as usize)?;
    }
    Ok(())
}
