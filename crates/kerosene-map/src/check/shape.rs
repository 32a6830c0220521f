//! The shape of one brush: what its sides enclose, decided exactly.

use crate::faces::FaceCutter;
use crate::model::Brush;
use kerosene_math::exact::{ExactPlane, ExactWinding};
use kerosene_math::{DAabb, DVec3};

/// Faces that reach this far have no end of their own.
const OPEN_LIMIT: f64 = 262_144.0;

/// What the sides of a brush make.
#[derive(Debug, Clone)]
pub(super) struct BrushShape {
    /// By side.
    pub(super) sides: Vec<SideShape>,
    pub(super) solidity: Solidity,
    /// Around all faces.
    pub(super) bounds: DAabb,
}

/// What one side makes.
#[derive(Debug, Clone)]
pub(super) enum SideShape {
    /// Its points span no plane, for this reason.
    NoPlane(String),
    /// It lies on the plane of an earlier side.
    Repeats,
    /// The other sides leave nothing of it.
    CutAway,
    /// Corners of its face, clockwise seen from outside, and the unit normal.
    Face { corners: Vec<DVec3>, normal: DVec3 },
}

/// Whether it can be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Solidity {
    /// Not enough sides with planes of their own.
    TooFew(usize),
    /// Nothing is enclosed.
    Empty,
    /// It goes on without end.
    Open,
    Solid,
}

impl BrushShape {
    pub(super) fn new(brush: &Brush) -> Self {
        let mut planes: Vec<ExactPlane> = Vec::with_capacity(brush.sides.len());
        let mut sides = Vec::with_capacity(brush.sides.len());
        for side in &brush.sides {
            sides.push(match ExactPlane::from_points(side.points) {
                Err(error) => SideShape::NoPlane(error.to_string()),
                Ok(plane) if planes.iter().any(|other| other.is_same(&plane)) => SideShape::Repeats,
                Ok(plane) => {
                    planes.push(plane);
                    SideShape::CutAway
                }
            });
        }
        if planes.len() < 4 {
            return Self { sides, solidity: Solidity::TooFew(planes.len()), bounds: DAabb::EMPTY };
        }
        let cutter = FaceCutter::new(planes.iter());
        let faces: Vec<Option<ExactWinding>> = (0..planes.len()).map(|plane| cutter.face(plane)).collect();
        let bounds = faces.iter().flatten().fold(DAabb::EMPTY, |bounds, face| bounds.union(&face.bounds()));
        let solidity = match faces.iter().flatten().count() {
            0..4 => Solidity::Empty,
            _ if reach(&bounds) >= OPEN_LIMIT => Solidity::Open,
            _ => Solidity::Solid,
        };
        let usable = sides.iter_mut().filter(|side| matches!(side, SideShape::CutAway));
        for ((side, face), plane) in usable.zip(faces).zip(&planes) {
            if let Some(face) = face {
                *side = SideShape::Face { corners: face.positions().collect(), normal: plane.normal() };
            }
        }
        Self { sides, solidity, bounds }
    }

    pub(super) fn is_solid(&self) -> bool {
        self.solidity == Solidity::Solid
    }

    /// The faces: index of the side, corners, unit normal.
    pub(super) fn faces(&self) -> impl Iterator<Item = (usize, &[DVec3], DVec3)> {
        self.sides.iter().enumerate().filter_map(|(index, side)| match side {
            SideShape::Face { corners, normal } => Some((index, corners.as_slice(), *normal)),
            _ => None,
        })
    }
}

/// The largest coordinate, whatever its sign.
pub(super) fn reach(bounds: &DAabb) -> f64 {
    bounds.min.abs().max(bounds.max.abs()).max_element()
}

/// The box around a brush, in units; `None` where its sides enclose nothing or leave it open.
///
/// # Examples
///
/// ```
/// # let box_sides = "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) w 0 0 0 1 1 ( 8 0 0 ) ( 8 0 1 ) ( 8 1 0 ) w 0 0 0 1 1 \
/// #     ( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) w 0 0 0 1 1 ( 0 8 0 ) ( 1 8 0 ) ( 0 8 1 ) w 0 0 0 1 1 \
/// #     ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) w 0 0 0 1 1 ( 0 0 8 ) ( 0 1 8 ) ( 1 0 8 ) w 0 0 0 1 1";
/// # let text = format!("{{ \"classname\" \"worldspawn\" {{ {box_sides} }} }}");
/// let map = kerosene_map::read_map("box.map", text.as_bytes(), &Default::default())?.map;
/// let bounds = kerosene_map::brush_bounds(&map.entities[0].brushes[0]).expect("a box");
/// assert_eq!(bounds.size().to_array(), [8.0, 8.0, 8.0]);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn brush_bounds(brush: &Brush) -> Option<DAabb> {
    let shape = BrushShape::new(brush);
    shape.is_solid().then_some(shape.bounds)
}
