//! Sections, areas, waters and floors of a file: access and validation.

use super::check::{Ranges, Subject, subjects};
use super::error::BspError;
use super::file::BspFile;
use super::layout::Lump;
use crate::WalkRule;
use crate::records::{
    AreaPortalRecord, AreaRecord, NONE, SectionRecord, WalkLinkRecord, WalkPolygonRecord, WaterRecord,
};
use kerosene_math::Vec3;

impl BspFile {
    /// Parts that stream; record 0 is the world. Empty is the same as the world alone.
    pub fn sections(&self) -> &[SectionRecord] {
        self.records(Lump::Sections)
    }

    /// Name of a section, empty for the world; `None` past the end of the sections.
    ///
    /// ```
    /// use kerosene_bsp::records::SectionRecord;
    /// let mut map = kerosene_bsp::sample::room();
    /// let name = map.strings.len() as u32;
    /// map.strings.extend(b"cellar\0");
    /// map.sections = vec![SectionRecord { name, mins: [0.0; 3], maxs: [64.0; 3] }; 2];
    /// assert_eq!(map.to_file()?.section_name(1), Some("cellar"));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn section_name(&self, section: u32) -> Option<&str> {
        self.string_at(self.sections().get(section as usize)?.name)
    }

    /// Parts of the world between area portals; record 0 stands for none.
    pub fn areas(&self) -> &[AreaRecord] {
        self.records(Lump::Areas)
    }

    /// Openings between areas; [`crate::AreaConnections`] tells what they connect.
    pub fn area_portals(&self) -> &[AreaPortalRecord] {
        self.records(Lump::AreaPortals)
    }

    /// Connected volumes of liquid.
    pub fn waters(&self) -> &[WaterRecord] {
        self.records(Lump::Waters)
    }

    /// Pieces of floor, model by model.
    pub fn walk_polygons(&self) -> &[WalkPolygonRecord] {
        self.records(Lump::WalkPolygons)
    }

    /// Corners of the pieces of floor.
    pub fn walk_points(&self) -> &[Vec3] {
        self.records(Lump::WalkPoints)
    }

    /// Ways between pieces of floor.
    pub fn walk_links(&self) -> &[WalkLinkRecord] {
        self.records(Lump::WalkLinks)
    }
}

/// Checks the four kinds of places and what refers to them.
pub(super) fn check_places(file: &BspFile) -> Result<(), BspError> {
    check_sections(file)?;
    check_areas(file)?;
    check_waters(file)?;
    check_walk_polygons(file)?;
    check_walk_links(file)
}

fn check_sections(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Sections);
    for (index, section) in file.sections().iter().enumerate() {
        subject(index).string("name", section.name, file.lump(Lump::Strings))?;
        subject(index).bounds(&section.mins, &section.maxs)?;
    }
    let faces = file.faces().iter().map(|face| face.section).enumerate();
    let brushes = file.brushes().iter().map(|brush| brush.section).enumerate();
    let named = |lump: Lump| move |(index, section)| (Subject { lump: lump.name(), index }, section);
    for (subject, section) in faces.map(named(Lump::Faces)).chain(brushes.map(named(Lump::Brushes))) {
        subject.index_below("section", section, file.sections().len().max(1))?;
    }
    Ok(())
}

fn check_areas(file: &BspFile) -> Result<(), BspError> {
    let areas = file.areas().len();
    let mut subject = subjects(Lump::Areas);
    for (index, area) in file.areas().iter().enumerate() {
        subject(index).bounds(&area.mins, &area.maxs)?;
    }
    let mut subject = subjects(Lump::AreaPortals);
    for (index, portal) in file.area_portals().iter().enumerate() {
        let subject = subject(index);
        let [low, high] = portal.areas;
        subject.index_below("areas", high, areas)?;
        if low == 0 || low >= high {
            return Err(subject.error("areas", format_args!("{low} and {high}"), "two different ones, none of them 0"));
        }
        if portal.model != NONE {
            subject.index_below("model", portal.model, file.models().len())?;
        }
        subject.bounds(&portal.mins, &portal.maxs)?;
    }
    let mut subject = subjects(Lump::Leaves);
    for (index, leaf) in file.leaves().iter().enumerate() {
        subject(index).index_below("area", leaf.area, areas.max(1))?;
        subject(index).index_below("water", leaf.water, file.waters().len() + 1)?;
    }
    Ok(())
}

fn check_waters(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::Waters);
    for (index, water) in file.waters().iter().enumerate() {
        let subject = subject(index);
        subject.index_below("model", water.model, file.models().len())?;
        subject.bounds(&water.mins, &water.maxs)?;
        subject.coordinates("surface", &[water.surface])?;
    }
    Ok(())
}

fn check_walk_polygons(file: &BspFile) -> Result<(), BspError> {
    let mut subject = subjects(Lump::WalkPoints);
    for (index, point) in file.walk_points().iter().enumerate() {
        subject(index).coordinates("position", &point.to_array())?;
    }
    let mut subject = subjects(Lump::WalkPolygons);
    let mut points = Ranges::of("points", file.walk_points().len());
    let mut links = Ranges::of("links", file.walk_links().len());
    for (index, polygon) in file.walk_polygons().iter().enumerate() {
        let subject = subject(index);
        subject.index_below("model", polygon.model, file.models().len())?;
        subject.index_below("section", polygon.section, file.sections().len().max(1))?;
        if WalkRule::from_number(polygon.rule).is_none() {
            return Err(subject.error("rule", polygon.rule, format_args!("below {}", WalkRule::ALL.len())));
        }
        if polygon.point_count < 3 {
            return Err(subject.error("point_count", polygon.point_count, "at least 3"));
        }
        points.take(subject, polygon.first_point, polygon.point_count)?;
        links.take(subject, polygon.first_link, polygon.link_count)?;
        subject.unit("normal", &polygon.normal)?;
        subject.coordinates("dist", &[polygon.dist])?;
        subject.bounds(&polygon.mins, &polygon.maxs)?;
    }
    Ok(())
}

/// Every link lies in one polygon, and the link that it names leads back.
fn check_walk_links(file: &BspFile) -> Result<(), BspError> {
    let (polygons, links) = (file.walk_polygons(), file.walk_links());
    let mut subject = subjects(Lump::WalkLinks);
    let taken = polygons.iter().map(|polygon| polygon.link_count as usize).sum::<usize>();
    if taken != links.len() {
        return Err(subject(taken).error("owner", "missing", "a polygon for each link"));
    }
    for (owner, polygon) in polygons.iter().enumerate() {
        let range = polygon.first_link as usize..(polygon.first_link + polygon.link_count) as usize;
        for (index, link) in range.clone().zip(&links[range]) {
            let subject = subject(index);
            subject.index_below("polygon", link.polygon, polygons.len())?;
            subject.index_below("edge", link.edge, polygon.point_count as usize)?;
            subject.index_below("back", link.back, links.len())?;
            subject.coordinates("from", &link.from)?;
            subject.coordinates("to", &link.to)?;
            subject.coordinates("rise", &[link.rise])?;
            let other = &polygons[link.polygon as usize];
            let back = &links[link.back as usize];
            let theirs = other.first_link..other.first_link + other.link_count;
            let returns = back.polygon as usize == owner && back.back as usize == index;
            if !theirs.contains(&link.back) || !returns {
                return Err(subject.error(
                    "back",
                    link.back,
                    format_args!("a link of {} that leads back", link.polygon),
                ));
            }
            if other.model != polygon.model || link.polygon as usize == owner {
                return Err(subject.error("polygon", link.polygon, "another one of the same model"));
            }
        }
    }
    Ok(())
}
