//! The players of a level, as a list: nothing in the simulation assumes one.

use kerosene_math::{Angles, Vec3};
use kerosene_physics::{MoveEvents, PlayerCommand, PlayerState};

/// Names a player for as long as the engine lives; never used twice, so a stale id names nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(u32);

impl PlayerId {
    /// The number, for messages and hashes; the first player is 1.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// One player.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// Names the player.
    pub id: PlayerId,
    /// All that movement remembers.
    pub state: PlayerState,
    /// Where the player looks, in degrees: the view of the last command.
    pub view: Angles,
    /// Where the player was before the last tick, for interpolation.
    pub previous_origin: Vec3,
    /// What happened to the player in the last tick.
    pub events: MoveEvents,
}

impl Player {
    /// The place to draw the player at, `alpha` (0 to 1) of the way from the last tick but one to the last.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let id = engine.spawn_player()?;
    /// let player = engine.player(id).expect("just spawned");
    /// assert_eq!(player.interpolated_origin(0.5), player.state.origin); // it has not moved yet
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interpolated_origin(&self, alpha: f32) -> Vec3 {
        self.previous_origin + (self.state.origin - self.previous_origin) * alpha
    }

    /// Puts the player somewhere at once: no interpolation across the distance, at rest, in the air.
    pub(crate) fn place(&mut self, origin: Vec3, view: Angles) {
        let flags = self.state.flags;
        self.state = PlayerState { flags, ..PlayerState::at(origin) };
        self.previous_origin = origin;
        self.view = view;
        self.events = MoveEvents::default();
    }
}

/// Players in the order of their ids.
#[derive(Debug, Clone, Default)]
pub(crate) struct Players {
    list: Vec<Player>,
    last_id: u32,
}

impl Players {
    pub(crate) fn spawn(&mut self, origin: Vec3, view: Angles) -> PlayerId {
        self.last_id += 1;
        let id = PlayerId(self.last_id);
        let state = PlayerState::at(origin);
        self.list.push(Player { id, state, view, previous_origin: origin, events: MoveEvents::default() });
        id
    }

    pub(crate) fn remove(&mut self, id: PlayerId) -> Option<Player> {
        self.index(id).map(|index| self.list.remove(index))
    }

    pub(crate) fn get(&self, id: PlayerId) -> Option<&Player> {
        self.index(id).map(|index| &self.list[index])
    }

    pub(crate) fn get_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.index(id).map(|index| &mut self.list[index])
    }

    pub(crate) fn as_slice(&self) -> &[Player] {
        &self.list
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.list.iter_mut()
    }

    fn index(&self, id: PlayerId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |player| player.id).ok()
    }
}

/// One player's input for one tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerInput {
    /// Whose input it is.
    pub player: PlayerId,
    /// What is pressed and where the player looks.
    pub command: PlayerCommand,
}

/// The command of a player, the last one where several are given; a player without one stands still and
/// keeps looking where it looked.
pub(crate) fn command_for(inputs: &[PlayerInput], player: &Player) -> PlayerCommand {
    let given = inputs.iter().rev().find(|input| input.player == player.id);
    given.map_or(PlayerCommand { view: player.view, ..PlayerCommand::default() }, |input| input.command)
}
