//! The maps whose compile is counted: made here, so that they are ours and never change.
//!
//! `halls` stands on the grid, as most maps do: rooms in rows, pillars, doors that move, water. `ruins` does not: its
//! blocks are turned about the vertical, with corners at decimals, and lie in each other's way; so the exact tiers of
//! arithmetic have something to do.

use std::fmt::Write;

/// Name and text of each.
pub fn all() -> [(&'static str, String); 2] {
    [("halls", halls(7)), ("ruins", ruins(150))]
}

/// A point of a map.
type Point = [f64; 3];

/// Width of a room with one of its walls, in units.
const ROOM: i32 = 256;
/// Thickness of a wall.
const WALL: i32 = 16;
/// Height of a room.
const HEIGHT: i32 = 192;

/// `count` times `count` rooms, joined by doorways.
pub fn halls(count: i32) -> String {
    let mut map = MapText::new();
    let size = count * ROOM + WALL;
    map.block([0, 0, -WALL], [size, size, 0], "floor");
    map.block([0, 0, HEIGHT], [size, size, HEIGHT + WALL], "ceiling");
    for line in 0..=count {
        let at = line * ROOM;
        for room in 0..count {
            let from = room * ROOM + WALL;
            let is_rim = line == 0 || line == count;
            // The doorway wanders along the wall.
            let door = from + 32 + (line * 5 + room * 3) % 6 * 16;
            for (start, end) in [(from, door), (door + 64, from + ROOM - WALL)] {
                let (start, end) = if is_rim && start == from { (from, door + 64) } else { (start, end) };
                map.block([at, start, 0], [at + WALL, end, HEIGHT], "wall");
                map.block([start, at, 0], [end, at + WALL, HEIGHT], "wall");
            }
            if !is_rim {
                map.block([at, door, 96], [at + WALL, door + 64, HEIGHT], "lintel");
                map.block([door, at, 96], [door + 64, at + WALL, HEIGHT], "lintel");
            }
        }
        for post in 0..=count {
            map.block([at, post * ROOM, 0], [at + WALL, post * ROOM + WALL, HEIGHT], "post");
        }
    }
    for room in 0..count * count {
        furnish(&mut map, room, [room % count * ROOM + WALL, room / count * ROOM + WALL]);
    }
    map.end_entity();
    for door in 0..count {
        map.begin_entity("func_door");
        map.block([ROOM + 4, door * ROOM + 100, 0], [ROOM + 12, door * ROOM + 164, 96], "door");
        map.end_entity();
    }
    map.point("info_player_start", [128, 128, 40]);
    map.text
}

/// What stands in a room whose corner is at `[x, y]`: a pillar of eight sides, steps, or a pool.
fn furnish(map: &mut MapText, room: i32, [x, y]: [i32; 2]) {
    match room % 3 {
        0 => {
            let rim = [(24, 10), (10, 24), (-10, 24), (-24, 10), (-24, -10), (-10, -24), (10, -24), (24, -10)];
            let at = |(dx, dy): (i32, i32)| [f64::from(x + 120 + dx), f64::from(y + 120 + dy)];
            map.prism(&rim.map(at), 0.0, f64::from(HEIGHT), "pillar");
        }
        1 => {
            for step in 0..6 {
                map.block([x + 32, y + 40 + step * 24, 0], [x + 160, y + 64 + step * 24, 8 + step * 8], "step");
            }
        }
        _ => {
            map.block([x + 40, y + 40, 0], [x + 200, y + 200, 24], "*water1");
            map.block([x + 32, y + 32, 0], [x + 40, y + 208, 32], "kerb");
            map.block([x + 200, y + 32, 0], [x + 208, y + 208, 32], "kerb");
            map.block([x + 40, y + 32, 0], [x + 200, y + 40, 32], "kerb");
            map.block([x + 40, y + 200, 0], [x + 200, y + 208, 32], "kerb");
        }
    }
}

/// A hall in which `count` turned blocks lie about.
pub fn ruins(count: u32) -> String {
    const SIZE: i32 = 2048;
    // Sines and cosines that are decimals.
    const TURNS: [(f64, f64); 4] = [(0.6, 0.8), (0.28, 0.96), (0.8, 0.6), (0.96, 0.28)];
    let mut map = MapText::new();
    map.block([0, 0, -WALL], [SIZE, SIZE, 0], "floor");
    map.block([0, 0, 512], [SIZE, SIZE, 512 + WALL], "sky1");
    for (min, max) in [([-WALL, 0], [0, SIZE]), ([SIZE, 0], [SIZE + WALL, SIZE])] {
        map.block([min[0], min[1], 0], [max[0], max[1], 512], "wall");
        map.block([min[1], min[0], 0], [max[1], max[0], 512], "wall");
    }
    let mut state = 1_u32;
    let mut below = |limit: u32| {
        // Numerical Recipes' linear congruential generator; only its high bits vary well.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((state >> 16) % limit)
    };
    for block in 0..count as usize {
        let (sine, cosine) = TURNS[block % TURNS.len()];
        let (x, y) = (200.0 + below(1648), 200.0 + below(1648));
        let (long, wide) = (32.0 + below(150), 8.0 + below(40));
        let corner = |(u, v): (f64, f64)| [x + u * cosine - v * sine, y + u * sine + v * cosine];
        let outline = [(long, wide), (-long, wide), (-long, -wide), (long, -wide)].map(corner);
        let bottom = below(64);
        map.prism(&outline, bottom, bottom + 16.0 + below(200), "stone");
    }
    map.end_entity();
    map.point("info_player_start", [64, 64, 40]);
    map.text
}

/// A map in Quake's format on its way.
struct MapText {
    text: String,
}

impl MapText {
    /// With the world's block open.
    fn new() -> Self {
        let mut map = Self { text: String::new() };
        map.begin_entity("worldspawn");
        map
    }

    fn begin_entity(&mut self, class: &str) {
        self.line(format_args!("{{\n\"classname\" \"{class}\""));
    }

    fn end_entity(&mut self) {
        self.line(format_args!("}}"));
    }

    fn point(&mut self, class: &str, [x, y, z]: [i32; 3]) {
        self.begin_entity(class);
        self.line(format_args!("\"origin\" \"{x} {y} {z}\""));
        self.end_entity();
    }

    /// A box between two corners.
    fn block(&mut self, min: [i32; 3], max: [i32; 3], material: &str) {
        let [min, max] = [min, max].map(|corner| corner.map(f64::from));
        let outline = [[max[0], max[1]], [min[0], max[1]], [min[0], min[1]], [max[0], min[1]]];
        self.prism(&outline, min[2], max[2], material);
    }

    /// A column over a convex outline, counter-clockwise seen from above.
    fn prism(&mut self, outline: &[[f64; 2]], bottom: f64, top: f64, material: &str) {
        self.line(format_args!("{{"));
        let at = |[x, y]: [f64; 2], z: f64| [x, y, z];
        self.side([at(outline[2], top), at(outline[1], top), at(outline[0], top)], material);
        self.side([at(outline[0], bottom), at(outline[1], bottom), at(outline[2], bottom)], material);
        for (index, &from) in outline.iter().enumerate() {
            let to = outline[(index + 1) % outline.len()];
            self.side([at(to, bottom), at(from, bottom), at(from, top)], material);
        }
        self.line(format_args!("}}"));
    }

    /// Three points, clockwise seen from outside.
    fn side(&mut self, points: [Point; 3], material: &str) {
        for [x, y, z] in points {
            // Two digits hold the turned corners' decimals.
            let _ = write!(self.text, "( {x:.2} {y:.2} {z:.2} ) ");
        }
        self.line(format_args!("{material} 0 0 0 1 1"));
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{text}");
    }
}
