//! What a headless run says at its end.

use kerosene_engine::WalkStatistics;
use serde::Serialize;
use std::fmt;

/// Most warnings that are repeated in a report.
pub(crate) const MAX_WARNINGS: usize = 20;

/// A headless run in figures. Everything but the milliseconds is the same for every run of the same command.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Report {
    /// The map's name.
    pub(crate) map: String,
    /// The layer that it came from.
    pub(crate) map_from: String,
    /// All layers with their reasons, nearest first.
    pub(crate) content: Vec<String>,
    /// Ticks simulated.
    pub(crate) ticks: u64,
    /// The same in seconds.
    pub(crate) simulated_seconds: f64,
    /// Time that the ticks took.
    pub(crate) tick_milliseconds: TickTimes,
    /// Number of players.
    pub(crate) players: usize,
    /// Number of entities at the end, players among them.
    pub(crate) entities: usize,
    /// Inputs that arrived at entities.
    pub(crate) events: u64,
    /// What the players did, all together.
    pub(crate) walk: Walk,
    /// What was said when the game ended in the last of the ticks.
    pub(crate) game_over: Option<String>,
    /// State hash after the last tick, 16 hexadecimal digits.
    pub(crate) state_hash: String,
    /// The first warnings of the run.
    pub(crate) warnings: Vec<String>,
    /// Warnings beyond those.
    pub(crate) further_warnings: usize,
}

/// Wall-clock time of single ticks, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub(crate) struct TickTimes {
    /// Mean.
    pub(crate) mean: f64,
    /// 99 of 100 ticks took at most this.
    pub(crate) p99: f64,
    /// The slowest.
    pub(crate) max: f64,
}

/// What the players did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Walk {
    /// Way covered in units.
    pub(crate) distance: f64,
    pub(crate) jumps: u64,
    pub(crate) steps_climbed: u64,
    pub(crate) falls: u64,
    pub(crate) seconds_in_water: f64,
    pub(crate) ticks_inside_solid: u64,
    pub(crate) first_tick_inside_solid: Option<u64>,
    /// How often a walker that had burnt or found nothing new came in anew.
    pub(crate) restarts: u64,
    /// Distinct cells of 64 units.
    pub(crate) cells_explored: usize,
}

impl From<&WalkStatistics> for Walk {
    fn from(statistics: &WalkStatistics) -> Self {
        Self {
            restarts: statistics.restarts,
            distance: statistics.distance,
            jumps: statistics.jumps,
            steps_climbed: statistics.steps_climbed,
            falls: statistics.falls,
            seconds_in_water: statistics.water_ns as f64 * 1e-9,
            ticks_inside_solid: statistics.solid_ticks,
            first_tick_inside_solid: statistics.first_solid_tick,
            cells_explored: statistics.cells,
        }
    }
}

impl TickTimes {
    /// The figures of a run from the nanoseconds of its ticks.
    pub(crate) fn of(mut nanoseconds: Vec<u64>) -> Self {
        let Some(last) = nanoseconds.len().checked_sub(1) else { return Self::default() };
        nanoseconds.sort_unstable();
        let milliseconds = |nanoseconds: u64| nanoseconds as f64 * 1e-6;
        let total: u64 = nanoseconds.iter().sum();
        Self {
            mean: milliseconds(total) / nanoseconds.len() as f64,
            p99: milliseconds(nanoseconds[(nanoseconds.len() * 99).div_ceil(100).saturating_sub(1).min(last)]),
            max: milliseconds(nanoseconds[last]),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: &dyn fmt::Display| writeln!(formatter, "{name:<20} {value}");
        let (times, walk) = (&self.tick_milliseconds, &self.walk);
        row("map", &format_args!("{} from {}", self.map, self.map_from))?;
        for (index, layer) in self.content.iter().enumerate() {
            row(if index == 0 { "content" } else { "" }, layer)?;
        }
        row("ticks", &format_args!("{} ({:.2} s simulated)", self.ticks, self.simulated_seconds))?;
        row("ms per tick", &format_args!("{:.4} mean, {:.4} p99, {:.4} max", times.mean, times.p99, times.max))?;
        row("players", &self.players)?;
        row("entities", &self.entities)?;
        row("events delivered", &self.events)?;
        row("distance walked", &format_args!("{:.1} units", walk.distance))?;
        row("jumps", &walk.jumps)?;
        row("steps climbed", &walk.steps_climbed)?;
        row("falls", &walk.falls)?;
        row("time in water", &format_args!("{:.2} s", walk.seconds_in_water))?;
        match walk.first_tick_inside_solid {
            None => row("ticks inside solid", &walk.ticks_inside_solid)?,
            Some(first) => row("ticks inside solid", &format_args!("{}, first {first}", walk.ticks_inside_solid))?,
        }
        row("restarts", &walk.restarts)?;
        row("area explored", &format_args!("{} cells of 64 units", walk.cells_explored))?;
        if let Some(text) = &self.game_over {
            row("game over", text)?;
        }
        row("state hash", &self.state_hash)?;
        for (index, warning) in self.warnings.iter().enumerate() {
            row(if index == 0 { "warnings" } else { "" }, warning)?;
        }
        if self.further_warnings > 0 {
            row("", &format_args!("and {} more", self.further_warnings))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tick_times_are_mean_percentile_and_maximum() {
        let times = TickTimes::of((1..=200).rev().map(|n| n * 1_000_000).collect());
        assert_eq!(times, TickTimes { mean: 100.5, p99: 198.0, max: 200.0 });
        assert_eq!(TickTimes::of(vec![2_000_000]), TickTimes { mean: 2.0, p99: 2.0, max: 2.0 });
        assert_eq!(TickTimes::of(Vec::new()), TickTimes::default());
    }
}
