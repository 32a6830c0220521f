//! Writes a `.kmap` in canonical order.

use super::text::{Axis, Plane, texture_units_name};
use super::{FORMAT_VERSION, block, key};
use crate::error::WriteError;
use crate::model::{
    Brush, Cordon, EditorData, Entity, Group, Map, Mesh, MeshFace, Side, TextureAxis, TextureUnits, UnknownNode,
    VisGroup,
};
use crate::number::{Number, Triple};
use kerosene_math::DVec3;
use std::fmt::Display;

/// Visgroups nest no deeper than this in the text; deeper ones name their parent.
const NESTING: usize = 16;

/// Writes a map as `.kmap`: the same map always as the same text.
///
/// # Errors
///
/// [`WriteError::NotFinite`] where a number is infinite or not a number; such text would not read back.
///
/// # Examples
///
/// ```
/// use kerosene_map::{Entity, Map, read_kmap, write_kmap};
///
/// let world = Entity { id: 1, keys: vec![("classname".into(), "worldspawn".into())], ..Default::default() };
/// let text = write_kmap(&Map { entities: vec![world], ..Default::default() })?;
/// let read = read_kmap("world.kmap", text.as_bytes(), &Default::default())?;
/// assert_eq!(read.map.entities[0].class_name(), "worldspawn");
/// assert_eq!(write_kmap(&read.map)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_kmap(map: &Map) -> Result<String, WriteError> {
    let mut writer = Writer { kv: kerosene_kv::Writer::new(), object: 0, error: None };
    writer.version();
    for (index, entity) in map.entities.iter().enumerate() {
        writer.entity(if index == 0 { block::WORLD } else { block::ENTITY }, entity);
    }
    writer.visgroups(&map.visgroups);
    map.groups.iter().for_each(|group| writer.group(group));
    map.cordons.iter().for_each(|cordon| writer.cordon(cordon));
    writer.unknown(&map.unknown);
    match writer.error {
        None => Ok(writer.kv.finish()),
        Some(error) => Err(error),
    }
}

struct Writer {
    kv: kerosene_kv::Writer,
    /// Id of the object that is being written.
    object: u32,
    error: Option<WriteError>,
}

impl Writer {
    fn version(&mut self) {
        self.kv.open(block::VERSION);
        self.pair(key::FORMAT_VERSION, FORMAT_VERSION);
        self.kv.close();
    }

    fn entity(&mut self, name: &str, entity: &Entity) {
        self.kv.open(name);
        self.id(entity.id);
        for (key, value) in &entity.keys {
            self.kv.pair(key, value);
        }
        if !entity.connections.is_empty() {
            self.kv.open(block::CONNECTIONS);
            for connection in &entity.connections {
                self.check(block::CONNECTIONS, &[connection.delay]);
                self.kv.pair(&connection.output, &connection.to_text());
            }
            self.kv.close();
        }
        entity.brushes.iter().for_each(|brush| self.brush(brush));
        entity.meshes.iter().for_each(|mesh| self.mesh(mesh));
        self.end_object(&entity.editor, &entity.unknown);
    }

    fn brush(&mut self, brush: &Brush) {
        self.kv.open(block::SOLID);
        self.id(brush.id);
        self.flag(key::DETAIL, brush.detail);
        self.text(key::SECTION, &brush.section);
        brush.sides.iter().for_each(|side| self.side(side));
        self.end_object(&brush.editor, &brush.unknown);
    }

    fn side(&mut self, side: &Side) {
        self.kv.open(block::SIDE);
        self.id(side.id);
        side.points.iter().for_each(|point| self.check(key::PLANE, &point.to_array()));
        self.pair(key::PLANE, Plane(&side.points));
        self.kv.pair(key::MATERIAL, &side.material);
        self.axis(key::U_AXIS, &side.u_axis);
        self.axis(key::V_AXIS, &side.v_axis);
        self.number(key::ROTATION, side.rotation);
        self.number(key::LIGHTMAP_SCALE, side.lightmap_scale);
        self.pair(key::SMOOTHING_GROUPS, side.smoothing_groups);
        if side.texture_units != TextureUnits::default() {
            self.kv.pair(key::TEXTURE_UNITS, texture_units_name(side.texture_units));
        }
        self.text(key::WALK, &side.walk_rule);
        self.game_flags(side.content_flags, side.surface_flags);
        if side.value != 0.0 {
            self.number(key::VALUE, side.value);
        }
        self.unknown(&side.unknown);
        self.kv.close();
    }

    fn mesh(&mut self, mesh: &Mesh) {
        self.kv.open(block::MESH);
        self.id(mesh.id);
        self.game_flags(mesh.content_flags, mesh.surface_flags);
        mesh.vertices.iter().for_each(|vertex| self.point(key::VERTEX, *vertex));
        if mesh.coordinates_in_texels {
            self.kv.pair(key::TEXTURE_UNITS, texture_units_name(TextureUnits::Texels));
        }
        for coordinate in &mesh.texture_coordinates {
            self.check(key::TEXTURE_COORDINATE, &coordinate.to_array());
            let (u, v) = (Number(coordinate.x), Number(coordinate.y));
            self.pair(key::TEXTURE_COORDINATE, format_args!("{u} {v}"));
        }
        mesh.normals.iter().for_each(|normal| self.point(key::NORMAL, *normal));
        mesh.alphas.iter().for_each(|alpha| self.number(key::ALPHA, *alpha));
        mesh.faces.iter().for_each(|face| self.face(face));
        self.end_object(&mesh.editor, &mesh.unknown);
    }

