//! A model as text that other programs read.

use kerosene_asset::Model;
use std::fmt::Write;

/// A level of a model as Wavefront OBJ, in our units and axes (Z up), a group for each material; with the hulls as groups
/// `col_0`, `col_1`, ... where they are asked for. Made into a model again with `--z-up`, it is the same shape. Nothing
/// for a level that is not there.
///
/// ```
/// use forge::{Options, compile, to_obj};
/// use std::collections::BTreeMap;
///
/// let obj = b"v 0 0 0\nv 16 0 0\nv 0 16 0\nf 1 2 3\n";
/// let made = compile("flag.obj", obj, &mut BTreeMap::new(), &Options::default())?;
/// let text = to_obj(&made.model, 0, true).unwrap_or_default();
/// assert!(text.contains("usemtl dev/grid\nf 1/1/1 2/2/2 3/3/3"));
/// # Ok::<(), forge::ForgeError>(())
/// ```
#[must_use]
pub fn to_obj(model: &Model, level: usize, with_hulls: bool) -> Option<String> {
    let level = model.levels.get(level)?;
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{arguments}");
    };
    line(format_args!("# {}", model.provenance.tool));
    for position in &model.vertices.positions {
        line(format_args!("v {} {} {}", position.x, position.y, position.z));
    }
    for uv in &model.vertices.uvs {
        line(format_args!("vt {} {}", uv.x, 1.0 - uv.y));
    }
    for normal in &model.vertices.normals {
        line(format_args!("vn {} {} {}", normal.x, normal.y, normal.z));
    }
    for mesh in &level.meshes {
        let name = model.materials.get(mesh.material as usize).map_or("", String::as_str);
        line(format_args!("g {name}"));
        line(format_args!("usemtl {name}"));
        for [a, b, c] in model.indices.get(mesh.range()).unwrap_or_default().as_chunks::<3>().0 {
            let [a, b, c] = [a, b, c].map(|index| index + 1);
            line(format_args!("f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}"));
        }
    }
    let mut first = model.vertices.len() + 1;
    for (index, hull) in model.hulls.iter().enumerate().filter(|_| with_hulls) {
        line(format_args!("g col_{index}"));
        for point in &hull.points {
            line(format_args!("v {} {} {}", point.x, point.y, point.z));
        }
        for triangle in &hull.triangles {
            let [a, b, c] = triangle.map(|corner| first + usize::from(corner));
            line(format_args!("f {a} {b} {c}"));
        }
        first += hull.points.len();
    }
    Some(text)
}
