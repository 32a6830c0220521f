//! Building again whenever something changes.

use crate::build::{Listener, Request, Summary, build};
use crate::error::KilnError;
use crate::journal::Known;
use crate::site::glimpse;
use crate::workplace::Workplace;
use kerosene_config::find_content;
use kerosene_diagnostics::Diagnostics;
use kerosene_vfs::RootSearch;
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// How long nothing must happen before a change counts as made: programs write files in several goes.
const QUIET: Duration = Duration::from_millis(150);
/// Changes after which a build begins even where there is no quiet.
const PATIENCE: usize = 10_000;
/// How often to look whether the watch was cancelled.
const PULSE: Duration = Duration::from_millis(200);

/// What a watch tells.
#[derive(Debug)]
pub enum Watched<'a> {
    /// These paths changed, below the project's folder; a build begins.
    Changed(&'a [String]),
    /// The project file was read again; this is worth knowing about it.
    Project(&'a Diagnostics),
    /// What came of a build.
    Built(Result<Summary, KilnError>),
}

/// Builds, then watches the folders of content and builds again after each change, until it is cancelled. What a build has made
/// is no change.
///
/// # Errors
/// As [`build`]; folders that cannot be watched. A build that fails is no error of the watch.
pub fn watch(
    workplace: &Workplace,
    request: &Request,
    cancelled: &AtomicBool,
    listener: &mut dyn Listener,
    mut tell: impl FnMut(Watched<'_>),
) -> Result<(), KilnError> {
    let failed = |error: notify::Error| KilnError::NotWatched { reason: error.to_string() };
    let (sender, events) = mpsc::channel();
    // Before the first build, so that what changes during it is not missed.
    let mut watcher = notify::recommended_watcher(move |event| drop(sender.send(event))).map_err(failed)?;
    let mut workplace = workplace.clone();
    watcher.watch(&workplace.content.folder, RecursiveMode::Recursive).map_err(failed)?;
    if !workplace.prefix.is_empty() {
        // The project file lies above the content.
        watcher.watch(&workplace.root, RecursiveMode::NonRecursive).map_err(failed)?;
    }
    let mut is_sound = true;
    loop {
        if is_sound {
            let done = build(&workplace, request, cancelled, listener);
            if cancelled.load(Ordering::Relaxed) {
                return Ok(());
            }
            let done = match done {
                Err(error @ KilnError::Locked { .. }) => return Err(error),
                done => done,
            };
            tell(Watched::Built(done));
        }
        let Some(changed) = next(&events, cancelled, &workplace) else { return Ok(()) };
        tell(Watched::Changed(&changed));
        if changed.iter().any(|path| path.ends_with(".kproj")) || !is_sound {
            match reload(&workplace) {
                Ok(new) => {
                    tell(Watched::Project(&new.content.notes));
                    if new.prefix != workplace.prefix {
                        watcher.watch(&new.content.folder, RecursiveMode::Recursive).map_err(failed)?;
                    }
                    (workplace, is_sound) = (new, true);
                }
                Err(error) => {
                    is_sound = false;
                    tell(Watched::Built(Err(error)));
                }
            }
        }
    }
}

/// The project as its file is now.
fn reload(workplace: &Workplace) -> Result<Workplace, KilnError> {
    let search = RootSearch { explicit: Some(workplace.root.clone()), ..RootSearch::default() };
    Ok(Workplace::new(find_content(&search)?, workplace.toolbox.clone()))
}

/// The files that builds have made, and the folders above them.
fn own(workplace: &Workplace) -> BTreeSet<String> {
    let steps = glimpse(workplace).map(|glimpse| glimpse.memory.steps).unwrap_or_default();
    let made = steps.values().flat_map(Known::made).map(|made| &made.path);
    let with_folders = |path: &String| {
        let folders: Vec<_> = path.match_indices('/').map(|(at, _)| path[..at].to_owned()).collect();
        folders.into_iter().chain([path.clone()])
    };
    made.flat_map(with_folders).collect()
}

/// Waits for changes and for the quiet after them; nothing where the watch ends.
fn next(
    events: &Receiver<notify::Result<Event>>,
    cancelled: &AtomicBool,
    workplace: &Workplace,
) -> Option<Vec<String>> {
    let own = own(workplace);
    // What a build has made is no change, except where it is gone.
    let counts = |path: &String| !own.contains(path) || workplace.root.join(path).symlink_metadata().is_err();
    let mut changed = BTreeSet::new();
    let mut heard = 0;
    loop {
        let wait = if changed.is_empty() { PULSE } else { QUIET };
        match events.recv_timeout(wait) {
            Ok(event) => changed.extend(paths(event, workplace).into_iter().filter(counts)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if !changed.is_empty() => return Some(changed.into_iter().collect()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        heard += usize::from(!changed.is_empty());
        if heard > PATIENCE {
            return Some(changed.into_iter().collect());
        }
        if cancelled.load(Ordering::Relaxed) {
            return None;
        }
    }
}

/// The files that an event is about, as far as a build cares: neither reads nor hidden files.
fn paths(event: notify::Result<Event>, workplace: &Workplace) -> Vec<String> {
    let Ok(event) = event else { return Vec::new() };
    if matches!(event.kind, EventKind::Access(_)) {
        return Vec::new();
    }
    event.paths.iter().filter_map(|path| shown(path, workplace)).collect()
}

fn shown(path: &PathBuf, workplace: &Workplace) -> Option<String> {
    let below = path.strip_prefix(&workplace.root).unwrap_or(Path::new(path));
    let is_hidden = below.iter().any(|name| name.to_string_lossy().starts_with('.'));
    (!is_hidden && !below.as_os_str().is_empty()).then(|| below.to_string_lossy().replace('\\', "/"))
}
