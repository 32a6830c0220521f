//! Runs without a window: walkers instead of people, a report instead of a picture.

use super::{
    Watchers,
    report::{MAX_WARNINGS, Report, TickTimes, Walk},
};
use kerosene_console::Level;
use kerosene_engine::{Engine, PlayerInput, SpawnError, Walkers};
use kerosene_entity::EntityWorld;
use std::time::{Duration, Instant};

/// What to run.
pub(crate) struct Plan {
    /// Ticks to simulate; fewer run where somebody pauses.
    pub(crate) ticks: u64,
    /// Players to spawn.
    pub(crate) players: u32,
    /// Seed of the walkers; each gets its own from it.
    pub(crate) seed: u64,
    /// Layers of content in words, for the report.
    pub(crate) content: Vec<String>,
}

/// Walks a loaded level and measures the walk.
///
/// # Errors
/// A level without a place to spawn at.
pub(crate) fn walk(engine: &mut Engine, plan: Plan, watchers: &mut Watchers) -> Result<Report, SpawnError> {
    let mut walkers = Walkers::spawn(engine, plan.players, plan.seed)?;
    let mut nanoseconds = Vec::new();
    for _ in 0..plan.ticks {
        let inputs = walkers.inputs(engine);
        nanoseconds.extend(timed_frame(engine, inputs));
        walkers.observe(engine);
        watchers.observe(engine);
        if engine.quit_requested() || engine.game_over().is_some() {
            break;
        }
    }
    Ok(report(engine, plan, Walk::from(&walkers.statistics()), nanoseconds))
}

/// Puts the figures together.
fn report(engine: &Engine, plan: Plan, walk: Walk, nanoseconds: Vec<u64>) -> Report {
    let is_warning = |level: Level| matches!(level, Level::Warning | Level::Error);
    let warnings = engine.console().scrollback().filter(|line| is_warning(line.level));
    let mut warnings: Vec<String> = warnings.map(|line| line.text.clone()).collect();
    let further_warnings = warnings.len().saturating_sub(MAX_WARNINGS);
    warnings.truncate(MAX_WARNINGS);
    Report {
        map: engine.map_name().unwrap_or_default().to_owned(),
        map_from: engine.map_layer().unwrap_or_default().to_owned(),
        content: plan.content,
        ticks: engine.tick_number(),
        simulated_seconds: engine.time_ns() as f64 * 1e-9,
        tick_milliseconds: TickTimes::of(nanoseconds),
        players: engine.players().len(),
        entities: engine.entities().map_or(0, EntityWorld::count),
        events: engine.entities().map_or(0, EntityWorld::delivered),
        walk,
        game_over: engine.game_over().map(str::to_owned),
        state_hash: format!("{:016x}", engine.state_hash()),
        warnings,
        further_warnings,
    }
}

/// Runs a frame in which a tick is due, unless the game is paused; gives the nanoseconds that it took if one ran.
#[expect(clippy::disallowed_methods, reason = "statistics only: the engine itself has no clock")]
fn timed_frame(engine: &mut Engine, inputs: &[PlayerInput]) -> Option<u64> {
    let (interval, before) = (Duration::from_nanos(engine.tick_rate().interval_ns()), Instant::now());
    let ticks = engine.frame(interval, inputs);
    (ticks > 0).then(|| u64::try_from(before.elapsed().as_nanos()).unwrap_or(u64::MAX))
}
