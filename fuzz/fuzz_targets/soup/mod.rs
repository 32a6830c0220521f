//! Brush soups: small maps read from any bytes.
//!
//! Corners lie on one of three grids, brush by brush: whole multiples of four, eighths, and decimals that no binary
//! fraction holds, as editors write them after a rotation.

use cleave::Options;
use kerosene_map::{Brush, Entity, Map, Mesh, MeshFace, Side, TextureAxis};
use kerosene_math::DVec3;

/// More would make a run slow without making it new.
const BRUSHES: usize = 24;
/// Point entities.
const POINTS: usize = 3;
/// Corners of a prism's base at most: with its ends, a brush has up to 12 sides.
const CORNERS: u8 = 10;

const MATERIALS: [&str; 16] = [
    "wall",
    "wall",
    "wall",
    "wall",
    "*water",
    "*lava",
    "liquids/slime",
    "tools/clip",
    "tools/nodraw",
    "tools/trigger",
    "tools/hint",
    "tools/skip",
    "tools/origin",
    "sky1",
    "tools/grate",
    "ladder",
];
/// Entities that brushes belong to; the first is the world.
const CLASSES: [&str; 8] =
    ["worldspawn", "func_detail", "door", "trigger_once", "water", "ladder", "illusionary", "func_group"];
const POINT_CLASSES: [&str; 4] = ["info_player_start", "light", "monster_ogre", "path_corner"];

/// A map and how to compile it.
pub(crate) struct Soup {
    pub(crate) map: Map,
    /// Whether any brush but a block on the coarser grids is in it.
    pub(crate) askew: bool,
    pub(crate) options: Options,
}

/// The soup that `data` says; nothing where it says too little.
pub(crate) fn read(data: &[u8]) -> Option<Soup> {
    let mut bytes = Bytes { rest: data, next_id: 0, askew: false };
    let flags = bytes.byte()?;
    let mut entities: Vec<Entity> = CLASSES.iter().map(|class| bytes.entity(class, None)).collect();
    if flags & 1 != 0 {
        entities[0].brushes = bytes.shell();
    }
    let points = usize::from(flags >> 4) % (POINTS + 1);
    if flags & 0x40 != 0 {
        let mesh = bytes.mesh()?;
        // The world's, or a door's.
        entities[usize::from(flags >> 7) * 2].meshes.push(mesh);
    }
    let mut standing = Vec::new();
    for _ in 0..points {
        let class = POINT_CLASSES[usize::from(bytes.byte()? % 4)];
        let at = bytes.point(Grid::Whole)?;
        standing.push(bytes.entity(class, Some(at)));
    }
    for _ in 0..BRUSHES {
        let Some((owner, brush)) = bytes.brush() else { break };
        entities[owner].brushes.push(brush);
    }
    entities.retain(|entity| {
        entity.class_name() == "worldspawn" || !entity.brushes.is_empty() || !entity.meshes.is_empty()
    });
    entities.extend(standing);
    let options = Options {
        threads: 1,
        no_fill: flags & 2 != 0,
        ignore_leaks: flags & 4 != 0,
        compress: flags & 8 != 0,
        ..Options::default()
    };
    Some(Soup { map: Map { entities, ..Map::default() }, askew: bytes.askew, options })
}

#[derive(Clone, Copy)]
enum Grid {
    Whole,
    Eighths,
    Decimals,
}

