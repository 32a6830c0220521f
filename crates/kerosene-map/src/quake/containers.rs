//! TrenchBroom's layers and groups, and Quake's plain `func_group`.
//!
//! TrenchBroom writes both as `func_group` entities with a `_tb_type`; members name theirs by
//! `_tb_layer` and `_tb_group`. A group lies in a layer or in another group.

use crate::import::ImportStatistics;
use crate::model::{EditorData, Entity, Group, UnknownNode, VisGroup};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::{BTreeMap, BTreeSet};

/// What an entity of the file is to the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    World,
    Layer,
    Group,
    PlainGroup,
    Other,
}

/// Keys that say what the model says by itself.
const STRUCTURE_KEYS: [&str; 6] = ["classname", "_tb_type", "_tb_name", "_tb_id", LAYER_KEY, GROUP_KEY];
pub(super) const LAYER_KEY: &str = "_tb_layer";
pub(super) const GROUP_KEY: &str = "_tb_group";
const OMIT_KEY: &str = "_tb_layer_omit_from_export";

/// What `entity` is.
pub(super) fn role(entity: &Entity) -> Role {
    let class = entity.class_name();
    if class.eq_ignore_ascii_case("worldspawn") {
        return Role::World;
    }
    if !class.eq_ignore_ascii_case("func_group") {
        return Role::Other;
    }
    match entity.get("_tb_type") {
        Some("_tb_layer") => Role::Layer,
        Some("_tb_group") => Role::Group,
        _ => Role::PlainGroup,
    }
}

/// A layer that stays out, and what stays out with it.
#[derive(Debug)]
pub(super) struct OmittedLayer {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) entities: usize,
    pub(super) brushes: usize,
}

/// All layers and groups of a file.
#[derive(Debug, Default)]
pub(super) struct Containers {
    layers: BTreeMap<String, Layer>,
    groups: BTreeMap<String, TbGroup>,
    visgroups: Vec<VisGroup>,
    model_groups: Vec<Group>,
    layer_count: usize,
    default_omitted: Option<OmittedLayer>,
}

#[derive(Debug)]
struct Layer {
    id: u32,
    omitted: Option<OmittedLayer>,
}

/// Where a group lies.
#[derive(Debug)]
struct TbGroup {
    id: u32,
    layer: Option<String>,
    parent: Option<String>,
}

impl Containers {
    /// Finds the containers among the entities.
    pub(super) fn find(entities: &[Entity], keep_omitted: bool, reporter: &mut Reporter) -> Self {
        let mut containers = Self::default();
        for entity in entities {
            let omitted = (!keep_omitted && entity.get(OMIT_KEY) == Some("1")).then(|| omitted_layer(entity));
            match role(entity) {
                Role::World => containers.default_omitted = containers.default_omitted.or(omitted),
                Role::Layer => containers.add_layer(entity, omitted, reporter),
                Role::Group => containers.add_group(entity, reporter),
                Role::PlainGroup | Role::Other => {}
            }
        }
        containers.resolve_groups();
        containers.make_groups(entities, reporter);
        containers
    }

    fn add_layer(&mut self, entity: &Entity, omitted: Option<OmittedLayer>, reporter: &mut Reporter) {
        self.layer_count += 1;
        if omitted.is_none() {
            let (id, name) = (entity.id, name_of(entity));
            self.visgroups.push(VisGroup { id, name, unknown: other_keys(entity), ..VisGroup::default() });
        }
        let Some(id) = own_id(entity, &self.layers, reporter) else { return };
        self.layers.insert(id, Layer { id: entity.id, omitted });
    }

    fn add_group(&mut self, entity: &Entity, reporter: &mut Reporter) {
        let Some(id) = own_id(entity, &self.groups, reporter) else { return };
        let named = |key| entity.get(key).map(str::to_owned);
        self.groups.insert(id, TbGroup { id: entity.id, layer: named(LAYER_KEY), parent: named(GROUP_KEY) });
    }

