//! Compiled brush models that move, and players among them, one call per tick.

use kerosene_bsp::sample::{SampleBrush, build};
use kerosene_bsp::{
    Bsp, CollisionMap, Contents, ModelPose, MovingModel, PlacedModels, Trace, TraceRequest, TraceShape,
};
use kerosene_math::Vec3;
use kerosene_physics::pusher::{Body, ModelMotion, OnBlock, Outcome, Push, PushTick, Pusher};
use kerosene_physics::{
    CollisionWorld, GroundMotion, MoveEvents, MoveParameters, PlayerCommand, PlayerState, player_move,
};

/// Ticks per second.
pub const RATE: usize = 64;
pub const SECONDS: f32 = 1.0 / RATE as f32;
const INTERVAL_NS: u64 = 15_625_000;

/// A map with models; the one of index `n` has the name `n + 1`.
pub struct MovingWorld {
    pub map: CollisionMap,
    pub models: PlacedModels,
    pub poses: Vec<ModelPose>,
    pub motions: Vec<ModelMotion>,
    pub belts: Vec<Vec3>,
}

impl MovingWorld {
    /// The world, then each model with the point that it turns about.
    pub fn new(world: Vec<SampleBrush>, models: Vec<(Vec<SampleBrush>, Vec3)>) -> Self {
        let (brushes, pivots): (Vec<_>, Vec<_>) = models.into_iter().unzip();
        let all: Vec<Vec<SampleBrush>> = std::iter::once(world).chain(brushes).collect();
        let mut bsp = build(&all);
        for (record, pivot) in bsp.models.iter_mut().skip(1).zip(&pivots) {
            record.origin = pivot.to_array();
        }
        Self::of(&bsp)
    }

    /// A compiled map with all its models.
    pub fn of(bsp: &Bsp) -> Self {
        let count = bsp.models.len() - 1;
        let map = CollisionMap::new(&bsp.to_file().unwrap());
        let models = PlacedModels::new(&map, (1..=count as u32).map(|name| MovingModel::at_rest(name, name)).collect());
        let poses = (0..count).map(|index| models.home(index)).collect();
        Self { map, models, poses, motions: vec![ModelMotion::default(); count], belts: vec![Vec3::ZERO; count] }
    }

    /// Whether a box overlaps something solid.
    pub fn is_solid(&self, origin: Vec3, shape: TraceShape, mask: Contents) -> bool {
        self.trace(&TraceRequest::at(origin, shape, mask)).start_solid
    }
}

impl CollisionWorld for MovingWorld {
    fn trace(&self, request: &TraceRequest) -> Trace {
        self.map.trace_placed(request, &self.models)
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        self.map.contents_placed(point, &self.models)
    }

    fn ground_motion(&self, model: u32, point: Vec3) -> GroundMotion {
        let index = model as usize - 1;
        GroundMotion { carried: self.motions[index].velocity_at(point), conveyor: self.belts[index] }
    }
}

/// Players in a moving world.
pub struct Level {
    pub world: MovingWorld,
    pub parameters: MoveParameters,
    pub players: Vec<PlayerState>,
    pub commands: Vec<PlayerCommand>,
    pub events: Vec<MoveEvents>,
    pub bodies: Vec<Body>,
    pub pusher: Pusher,
}

impl Level {
    pub fn new(world: MovingWorld) -> Self {
        Self {
            world,
            parameters: MoveParameters::default(),
            players: Vec::new(),
            commands: Vec::new(),
            events: Vec::new(),
            bodies: Vec::new(),
            pusher: Pusher::default(),
        }
    }

    pub fn with_player(mut self, origin: Vec3) -> Self {
        self.players.push(PlayerState::at(origin));
        self.commands.push(PlayerCommand::default());
        self.events.push(MoveEvents::default());
        self
    }

    /// The way of one model by so much, and turned by so much yaw.
    pub fn way(&self, model: usize, by: Vec3, yaw: f32) -> Push {
        let from = self.world.poses[model];
        let mut to = ModelPose { origin: from.origin + by, ..from };
        to.angles.yaw += yaw;
        Push { model, from, to, on_block: OnBlock::Stop }
    }

    /// Moves players, then the teams in order.
    pub fn tick(&mut self, teams: &[Vec<Push>]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        self.tick_quietly(teams, |outcome| outcomes.push(outcome));
        outcomes
    }

    /// The same, without a list of what became of the teams.
    pub fn tick_quietly(&mut self, teams: &[Vec<Push>], mut became: impl FnMut(Outcome)) {
        let Self { world, players, commands, events, parameters, .. } = self;
        for ((player, command), events) in players.iter_mut().zip(commands).zip(events) {
            *events = player_move(world, parameters, command, player, INTERVAL_NS);
        }
        self.bodies.clear();
        let players = self.players.iter().zip(&self.events);
        self.bodies.extend(players.map(|(player, events)| Body::of_player(player, events)));
        self.world.motions.fill(ModelMotion::default());
        teams.iter().for_each(|team| became(self.push(team)));
        for (index, body) in self.bodies.iter().enumerate() {
            body.apply_to(&mut self.players[index]);
            self.commands[index].view.yaw += body.turned;
        }
    }

    /// Moves one team.
    pub fn push(&mut self, team: &[Push]) -> Outcome {
        let tick = PushTick { seconds: SECONDS, gravity: self.parameters.gravity };
        let world = &mut self.world;
        let outcome = self.pusher.push_team(&world.map, &mut world.models, &mut self.bodies, team, &tick);
        if outcome == Outcome::Moved {
            let known = world.poses.len();
            for push in team.iter().filter(|push| push.model < known) {
                world.motions[push.model] = ModelMotion::between(push.from, push.to, SECONDS);
                world.poses[push.model] = push.to;
            }
        }
        outcome
    }
}
