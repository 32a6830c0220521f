//! What the game is told of players, and when.
//!
//! Players are hurt in the middle of things: by a door that closes, by a hook of the game. The game is told when those
//! things are done, in the order in which they happened, so that no hook runs inside another one.

use crate::{engine::Engine, players::PlayerId};
use kerosene_console::Level;
use kerosene_entity::Damage;

/// Most notices that one delivery hands out: a game that hurts whoever is hurt must come to an end.
const MAX_NOTICES: usize = 1024;

/// Why a player comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpawnReason {
    /// It is new.
    Joined,
    /// The level is.
    NewLevel,
    /// It was dead, or the game wanted it so.
    Again,
}

/// Harm that a player took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerDamage {
    /// Who was hurt.
    pub player: PlayerId,
    /// How, and how much was dealt.
    pub damage: Damage,
    /// Health left, 0 for none.
    pub health: f32,
}

/// The death of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerDeath {
    /// Who died.
    pub player: PlayerId,
    /// Of what.
    pub damage: Damage,
}

/// Something that the game will be told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Notice {
    Spawned(PlayerId, SpawnReason),
    Damaged(PlayerDamage),
    Died(PlayerDeath),
}

impl Engine {
    /// Tells the game at once, unless something is going on that must be over first.
    pub(crate) fn settle_notices(&mut self) {
        if !self.in_tick {
            self.deliver_notices();
        }
    }

    /// Tells the game what happened to players since the last time, and what the telling made happen. Without a game
    /// there is nobody to tell.
    pub(crate) fn deliver_notices(&mut self) {
        if self.game.is_inside() {
            // Whoever runs the hook delivers when it is done.
            return;
        }
        let mut told = 0;
        while let Some(&notice) = self.notices.get(told) {
            told += 1;
            if told > MAX_NOTICES {
                self.console.print(Level::Error, "players are hurt because players are hurt, without end: cut off");
                break;
            }
            match notice {
                Notice::Spawned(player, reason) => {
                    self.hook("player_spawned", |game, engine| game.player_spawned(engine, player, reason))
                }
                Notice::Damaged(damage) => {
                    self.hook("player_damaged", |game, engine| game.player_damaged(engine, &damage))
                }
                Notice::Died(death) => self.hook("player_died", |game, engine| game.player_died(engine, &death)),
            };
        }
        self.notices.clear();
    }
}
