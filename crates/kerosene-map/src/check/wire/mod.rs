//! Checks of names, targets and wires.

pub(super) mod duplicate;
pub(super) mod incomplete;
pub(super) mod missing_target;
pub(super) mod parent_loop;
pub(super) mod timing;
pub(super) mod unused_name;

use super::lint::Subject;
use crate::model::{Connection, Entity, Map};

/// Every wire with its entity.
fn wires<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = (&'a Entity, &'a Connection)> {
    subject.map.entities.iter().flat_map(|entity| entity.connections.iter().map(move |wire| (entity, wire)))
}

/// Every wire, for changing.
fn wires_mut(map: &mut Map) -> impl Iterator<Item = &mut Connection> {
    map.entities.iter_mut().flat_map(|entity| &mut entity.connections)
}
