//! World time: whole nanoseconds since the map began.

use kerosene_world::{FieldKind, FieldType};
use std::fmt;
use std::ops::Add;
use std::time::Duration;

/// A moment of world time.
///
/// ```
/// use kerosene_entity::Time;
/// use std::time::Duration;
///
/// let half = Time::ZERO.after(0.5);
/// assert_eq!(half.nanoseconds(), 500_000_000);
/// assert_eq!(half + Duration::from_millis(250), Time::from_nanoseconds(750_000_000));
/// assert_eq!(half.to_string(), "0.5 s");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(u64);

impl Time {
    /// When the map began.
    pub const ZERO: Self = Self(0);

    /// The moment so many nanoseconds after the map began.
    pub const fn from_nanoseconds(nanoseconds: u64) -> Self {
        Self(nanoseconds)
    }

    /// Nanoseconds since the map began.
    pub const fn nanoseconds(self) -> u64 {
        self.0
    }

    /// Seconds since the map began.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// The moment so many seconds later, rounded to the microsecond; at once for less than 0 or what is no number.
    #[must_use]
    pub fn after(self, seconds: f32) -> Self {
        self + duration(seconds)
    }

    /// The time since an earlier moment; zero since a later one.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

/// Seconds as a duration, to the microsecond: nothing for less than 0 or what is no number, at most a thousand years.
///
/// A tenth of a second is none as a float, but 1.5 nanoseconds more. Counted in nanoseconds, what is due after a tenth of
/// a second would miss every tick of ten, twenty or a hundred a second and come a tick late.
pub(crate) fn duration(seconds: f32) -> Duration {
    let microseconds = f64::from(seconds) * 1e6;
    if microseconds > 0.0 {
        Duration::from_micros(microseconds.min(3.155_76e16).round() as u64)
    } else {
        Duration::ZERO
    }
}

/// A duration in nanoseconds, as far as they go into 64 bits.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Add<Duration> for Time {
    type Output = Self;

    /// Stops at the end of time, in 584 years.
    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(nanoseconds(duration)))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.seconds())
    }
}

/// Kept as a whole number of nanoseconds.
impl FieldType for Time {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Self {
        Self(i64::load(bytes).max(0) as u64)
    }

    fn store(&self, bytes: &mut [u8]) {
        i64::try_from(self.0).unwrap_or(i64::MAX).store(bytes);
    }
}

/// A moment, or never. In a component it is a whole number: 0 for never, else the nanoseconds and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Due(Option<Time>);

impl Due {
    /// Never.
    pub const NEVER: Self = Self(None);

    /// At that moment.
    pub const fn at(time: Time) -> Self {
        Self(Some(time))
    }

    /// The moment; `None` for never.
    pub const fn time(self) -> Option<Time> {
        self.0
    }

    /// Whether the moment has come.
    pub fn has_come(self, now: Time) -> bool {
        self.0.is_some_and(|time| time <= now)
    }
}

impl FieldType for Due {
    const KIND: FieldKind = FieldKind::Int;

    fn load(bytes: &[u8]) -> Self {
        Self(u64::try_from(i64::load(bytes)).ok().and_then(|number| number.checked_sub(1)).map(Time))
    }

    fn store(&self, bytes: &mut [u8]) {
        let number = self.0.map_or(0, |time| i64::try_from(time.0).unwrap_or(i64::MAX - 1).saturating_add(1));
        number.store(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_of_seconds_are_whole() {
        for tenths in 1..=100_u32 {
            let after = Time::ZERO.after(tenths as f32 / 10.0);
            assert_eq!(after.nanoseconds(), u64::from(tenths) * 100_000_000);
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for seconds in [-1.0, 0.0, f32::NAN, f32::NEG_INFINITY] {
            assert_eq!(Time::ZERO.after(seconds), Time::ZERO);
        }
        assert_eq!(Time::ZERO.after(f32::INFINITY), Time::ZERO.after(1e12));
    }
}
