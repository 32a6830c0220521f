//! Streamed sections: which part of the map each brush streams with.
//!
//! A section is a visgroup marked to stream, or a name that brushes carry. They are numbered in that order, visgroups
//! as the map lists them; 0 is the world. Two of one name are one section.

use crate::codes;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Brush, EditorData, Entity, Map, Mesh};
use std::collections::BTreeMap;

/// The sections of a map.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// Names in order of numbers, from section 1 on.
    names: Vec<String>,
    by_name: BTreeMap<String, u32>,
    /// By id of a visgroup that streams or lies in one that does.
    by_visgroup: BTreeMap<u32, u32>,
}

impl Sections {
    /// Numbers the sections of `map`.
    pub(crate) fn of_map(map: &Map) -> Self {
        let mut sections = Self::default();
        for group in map.visgroups.iter().filter(|group| group.stream) {
            sections.number(&group.name);
        }
        for group in &map.visgroups {
            // Sets nest; one that names itself among its parents ends after as many steps as there are sets.
            let parent = |id: u32| map.visgroups.iter().find(|group| group.id == id);
            let mut chain = std::iter::successors(Some(group), |group| parent(group.parent?)).take(map.visgroups.len());
            if let Some(streamed) = chain.find(|group| group.stream) {
                let number = sections.number(&streamed.name);
                sections.by_visgroup.insert(group.id, number);
            }
        }
        for brush in map.entities.iter().flat_map(|entity| &entity.brushes).filter(|brush| !brush.section.is_empty()) {
            sections.number(&brush.section);
        }
        sections
    }

    /// Names in order of numbers; the first is section 1.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The section of a brush: by its own name, else by its visgroups, else by those of its entity.
    pub(crate) fn of_brush(&self, entity: &Entity, brush: &Brush, file: &str, diagnostics: &mut Diagnostics) -> u32 {
        if !brush.section.is_empty() {
            return self.by_name.get(&brush.section).copied().unwrap_or(0);
        }
        let own = self.of_editor_data(&brush.editor);
        let chosen = if own.is_empty() { self.of_editor_data(&entity.editor) } else { own };
        if let [first, second, ..] = chosen[..] {
            let name = |number: u32| self.names[number as usize - 1].as_str();
            diagnostics.push(codes::in_two_sections(entity, brush, name(first), name(second), file));
        }
        chosen.first().copied().unwrap_or(0)
    }

    /// The section of a mesh: by its visgroups, else by those of its entity.
    pub(crate) fn of_mesh(&self, entity: &Entity, mesh: &Mesh) -> u32 {
        let own = self.of_editor_data(&mesh.editor);
        let chosen = if own.is_empty() { self.of_editor_data(&entity.editor) } else { own };
        chosen.first().copied().unwrap_or(0)
    }

    /// The streamed sections that an object's visgroups lie in, lowest number first.
    fn of_editor_data(&self, editor: &EditorData) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            editor.visgroups.iter().filter_map(|id| self.by_visgroup.get(id).copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        self.names.push(name.to_owned());
        let number = self.names.len() as u32;
        self.by_name.insert(name.to_owned(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_map::VisGroup;

    fn group(id: u32, name: &str, parent: Option<u32>, stream: bool) -> VisGroup {
        VisGroup { id, name: name.to_owned(), parent, stream, ..VisGroup::default() }
    }

    fn brush(section: &str, visgroups: &[u32]) -> Brush {
        let editor = EditorData { visgroups: visgroups.to_vec(), ..EditorData::default() };
        Brush { section: section.to_owned(), editor, ..Brush::default() }
    }

    #[test]
    fn visgroups_come_first_then_names_and_nested_ones_belong_to_their_parent() {
        let visgroups = vec![
            group(5, "lamps", Some(7), false),
            group(7, "cellar", None, true),
            group(8, "attic", None, true),
            group(9, "loop", Some(9), false),
        ];
        let world = Entity { brushes: vec![brush("", &[5]), brush("tower", &[8])], ..Entity::default() };
        let map = Map { entities: vec![world], visgroups, ..Map::default() };
        let sections = Sections::of_map(&map);
        assert_eq!(sections.names(), ["cellar", "attic", "tower"]);
        let mut diagnostics = Diagnostics::new();
        let world = &map.entities[0];
        let mut of = |brush: &Brush| sections.of_brush(world, brush, "", &mut diagnostics);
        assert_eq!((of(&world.brushes[0]), of(&world.brushes[1])), (1, 3));
        assert_eq!((of(&brush("", &[9])), of(&brush("", &[])), of(&brush("", &[8, 5]))), (0, 0, 1));
        assert_eq!(diagnostics.iter().count(), 1);
    }
}
