//! Small maps made in memory: a plain compiler of convex brushes for tests, examples and benchmarks.
//!
//! It knows neither CSG nor portals: every brush keeps all its faces, every empty leaf is a cluster of its own. What
//! it makes is a valid map with a tree that splits on brush sides, so traces, queries and the game run on it.

mod builder;
mod mesh;

pub use mesh::{SampleMesh, add_meshes};

use crate::convex::Plane;
use crate::{Bsp, Contents};
use kerosene_math::{DVec3, Vec3};

/// A convex brush to build a map from.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleBrush {
    /// Unit normal and distance of each side, outward.
    pub planes: Vec<(DVec3, f64)>,
    /// What fills it.
    pub contents: Contents,
}

impl SampleBrush {
    /// A solid block between two corners.
    ///
    /// ```
    /// use kerosene_bsp::sample::SampleBrush;
    /// use kerosene_math::Vec3;
    /// assert_eq!(SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).planes.len(), 6);
    /// ```
    pub fn block(mins: Vec3, maxs: Vec3) -> Self {
        let (mins, maxs) = (mins.as_dvec3(), maxs.as_dvec3());
        let planes = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, -axis.dot(mins)), (axis, axis.dot(maxs))]);
        Self { planes: planes.collect(), contents: Contents::SOLID }
    }

    /// The brush without what lies in front of a plane; `normal` need not be of unit length, but not zero.
    ///
    /// ```
    /// use kerosene_bsp::sample::SampleBrush;
    /// use kerosene_math::Vec3;
    /// let ramp = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).cut(Vec3::new(1.0, 0.0, 1.0), Vec3::X * 64.0);
    /// assert_eq!(ramp.planes.len(), 7);
    /// ```
    #[must_use]
    pub fn cut(mut self, normal: Vec3, point: Vec3) -> Self {
        let plane: Plane = plane_through(normal, point);
        self.planes.push(plane);
        self
    }

    /// The brush filled with something else.
    ///
    /// ```
    /// use kerosene_bsp::{Contents, sample::SampleBrush};
    /// use kerosene_math::Vec3;
    /// let pool = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).filled(Contents::WATER);
    /// assert_eq!(pool.contents, Contents::WATER);
    /// ```
    #[must_use]
    pub fn filled(mut self, contents: Contents) -> Self {
        self.contents = contents;
        self
    }
}

fn plane_through(normal: Vec3, point: Vec3) -> Plane {
    let normal = normal.as_dvec3().normalize_or_zero();
    (normal, normal.dot(point.as_dvec3()))
}

/// Compiles brushes: one list for the world, then one for each brush model.
///
/// Sides that no face lies on are dropped, and brushes without volume. Entities are not made: set
/// [`Bsp::entities`].
///
/// ```
/// use kerosene_bsp::sample::{SampleBrush, build};
/// use kerosene_math::Vec3;
/// let floor = SampleBrush::block(Vec3::new(-512.0, -512.0, -16.0), Vec3::new(512.0, 512.0, 0.0));
/// let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
/// let map = build(&[vec![floor], vec![lift]]);
/// assert_eq!((map.models.len(), map.brushes.len()), (2, 2));
/// ```
pub fn build(models: &[Vec<SampleBrush>]) -> Bsp {
    builder::build(models)
}

/// A closed room of 512 by 512 by 256 units whose floor is at height 0, with a spawn point and a light.
///
/// ```
/// let map = kerosene_bsp::sample::room();
/// assert_eq!(map.brushes.len(), 6);
/// ```
pub fn room() -> Bsp {
    let mut map = room_with([]);
    map.entities = "{\n\"classname\" \"worldspawn\"\n}\n\
        {\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 32\"\n}\n\
        {\n\"classname\" \"light\"\n\"origin\" \"0 0 200\"\n}\n"
        .to_owned();
    map
}

/// The walls of [`room`] around brush models 1, 2, ..., and no entities.
///
/// ```
/// use kerosene_bsp::sample::{SampleBrush, room_with};
/// use kerosene_math::Vec3;
///
/// let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
/// assert_eq!(room_with([vec![pillar]]).models.len(), 2);
/// ```
pub fn room_with(models: impl IntoIterator<Item = Vec<SampleBrush>>) -> Bsp {
    let walls = shell(Vec3::new(-256.0, -256.0, 0.0), Vec3::new(256.0, 256.0, 256.0), 16.0);
    build(&std::iter::once(walls).chain(models).collect::<Vec<_>>())
}

