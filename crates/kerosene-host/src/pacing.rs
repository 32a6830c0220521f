//! When the next frame is due, and how much real time it stands for. There is no clock in here: moments are durations since
//! some beginning.

use std::time::Duration;

/// Most real time that a frame may bring. A window that was dragged for a minute is no reason to simulate the minute.
pub const MOST_REAL: Duration = Duration::from_millis(250);

/// How long to wait between looks at a window that nobody sees.
pub const HIDDEN_WAIT: Duration = Duration::from_millis(20);

/// Paces frames.
///
/// ```
/// use kerosene_host::Pacer;
/// use std::time::Duration;
///
/// let mut pacer = Pacer::default();
/// assert_eq!(pacer.begin(Duration::from_millis(500)), Duration::ZERO);
/// assert_eq!(pacer.next(100.0), Some(Duration::from_millis(510)));
/// assert_eq!(pacer.begin(Duration::from_millis(512)), Duration::from_millis(12));
/// assert_eq!(pacer.next(100.0), Some(Duration::from_millis(520))); // what was late is not added up
/// assert_eq!(pacer.next(0.0), None); // without a cap: at once
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pacer {
    began: Option<Duration>,
    due: Option<Duration>,
}

impl Pacer {
    /// A frame begins now; gives the real time since the last one began, at most [`MOST_REAL`].
    pub fn begin(&mut self, now: Duration) -> Duration {
        let since = self.began.map_or(Duration::ZERO, |before| now.saturating_sub(before));
        self.began = Some(now);
        since.min(MOST_REAL)
    }

    /// When the frame after the one that has begun is due, with at most `cap` frames a second; `None` for at once, which is
    /// what a cap of 0 means.
    pub fn next(&mut self, cap: f64) -> Option<Duration> {
        let began = self.began.unwrap_or_default();
        if !(cap > 0.0 && cap.is_finite()) {
            self.due = None;
            return None;
        }
        let interval = Duration::from_secs_f64((1.0 / cap).min(1.0));
        // On the beat of the frames before, unless that lies so far back that frames would follow each other in a burst.
        let beat = self.due.filter(|&due| due <= began && began - due < interval).unwrap_or(began);
        self.due = Some(beat + interval);
        self.due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_cap_is_kept_on_average_though_each_frame_wakes_late() {
        let mut pacer = Pacer::default();
        let (mut now, mut frames) = (Duration::ZERO, 0);
        while now < MS(1000) {
            pacer.begin(now);
            frames += 1;
            // Every sleep takes 3 ms too long.
            now = pacer.next(100.0).unwrap_or_default() + MS(3);
        }
        assert_eq!(frames, 100);
    }

    #[test]
    fn a_stall_is_not_caught_up_with() {
        let mut pacer = Pacer::default();
        pacer.begin(MS(0));
        pacer.next(100.0);
        assert_eq!(pacer.begin(MS(5000)), MOST_REAL);
        assert_eq!(pacer.next(100.0), Some(MS(5010)));
    }

    #[test]
    fn caps_that_are_none_do_not_wait() {
        for cap in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Pacer::default().next(cap), None, "{cap}");
        }
        assert_eq!(Pacer::default().next(0.001), Some(Duration::from_secs(1)), "never longer than a second");
    }
}