/// Reads a map from bytes; nothing when they run out.
struct Bytes<'a> {
    rest: &'a [u8],
    next_id: u32,
    askew: bool,
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

    /// Within 520 units.
    fn coordinate(&mut self, grid: Grid) -> Option<f64> {
        let whole = f64::from(self.byte()?.cast_signed()) * 4.0;
        Some(match grid {
            Grid::Whole => whole,
            Grid::Eighths => whole + f64::from(self.byte()? % 32) / 8.0,
            Grid::Decimals => whole + f64::from(self.byte()?) / 60.0,
        })
    }

    fn point(&mut self, grid: Grid) -> Option<DVec3> {
        Some(DVec3::new(self.coordinate(grid)?, self.coordinate(grid)?, self.coordinate(grid)?))
    }

    fn entity(&mut self, class: &str, origin: Option<DVec3>) -> Entity {
        let mut keys = vec![("classname".to_owned(), class.to_owned())];
        keys.extend(origin.map(|at| ("origin".to_owned(), format!("{} {} {}", at.x, at.y, at.z))));
        Entity { id: self.id(), keys, ..Entity::default() }
    }

    /// A brush, and the index of the class that owns it.
    fn brush(&mut self) -> Option<(usize, Brush)> {
        let (kind, dress) = (self.byte()?, self.byte()?);
        // Most brushes are the world's.
        let owner = if dress & 8 == 0 { 0 } else { usize::from(dress & 7) };
        let material = MATERIALS[usize::from(dress >> 4)];
        let grid = [Grid::Whole, Grid::Whole, Grid::Eighths, Grid::Decimals][usize::from(kind >> 2 & 3)];
        let mut brush = match kind & 3 {
            0 => self.tetrahedron(grid, material)?,
            1 => self.prism(grid, material)?,
            _ => {
                let (a, b) = (self.point(grid)?, self.point(grid)?);
                self.block(a.min(b), a.max(b), material)
            }
        };
        // Up to three planes through any points, which may leave nothing of it.
        for _ in 0..kind >> 6 {
            let points = [self.point(grid)?, self.point(grid)?, self.point(grid)?];
            let side = self.side(points, "cut");
            brush.sides.push(side);
        }
        self.askew |= kind & 2 == 0 || kind >> 6 != 0 || matches!(grid, Grid::Decimals);
        brush.detail = kind & 0x30 == 0x30;
        Some((owner, brush))
    }

    /// A few corners, one face around all of them, and triangles from one to the next.
    fn mesh(&mut self) -> Option<Mesh> {
        let corners = u32::from(self.byte()? % 8) + 3;
        let material = MATERIALS[usize::from(self.byte()? % 16)];
        let vertices: Option<Vec<DVec3>> = (0..corners).map(|_| self.point(Grid::Eighths)).collect();
        let axis = |direction| TextureAxis { direction, shift: 0.0, scale: 1.0 };
        let face = |indices: Vec<u32>| MeshFace {
            indices,
            material: material.to_owned(),
            u_axis: axis(DVec3::X),
            v_axis: axis(DVec3::Y),
            lightmap_scale: 16.0,
        };
        let strip = (0..corners - 2).map(|first| face(vec![first, first + 1, first + 2]));
        let faces = [face((0..corners).collect())].into_iter().chain(strip).collect();
        Some(Mesh { id: self.id(), vertices: vertices?, faces, ..Mesh::default() })
    }

    fn side(&mut self, points: [DVec3; 3], material: &str) -> Side {
        Side::new(self.id(), points, material, [DVec3::X, DVec3::Y])
    }

    fn block(&mut self, low: DVec3, high: DVec3, material: &str) -> Brush {
        let mut brush = Brush { id: self.id(), ..Brush::default() };
        for axis in 0..3 {
            // A normal along `axis` is the cross product of the two axes after it.
            let (u, v) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]);
            for points in [[high + u, high, high + v], [low + v, low, low + u]] {
                let side = self.side(points, material);
                brush.sides.push(side);
            }
        }
        brush
    }

    /// Any four corners.
    fn tetrahedron(&mut self, grid: Grid, material: &str) -> Option<Brush> {
        let corners = [self.point(grid)?, self.point(grid)?, self.point(grid)?, self.point(grid)?];
        let mut brush = Brush { id: self.id(), ..Brush::default() };
        for apart in 0..4 {
            let [a, b, c] = [1, 2, 3].map(|step| corners[(apart + step) % 4]);
            let faces_it = (a - b).cross(c - b).dot(corners[apart] - b) > 0.0;
            let side = self.side(if faces_it { [c, b, a] } else { [a, b, c] }, material);
            brush.sides.push(side);
        }
        Some(brush)
    }

    /// A column along an axis over a polygon that is nearly regular.
    fn prism(&mut self, grid: Grid, material: &str) -> Option<Brush> {
        let form = self.byte()?;
        let (center, size) = (self.point(grid)?, self.point(grid)?.abs());
        let (axis, corners) = (usize::from(form % 3), 3 + form / 3 % (CORNERS - 2));
        let (u, v, up) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3], DVec3::AXES[axis]);
        let at = |corner: u8| {
            let (sine, cosine) = (f64::from(corner) * std::f64::consts::TAU / f64::from(corners)).sin_cos();
            let on_rim = u * cosine * size[(axis + 1) % 3] + v * sine * size[(axis + 2) % 3];
            center + if matches!(grid, Grid::Decimals) { on_rim } else { (on_rim * 8.0).round() / 8.0 }
        };
        let (top, bottom) = (center + up * size[axis], center - up * size[axis]);
        let mut brush = Brush { id: self.id(), ..Brush::default() };
        let ends = [[top + u, top, top + v], [bottom + v, bottom, bottom + u]];
        let walls = (0..corners).map(|corner| [at(corner + 1), at(corner), at(corner) + up]);
        for points in ends.into_iter().chain(walls) {
            let side = self.side(points, material);
            brush.sides.push(side);
        }
        Some(brush)
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
