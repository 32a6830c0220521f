//! What the console has said, and the way in for log lines of other threads.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What kind of line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For whoever works on the engine.
    Debug,
    /// An answer, or a piece of news.
    Info,
    /// Something that is surely not as meant.
    Warning,
    /// Something that failed.
    Error,
}

/// A line of the scrollback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrollbackLine {
    /// What kind of line it is.
    pub level: Level,
    /// The text, without a line break.
    pub text: String,
}

/// The last lines, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scrollback {
    lines: VecDeque<ScrollbackLine>,
    said: u64,
}

/// Characters of a line that are kept.
const LINE_CHARACTERS: usize = 4096;

impl Scrollback {
    /// Adds a line, or several where `text` has breaks in it.
    pub(crate) fn push(&mut self, level: Level, text: &str, limit: usize) {
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            if self.lines.len() >= limit {
                self.lines.pop_front();
            }
            let end = line.char_indices().nth(LINE_CHARACTERS).map_or(line.len(), |(end, _)| end);
            self.lines.push_back(ScrollbackLine { level, text: line[..end].to_owned() });
            self.said += 1;
        }
    }

    pub(crate) fn lines(&self) -> impl DoubleEndedIterator<Item = &ScrollbackLine> + ExactSizeIterator {
        self.lines.iter()
    }

    /// Lines that ever came in, forgotten and cleared ones included.
    pub(crate) fn said(&self) -> u64 {
        self.said
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }
}

/// A bounded queue that any thread may log into and one console empties each frame. Clones share it.
///
/// ```
/// use kerosene_console::{Console, Level};
///
/// let mut console = Console::new();
/// let relay = console.relay();
/// std::thread::spawn(move || relay.log(Level::Warning, "from afar")).join().expect("it does not panic");
/// console.begin_frame();
/// assert_eq!(console.scrollback().next_back().expect("one line").text, "from afar");
/// ```
#[derive(Debug, Clone, Default)]
pub struct LogRelay {
    queue: Arc<Mutex<Queue>>,
}

#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<(Level, String)>,
    dropped: usize,
}

impl LogRelay {
    /// Lines that may wait for the next frame; the oldest go first.
    pub const CAPACITY: usize = 4096;

    /// Bytes of one text that are kept.
    pub const TEXT_BYTES: usize = 16 << 10;

    /// Adds text, one line or several.
    pub fn log(&self, level: Level, text: impl Into<String>) {
        let mut text = text.into();
        text.truncate(text.floor_char_boundary(Self::TEXT_BYTES));
        text.shrink_to(Self::TEXT_BYTES);
        let mut queue = self.queue();
        if queue.lines.len() >= Self::CAPACITY {
            queue.lines.pop_front();
            queue.dropped += 1;
        }
        queue.lines.push_back((level, text));
    }

    /// Takes what has come in, and how many lines were dropped before it.
    pub(crate) fn take(&self) -> (VecDeque<(Level, String)>, usize) {
        let mut queue = self.queue();
        (std::mem::take(&mut queue.lines), std::mem::take(&mut queue.dropped))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A thread that panicked while it held the lock left a whole queue: pushes do not panic half way.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
