//! What a walk amounted to: measured from the players' states, tick by tick.

use crate::players::Player;
use kerosene_bsp::{Contents, TraceRequest};
use kerosene_physics::{CollisionWorld, WaterLevel};
use std::collections::BTreeSet;

/// Side of the cells that explored area is counted in, in units.
pub const CELL_SIZE: f32 = 64.0;

/// Speed of a landing, in units per second, that counts as a fall: a jump on level ground lands at 302.
pub const FALL_SPEED: f32 = 350.0;

/// Totals over all players.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WalkStatistics {
    /// Way covered, in units, height included.
    pub distance: f64,
    /// Jumps off the ground.
    pub jumps: u64,
    /// Steps climbed (not those descended).
    pub steps_climbed: u64,
    /// Landings at [`FALL_SPEED`] or faster.
    pub falls: u64,
    /// Simulated time with at least the waist in a liquid, in nanoseconds.
    pub water_ns: u64,
    /// Ticks at whose end a player overlapped something solid: must be 0.
    pub solid_ticks: u64,
    /// The first of those ticks.
    pub first_solid_tick: Option<u64>,
    /// How often a walker that had died, burnt or found nothing new came in anew.
    pub restarts: u64,
    /// Distinct cells of [`CELL_SIZE`] units that players' feet were in.
    pub cells: usize,
}

/// Measures a walk.
///
/// ```
/// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, WalkRecorder};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// engine.spawn_player().expect("a level is loaded");
/// let mut recorder = WalkRecorder::default();
/// engine.tick(&[]);
/// recorder.observe(engine.world().expect("loaded"), engine.players(), engine.tick_number(), 15_625_000);
/// assert_eq!(recorder.statistics().solid_ticks, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct WalkRecorder {
    totals: WalkStatistics,
    cells: BTreeSet<[i32; 3]>,
}

impl WalkRecorder {
    /// Takes in the state after a tick of `interval_ns` nanoseconds.
    pub fn observe<W: CollisionWorld + ?Sized>(&mut self, world: &W, players: &[Player], tick: u64, interval_ns: u64) {
        for player in players {
            self.observe_player(player, interval_ns);
            if is_in_solid(world, player) {
                self.totals.solid_ticks += 1;
                self.totals.first_solid_tick.get_or_insert(tick);
            }
        }
    }

    /// The totals so far.
    pub fn statistics(&self) -> WalkStatistics {
        WalkStatistics { cells: self.cells.len(), ..self.totals.clone() }
    }

    fn observe_player(&mut self, player: &Player, interval_ns: u64) {
        let events = &player.events;
        self.totals.distance += f64::from(player.state.origin.distance(player.previous_origin));
        self.totals.jumps += u64::from(events.jumped);
        self.totals.steps_climbed += u64::from(events.stepped.is_some_and(|height| height > 0.0));
        self.totals.falls += u64::from(events.landed.is_some_and(|landing| landing.speed >= FALL_SPEED));
        if player.state.water_level >= WaterLevel::Waist {
            self.totals.water_ns += interval_ns;
        }
        self.cells.insert((player.state.origin / CELL_SIZE).floor().to_array().map(|coordinate| coordinate as i32));
    }
}

/// Whether a player's hull, at rest, overlaps something that stops it.
fn is_in_solid<W: CollisionWorld + ?Sized>(world: &W, player: &Player) -> bool {
    let at = player.state.origin;
    let request =
        TraceRequest { start: at, end: at, shape: player.state.hull().shape(), mask: Contents::MASK_PLAYER_SOLID };
    world.trace(&request).start_solid
}
