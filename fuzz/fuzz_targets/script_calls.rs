//! Calls of scripts and of the framework in any order: scripts that are made of the table of functions, on entities that
//! come and go and meet, while files are edited, levels rewound and saved. Nothing panics, no handle is given twice, and
//! what is put back is what it was and goes on as it did.
#![no_main]

mod bytes;

use bytes::Bytes;
use kerosene_entity::{EntityId, EntityWorld, Registry, SectionReader, save_tags};
use kerosene_framework::{
    Context, Curve, EmptyScene, EntityScript, Event, Framework, Hooks, Runtime, Scene, ScriptLanguage, ScriptRegistry,
    ScriptResult,
};
use kerosene_math::Vec3;
use kerosene_script::{Function, Group, RhaiLanguage, ScriptFile, ScriptLibrary, functions};
use kerosene_world::Component;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

/// Steps of an input, entities of a level, ticks that are played twice.
const MOST_STEPS: usize = 48;
const MOST_ENTITIES: usize = 12;
const PLAYED_TWICE: usize = 3;

/// Names of entities, functions and states, which scripts give to everything.
const NAMES: [&str; 4] = ["a", "act", "enter_a", "nobody"];

/// The functions of a script that the engine or the script itself calls.
const HOOKS: [&str; 10] = [
    "on_awake()",
    "on_start()",
    "on_update(dt)",
    "on_physics_update(dt)",
    "on_event(name, source)",
    "on_trigger_enter(other)",
    "on_destroy()",
    "act()",
    "enter_a()",
    "update_a(dt)",
];

/// One of several.
fn one<T: Copy>(bytes: &mut Bytes<'_>, all: &[T]) -> T {
    *bytes.pick(all).expect("something to choose from")
}

/// The files, which edits change.
#[derive(Clone, Default)]
struct Files(Rc<RefCell<BTreeMap<String, String>>>);

impl ScriptLibrary for Files {
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String> {
        self.0.borrow().read(name)
    }
}

/// A script in Rust that answers whatever happens with calls of its own.
#[derive(Component)]
struct Answering {
    #[field(key = "")]
    heard: i64,
}

impl EntityScript for Answering {
    const HOOKS: Hooks =
        Hooks::START.union(Hooks::EVENT).union(Hooks::TIMER).union(Hooks::TRIGGER_ENTER).union(Hooks::DESTROY);

    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        context.subscribe_events();
        context.run_every(0.2, "act");
        Ok(())
    }

    fn on_event(&mut self, context: &mut Context<'_>, event: &Event) -> ScriptResult {
        self.heard += 1;
        match self.heard % 5 {
            0 => drop(context.subscribe_event("a")),
            1 => event.source.into_iter().for_each(|source| _ = context.destroy(source)),
            2 => context.publish_event("a", "act", 1.0),
            3 => context.remove_script(context.owner()),
            _ => drop(context.run_after(0.0, "act")),
        }
        Ok(())
    }

    fn on_trigger_enter(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        context.add_script(other, "made");
        Ok(())
    }

    fn on_destroy(&mut self, context: &mut Context<'_>) -> ScriptResult {
        context.publish_event("a", "", 0.0);
        context.run_after(0.0, "act");
        Ok(())
    }
}

/// An argument of a kind that a signature names.
fn argument(kind: &str, bytes: &mut Bytes<'_>) -> String {
    match kind {
        "float" | "number" => one(bytes, &["0.0", "0.1", "-1.0", "1e30", "0.5", "100.0"]).to_owned(),
        "int" => one(bytes, &["0", "1", "-1", "9223372036854775807", "7"]).to_owned(),
        "bool" => one(bytes, &["true", "false"]).to_owned(),
        "string" => format!("\"{}\"", one(bytes, &["a", "act", "nobody", "ease_in_quad", "linear", "info_target", ""])),
        "entity" | "entity or ()" => {
            one(bytes, &["entity()", "this.who", "player()", "find_by_name(\"a\")", "this.h", "12345"]).to_owned()
        }
        "vec3" => "vec3(1.0, 0.5, -2.0)".to_owned(),
        "timer" | "tween" | "machine" | "subscription" => one(bytes, &["this.h", "this.k", "0", "-7"]).to_owned(),
        "value" => one(bytes, &["()", "1", "\"a\"", "vec3(0, 1, 2)", "[1]"]).to_owned(),
        _ => "()".to_owned(),
    }
}

/// A call of a function, with arguments of the kinds that it names.
fn call(function: &Function, bytes: &mut Bytes<'_>) -> String {
    let Some((parameters, result)) = function.signature.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return function.example.to_owned();
    };
    let kinds = parameters.split(", ").filter_map(|parameter| parameter.split_once(": "));
    let arguments: Vec<_> = kinds.map(|(_, kind)| argument(kind, bytes)).collect();
    let call = format!("{}({})", function.name, arguments.join(", "));
    match result.strip_prefix(" -> ") {
        Some("timer" | "tween" | "machine" | "subscription") => format!("this.k = this.h; this.h = {call}"),
        Some("entity" | "entity or ()") => format!("this.who = {call}"),
        _ => call,
    }
}

/// A script of calls. What is kept for good beside the level is none of a rewind's business.
fn script(bytes: &mut Bytes<'_>) -> String {
    let callable: Vec<_> = functions()
        .iter()
        .filter(|function| {
            !matches!(function.group, Group::Declarations | Group::Store) && !function.name.contains("save")
        })
        .collect();
    let mut text = "let h = 0; let k = 0; let who = (); let seen = 0;\n".to_owned();
    for hook in HOOKS {
        let _ = writeln!(text, "fn {hook} {{ this.seen += 1;");
        for _ in 0..bytes.next() % 4 {
            let function = callable[(bytes.next() << 8 | bytes.next()) % callable.len()];
            let _ = writeln!(text, "try {{ {}; }} catch {{ }}", call(function, bytes));
        }
        text.push_str("}\n");
    }
    text
}

