//! Cutting convex polygons by planes.

use super::{ExactPlane, ExactVertex, ExactWinding, Side};
use smallvec::SmallVec;

/// What a plane does to a winding.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "splits are short-lived, and a box would cost an allocation each")]
pub enum WindingSplit {
    /// All of it is in front of the plane, touching it at most with its rim.
    Front,
    /// All of it is behind the plane, touching it at most with its rim.
    Back,
    /// All of it is on the plane.
    On,
    /// The plane cuts it in two, each with an area.
    Split {
        /// The part in front.
        front: ExactWinding,
        /// The part behind.
        back: ExactWinding,
    },
}

/// The line along which a plane cuts a winding.
struct Cut {
    /// The first and the last vertex strictly in front, in the ring's order.
    front: (usize, usize),
    /// The first and the last vertex strictly behind.
    back: (usize, usize),
    /// Where the ring leaves the front: a vertex of its own, or a new one.
    leaving_front: ExactVertex,
    /// Where the ring leaves the back.
    leaving_back: ExactVertex,
}

/// The sides of a winding's vertices.
type Sides = SmallVec<[Side; 16]>;

impl ExactWinding {
    /// Whether any of the winding is strictly in front of `planes[by]`, and whether any is strictly behind, without
    /// building the parts. Neither means that the winding lies on the plane.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding};
    /// # let mut planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// planes.extend([ExactPlane::axial(2, 10.0), ExactPlane::axial(2, 10.0).flipped()]);
    /// let wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// assert_eq!(wall.classify(&planes, 12), (true, true));
    /// assert_eq!(wall.classify(&planes, 8), (false, true));
    /// assert_eq!(wall.classify(&planes, 0), (false, false));
    /// ```
    #[must_use]
    pub fn classify(&self, planes: &[ExactPlane], by: u32) -> (bool, bool) {
        if by & !1 == self.plane & !1 {
            return (false, false);
        }
        let (mut front, mut back) = (false, false);
        for vertex in &self.vertices {
            match vertex.side(planes, by) {
                Side::Front => front = true,
                Side::Back => back = true,
                Side::On => {}
            }
            if front && back {
                break;
            }
        }
        (front, back)
    }

    /// Divides the winding by `planes[by]`.
    ///
    /// Corners exactly on the plane belong to both parts; no part has an edge without length or no area.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding, WindingSplit};
    /// # let mut planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// planes.extend([ExactPlane::axial(2, 32.0), ExactPlane::axial(2, 32.0).flipped()]);
    /// let wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// let WindingSplit::Split { front, back } = wall.split(&planes, 12) else { panic!() };
    /// assert_eq!((front.area(), back.area()), (128.0 * 32.0, 128.0 * 96.0));
    /// ```
    #[must_use]
    pub fn split(&self, planes: &[ExactPlane], by: u32) -> WindingSplit {
        let (sides, front, back) = self.sides(planes, by);
        match (front, back) {
            (false, false) => WindingSplit::On,
            (true, false) => WindingSplit::Front,
            (false, true) => WindingSplit::Back,
            (true, true) => {
                let cut = self.cut(planes, by, &sides);
                WindingSplit::Split {
                    front: self.part(cut.front, &cut.leaving_back, &cut.leaving_front, by ^ 1),
                    back: self.part(cut.back, &cut.leaving_front, &cut.leaving_back, by),
                }
            }
        }
    }

    /// Keeps the part in front of `planes[by]`; false, and nothing changed, where there is none with an area.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding};
    /// # let mut planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// planes.extend([ExactPlane::axial(2, 32.0), ExactPlane::axial(2, 32.0).flipped()]);
    /// let mut wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// assert!(wall.clip_front(&planes, 12));
    /// assert_eq!(wall.area(), 128.0 * 32.0);
    /// assert!(!wall.clip_front(&planes, 0)); // its own plane
    /// ```
    #[must_use]
    pub fn clip_front(&mut self, planes: &[ExactPlane], by: u32) -> bool {
        self.clip(planes, by, Side::Front)
    }

    /// Keeps the part behind `planes[by]`; false, and nothing changed, where there is none with an area.
    ///
    /// ```
    /// # use kerosene_math::exact::{ExactPlane, ExactWinding};
    /// # let mut planes: Vec<_> = (0..3).flat_map(|axis| [64.0, -64.0].map(|dist| (axis, dist)))
    /// #     .map(|(axis, dist)| if dist > 0.0 { ExactPlane::axial(axis, dist) } else { ExactPlane::axial(axis, dist).flipped() })
    /// #     .flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    /// planes.extend([ExactPlane::axial(2, 32.0), ExactPlane::axial(2, 32.0).flipped()]);
    /// let mut wall = ExactWinding::base(&planes, 0, &[0, 2, 4, 6, 8, 10]);
    /// assert!(wall.clip_back(&planes, 12));
    /// assert_eq!(wall.area(), 128.0 * 96.0);
    /// ```
    #[must_use]
    pub fn clip_back(&mut self, planes: &[ExactPlane], by: u32) -> bool {
        self.clip(planes, by, Side::Back)
    }

