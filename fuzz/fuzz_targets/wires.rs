//! Entities of a level: whatever classes, keys and wires a map has, and whatever players do in it, the level runs, within
//! a bounded time and memory, and is again what it was when it is gone back to.
//!
//! The input is a list of entities of the stock classes, read byte by byte, with keys that their classes know and wires
//! between them, and what a player does afterwards. An input that begins with a brace is the text of the entities itself.
#![no_main]

mod bytes;

use bytes::Bytes;
use kerosene_bsp::{
    Bsp, Contents, WriteOptions,
    sample::{SampleBrush, room_with},
};
use kerosene_engine::{Engine, EngineOptions, Game, PlayerInput};
use kerosene_entity::{ClassDef, Kdef, KdefClass, KeyKind};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, PlayerCommand};
use kerosene_vfs::{Vault, VaultWriter, Vfs, vault::EncodedContent};
use libfuzzer_sys::fuzz_target;
use std::fmt::Write;
use std::io::Cursor;
use std::sync::OnceLock;

/// Entities of one input.
const ENTITIES: usize = 24;
/// Ticks that are played.
const TICKS: usize = 64;
/// Entities that there may be after them: what classes make by themselves ends below this.
const MOST_ENTITIES: usize = 20_000;

/// Names of entities, few enough that wires meet them, and targets that are none.
const NAMES: [&str; 16] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "a&0001",
    "b,c",
    "a*",
    "*",
    "!self",
    "!activator",
    "!player",
    "!caller",
    "!picker",
    "",
    "z",
];
const VALUES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "0.01",
    "1000",
    "1e30",
    "-7.5",
    "a",
    "b*",
    "0 90 0",
    "-90 0 0",
    "OnTrigger a:Trigger::0:-1",
    "door",
    "nan",
    "65535",
];
const DELAYS: [&str; 4] = ["0", "0", "0.01", "0.5"];

struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

/// The stock classes with all that they take.
fn classes() -> &'static [KdefClass] {
    static CLASSES: OnceLock<Vec<KdefClass>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let kdef: Kdef = kerosene_game::registry().expect("the stock classes").kdef();
        kdef.classes.iter().filter(|class| !class.is_base).filter_map(|class| kdef.resolved(&class.name)).collect()
    })
}

/// A room with brushes for entities: blocks, and volumes that are triggers.
fn room() -> Bsp {
    let bodies = (0..6).map(|at: u8| {
        let x = -200.0 + 60.0 * f32::from(at);
        let body = SampleBrush::block(Vec3::new(x, -40.0, 0.0), Vec3::new(x + 40.0, 40.0, 80.0));
        vec![if at < 3 { body } else { body.filled(Contents::TRIGGER) }]
    });
    room_with(bodies)
}

/// One entity: its class, name, body, keys and wires.
fn write_entity(text: &mut String, bytes: &mut Bytes<'_>) {
    let Some(class) = bytes.pick(classes()) else { return };
    let _ = write!(text, "{{ classname \"{}\" targetname \"{}\" ", class.name, NAMES[bytes.next() % 7]);
    let body = bytes.next();
    if body % 4 > 0 {
        let _ = write!(text, "model *{} ", body / 4 % 8);
    }
    if body > 128 {
        let _ = write!(text, "parentname \"{}\" ", NAMES[bytes.next() % 7]);
    }
    for _ in 0..bytes.next() % 6 {
        let Some(key) = bytes.pick(&class.keys) else { continue };
        let names = matches!(key.kind, KeyKind::TargetDestination | KeyKind::TargetSource);
        let value = bytes.pick(if names { &NAMES } else { &VALUES }).copied().unwrap_or_default();
        let _ = match key.kind {
            KeyKind::Flags => write!(text, "spawnflags {} ", (bytes.next() << 12) ^ bytes.next()),
            _ => write!(text, "\"{}\" \"{value}\" ", key.name),
        };
    }
    text.push_str("connections { ");
    for _ in 0..bytes.next() % 5 {
        let (Some(output), Some(of)) = (bytes.pick(&class.outputs), bytes.pick(classes())) else { continue };
        let Some(input) = bytes.pick(&of.inputs) else { continue };
        let [target, value] = [&NAMES, &VALUES].map(|list| bytes.pick(list).copied().unwrap_or_default());
        let (delay, times) = (DELAYS[bytes.next() % 4], if bytes.next() > 200 { 2 } else { -1 });
        let target = target.replace(',', "\\\\,");
        let _ = write!(text, "\"{}\" \"{target},{},{value},{delay},{times}\" ", output.name, input.name);
    }
    text.push_str("} }\n");
}

fn entities(bytes: &mut Bytes<'_>) -> String {
    let mut text = "{ classname worldspawn }\n{ classname info_player_start origin \"0 -150 1\" }\n".to_owned();
    for _ in 0..bytes.next() % ENTITIES {
        write_entity(&mut text, bytes);
    }
    text
}

/// An engine in a room with these entities, where there can be one.
fn engine(entities: String) -> Option<Engine> {
    let map = Bsp { entities, ..room() };
    let bytes = map.write_to(WriteOptions::default()).ok()?;
    let mut writer = VaultWriter::new(Cursor::new(Vec::new())).ok()?;
    writer.add("maps/wires.kbsp", &EncodedContent::new(bytes.into(), 0).ok()?).ok()?;
    let mut vfs = Vfs::new();
    vfs.mount_vault("wires.vault", Vault::from_bytes(writer.finish().ok()?.into_inner()).ok()?);
    let mut engine = Engine::with_game(EngineOptions { vfs }, Stock).expect("the stock classes");
    engine.load_map("wires").ok()?;
    engine.spawn_player().ok()?;
    Some(engine)
}

/// Plays; gives the state's hash.
fn play(engine: &mut Engine, bytes: &mut Bytes<'_>, ticks: usize) -> u64 {
    for _ in 0..ticks {
        let Some(player) = engine.players().first().map(|player| player.id) else { break };
        let command = PlayerCommand {
            buttons: Buttons::from_bits_truncate(bytes.next() as u32),
            view: Angles::new(0.0, bytes.next() as f32 * 1.5, 0.0),
            forward: if bytes.next() % 3 == 0 { -1.0 } else { 1.0 },
            ..PlayerCommand::default()
        };
        engine.tick(&[PlayerInput { player, command }]);
    }
    engine.state_hash()
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let text = match std::str::from_utf8(data).ok().filter(|text| text.starts_with('{')) {
        Some(text) => text.to_owned(),
        None => entities(&mut bytes),
    };
    let Some(mut engine) = engine(text) else { return };
    let before = engine.snapshot().expect("a level is running");
    let (mut first, mut again) = (Bytes(bytes.0), Bytes(bytes.0));
    let hash = play(&mut engine, &mut first, TICKS);
    assert!(engine.entities().is_none_or(|entities| entities.count() < MOST_ENTITIES));
    if engine.restore(&before).is_ok() {
        assert_eq!(play(&mut engine, &mut again, TICKS), hash, "the same input goes another way");
    }
});
