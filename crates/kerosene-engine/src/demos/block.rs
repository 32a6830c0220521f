//! The ticks of a second, as bytes.
//!
//! First tick, `u64`; ticks, `u32`; length of what follows the head, `u32`; hash of the state after the last tick, `u64`;
//! XXH3 of all of the block but this number, `u64`; then the ticks. A tick: flags, `u8` (1: events, 2: a new list of
//! players); the events, where there are any: `u32`, each a kind `u8` and what belongs to it; the players' ids, where
//! they are new: `u32`, `u32` each; for each player a mask `u8` of the words of its command that changed, and those;
//! the lower half of the state's hash, `u32`. The first tick of a block always tells the players, and their commands
//! begin at zero.

use super::TICKS;
use kerosene_entity::{ContainerError, SectionReader};
use kerosene_physics::PlayerCommand;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Bytes before a block's ticks.
pub(super) const HEAD_BYTES: usize = 32;
/// Words of a command.
const WORDS: usize = PlayerCommand::BYTES / 4;
/// Most bytes of a line of the console, or of all variables.
const MAX_TEXT: usize = 1 << 20;

const HAS_EVENTS: u8 = 1;
const HAS_PLAYERS: u8 = 2;

/// What happened between two ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A player came in.
    Came,
    /// A player went, by its id.
    Went(u32),
    /// The console ran a command, with cheats on or not.
    Ran { line: String, cheats: bool },
    /// Variables have changed: names and values.
    Variables(Vec<(String, String)>),
    /// A player came in anew, by its id, at the first free spawn point from one on.
    CameAnew { player: u32, from: u32 },
}

/// A tick, taken apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tick {
    pub(super) events: Vec<Event>,
    /// Ids of players and their commands.
    pub(super) commands: Vec<(u32, PlayerCommand)>,
    /// Lower half of the state's hash after it.
    pub(super) hash: u32,
}

/// A block that is being written.
#[derive(Debug, Default)]
pub(super) struct BlockWriter {
    first: u64,
    ticks: u32,
    body: Vec<u8>,
    before: Vec<(u32, PlayerCommand)>,
}

impl BlockWriter {
    pub(super) fn begin(&mut self, first: u64) {
        (self.first, self.ticks) = (first, 0);
        self.body.clear();
        self.before.clear();
    }

    pub(super) const fn ticks(&self) -> u32 {
        self.ticks
    }

    pub(super) fn push(&mut self, tick: &Tick) {
        let same = self.ticks > 0 && self.before.iter().map(|one| one.0).eq(tick.commands.iter().map(|one| one.0));
        let flags = if tick.events.is_empty() { 0 } else { HAS_EVENTS } | if same { 0 } else { HAS_PLAYERS };
        self.body.push(flags);
        if !tick.events.is_empty() {
            put(&mut self.body, tick.events.len() as u32);
            tick.events.iter().for_each(|event| put_event(&mut self.body, event));
        }
        if !same {
            put(&mut self.body, tick.commands.len() as u32);
            tick.commands.iter().for_each(|&(id, _)| put(&mut self.body, id));
            self.before = tick.commands.iter().map(|&(id, _)| (id, PlayerCommand::default())).collect();
        }
        for ((_, before), &(_, command)) in self.before.iter_mut().zip(&tick.commands) {
            put_command(&mut self.body, before, command);
            *before = command;
        }
        put(&mut self.body, tick.hash);
        self.ticks += 1;
    }

    /// Appends the block to others.
    pub(super) fn finish(&self, state_hash: u64, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.first.to_le_bytes());
        put(out, self.ticks);
        put(out, self.body.len() as u32);
        out.extend_from_slice(&state_hash.to_le_bytes());
        let mut hasher = Xxh3Default::new();
        hasher.update(&out[start..]);
        hasher.update(&self.body);
        out.extend_from_slice(&hasher.digest().to_le_bytes());
        out.extend_from_slice(&self.body);
    }
}

fn put(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u32);
    out.extend_from_slice(text.as_bytes());
}

fn put_event(out: &mut Vec<u8>, event: &Event) {
    match event {
        Event::Came => out.push(0),
        Event::Went(id) => {
            out.push(1);
            put(out, *id);
        }
        Event::Ran { line, cheats } => {
            out.push(2 + u8::from(*cheats));
            put_text(out, line);
        }
        Event::Variables(variables) => {
            out.push(4);
            put(out, variables.len() as u32);
            for text in variables.iter().flat_map(|(name, value)| [name, value]) {
                put_text(out, text);
            }
        }
        Event::CameAnew { player, from } => {
            out.push(5);
            put(out, *player);
            put(out, *from);
        }
    }
}

