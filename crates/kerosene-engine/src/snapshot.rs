//! The whole simulation as a value.

use crate::{
    clock::Clock,
    engine::Engine,
    game::{Game, MapStart},
    map_change::MapRequest,
    players::Players,
    saves::Variables,
    touches::Touches,
};
use kerosene_bsp::ModelPose;
use kerosene_entity::{EntityId, EntitySnapshot};
use kerosene_framework::FrameworkSnapshot;
use kerosene_math::Pcg32;
use std::sync::Arc;

/// All state of a running level: what [`Engine::restore`] puts back, after which the same input gives the same ticks.
///
/// Taking one copies no entities, whatever the size of the level: their pages are shared until somebody writes to them.
/// What is copied is small: players, who touches what, the movers that move. The console's variables that the simulation
/// depends on (the replicated ones) are part of it. What is no part of it: other variables, pause and time scale, and how
/// much real time waits.
#[derive(Debug, Clone)]
pub struct EngineSnapshot {
    /// Name of the map.
    pub(crate) map: String,
    pub(crate) clock: Clock,
    pub(crate) players: Players,
    pub(crate) entities: EntitySnapshot,
    pub(crate) scripts: FrameworkSnapshot,
    pub(crate) touches: Touches,
    pub(crate) movers: MoverSnapshot,
    pub(crate) random: Pcg32,
    pub(crate) requested_map: Option<MapRequest>,
    /// The variables that the simulation depends on.
    pub(crate) variables: Arc<Variables>,
    /// What the game remembers, as [`Game::save`](crate::Game::save) gave it.
    pub(crate) game: Vec<u8>,
}

/// How the movers moved in the last step.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MoverSnapshot {
    /// Length of the step in seconds.
    pub(crate) seconds: f32,
    /// Those that moved, in the order of slots, and where they came from.
    pub(crate) moved: Vec<(EntityId, ModelPose)>,
}

impl EngineSnapshot {
    /// Name of the map.
    pub fn map(&self) -> &str {
        &self.map
    }

    /// Number of the last tick.
    pub fn tick(&self) -> u64 {
        self.clock.tick()
    }

    /// Simulated time of the level in nanoseconds.
    pub fn time_ns(&self) -> u64 {
        self.clock.time_ns()
    }
}

/// Why a snapshot could not be put back. The running level is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// A hook of the game is running.
    #[error("the level cannot be restored inside a hook of the game")]
    InsideHook,
    /// Another map is running.
    #[error("the snapshot is of map {snapshot}, and {running} is running: load that map first")]
    OtherMap {
        /// Map of the snapshot.
        snapshot: String,
        /// Map that is running; empty for none.
        running: String,
    },
    /// The entities have other components.
    #[error("the snapshot is of a game with other classes of entities")]
    OtherClasses,
    /// The game did not take its value back.
    #[error("the game: {0}")]
    Game(String),
}

impl Engine {
    /// Keeps the whole state of the running level; `None` without one, or inside a hook of the game.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// engine.spawn_player()?;
    /// let snapshot = engine.snapshot().expect("a level is running");
    /// let mut play = |engine: &mut Engine| {
    ///     (0..20).for_each(|_| engine.tick(&[]));
    ///     engine.state_hash()
    /// };
    /// let first = play(&mut engine);
    /// engine.restore(&snapshot)?;
    /// assert_eq!(engine.tick_number(), 0);
    /// assert_eq!(play(&mut engine), first);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot(&mut self) -> Option<EngineSnapshot> {
        if self.is_inside_hook("a snapshot") {
            return None;
        }
        self.level.as_ref()?;
        let game = self.hook("save", Game::save).unwrap_or_default();
        let level = self.level.as_ref()?;
        Some(EngineSnapshot {
            map: level.name.clone(),
            clock: self.clock.clone(),
            players: self.players.clone(),
            entities: level.entities.snapshot(),
            scripts: level.framework.snapshot(),
            touches: self.touches.clone(),
            movers: level.world.mover_snapshot(),
            random: self.random,
            requested_map: self.requested_map.clone(),
            variables: Arc::clone(&self.replicated.variables),
            game,
        })
    }

    /// Puts the state of a snapshot of the running map back; the snapshot stays usable. No handler runs; the game gets
    /// its own value back and hears that the level begins. Players are those of the snapshot.
    ///
    /// # Errors
    /// Why it could not be; the level is then as it was.
    pub fn restore(&mut self, snapshot: &EngineSnapshot) -> Result<(), RestoreError> {
        if self.is_inside_hook("restoring the level") {
            return Err(RestoreError::InsideHook);
        }
        let before = self.snapshot().filter(|before| before.map == snapshot.map).ok_or_else(|| {
            let running = self.map_name().unwrap_or_default().to_owned();
            RestoreError::OtherMap { snapshot: snapshot.map.clone(), running }
        })?;
        self.end_demo_with_level();
        if !self.put_back(snapshot) {
            return Err(RestoreError::OtherClasses);
        }
        if let Some(Err(reason)) = self.hook("load", |game, engine| game.load(engine, &snapshot.game)) {
            self.put_back(&before);
            return Err(RestoreError::Game(reason));
        }
        self.hook("map_loaded", |game, engine| game.map_loaded(engine, MapStart::Restored));
        self.deliver_notices();
        Ok(())
    }

    /// Puts back everything but the game's own value; `false`, and nothing changed, for other classes of entities.
    fn put_back(&mut self, snapshot: &EngineSnapshot) -> bool {
        let Some(level) = &mut self.level else { return false };
        let scripts = level.framework.snapshot();
        if !level.framework.restore(&snapshot.scripts) {
            return false;
        }
        if !level.entities.restore(&snapshot.entities) {
            level.framework.restore(&scripts);
            return false;
        }
        level.world.restore_movers(&level.entities, &snapshot.movers);
        self.clock.restore(&snapshot.clock);
        self.players.clone_from(&snapshot.players);
        self.touches.clone_from(&snapshot.touches);
        self.random = snapshot.random;
        self.requested_map.clone_from(&snapshot.requested_map);
        self.game_over = None;
        self.set_variables(&snapshot.variables);
        self.notices.clear();
        true
    }
}
