//! Random maps with hostile strings, for round trips.

use kerosene_map::{
    Brush, Connection, Cordon, EditorData, Entity, Group, Map, Mesh, MeshFace, Side, TextureAxis, TextureUnits,
    UnknownNode, VisGroup,
};
use kerosene_math::{DVec2, DVec3};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Names that a `.kmap` gives a meaning; unknown nodes have others.
const KNOWN: [&str; 44] = [
    "id",
    "detail",
    "section",
    "plane",
    "material",
    "uaxis",
    "vaxis",
    "rotation",
    "lightmapscale",
    "smoothing_groups",
    "walk",
    "contents",
    "flags",
    "value",
    "textureunits",
    "vertex",
    "texcoord",
    "normal",
    "alpha",
    "indices",
    "visgroupid",
    "groupid",
    "color",
    "comments",
    "hidden",
    "name",
    "parent",
    "stream",
    "mins",
    "maxs",
    "active",
    "formatversion",
    "versioninfo",
    "world",
    "entity",
    "connections",
    "solid",
    "side",
    "mesh",
    "face",
    "editor",
    "visgroups",
    "visgroup",
    "group",
];

/// Text with everything in it that a text format could stumble over.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-z_]{1,8}",
        vec(
            prop_oneof![
                Just("\""),
                Just("\\"),
                Just("{"),
                Just("}"),
                Just("//"),
                Just("\n"),
                Just("\r\n"),
                Just("\t"),
                Just(" "),
                Just(","),
                Just("\\n"),
                Just("\u{fe}\u{1f600}"),
                Just("id"),
                Just("\0"),
                Just("[("),
                Just("\u{feff}"),
                Just("n"),
            ],
            0..6,
        )
        .prop_map(|parts| parts.concat()),
        ".{0,12}",
    ]
}

fn unknown_name() -> impl Strategy<Value = String> {
    text().prop_filter("a name that the format knows", |name| !KNOWN.contains(&name.as_str()) && name != "cordon")
}

fn unknown_key() -> impl Strategy<Value = UnknownNode> {
    (unknown_name(), text()).prop_map(|(key, value)| UnknownNode::Key(key, value))
}

fn unknown_block() -> impl Strategy<Value = UnknownNode> {
    let node = prop_oneof![unknown_key(), unknown_name().prop_map(|name| UnknownNode::Block(name, Vec::new()))];
    let inner = (unknown_name(), vec(node, 0..3)).prop_map(|(name, nodes)| UnknownNode::Block(name, nodes));
    (unknown_name(), vec(prop_oneof![unknown_key(), inner], 0..3))
        .prop_map(|(name, nodes)| UnknownNode::Block(name, nodes))
}

fn unknown() -> impl Strategy<Value = Vec<UnknownNode>> {
    vec(prop_oneof![unknown_key(), unknown_block()], 0..3)
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<i16>().prop_map(f64::from),
        (-16384.0..16384.0),
        any::<f64>().prop_filter("finite", |number| number.is_finite()),
    ]
}

