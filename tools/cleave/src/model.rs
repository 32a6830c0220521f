//! One model's geometry on its way through the compile: the world, or a brush entity.

use crate::brush::{Brush, BrushPlan, plan_brush};
use crate::codes;
use crate::options::WORLD_LIMIT;
use crate::planes::PlaneTable;
use crate::sections::Sections;
use crate::textures::TextureTable;
use crate::volume::{BrushRole, class_rule};
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;

/// Brushes of one model, built.
#[derive(Debug)]
pub(crate) struct Model {
    /// Index of its entity in the source map; 0 is the world.
    pub entity: usize,
    /// The point that it turns about: the middle of its origin brush, else its `origin` key, else zero.
    pub pivot: DVec3,
    /// Valid brushes; origin brushes are not among them.
    pub brushes: Vec<Brush>,
    /// Bounds of all brushes.
    pub bounds: DAabb,
}

/// Reads the brushes of all entities into models: the world first, then each brush entity in map order.
pub(crate) fn read_models(
    map: &Map,
    planes: &mut PlaneTable,
    textures: &mut TextureTable,
    diagnostics: &mut Diagnostics,
) -> Vec<Model> {
    let sections = Sections::of_map(map);
    let mut plans: Vec<(usize, Vec<BrushPlan>)> = vec![(0, Vec::new())];
    for (index, entity) in map.entities.iter().enumerate() {
        if entity.brushes.is_empty() && entity.meshes.is_empty() {
            continue;
        }
        let class = class_rule(entity.class_name());
        let joins_world = index == 0 || class.joins_world;
        if !entity.meshes.is_empty() {
            diagnostics.push(codes::meshes_left_out(entity, entity.meshes.len(), &map.source));
        }
        let planned = entity.brushes.iter().filter_map(|brush| {
            let plan = plan_brush(brush, entity.id, &class, planes, textures, diagnostics, &map.source)?;
            Some(plan.in_section(sections.of_brush(entity, brush, &map.source, diagnostics)))
        });
        if joins_world {
            plans[0].1.extend(planned);
        } else {
            plans.push((index, planned.collect()));
        }
    }
    let mut models = Vec::with_capacity(plans.len());
    for (entity, plans) in plans {
        let model = build_model(map, entity, plans, planes.planes(), diagnostics);
        if entity == 0 || !model.brushes.is_empty() {
            models.push(model);
        } else {
            diagnostics.push(codes::no_brushes(&map.entities[entity], &map.source));
        }
    }
    models
}

fn build_model(
    map: &Map,
    entity: usize,
    plans: Vec<BrushPlan>,
    planes: &[ExactPlane],
    diagnostics: &mut Diagnostics,
) -> Model {
    let built: Vec<_> = plans.into_par_iter().map(|plan| plan.build(planes)).collect();
    let mut model = Model { entity, pivot: DVec3::ZERO, brushes: Vec::new(), bounds: DAabb::EMPTY };
    if let Some(origin) = map.entities.get(entity).and_then(|entity| entity.get("origin")) {
        model.pivot = crate::occupants::parse_vector(origin).unwrap_or(DVec3::ZERO);
    }
    for result in built {
        match result {
            Err(source) => diagnostics.push(codes::no_volume(&source, &map.source)),
            Ok((brush, redundant)) => {
                for side in redundant {
                    diagnostics.push(codes::redundant_side(&brush.source, side, &map.source));
                }
                model.take(brush, map, diagnostics);
            }
        }
    }
    model
}

impl Model {
    fn take(&mut self, brush: Brush, map: &Map, diagnostics: &mut Diagnostics) {
        let reach = brush.bounds.min.abs().max(brush.bounds.max.abs()).max_element();
        if reach > WORLD_LIMIT {
            diagnostics.push(codes::outside_limits(&brush.source, WORLD_LIMIT, &map.source));
        } else if brush.role == BrushRole::Origin {
            self.pivot = brush.bounds.center();
        } else {
            self.bounds = self.bounds.union(&brush.bounds);
            self.brushes.push(brush);
        }
    }
}
