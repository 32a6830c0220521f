//! Idles, patrols, chases and attacks.
//!
//! It looks around five times a second and not in each tick, and every enemy at another moment of the fifth: a hundred of
//! them cost the same in each tick. What it sees is a ray that passes through triggers.

use kerosene_entity::EntityId;
use kerosene_framework::{Color, Context, EntityScript, MachineId, ScriptResult, TimerId};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Seconds between two looks.
const LOOK: f32 = 0.2;

/// Idles, patrols, chases and attacks.
#[derive(Component)]
pub(crate) struct Enemy {
    /// Units that it sees.
    #[field(label = "Sight", default = "300")]
    sight: f32,
    /// Units within which it attacks.
    #[field(key = "attackrange", label = "Attack range", default = "48")]
    attack_range: f32,
    /// Units a second.
    #[field(label = "Speed", default = "100")]
    speed: f32,
    #[field(key = "")]
    player: Option<EntityId>,
    #[field(key = "")]
    sees: bool,
    #[field(key = "")]
    home: Vec3,
    #[field(key = "")]
    way: f32,
    #[field(key = "")]
    machine: MachineId,
}

impl Enemy {
    fn go(&self, context: &mut Context<'_>, to: Vec3, speed: f32, dt: f32) {
        context.turn_towards(to, 360.0 * dt);
        context.move_facing(Vec3::X * speed * dt);
    }

    fn think(&mut self, context: &mut Context<'_>) -> ScriptResult {
        let near = self.player.map_or(f32::INFINITY, |player| context.flat_distance_to(player));
        let state = context.state_name(self.machine);
        let next = match state {
            _ if self.sees && near <= self.attack_range => "attack",
            _ if self.sees => "chase",
            "chase" | "attack" => "idle",
            "idle" if context.time_in_state(self.machine) > 1.0 => "patrol",
            "patrol" if context.time_in_state(self.machine) > 3.0 => "idle",
            _ => return Ok(()),
        };
        context.change_state(self.machine, self, next)
    }
}

impl EntityScript for Enemy {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.player = context.find_player("player");
        self.home = context.world_position();
        self.way = 1.0;
        self.machine = context.create_machine();
        let turn = (context.owner().slot() % 16) as f32 / 16.0;
        context.run_every_from(LOOK, LOOK * turn, "look");
        context.change_state(self.machine, self, "idle")
    }

    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, _: TextId) -> ScriptResult {
        self.sees = self.player.is_some_and(|player| context.can_see(player, self.sight));
        self.think(context)
    }

    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        let player = self.player.map(|player| context.world_position_of(player));
        if context.is_in_state(self.machine, "chase")
            && let Some(player) = player
        {
            self.go(context, player, self.speed, dt);
        } else if context.is_in_state(self.machine, "patrol") {
            if context.world_position().distance(self.home) > 100.0 {
                self.way = if context.world_position().y > self.home.y { -1.0 } else { 1.0 };
            }
            self.go(context, self.home + Vec3::Y * self.way * 1000.0, self.speed * 0.5, dt);
        }
        let place = context.world_position();
        context.draw_flat_circle(place, self.sight, if self.sees { Color::RED } else { Color::BLUE });
        Ok(())
    }

    fn on_enter_state(&mut self, context: &mut Context<'_>, _: MachineId, state: TextId) -> ScriptResult {
        let said = format!("{} begins to {}", context.world.name_of(context.owner()), context.text(state));
        context.log(&said);
        if context.is(state, "chase") {
            context.play_spatial_sound("enemies/alert.wav", 1.0);
        }
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn it_idles_patrols_chases_attacks_and_gives_up() {
    let mut level = crate::Level::new();
    let guard = level.spawn("guard", "enemy", "-500 0 0", &[]);
    level.run(3.0);
    assert_eq!(level.said(), ["guard begins to idle", "guard begins to patrol"]);
    let there = level.world.origin(guard);
    assert!(there.y.abs() > 20.0 && (there.x + 500.0).abs() < 40.0, "it walks: {there}");
    level.move_player("-300 0 0");
    level.run(0.4);
    assert_eq!(level.said(), ["guard begins to chase"]);
    level.run(3.0);
    assert_eq!(level.said(), ["guard begins to attack"]);
    assert!(level.world.origin(guard).distance(Vec3::new(-300.0, 0.0, 0.0)) < 60.0);
    level.move_player("900 0 0");
    level.run(0.4);
    assert_eq!(level.said(), ["guard begins to idle"]);
}

#[cfg(test)]
#[test]
fn enemies_look_around_in_turns() {
    let mut level = crate::Level::new();
    for number in 0..16 {
        level.spawn(&format!("e{number}"), "enemy", "-500 0 0", &[]);
    }
    level.tick();
    let now = level.world.time();
    let mut looks: Vec<u32> = Vec::new();
    for entity in level.world.entities().collect::<Vec<_>>() {
        let turn = entity.slot() % 16;
        looks.push((LOOK * turn as f32 / 16.0 * 1000.0) as u32);
    }
    looks.sort_unstable();
    looks.dedup();
    assert_eq!(looks.len(), 16, "at {now}");
    assert_eq!(level.framework.services().timers().len(), 16);
}
