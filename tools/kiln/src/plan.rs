//! What is to be made of what: the files of the content, held against the rules.

use crate::error::Fault;
use crate::rules::{ART, Kind, RULES, Results, Rule, SIDECARS};
use crate::scan::{Found, Scan, spelling};
use crate::settings::{EXTENSION, FOLDER_FILE, Settings};
use crate::stat_cache::hash_file;
use crate::strays;
use crate::toolbox::{Stage, Toolbox};
use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, SourcePosition, codes};
use kerosene_vfs::vault::ContentHash;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Largest file of options that is read, in bytes.
const MAX_SETTINGS: u64 = 1 << 20;

/// Where the results of a step go, below the project's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    File(String),
    Folder(String),
}

/// Something to be made of a source.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// What names it in every build: the result, or the source of many.
    pub(crate) id: String,
    pub(crate) rule: &'static Rule,
    pub(crate) stage: &'a Stage,
    /// Path of the source; of a set, its pictures' paths up to the endings of their names.
    pub(crate) source: String,
    /// Pictures of a set.
    pub(crate) members: Vec<String>,
    /// Options that change what is made, by name.
    pub(crate) options: Vec<String>,
    /// Whether what leaks is no failure. It changes nothing of what is made.
    pub(crate) forgives_leaks: bool,
    pub(crate) target: Target,
}

/// What a build has to do with.
#[derive(Debug, Default)]
pub(crate) struct Plan<'a> {
    /// In the order of waves, then of names.
    pub(crate) steps: Vec<Step<'a>>,
    /// Steps that cannot be done as the sources are, and why; their results stay as they are.
    pub(crate) faults: BTreeMap<String, Diagnostic>,
    /// What else there is to know.
    pub(crate) notes: Diagnostics,
    /// Files that are content as they are.
    pub(crate) loose: Vec<Found>,
    /// Sources that this executable has no stage for, by stage.
    pub(crate) unserved: BTreeMap<&'static str, usize>,
}

/// Where the content lies.
pub(crate) struct Place<'a> {
    /// The project's folder, which every path is below.
    pub(crate) root: &'a Path,
    /// The content folder below it, with a slash at its end, or empty.
    pub(crate) prefix: &'a str,
}

/// Makes the plan.
pub(crate) fn plan<'a>(scan: Scan, place: &Place<'_>, toolbox: &'a Toolbox, extra: &Extra) -> Plan<'a> {
    let mut planner = Planner {
        place,
        toolbox,
        extra,
        plan: Plan { notes: scan.notes, ..Plan::default() },
        settings: SettingsFiles::of(&scan.files, place.root),
        claims: BTreeMap::new(),
        spelt: BTreeMap::new(),
        stock: Stock { names: (toolbox.stock_names)(), pictures: None },
        checked: BTreeMap::new(),
    };
    let mut pictures = Vec::new();
    for file in &scan.files {
        let (name, extension) = split_extension(&file.name);
        let folder = name.split('/').next().unwrap_or_default();
        if extension == EXTENSION {
            continue;
        }
        let rule = RULES.iter().find(|rule| rule.folder == folder && rule.extensions.contains(&extension));
        match rule {
            Some(_) if planner.is_exported(file, name) => {}
            Some(rule) => {
                planner.source(rule, file, name);
                if RULES.iter().any(|set| {
                    set.kind == Kind::PictureSet && set.extensions.contains(&extension) && set.folder == folder
                }) {
                    pictures.push(file);
                }
            }
            None if SIDECARS.contains(&extension) || extension == "vault" => {}
            None => {
                planner.plan.notes.extend(strays::note(file, folder, extension));
                if folder != ART {
                    planner.plan.loose.push(file.clone());
                }
            }
        }
    }
    planner.sets(&pictures);
    planner.finish()
}

/// What a whole build adds to the options of stages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extra {
    pub(crate) fast: bool,
    pub(crate) ignore_leaks: bool,
}

/// A name and its extension in lower case, which is empty where it has none.
fn split_extension(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !stem.ends_with('/') && !extension.contains('/') => {
            (stem, extension)
        }
        _ => (name, ""),
    }
}

/// The pictures of a material.
#[derive(Default)]
struct Set {
    /// Their paths up to the endings of their names.
    source: String,
    members: Vec<String>,
    /// Names of the base colours, by which an editor that shows pictures calls the material.
    bases: Vec<String>,
}

/// What the engine brings itself.
struct Stock {
    /// Names of its materials.
    names: BTreeSet<String>,
    /// Its pictures as they are exported for an editor; made when one is asked for.
    pictures: Option<BTreeMap<String, ContentHash>>,
}

