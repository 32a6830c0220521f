//! Records of sections, areas, waters and floors.

use super::entities::kept_entities;
use super::{EmitModel, bounds_outward};
use crate::areas::{Area, AreaPortal};
use crate::places::Places;
use crate::walk::Floor;
use kerosene_bsp::Bsp;
use kerosene_bsp::records::{
    AreaPortalRecord, AreaRecord, NONE, SectionRecord, WalkLinkRecord, WalkPolygonRecord, WaterRecord,
};
use kerosene_map::Map;
use kerosene_math::{DAabb, DVec3};

/// Fills the lumps of places.
pub(super) fn write(bsp: &mut Bsp, map: &Map, models: &[EmitModel<'_>], places: &Places) {
    write_sections(bsp, models, places.sections.names());
    write_areas(bsp, map, models, places);
    for (number, model) in models.iter().enumerate() {
        for water in &model.places.waters.volumes {
            let (mins, maxs) = bounds_outward(&water.bounds);
            let (model, contents, surface) = (number as u32, water.class.contents().bits(), water.surface as f32);
            bsp.waters.push(WaterRecord { model, contents, surface, mins, maxs });
        }
        write_floors(bsp, number as u32, &model.places.floors);
    }
}

fn write_sections(bsp: &mut Bsp, models: &[EmitModel<'_>], names: &[String]) {
    let mut bounds = vec![DAabb::EMPTY; names.len() + 1];
    let brushes = models.iter().flat_map(|model| &model.model.brushes).map(|brush| (brush.section, brush.bounds));
    let meshes = models.iter().flat_map(|model| &model.model.meshes).map(|part| (part.section, part.bounds));
    for (section, part) in brushes.chain(meshes) {
        let own = &mut bounds[section as usize];
        *own = own.union(&part);
    }
    for (name, bounds) in std::iter::once("").chain(names.iter().map(String::as_str)).zip(bounds) {
        let offset = bsp.strings.len() as u32;
        bsp.strings.extend(name.bytes().filter(|&byte| byte != 0));
        bsp.strings.push(0);
        let (mins, maxs) = bounds_outward(&bounds);
        bsp.sections.push(SectionRecord { name: offset, mins, maxs });
    }
}

fn write_areas(bsp: &mut Bsp, map: &Map, models: &[EmitModel<'_>], places: &Places) {
    if places.areas.areas.is_empty() {
        return;
    }
    let none = Area { leaf_count: 0, bounds: DAabb::EMPTY };
    bsp.areas.extend(std::iter::once(&none).chain(&places.areas.areas).map(|area| {
        let (mins, maxs) = bounds_outward(&area.bounds);
        AreaRecord { leaf_count: area.leaf_count, mins, maxs }
    }));
    let kept = kept_entities(map, models);
    for (portal, opener) in places.areas.portals.iter().zip(&places.openers) {
        let AreaPortal { areas, entity, bounds } = portal;
        let place = entity.and_then(|entity| kept.iter().position(|(index, _)| *index == entity));
        let (mins, maxs) = bounds_outward(bounds);
        let or_none = |number: Option<usize>| number.map_or(NONE, |number| number as u32);
        let (entity, model) = (or_none(place), or_none(*opener));
        bsp.area_portals.push(AreaPortalRecord { areas: *areas, entity, model, mins, maxs });
    }
}

fn write_floors(bsp: &mut Bsp, model: u32, floors: &[Floor]) {
    let (first_floor, first_link) = (bsp.walk_polygons.len() as u32, bsp.walk_links.len() as u32);
    // Links name each other by their place in the lump: where each floor's begin.
    let starts: Vec<u32> = floors
        .iter()
        .scan(first_link, |next, floor| Some(std::mem::replace(next, *next + floor.links.len() as u32)))
        .collect();
    for (floor, &first_link) in floors.iter().zip(&starts) {
        let (mins, maxs) = bounds_outward(&DAabb::from_points(floor.points.iter().copied()));
        bsp.walk_polygons.push(WalkPolygonRecord {
            model,
            rule: floor.rule as u32,
            section: floor.section,
            first_point: bsp.walk_points.len() as u32,
            point_count: floor.points.len() as u32,
            first_link,
            link_count: floor.links.len() as u32,
            normal: single(floor.normal),
            dist: floor.dist as f32,
            mins,
            maxs,
        });
        bsp.walk_points.extend(floor.points.iter().map(|point| point.as_vec3()));
        bsp.walk_links.extend(floor.links.iter().map(|link| WalkLinkRecord {
            polygon: first_floor + link.floor,
            back: starts[link.floor as usize] + link.back,
            edge: link.edge,
            from: single(link.part[0]),
            to: single(link.part[1]),
            rise: link.rise as f32,
        }));
    }
}

fn single(vector: DVec3) -> [f32; 3] {
    vector.as_vec3().to_array()
}
