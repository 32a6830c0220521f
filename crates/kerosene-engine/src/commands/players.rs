//! Commands about players. Each takes a player's number last; without one it means the first player.

use crate::{
    engine::Engine,
    players::{Player, PlayerId, Protection},
};
use kerosene_console::ConsoleRequest;
use kerosene_math::{Angles, Vec3};
use kerosene_physics::PlayerFlags;

impl Engine {
    /// The player that an argument names, or the first one where it is missing; says so if there is none.
    pub(super) fn player_named(&mut self, argument: Option<&String>) -> Option<PlayerId> {
        let found = match argument {
            None => self.players().first(),
            Some(number) => self.players().iter().find(|player| player.id.number().to_string() == *number),
        };
        let id = found.map(|player| player.id);
        if id.is_none() {
            self.warn("no such player; `players` lists them");
        }
        id
    }
}

pub(super) fn list_players(engine: &mut Engine, _: &ConsoleRequest) {
    let line = |player: &Player| {
        let health = player.condition.health;
        format!("{} {} health {health}", player.id.number(), place(player))
    };
    let lines: Vec<_> = engine.players().iter().map(line).collect();
    for line in lines {
        engine.say(&line);
    }
}

pub(super) fn print_position(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    if let Some(text) = engine.player(id).map(place) {
        engine.say(&format!("setpos {text}"));
    }
}

/// Position and view as `setpos` takes them.
fn place(player: &Player) -> String {
    let (origin, view) = (player.state.origin, player.view);
    format!("{} {} {} {} {}", origin.x, origin.y, origin.z, view.pitch, view.yaw)
}

/// The finite numbers at the beginning of the arguments, at most `most`.
fn numbers(request: &ConsoleRequest, most: usize) -> Vec<f32> {
    let numbers = request.args.iter().take(most).map(|argument| argument.parse::<f32>());
    numbers.map_while(Result::ok).filter(|number| number.is_finite()).collect()
}

pub(super) fn set_position(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.get(5)) else { return };
    let Some(old_view) = engine.player(id).map(|player| player.view) else { return };
    let (origin, view) = match numbers(request, 5)[..] {
        [x, y, z] if request.args.len() == 3 => (Vec3::new(x, y, z), old_view),
        [x, y, z, pitch, yaw] => (Vec3::new(x, y, z), Angles::new(pitch, yaw, 0.0)),
        _ => return engine.say("setpos X Y Z [PITCH YAW [PLAYER]]"),
    };
    engine.place_player(id, origin, view);
}

pub(super) fn set_view(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.get(2)) else { return };
    match numbers(request, 2)[..] {
        [pitch, yaw] => {
            engine.turn_player(id, Angles::new(pitch, yaw, 0.0));
        }
        _ => engine.say("setang PITCH YAW [PLAYER]"),
    }
}

pub(super) fn toggle_noclip(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    let Some(player) = engine.players.get_mut(id) else { return };
    player.state.flags.toggle(PlayerFlags::NOCLIP);
    let on = player.state.flags.contains(PlayerFlags::NOCLIP);
    engine.say(if on { "noclip on" } else { "noclip off" });
}

pub(super) fn toggle_god(engine: &mut Engine, request: &ConsoleRequest) {
    toggle_protection(engine, request, Protection::GOD, "god");
}

pub(super) fn toggle_buddha(engine: &mut Engine, request: &ConsoleRequest) {
    toggle_protection(engine, request, Protection::BUDDHA, "buddha");
}

fn toggle_protection(engine: &mut Engine, request: &ConsoleRequest, protection: Protection, name: &str) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    let Some(player) = engine.players.get_mut(id) else { return };
    player.condition.protection.toggle(protection);
    let on = player.condition.protection.contains(protection);
    engine.say(&format!("{name} {}", if on { "on" } else { "off" }));
}

pub(super) fn kill(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(id) = engine.player_named(request.args.first()) else { return };
    if !engine.kill_player(id) {
        engine.say("it is dead already");
    }
}
