//! The world that players collide with: the compiled map and the brush models of its entities.

mod parts;

pub(crate) use parts::{Part, model_pose};

use crate::snapshot::MoverSnapshot;
use core::hash::Hasher;
use kerosene_bsp::{BspFile, CollisionMap, Contents, ModelPose, MovingModel, PlacedModels, Trace, TraceRequest};
use kerosene_entity::{BrushModel, Conveyor, EntityId, EntityWorld, Flags, Pose};
use kerosene_math::Vec3;
use kerosene_physics::{CollisionWorld, GroundMotion, pusher::ModelMotion};
use std::sync::Arc;

/// The map together with the brush models of its entities, where those have put them.
///
/// Which models stop whom follows from the contents of their brushes: a door is solid, a trigger or a volume of
/// water is not, because no solid mask asks for it. A model that an entity has switched off stops nothing.
///
/// A model is named, in [`Trace::model`] and wherever a model is named, by its entity: [`World::entity`] leads back.
///
/// ```
/// use kerosene_bsp::{Contents, TraceRequest, TraceShape};
/// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
/// use kerosene_math::Vec3;
/// use kerosene_physics::CollisionWorld;
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// let start = engine.spawn_points()[0].origin;
/// let end = start - Vec3::Z * 1000.0;
/// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::MASK_PLAYER_SOLID };
/// assert!(engine.world().expect("loaded").trace(&request).hit());
/// # Ok::<(), kerosene_engine::LoadError>(())
/// ```
#[derive(Debug)]
pub struct World {
    bsp: Arc<BspFile>,
    pub(crate) collision: CollisionMap,
    /// One for each brush entity, in the order of slots.
    pub(crate) models: PlacedModels,
    /// What belongs to each of them.
    pub(crate) parts: Vec<Part>,
    /// Length of the movers' last step, in seconds.
    pub(crate) step_seconds: f32,
}

impl World {
    /// The map without any brush entity.
    pub(crate) fn new(bsp: BspFile) -> Self {
        let collision = CollisionMap::new(&bsp);
        let models = PlacedModels::new(&collision, Vec::new());
        Self { bsp: Arc::new(bsp), collision, models, parts: Vec::new(), step_seconds: 0.0 }
    }

    /// The compiled map, for who draws it to share.
    pub fn bsp(&self) -> &Arc<BspFile> {
        &self.bsp
    }

    /// The brush entities' models, where they are now.
    pub fn models(&self) -> &[MovingModel] {
        self.models.as_slice()
    }

    /// The entity that a model belongs to, by the name that traces give; `None` for the world and for what is no more.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// assert_eq!(engine.world().expect("loaded").entity(0), None);
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn entity(&self, model: u32) -> Option<EntityId> {
        self.index_of(model).map(|index| self.parts[index].entity)
    }

    /// Place among the models of the one with a name.
    pub(crate) fn index_of(&self, model: u32) -> Option<usize> {
        self.parts.binary_search_by_key(&model, |part| name_of(part.entity)).ok()
    }

    /// Place among the models of an entity's.
    pub(crate) fn index_of_entity(&self, entity: EntityId) -> Option<usize> {
        self.index_of(name_of(entity)).filter(|&index| self.parts[index].entity == entity)
    }

    /// Brings the models in line with the entities: who is there, where, and whether solid. Costs little where
    /// nothing has changed.
    pub(crate) fn follow(&mut self, entities: &EntityWorld) {
        if !self.has_same_entities(entities) {
            self.take_entities(entities);
        }
        for index in 0..self.parts.len() {
            let entity = self.parts[index].entity;
            self.place(index, entities.pose(entity));
            self.parts[index].conveyor = belt(entities, entity);
            let solid = !entities.flags(entity).contains(Flags::NON_SOLID);
            if self.parts[index].solid != solid {
                self.parts[index].solid = solid;
                self.models.fill(index, if solid { None } else { Some(Contents::empty()) });
            }
        }
    }

    /// Begins the movers' step: nothing moves any more until it does.
    pub(crate) fn begin_step(&mut self, entities: &EntityWorld, seconds: f32) {
        self.follow(entities);
        self.step_seconds = seconds;
        for part in &mut self.parts {
            part.previous = part.pose;
        }
    }