struct Planner<'p, 'a> {
    place: &'p Place<'p>,
    toolbox: &'a Toolbox,
    extra: &'p Extra,
    plan: Plan<'a>,
    settings: SettingsFiles,
    /// The first source of each result.
    claims: BTreeMap<String, String>,
    /// How folders are spelt on the disk.
    spelt: BTreeMap<String, String>,
    stock: Stock,
    /// What is wrong with an argument of a stage; many sources have the same.
    checked: BTreeMap<(String, String), Option<String>>,
}

impl<'a> Planner<'_, 'a> {
    /// Whether a file is a picture of the engine's own materials that an export put there for an editor.
    fn is_exported(&mut self, file: &Found, name: &str) -> bool {
        let Some(below) = name.strip_prefix("art/").filter(|below| self.stock.names.contains(*below)) else {
            return false;
        };
        let pictures = self.stock.pictures.get_or_insert_with(self.toolbox.stock_pictures);
        pictures.get(below).is_some_and(|picture| hash_file(&self.place.root.join(&file.path)).ok() == Some(*picture))
    }

    /// Adds what is made of one file.
    fn source(&mut self, rule: &'static Rule, file: &Found, name: &str) {
        if rule.kind == Kind::File {
            self.add(rule, name, file.path.clone(), Vec::new());
        }
    }

    /// Adds the materials of pictures that no file describes.
    fn sets(&mut self, pictures: &[&Found]) {
        let Some(rule) = RULES.iter().find(|rule| rule.kind == Kind::PictureSet) else { return };
        let mut sets: BTreeMap<String, Set> = BTreeMap::new();
        for picture in pictures {
            let (name, _) = split_extension(&picture.name);
            let (folder, stem) = name.rsplit_once('/').unwrap_or(("", name));
            let (base, is_base) = (self.toolbox.material_of)(stem);
            // Names differ from paths in case only, so a part of one is as long as that of the other.
            let spelt_folder = picture.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let spelt = picture.path.get(spelt_folder.len() + 1..spelt_folder.len() + 1 + base.len());
            let source = format!("{spelt_folder}/{}", spelt.unwrap_or(&base));
            let set = sets.entry(format!("{folder}/{base}")).or_insert_with(|| Set { source, ..Set::default() });
            set.members.push(picture.path.clone());
            if is_base {
                set.bases.push(name.to_owned());
            }
        }
        // Normals or masks alone are no material, but what a described one may name.
        for (name, set) in sets.into_iter().filter(|(_, set)| !set.bases.is_empty()) {
            let is_described = self.claims.contains_key(&self.result(rule, &name));
            let below = name.strip_prefix("art/").unwrap_or(&name);
            if self.stock.names.contains(below) && !is_described {
                // Pictures alone would make it an ordinary surface: no water, no clip.
                let message = format!("the engine's own material `{below}` stays as it is, with this picture");
                let note = Diagnostic::new(codes::SOURCE_LEFT_OUT, message).severity(Severity::Info);
                let fix = format!("write {}.kmat to make it another material", set.source);
                self.plan.notes.push(note.at(SourcePosition::file(&set.source)).fix(fix));
            } else if !is_described {
                for base in set.bases.iter().filter(|base| **base != name) {
                    if !self.claims.contains_key(&self.result(rule, base)) {
                        self.add(rule, base, set.source.clone(), set.members.clone());
                    }
                }
                self.add(rule, &name, set.source, set.members);
            }
        }
    }

    /// The name of what a rule makes of a source of this name.
    fn result(&self, rule: &Rule, name: &str) -> String {
        let below = name.split_once('/').map_or(name, |(_, below)| below);
        match rule.results {
            Results::One { folder, extension } => format!("{folder}/{below}.{extension}"),
            Results::Many { .. } => format!("{}:{name}", rule.stage),
        }
    }

    fn add(&mut self, rule: &'static Rule, name: &str, source: String, members: Vec<String>) {
        let Some(stage) = self.toolbox.stage(rule.stage) else {
            *self.plan.unserved.entry(rule.stage).or_default() += 1;
            return;
        };
        let id = self.result(rule, name);
        if let Some(other) = self.claims.insert(id.clone(), source.clone()) {
            let message = format!("{other} and {source} would both give {id}");
            let fault = Diagnostic::new(codes::RESULT_TWICE, message).at(SourcePosition::file(&source));
            self.plan.faults.insert(id, fault.fix("rename one of them"));
            return;
        }
        let options = match self.options(rule, stage, name) {
            Ok(options) => options,
            Err(fault) => {
                self.plan.faults.insert(id, *fault);
                return;
            }
        };
        let target = match rule.results {
            Results::One { .. } => Target::File(self.spell(&id)),
            Results::Many { folder } => {
                let below = name.split_once('/').and_then(|(_, below)| below.rsplit_once('/'));
                let folder = below.map_or_else(|| folder.to_owned(), |(below, _)| format!("{folder}/{below}"));
                Target::Folder(self.spell(&format!("{folder}/")).trim_end_matches('/').to_owned())
            }
        };
        let forgives_leaks = self.extra.ignore_leaks && stage.name == "cleave";
        self.plan.steps.push(Step { id, rule, stage, source, members, options, forgives_leaks, target });
    }

    /// A result's path: in folders that are there in another case it goes into those.
    fn spell(&mut self, name: &str) -> String {
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        let content = self.place.root.join(self.place.prefix);
        let spelt = self.spelt.entry(folder.to_owned()).or_insert_with(|| spelling(&content, folder));
        format!("{}{spelt}/{file}", self.place.prefix)
    }

    /// The options of a step: of its folders from the outside in, then its own, then the build's.
    fn options(&mut self, rule: &Rule, stage: &Stage, name: &str) -> Result<Vec<String>, Fault> {
        let mut options = BTreeMap::new();
        let folders = name.match_indices('/').map(|(at, _)| format!("{}/{FOLDER_FILE}", &name[..at]));
        for file in folders.chain([format!("{name}.{EXTENSION}")]) {
            if let Some(settings) = self.settings.get(&file)? {
                let (checked, wrong_option) = (&mut self.checked, self.toolbox.wrong_option);
                let mut wrong = |stage: &str, argument: &str| {
                    let known = checked.entry((stage.to_owned(), argument.to_owned()));
                    known.or_insert_with(|| wrong_option(stage, argument)).clone()
                };
                let put = settings.put(rule.block, stage, &mut wrong, &mut options);
                put.map_err(|error| Box::new(error.diagnostic()))?;
            }
        }
        for argument in rule.fast.iter().filter(|_| self.extra.fast) {
            let name = argument.trim_start_matches('-').split('=').next().unwrap_or_default();
            options.insert(name.to_owned(), (*argument).to_owned());
        }
        Ok(options.into_values().collect())
    }

    fn finish(mut self) -> Plan<'a> {
        let faults: BTreeSet<_> = self.plan.faults.keys().cloned().collect();
        self.plan.steps.retain(|step| !faults.contains(&step.id));
        self.plan.steps.sort_by(|a, b| (a.rule.wave, &a.id).cmp(&(b.rule.wave, &b.id)));
        self.plan.notes.extend(self.settings.unused());
        self.plan
    }
}

