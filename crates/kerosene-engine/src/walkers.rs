//! A headless walk: players moved by autopilots, and what came of it.

use crate::{
    autopilot::Autopilot,
    engine::Engine,
    players::{PlayerId, PlayerInput, SpawnError},
    walk::{WalkRecorder, WalkStatistics},
};

/// Players that are moved by walkers, each with a seed of its own, and measured.
///
/// The caller ticks the engine itself, between [`inputs`](Self::inputs) and [`observe`](Self::observe), so that it
/// can time the tick.
///
/// ```
/// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, Walkers};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// let mut walkers = Walkers::spawn(&mut engine, 2, 7)?;
/// for _ in 0..128 {
///     let inputs = walkers.inputs(&mut engine);
///     engine.tick(inputs);
///     walkers.observe(&engine);
/// }
/// let statistics = walkers.statistics();
/// assert!(statistics.distance > 100.0);
/// assert_eq!(statistics.solid_ticks, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Walkers {
    walkers: Vec<(PlayerId, Autopilot)>,
    inputs: Vec<PlayerInput>,
    recorder: WalkRecorder,
    restarts: u64,
}

impl Walkers {
    /// Spawns `players` players; the first is moved by `seed`, the next by the seed after it, and so on.
    ///
    /// # Errors
    /// A level without a place to spawn at, or no level.
    pub fn spawn(engine: &mut Engine, players: u32, seed: u64) -> Result<Self, SpawnError> {
        let walker = |index: u32| {
            let autopilot = Autopilot::new(seed.wrapping_add(u64::from(index)));
            engine.spawn_player().map(|player| (player, autopilot))
        };
        let walkers = (0..players).map(walker).collect::<Result<_, _>>()?;
        Ok(Self { walkers, inputs: Vec::new(), recorder: WalkRecorder::default(), restarts: 0 })
    }

    /// What the walkers press in the next tick. One that is lost or dead comes in anew at the next spawn
    /// point.
    pub fn inputs(&mut self, engine: &mut Engine) -> &[PlayerInput] {
        self.inputs.clear();
        let interval_ns = engine.tick_rate().interval_ns();
        for (player, walker) in &mut self.walkers {
            let is_dead = engine.player(*player).is_some_and(|player| !player.condition.is_alive());
            if is_dead || walker.is_lost() {
                self.restarts += 1;
                engine.respawn_player(*player, self.restarts as usize);
                walker.start_again();
            }
            let (Some(world), Some(found)) = (engine.world(), engine.player(*player)) else { continue };
            let command = walker.command(world, &found.state, interval_ns);
            self.inputs.push(PlayerInput { player: *player, command });
        }
        &self.inputs
    }

    /// Takes in the state after a tick.
    pub fn observe(&mut self, engine: &Engine) {
        let Some(world) = engine.world() else { return };
        self.recorder.observe(world, engine.players(), engine.tick_number(), engine.tick_rate().interval_ns());
    }

    /// The totals so far.
    pub fn statistics(&self) -> WalkStatistics {
        WalkStatistics { restarts: self.restarts, ..self.recorder.statistics() }
    }
}
