//! A level to try scripts in: a player, a wall, no window.

use crate::scripts;
use kerosene_entity::{EntityId, EntityWorld, Registry};
use kerosene_framework::{Body, Framework, Ray, RayHit, Runtime, Scene};
use kerosene_math::Vec3;
use std::rc::Rc;
use std::time::Duration;

/// Seconds of a tick.
const STEP: f32 = 0.1;

/// What is around the entities: a wall across the level at x = −700, and a player that rays hit.
struct Surroundings {
    player: EntityId,
}

impl Scene for Surroundings {
    fn raycast(&self, world: &EntityWorld, ray: &Ray) -> Option<RayHit> {
        let way = world.origin(self.player) - ray.origin;
        let along = way.dot(ray.direction);
        let meets = along > 0.0 && along <= ray.distance + 16.0 && (way - ray.direction * along).length() < 16.0;
        let player = meets.then_some(RayHit {
            entity: Some(self.player),
            point: ray.origin + way,
            normal: -ray.direction,
            distance: along,
        });
        let to_wall = (-700.0 - ray.origin.x) / ray.direction.x;
        let wall = (to_wall > 0.0 && to_wall <= ray.distance).then_some(RayHit {
            entity: None,
            point: ray.origin + ray.direction * to_wall,
            normal: Vec3::X,
            distance: to_wall,
        });
        player.into_iter().chain(wall).min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    fn body(&self, _: &EntityWorld, entity: EntityId) -> Option<Body> {
        (entity == self.player).then_some(Body { velocity: Vec3::ZERO, mass: 80.0 })
    }

    fn is_player(&self, _: &EntityWorld, entity: EntityId) -> bool {
        entity == self.player
    }
}

/// The level.
pub(crate) struct Level {
    pub(crate) world: EntityWorld,
    pub(crate) framework: Framework,
    scene: Rc<dyn Scene>,
    player: EntityId,
}

impl Level {
    pub(crate) fn new() -> Self {
        let registry = Registry::new([]).expect("no class clashes with another where there is none");
        let mut world = EntityWorld::new(&registry);
        let player = world.spawn_with("player", &[("targetname", "player")]);
        let scene = Rc::new(Surroundings { player });
        Self { world, framework: Framework::new(&Runtime::new(scripts())), scene, player }
    }

    /// An entity with a script, as a mapper would write it.
    pub(crate) fn spawn(&mut self, name: &str, script: &str, origin: &str, keys: &[(&str, &str)]) -> EntityId {
        let mut all = vec![("targetname", name), ("script", script), ("origin", origin)];
        all.extend_from_slice(keys);
        self.world.spawn_with("thing", &all)
    }

    /// The player comes into an entity's volume.
    pub(crate) fn touch(&mut self, entity: EntityId) {
        self.framework.touch(&self.world, entity, self.player, true);
    }

    pub(crate) fn move_player(&mut self, origin: &str) {
        let numbers: Vec<f32> = origin.split(' ').filter_map(|number| number.parse().ok()).collect();
        self.world.set_origin(self.player, Vec3::from_slice(&numbers));
    }

    pub(crate) fn tick(&mut self) {
        self.world.begin_tick(Duration::from_secs_f32(STEP));
        self.framework.physics_update(&mut self.world, &self.scene, STEP);
        self.framework.update(&mut self.world, &self.scene, STEP);
        self.world.reclaim_removed();
        self.world.take_requests();
    }

    /// Ticks of so many seconds.
    #[cfg(test)]
    pub(crate) fn run(&mut self, seconds: f32) {
        (0..(seconds / STEP).round() as usize).for_each(|_| self.tick());
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.world.time().seconds()
    }

    /// What scripts said since the last time.
    pub(crate) fn said(&mut self) -> Vec<String> {
        let (messages, _) = self.framework.take_messages();
        messages.into_iter().map(|message| message.text).collect()
    }
}
