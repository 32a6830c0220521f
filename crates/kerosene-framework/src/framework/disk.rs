//! All that scripts remember and have going, as bytes for a saved game.
//!
//! The pages' rows are written as they are, so that what is read back goes on to the bit, free places and generations included. Texts
//! are numbers in the rows, so each that is used is written beside them. The fields of scripts in Rust are written with
//! the declaration that they were written by: where a script has others by now, they are carried over by name and kind.
//! What is read is checked as a whole before anything is touched, links between rows among it.

use super::Framework;
use crate::checks::Damage;
use crate::image::{Image, put_text, put_u32, put_u64};
use crate::script::{Instance, Life, ScriptDef};
use crate::services::State;
use kerosene_entity::{ContainerError, EntityWorld, SectionReader};
use kerosene_world::{FieldKind, PageStore, TextId};
use std::collections::BTreeMap;

/// Version of the section.
const VERSION: u32 = 1;
/// Most bytes of a name.
const MOST_NAME: usize = 4096;

/// The fields of a script as a save has them: names and kinds.
type Layout = Vec<(String, FieldKind)>;

impl Framework {
    /// Everything as bytes, for a saved game of that world.
    #[must_use]
    pub fn to_bytes(&self, world: &EntityWorld) -> Vec<u8> {
        let state = &self.services.state;
        let mut out = Vec::new();
        put_u32(&mut out, VERSION);
        self.put_texts(&mut out, world);
        self.put_layouts(&mut out, world);
        state.write(&mut out);
        put_u32(&mut out, self.runtime.languages.len() as u32);
        for language in &self.runtime.languages {
            put_text(&mut out, language.name());
            let bytes = language.save();
            put_u32(&mut out, bytes.len() as u32);
            out.extend_from_slice(&bytes);
        }
        out
    }

    /// Takes back what [`to_bytes`](Self::to_bytes) gave; gives what is to be said about it: scripts and fields that
    /// are not there any more. Languages wait for [`begin_loaded`](Self::begin_loaded), since another level may run.
    ///
    /// # Errors
    /// What is wrong with the bytes, and where; nothing has changed then.
    pub fn read(
        &mut self,
        mut reader: SectionReader<'_>,
        world: &mut EntityWorld,
    ) -> Result<Vec<String>, ContainerError> {
        let at = reader.clone();
        if reader.u32("the version of scripts")? != VERSION {
            return Err(at.error("the scripts are of another version of the engine"));
        }
        read_texts(&mut reader, world)?;
        let layouts = read_layouts(&mut reader)?;
        let at = reader.clone();
        let mut state = State::read(&mut reader, &PageStore::new())?;
        state.check().map_err(|Damage(what)| at.error(what))?;
        let mut notes = Vec::new();
        self.carry_over(&mut state, &layouts, world, &mut notes);
        let languages = self.read_languages(&mut reader, &mut notes)?;
        reader.end()?;
        self.waiting = languages.into_iter().map(|(number, bytes)| (number, bytes.to_vec())).collect();
        self.services.state = state;
        Ok(notes)
    }

    fn put_texts(&self, out: &mut Vec<u8>, world: &EntityWorld) {
        let mut texts: Vec<TextId> = self.services.state.texts();
        texts.sort_unstable();
        texts.dedup();
        texts.retain(|&text| !world.text(text).is_empty());
        put_u32(out, texts.len() as u32);
        for text in texts {
            put_u64(out, text.to_bits());
            put_text(out, world.text(text));
        }
    }

    fn put_layouts(&self, out: &mut Vec<u8>, world: &EntityWorld) {
        let instances = &self.services.state.instances;
        let rows = (0..instances.len()).filter_map(|index| instances.get(index)).filter(|row| row.language == 0);
        let named: BTreeMap<u64, &Instance> = rows.map(|row| (row.name, row)).collect();
        let known: Vec<(&str, &ScriptDef)> = named
            .values()
            .filter_map(|row| Some((world.text(row.name()), self.runtime.scripts.scripts().get(row.script as usize)?)))
            .collect();
        put_u32(out, known.len() as u32);
        for (name, script) in known {
            put_text(out, name);
            put_u32(out, script.fields.len() as u32);
            for field in script.fields {
                put_text(out, &field.name);
                put_u32(out, field.kind as u32);
            }
        }
    }

