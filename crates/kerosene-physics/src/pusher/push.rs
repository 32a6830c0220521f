//! Moving a team, whole or not at all.

use super::body::Body;
use super::motion::{Push, Step};
use super::resolve::{Resolved, Scene};
use kerosene_bsp::{CollisionMap, ModelPose, MovingModel, PlacedModels};
use kerosene_math::{Aabb, Vec3};

/// How far beyond its way a team looks for bodies, in units.
const NEAR: f32 = 1.0;

/// What holds for every mover of a tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushTick {
    /// Length of the tick.
    pub seconds: f32,
    /// Acceleration downwards, in units per second squared: ground that falls away faster carries nobody along.
    pub gravity: f32,
}

/// What became of a team's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every model of the team is where it should be.
    Moved,
    /// Nothing has moved: a body could not make room.
    Blocked {
        /// Index of the body.
        body: usize,
        /// Index among the placed models of the model that it is in the way of.
        model: usize,
    },
}

/// Moves teams of models. It holds only memory to work in, which is used again from tick to tick.
#[derive(Debug, Clone, Default)]
pub struct Pusher {
    /// Indices of the bodies that the team may affect, and the bodies as they were.
    near: Vec<(usize, Body)>,
    /// The team's models, by index, as they were.
    kept: Vec<(usize, MovingModel)>,
    steps: Vec<Step>,
}

impl Pusher {
    /// Moves the models of a team, and pushes and carries bodies, or moves nothing.
    ///
    /// Pushes are taken in their order, bodies in theirs; nothing else decides. Pushes of models that do not exist and
    /// poses that are not finite are left out. Once its memory has grown to what a level needs, nothing is allocated.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, ModelPose, MovingModel, PlacedModels};
    /// use kerosene_math::Vec3;
    /// use kerosene_physics::Hull;
    /// use kerosene_physics::pusher::{Body, OnBlock, Outcome, Push, PushTick, Pusher};
    ///
    /// let wall = SampleBrush::block(Vec3::new(100.0, -99.0, 0.0), Vec3::new(116.0, 99.0, 99.0));
    /// let door = SampleBrush::block(Vec3::new(0.0, -32.0, 0.0), Vec3::new(16.0, 32.0, 96.0));
    /// let map = CollisionMap::new(&build(&[vec![wall], vec![door]]).to_file()?);
    /// let mut models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// let mut bodies = [Body::at(Vec3::new(40.0, 0.0, 1.0), Hull::STANDING, Contents::MASK_PLAYER_SOLID)];
    /// let mut push = |from: f32, to: f32| {
    ///     let [from, to] = [from, to].map(|x| ModelPose { origin: Vec3::X * x, ..ModelPose::default() });
    ///     let team = [Push { model: 0, from, to, on_block: OnBlock::Stop }];
    ///     let tick = PushTick { seconds: 1.0 / 64.0, gravity: 800.0 };
    ///     (Pusher::default().push_team(&map, &mut models, &mut bodies, &team, &tick), bodies[0].origin.x)
    /// };
    /// // 40 units: after 8 of them the door meets the body's hull, which reaches 16 to each side.
    /// assert_eq!(push(0.0, 40.0), (Outcome::Moved, 72.03125));
    /// // There is room for the body no farther than 84.
    /// assert_eq!(push(40.0, 60.0), (Outcome::Blocked { body: 0, model: 0 }, 72.03125));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn push_team(
        &mut self,
        map: &CollisionMap,
        models: &mut PlacedModels,
        bodies: &mut [Body],
        team: &[Push],
        tick: &PushTick,
    ) -> Outcome {
        if team.iter().all(|push| push.is_still() || !is_sound(push, models)) {
            return Outcome::Moved;
        }
        self.kept.clear();
        self.kept.extend(team.iter().filter_map(|push| Some((push.model, *models.as_slice().get(push.model)?))));
        self.find_near(models, bodies, team);
        // With nobody about, how the models get there does not matter.
        let steps = if self.near.is_empty() { 1 } else { steps_of(models, team) };
        let mut outcome = Outcome::Moved;
        for step in 1..=steps {
            self.place(models, team, step, steps);
            if step == 1 {
                self.let_fall(bodies, tick, steps);
            }
            outcome = self.step(map, models, bodies);
            if outcome != Outcome::Moved {
                self.undo(models, bodies);
                break;
            }
        }
        outcome
    }

    /// Notes the bodies that stand on a model of the team or are near its way.
    fn find_near(&mut self, models: &PlacedModels, bodies: &[Body], team: &[Push]) {
        self.near.clear();
        let way = team
            .iter()
            .filter(|push| is_sound(push, models))
            .fold(Aabb::EMPTY, |all, push| all.union(&way_of(models, push)));
        let way = way.expanded(NEAR);
        let names =
            |name: u32| team.iter().any(|push| models.as_slice().get(push.model).is_some_and(|model| model.id == name));
        for (index, body) in bodies.iter().enumerate().filter(|(_, body)| !body.is_ghost && body.origin.is_finite()) {
            let bounds = Aabb::new(body.origin + body.hull.mins, body.origin + body.hull.maxs);
            if [body.ground, body.ridden].into_iter().flatten().any(names) || bounds.touches(&way) {
                self.near.push((index, *body));
            }
        }
    }

    /// Moves the models by one step.
    fn place(&mut self, models: &mut PlacedModels, team: &[Push], step: u32, steps: u32) {
        self.steps.clear();
        for push in team {
            let Some(&before) = models.as_slice().get(push.model) else { continue };
            if !push.is_still() && is_sound(push, models) {
                models.pose(push.model, push.pose(step, steps));
            }
            let yaw = |step| push.pose(step, steps).angles.yaw;
            let turned = yaw(step) - yaw(step - 1);
            let after = models.as_slice()[push.model];
            self.steps.push(Step { model: push.model, on_block: push.on_block, before, after, turned });
        }
    }

    /// Lets go of those whose ground goes down ever faster than they would fall.
    fn let_fall(&self, bodies: &mut [Body], tick: &PushTick, steps: u32) {
        for &(index, before) in &self.near {
            let Some(step) = self.steps.iter().find(|step| Some(step.after.id) == before.ground) else { continue };
            let speed = step.way_of(before.origin).z * f64::from(steps) / f64::from(tick.seconds);
            let falling = f64::from(before.base_velocity.z);
            if falling < 0.0 && speed < falling - f64::from(tick.gravity) * f64::from(tick.seconds) {
                let body = &mut bodies[index];
                (body.ground, body.ridden) = (None, None);
                body.velocity += body.base_velocity;
                body.base_velocity = Vec3::ZERO;
            }
        }
    }

    /// Makes room for the models where they are now.
    fn step(&self, map: &CollisionMap, models: &PlacedModels, bodies: &mut [Body]) -> Outcome {
        let scene = Scene { map, models, steps: &self.steps };
        for &(index, _) in &self.near {
            let body = &mut bodies[index];
            if let Resolved::InTheWay { model } = scene.resolve(body) {
                return Outcome::Blocked { body: index, model };
            }
        }
        Outcome::Moved
    }

    /// Puts everything back.
    fn undo(&self, models: &mut PlacedModels, bodies: &mut [Body]) {
        for &(index, kept) in &self.kept {
            models.place(index, kept.origin, kept.orientation);
        }
        for &(index, body) in &self.near {
            bodies[index] = body;
        }
    }
}

