//! Checks of what only an editor needs: groups, visgroups, cordons, hidden objects.

pub(super) mod cordon_active;
pub(super) mod cordon_inside_out;
pub(super) mod empty_group;
pub(super) mod group_loop;
pub(super) mod hidden;
pub(super) mod unknown_group;

use crate::model::{EditorData, Entity, Map};
use crate::report::Place;

/// Editor data of every object of an entity, itself first, with places.
fn objects(entity: &Entity) -> impl Iterator<Item = (&EditorData, Place)> {
    let place = Place::entity(entity);
    let brushes = entity
        .brushes
        .iter()
        .map(move |brush| (&brush.editor, Place { brush: Some(brush.id), line: brush.line, ..place }));
    let meshes =
        entity.meshes.iter().map(move |mesh| (&mesh.editor, Place { brush: Some(mesh.id), line: mesh.line, ..place }));
    [(&entity.editor, place)].into_iter().chain(brushes).chain(meshes)
}

/// The same for changing, of the whole map.
fn objects_mut(map: &mut Map) -> impl Iterator<Item = &mut EditorData> {
    map.entities.iter_mut().flat_map(|Entity { editor, brushes, meshes, .. }| {
        let brushes = brushes.iter_mut().map(|brush| &mut brush.editor);
        let meshes = meshes.iter_mut().map(|mesh| &mut mesh.editor);
        [editor].into_iter().chain(brushes).chain(meshes)
    })
}
