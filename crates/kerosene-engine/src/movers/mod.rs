//! Step 3 of a tick: what moves by itself moves, pushes and carries.
//!
//! An entity with a [`Motion`] goes along it; an entity with a [`Parent`] goes where its parent goes. All that hangs
//! together by parents, from one entity without a parent down, is a *team*: it moves as a whole or, where somebody
//! stands in the way, not at all. Teams take their turns in the order of their first entities' slots, and nothing but
//! the state decides.
//!
//! A mover that crushes ([`Flags::CRUSHES`]) moves on, into whoever can make no room, and is told of them as of somebody
//! who blocks it.
//!
//! Handlers run when every team has had its turn: who was blocked is told by whom, then who has arrived is told so. A
//! motion that is blocked is late by the tick that it lost.

mod family;

use crate::{
    engine::Engine,
    level::Level,
    players::Player,
    world::{World, model_pose},
};
use family::{Family, Member};
use kerosene_entity::{Due, EntityId, EntityWorld, Flags, Motion, Pose};
use kerosene_math::Angles;
use kerosene_physics::pusher::{Body, OnBlock, Outcome, Push, PushTick, Pusher};
use std::{ops::Range, time::Duration};

/// Degrees, a whole number of turns, at which what turns for ever begins to count anew.
const MOST_TURNED: f32 = 720.0;

/// Memory that the step works in, used again from tick to tick; no part of the state.
#[derive(Debug, Default)]
pub(crate) struct Movers {
    family: Family,
    pusher: Pusher,
    bodies: Vec<Body>,
    team: Vec<Push>,
    /// Which member each push of the team is of.
    pushed: Vec<usize>,
    /// Movers that were blocked, and by whom; or that moved into whom.
    blocked: Vec<(EntityId, EntityId)>,
    arrived: Vec<EntityId>,
    /// What turns for ever. All of it, so that the list grows when it sets out and not when it has turned far.
    endless: Vec<EntityId>,
}

impl Engine {
    /// Moves everything that moves by itself.
    pub(crate) fn move_movers(&mut self) {
        let Some(level) = &mut self.level else { return };
        let interval = self.clock.rate().interval();
        let tick = PushTick { seconds: interval.as_secs_f32(), gravity: self.tick_parameters.gravity };
        let players = self.players.as_mut_slice();
        let movers = &mut self.movers;
        movers.bodies.clear();
        movers.bodies.extend(players.iter().map(|player| Body::of_player(&player.state, &player.events)));
        movers.run(level, players, &tick, interval);
        for (player, body) in players.iter_mut().zip(&movers.bodies) {
            body.apply_to(&mut player.state);
            if body.turned != 0.0 {
                player.turn(Angles { yaw: player.view.yaw + body.turned, ..player.view });
            }
        }
        self.tell_movers();
    }

    /// Runs the handlers of those that were blocked or have arrived.
    fn tell_movers(&mut self) {
        let Some(level) = &mut self.level else { return };
        for (mover, other) in self.movers.blocked.drain(..) {
            level.entities.blocked(mover, other);
        }
        let now = level.entities.time();
        for mover in self.movers.arrived.drain(..) {
            // A handler that ran before may have sent it elsewhere.
            if level.entities.motion(mover).is_some_and(|motion| motion.finish.has_come(now)) {
                level.entities.finish_motion(mover);
            }
        }
    }
}

impl Movers {
    /// Name of the model that pushed a player aside in this tick, by the player's place in the list.
    pub(crate) fn pusher_of(&self, player: usize) -> Option<u32> {
        self.bodies.get(player)?.pushed_by
    }

    fn run(&mut self, level: &mut Level, players: &[Player], tick: &PushTick, interval: Duration) {
        self.wind_back(&mut level.entities);
        level.world.begin_step(&level.entities, tick.seconds);
        self.family.gather(&level.entities);
        let mut first = 0;
        while first < self.family.members().len() {
            let team = first..self.family.end_of_team(first);
            self.family.plan(team.clone(), &level.entities, tick.seconds);
            match self.move_team(team.clone(), level, tick) {
                Outcome::Moved => self.note_crushed(team.clone(), &level.world, players),
                Outcome::Blocked { body, model } => {
                    self.hold_up(team.clone(), &mut level.entities, interval, model, players[body].entity);
                }
            }
            first = team.end;
        }
    }