    /// Once all containers are known: the model's groups, with their parents.
    fn make_groups(&mut self, entities: &[Entity], reporter: &mut Reporter) {
        let mut groups = Vec::new();
        for entity in entities {
            let group = match role(entity) {
                Role::PlainGroup => Group { id: entity.id, unknown: own_keys(entity), ..Group::default() },
                Role::Group if !self.is_omitted(entity) => {
                    self.report_unknown(entity, reporter);
                    let parent = self.parent_of(entity);
                    Group { id: entity.id, name: name_of(entity), parent, unknown: other_keys(entity) }
                }
                _ => continue,
            };
            groups.push(group);
        }
        self.model_groups = groups;
    }

    /// Gives every group the layer that its outermost ancestor lies in, and cuts the parent of one
    /// group of every circle, which only a damaged file has. Each group is walked over once.
    fn resolve_groups(&mut self) {
        let mut resolved: BTreeSet<String> = BTreeSet::new();
        for start in self.groups.keys().cloned().collect::<Vec<_>>() {
            let mut path: Vec<String> = Vec::new();
            let mut on_path: BTreeSet<String> = BTreeSet::new();
            let mut next = Some(start);
            while let Some(name) = next.take_if(|name| !resolved.contains(name) && self.groups.contains_key(name)) {
                if !on_path.insert(name.clone()) {
                    self.cut_parent(path.last());
                    break;
                }
                let group = &self.groups[&name];
                next = group.parent.clone().filter(|_| group.layer.is_none());
                path.push(name);
            }
            let mut layer = next.and_then(|name| self.groups.get(&name)?.layer.clone());
            for name in path.into_iter().rev() {
                if let Some(group) = self.groups.get_mut(&name) {
                    layer = group.layer.clone().or(layer);
                    group.layer.clone_from(&layer);
                }
                resolved.insert(name);
            }
        }
    }

    /// The id of the group that a group lies in, after circles were cut.
    fn parent_of(&self, entity: &Entity) -> Option<u32> {
        let group = self.groups.get(entity.get("_tb_id")?).filter(|group| group.id == entity.id)?;
        self.groups.get(group.parent.as_ref()?).map(|parent| parent.id)
    }

    fn cut_parent(&mut self, name: Option<&String>) {
        if let Some(group) = name.and_then(|name| self.groups.get_mut(name)) {
            group.parent = None;
        }
    }

    /// Adds the counts of containers.
    pub(super) fn count(&self, statistics: &mut ImportStatistics) {
        statistics.layers += self.layer_count;
        statistics.groups += self.model_groups.len();
        statistics.omitted_layers += self.omitted().count();
    }

    pub(super) fn default_layer_is_omitted(&self) -> bool {
        self.default_omitted.is_some()
    }

    /// Whether an entity, group or layer stays out with its layer.
    pub(super) fn is_omitted(&self, entity: &Entity) -> bool {
        match self.layer_name(entity) {
            Some(name) => self.layers.get(&name).is_some_and(|layer| layer.omitted.is_some()),
            None => self.default_omitted.is_some(),
        }
    }

    /// Counts what stays out for the message about its layer.
    pub(super) fn note_omitted(&mut self, entity: &Entity, entities: usize, brushes: usize) {
        let omitted = match self.layer_name(entity) {
            Some(name) => self.layers.get_mut(&name).and_then(|layer| layer.omitted.as_mut()),
            None => self.default_omitted.as_mut(),
        };
        if let Some(omitted) = omitted {
            omitted.entities += entities;
            omitted.brushes += brushes;
        }
    }

    /// The layers that stay out.
    pub(super) fn omitted(&self) -> impl Iterator<Item = &OmittedLayer> {
        self.default_omitted.iter().chain(self.layers.values().filter_map(|layer| layer.omitted.as_ref()))
    }

    /// What the brushes of a layer or group carry to say that they are its members.
    pub(super) fn members_of(&self, container: &Entity) -> EditorData {
        let visgroups = self.layer_of(container).into_iter().collect();
        let group = match role(container) {
            Role::Group | Role::PlainGroup => Some(container.id),
            _ => None,
        };
        EditorData { visgroups, group, ..EditorData::default() }
    }

