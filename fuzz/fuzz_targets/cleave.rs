//! The map compiler: any handful of brushes compiles without a fault into a map that loads, and the
//! compiler's invariants hold on it.
#![no_main]

use cleave::checks::{
    Solidity, edges_hold_no_vertices, portals_join_their_clusters, rings_close, tree_agrees_with_brushes,
};
use cleave::{NoProgress, Options, Request, compile};
use kerosene_map::{Brush, Entity, Map, Side, TextureAxis};
use kerosene_math::DVec3;
use libfuzzer_sys::fuzz_target;

/// More would make a run slow without making it new.
const BRUSHES: usize = 16;
const MATERIALS: [&str; 8] =
    ["wall", "wall", "wall", "liquids/water", "tools/clip", "tools/nodraw", "tools/trigger", "tools/hint"];

/// Reads a map from bytes; nothing when they run out.
struct Bytes<'a> {
    rest: &'a [u8],
    next_id: u32,
    /// Whether any brush has sides through any points.
    cut: bool,
}

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    /// Within 512 units: a multiple of 8 for the most part, so that faces meet.
    fn coordinate(&mut self) -> Option<f64> {
        let whole = f64::from(self.byte()? as i8) * 4.0;
        let odd = self.byte()?;
        Some(if odd < 192 { whole } else { whole + f64::from(odd - 192) / 16.0 })
    }

    fn point(&mut self) -> Option<DVec3> {
        Some(DVec3::new(self.coordinate()?, self.coordinate()?, self.coordinate()?))
    }

    fn side(&mut self, points: [DVec3; 3], material: &str) -> Side {
        let axis = |direction| TextureAxis { direction, shift: 0.0, scale: 1.0 };
        Side {
            id: self.id(),
            line: 0,
            points,
            material: material.to_owned(),
            u_axis: axis(DVec3::X),
            v_axis: axis(DVec3::Y),
            rotation: 0.0,
            lightmap_scale: 16.0,
            smoothing_groups: 0,
            surface_flags: 0,
            content_flags: 0,
            value: 0.0,
            walk_rule: String::new(),
            unknown: Vec::new(),
        }
    }

    /// A box, and up to three planes through any points, which may leave nothing of it.
    fn brush(&mut self) -> Option<Brush> {
        let kind = self.byte()?;
        let (a, b) = (self.point()?, self.point()?);
        let mut brush = self.block(a.min(b), a.max(b), MATERIALS[usize::from(kind & 7)]);
        brush.detail = kind & 0x18 == 0x18;
        for _ in 0..kind >> 6 {
            let points = [self.point()?, self.point()?, self.point()?];
            let side = self.side(points, "cut");
            brush.sides.push(side);
            self.cut = true;
        }
        Some(brush)
    }

    fn block(&mut self, low: DVec3, high: DVec3, material: &str) -> Brush {
        let mut brush = Brush { id: self.id(), ..Brush::default() };
        for axis in 0..3 {
            // A normal along `axis` is the cross product of the two axes after it.
            let (mut u, mut v) = (DVec3::ZERO, DVec3::ZERO);
            u[(axis + 1) % 3] = 1.0;
            v[(axis + 2) % 3] = 1.0;
            for (corner, points) in [(high, [high + u, high, high + v]), (low, [low + v, low, low + u])] {
                debug_assert!(points[1] == corner);
                let side = self.side(points, material);
                brush.sides.push(side);
            }
        }
        brush
    }

    /// Six walls about everything, so that the map is sealed.
    fn shell(&mut self) -> Vec<Brush> {
        let (inner, outer) = (600.0, 616.0);
        let mut walls = Vec::new();
        for axis in 0..3 {
            for (near, far) in [(-outer, -inner), (inner, outer)] {
                let (mut low, mut high) = (DVec3::splat(-outer), DVec3::splat(outer));
                low[axis] = near;
                high[axis] = far;
                walls.push(self.block(low, high, "wall"));
            }
        }
        walls
    }
}

fn entity(id: u32, class: &str, keys: &[(&str, String)]) -> Entity {
    let mut all = vec![("classname".to_owned(), class.to_owned())];
    all.extend(keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
    Entity { id, keys: all, ..Entity::default() }
}

/// The map, and whether a brush of it is cut askew.
fn read(data: &[u8]) -> Option<(Map, bool)> {
    let mut bytes = Bytes { rest: data, next_id: 0, cut: false };
    let flags = bytes.byte()?;
    let start = bytes.point()?;
    let mut world = entity(bytes.id(), "worldspawn", &[]);
    let mut door = entity(bytes.id(), "door", &[]);
    if flags & 1 != 0 {
        world.brushes = bytes.shell();
    }
    for index in 0..BRUSHES {
        let Some(brush) = bytes.brush() else { break };
        if flags & 2 != 0 && index == 0 { door.brushes.push(brush) } else { world.brushes.push(brush) }
    }
    let origin = format!("{} {} {}", start.x, start.y, start.z);
    let player = entity(bytes.id(), "info_player_start", &[("origin", origin)]);
    Some((Map { entities: vec![world, door, player], ..Map::default() }, bytes.cut))
}

fuzz_target!(|data: &[u8]| {
    let Some((map, cut)) = read(data) else { return };
    let options = Options { threads: 1, ..Options::default() };
    let Ok(output) = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress) else { return };
    output.bsp.to_file().expect("the compiled map loads");
    rings_close(&output.bsp).unwrap();
    edges_hold_no_vertices(&output.bsp).unwrap();
    // Cuts leave leaves thinner than any step beside a portal, so that a look at both sides proves nothing.
    if let Some(portals) = output.portals.as_ref().filter(|_| !cut) {
        portals_join_their_clusters(&output.bsp, portals).unwrap();
    }
    let solidity = if output.statistics.sealed { Solidity::OutsideFilled } else { Solidity::Everywhere };
    tree_agrees_with_brushes(&output.bsp, &map, solidity, 256, 1).unwrap();
});
