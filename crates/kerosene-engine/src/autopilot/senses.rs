//! What the walker can find out by sweeping its hull: where one stride would take it.

use kerosene_bsp::{Contents, Trace, TraceRequest};
use kerosene_math::Vec3;
use kerosene_physics::{CollisionWorld, Hull};

/// Length of a stride, in units: the size of a remembered cell.
pub(super) const STRIDE: f32 = 64.0;
/// Height that is walked up without jumping, a little below `sv_stepsize`.
const STEP: f32 = 17.5;
/// Height that a jump clears with room to spare.
const JUMP: f32 = 52.0;
/// Width of a gap that a running jump clears.
const LEAP: f32 = 176.0;
/// Deepest fall that does not hurt: 580 units per second at the default gravity.
const SAFE_DROP: f32 = 200.0;
/// How far down to look for ground.
const DEEPEST: f32 = 2048.0;
/// Height of the swimmer's reach out of the water: what a jump out of it is allowed.
const CLAMBER: f32 = 72.0;
/// Least share of a stride that counts as having got anywhere.
const LEAST: f32 = 0.55;
/// Steepest ground that is stood on.
const WALKABLE: f32 = 0.7;

/// What is lowered to feel for the ground's end.
const PROBE: Hull = Hull { mins: Vec3::new(-4.0, -4.0, 0.0), maxs: Vec3::new(4.0, 4.0, 8.0) };

/// How a stride is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gait {
    /// On foot, steps included.
    Walk,
    /// With a jump onto something.
    Jump,
    /// With a running jump across a gap.
    Leap,
    /// Ducked.
    Crawl,
    /// Off a ledge, without harm.
    Drop,
    /// Off a ledge, with harm or into the unknown.
    Plunge,
    /// Through a liquid.
    Swim,
}

/// A stride that the world allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stride {
    /// Where the feet end.
    pub(super) end: Vec3,
    /// How it is done.
    pub(super) gait: Gait,
}

/// The walker's view of the world.
pub(super) struct Senses<'a, W: ?Sized> {
    pub(super) world: &'a W,
}

