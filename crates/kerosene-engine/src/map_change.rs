//! Changing maps: a fresh one, or the next one with the players coming along.
//!
//! Two maps that join share a landmark: an `info_landmark` of the same name in both, at the same spot of the place
//! that both show. Players keep their place relative to it, their velocity, view and stance; without one they come in
//! at a spawn point. Their condition comes along either way.

use crate::{
    engine::Engine,
    game::{Game, MapStart, SpawnReason},
    level::{Level, LoadError},
    players::Player,
    spawn,
};
use kerosene_entity::EntityWorld;
use kerosene_math::{Pcg32, Vec3};
use xxhash_rust::xxh3::xxh3_64;

/// Class of landmarks.
const LANDMARK_CLASS: &str = "info_landmark";

/// A map that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MapRequest {
    /// Its name.
    pub(crate) map: String,
    /// For a level change: the landmark, empty for none. `None` for a fresh map.
    pub(crate) landmark: Option<String>,
}

impl Engine {
    /// Asks for a map change at the start of the next frame, where nothing is in the middle of anything. Of several
    /// requests the last one counts. A failure is logged and kept for
    /// [`take_load_error`](Self::take_load_error); the running level stays.
    pub fn request_map(&mut self, name: &str) {
        self.requested_map = Some(MapRequest { map: name.to_owned(), landmark: None });
    }

    /// As [`request_map`](Self::request_map), for a map that goes on from this one: players keep their condition, and
    /// their place relative to the `info_landmark` that both maps have under this name. Without such a landmark they
    /// come in at a spawn point.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use kerosene_entity::{Damage, DamageKind};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let player = engine.spawn_player()?;
    /// engine.damage_player(player, &Damage::new(40.0, DamageKind::BURN));
    /// engine.request_level_change(FALLBACK_MAP, "");
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!(engine.player(player).expect("came along").condition.health, 60.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request_level_change(&mut self, name: &str, landmark: &str) {
        self.requested_map = Some(MapRequest { map: name.to_owned(), landmark: Some(landmark.to_owned()) });
    }

    /// Does a map change that was asked for.
    pub(crate) fn change_map(&mut self) {
        if self.requested_map.is_none() || self.hosting.hold_load() {
            return;
        }
        let Some(MapRequest { map, landmark }) = self.requested_map.take() else { return };
        self.load_error = self.change_level(&map, landmark.as_deref()).err();
        if let Some(error) = &self.load_error {
            let text = error.to_string();
            self.console.print(kerosene_console::Level::Error, &text);
        }
    }

    /// Loads a map and brings the players in: fresh, or from the running level.
    pub(crate) fn change_level(&mut self, name: &str, landmark: Option<&str>) -> Result<(), LoadError> {
        if self.is_inside_hook("loading a map") {
            return Err(LoadError::InsideHook { name: name.to_owned() });
        }
        let level = Level::load(&self.vfs, name, &self.registry, &self.scripts.runtime)?;
        self.end_demo_with_level();
        let coming = landmark.filter(|_| self.level.is_some());
        self.hook("map_unloading", Game::map_unloading);
        let way = coming.and_then(|landmark| self.way_past(landmark, &level));
        self.game_over = None;
        self.clock.restart();
        if let Some(hashes) = &mut self.kept_hashes {
            hashes.clear();
        }
        self.touches.clear();
        if let Some(level) = &mut self.level {
            level.framework.end();
        }
        self.flush_save_data();
        self.random = Pcg32::new(xxh3_64(level.name.as_bytes()), 0);
        self.tick_parameters = self.move_parameters;
        self.level = Some(level);
        self.hosting.level_generation += 1;
        self.print_entity_notices();
        self.warn_of_blocked_spawn_points();
        self.bring_players(coming.is_some(), way);
        self.refresh_words();
        self.begin_map_script(true);
        let start = if coming.is_some() { MapStart::LevelChange } else { MapStart::Fresh };
        self.hook("map_loaded", |game, engine| game.map_loaded(engine, start));
        self.deliver_notices();
        Ok(())
    }

    /// From a place in the running level to the same place in the next one: the way from one landmark to the other.
    fn way_past(&mut self, landmark: &str, next: &Level) -> Option<Vec3> {
        if landmark.is_empty() {
            return None;
        }
        let from = self.level.as_ref().and_then(|level| landmark_of(&level.entities, landmark));
        let to = landmark_of(&next.entities, landmark);
        if from.is_none() || to.is_none() {
            let lacking = if from.is_none() { self.map_name().unwrap_or_default() } else { &next.name };
            let text =
                format!("map {lacking} has no {LANDMARK_CLASS} named `{landmark}`: players come in at a spawn point");
            self.warn(&text);
        }
        Some(to? - from?)
    }

    /// Puts every player into the new level, in the order of ids.
    fn bring_players(&mut self, keep_condition: bool, way: Option<Vec3>) {
        let Some(level) = &mut self.level else { return };
        for index in 0..self.players.as_slice().len() {
            // Those before it have their places; those after it are still where the last level had them.
            let (placed, rest) = self.players.as_mut_slice().split_at_mut(index);
            let Some(player) = rest.first_mut() else { return };
            let keeps = keep_condition && player.condition.is_alive();
            if !keeps {
                player.revive();
            }
            let carried = way.filter(|_| keeps).is_some_and(|way| carry(player, way, level));
            let place = if carried { None } else { spawn::choose(level, 0, &placed.iter()) };
            if let Some((origin, view)) = place {
                player.place(origin, view);
            }
            player.enter(&mut level.entities);
            self.notices.push(crate::game::Notice::Spawned(player.id, SpawnReason::NewLevel));
        }
        let first = self.players.as_slice().first().map(|player| player.entity);
        level.entities.set_player(first);
    }
}

/// Moves a player on by the way between two landmarks, if it fits there.
fn carry(player: &mut Player, way: Vec3, level: &Level) -> bool {
    let origin = player.state.origin + way;
    if !spawn::fits(&level.world, origin, player.state.hull()) {
        return false;
    }
    player.state.origin = origin;
    player.state.on_ground = None;
    player.state.ladder = None;
    player.state.base_velocity = Vec3::ZERO;
    player.previous_origin = origin;
    true
}

/// Where a landmark is.
fn landmark_of(entities: &EntityWorld, name: &str) -> Option<Vec3> {
    let landmark =
        entities.find_by_name(name).find(|&entity| entities.class_name(entity).eq_ignore_ascii_case(LANDMARK_CLASS))?;
    Some(entities.origin(landmark))
}