struct Level {
    files: Files,
    runtime: Rc<Runtime>,
    framework: Framework,
    world: EntityWorld,
    scene: Rc<dyn Scene>,
    /// Handles that have been given, with their kinds.
    given: BTreeSet<(u8, u64)>,
}

impl Level {
    fn new() -> Self {
        let files = Files::default();
        let language = Rc::new(RhaiLanguage::new(files.clone()));
        let scripts = ScriptRegistry::new().script::<Answering>("answering");
        let runtime = Runtime::with_languages(scripts, vec![language as Rc<dyn ScriptLanguage>]);
        let framework = Framework::new(&runtime);
        let world = EntityWorld::new(&Registry::new([]).expect("no classes"));
        Self { files, runtime, framework, world, scene: Rc::new(EmptyScene), given: BTreeSet::new() }
    }

    fn spawn(&mut self, script: &str) {
        if self.world.entities().count() < MOST_ENTITIES {
            let entity = self.world.spawn_with("info_target", &[("script", script), ("targetname", "a")]);
            self.world.set_player(Some(entity));
        }
    }

    fn entity(&self, number: usize) -> Option<EntityId> {
        let count = self.world.entities().count();
        (count > 0).then(|| self.world.entities().nth(number % count)).flatten()
    }

    fn tick(&mut self) {
        self.world.begin_tick(Duration::from_millis(100));
        self.framework.physics_update(&mut self.world, &self.scene, 0.1);
        self.framework.update(&mut self.world, &self.scene, 0.1);
        self.world.run_due();
        self.framework.take_messages();
    }

    fn hash(&self) -> (u64, u64) {
        (self.world.state_hash(), self.framework.state_hash())
    }

    fn played(&mut self) -> (u64, u64) {
        (0..PLAYED_TWICE).for_each(|_| self.tick());
        self.hash()
    }

    /// Goes back, or to a saved game and on from it: it is the same level then, and stays the same.
    fn goes_on_alike(&mut self, through_a_save: bool) {
        let (before, world, framework) = (self.hash(), self.world.snapshot(), self.framework.snapshot());
        let after = self.played();
        assert!(self.world.restore(&world) && self.framework.restore(&framework));
        assert_eq!(self.hash(), before, "what is put back differs");
        if through_a_save {
            let bytes = self.framework.to_bytes(&self.world);
            let mut loaded = Framework::new(&self.runtime);
            let notes = loaded.read(SectionReader::new(save_tags::SCRIPTS, &bytes), &mut self.world);
            assert_eq!(notes.expect("what was written is readable"), [""; 0]);
            assert_eq!(loaded.begin_loaded(), [""; 0]);
            self.framework = loaded;
            assert_eq!(self.hash(), before, "what is loaded differs");
        }
        assert_eq!(self.played(), after, "it goes on in another way");
    }

    /// A call from outside, in the name of an entity's script.
    fn call(&mut self, bytes: &mut Bytes<'_>) {
        let Some(owner) = self.entity(bytes.next()) else { return };
        let other = self.entity(bytes.next()).unwrap_or(owner);
        let mut context = self.framework.context(&mut self.world, &self.scene, owner);
        let (name, time) = (one(bytes, &NAMES), one(bytes, &[0.0, 0.15, -1.0, f32::NAN, 1e30]));
        let handle = match bytes.next() % 10 {
            0 => Some((0, context.run_after(time, name).to_bits())),
            1 => Some((0, context.run_every_from(time, 0.05, name).to_bits())),
            2 => Some((1, context.tween_position(other, Vec3::splat(time), 0.3, Curve::EaseOutBounce).to_bits())),
            3 => Some((1, context.tween_number(0.0, time, 0.3, Curve::Linear).to_bits())),
            4 => Some((2, context.subscribe_event(name).to_bits())),
            5 => Some((3, context.create_machine().to_bits())),
            6 => {
                context.publish_event(name, "text", time);
                None
            }
            7 => {
                context.destroy(other);
                None
            }
            8 => {
                context.remove_script(other);
                None
            }
            _ => {
                context.add_script(other, one(bytes, &["made", "answering", "nobody"]));
                None
            }
        };
        if let Some(handle) = handle.filter(|&(_, bits)| bits != 0) {
            assert!(self.given.insert(handle), "a handle is given twice: {handle:?}");
        }
    }

    fn edit(&mut self, bytes: &mut Bytes<'_>) {
        self.files.0.borrow_mut().insert("made".to_owned(), script(bytes));
        // Whatever does not compile leaves the version before it.
        let _ = self.framework.reload_script(&mut self.world, &self.scene, "made");
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.next() % 10 {
            0..3 => self.tick(),
            3 => self.spawn("made"),
            4 => self.spawn("answering"),
            5 => self.call(bytes),
            6 => self.edit(bytes),
            7 => self.goes_on_alike(false),
            8 => self.goes_on_alike(true),
            _ => {
                let (Some(one), Some(other)) = (self.entity(bytes.next()), self.entity(bytes.next())) else { return };
                if bytes.next() % 4 == 0 {
                    self.world.remove(one);
                } else {
                    self.framework.touch(&self.world, one, other, bytes.next() % 2 == 0);
                }
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut level = Level::new();
    level.edit(&mut bytes);
    level.spawn("made");
    level.spawn("answering");
    for _ in 0..MOST_STEPS {
        if bytes.0.is_empty() {
            break;
        }
        level.step(&mut bytes);
    }
});
