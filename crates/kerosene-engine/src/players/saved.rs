//! The players in a save.
//!
//! The id that was given last, `u32`; how many players, `u32`; for each: id `u32`, entity `u64`, how many words its
//! movement takes, `u32`, and those ([`PlayerState::to_words`]); health, most health, scales of gravity and speed,
//! protection, `u32` each; time since its death, `u64`, all ones for the living; view and last place, three `u32` each;
//! buttons, `u32`; how often it was turned, `u32`.

use super::{Condition, Player, PlayerId, Players, Protection};
use kerosene_entity::{ContainerError, EntityId, EntityWorld, SectionReader};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, MoveEvents, PlayerState};

/// The least bytes of a player, its movement aside.
const LEAST_BYTES: usize = 72;

impl Players {
    /// The section of the players.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut word = |word: u32| out.extend_from_slice(&word.to_le_bytes());
        word(self.last_id);
        word(self.list.len() as u32);
        self.list.iter().for_each(|player| player.words(&mut word));
        out
    }

    /// Reads the section; every player is an entity that lives.
    pub(crate) fn from_reader(mut reader: SectionReader<'_>, entities: &EntityWorld) -> Result<Self, ContainerError> {
        let last_id = reader.u32("the last id")?;
        let count = reader.count(LEAST_BYTES, "the players")?;
        let mut list: Vec<Player> = Vec::with_capacity(count);
        for _ in 0..count {
            let at = reader.clone();
            let player = Player::read(&mut reader)?;
            let follows = list.last().map_or(player.id.0 > 0, |before| before.id < player.id);
            if !follows || player.id.0 > last_id {
                return Err(at.error("a player's id is out of order"));
            }
            if !entities.is_active(player.entity) || list.iter().any(|other| other.entity == player.entity) {
                return Err(at.error("a player is no entity of its own"));
            }
            list.push(player);
        }
        reader.end()?;
        Ok(Self { list, last_id })
    }

    /// Lets hosts notice that the views which they have are out of date. Counts on from the players that there were.
    pub(crate) fn turn_all_after(&mut self, before: &Self) {
        for player in &mut self.list {
            let turned = before.get(player.id).map_or(player.turned, |known| known.turned);
            player.turned = turned.wrapping_add(1);
            player.turned_before_input = turned;
        }
    }
}

impl Player {
    fn words(&self, word: &mut impl FnMut(u32)) {
        // Taken apart without `..`, so that a new field cannot be forgotten here.
        let Self {
            id,
            entity,
            state,
            condition,
            view,
            buttons,
            pressed: _,
            previous_origin,
            previous_eye: _,
            events: _,
            turned,
            turned_before_input: _,
        } = self;
        let Condition { health, max_health, protection, gravity_scale, speed_scale, dead_ns } = condition;
        word(id.0);
        both_halves(entity.to_bits(), word);
        let movement = state.to_words();
        word(movement.len() as u32);
        movement.into_iter().for_each(&mut *word);
        [health, max_health, gravity_scale, speed_scale].into_iter().for_each(|number| word(number.to_bits()));
        word(protection.bits());
        both_halves(dead_ns.unwrap_or(u64::MAX), word);
        let numbers = [view.pitch, view.yaw, view.roll, previous_origin.x, previous_origin.y, previous_origin.z];
        numbers.into_iter().for_each(|number| word(number.to_bits()));
        word(buttons.bits());
        word(*turned);
    }

    fn read(reader: &mut SectionReader<'_>) -> Result<Self, ContainerError> {
        let id = PlayerId(reader.u32("a player's id")?);
        let at = reader.clone();
        let entity = EntityId::from_bits(reader.u64("a player's entity")?);
        let entity = entity.ok_or_else(|| at.error("a player's entity is none"))?;
        let state = read_state(reader)?;
        let condition = read_condition(reader)?;
        let mut number = |what| reader.f32(what);
        let view = Angles { pitch: number("a view")?, yaw: number("a view")?, roll: number("a view")? };
        let previous_origin = Vec3::new(number("a place")?, number("a place")?, number("a place")?);
        let buttons = Buttons::from_bits_retain(reader.u32("buttons")?);
        let turned = reader.u32("how often a player was turned")?;
        let previous_eye = super::eye_height(&state);
        Ok(Self {
            id,
            entity,
            state,
            condition,
            view,
            buttons,
            pressed: Buttons::empty(),
            previous_origin,
            previous_eye,
            events: MoveEvents::default(),
            turned,
            turned_before_input: turned,
        })
    }
}

fn read_state(reader: &mut SectionReader<'_>) -> Result<PlayerState, ContainerError> {
    let count = reader.count(4, "the words of a player's movement")?;
    let at = reader.clone();
    let bytes = reader.take(4 * count, "a player's movement")?;
    let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.first_chunk().copied().unwrap_or([0; 4])));
    match PlayerState::from_words(&mut words) {
        Some(state) if words.next().is_none() => Ok(state),
        _ => Err(at.error("a player's movement is none")),
    }
}

fn read_condition(reader: &mut SectionReader<'_>) -> Result<Condition, ContainerError> {
    let [health, max_health, gravity_scale, speed_scale] =
        [reader.f32("health")?, reader.f32("most health")?, reader.f32("gravity")?, reader.f32("speed")?];
    let protection = Protection::from_bits_truncate(reader.u32("a player's protection")?);
    let is_alive = reader.clone().u64("a player's death")? == u64::MAX;
    let dead_ns = if is_alive {
        reader.u64("a player's death")?;
        None
    } else {
        Some(reader.counter("the time since a player's death")?)
    };
    Ok(Condition { health, max_health, protection, gravity_scale, speed_scale, dead_ns })
}

fn both_halves(number: u64, word: &mut impl FnMut(u32)) {
    word(number as u32);
    word((number >> 32) as u32);
}