    fn face(&mut self, face: &MeshFace) {
        self.kv.open(block::FACE);
        let indices: Vec<String> = face.indices.iter().map(u32::to_string).collect();
        self.kv.pair(key::INDICES, &indices.join(" "));
        self.kv.pair(key::MATERIAL, &face.material);
        self.axis(key::U_AXIS, &face.u_axis);
        self.axis(key::V_AXIS, &face.v_axis);
        self.number(key::LIGHTMAP_SCALE, face.lightmap_scale);
        self.kv.close();
    }

    /// Editor data and unknown nodes, and the end of the object's block.
    fn end_object(&mut self, editor: &EditorData, unknown: &[UnknownNode]) {
        if *editor != EditorData::default() {
            self.kv.open(block::EDITOR);
            editor.visgroups.iter().for_each(|id| self.pair(key::VISGROUP_ID, id));
            if let Some(group) = editor.group {
                self.pair(key::GROUP_ID, group);
            }
            self.color(editor.color);
            self.text(key::COMMENTS, &editor.comments);
            self.flag(key::HIDDEN, editor.hidden);
            self.kv.close();
        }
        self.unknown(unknown);
        self.kv.close();
    }

    /// Nests each visgroup in its parent where the parent's block is still open, which keeps the
    /// order of the model; elsewhere the parent is named.
    fn visgroups(&mut self, visgroups: &[VisGroup]) {
        if visgroups.is_empty() {
            return;
        }
        self.kv.open(block::VISGROUPS);
        let mut open: Vec<u32> = Vec::new();
        for visgroup in visgroups {
            let within = visgroup.parent.and_then(|parent| open.iter().rposition(|id| *id == parent));
            let depth = within.map_or(0, |at| at + 1);
            let nests = depth < NESTING;
            let depth = if nests { depth } else { 0 };
            while open.len() > depth {
                self.kv.close();
                open.pop();
            }
            let named = visgroup.parent.filter(|_| within.is_none() || !nests);
            self.visgroup(visgroup, named);
            open.push(visgroup.id);
        }
        for _ in open {
            self.kv.close();
        }
        self.kv.close();
    }

    fn visgroup(&mut self, visgroup: &VisGroup, named_parent: Option<u32>) {
        self.kv.open(block::VISGROUP);
        self.id(visgroup.id);
        self.kv.pair(key::NAME, &visgroup.name);
        self.color(visgroup.color);
        if let Some(parent) = named_parent {
            self.pair(key::PARENT, parent);
        }
        self.flag(key::STREAM, visgroup.stream);
        self.unknown(&visgroup.unknown);
    }

    fn group(&mut self, group: &Group) {
        self.kv.open(block::GROUP);
        self.id(group.id);
        self.text(key::NAME, &group.name);
        if let Some(parent) = group.parent {
            self.pair(key::PARENT, parent);
        }
        self.unknown(&group.unknown);
        self.kv.close();
    }

    fn cordon(&mut self, cordon: &Cordon) {
        self.kv.open(block::CORDON);
        self.point(key::MINS, cordon.mins);
        self.point(key::MAXS, cordon.maxs);
        self.pair(key::ACTIVE, u8::from(cordon.active));
        self.kv.close();
    }

    fn unknown(&mut self, nodes: &[UnknownNode]) {
        let mut rests = vec![nodes.iter()];
        while let Some(rest) = rests.last_mut() {
            match rest.next() {
                Some(UnknownNode::Key(key, value)) => self.kv.pair(key, value),
                Some(UnknownNode::Block(name, nodes)) => {
                    self.kv.open(name);
                    rests.push(nodes.iter());
                }
                None => {
                    rests.pop();
                    if !rests.is_empty() {
                        self.kv.close();
                    }
                }
            }
        }
    }

    fn id(&mut self, id: u32) {
        self.object = id;
        self.pair(key::ID, id);
    }

    fn color(&mut self, color: Option<[u8; 3]>) {
        if let Some([red, green, blue]) = color {
            self.pair(key::COLOR, format_args!("{red} {green} {blue}"));
        }
    }

    fn axis(&mut self, key: &'static str, axis: &TextureAxis) {
        self.check(key, &axis.direction.to_array());
        self.check(key, &[axis.shift, axis.scale]);
        self.pair(key, Axis(axis));
    }

    fn point(&mut self, key: &'static str, point: DVec3) {
        self.check(key, &point.to_array());
        self.pair(key, Triple(point));
    }

    fn number(&mut self, key: &'static str, number: f64) {
        self.check(key, &[number]);
        self.pair(key, Number(number));
    }

    /// Quake 2's words of flags, each written where a bit is set.
    fn game_flags(&mut self, contents: u32, surface: u32) {
        for (key, flags) in [(key::CONTENTS, contents), (key::FLAGS, surface)] {
            if flags != 0 {
                self.pair(key, flags);
            }
        }
    }

    /// Written where it is set.
    fn flag(&mut self, key: &str, set: bool) {
        if set {
            self.pair(key, 1);
        }
    }

    /// Written where it is not empty.
    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.kv.pair(key, text);
        }
    }

    fn pair(&mut self, key: &str, value: impl Display) {
        self.kv.pair(key, &value.to_string());
    }

    fn check(&mut self, key: &'static str, numbers: &[f64]) {
        if self.error.is_none() && !numbers.iter().all(|number| number.is_finite()) {
            self.error = Some(WriteError::NotFinite { id: self.object, key });
        }
    }
}
