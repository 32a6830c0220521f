//! Harm, death and coming back.

use super::{Condition, PlayerId, Protection};
use crate::{
    engine::Engine,
    game::{Notice, PlayerDamage, PlayerDeath},
};
use kerosene_entity::{Damage, DamageKind};
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, PlayerFlags};

/// Time that a dead player lies before a button brings it back, in nanoseconds.
const RESPAWN_DELAY_NS: u64 = 1_000_000_000;

/// Buttons that bring a dead player back.
const RESPAWN_BUTTONS: Buttons = Buttons::ATTACK.union(Buttons::JUMP).union(Buttons::USE);

impl Engine {
    /// Hurts a player: takes health, pushes, and lets it die at 0. The game hears of it when what happens now is
    /// over. `false` if nobody has this id, or the player is dead, or protected, or the harm is none.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_entity::{Damage, DamageKind};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// assert!(engine.damage_player(player, &Damage::new(30.0, DamageKind::BURN)));
    /// assert_eq!(engine.player(player).expect("spawned").condition.health, 70.0);
    /// assert!(engine.damage_player(player, &Damage::new(70.0, DamageKind::BURN)));
    /// assert!(!engine.player(player).expect("spawned").condition.is_alive());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn damage_player(&mut self, id: PlayerId, damage: &Damage) -> bool {
        let Some(player) = self.players.get_mut(id) else { return false };
        let protection = player.condition.protection;
        // Not `<= 0`, so that a NaN is no harm either.
        let harms = damage.amount > 0.0 && player.condition.is_alive() && !protection.contains(Protection::GOD);
        if !harms {
            return false;
        }
        if damage.force.is_finite() {
            player.push(damage.force);
        }
        let least = if protection.contains(Protection::BUDDHA) { player.condition.health.min(1.0) } else { 0.0 };
        player.condition.health = (player.condition.health - damage.amount).max(least);
        let health = player.condition.health;
        if health <= 0.0 {
            player.condition.dead_ns = Some(0);
            player.state.flags.insert(PlayerFlags::DEAD);
        }
        self.notices.push(Notice::Damaged(PlayerDamage { player: id, damage: *damage, health }));
        if health <= 0.0 {
            self.notices.push(Notice::Died(PlayerDeath { player: id, damage: *damage }));
        }
        self.settle_notices();
        true
    }

    /// Kills a player, protected or not. `false` if nobody has this id or the player is dead.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// assert!(engine.kill_player(player) && !engine.kill_player(player));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kill_player(&mut self, id: PlayerId) -> bool {
        let Some(player) = self.players.get_mut(id) else { return false };
        let protection = std::mem::take(&mut player.condition.protection);
        let all = Damage::new(player.condition.health, DamageKind::empty());
        let died = self.damage_player(id, &all);
        if let Some(player) = self.players.get_mut(id) {
            player.condition.protection = protection;
        }
        died
    }

    /// Gives a living player health, up to its most. Gives the points that it got.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_entity::{Damage, DamageKind};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// engine.damage_player(player, &Damage::new(10.0, DamageKind::FALL));
    /// assert_eq!(engine.heal_player(player, 25.0), 10.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heal_player(&mut self, id: PlayerId, points: f32) -> f32 {
        let Some(player) = self.players.get_mut(id) else { return 0.0 };
        let condition = &mut player.condition;
        let given = points.min(condition.max_health - condition.health).max(0.0);
        if !condition.is_alive() || !given.is_finite() {
            return 0.0;
        }
        condition.health += given;
        given
    }

    /// Adds to a player's velocity, in units per second, and lifts it off the ground where that points up. `false` if
    /// nobody has this id.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_math::Vec3;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// assert!(engine.push_player(player, Vec3::X * 100.0));
    /// assert_eq!(engine.player(player).expect("spawned").state.velocity, Vec3::X * 100.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push_player(&mut self, id: PlayerId, velocity: Vec3) -> bool {
        let Some(player) = self.players.get_mut(id) else { return false };
        player.push(velocity);
        true
    }

    /// Changes how a player is; what is no number changes nothing.
    pub(crate) fn change_condition(&mut self, id: PlayerId, change: impl FnOnce(&mut Condition)) {
        let Some(player) = self.players.get_mut(id) else { return };
        let mut condition = player.condition;
        change(&mut condition);
        if condition.gravity_scale.is_finite() && condition.speed_scale.is_finite() {
            player.condition = condition;
        }
    }

    /// Counts the time of the dead, and lets those come in anew who press for it.
    pub(crate) fn revive_players(&mut self) {
        let interval_ns = self.clock.rate().interval_ns();
        for index in 0..self.players.as_slice().len() {
            let Some(player) = self.players.iter_mut().nth(index) else { return };
            let Some(dead_ns) = &mut player.condition.dead_ns else { continue };
            *dead_ns = dead_ns.saturating_add(interval_ns);
            let id = player.id;
            if *dead_ns >= RESPAWN_DELAY_NS && player.pressed.intersects(RESPAWN_BUTTONS) {
                self.respawn_player(id, 0);
            }
        }
    }
}
