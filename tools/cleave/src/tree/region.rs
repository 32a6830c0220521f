//! The faces of a region of the tree, and how a plane divides them.

use crate::clearance::is_narrower;
use crate::csg::Fragment;
use crate::volume::VolumeClass;
use kerosene_math::exact::{ExactPlane, ExactVertex, ExactWinding, PackedWinding, WindingSplit};
use kerosene_math::{Aabb, DVec3};

/// Slack of the box test that precedes every exact one, in units. Far more than a vertex may be off, and than single
/// precision rounds a box by.
const BOX_SLACK: f64 = 0.03125;

/// A face whose normal and a plane's have at least this cosine between them lies along that plane.
const PARALLEL: f64 = 0.7;

/// The polygon of a face, packed or with its corners.
pub(super) trait Polygon: Sized {
    /// Whether any of the polygon is further than the divider's slack in front of and behind its plane.
    fn classify(&self, planes: &[ExactPlane], by: &Divider) -> (bool, bool);

    /// The corners' least and greatest distance in front of the divider's plane.
    fn reach(&self, planes: &[ExactPlane], by: &Divider) -> (f64, f64);

    /// Both parts of a polygon with an area on both sides, each with its box.
    fn split(&self, planes: &[ExactPlane], by: u32) -> Option<[(Self, FaceBox); 2]>;

    /// The mean of the corners.
    fn center(&self, planes: &[ExactPlane]) -> DVec3;
}

impl Polygon for ExactWinding {
    fn classify(&self, planes: &[ExactPlane], by: &Divider) -> (bool, bool) {
        if by.slack == 0.0 { self.classify(planes, by.plane) } else { by.beyond(Polygon::reach(self, planes, by)) }
    }

    fn reach(&self, _planes: &[ExactPlane], by: &Divider) -> (f64, f64) {
        by.reach_of(self.positions())
    }

    fn split(&self, planes: &[ExactPlane], by: u32) -> Option<[(Self, FaceBox); 2]> {
        let WindingSplit::Split { front, back } = self.split(planes, by) else { return None };
        let boxes = [FaceBox::of(&front), FaceBox::of(&back)];
        Some([(front, boxes[0]), (back, boxes[1])])
    }

    fn center(&self, _planes: &[ExactPlane]) -> DVec3 {
        self.center()
    }
}

impl Polygon for PackedWinding {
    fn classify(&self, planes: &[ExactPlane], by: &Divider) -> (bool, bool) {
        Polygon::classify(&self.unpack(planes), planes, by)
    }

    fn reach(&self, planes: &[ExactPlane], by: &Divider) -> (f64, f64) {
        by.reach_of(self.positions(planes))
    }

    fn split(&self, planes: &[ExactPlane], by: u32) -> Option<[(Self, FaceBox); 2]> {
        Polygon::split(&self.unpack(planes), planes, by)
            .map(|parts| parts.map(|(winding, bounds)| (winding.pack(), bounds)))
    }

    fn center(&self, planes: &[ExactPlane]) -> DVec3 {
        self.center(planes)
    }
}

/// The box around a face.
#[derive(Clone, Copy)]
pub(super) struct FaceBox {
    bounds: Aabb,
    /// Whether the corners, and so the box, are exact: an axial plane's side is then seen from the box.
    exact: bool,
}

impl FaceBox {
    fn of(winding: &ExactWinding) -> Self {
        let bounds = winding.bounds();
        let single = Aabb::new(bounds.min.as_vec3(), bounds.max.as_vec3());
        let is_same = single.min.as_dvec3() == bounds.min && single.max.as_dvec3() == bounds.max;
        Self { bounds: single, exact: is_same && winding.vertices().iter().all(ExactVertex::is_exact) }
    }
}

/// What choosing a plane looks at, of one face.
#[derive(Clone, Copy)]
pub(super) struct Face {
    space: FaceBox,
    pub(super) plane: u32,
    front: VolumeClass,
    back: VolumeClass,
    /// Only splits the tree; bounds nothing.
    pub(super) hint: bool,
}

impl Face {
    /// The face of a fragment, with its polygon; `None` where that is narrower than `slack`.
    pub(super) fn of_fragment(planes: &[ExactPlane], fragment: &Fragment, slack: f64) -> Option<(Self, PackedWinding)> {
        let Fragment { winding, front, back, hint, .. } = fragment;
        let unpacked = winding.unpack(planes);
        if slack > 0.0 && is_narrower(&unpacked, slack) {
            return None;
        }
        let space = FaceBox::of(&unpacked);
        Some((Self { space, plane: winding.plane(), front: *front, back: *back, hint: *hint }, winding.clone()))
    }

