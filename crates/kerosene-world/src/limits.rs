//! What readers refuse.

/// How much a reader of text or bytes makes of what it is given: a few bytes can claim a world of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// Slots that a world may have, 16 bytes each. Four million unless set.
    pub max_slots: u32,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { max_slots: 1 << 22 }
    }
}
