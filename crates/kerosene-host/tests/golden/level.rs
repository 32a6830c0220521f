//! Levels of boxes, written as an editor would and compiled.

use cleave::{NoProgress, Options, Request, compile};
use kerosene_bsp::BspFile;
use kerosene_map::{Map, Mesh, MeshFace, ReadOptions, TextureAxis, read_map};
use kerosene_math::{DVec2, DVec3};
use std::fmt::Write as _;

/// A corner of a box, in units.
pub(crate) type Corner = [i32; 3];

/// A level as text in Valve's format of Quake's maps.
#[derive(Debug, Default)]
pub(crate) struct Level {
    brushes: String,
    entities: String,
    meshes: Vec<Mesh>,
}

impl Level {
    /// A closed room: walls of `wall` around the box from `low` to `high`, and another floor and ceiling.
    pub(crate) fn room(low: Corner, high: Corner, [floor, wall, ceiling]: [&str; 3]) -> Self {
        const THICK: i32 = 16;
        let mut level = Self::default();
        let ([x, y, z], [to_x, to_y, to_z]) = (low, high);
        level.block([x - THICK, y - THICK, z - THICK], [to_x + THICK, to_y + THICK, z], floor);
        level.block([x - THICK, y - THICK, to_z], [to_x + THICK, to_y + THICK, to_z + THICK], ceiling);
        level.block([x - THICK, y, z], [x, to_y, to_z], wall);
        level.block([to_x, y, z], [to_x + THICK, to_y, to_z], wall);
        level.block([x - THICK, y - THICK, z], [to_x + THICK, y, to_z], wall);
        level.block([x - THICK, to_y, z], [to_x + THICK, to_y + THICK, to_z], wall);
        level.entity("info_player_start", "0 0 32", "");
        level
    }

    /// Adds a box of the world.
    pub(crate) fn block(&mut self, low: Corner, high: Corner, material: &str) {
        self.brushes += &block(low, high, material);
    }

    /// Adds a wedge of the world: a box whose top falls from its full height at `low` in x to nothing at `high`.
    pub(crate) fn wedge(&mut self, low: Corner, high: Corner, material: &str) {
        let ([x, y, z], [to_x, to_y, to_z]) = (low, high);
        let slope = format!("( {x} {y} {to_z} ) ( {x} {to_y} {to_z} ) ( {to_x} {y} {z} )");
        let mut sides = sides(low, high).to_vec();
        // The slope takes the place of the top and of the far side.
        sides.remove(5);
        sides[1] = [slope, FLOOR.to_owned()];
        self.brushes += &brush(&sides, material);
    }

    /// Adds an upright sheet that looks towards -X, of one repeat for every 64 units, whose vertices' alpha is 0 at its left
    /// edge and 1 at its right one.
    pub(crate) fn sheet(&mut self, low: Corner, high: Corner, material: &str) {
        const COLUMNS: u32 = 8;
        let ([x, right, bottom], [_, left, top]) = (low.map(f64::from), high.map(f64::from));
        let mut mesh = Mesh { id: 9000 + self.meshes.len() as u32, ..Mesh::default() };
        for column in 0..=COLUMNS {
            let part = f64::from(column) / f64::from(COLUMNS);
            for z in [top, bottom] {
                let y = left + (right - left) * part;
                mesh.vertices.push(DVec3::new(x, y, z));
                mesh.normals.push(DVec3::NEG_X);
                mesh.texture_coordinates.push(DVec2::new((left - y) / 64.0, (top - z) / 64.0));
                mesh.alphas.push(part);
            }
        }
        for column in 0..COLUMNS {
            let first = column * 2;
            let indices = vec![first, first + 2, first + 3, first + 1];
            let axis = |direction: DVec3| TextureAxis { direction, shift: 0.0, scale: 1.0 };
            let (u_axis, v_axis) = (axis(DVec3::NEG_Y), axis(DVec3::NEG_Z));
            mesh.faces.push(MeshFace { indices, material: material.to_owned(), u_axis, v_axis, lightmap_scale: 16.0 });
        }
        self.meshes.push(mesh);
    }

    /// Adds an entity of boxes, which becomes the next brush model.
    pub(crate) fn model(&mut self, boxes: &[(Corner, Corner, &str)]) {
        let brushes: String = boxes.iter().map(|(low, high, material)| block(*low, *high, material)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(self.entities, "{{\n\"classname\" \"brush\"\n{brushes}}}");
    }

    /// Adds an entity at a place.
    pub(crate) fn entity(&mut self, class: &str, origin: &str, keys: &str) {
        let _ = writeln!(self.entities, "{{\n\"classname\" \"{class}\"\n\"origin\" \"{origin}\"\n{keys}}}");
    }

    /// The level, compiled.
    pub(crate) fn compiled(&self) -> BspFile {
        let text =
            format!("{{\n\"classname\" \"worldspawn\"\n\"mapversion\" \"220\"\n{}}}\n{}", self.brushes, self.entities);
        let mut map = read_map("scene.map", text.as_bytes(), &ReadOptions::default()).unwrap().map;
        map.entities[0].meshes.extend(self.meshes.iter().cloned());
        compiled(&map)
    }
}

/// A map, compiled. It must be sealed: a level with a hole is drawn from outside too.
pub(crate) fn compiled(map: &Map) -> BspFile {
    let output = compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    output.bsp.to_file().unwrap()
}

/// The six planes of a box, each with the axes of its texture as Valve's format has them: what looks at a side sees the
/// texture's right to the right and its top at the top.
fn sides(low: Corner, high: Corner) -> [[String; 2]; 6] {
    let ([x, y, z], [to_x, to_y, to_z]) = (low, high);
    let wall = |right: &str| format!("[ {right} 0 0 ] [ 0 0 -1 0 ]");
    [
        [format!("( {x} 0 0 ) ( {x} 1 0 ) ( {x} 0 1 )"), wall("0 -1")],
        [format!("( {to_x} 0 0 ) ( {to_x} 0 1 ) ( {to_x} 1 0 )"), wall("0 1")],
        [format!("( 0 {y} 0 ) ( 0 {y} 1 ) ( 1 {y} 0 )"), wall("1 0")],
        [format!("( 0 {to_y} 0 ) ( 1 {to_y} 0 ) ( 0 {to_y} 1 )"), wall("-1 0")],
        [format!("( 0 0 {z} ) ( 1 0 {z} ) ( 0 1 {z} )"), "[ 0 -1 0 0 ] [ 1 0 0 0 ]".to_owned()],
        [format!("( 0 0 {to_z} ) ( 0 1 {to_z} ) ( 1 0 {to_z} )"), FLOOR.to_owned()],
    ]
}

/// Axes of a floor's texture: its top lies towards +X.
const FLOOR: &str = "[ 0 -1 0 0 ] [ -1 0 0 0 ]";

fn block(low: Corner, high: Corner, material: &str) -> String {
    brush(&sides(low, high), material)
}

fn brush(sides: &[[String; 2]], material: &str) -> String {
    // Four pixels a unit is what developer textures are made for.
    let scale = if material.starts_with("dev/") { "0.25" } else { "1" };
    let line = |[plane, axes]: &[String; 2]| format!("{plane} {material} {axes} 0 {scale} {scale}\n");
    let lines: String = sides.iter().map(line).collect();
    format!("{{\n{lines}}}\n")
}
