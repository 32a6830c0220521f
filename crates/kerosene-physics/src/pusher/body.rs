//! What movers push and carry.

use crate::events::MoveEvents;
use crate::hull::Hull;
use crate::state::{PlayerFlags, PlayerState};
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_math::Vec3;

/// Something that movers push and carry, as much of it as they need to know: a player, later a prop.
///
/// The engine makes a list of them each tick, in an order that does not depend on anything but the state of the
/// simulation, and takes the changes back. What happened to a body during the tick is in it as well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Place, in units.
    pub origin: Vec3,
    /// Units per second; relative to what is stood on.
    pub velocity: Vec3,
    /// The box that collides, about the origin.
    pub hull: Hull,
    /// What stops it.
    pub mask: Contents,
    /// Name of the model that it stands on ([`kerosene_bsp::MovingModel::id`]): what takes it up and down.
    pub ground: Option<u32>,
    /// Name of the model that bore it during its own move: what takes it along sideways, and around. The same as
    /// `ground`, but in the tick in which it lands, steps over or walks off.
    pub ridden: Option<u32>,
    /// Velocity of that model when it was last stood on, units per second.
    pub base_velocity: Vec3,
    /// Neither pushed nor carried: a player who flies through everything.
    pub is_ghost: bool,
    /// How far the ground turned it to the left, in degrees: what to add to a player's view and to where a prop faces.
    pub turned: f32,
    /// The last model that pushed it aside, for touch handlers.
    pub pushed_by: Option<u32>,
    /// The last model that moved into it because nothing could make room: what it is hurt by.
    pub crushed_by: Option<u32>,
}

impl Body {
    /// A body at rest in the air.
    #[must_use]
    pub const fn at(origin: Vec3, hull: Hull, mask: Contents) -> Self {
        Self {
            origin,
            velocity: Vec3::ZERO,
            hull,
            mask,
            ground: None,
            ridden: None,
            base_velocity: Vec3::ZERO,
            is_ghost: false,
            turned: 0.0,
            pushed_by: None,
            crushed_by: None,
        }
    }

    /// A player as movers see it, after a move of which `events` came.
    #[must_use]
    pub fn of_player(player: &PlayerState, events: &MoveEvents) -> Self {
        Self {
            velocity: player.velocity,
            ground: player.on_ground.and_then(|ground| ground.model),
            ridden: events.ridden,
            base_velocity: player.base_velocity,
            is_ghost: player.flags.contains(PlayerFlags::NOCLIP),
            ..Self::at(player.origin, player.hull(), Contents::MASK_PLAYER_SOLID)
        }
    }

    /// Gives a player what the movers did to it. The view, which [`Body::turned`] turns, is the caller's.
    ///
    /// ```
    /// use kerosene_math::Vec3;
    /// use kerosene_physics::{MoveEvents, PlayerState, pusher::Body};
    /// let mut player = PlayerState::at(Vec3::ZERO);
    /// let mut body = Body::of_player(&player, &MoveEvents::default());
    /// body.origin.z += 10.0;
    /// body.apply_to(&mut player);
    /// assert_eq!(player.origin, Vec3::Z * 10.0);
    /// ```
    pub fn apply_to(&self, player: &mut PlayerState) {
        player.origin = self.origin;
        player.velocity = self.velocity;
        player.base_velocity = self.base_velocity;
        if self.ground.is_none() && player.on_ground.is_some_and(|ground| ground.model.is_some_and(|model| model != 0))
        {
            player.on_ground = None;
        }
    }

    /// The body at rest at a place, as a question to the tracer.
    pub(crate) fn request(&self, at: Vec3) -> TraceRequest {
        TraceRequest::at(at, self.hull.shape(), self.mask)
    }
}
