//! Step 2 of a tick: every player moves by its own command.

use super::{Player, PlayerInput, command_for, eye_height};
use crate::engine::Engine;
use kerosene_entity::{Damage, DamageKind};
use kerosene_physics::{MoveParameters, PlayerCommand, player_move};

impl Engine {
    /// Moves the players in the order of ids, and lets falls hurt.
    pub(crate) fn move_players(&mut self, inputs: &[PlayerInput]) {
        let Some(level) = &self.level else { return };
        let interval_ns = self.clock.rate().interval_ns();
        for player in self.players.iter_mut() {
            let command = heard(command_for(inputs, player), player);
            if let Some(recorder) = &mut self.recorder {
                recorder.observe_command(player.id.number(), command);
            }
            player.previous_origin = player.state.origin;
            player.previous_eye = eye_height(&player.state);
            player.pressed = command.buttons.difference(player.buttons);
            player.buttons = command.buttons;
            player.view = command.view;
            let parameters = felt(&self.tick_parameters, player);
            player.events = player_move(&level.world, &parameters, &command, &mut player.state, interval_ns);
        }
        self.hurt_by_falls();
    }

    fn hurt_by_falls(&mut self) {
        for index in 0..self.players.as_slice().len() {
            let player = &self.players.as_slice()[index];
            let (id, landing) = (player.id, player.events.landed);
            if let Some(landing) = landing.filter(|landing| landing.damage > 0.0) {
                self.damage_player(id, &Damage::new(landing.damage, DamageKind::FALL));
            }
        }
    }
}

/// The command with a view that counts: not one that was made before the engine turned the player, nor one that is no
/// direction.
fn heard(command: PlayerCommand, player: &Player) -> PlayerCommand {
    let stale = player.turned != player.turned_before_input;
    let angles = [command.view.pitch, command.view.yaw, command.view.roll];
    let counts = !stale && angles.iter().all(|angle| angle.is_finite());
    PlayerCommand { view: if counts { command.view } else { player.view }, ..command }
}

/// The numbers that this player moves by.
fn felt(parameters: &MoveParameters, player: &Player) -> MoveParameters {
    let speed = player.condition.speed_scale;
    MoveParameters {
        gravity: parameters.gravity * player.condition.gravity_scale,
        max_speed: parameters.max_speed * speed,
        walk_speed: parameters.walk_speed * speed,
        ..*parameters
    }
}
