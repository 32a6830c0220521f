//! One model's geometry on its way through the compile: the world, or a brush entity.

use crate::brush::{Brush, BrushPlan, plan_brush};
use crate::classes::{entity_rule, lightmap_scale, omits_brushes};
use crate::codes;
use crate::meshes::{MeshPart, MeshReader};
use crate::occupants::parse_vector;
use crate::options::WORLD_LIMIT;
use crate::planes::PlaneTable;
use crate::sections::Sections;
use crate::textures::TextureTable;
use crate::volume::BrushRole;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Entity, Map};
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;

/// Brushes of one model, built.
#[derive(Debug)]
pub(crate) struct Model {
    /// Index of its entity in the source map; 0 is the world.
    pub entity: usize,
    /// The point that it turns about: the middle of its origin brush, else where its keys say, else zero.
    pub pivot: DVec3,
    /// Valid brushes; origin brushes are not among them.
    pub brushes: Vec<Brush>,
    /// Triangles, by mesh and material.
    pub meshes: Vec<MeshPart>,
    /// Bounds of all brushes; of a brush entity, of its meshes too.
    pub bounds: DAabb,
}

/// Reads the brushes of all entities into models: the world first, then each brush entity in map order. Then no more
/// textures are interned.
pub(crate) fn read_models(
    map: &Map,
    planes: &mut PlaneTable,
    textures: &mut TextureTable,
    diagnostics: &mut Diagnostics,
) -> Vec<Model> {
    let sections = Sections::of_map(map);
    let mut plans: Vec<(usize, Vec<BrushPlan>, Vec<MeshPart>)> = vec![(0, Vec::new(), Vec::new())];
    for (index, entity) in map.entities.iter().enumerate() {
        if entity.brushes.is_empty() && entity.meshes.is_empty() {
            continue;
        }
        let class = entity_rule(entity);
        let joins_world = index == 0 || class.joins_world;
        if omits_brushes(entity) {
            diagnostics.push(codes::brushes_omitted(entity, &map.source));
            continue;
        }
        textures.set_lightmap_scale(lightmap_scale(entity));
        if !joins_world {
            plans.push((index, Vec::new(), Vec::new()));
        }
        let place = if joins_world { 0 } else { plans.len() - 1 };
        let (_, brushes, meshes) = &mut plans[place];
        brushes.extend(entity.brushes.iter().filter_map(|brush| {
            let plan = plan_brush(brush, entity.id, &class, planes, textures, diagnostics, &map.source)?;
            Some(plan.in_section(sections.of_brush(entity, brush, &map.source, diagnostics)))
        }));
        let mut reader = MeshReader { entity: entity.id, class: &class, textures, diagnostics, file: &map.source };
        for mesh in &entity.meshes {
            let section = sections.of_mesh(entity, mesh);
            meshes.extend(reader.read(mesh).into_iter().map(|part| MeshPart { section, ..part }));
        }
    }
    textures.close();
    let mut models = Vec::with_capacity(plans.len());
    for (entity, plans, meshes) in plans {
        let mut model = build_model(map, entity, plans, planes.planes(), diagnostics);
        model.take_meshes(meshes);
        if entity == 0 || !model.brushes.is_empty() || !model.meshes.is_empty() {
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
    let brushes = Vec::with_capacity(built.len());
    let mut model = Model { entity, pivot: DVec3::ZERO, brushes, meshes: Vec::new(), bounds: DAabb::EMPTY };
    model.pivot = map.entities.get(entity).and_then(|entity| pivot_of(map, entity)).unwrap_or(DVec3::ZERO);
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

/// Where an entity says that it turns: at its `origin`; those of Hipnotic's `rotate_` classes at that of the
/// `info_rotate` that they target.
fn pivot_of(map: &Map, entity: &Entity) -> Option<DVec3> {
    let turns = entity.class_name().get(..7).is_some_and(|start| start.eq_ignore_ascii_case("rotate_"));
    let target = entity.get("target").filter(|_| turns);
    let named = target.and_then(|target| map.entities.iter().find(|other| other.get("targetname") == Some(target)));
    parse_vector(named.unwrap_or(entity).get("origin")?)
}

impl Model {
    /// The world's meshes are where its brushes are, or are not kept, unless it has no brushes; those of an entity may be
    /// all that it has.
    fn take_meshes(&mut self, meshes: Vec<MeshPart>) {
        if self.entity != 0 || self.brushes.is_empty() {
            self.bounds = meshes.iter().fold(self.bounds, |all, part| all.union(&part.bounds));
        }
        self.meshes = meshes;
    }

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