impl<W: CollisionWorld + ?Sized> Senses<'_, W> {
    /// The stride from `from` along a horizontal unit `direction`, if there is one that is not plainly foolish.
    pub(super) fn stride(&self, from: Vec3, direction: Vec3) -> Option<Stride> {
        let walked = self.on_foot(from, direction, STRIDE, Hull::STANDING);
        if let Some(over) = walked {
            return self.come_down(from, direction, over);
        }
        let ground = |over: Vec3| self.ground_below(over).filter(|end| (end.z - from.z).abs() <= JUMP);
        if let Some(end) = self.ahead(from, direction, STRIDE, JUMP, Hull::STANDING).and_then(ground) {
            return self.unless_harmful(Stride { end, gait: Gait::Jump });
        }
        let end = self.on_foot(from, direction, STRIDE, Hull::DUCKED).and_then(ground)?;
        self.unless_harmful(Stride { end, gait: Gait::Crawl })
    }

    /// The stride through a liquid along any unit `direction`, or out of it onto a ledge.
    pub(super) fn stroke(&self, from: Vec3, direction: Vec3) -> Option<Stride> {
        let swum = self.sweep(from, from + direction * STRIDE, Hull::STANDING);
        if swum.fraction >= LEAST && !swum.start_solid {
            if self.is_liquid(swum.end) {
                return Some(Stride { end: swum.end, gait: Gait::Swim });
            }
            let landed = self.ground_below(swum.end).map(|end| Stride { end, gait: Gait::Walk });
            return landed.filter(|stride| stride.end.z >= from.z - STRIDE);
        }
        let level = Vec3::new(direction.x, direction.y, 0.0).normalize_or_zero();
        let over = self.ahead(from, level, STRIDE, CLAMBER, Hull::STANDING)?;
        let end = self.ground_below(over)?;
        self.unless_harmful(Stride { end, gait: Gait::Jump })
    }

    /// Whether the next `distance` units on foot are blocked for a hull lifted by a step.
    pub(super) fn is_blocked(&self, from: Vec3, direction: Vec3, distance: f32, hull: Hull) -> bool {
        self.on_foot(from, direction, distance, hull).is_none()
    }

    /// Whether a jump would clear what blocks the next `distance` units.
    pub(super) fn is_cleared_by_jump(&self, from: Vec3, direction: Vec3, distance: f32) -> bool {
        self.ahead(from, direction, distance, JUMP, Hull::STANDING).is_some()
    }

    /// Whether the ground ends within `distance` units.
    pub(super) fn is_ledge(&self, from: Vec3, direction: Vec3, distance: f32) -> bool {
        // A probe that is thinner than the body, so that a wall beside the way does not hide the ledge.
        let over = from + direction * distance + Vec3::Z * STEP;
        let down = self.sweep(over, over - Vec3::Z * (3.0 * STEP), PROBE);
        !down.start_solid && down.fraction >= 1.0
    }

    /// Whether going `distance` units ahead, or off the ledge there, ends in something that burns.
    pub(super) fn is_deadly(&self, from: Vec3, direction: Vec3, distance: f32) -> bool {
        let Some(over) = self.on_foot(from, direction, distance, Hull::DUCKED) else { return false };
        let down = self.sweep(over, over - Vec3::Z * DEEPEST, Hull::DUCKED);
        self.burns(down.end)
    }

    /// Whether a body at a place is in something that burns.
    pub(super) fn burns(&self, feet: Vec3) -> bool {
        self.world.point_contents(feet + Vec3::Z * 8.0).intersects(Contents::LAVA | Contents::SLIME)
    }

    /// Whether a point is in a liquid.
    pub(super) fn is_liquid(&self, feet: Vec3) -> bool {
        self.world.point_contents(feet + Vec3::Z * 36.0).intersects(Contents::LIQUID)
    }

    /// What a hull that has walked past a stride comes down to: ground, a leap's far side, or a drop.
    fn come_down(&self, from: Vec3, direction: Vec3, over: Vec3) -> Option<Stride> {
        let Some(end) = self.ground_below(over) else {
            return self.leap(from, direction).or(Some(Stride { end: over, gait: Gait::Plunge }));
        };
        let drop = from.z - end.z;
        if drop <= 2.0 * STEP {
            return self.unless_harmful(Stride { end, gait: Gait::Walk });
        }
        let harmless = drop <= SAFE_DROP || self.world.point_contents(end + Vec3::Z).intersects(Contents::WATER);
        let gait = if harmless { Gait::Drop } else { Gait::Plunge };
        let down = self.unless_harmful(Stride { end, gait });
        // Ground on the other side is better than a fall that hurts.
        if harmless { down } else { self.leap(from, direction).or(down) }
    }

    /// A running jump to ground of about the same height.
    fn leap(&self, from: Vec3, direction: Vec3) -> Option<Stride> {
        let over = self.ahead(from, direction, LEAP, JUMP * 0.75, Hull::STANDING)?;
        let end = self.ground_below(over).filter(|end| (end.z - from.z).abs() <= JUMP * 0.75)?;
        self.unless_harmful(Stride { end, gait: Gait::Leap })
    }

    /// Ahead by `length` over a step, or level where the ceiling is too low for one.
    fn on_foot(&self, from: Vec3, direction: Vec3, length: f32, hull: Hull) -> Option<Vec3> {
        let over_step = self.ahead(from, direction, length, STEP, hull);
        over_step.or_else(|| self.ahead(from, direction, length, 0.0, hull))
    }

    /// Up by `height`, ahead by `length`: where that ends, unless it is blocked early.
    fn ahead(&self, from: Vec3, direction: Vec3, length: f32, height: f32, hull: Hull) -> Option<Vec3> {
        let up = self.sweep(from, from + Vec3::Z * height, hull);
        if up.start_solid {
            return None;
        }
        let over = self.sweep(up.end, up.end + direction * length, hull);
        (over.fraction >= LEAST && !over.start_solid).then_some(over.end)
    }

    /// Ground to stand on below a place, however deep.
    fn ground_below(&self, over: Vec3) -> Option<Vec3> {
        let down = self.sweep(over, over - Vec3::Z * DEEPEST, Hull::DUCKED);
        let stands = down.fraction < 1.0 && !down.start_solid && down.plane.normal.z >= WALKABLE;
        stands.then_some(down.end)
    }

    fn unless_harmful(&self, stride: Stride) -> Option<Stride> {
        (!self.burns(stride.end)).then_some(stride)
    }

    fn sweep(&self, start: Vec3, end: Vec3, hull: Hull) -> Trace {
        self.world.trace(&TraceRequest { start, end, shape: hull.shape(), mask: Contents::MASK_PLAYER_SOLID })
    }
}