/// Whether there is such a model and such a place.
fn is_sound(push: &Push, models: &PlacedModels) -> bool {
    let is_finite = |pose: &ModelPose| {
        let angles = pose.angles;
        pose.origin.is_finite() && [angles.pitch, angles.yaw, angles.roll].into_iter().all(f32::is_finite)
    };
    push.model < models.as_slice().len() && is_finite(&push.from) && is_finite(&push.to)
}

/// A box around all places that a model passes.
fn way_of(models: &PlacedModels, push: &Push) -> Aabb {
    let bounds = models.bounds(push.model);
    let straight = push.to.origin - push.from.origin;
    if !push.turns() {
        return bounds.union(&bounds.translated(straight));
    }
    let around = Aabb::new(push.from.origin, push.from.origin).expanded(radius(models, push) as f32 + NEAR);
    around.union(&around.translated(straight))
}

/// The farthest that a model reaches from the point that it turns about.
fn radius(models: &PlacedModels, push: &Push) -> f64 {
    let bounds = models.bounds(push.model);
    let pivot = push.from.origin;
    if bounds.is_empty() { 0.0 } else { (pivot - bounds.min).abs().max((bounds.max - pivot).abs()).as_dvec3().length() }
}

fn steps_of(models: &PlacedModels, team: &[Push]) -> u32 {
    let sound = team.iter().filter(|push| is_sound(push, models));
    sound.map(|push| push.steps(radius(models, push))).max().unwrap_or(1)
}
