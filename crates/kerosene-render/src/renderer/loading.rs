//! A level that is made on a thread of its own while pictures are drawn.

use super::make::{LevelMaker, MadeLevel};
use crate::Gpu;
use crate::error::RenderError;
use crate::material::MaterialStore;
use kerosene_bsp::BspFile;
use kerosene_vfs::Vfs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// What comes of it; `None` where nobody waited for it any more.
type Outcome = Result<Option<MadeLevel>, RenderError>;

/// A level on its way. Dropped, it is waited for: no thread outlives the device that it works with.
#[derive(Debug)]
pub(super) struct Loading {
    wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<Outcome>>,
}

impl Loading {
    /// Begins. One that was given up before is waited for on the new thread, so that there is one thread at a time that does
    /// any work, however often somebody changes his mind.
    pub(super) fn begin(
        gpu: Arc<Gpu>,
        materials: MaterialStore,
        map: Arc<BspFile>,
        content: Vfs,
        before: Option<Self>,
    ) -> Self {
        let wanted = Arc::new(AtomicBool::new(true));
        let still_wanted = Arc::clone(&wanted);
        let thread = std::thread::spawn(move || {
            drop(before);
            LevelMaker { gpu: &gpu, materials, map: &map, content: &content, wanted: &still_wanted }.make()
        });
        Self { wanted, thread: Some(thread) }
    }

    /// Nobody waits for it any more.
    pub(super) fn give_up(&self) {
        self.wanted.store(false, Ordering::Relaxed);
    }

    /// Whether somebody does.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Whether it waits no longer for anything.
    pub(super) fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for what comes of it. A panic there goes on here: it is a fault of ours, and not to be lived with.
    pub(super) fn finish(mut self) -> Outcome {
        let Some(thread) = self.thread.take() else { return Ok(None) };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.give_up();
        if let Some(thread) = self.thread.take() {
            // Whoever drops it wants nothing of it, its panic included, which has been said already.
            drop(thread.join());
        }
    }
}
