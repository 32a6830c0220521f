//! Building again whenever something changes.

use crate::build::{Listener, Request, Summary, build};
use crate::error::KilnError;
use crate::workplace::Workplace;
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

/// Builds, then watches the folders of content and builds again after each change, until it is cancelled. `built` gets the
/// paths that changed (none the first time) and what came of each build.
///
/// # Errors
/// As [`build`]; folders that cannot be watched. A build that fails is no error of the watch.
pub fn watch(
    workplace: &Workplace,
    request: &Request,
    cancelled: &AtomicBool,
    listener: &mut dyn Listener,
    mut built: impl FnMut(&[String], Result<Summary, KilnError>),
) -> Result<(), KilnError> {
    let failed = |error: notify::Error| KilnError::NotWatched { reason: error.to_string() };
    let (sender, events) = mpsc::channel();
    // Before the first build, so that what changes during it is not missed.
    let mut watcher = notify::recommended_watcher(move |event| drop(sender.send(event))).map_err(failed)?;
    let content = workplace.root.join(&workplace.prefix);
    watcher.watch(&content, RecursiveMode::Recursive).map_err(failed)?;
    let mut changed = Vec::new();
    loop {
        let done = build(workplace, request, cancelled, listener);
        if cancelled.load(Ordering::Relaxed) {
            return Ok(());
        }
        let is_fatal = matches!(done, Err(KilnError::Locked { .. }));
        built(&changed, done);
        if is_fatal {
            return Ok(());
        }
        match next(&events, cancelled, workplace) {
            Some(paths) => changed = paths,
            None => return Ok(()),
        }
    }
}

/// Waits for changes and for the quiet after them; nothing where the watch ends.
fn next(
    events: &Receiver<notify::Result<Event>>,
    cancelled: &AtomicBool,
    workplace: &Workplace,
) -> Option<Vec<String>> {
    let mut changed = BTreeSet::new();
    let mut heard = 0;
    loop {
        let wait = if changed.is_empty() { PULSE } else { QUIET };
        match events.recv_timeout(wait) {
            Ok(event) => changed.extend(paths(event, workplace)),
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
    (!is_hidden).then(|| below.to_string_lossy().replace('\\', "/"))
}
