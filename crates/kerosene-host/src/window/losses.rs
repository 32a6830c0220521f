//! How often the graphics device is lost, and when that is too often.

use std::time::Duration;

/// Losses within [`WINDOW`] of each other that are borne.
const MOST: u32 = 5;
const WINDOW: Duration = Duration::from_secs(60);

/// The losses so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Losses {
    count: u32,
    last: Option<Duration>,
}

impl Losses {
    /// The device was lost at a moment.
    ///
    /// # Errors
    /// How often it was lost one time after the other, where that is too often to try again.
    pub(super) fn note(&mut self, now: Duration) -> Result<(), u32> {
        let again = self.last.is_some_and(|last| now.saturating_sub(last) < WINDOW);
        self.count = if again { self.count + 1 } else { 1 };
        self.last = Some(now);
        if self.count > MOST { Err(self.count) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_device_that_is_lost_now_and_then_is_opened_anew_for_ever() {
        let mut losses = Losses::default();
        assert!((0..1000).all(|time| losses.note(SECOND * time * 61).is_ok()));
    }

    #[test]
    fn one_that_is_lost_all_the_time_is_given_up() {
        let mut losses = Losses::default();
        let told: Vec<_> = (0..6).map(|time| losses.note(SECOND * time)).collect();
        assert_eq!(told, [Ok(()), Ok(()), Ok(()), Ok(()), Ok(()), Err(6)]);
        assert_eq!(losses.note(SECOND * 300), Ok(()), "it has worked for a while since");
    }
}
