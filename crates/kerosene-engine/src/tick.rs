//! One tick of the simulation, in order.

use crate::{
    engine::Engine,
    players::{PlayerInput, Players, command_for},
    state_hash::state_hash,
    world::World,
};
use kerosene_physics::{MoveParameters, player_move};

impl Engine {
    /// Simulates one tick with the players' input; nothing happens without a level. A player without input stands
    /// still and keeps looking where it looked.
    ///
    /// The steps of a tick are those of the design (clock, players, movers, triggers, entities, requests, game,
    /// rigid bodies, streaming, scripts, published values, hash); those whose systems exist are here, in that order.
    ///
    /// Nothing is allocated.
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
        self.apply_convars();
        let Some(level) = &self.level else { return };
        self.clock.advance();
        move_players(&level.world, &self.move_parameters, &mut self.players, inputs, self.clock.rate().interval_ns());
        if let Some(hashes) = &mut self.kept_hashes {
            hashes.push(state_hash(&level.name, self.clock.tick(), self.clock.time_ns(), self.players.as_slice()));
        }
    }
}

/// Moves every player by its own command, in the order of ids.
fn move_players(
    world: &World,
    parameters: &MoveParameters,
    players: &mut Players,
    inputs: &[PlayerInput],
    interval_ns: u64,
) {
    for player in players.iter_mut() {
        let command = command_for(inputs, player);
        player.previous_origin = player.state.origin;
        let angles = [command.view.pitch, command.view.yaw, command.view.roll];
        if angles.iter().all(|angle| angle.is_finite()) {
            player.view = command.view;
        }
        player.events = player_move(world, parameters, &command, &mut player.state, interval_ns);
    }
}
