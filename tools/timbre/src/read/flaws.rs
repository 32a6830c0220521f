//! What a file says of itself and does not hold.

/// What of a file is not in the recording that was read of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Flaws {
    /// Frames that the file says it has, where it has fewer.
    pub(crate) said_frames: Option<u64>,
    /// The file has no end, and nobody knows how much is missing.
    pub(crate) no_end: bool,
    /// Samples that are no numbers; they are silence now.
    pub(crate) no_numbers: usize,
    /// How its loop, which runs forward without end here, runs in the file.
    pub(crate) odd_loop: Option<String>,
}
