//! The world that players collide with: the compiled map and the brush models of its entities.

use crate::entities::MapEntity;
use kerosene_bsp::{BspFile, CollisionMap, Contents, MovingModel, Trace, TraceRequest};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;

/// The map together with the models of its brush entities, at rest where the map put them.
///
/// Which models stop whom follows from the contents of their brushes: a door is solid, a trigger or a volume of
/// water is not, because no solid mask asks for it.
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
    bsp: BspFile,
    collision: CollisionMap,
    /// One for each brush entity, in the order of the entities; the id is the model's number.
    models: Vec<MovingModel>,
}

impl World {
    /// The map with the models that its entities name. A number that the map has no model for is left out.
    pub(crate) fn new(bsp: BspFile, entities: &[MapEntity]) -> Self {
        let count = bsp.models().len();
        let named = entities.iter().filter_map(MapEntity::brush_model);
        let known = named.filter(|&model| (model as usize) < count);
        let models = known.map(|model| MovingModel::at_rest(model, model)).collect();
        Self { collision: CollisionMap::new(&bsp), bsp, models }
    }

    /// The compiled map.
    pub fn bsp(&self) -> &BspFile {
        &self.bsp
    }

    /// The brush entities' models, where they are now.
    pub fn models(&self) -> &[MovingModel] {
        &self.models
    }
}

impl CollisionWorld for World {
    fn trace(&self, request: &TraceRequest) -> Trace {
        self.collision.trace_world(request, &self.models)
    }

    fn point_contents(&self, point: Vec3) -> Contents {
        let world = self.collision.point_contents(point);
        // At rest, a model's coordinates are the world's.
        self.models.iter().fold(world, |contents, model| {
            contents | self.collision.model_point_contents(model.model, point - model.origin)
        })
    }
}