    /// Moves a model at once, without pushing anything.
    pub(crate) fn place(&mut self, index: usize, pose: Pose) {
        let part = &mut self.parts[index];
        let pose = model_pose(pose);
        if part.pose != pose {
            (part.pose, part.previous) = (pose, pose);
            self.models.pose(index, pose);
        }
    }

    fn has_same_entities(&self, entities: &EntityWorld) -> bool {
        let mut known = self.parts.iter();
        let same = self
            .brush_entities(entities)
            .all(|(entity, model)| known.next().is_some_and(|part| part.entity == entity && part.model == model));
        same && known.next().is_none()
    }

    /// Begins anew with the entities that there are; those that were there before keep their motion.
    fn take_entities(&mut self, entities: &EntityWorld) {
        let found: Vec<_> = self.brush_entities(entities).collect();
        let models = found.iter().map(|&(entity, model)| MovingModel::at_rest(name_of(entity), model)).collect();
        self.models = PlacedModels::new(&self.collision, models);
        let part = |(index, (entity, model))| {
            let fresh = Part::new(entity, model, self.models.home(index));
            match self.index_of_entity(entity).map(|index| self.parts[index]) {
                // Its model begins anew where it was compiled, and is placed and filled from there.
                Some(before) => {
                    self.models.pose(index, before.pose);
                    Part { pose: before.pose, previous: before.previous, ..fresh }
                }
                None => fresh,
            }
        };
        self.parts = found.into_iter().enumerate().map(part).collect();
    }

    /// How the models moved in the last step.
    pub(crate) fn mover_snapshot(&self) -> MoverSnapshot {
        let moved = self.parts.iter().filter(|part| part.previous != part.pose);
        MoverSnapshot { seconds: self.step_seconds, moved: moved.map(|part| (part.entity, part.previous)).collect() }
    }

    /// Brings the models in line with restored entities, and lets them move as they did.
    pub(crate) fn restore_movers(&mut self, entities: &EntityWorld, snapshot: &MoverSnapshot) {
        self.follow(entities);
        self.step_seconds = snapshot.seconds;
        for part in &mut self.parts {
            part.previous = part.pose;
        }
        for &(entity, previous) in &snapshot.moved {
            if let Some(index) = self.index_of_entity(entity) {
                self.parts[index].previous = previous;
            }
        }
    }

    /// Feeds how the models move to a hasher; where they are is the entities' state.
    pub(crate) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(&self.step_seconds.to_bits().to_le_bytes());
        for part in self.parts.iter().filter(|part| part.previous != part.pose) {
            hasher.write(&part.entity.to_bits().to_le_bytes());
            let ModelPose { origin, angles } = part.previous;
            for number in [origin.x, origin.y, origin.z, angles.pitch, angles.yaw, angles.roll] {
                hasher.write(&number.to_bits().to_le_bytes());
            }
        }
    }

    /// The entities with brushes that the map has, and their models, in the order of slots.
    fn brush_entities<'a>(&self, entities: &'a EntityWorld) -> impl Iterator<Item = (EntityId, u32)> + use<'a> {
        let count = self.bsp.models().len();
        let all = entities.store().query::<(EntityId, BrushModel)>().map(|(entity, brushes)| (entity, brushes.model));
        all.filter(move |&(entity, model)| (model as usize) < count && !entities.is_stored(entity))
    }
}

/// How an entity takes those along who stand on it, in units a second.
fn belt(entities: &EntityWorld, entity: EntityId) -> Vec3 {
    match entities.get::<Conveyor>(entity) {
        Some(Conveyor { velocity }) => entities.angles(entity).to_mat3() * velocity,
        None => Vec3::ZERO,
    }
}

/// The name of an entity's model: never 0, which is the world.
pub(crate) fn name_of(entity: EntityId) -> u32 {
    entity.slot() + 1
}

impl CollisionWorld for World {
    fn trace(&self, request: &TraceRequest) -> Trace {
        self.collision.trace_placed(request, &self.models)
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        self.collision.contents_placed(point, &self.models)
    }

    fn ground_motion(&self, model: u32, point: Vec3) -> GroundMotion {
        match self.index_of(model) {
            Some(index) => {
                let Part { previous, pose, conveyor, .. } = self.parts[index];
                let motion = ModelMotion::between(previous, pose, self.step_seconds);
                GroundMotion { carried: motion.velocity_at(point), conveyor }
            }
            None => GroundMotion::STILL,
        }
    }
}