pub(crate) fn vector() -> impl Strategy<Value = DVec3> {
    (number(), number(), number()).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

pub(crate) fn axis() -> impl Strategy<Value = TextureAxis> {
    let scale = number().prop_filter("a scale is never 0", |scale| *scale != 0.0);
    (vector(), number(), scale).prop_map(|(direction, shift, scale)| TextureAxis { direction, shift, scale })
}

fn color() -> impl Strategy<Value = Option<[u8; 3]>> {
    option::of(any::<[u8; 3]>())
}

fn editor() -> impl Strategy<Value = EditorData> {
    (vec(0_u32..9, 0..3), option::of(0_u32..9), color(), text(), any::<bool>()).prop_map(
        |(visgroups, group, color, comments, hidden)| EditorData { visgroups, group, color, comments, hidden },
    )
}

fn texture_units() -> impl Strategy<Value = TextureUnits> {
    prop_oneof![Just(TextureUnits::Texels), Just(TextureUnits::Repeats)]
}

fn side() -> impl Strategy<Value = Side> {
    let shape = ([vector(), vector(), vector()], text(), axis(), axis(), number(), number(), texture_units());
    let flags = (any::<u32>(), any::<u32>(), any::<u32>(), number(), text(), unknown());
    (shape, flags).prop_map(|(shape, flags)| {
        let (points, material, u_axis, v_axis, rotation, lightmap_scale, texture_units) = shape;
        let (smoothing_groups, surface_flags, content_flags, value, walk_rule, unknown) = flags;
        let (id, line) = (0, 0);
        Side {
            id,
            line,
            points,
            material,
            u_axis,
            v_axis,
            texture_units,
            rotation,
            lightmap_scale,
            smoothing_groups,
            surface_flags,
            content_flags,
            value,
            walk_rule,
            unknown,
        }
    })
}

fn brush() -> impl Strategy<Value = Brush> {
    (vec(side(), 0..3), any::<bool>(), text(), editor(), unknown()).prop_map(
        |(sides, detail, section, editor, unknown)| Brush { id: 0, line: 0, sides, detail, section, editor, unknown },
    )
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let face = (vec(0_u32..3, 0..5), text(), axis(), axis(), number()).prop_map(
        |(indices, material, u_axis, v_axis, lightmap_scale)| MeshFace {
            indices,
            material,
            u_axis,
            v_axis,
            lightmap_scale,
        },
    );
    let vertex = (vector(), number(), number(), vector(), number());
    let parts = (vec(vertex, 3..6), any::<[bool; 4]>(), vec(face, 0..3), any::<[u32; 2]>(), editor(), unknown());
    parts.prop_map(|(parts, has, faces, [surface_flags, content_flags], editor, unknown)| {
        let mut mesh = Mesh { faces, surface_flags, content_flags, editor, unknown, ..Mesh::default() };
        let [has_coordinates, has_normals, has_alphas, in_texels] = has;
        mesh.coordinates_in_texels = in_texels;
        for (vertex, u, v, normal, alpha) in parts {
            mesh.vertices.push(vertex);
            mesh.texture_coordinates.extend(has_coordinates.then_some(DVec2::new(u, v)));
            mesh.normals.extend(has_normals.then_some(normal));
            mesh.alphas.extend(has_alphas.then_some(alpha));
        }
        mesh
    })
}

fn connection() -> impl Strategy<Value = Connection> {
    (text(), text(), text(), text(), number(), any::<i32>()).prop_map(
        |(output, target, input, parameter, delay, times)| Connection {
            output,
            target,
            input,
            parameter,
            delay,
            times,
        },
    )
}

fn entity() -> impl Strategy<Value = Entity> {
    let keys = vec((prop_oneof![text(), Just("id".to_owned())], text()), 0..5);
    (keys, vec(connection(), 0..3), vec(brush(), 0..3), vec(mesh(), 0..2), editor(), vec(unknown_block(), 0..2))
        .prop_map(|(keys, connections, brushes, meshes, editor, unknown)| Entity {
            id: 0,
            line: 0,
            keys,
            connections,
            brushes,
            meshes,
            editor,
            unknown,
        })
}

fn visgroup() -> impl Strategy<Value = VisGroup> {
    (text(), color(), option::of(0_u32..8), any::<bool>(), unknown())
        .prop_map(|(name, color, parent, stream, unknown)| VisGroup { id: 0, name, color, parent, stream, unknown })
}

fn group() -> impl Strategy<Value = Group> {
    (text(), option::of(0_u32..8), unknown()).prop_map(|(name, parent, unknown)| Group { id: 0, name, parent, unknown })
}

fn cordon() -> impl Strategy<Value = Cordon> {
    (vector(), vector(), any::<bool>()).prop_map(|(mins, maxs, active)| Cordon { mins, maxs, active })
}

/// Any map with unique ids; visgroups have the smallest, so that random parents often exist.
pub(crate) fn any_map() -> impl Strategy<Value = Map> {
    let parts = (vec(entity(), 1..4), vec(visgroup(), 0..6), vec(group(), 0..4), vec(cordon(), 0..3), unknown());
    parts.prop_map(|(entities, visgroups, groups, cordons, unknown)| {
        let mut map = Map { source: String::new(), entities, visgroups, groups, cordons, unknown };
        let mut next = 0;
        let mut give = |id: &mut u32| {
            next += 1;
            *id = next;
        };
        map.visgroups.iter_mut().for_each(|visgroup| give(&mut visgroup.id));
        map.groups.iter_mut().for_each(|group| give(&mut group.id));
        for entity in &mut map.entities {
            give(&mut entity.id);
            for brush in &mut entity.brushes {
                give(&mut brush.id);
                brush.sides.iter_mut().for_each(|side| give(&mut side.id));
            }
            entity.meshes.iter_mut().for_each(|mesh| give(&mut mesh.id));
        }
        map
    })
}