/// Six slabs around an empty box.
fn shell(mins: Vec3, maxs: Vec3, thickness: f32) -> Vec<SampleBrush> {
    let (outer_mins, outer_maxs) = (mins - thickness, maxs + thickness);
    let slabs = (0..3).flat_map(|axis| {
        let (mut below, mut above) = (outer_maxs, outer_mins);
        below[axis] = mins[axis];
        above[axis] = maxs[axis];
        [SampleBrush::block(outer_mins, below), SampleBrush::block(above, outer_maxs)]
    });
    slabs.collect()
}

/// Side of a room of [`grid`] without its walls, in units.
const ROOM: f32 = 256.0;
/// Thickness of its walls, in units.
const WALL: f32 = 16.0;

/// A large map: `side` by `side` rooms with doorways, a pillar, a ramp and a sloped ledge in each; 12 brushes a room.
///
/// Room (i, j) has its floor at height 0 and its middle at (272 i, 272 j).
///
/// ```
/// let map = kerosene_bsp::sample::grid(2);
/// assert_eq!(map.brushes.len(), 4 * 12 + 4);
/// ```
pub fn grid(side: u32) -> Bsp {
    let pitch = ROOM + WALL;
    let mut brushes = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let middle = Vec3::new(column as f32 * pitch, row as f32 * pitch, 0.0);
            brushes.extend(grid_room(middle));
        }
    }
    // The rooms bring the walls on their far sides; these close the near ones.
    let (low, high) = (-ROOM / 2.0 - WALL, (side as f32 - 1.0) * pitch + ROOM / 2.0 + WALL);
    let top = ROOM + WALL;
    brushes.push(SampleBrush::block(Vec3::new(low, low, -WALL), Vec3::new(low + WALL, high, top)));
    brushes.push(SampleBrush::block(Vec3::new(low, low, -WALL), Vec3::new(high, low + WALL, top)));
    brushes.push(SampleBrush::block(Vec3::new(high - WALL, low, 0.0), Vec3::new(high, high, 128.0)));
    brushes.push(SampleBrush::block(Vec3::new(low, high - WALL, 0.0), Vec3::new(high, high, 128.0)));
    build(&[brushes])
}

fn grid_room(middle: Vec3) -> Vec<SampleBrush> {
    let half = ROOM / 2.0;
    let block = |low: [f32; 3], high: [f32; 3]| {
        SampleBrush::block(middle + Vec3::from_array(low), middle + Vec3::from_array(high))
    };
    let outer = half + WALL;
    vec![
        block([-half, -half, -WALL], [outer, outer, 0.0]),
        block([-half, -half, ROOM], [outer, outer, ROOM + WALL]),
        // Walls with a doorway 64 wide and 128 high.
        block([half, -half, 0.0], [outer, -32.0, ROOM]),
        block([half, 32.0, 0.0], [outer, outer, ROOM]),
        block([half, -32.0, 128.0], [outer, 32.0, ROOM]),
        block([-half, half, 0.0], [-32.0, outer, ROOM]),
        block([32.0, half, 0.0], [half, outer, ROOM]),
        block([-32.0, half, 128.0], [32.0, outer, ROOM]),
        block([56.0, 56.0, 0.0], [88.0, 88.0, ROOM]).cut(Vec3::new(1.0, 1.0, 0.0), middle + Vec3::new(80.0, 80.0, 0.0)),
        block([-112.0, 48.0, 0.0], [-48.0, 112.0, 48.0])
            .cut(Vec3::new(-3.0, 0.0, 4.0), middle + Vec3::new(-112.0, 48.0, 0.0)),
        block([48.0, -half, 160.0], [half, -96.0, 192.0])
            .cut(Vec3::new(-1.0, 1.0, -1.0), middle + Vec3::new(70.0, -half, 160.0)),
        block([-half, -half, 0.0], [-96.0, -96.0, 32.0])
            .cut(Vec3::new(1.0, 1.0, 1.0), middle + Vec3::new(-96.0, -112.0, 16.0)),
    ]
}
