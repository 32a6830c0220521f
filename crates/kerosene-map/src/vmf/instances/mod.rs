//! Puts the maps that `func_instance` entities name in their place.
//!
//! A worklist, not a recursion: the instances of an included map are entities like its others, and once they
//! are turned, moved and named with them they wait their turn. What was read is kept, so a map that is placed
//! a thousand times is read once. Depth, number and total size are bounded, and a map that includes itself
//! by whatever way is refused there and nowhere else.

mod io;
mod names;
mod parameters;
mod place;
mod report;

use super::Wires;
use crate::error::ReadError;
use crate::ids::{self, FreshIds};
use crate::import::Imported;
use crate::include::{IncludedFiles, Loader, Refusal, Tally, add_statistics};
use crate::limits::ReadOptions;
use crate::model::{Entity, Map, UnknownNode};
use crate::report::{Place, Reporter};
use io::InstanceWires;
use names::Fixup;
use parameters::Parameters;
use report::Losses;
use std::collections::VecDeque;

/// Class of the entities that place another map.
const INSTANCE: &str = "func_instance";

/// An instance that waits for its map.
struct Pending {
    entity: Entity,
    /// Name of the file that it stands in.
    includer: String,
    /// Files that are being included around it, outermost first.
    within: Vec<usize>,
    /// How names were fixed up around it.
    around: Fixup,
    /// Of the outermost instance.
    place: Place,
}

/// Replaces every instance in `imported`, which was read from `root`, by what it places.
///
/// An instance that cannot be replaced stays as an entity and is reported.
pub(crate) fn include(imported: &mut Imported, root: &[u8], options: &ReadOptions, files: &dyn IncludedFiles) {
    let mut reporter = Reporter::new(&imported.map.source);
    let mut includer = Includer {
        ids: FreshIds::after(&imported.map),
        loader: Loader::new(files, options, root, read_instance),
        wires: InstanceWires::default(),
        tally: Tally::new("instances", "collapse the instance in its editor"),
        losses: Losses::default(),
        unnamed: 0,
        pending: VecDeque::new(),
    };
    let source = imported.map.source.clone();
    let entities = std::mem::take(&mut imported.map.entities);
    for (index, entity) in entities.into_iter().enumerate() {
        if index > 0 && is_instance(&entity) {
            let place = Place::entity(&entity);
            let (includer_name, around) = (source.clone(), Fixup::None);
            includer.pending.push_back(Pending { entity, includer: includer_name, within: Vec::new(), around, place });
        } else {
            imported.map.entities.push(entity);
        }
    }
    while let Some(pending) = includer.pending.pop_front() {
        includer.expand(imported, pending);
    }
    includer.losses.wires += includer.wires.connect(&mut imported.map.entities);
    includer.tally.report(&includer.loader, &mut reporter);
    includer.losses.report(&mut reporter);
    imported.statistics.inclusions += includer.tally.inclusions();
    imported.statistics.failed_inclusions += includer.tally.failures();
    if imported.statistics.inclusions > 0 {
        ids::repair(&mut imported.map, &mut reporter);
    }
    imported.diagnostics.append(reporter.finish());
    imported.diagnostics.append(includer.loader.into_diagnostics());
}

/// As a map of its own, but for wires that wait for their parameters.
fn read_instance(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Imported, ReadError> {
    super::read(name, bytes, options, Wires::AwaitParameters)
}

fn is_instance(entity: &Entity) -> bool {
    entity.class_name().eq_ignore_ascii_case(INSTANCE)
}

/// Wires that parameters were to make readable and did not.
fn unread_wires(map: &Map) -> usize {
    let is_unread = |node: &&UnknownNode| {
        matches!(node, UnknownNode::Block(name, nodes)
            if name == "connections" && matches!(nodes.as_slice(), [UnknownNode::Key(_, wire)] if wire.contains('$')))
    };
    map.entities.iter().flat_map(|entity| &entity.unknown).filter(is_unread).count()
}

struct Includer<'a> {
    loader: Loader<'a>,
    wires: InstanceWires,
    tally: Tally,
    losses: Losses,
    /// Instances without a name so far.
    unnamed: usize,
    pending: VecDeque<Pending>,
    ids: FreshIds,
}

impl Includer<'_> {
    fn expand(&mut self, imported: &mut Imported, pending: Pending) {
        let file = pending.entity.get("file").unwrap_or_default().trim().to_owned();
        if let Err(refusal) = self.try_expand(imported, &pending, &file) {
            self.tally.fail(&file, refusal, pending.place);
            imported.map.entities.push(pending.entity);
        }
    }

    fn try_expand(&mut self, imported: &mut Imported, pending: &Pending, file: &str) -> Result<(), Refusal> {
        let placement = place::placement_of(&pending.entity)?;
        if file.is_empty() {
            return Err(Refusal::Empty("file"));
        }
        let at = self.loader.load(file, &pending.includer, &pending.within)?;
        self.loader.charge(at, imported)?;
        let mut map = self.loader.map(at).clone();
        let parameters = Parameters::new(&pending.entity, &map);
        let grown = parameters.fill(&mut map, self.loader.room());
        self.loader.charge_text(grown)?;
        self.losses.parameters(&parameters, pending.place);
        self.losses.wires += unread_wires(&map);
        let fixup = self.fixup_of(pending);
        let arrivals = place::arrange(map, &pending.entity, placement, &fixup, &mut self.ids);
        self.wires.note(&pending.entity, &fixup, &arrivals.proxies);
        self.tally.include(at, pending.place, || arrivals.in_words());
        add_statistics(&mut imported.statistics, self.loader.statistics(at));
        if let Some(world) = imported.map.entities.first_mut() {
            let place::Arrivals { mut brushes, mut meshes, .. } = arrivals;
            world.brushes.append(&mut brushes);
            world.meshes.append(&mut meshes);
        }
        let mut within = pending.within.clone();
        within.push(at);
        for mut entity in arrivals.entities {
            entity.line = pending.place.line;
            if is_instance(&entity) {
                self.pending.push_back(Pending {
                    entity,
                    includer: self.loader.name(at).to_owned(),
                    within: within.clone(),
                    around: fixup.clone(),
                    place: pending.place,
                });
            } else {
                imported.map.entities.push(entity);
            }
        }
        Ok(())
    }

    /// How the names in an instance are fixed up; where it asks for none, those around it still are.
    fn fixup_of(&mut self, pending: &Pending) -> Fixup {
        let style = pending.entity.get("fixup_style").map(str::trim).unwrap_or_default();
        if style == "2" {
            return pending.around.clone();
        }
        let name = pending.entity.get("targetname").unwrap_or_default();
        let name = if name.is_empty() {
            self.unnamed += 1;
            pending.around.fixed(&format!("InstanceAuto{}", self.unnamed))
        } else {
            name.to_owned()
        };
        if style == "1" { Fixup::Postfix(name) } else { Fixup::Prefix(name) }
    }
}
