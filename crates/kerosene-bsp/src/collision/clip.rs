//! Clipping a sweep against one convex brush.
//!
//! The method is that of Quake 2 and Quake III (id Software, 1997, 1999): a sweep of a shape is a ray against the
//! brush's planes, each pushed out by the shape's reach; the ray is inside between the last plane it enters and the
//! first it leaves. Two distances keep floating-point ends out of solids:
//!
//! * a brush is *touched* only if the shape comes within [`TOUCH`] of it. What merely slides along a wall at a
//!   greater distance never catches on the seams of that wall;
//! * what is touched stops the shape [`CLEARANCE`] before the surface, or where it is if it is nearer already.
//!
//! Brushes compete by when they are touched, not by where the shape is pulled back to, so the order in which they are
//! met does not change the answer.

use super::query::side_distance;
use super::sweep::Sweep;
use kerosene_math::DVec3;

/// How far before a surface a stopped shape stays, in units.
pub(crate) const CLEARANCE: f64 = 1.0 / 32.0;
/// How near a shape must come to a brush to be stopped by it, in units.
pub(crate) const TOUCH: f64 = 1.0 / 256.0;

/// What a sweep met first so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// When it is touched, as a fraction of the way; above 1 while there is none.
    pub(super) touch: f64,
    /// Where the shape is stopped.
    pub(super) fraction: f64,
    /// Which brush, or triangle of a mesh: these are counted after the brushes.
    pub(super) brush: Option<u32>,
    /// What stopped it; `None` for a shape that is inside all the way.
    pub(super) surface: Option<Surface>,
    /// Which model.
    pub(super) model: Owner,
    pub(super) start_solid: bool,
    pub(super) all_solid: bool,
}

/// The model that is clipped against: its name, and its place among the models that the caller gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Owner {
    /// The caller's name for it, 0 for the world.
    pub(super) id: u32,
    /// Which of the caller's models it is; of no use for the world.
    pub(super) place: u32,
}

impl Owner {
    pub(super) const WORLD: Self = Self { id: 0, place: 0 };
}

/// A plane that stopped a sweep.
#[derive(Debug, Clone, Copy)]
pub(super) enum Surface {
    /// A brush side, by its index in the brush sides.
    Side(u32),
    /// A facet that turned boxes need, in the model's coordinates.
    Facet(DVec3, f64),
}

impl Hit {
    pub(super) const NONE: Self = Self {
        touch: f64::INFINITY,
        fraction: 1.0,
        brush: None,
        surface: None,
        model: Owner::WORLD,
        start_solid: false,
        all_solid: false,
    };

    /// Takes in what clipping one brush found.
    pub(super) fn offer(&mut self, brush: u32, model: Owner, clip: &Clip) {
        if clip.starts_inside {
            self.start_solid = true;
            if clip.stays_inside && !(self.all_solid && (self.brush, self.model) <= (Some(brush), model)) {
                *self = Self {
                    touch: 0.0,
                    fraction: 0.0,
                    brush: Some(brush),
                    surface: None,
                    model,
                    start_solid: true,
                    all_solid: true,
                };
            }
            return;
        }
        let Some(surface) = clip.surface.filter(|_| clip.touch < clip.leave && !self.all_solid) else {
            return;
        };
        let (touch, fraction) = (clip.touch.max(0.0), clip.fraction.clamp(0.0, 1.0));
        let rank = |hit: &Self| (hit.touch, hit.fraction);
        // One brush may stand in two places. No order in which they are met may decide.
        let name = (Some(brush), model);
        let sooner =
            (touch, fraction) < rank(self) || (touch, fraction) == rank(self) && name < (self.brush, self.model);
        if sooner {
            *self = Self { touch, fraction, brush: Some(brush), surface: Some(surface), model, ..*self };
        }
    }
}

/// The part of a sweep that is inside the planes seen so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clip {
    starts_inside: bool,
    stays_inside: bool,
    /// When the last plane is reached to within [`TOUCH`].
    touch: f64,
    /// When the last plane is reached to within [`CLEARANCE`].
    fraction: f64,
    leave: f64,
    surface: Option<Surface>,
}

impl Clip {
    pub(super) const WHOLE: Self = Self {
        starts_inside: true,
        stays_inside: true,
        touch: f64::NEG_INFINITY,
        fraction: f64::NEG_INFINITY,
        leave: 1.0,
        surface: None,
    };

    /// Clips by one plane, given the shape's distances from it at start and end; false once nothing can be left.
    pub(super) fn by_plane(&mut self, before: f64, after: f64, surface: impl FnOnce() -> Surface) -> bool {
        if before < 0.0 {
            if after >= 0.0 {
                self.stays_inside = false;
                self.leave = self.leave.min((TOUCH - before) / (after - before));
            }
            return true;
        }
        self.starts_inside = false;
        if after >= TOUCH || after >= before {
            return false;
        }
        self.stays_inside &= after < 0.0;
        let per_unit = (before - after).recip();
        self.touch = self.touch.max((before - TOUCH) * per_unit);
        let fraction = (before - CLEARANCE) * per_unit;
        if fraction > self.fraction {
            self.fraction = fraction;
            self.surface = Some(surface());
        }
        true
    }

    /// Clips by planes as they are stored; `first_side` is the index of the first.
    pub(super) fn by_sides(&mut self, sweep: &Sweep, sides: &[[f32; 4]], first_side: u32) -> bool {
        // The loop is there three times, so that it asks nothing of the shape.
        match sweep.axes {
            _ if sweep.is_point => self.by_planes(sweep, sides, first_side, |_| 0.0),
            None => self.by_planes(sweep, sides, first_side, |normal| normal.abs().dot(sweep.half)),
            Some(_) => self.by_planes(sweep, sides, first_side, |normal| sweep.reach(normal)),
        }
    }

    fn by_planes(&mut self, sweep: &Sweep, sides: &[[f32; 4]], first_side: u32, reach: impl Fn(DVec3) -> f64) -> bool {
        sides.iter().zip(first_side..).all(|(side, index)| {
            let normal = DVec3::new(f64::from(side[0]), f64::from(side[1]), f64::from(side[2]));
            let before = side_distance(side, sweep.start) - reach(normal);
            self.by_plane(before, before + normal.dot(sweep.delta), || Surface::Side(index))
        })
    }

    /// Clips by a plane in `f64`.
    pub(super) fn by_facet(&mut self, sweep: &Sweep, normal: DVec3, dist: f64) -> bool {
        let before = normal.dot(sweep.start) - dist - sweep.reach(normal);
        self.by_plane(before, before + normal.dot(sweep.delta), || Surface::Facet(normal, dist))
    }
}