    pub(super) const fn bounds(&self) -> &Aabb {
        &self.space.bounds
    }

    pub(super) const fn bounds_opaque(&self) -> bool {
        self.front.is_opaque() || self.back.is_opaque()
    }

    pub(super) const fn is_on(&self, plane: u32) -> bool {
        self.plane | 1 == plane | 1
    }
}

/// A plane as boxes are compared with it.
pub(super) struct Divider {
    pub(super) plane: u32,
    normal: DVec3,
    dist: f64,
    /// The axis that it is across, if any.
    axis: Option<usize>,
    /// What is no further from it than this lies on it, in units.
    slack: f64,
}

impl Divider {
    pub(super) fn new(planes: &[ExactPlane], plane: u32, slack: f64) -> Self {
        let exact = &planes[plane as usize];
        Self { plane, normal: exact.normal(), dist: exact.dist(), axis: exact.axis(), slack }
    }

    fn reach_of(&self, corners: impl Iterator<Item = DVec3>) -> (f64, f64) {
        corners
            .map(|corner| self.normal.dot(corner) - self.dist)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    }

    fn beyond(&self, (low, high): (f64, f64)) -> (bool, bool) {
        (high > self.slack, low < -self.slack)
    }

    /// Whether a face on another plane looks the way that this one does; `None` where it looks more across it than
    /// along.
    fn is_along(&self, planes: &[ExactPlane], plane: u32) -> Option<bool> {
        let cosine = planes[plane as usize].normal().dot(self.normal);
        (cosine.abs() > PARALLEL).then_some(cosine > 0.0)
    }

    /// Whether any of the face is in front and any behind, where its box tells.
    fn sides_of_box(&self, space: &FaceBox) -> Option<(bool, bool)> {
        if let Some(axis) = self.axis {
            let (min, max) = (f64::from(space.bounds.min[axis]), f64::from(space.bounds.max[axis]));
            let faces_up = self.normal[axis] > 0.0;
            let dist = if faces_up { self.dist } else { -self.dist };
            let slack = if space.exact { 0.0 } else { BOX_SLACK };
            let (above, below) = (max > dist + self.slack, min < dist - self.slack);
            let decided = space.exact || min > dist + slack || max < dist - slack;
            return decided.then_some(if faces_up { (above, below) } else { (below, above) });
        }
        let (min, max) = (space.bounds.min.as_dvec3(), space.bounds.max.as_dvec3());
        let distance = self.normal.dot((min + max) * 0.5) - self.dist;
        let reach = self.normal.abs().dot((max - min) * 0.5) + BOX_SLACK;
        match (distance > reach, distance < -reach) {
            (true, _) => Some((true, false)),
            (_, true) => Some((false, true)),
            _ => None,
        }
    }
}

/// What the faces on a splitting plane say of its two sides.
pub(super) struct Rim {
    sides: [Told; 2],
    /// The middle of the largest face on the plane.
    pub(super) point: DVec3,
    /// The diagonal of that face's box, in units.
    size: f32,
}

/// What faces say of one side of a plane.
#[derive(Clone, Copy)]
enum Told {
    Nothing,
    Class(VolumeClass),
    /// Not all say the same: of those that lie beside the plane, some look into what is between them and the others.
    Disputed,
}

impl Rim {
    const UNKNOWN: Self = Self { sides: [Told::Nothing; 2], point: DVec3::ZERO, size: -1.0 };

    /// What is on a side (0 in front, 1 behind) of the plane, where the faces agree on that.
    pub(super) const fn class(&self, side: usize) -> Option<VolumeClass> {
        match self.sides[side] {
            Told::Class(class) => Some(class),
            Told::Nothing | Told::Disputed => None,
        }
    }

    /// Listens to a face whose front looks along the plane's normal or against it.
    fn note(&mut self, face: &Face, center: DVec3, is_along: bool) {
        let size = face.bounds().size().length();
        if size > self.size {
            (self.point, self.size) = (center, size);
        }
        if face.hint {
            return;
        }
        let classes = if is_along { [face.front, face.back] } else { [face.back, face.front] };
        for (told, class) in self.sides.iter_mut().zip(classes) {
            *told = match *told {
                Told::Nothing => Told::Class(class),
                Told::Class(known) if known == class => Told::Class(class),
                _ => Told::Disputed,
            };
        }
    }
}

/// Faces and, by the same index, their polygons.
pub(super) struct Region<W> {
    faces: Vec<Face>,
    polygons: Vec<W>,
}

impl<W> FromIterator<(Face, W)> for Region<W> {
    fn from_iter<I: IntoIterator<Item = (Face, W)>>(faces: I) -> Self {
        let (faces, polygons) = faces.into_iter().unzip();
        Self { faces, polygons }
    }
}