    /// Lets what turns for ever count its turns anew before the numbers grow so large that they lose precision.
    fn wind_back(&mut self, entities: &mut EntityWorld) {
        let endless = entities.store().query::<(EntityId, Motion)>().filter(|(_, motion)| motion.finish == Due::NEVER);
        self.endless.clear();
        self.endless.extend(endless.map(|(entity, _)| entity));
        for &entity in &self.endless {
            let pose = entities.local_pose(entity);
            let Angles { pitch, yaw, roll } = pose.angles();
            if [pitch, yaw, roll].iter().any(|angle| angle.abs() >= MOST_TURNED) {
                let [pitch, yaw, roll] = [pitch, yaw, roll].map(|angle| angle % MOST_TURNED);
                entities.set_local_pose(entity, Pose::new(pose.origin, Angles::new(pitch, yaw, roll)));
            }
        }
    }

    /// Moves one team, or nobody of it.
    fn move_team(&mut self, team: Range<usize>, level: &mut Level, tick: &PushTick) -> Outcome {
        let Level { world, entities, .. } = level;
        self.list_pushes(team.clone(), world, entities);
        let outcome = self.pusher.push_team(&world.collision, &mut world.models, &mut self.bodies, &self.team, tick);
        if outcome == Outcome::Moved {
            for push in &self.team {
                let part = &mut world.parts[push.model];
                (part.previous, part.pose) = (push.from, push.to);
            }
            for member in &self.family.members()[team] {
                settle(member, entities, &mut self.arrived);
            }
        }
        outcome
    }

    /// Lets a team whose way is blocked arrive later by the tick that it lost, and notes whom to tell.
    fn hold_up(
        &mut self,
        team: Range<usize>,
        entities: &mut EntityWorld,
        interval: Duration,
        model: usize,
        other: EntityId,
    ) {
        for member in &self.family.members()[team.clone()] {
            let Some(motion) = member.motion else { continue };
            let finish = motion.finish.time().map_or(Due::NEVER, |time| Due::at(time + interval));
            entities.set_motion(member.entity, Motion { finish, ..motion });
        }
        self.note_blocked(team, model, other);
    }

    /// Notes whom a team that has moved is now inside of.
    fn note_crushed(&mut self, team: Range<usize>, world: &World, players: &[Player]) {
        for (index, player) in players.iter().enumerate() {
            let crushed_by = self.bodies.get(index).and_then(|body| body.crushed_by);
            if let Some(model) = crushed_by.and_then(|name| world.index_of(name)) {
                self.note_blocked(team.clone(), model, player.entity);
            }
        }
    }

    /// Notes who of a team moves a model, and who is in its way.
    fn note_blocked(&mut self, team: Range<usize>, model: usize, other: EntityId) {
        let at = self.team.iter().position(|push| push.model == model).map(|push| self.pushed[push]);
        if let Some(mover) = at.and_then(|at| self.family.moving_ancestor(team, at)) {
            self.blocked.push((mover, other));
        }
    }

    /// The team's brush models that go somewhere.
    fn list_pushes(&mut self, team: Range<usize>, world: &World, entities: &EntityWorld) {
        self.team.clear();
        self.pushed.clear();
        for index in team.clone() {
            let member = &self.family.members()[index];
            let Some(model) = world.index_of_entity(member.entity) else { continue };
            let (from, to) = (world.parts[model].pose, model_pose(member.to));
            if from != to {
                let mover = self.family.moving_ancestor(team.clone(), index);
                let crushes = mover.is_some_and(|mover| entities.flags(mover).contains(Flags::CRUSHES));
                let on_block = if crushes { OnBlock::Crush } else { OnBlock::Stop };
                self.team.push(Push { model, from, to, on_block });
                self.pushed.push(index);
            }
        }
    }
}

/// Gives an entity its new pose; what follows it without a motion of its own comes along by that.
fn settle(member: &Member, entities: &mut EntityWorld, arrived: &mut Vec<EntityId>) {
    match (member.local, member.motion) {
        (Some(local), Some(_)) => entities.set_local_pose(member.entity, local),
        (None, Some(_)) if member.from != member.to => entities.set_pose(member.entity, member.to),
        _ => {}
    }
    if member.motion.is_some_and(|motion| motion.finish.has_come(entities.time())) {
        arrived.push(member.entity);
    }
}