    fn clip(&mut self, planes: &[ExactPlane], by: u32, keep: Side) -> bool {
        let (sides, front, back) = self.sides(planes, by);
        if front && back {
            let cut = self.cut(planes, by, &sides);
            // The front of an edge plane is outside.
            match keep {
                Side::Front => self.keep(cut.front, &cut.leaving_back, &cut.leaving_front, by ^ 1),
                _ => self.keep(cut.back, &cut.leaving_front, &cut.leaving_back, by),
            }
            return true;
        }
        if keep == Side::Front { front } else { back }
    }

    /// The side of each vertex, and whether any is in front and any behind; no sides for the winding's own plane.
    fn sides(&self, planes: &[ExactPlane], by: u32) -> (Sides, bool, bool) {
        if by & !1 == self.plane & !1 {
            return (Sides::new(), false, false);
        }
        let mut sides = Sides::from_elem(Side::On, self.vertices.len());
        let (mut front, mut back) = (false, false);
        for (side, vertex) in sides.iter_mut().zip(&self.vertices) {
            *side = vertex.side(planes, by);
            front |= *side == Side::Front;
            back |= *side == Side::Back;
        }
        (sides, front, back)
    }

    /// Where `planes[by]` cuts a winding with vertices strictly on both sides of it.
    ///
    /// Since the winding is strictly convex, its ring leaves either side once and no two neighbours are on the plane.
    /// An edge whose ends lie strictly on opposite sides has a line that is not parallel to the plane, so that the
    /// three planes do meet in one point.
    fn cut(&self, planes: &[ExactPlane], by: u32, sides: &[Side]) -> Cut {
        let count = sides.len();
        let next = |index: usize| if index + 1 == count { 0 } else { index + 1 };
        let last = |side: Side| (0..count).find(|&i| sides[i] == side && sides[next(i)] != side).unwrap_or(0);
        let end = |last: usize| {
            let after = next(last);
            if sides[after] == Side::On {
                return (self.vertices[after], next(after));
            }
            let crossing = ExactVertex::meet(planes, self.plane, self.edges[last], by);
            (crossing.unwrap_or(self.vertices[last]), after)
        };
        let (last_front, last_back) = (last(Side::Front), last(Side::Back));
        let (leaving_front, first_back) = end(last_front);
        let (leaving_back, first_front) = end(last_back);
        Cut { front: (first_front, last_front), back: (first_back, last_back), leaving_front, leaving_back }
    }

    /// The polygon that enters at one end of the cut, follows the ring from the `first` vertex to the `last`, leaves
    /// at the other end and returns along the cut.
    ///
    /// The ends differ and some vertex lies strictly beside the cut, so the part is again strictly convex.
    fn part(&self, (first, last): (usize, usize), enter: &ExactVertex, leave: &ExactVertex, cut_edge: u32) -> Self {
        let count = self.vertices.len();
        let before = if first == 0 { count - 1 } else { first - 1 };
        let mut part = Self { plane: self.plane, edges: SmallVec::new(), vertices: SmallVec::new() };
        part.edges.push(self.edges[before]);
        part.vertices.push(*enter);
        let runs = if first <= last { [first..last + 1, 0..0] } else { [first..count, 0..last + 1] };
        for run in runs {
            part.edges.extend_from_slice(&self.edges[run.clone()]);
            part.vertices.extend_from_slice(&self.vertices[run]);
        }
        part.edges.push(cut_edge);
        part.vertices.push(*leave);
        part
    }

    /// Becomes what [`Self::part`] returns, without moving a whole winding about.
    fn keep(&mut self, (first, last): (usize, usize), enter: &ExactVertex, leave: &ExactVertex, cut_edge: u32) {
        let count = self.vertices.len();
        // The vertex before the run is on the other side or on the cut, so that its place is free for the entry.
        let before = if first == 0 { count - 1 } else { first - 1 };
        let run = if first <= last { last + 1 - first } else { count - first + last + 1 };
        if before < last {
            self.edges.copy_within(before..=last, 0);
            self.vertices.copy_within(before..=last, 0);
        } else {
            self.edges.rotate_left(before);
            self.vertices.rotate_left(before);
        }
        self.vertices[0] = *enter;
        self.edges.truncate(run + 1);
        self.vertices.truncate(run + 1);
        self.edges.push(cut_edge);
        self.vertices.push(*leave);
    }
}