impl<W: Polygon> Region<W> {
    pub(super) const fn len(&self) -> usize {
        self.faces.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The numbers of all faces.
    pub(super) fn all(&self) -> Vec<u32> {
        (0..self.faces.len() as u32).collect()
    }

    pub(super) fn center(&self, planes: &[ExactPlane], face: u32) -> DVec3 {
        self.polygons[face as usize].center(planes)
    }

    /// Whether any of face `index` is in front of and behind the plane, exactly.
    pub(super) fn sides(&self, planes: &[ExactPlane], index: usize, divider: &Divider) -> (bool, bool) {
        divider.sides_of_box(&self.faces[index].space).unwrap_or_else(|| self.polygons[index].classify(planes, divider))
    }

    /// Has the rim listen to face `index`, which lies on the plane or within the slack beside it.
    fn note(&self, rim: &mut Rim, planes: &[ExactPlane], index: usize, divider: &Divider) {
        let (face, polygon) = (&self.faces[index], &self.polygons[index]);
        if face.is_on(divider.plane) {
            rim.note(face, polygon.center(planes), face.plane == divider.plane);
        } else if let Some(is_along) = divider.is_along(planes, face.plane) {
            rim.note(face, polygon.center(planes), is_along);
        }
    }

    fn push(&mut self, face: Face, polygon: W) {
        self.faces.push(face);
        self.polygons.push(polygon);
    }
}

impl Region<PackedWinding> {
    /// The same with corners.
    pub(super) fn unpacked(self, planes: &[ExactPlane]) -> Region<ExactWinding> {
        let polygons = self.polygons.iter().map(|polygon| polygon.unpack(planes)).collect();
        Region { faces: self.faces, polygons }
    }

    /// The faces in front of and behind `plane`, and what those on it say.
    pub(super) fn divided(self, planes: &[ExactPlane], divider: &Divider) -> (Self, Self, Rim) {
        let plane = divider.plane;
        let sides: Vec<(bool, bool)> = (0..self.len())
            .map(
                |index| {
                    if self.faces[index].is_on(plane) { (false, false) } else { self.sides(planes, index, divider) }
                },
            )
            .collect();
        let room = |count: usize| Self { faces: Vec::with_capacity(count), polygons: Vec::with_capacity(count) };
        let mut front = room(sides.iter().filter(|(front, _)| *front).count());
        let mut back = room(sides.iter().filter(|(_, back)| *back).count());
        let mut rim = Rim::UNKNOWN;
        for index in (0..self.len()).filter(|&index| sides[index] == (false, false)) {
            self.note(&mut rim, planes, index, divider);
        }
        for ((face, polygon), side) in self.faces.into_iter().zip(self.polygons).zip(sides) {
            match side {
                (false, false) => {}
                (true, false) => front.push(face, polygon),
                (false, true) => back.push(face, polygon),
                (true, true) => {
                    if let Some([(ahead, ahead_box), (behind, behind_box)]) = Polygon::split(&polygon, planes, plane) {
                        front.push(Face { space: ahead_box, ..face }, ahead);
                        back.push(Face { space: behind_box, ..face }, behind);
                    }
                }
            }
        }
        (front, back, rim)
    }
}

impl Region<ExactWinding> {
    /// The `faces` in front of and behind `plane`, and what those on it say. The part in front takes the place of a
    /// split face, the part behind is added.
    pub(super) fn divide(
        &mut self,
        planes: &[ExactPlane],
        faces: &[u32],
        divider: &Divider,
    ) -> (Vec<u32>, Vec<u32>, Rim) {
        let plane = divider.plane;
        let (mut front, mut back, mut rim) = (Vec::new(), Vec::new(), Rim::UNKNOWN);
        for &number in faces {
            let index = number as usize;
            let face = self.faces[index];
            if face.is_on(plane) {
                self.note(&mut rim, planes, index, divider);
                continue;
            }
            match self.sides(planes, index, divider) {
                (true, false) => front.push(number),
                (false, true) => back.push(number),
                (false, false) => self.note(&mut rim, planes, index, divider),
                (true, true) => {
                    let Some([(ahead, ahead_box), (behind, behind_box)]) =
                        Polygon::split(&self.polygons[index], planes, plane)
                    else {
                        continue;
                    };
                    self.faces[index].space = ahead_box;
                    self.polygons[index] = ahead;
                    front.push(number);
                    back.push(self.len() as u32);
                    self.push(Face { space: behind_box, ..face }, behind);
                }
            }
        }
        (front, back, rim)
    }
}
