//! The archive of a project: every result, and every file of the content that is none of the sources.

use crate::build::Request;
use crate::error::Fault;
use crate::freshness::Reason;
use crate::journal::{Known, Memory};
use crate::perform::put_in_place;
use crate::pool::in_order;
use crate::record::{Input, Made, Record};
use crate::rules::SIDECARS;
use crate::scan::Found;
use crate::site::{Glimpse, Site};
use crate::stat_cache::{StatCache, hash_file};
use crate::workplace::Workplace;
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_vfs::vault::{ContentHash, EncodedContent};
use kerosene_vfs::{Vault, VaultError, VaultWriter};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;

/// Version of what is packed how.
pub(crate) const TOOL: &str = "kiln pack 1";
/// How hard the archive is compressed.
const LEVEL: i32 = 12;
/// The same where speed matters more.
const FAST_LEVEL: i32 = 1;
/// What an archive begins with.
const MAGIC: [u8; 4] = *b"KVLT";
/// Its name while it is written.
const ARCHIVE: &str = "archive";
/// Files that are compressed at a time for each job.
const FILES_PER_JOB: usize = 4;

/// An archive that was packed or found as it should be.
#[derive(Debug, Clone, Serialize)]
pub struct PackReport {
    /// Its path below the project's folder.
    pub path: String,
    /// Files in it.
    pub files: usize,
    /// Its bytes.
    pub bytes: u64,
    /// Whether it was written.
    pub written: bool,
}

/// A file that goes into the archive.
struct Entry {
    name: String,
    path: String,
    hash: ContentHash,
}

/// Packs the archive, unless it is what it should be.
pub(crate) fn pack<'f>(
    site: &Site,
    workplace: &Workplace,
    loose: impl Iterator<Item = &'f Found>,
    ids: &BTreeSet<String>,
    request: &Request,
) -> Result<PackReport, Fault> {
    let path = workplace.archive_path();
    let target = site.root.join(&path);
    let memory = site.journal().memory.clone();
    let entries = entries(&site.root, &site.stats, &memory, workplace, loose, ids)?;
    let level = level(request);
    let mut record = wanted(&entries, level);
    let known = site.journal().memory.steps.get(&path).cloned().unwrap_or_default();
    let there = site.stats.hash(&site.root, &path).ok().flatten();
    let report = |written| {
        let bytes = fs::metadata(&target).map_or(0, |metadata| metadata.len());
        PackReport { path: path.clone(), files: entries.len(), bytes, written }
    };
    if is_same(&known, &record, there) && !request.force {
        return Ok(report(false));
    }
    let is_made = known.made().any(|made| Some(made.hash) == there);
    let is_damaged = || known.made().next().is_some() && begins_like_one(&target);
    if there.is_some() && !is_made && Vault::open(&target).is_err() && !is_damaged() {
        let message = "a file that is no archive is where the archive belongs";
        let fault = Diagnostic::new(codes::RESULT_FOREIGN, message).at(SourcePosition::file(&path));
        return Err(Box::new(fault.fix("move it away, or rename the project file")));
    }
    let failed = |reason: std::io::Error| not_written(&path, &reason.to_string());
    let scratch = site.scratch().map_err(failed)?;
    let new = scratch.result(ARCHIVE);
    let out = fs::File::create(&new).map_err(failed)?;
    write(site, &out, &entries, old(&known, &record, there, &target).as_ref(), level, request.jobs)?;
    out.sync_all().map_err(failed)?;
    drop(out);
    let hash = hash_file(&new).map_err(failed)?;
    record.outputs.push(Made { path: path.clone(), hash });
    site.journal().begin(&path, &record).map_err(failed)?;
    let written = there != Some(hash);
    if written {
        put_in_place(&new, &target).map_err(failed)?;
    }
    site.journal().done(&path, record).map_err(failed)?;
    Ok(report(written))
}

fn level(request: &Request) -> i32 {
    if request.fast { FAST_LEVEL } else { LEVEL }
}

/// What a record of an archive of these files would say.
fn wanted(entries: &[Entry], level: i32) -> Record {
    let inputs = entries.iter().map(|entry| Input { path: entry.path.clone(), hash: Some(entry.hash) }).collect();
    Record { tool: TOOL.to_owned(), arguments: vec![format!("level={level}")], inputs, ..Record::default() }
}

/// Why an archive would be packed; `changes` says that something of what belongs into it would be made first.
pub(crate) fn judge(
    glimpse: &Glimpse,
    workplace: &Workplace,
    loose: &[Found],
    ids: &BTreeSet<String>,
    request: &Request,
    changes: bool,
) -> Result<Option<Reason>, Fault> {
    let path = workplace.archive_path();
    let root = &workplace.root;
    let there = glimpse.stats.hash(root, &path).ok().flatten();
    let known = glimpse.memory.steps.get(&path).cloned().unwrap_or_default();
    if there.is_none() {
        let made_before = known.done.is_some();
        return Ok(Some(if made_before { Reason::ResultMissing(path) } else { Reason::New }));
    }
    if changes {
        return Ok(Some(Reason::Contents));
    }
    let entries = entries(root, &glimpse.stats, &glimpse.memory, workplace, loose.iter(), ids)?;
    if is_same(&known, &wanted(&entries, level(request)), there) && !request.force {
        return Ok(None);
    }
    let is_made = known.made().any(|made| Some(made.hash) == there);
    Ok(Some(match (request.force, is_made) {
        (true, _) => Reason::Forced,
        (false, true) => Reason::Contents,
        (false, false) => Reason::ResultChanged(path),
    }))
}