    /// Makes an entity a member of what it names; names that lead nowhere stay where they are.
    pub(super) fn enlist(&self, entity: &mut Entity, reporter: &mut Reporter) {
        self.report_unknown(entity, reporter);
        entity.editor.visgroups = self.layer_of(entity).into_iter().collect();
        entity.editor.group = entity.get(GROUP_KEY).and_then(|name| self.groups.get(name)).map(|group| group.id);
        entity.keys.retain(|(key, value)| match key.as_str() {
            LAYER_KEY => !self.layers.contains_key(value),
            GROUP_KEY => !self.groups.contains_key(value),
            _ => true,
        });
    }

    pub(super) fn into_parts(self) -> (Vec<VisGroup>, Vec<Group>) {
        (self.visgroups, self.model_groups)
    }

    fn layer_of(&self, entity: &Entity) -> Option<u32> {
        self.layer_name(entity).and_then(|name| self.layers.get(&name)).map(|layer| layer.id)
    }

    /// The layer that an object lies in: the one it is, the one it names, or its group's.
    fn layer_name(&self, entity: &Entity) -> Option<String> {
        if role(entity) == Role::Layer {
            return entity.get("_tb_id").map(str::to_owned);
        }
        if let Some(name) = entity.get(LAYER_KEY) {
            return Some(name.to_owned());
        }
        self.groups.get(entity.get(GROUP_KEY)?)?.layer.clone()
    }

    fn report_unknown(&self, entity: &Entity, reporter: &mut Reporter) {
        let layer = entity.get(LAYER_KEY).filter(|name| !self.layers.contains_key(*name)).map(|name| ("layer", name));
        let group = entity.get(GROUP_KEY).filter(|name| !self.groups.contains_key(*name)).map(|name| ("group", name));
        for (kind, name) in layer.into_iter().chain(group) {
            let place = Place::entity(entity);
            let message = format!("the {kind} `{name}` that this names is not in the file");
            reporter.report_with_fix(codes::UNKNOWN_LAYER, place, message, "save the map again from its editor");
        }
    }
}

fn omitted_layer(entity: &Entity) -> OmittedLayer {
    let name = if role(entity) == Role::World { "Default Layer".to_owned() } else { name_of(entity) };
    OmittedLayer { name, line: entity.line, entities: 0, brushes: 0 }
}

fn name_of(entity: &Entity) -> String {
    entity.get("_tb_name").unwrap_or_default().to_owned()
}

/// The `_tb_id` of a container, unless it has none or another has it already.
fn own_id<T>(entity: &Entity, taken: &BTreeMap<String, T>, reporter: &mut Reporter) -> Option<String> {
    let id = entity.get("_tb_id")?;
    if taken.contains_key(id) {
        let place = Place::entity(entity);
        let message = format!("two layers or two groups have the id {id}; what names it belongs to the first");
        let fix = "save the map again from its editor";
        reporter.report_with_fix(codes::DUPLICATE_ID, place, message, fix);
        return None;
    }
    Some(id.to_owned())
}

/// Keys of a container beyond its structure, such as those of linked groups.
fn other_keys(entity: &Entity) -> Vec<UnknownNode> {
    let structural = |key: &str| STRUCTURE_KEYS.iter().any(|structure| structure.eq_ignore_ascii_case(key));
    let keys = entity.keys.iter().filter(|(key, _)| !structural(key));
    keys.map(|(key, value)| UnknownNode::Key(key.clone(), value.clone())).collect()
}

/// Keys of a plain `func_group`: some compilers read light settings from them.
fn own_keys(entity: &Entity) -> Vec<UnknownNode> {
    let keys = entity.keys.iter().filter(|(key, _)| !key.eq_ignore_ascii_case("classname"));
    keys.map(|(key, value)| UnknownNode::Key(key.clone(), value.clone())).collect()
}