/// The files of options, each read once.
struct SettingsFiles {
    /// By name: the path, and what it says once it was read.
    files: BTreeMap<String, (String, Option<Result<Settings, Fault>>)>,
    root: std::path::PathBuf,
}

impl SettingsFiles {
    fn of(files: &[Found], root: &Path) -> Self {
        let settings = files.iter().filter(|file| split_extension(&file.name).1 == EXTENSION);
        let files = settings.map(|file| (file.name.clone(), (file.path.clone(), None))).collect();
        Self { files, root: root.to_owned() }
    }

    /// What a file says; nothing where there is none.
    fn get(&mut self, name: &str) -> Result<Option<&Settings>, Fault> {
        let Some((path, settings)) = self.files.get_mut(name) else { return Ok(None) };
        let settings = settings.get_or_insert_with(|| read(&self.root, path));
        settings.as_ref().map(Some).map_err(Clone::clone)
    }

    /// Files that are for no source.
    fn unused(&self) -> Vec<Diagnostic> {
        let unused = self.files.values().filter(|(path, read)| read.is_none() && !path.ends_with(FOLDER_FILE));
        let note = |path: &String| {
            let message = "options for nothing: no source of this name is made into anything";
            Diagnostic::new(codes::SOURCE_LEFT_OUT, message).at(SourcePosition::file(path)).fix("rename or delete it")
        };
        unused.map(|(path, _)| note(path)).collect()
    }
}

fn read(root: &Path, path: &str) -> Result<Settings, Fault> {
    let file = root.join(path);
    let failed = |reason: String| Box::new(Diagnostic::new(codes::NOT_READ, reason).at(SourcePosition::file(path)));
    let length = fs::metadata(&file).map_err(|error| failed(error.to_string()))?.len();
    if length > MAX_SETTINGS {
        return Err(failed("a file of options has at most 1 MiB".to_owned()));
    }
    let bytes = fs::read(&file).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        let message = "it is no UTF-8 text: a byte of this line is of another encoding";
        let fault = Diagnostic::new(codes::SYNTAX, message).at(SourcePosition::line(path, line));
        Box::new(fault.fix("save it as UTF-8"))
    })?;
    Settings::parse(path, &text).map_err(|error| Box::new(error.diagnostic()))
}
