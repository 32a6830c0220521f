//! Cutting convex polygons by planes.

use super::winding::INLINE;
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

/// The sides of a winding's vertices.
type Sides = SmallVec<[Side; 16]>;

impl ExactWinding {
    /// Whether any of the winding is strictly in front of `planes[by]`, and whether any is strictly behind,
    /// without building the parts. Neither means that the winding lies on the plane.
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
                let crossings = self.crossings(planes, by, &sides);
                WindingSplit::Split {
                    front: self.part(by, &sides, &crossings, Side::Front),
                    back: self.part(by, &sides, &crossings, Side::Back),
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
        let (kept, lost) = if keep == Side::Front { (front, back) } else { (back, front) };
        if kept && lost {
            let crossings = self.crossings(planes, by, &sides);
            *self = self.part(by, &sides, &crossings, keep);
        }
        kept
    }

    /// The side of each vertex, and whether any is in front and any behind; no sides for the winding's own plane.
    fn sides(&self, planes: &[ExactPlane], by: u32) -> (Sides, bool, bool) {
        if by & !1 == self.plane & !1 {
            return (Sides::new(), false, false);
        }
        let sides: Sides = self.vertices.iter().map(|vertex| vertex.side(planes, by)).collect();
        let (front, back) = (sides.contains(&Side::Front), sides.contains(&Side::Back));
        (sides, front, back)
    }

    /// The new vertices, in the order of the edges that they cut; two at most.
    ///
    /// An edge is cut where its ends lie strictly on opposite sides, so its line is not parallel to the plane
    /// and the three planes do meet in one point.
    fn crossings(&self, planes: &[ExactPlane], by: u32, sides: &Sides) -> SmallVec<[ExactVertex; 2]> {
        let next = sides.iter().cycle().skip(1);
        let cut = |(&from, &to): (&Side, &Side)| from != Side::On && from == to.flipped();
        let edges = sides.iter().zip(next).zip(&self.edges).filter(|(ends, _)| cut(*ends));
        edges.filter_map(|(_, &edge)| ExactVertex::meet(planes, self.plane, edge, by)).collect()
    }

    /// The part on the side `keep` of a winding with vertices strictly on both sides of `planes[by]`.
    ///
    /// Walking the ring, the part's border follows the winding's own edges on the kept side and runs along the cut
    /// from where it leaves that side to where it comes back. A vertex on the plane stays the vertex
    /// it is, in both parts. Since the winding is strictly convex and has corners strictly on both sides, no two
    /// neighbours are on the plane and the two ends of the cut differ: the part is again strictly convex.
    fn part(&self, by: u32, sides: &Sides, crossings: &[ExactVertex], keep: Side) -> Self {
        // The front of an edge plane is outside.
        let cut_edge = if keep == Side::Front { by ^ 1 } else { by };
        let mut crossings = crossings.iter();
        let mut edges = SmallVec::<[u32; INLINE]>::new();
        let mut vertices = SmallVec::<[ExactVertex; INLINE]>::new();
        let mut push = |vertex: &ExactVertex, edge: u32| {
            vertices.push(*vertex);
            edges.push(edge);
        };
        let next_sides = sides.iter().cycle().skip(1);
        for (((vertex, &edge), &side), &next_side) in self.vertices.iter().zip(&self.edges).zip(sides).zip(next_sides) {
            let crossing = if side != Side::On && side == next_side.flipped() { crossings.next() } else { None };
            if side == keep || (side == Side::On && next_side == keep) {
                push(vertex, edge);
            } else if side == Side::On {
                push(vertex, cut_edge);
            }
            if let Some(crossing) = crossing {
                push(crossing, if side == keep { cut_edge } else { edge });
            }
        }
        Self { plane: self.plane, edges, vertices }
    }
}