    /// Brings the scripts of a save in line with those that there are: by name, and their fields by name and kind.
    fn carry_over(
        &self,
        state: &mut State,
        layouts: &BTreeMap<String, Layout>,
        world: &mut EntityWorld,
        notes: &mut Vec<String>,
    ) {
        for index in 0..state.instances.len() {
            let Some(&instance) = state.instances.get(index) else { continue };
            let name = world.text(instance.name()).to_owned();
            if instance.entity().is_none() {
                continue;
            }
            let known = match usize::from(instance.language).checked_sub(1) {
                None => self.runtime.scripts.index(&name).map(|script| (script as u32, self.hooks_of(script))),
                Some(language) => match self.runtime.languages.get(language).map(|language| language.find(&name)) {
                    Some(Ok(Some(shape))) => Some((shape.script, shape.hooks.bits())),
                    _ => None,
                },
            };
            let Some((script, hooks)) = known else {
                notes.push(format!("the script {name} is not there any more: what it remembered is lost"));
                let life = (instance.life() | Life::DISABLED).bits();
                state.instances.set(index, Instance { life, ..instance });
                continue;
            };
            let mut carried = Instance { script, hooks, ..instance };
            if let Some(script) = self.runtime.scripts.scripts().get(script as usize).filter(|_| instance.language == 0)
                && let Some(layout) = layouts.get(&name)
                && !is_layout_of(layout, script)
            {
                carried.state = migrated(state, instance.state, layout, script, world);
                notes
                    .push(format!("the script {name} has other fields than in the save: they were taken over by name"));
            }
            state.instances.set(index, carried);
        }
    }

    fn hooks_of(&self, script: usize) -> u16 {
        self.runtime.scripts.scripts()[script].hooks.bits()
    }

    fn read_languages<'a>(
        &self,
        reader: &mut SectionReader<'a>,
        notes: &mut Vec<String>,
    ) -> Result<Vec<(usize, &'a [u8])>, ContainerError> {
        let mut found = Vec::new();
        for _ in 0..reader.count(8, "languages of scripts")? {
            let name = reader.text(MOST_NAME, "a language of scripts")?;
            let length = reader.count(1, "what a language remembers")?;
            let bytes = reader.take(length, "what a language remembers")?;
            match self.runtime.languages.iter().position(|language| language.name() == name) {
                Some(number) => found.push((number, bytes)),
                None => notes.push(format!("scripts in {name} are not there any more")),
            }
        }
        Ok(found)
    }
}

fn read_texts(reader: &mut SectionReader<'_>, world: &mut EntityWorld) -> Result<(), ContainerError> {
    for _ in 0..reader.count(12, "texts of scripts")? {
        let at = reader.clone();
        let id = reader.u64("a text's number")?;
        // As long as it was when it was written: what a script said of any length is read back.
        let text = reader.text(reader.left(), "a text of scripts")?;
        if world.intern(text).to_bits() != id {
            return Err(at.error("a text of scripts has another number than it should"));
        }
    }
    Ok(())
}

fn read_layouts(reader: &mut SectionReader<'_>) -> Result<BTreeMap<String, Layout>, ContainerError> {
    let mut layouts = BTreeMap::new();
    for _ in 0..reader.count(8, "scripts")? {
        let name = reader.text(MOST_NAME, "a script's name")?.to_owned();
        let mut layout = Layout::new();
        for _ in 0..reader.count(8, "fields of a script")? {
            let field = reader.text(MOST_NAME, "a field's name")?.to_owned();
            let at = reader.clone();
            let kind = reader.u32("a field's kind")?;
            let kind = FieldKind::ALL.into_iter().find(|known| *known as u32 == kind);
            layout.push((field, kind.ok_or_else(|| at.error("a field of a script is of no kind"))?));
        }
        layouts.insert(name, layout);
    }
    Ok(layouts)
}

fn is_layout_of(layout: &Layout, script: &ScriptDef) -> bool {
    layout.len() == script.fields.len()
        && layout.iter().zip(script.fields).all(|((name, kind), field)| *name == field.name && *kind == field.kind)
}

/// The fields that a script had, as those that it has: by name and kind, the others as they are written.
fn migrated(state: &mut State, place: u32, layout: &Layout, script: &ScriptDef, world: &mut EntityWorld) -> u32 {
    let mut old = vec![0; layout.iter().map(|(_, kind)| kind.size()).sum()];
    state.states.read(place, &mut old);
    let mut new = script.initial(world);
    let mut from = 0;
    for (name, kind) in layout {
        let same = script.places().find(|(field, _)| field.name == *name && field.kind == *kind);
        if let Some((_, to)) = same {
            new[to..to + kind.size()].copy_from_slice(&old[from..from + kind.size()]);
        }
        from += kind.size();
    }
    state.states.remove(place);
    state.states.add(&new)
}
