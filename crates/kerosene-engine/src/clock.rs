//! Simulation time: a fixed tick in integer nanoseconds, fed by real time from outside.

use std::time::Duration;

/// Most real time that one frame may bring, in nanoseconds. A breakpoint or a dragged window is not a reason to
/// simulate the minutes it took.
pub const MAX_FRAME_NS: u64 = 250_000_000;

/// Most whole ticks that may wait in the accumulator.
pub const MAX_WAITING_TICKS: u64 = 8;

/// Ticks per second, 10 to 256.
///
/// ```
/// use kerosene_engine::TickRate;
///
/// assert_eq!(TickRate::default().interval_ns(), 15_625_000); // 64 a second, exactly
/// assert_eq!(TickRate::new(1000).per_second(), 256);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TickRate(u32);

impl TickRate {
    /// Slowest rate.
    pub const MIN: u32 = 10;
    /// Fastest rate.
    pub const MAX: u32 = 256;
    /// Rate where nothing else is said.
    pub const DEFAULT: u32 = 64;

    /// A rate, brought into range.
    pub const fn new(per_second: u32) -> Self {
        if per_second < Self::MIN {
            Self(Self::MIN)
        } else if per_second > Self::MAX {
            Self(Self::MAX)
        } else {
            Self(per_second)
        }
    }

    /// Ticks per second.
    pub const fn per_second(self) -> u32 {
        self.0
    }

    /// Length of a tick in nanoseconds, rounded to the nearest one.
    pub const fn interval_ns(self) -> u64 {
        let rate = self.0 as u64;
        (1_000_000_000 + rate / 2) / rate
    }

    /// Length of a tick as a duration.
    pub const fn interval(self) -> Duration {
        Duration::from_nanos(self.interval_ns())
    }
}

impl Default for TickRate {
    fn default() -> Self {
        Self(Self::DEFAULT)
    }
}

/// Counts ticks and holds the real time that has not become a tick yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    rate: TickRate,
    tick: u64,
    time_ns: u64,
    accumulator_ns: u64,
}

impl Clock {
    /// At a moment of a level, with no real time waiting.
    pub(crate) fn at(tick: u64, time_ns: u64) -> Self {
        Self { tick, time_ns, ..Self::default() }
    }

    /// Number of the last tick; 0 before the first.
    pub(crate) const fn tick(&self) -> u64 {
        self.tick
    }

    /// Simulated time since the level began, in nanoseconds.
    pub(crate) const fn time_ns(&self) -> u64 {
        self.time_ns
    }

    pub(crate) const fn rate(&self) -> TickRate {
        self.rate
    }

    /// Changes the rate from the next tick on; time already counted stays as it is.
    pub(crate) fn set_rate(&mut self, rate: TickRate) {
        self.rate = rate;
        self.limit();
    }

    /// Back to the beginning, as a level begins.
    pub(crate) fn restart(&mut self) {
        *self = Self { rate: self.rate, ..Self::default() };
    }

    /// Goes back to another moment, at today's rate and with no real time waiting.
    pub(crate) fn restore(&mut self, other: &Self) {
        *self = Self { rate: self.rate, accumulator_ns: 0, ..*other };
    }

    /// Forgets real time that has not become a tick.
    pub(crate) fn drop_waiting(&mut self) {
        self.accumulator_ns = 0;
    }

    /// Takes in the real time of a frame, scaled, within the caps.
    pub(crate) fn accumulate(&mut self, real: Duration, scale: f64) {
        let real_ns = u64::try_from(real.as_nanos()).unwrap_or(u64::MAX).min(MAX_FRAME_NS);
        // A float's conversion saturates and makes NaN 0, so no scale can do harm.
        self.accumulator_ns = self.accumulator_ns.saturating_add((real_ns as f64 * scale) as u64);
        self.limit();
    }

    /// Whether a whole tick waits; if so, takes it.
    pub(crate) fn take_waiting(&mut self) -> bool {
        let interval = self.rate.interval_ns();
        let waits = self.accumulator_ns >= interval;
        if waits {
            self.accumulator_ns -= interval;
        }
        waits
    }

    /// Counts one tick.
    pub(crate) fn advance(&mut self) {
        self.tick += 1;
        self.time_ns += self.rate.interval_ns();
    }

    /// How far real time is between the last tick and the next, 0 to 1.
    pub(crate) fn alpha(&self) -> f32 {
        (self.accumulator_ns as f64 / self.rate.interval_ns() as f64).min(1.0) as f32
    }

    fn limit(&mut self) {
        self.accumulator_ns = self.accumulator_ns.min(MAX_WAITING_TICKS * self.rate.interval_ns());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(clock: &mut Clock) -> u32 {
        let mut ticks = 0;
        while clock.take_waiting() {
            ticks += 1;
        }
        ticks
    }

    #[test]
    fn frames_of_any_length_add_up_to_the_tick_rate() {
        for frame_us in [900, 6_944, 16_667, 33_333] {
            let mut clock = Clock::default();
            let mut ticks = 0;
            let frames = 10_000_000 / frame_us;
            for _ in 0..frames {
                clock.accumulate(Duration::from_micros(frame_us), 1.0);
                ticks += waiting(&mut clock);
            }
            let expected = frames * frame_us * 1000 / clock.rate.interval_ns();
            assert_eq!(u64::from(ticks), expected, "frames of {frame_us} us");
        }
    }

    #[test]
    fn a_stall_gives_at_most_eight_ticks() {
        let mut clock = Clock::default();
        clock.accumulate(Duration::from_secs(3600), 1.0);
        assert_eq!(waiting(&mut clock), 8);
        let mut clock = Clock::default();
        clock.set_rate(TickRate::new(10));
        clock.accumulate(Duration::from_secs(3600), 1.0);
        assert_eq!(waiting(&mut clock), 2, "a frame brings at most 0.25 s");
        clock.accumulate(Duration::from_secs(1), 1e300);
        assert_eq!(waiting(&mut clock), 8, "whatever the scale");
    }

    #[test]
    fn the_scale_slows_and_stops_time() {
        let mut clock = Clock::default();
        clock.accumulate(Duration::from_millis(125), 0.5);
        assert_eq!(waiting(&mut clock), 4);
        clock.accumulate(Duration::from_millis(125), f64::NAN);
        assert_eq!(waiting(&mut clock), 0);
    }

    #[test]
    fn alpha_is_the_share_of_a_tick_that_waits() {
        let mut clock = Clock::default();
        clock.accumulate(Duration::from_nanos(15_625_000 + 15_625_000 / 4), 1.0);
        assert_eq!(waiting(&mut clock), 1);
        assert_eq!(clock.alpha(), 0.25);
    }
}