/// Every file, by name; of two spellings of one name the result's counts.
fn entries<'f>(
    root: &Path,
    stats: &StatCache,
    memory: &Memory,
    workplace: &Workplace,
    loose: impl Iterator<Item = &'f Found>,
    ids: &BTreeSet<String>,
) -> Result<Vec<Entry>, Fault> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for file in loose {
        // In a folder with two spellings of a name the engine takes the one in lower case.
        let is_exact = file.path.ends_with(&*file.name);
        if is_exact || !files.contains_key(&file.name) {
            files.insert(file.name.clone(), file.path.clone());
        }
    }
    let done = memory.steps.iter().filter(|(id, _)| ids.contains(*id)).filter_map(|(_, known)| known.done.as_ref());
    for made in done.flat_map(|record| &record.outputs) {
        let extension = Path::new(&made.path).extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| SIDECARS.contains(&extension)) {
            continue;
        }
        let name = made.path.strip_prefix(&*workplace.prefix).unwrap_or(&made.path).to_ascii_lowercase();
        files.insert(name, made.path.clone());
    }
    let entry = |(name, path): (String, String)| {
        let missing = || not_packed(&path, "it is gone");
        let hash = stats.hash(root, &path).map_err(|reason| not_packed(&path, &reason.to_string()))?;
        Ok(Entry { hash: hash.ok_or_else(missing)?, name, path })
    };
    files.into_iter().map(entry).collect()
}

/// Whether a file that is no whole archive was one: it is replaced where an archive was packed before.
fn begins_like_one(file: &Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    fs::File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == MAGIC
}

fn is_same(known: &Known, record: &Record, there: Option<ContentHash>) -> bool {
    let Some(done) = known.done.as_ref().filter(|_| known.begun.is_none()) else { return false };
    let of_same = (&done.tool, &done.arguments, &done.inputs) == (&record.tool, &record.arguments, &record.inputs);
    of_same && done.outputs.first().is_some_and(|made| Some(made.hash) == there)
}

/// The archive that is there, where it is one of ours that was packed in the same way: what is in it need not be compressed
/// again.
fn old(known: &Known, record: &Record, there: Option<ContentHash>, target: &Path) -> Option<Vault> {
    let done = known.done.as_ref()?;
    let same_way = (&done.tool, &done.arguments) == (&record.tool, &record.arguments);
    let is_ours = done.outputs.first().is_some_and(|made| Some(made.hash) == there);
    (same_way && is_ours).then(|| Vault::open(target).ok()).flatten()
}

/// Writes the archive, a batch of files at a time.
fn write(
    site: &Site,
    out: &fs::File,
    entries: &[Entry],
    old: Option<&Vault>,
    level: i32,
    jobs: usize,
) -> Result<(), Fault> {
    let archive = |entry: &Entry, reason: VaultError| not_packed(&entry.path, &reason.to_string());
    let whole = |reason: VaultError| not_written("the archive", &reason.to_string());
    let packed: BTreeMap<_, _> =
        old.into_iter().flat_map(Vault::entries).map(|entry| (entry.hash, entry.name)).collect();
    let mut writer = VaultWriter::new(out).map_err(whole)?;
    let encode = |entry: &Entry| {
        let kept = packed.get(&entry.hash).and_then(|name| old?.encoded(name));
        if let Some(content) = kept {
            return Ok(content);
        }
        let bytes =
            fs::read(site.root.join(&entry.path)).map_err(|reason| not_packed(&entry.path, &reason.to_string()))?;
        let content = EncodedContent::new(bytes.into(), level).map_err(|reason| archive(entry, reason))?;
        if content.hash() == entry.hash {
            Ok(content)
        } else {
            Err(not_packed(&entry.path, "it changed while it was packed"))
        }
    };
    for batch in entries.chunks(FILES_PER_JOB * jobs.max(1)) {
        let mut fault = None;
        in_order(batch, jobs, encode, |entry, content| {
            let added =
                content.and_then(|content| writer.add(&entry.name, &content).map_err(|reason| archive(entry, reason)));
            fault = fault.take().or(added.err());
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
    writer.finish().map_err(whole)?;
    Ok(())
}

fn not_packed(path: &str, reason: &str) -> Fault {
    let fault = Diagnostic::new(codes::NOT_PACKED, reason.to_owned()).at(SourcePosition::file(path));
    Box::new(fault.fix("rename it or move it out of the content, or build again"))
}

fn not_written(path: &str, reason: &str) -> Fault {
    let fault = Diagnostic::new(codes::NOT_WRITTEN, reason.to_owned()).at(SourcePosition::file(path));
    Box::new(fault.fix("check the folder, its permissions and the room on its disk"))
}
