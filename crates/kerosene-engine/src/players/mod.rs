//! The players of a level, as a list: nothing in the simulation assumes one.

mod condition;
mod harm;
mod moving;
mod saved;
mod spawning;

pub use condition::{Condition, FULL_HEALTH, Protection};
pub use spawning::SpawnError;

use core::hash::Hasher;
use kerosene_entity::{EntityId, EntityWorld, Pose, Value};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, MoveEvents, PlayerCommand, PlayerFlags, PlayerState, STANDING_EYE};

/// Class of players among the entities.
pub(crate) const PLAYER_CLASS: &str = "player";

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
    /// The player among the level's entities: the activator of what it sets off.
    pub entity: EntityId,
    /// All that movement remembers.
    pub state: PlayerState,
    /// How the player is.
    pub condition: Condition,
    /// Where the player looks, in degrees: the view of the last command, or what the level or a command of the
    /// console turned it to since.
    pub view: Angles,
    /// Buttons of the last command, whatever the player could do with them.
    pub buttons: Buttons,
    /// Those of them that went down with it.
    pub pressed: Buttons,
    /// Where the player was before the last tick, for interpolation.
    pub previous_origin: Vec3,
    /// Height of the drawn eye above that, for interpolation.
    pub(crate) previous_eye: f32,
    /// What happened to the player in the last tick.
    pub events: MoveEvents,
    /// How often the engine has turned the view itself. A host that sees this change takes over [`view`](Self::view);
    /// until its next frame, the views in its input do not count.
    pub turned: u32,
    /// `turned` when the input that is at work was made.
    pub(crate) turned_before_input: u32,
}

impl Player {
    fn new(id: PlayerId, entity: EntityId, origin: Vec3, view: Angles) -> Self {
        Self {
            id,
            entity,
            state: PlayerState::at(origin),
            condition: Condition::default(),
            view,
            buttons: Buttons::empty(),
            pressed: Buttons::empty(),
            previous_origin: origin,
            previous_eye: STANDING_EYE,
            events: MoveEvents::default(),
            turned: 1,
            turned_before_input: 0,
        }
    }

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

    /// The place to draw the player's view from: its eye, smoothed over steps, `alpha` of the way as
    /// [`interpolated_origin`](Self::interpolated_origin).
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let id = engine.spawn_player()?;
    /// let player = engine.player(id).expect("just spawned");
    /// assert_eq!(player.interpolated_eye(0.5), player.state.eye()); // it has not moved yet
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interpolated_eye(&self, alpha: f32) -> Vec3 {
        let height = self.previous_eye + (eye_height(&self.state) - self.previous_eye) * alpha;
        self.interpolated_origin(alpha) + Vec3::Z * height
    }

    /// Puts the player somewhere at once: no interpolation across the distance, at rest, in the air.
    pub(crate) fn place(&mut self, origin: Vec3, view: Angles) {
        let flags = self.state.flags;
        self.state = PlayerState { flags, held_buttons: self.state.held_buttons, ..PlayerState::at(origin) };
        self.previous_origin = origin;
        self.previous_eye = eye_height(&self.state);
        self.events = MoveEvents::default();
        self.turn(view);
    }

    /// Moves the player somewhere at once, on its feet.
    pub(crate) fn teleport(&mut self, origin: Vec3, view: Option<Angles>, stop: bool) {
        if !origin.is_finite() {
            return;
        }
        self.state.origin = origin;
        self.previous_origin = origin;
        self.state.on_ground = None;
        if stop {
            (self.state.velocity, self.state.base_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        if let Some(view) = view {
            self.turn(view);
        }
    }

    /// Brings it back to life, or makes it whole again.
    pub(crate) fn revive(&mut self) {
        self.condition = self.condition.renewed();
        self.state.flags.remove(PlayerFlags::DEAD);
    }

    /// Takes a place among the entities of a level.
    pub(crate) fn enter(&mut self, entities: &mut EntityWorld) {
        self.entity = entities.spawn(PLAYER_CLASS);
        self.appear(entities);
    }

    /// Begins to be there for the entities.
    fn appear(&self, entities: &mut EntityWorld) {
        self.show(entities);
        entities.start(self.entity);
    }

    /// Lets the entities know where the player is and how: fields `health` and `max_health`.
    pub(crate) fn show(&self, entities: &mut EntityWorld) {
        let pose = Pose::new(self.state.origin, self.view);
        if entities.pose(self.entity) != pose {
            entities.set_pose(self.entity, pose);
        }
        for (field, points) in [("health", self.condition.health), ("max_health", self.condition.max_health)] {
            let value = Value::Float(points);
            if entities.field(self.entity, field) != Some(value) {
                entities.set_field(self.entity, field, value);
            }
        }
    }

    /// Turns the view, whatever the input at work says.
    pub(crate) fn turn(&mut self, view: Angles) {
        self.view = view;
        self.turned = self.turned.wrapping_add(1);
    }

    /// Adds to the velocity; one that is pushed up is in the air.
    pub(crate) fn push(&mut self, velocity: Vec3) {
        if !velocity.is_finite() {
            return;
        }
        self.state.velocity += velocity;
        if velocity.z > 0.0 {
            self.state.on_ground = None;
        }
    }

    /// Feeds every bit of the state to a hasher. What only the host needs (interpolation, events, who turned the view)
    /// is no part of it.
    pub(crate) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(&self.id.number().to_le_bytes());
        hasher.write(&self.entity.to_bits().to_le_bytes());
        for angle in [self.view.pitch, self.view.yaw, self.view.roll] {
            hasher.write(&angle.to_bits().to_le_bytes());
        }
        hasher.write(&self.buttons.bits().to_le_bytes());
        self.state.hash_into(hasher);
        self.condition.hash_into(hasher);
    }
}

/// Height of the drawn eye above the origin, in units.
pub(crate) fn eye_height(state: &PlayerState) -> f32 {
    state.view_height + state.step_offset
}

/// Players in the order of their ids.
#[derive(Debug, Clone, Default)]
pub(crate) struct Players {
    list: Vec<Player>,
    last_id: u32,
}

impl Players {
    pub(crate) fn spawn(&mut self, entity: EntityId, origin: Vec3, view: Angles) -> PlayerId {
        self.last_id += 1;
        let id = PlayerId(self.last_id);
        self.list.push(Player::new(id, entity, origin, view));
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

    /// The player that an entity is.
    pub(crate) fn of_entity(&self, entity: EntityId) -> Option<PlayerId> {
        self.list.iter().find(|player| player.entity == entity).map(|player| player.id)
    }

    /// Says that the input that comes now knows where the players look.
    pub(crate) fn take_input(&mut self) {
        for player in &mut self.list {
            player.turned_before_input = player.turned;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Player] {
        &self.list
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Player] {
        &mut self.list
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
