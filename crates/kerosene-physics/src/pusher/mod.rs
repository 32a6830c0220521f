//! Kinematic brush models that push, carry, are blocked and crush: doors, lifts, trains, turning platforms.
//!
//! # What a tick does
//!
//! [`Pusher::push_team`] moves the models of one team from where they are to where they should be, with everything that
//! is affected, or moves nothing at all. Like Quake's movers (id Software 1996, 1997) they are kinematic: nothing slows
//! them down but being blocked. Bodies do not collide with each other.
//!
//! * *Carry.* Who stands on a model goes where the place underfoot goes, turns with it, and keeps the velocity relative
//!   to it. Whoever meets a wall on the way is left behind, sliding on the model. Who came from the air or from other
//!   ground in this very tick has already moved by a speed that has the model's in it, and is only taken up and down.
//! * *Push.* A model that does not turn is swept against each body near its way, in one piece however far it goes, so
//!   nothing is passed through. A body that is met is taken along for the rest of the way and stays as far from the
//!   surface as the tracer keeps things. A model that turns moves in steps of at most 4 units; a body that it then
//!   overlaps leaves by the shortest way out.
//! * *Slide.* A body that is pushed or carried against something slides along it.
//! * *Blocked.* Where a body ends up in a model of the team, the whole tick of the team is undone to the bit: models and
//!   bodies ([`Outcome::Blocked`] says which). The entity then turns back, waits or hurts, as its class likes.
//! * *Crush.* A model that does not stop for anything leaves such a body inside itself and says so in
//!   [`Body::crushed_by`], tick after tick, until it is dead or free.
//! * *Falling away.* Ground that starts to go down takes those on it along at any speed. If it then goes down faster and
//!   faster than gravity would, they are left in the air with the speed that they had.
//!
//! No body ends in something solid that it was not in before, unless it is crushed.
//!
//! # How an engine uses it
//!
//! State: [`PlacedModels`](kerosene_bsp::PlacedModels) with a model for each brush entity, the pose of each, and how it
//! moved in the last tick ([`ModelMotion`]: part of the state, and of saves). A tick, after the players have moved:
//!
//! ```
//! use kerosene_bsp::sample::{SampleBrush, build};
//! use kerosene_bsp::{CollisionMap, Contents, ModelPose, MovingModel, PlacedModels, Trace, TraceRequest};
//! use kerosene_math::Vec3;
//! use kerosene_physics::pusher::{Body, ModelMotion, OnBlock, Outcome, Push, PushTick, Pusher};
//! use kerosene_physics::{
//!     CollisionWorld, GroundMotion, MoveParameters, PlayerCommand, PlayerState, player_move,
//! };
//!
//! /// What players collide with.
//! struct World {
//!     map: CollisionMap,
//!     models: PlacedModels,
//!     motions: Vec<ModelMotion>,
//! }
//!
//! impl CollisionWorld for World {
//!     fn trace(&self, request: &TraceRequest) -> Trace {
//!         self.map.trace_placed(request, &self.models)
//!     }
//!     fn point_contents(&self, point: Vec3) -> Contents {
//!         self.map.contents_placed(point, &self.models)
//!     }
//!     fn ground_motion(&self, model: u32, point: Vec3) -> GroundMotion {
//!         // Here, names are indices counted from 1.
//!         GroundMotion { carried: self.motions[model as usize - 1].velocity_at(point), conveyor: Vec3::ZERO }
//!     }
//! }
//!
//! let lift = SampleBrush::block(Vec3::new(-64.0, -64.0, -16.0), Vec3::new(64.0, 64.0, 0.0));
//! let map = CollisionMap::new(&build(&[vec![], vec![lift]]).to_file()?);
//! let models = PlacedModels::new(&map, vec![MovingModel::at_rest(1, 1)]);
//! let mut world = World { map, models, motions: vec![ModelMotion::default()] };
//! let mut player = PlayerState::at(Vec3::Z);
//! let mut pose = ModelPose::default();
//! let (mut pusher, mut bodies) = (Pusher::default(), Vec::new());
//! let tick = PushTick { seconds: 1.0 / 64.0, gravity: 800.0 };
//! for _ in 0..64 {
//!     let command = PlayerCommand::default();
//!     let events = player_move(&world, &MoveParameters::default(), &command, &mut player, 15_625_000);
//!     bodies.clear();
//!     bodies.push(Body::of_player(&player, &events));
//!     // For every team in the order of its first entity:
//!     let to = ModelPose { origin: pose.origin + Vec3::Z * (100.0 * tick.seconds), ..pose };
//!     let team = [Push { model: 0, from: pose, to, on_block: OnBlock::Stop }];
//!     match pusher.push_team(&world.map, &mut world.models, &mut bodies, &team, &tick) {
//!         Outcome::Moved => {
//!             world.motions[0] = ModelMotion::between(pose, to, tick.seconds);
//!             pose = to;
//!         }
//!         // Nothing has moved: tell the mover's entity who is in the way.
//!         Outcome::Blocked { .. } => world.motions[0] = ModelMotion::default(),
//!     }
//!     // View: `player_view.yaw += bodies[0].turned`. Hurt it if `crushed_by`, touch if `pushed_by`.
//!     bodies[0].apply_to(&mut player);
//! }
//! assert!((player.origin.z - 100.0).abs() <= 0.03125);
//! # Ok::<(), kerosene_bsp::BspError>(())
//! ```
//!
//! Parented movers are one team: each part with its own way, worked out from its parent's pose. A model that does not
//! move needs no push; one that *was* moving and stops needs its [`ModelMotion`] set to rest. The order of the teams is
//! the caller's and must come from the state alone.

mod body;
mod motion;
mod push;
mod resolve;

pub use body::Body;
pub use motion::{ModelMotion, OnBlock, Push};
pub use push::{Outcome, PushTick, Pusher};