fn put_command(out: &mut Vec<u8>, before: &PlayerCommand, command: PlayerCommand) {
    let (old, new) = (before.to_bytes(), command.to_bytes());
    let changed = |word: usize| old[4 * word..4 * word + 4] != new[4 * word..4 * word + 4];
    out.push((0..WORDS).filter(|&word| changed(word)).fold(0, |mask, word| mask | 1 << word));
    (0..WORDS).filter(|&word| changed(word)).for_each(|word| out.extend_from_slice(&new[4 * word..4 * word + 4]));
}

/// The head of a block, and its ticks, not yet read.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) first: u64,
    pub(super) ticks: u32,
    pub(super) state_hash: u64,
    pub(super) body: Vec<u8>,
}

impl Block {
    /// Takes the next block. `Ok(None)` for one whose bytes do not match their hash.
    pub(super) fn read(reader: &mut SectionReader<'_>) -> Result<Option<Self>, ContainerError> {
        let mut bytes = reader.clone();
        let first = reader.counter("the first tick")?;
        let ticks = reader.u32("the number of ticks")?;
        let length = reader.u32("the length of a block")? as usize;
        let state_hash = reader.u64("the state's hash")?;
        let hash = reader.u64("the block's hash")?;
        let body = reader.take(length, "a block of ticks")?.to_vec();
        let mut hashed = bytes.take(HEAD_BYTES - 8, "the head of a block")?.to_vec();
        hashed.extend_from_slice(&body);
        Ok((xxh3_64(&hashed) == hash).then_some(Self { first, ticks, state_hash, body }))
    }

    /// Reads the ticks.
    pub(super) fn read_ticks(&self) -> Result<Vec<Tick>, ContainerError> {
        let mut reader = SectionReader::new(TICKS, &self.body);
        let mut ticks = Vec::new();
        let mut commands: Vec<(u32, PlayerCommand)> = Vec::new();
        for _ in 0..self.ticks {
            let flags = reader.u8("a tick")?;
            let events = if flags & HAS_EVENTS == 0 { Vec::new() } else { read_events(&mut reader)? };
            if flags & HAS_PLAYERS != 0 {
                let count = reader.count(5, "the players")?;
                let ids = (0..count).map(|_| Ok((reader.u32("a player")?, PlayerCommand::default())));
                commands = ids.collect::<Result<_, ContainerError>>()?;
            }
            for (_, command) in &mut commands {
                *command = read_command(&mut reader, command)?;
            }
            ticks.push(Tick { events, commands: commands.clone(), hash: reader.u32("a tick's hash")? });
        }
        reader.end()?;
        Ok(ticks)
    }
}

fn read_events(reader: &mut SectionReader<'_>) -> Result<Vec<Event>, ContainerError> {
    let count = reader.count(1, "the events")?;
    let mut events = Vec::new();
    for _ in 0..count {
        let at = reader.clone();
        events.push(match reader.u8("an event")? {
            0 => Event::Came,
            1 => Event::Went(reader.u32("a player")?),
            kind @ (2 | 3) => Event::Ran { line: reader.text(MAX_TEXT, "a line")?.to_owned(), cheats: kind == 3 },
            4 => {
                let count = reader.count(8, "the variables")?;
                let mut text = || reader.text(MAX_TEXT, "a variable").map(str::to_owned);
                let variables = (0..count).map(|_| Ok((text()?, text()?)));
                Event::Variables(variables.collect::<Result<_, ContainerError>>()?)
            }
            5 => Event::CameAnew { player: reader.u32("a player")?, from: reader.u32("a spawn point")? },
            kind => return Err(at.error(format!("there is no event of kind {kind}"))),
        });
    }
    Ok(events)
}

fn read_command(reader: &mut SectionReader<'_>, before: &PlayerCommand) -> Result<PlayerCommand, ContainerError> {
    let at = reader.clone();
    let mask = reader.u8("a command")?;
    if mask >> WORDS != 0 {
        return Err(at.error("a command has no such words"));
    }
    let mut bytes = before.to_bytes();
    for word in (0..WORDS).filter(|word| mask & 1 << word != 0) {
        bytes[4 * word..4 * word + 4].copy_from_slice(reader.take(4, "a command")?);
    }
    Ok(PlayerCommand::from_bytes(&bytes))
}
