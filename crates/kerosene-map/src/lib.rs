//! Editable maps. Skeleton: the shared model.

mod model;

pub use model::{
    Brush, Connection, Cordon, EditorData, Entity, Group, Map, Mesh, MeshFace, Side, TextureAxis, UnknownNode, VisGroup,
};
