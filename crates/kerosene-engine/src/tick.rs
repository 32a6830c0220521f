//! One tick of the simulation, in order.

use crate::{engine::Engine, game::Game, players::PlayerInput};
use kerosene_framework::Framework;

impl Engine {
    /// Simulates one tick with the players' input; nothing happens without a level, nor inside a hook of the game. A
    /// player without input stands still and keeps looking where it looked.
    ///
    /// The steps of a tick are those of the design, in its order:
    ///
    /// 1. the clock; [`Game::pre_tick`](crate::Game::pre_tick); scripts, as they push what moves
    ///    ([`Framework::physics_update`]);
    /// 2. players move;
    /// 3. movers move, push and carry; what is parented follows;
    /// 4. touches, by exact volumes; uses;
    /// 5. entities: animations that have ended, events that are due, thinks; scripts ([`Framework::update`]); removals;
    /// 6. requests of entities: the engine's verbs, then the game's;
    /// 7. [`Game::tick`](crate::Game::tick), and the requests that it leaves;
    /// 8. `on_tick` of the map's script, and the requests that it leaves;
    /// 9. the state's hash, where it is kept; what is kept for demos and rewinding; a save
    ///    that was asked for.
    ///
    /// Rigid bodies and streaming will have their places before the last step. In a steady tick nothing is
    /// allocated.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, PlayerInput};
    /// use kerosene_physics::PlayerCommand;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// let start = engine.player(player).expect("spawned").state.origin;
    /// for _ in 0..64 {
    ///     let view = engine.player(player).expect("spawned").view;
    ///     engine.tick(&[PlayerInput { player, command: PlayerCommand { forward: 1.0, view, ..Default::default() } }]);
    /// }
    /// assert!(engine.player(player).expect("spawned").state.origin.distance(start) > 100.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tick(&mut self, inputs: &[PlayerInput]) {
        if self.is_inside_hook("a tick") {
            return;
        }
        self.players.take_input();
        self.run_tick(inputs);
    }

    /// A tick whose input may be older than the last time that the engine turned a player.
    pub(crate) fn run_tick(&mut self, inputs: &[PlayerInput]) {
        self.apply_convars();
        if self.level.is_none() {
            return;
        }
        self.begin_recorded_tick();
        self.in_tick = true;
        self.begin_tick();
        self.feed_actions(inputs);
        self.run_scripts(Framework::physics_update);
        self.move_players(inputs);
        self.move_movers();
        self.touch_and_use();
        self.run_entities();
        self.answer_requests();
        self.revive_players();
        self.deliver_notices();
        self.hook("tick", Game::tick);
        self.answer_requests();
        self.deliver_notices();
        self.tick_map_script();
        self.answer_requests();
        self.in_tick = false;
        if self.kept_hashes.is_some() {
            let hash = self.state_hash();
            self.kept_hashes.get_or_insert_default().push(hash);
        }
        self.record_tick();
        self.keep_for_rewind();
        self.do_requested_save();
    }

    /// Step 1: time goes on, and the game may change what players move by.
    fn begin_tick(&mut self) {
        self.clock.advance();
        self.tick_parameters = self.move_parameters;
        if let Some(level) = &mut self.level {
            level.entities.begin_tick(self.clock.rate().interval());
            level.world.follow(&level.entities);
        }
        self.hook("pre_tick", Game::pre_tick);
    }

    /// Step 5: what is due among the entities happens.
    fn run_entities(&mut self) {
        let Some(level) = &mut self.level else { return };
        for player in self.players.iter_mut() {
            player.show(&mut level.entities);
        }
        self.run_animations();
        let Some(level) = &mut self.level else { return };
        level.entities.dispatch_due();
        level.entities.run_thinks();
        self.run_scripts(Framework::update);
        if let Some(level) = &mut self.level {
            level.entities.reclaim_removed();
        }
        self.print_entity_notices();
    }
}
