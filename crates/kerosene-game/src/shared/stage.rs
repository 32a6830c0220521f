//! A stage for tests: an entity world with the stock classes whose movers move, as the engine moves them.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{EntityId, EntityWorld, Motion, Pose, Request, TouchPhase, TracedEvent};
use kerosene_math::{Aabb, Angles, Vec3};
use std::time::Duration;

/// A world that ticks.
pub(crate) struct Stage {
    pub(crate) world: EntityWorld,
    /// Length of a tick.
    pub(crate) interval: Duration,
    /// Who stands in the way of a mover.
    pub(crate) obstacle: Option<(EntityId, EntityId)>,
    fired: Vec<String>,
}

impl Stage {
    /// Entities as a map states them, with the boxes of brush models 1, 2, ...; 64 ticks a second.
    pub(crate) fn new(entities: &str, boxes: &[[f32; 6]]) -> Self {
        let mut world = EntityWorld::new(&crate::registry().unwrap());
        let brushes = boxes.iter().map(|&[x, y, z, a, b, c]| Aabb::new(Vec3::new(x, y, z), Vec3::new(a, b, c)));
        let models: Vec<Aabb> = std::iter::once(Aabb::EMPTY).chain(brushes).collect();
        let text = format!("{{ classname worldspawn }} {entities}");
        let report = world.load_from_kv(&text, &models, "test").unwrap();
        assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
        world.set_tracing(true);
        Self { world, interval: Duration::from_nanos(15_625_000), obstacle: None, fired: Vec::new() }
    }

    /// The entity of a name.
    pub(crate) fn find(&self, name: &str) -> EntityId {
        self.world.find_by_name(name).next().unwrap()
    }

    /// A player somewhere.
    pub(crate) fn player(&mut self, at: Vec3) -> EntityId {
        let player = self.world.spawn_with("player", &[]);
        self.world.set_pose(player, Pose::new(at, Angles::ZERO));
        player
    }

    /// An input with a value as a wire brings it, now.
    pub(crate) fn input(&mut self, name: &str, input: &str, value: &str) {
        let target = self.find(name);
        let value = match value {
            "" => kerosene_entity::Value::None,
            text => kerosene_entity::Value::Text(self.world.intern(text)),
        };
        assert!(self.world.accept_input(target, input, value, None, None), "{input}");
        self.note_fired();
    }

    /// A touch.
    pub(crate) fn touch(&mut self, name: &str, other: EntityId, phase: TouchPhase) {
        // What is gone is touched by nobody.
        let Some(touched) = self.world.find_by_name(name).next() else { return };
        self.world.touch(touched, other, phase);
        self.note_fired();
    }

    /// Plays on for so many seconds.
    pub(crate) fn play(&mut self, seconds: f64) {
        let ticks = (seconds / self.interval.as_secs_f64()).round() as u64;
        (0..ticks).for_each(|_| self.tick());
    }

    /// Plays one tick.
    pub(crate) fn tick(&mut self) {
        self.world.begin_tick(self.interval);
        self.move_movers();
        self.world.run_due();
        self.note_fired();
    }

    fn move_movers(&mut self) {
        let movers: Vec<EntityId> =
            self.world.entities().filter(|&entity| self.world.motion(entity).is_some()).collect();
        for mover in movers {
            let Some(motion) = self.world.motion(mover) else { continue };
            match self.obstacle.filter(|&(held, _)| held == mover) {
                Some((_, other)) if self.world.flags(mover).contains(kerosene_entity::Flags::CRUSHES) => {
                    self.world.blocked(mover, other);
                    self.advance(mover, motion);
                }
                Some((_, other)) => {
                    let finish = motion.finish.time().map(|finish| finish + self.interval);
                    let finish = finish.map_or(motion.finish, kerosene_entity::Due::at);
                    self.world.set_motion(mover, Motion { finish, ..motion });
                    self.world.blocked(mover, other);
                }
                None => self.advance(mover, motion),
            }
        }
    }

    fn advance(&mut self, mover: EntityId, motion: Motion) {
        if motion.finish.has_come(self.world.time()) {
            return self.world.finish_motion(mover);
        }
        let (from, seconds) = (self.world.local_pose(mover), self.interval.as_secs_f32());
        let to = motion.pose_at(from, seconds, self.world.time());
        self.world.set_local_pose(mover, to);
    }

    /// Outputs fired since the last call, wired or not: `seconds name.Output`.
    pub(crate) fn fired(&mut self) -> Vec<String> {
        self.note_fired();
        std::mem::take(&mut self.fired)
    }

    /// The outputs alone.
    pub(crate) fn outputs(&mut self) -> Vec<String> {
        self.fired().into_iter().filter_map(|line| Some(line.rsplit_once('.')?.1.to_owned())).collect()
    }

    fn note_fired(&mut self) {
        for entry in self.world.take_trace().0 {
            if let TracedEvent::Fired { .. } = entry.what {
                let caller = entry.caller.map_or("", |caller| self.world.name_of(caller));
                let output = self.world.text(entry.output);
                self.fired.push(format!("{:.3} {caller}.{output}", entry.time as f64 / 1e9));
            }
        }
    }

    /// Requests left since the last call.
    pub(crate) fn requests(&mut self) -> Vec<Request> {
        self.world.take_requests().into_iter().map(|requested| requested.request).collect()
    }

    /// What was shown to players since the last call; other requests are lost.
    pub(crate) fn messages(&mut self) -> Vec<String> {
        let requests = self.requests();
        let texts = requests.iter().filter_map(|request| match request {
            Request::Message { text, .. } => Some(self.world.text(*text).to_owned()),
            _ => None,
        });
        texts.collect()
    }

    /// Position of an entity.
    pub(crate) fn origin(&self, name: &str) -> Vec3 {
        self.world.origin(self.find(name))
    }

    /// Angles of an entity.
    pub(crate) fn angles(&self, name: &str) -> Angles {
        self.world.angles(self.find(name))
    }
}
