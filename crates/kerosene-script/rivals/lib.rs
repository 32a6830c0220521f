//! The same small scripts in four languages, a thousand instances of each.

use kerosene_entity::{EntityWorld, Registry};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptRegistry};
use kerosene_script::{Backend, RhaiLanguage};
use koto::prelude::{KMap, KValue, Koto};
use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Instances of a script.
pub const INSTANCES: usize = 1000;

/// Seconds of a tick.
pub const TICK: f32 = 0.015_625;

/// What a script does in its update, in each language.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// As a script of an entity, and for Rhai without the engine.
    pub rhai: &'static str,
    /// In Koto.
    pub koto: &'static str,
    /// As a closure.
    pub closure: fn() -> Box<dyn FnMut(f32)>,
}

/// A clock that starts anew each second; the same with a function of the script's own that has arguments; a hundred
/// additions.
pub const CASES: [Case; 3] = [
    Case {
        name: "small",
        rhai: "let time = 0.0; fn on_update(dt) { this.time += dt; if this.time > 1.0 { this.time -= 1.0; } }",
        koto: "|dt|\n  self.time += dt\n  if self.time > 1.0\n    self.time -= 1.0\n",
        closure: || {
            let mut time = 0.0_f32;
            Box::new(move |dt| {
                time += dt;
                if time > 1.0 {
                    time -= 1.0;
                }
                std::hint::black_box(time);
            })
        },
    },
    Case {
        name: "own function",
        rhai: "let time = 0.0; fn wrap(x, most) { if x > most { x - most } else { x } } fn on_update(dt) { this.time = wrap(this.time + dt, 1.0); }",
        koto: "wrap = |x, most|\n  if x > most\n    x - most\n  else\n    x\n|dt|\n  self.time = wrap self.time + dt, 1.0\n",
        closure: || {
            let wrap: fn(f32, f32) -> f32 = |x, most| if x > most { x - most } else { x };
            let (wrap, mut time) = (std::hint::black_box(wrap), 0.0);
            Box::new(move |dt| {
                time = wrap(time + dt, 1.0);
                std::hint::black_box(time);
            })
        },
    },
    Case {
        name: "hundred additions",
        rhai: "let time = 0.0; fn on_update(dt) { let sum = 0.0; for i in 0..100 { sum += dt; } this.time = sum; }",
        koto: "|dt|\n  sum = 0.0\n  for i in 0..100\n    sum += dt\n  self.time = sum\n",
        closure: || {
            Box::new(|dt| {
                let mut sum = 0.0_f32;
                for _ in 0..100 {
                    sum = std::hint::black_box(sum + dt);
                }
                std::hint::black_box(sum);
            })
        },
    },
];

/// A level of entities with the script.
pub struct Level {
    world: EntityWorld,
    framework: Framework,
    scene: Rc<dyn Scene>,
}

impl Level {
    /// Compiles the script and spawns the entities.
    pub fn new(script: &str, backend: Backend) -> Self {
        let language = RhaiLanguage::new(BTreeMap::from([("case".to_owned(), script.to_owned())]));
        language.set_backend(backend);
        let runtime = Runtime::with_languages(ScriptRegistry::new(), vec![Rc::new(language)]);
        let mut world = EntityWorld::new(&Registry::new([]).expect("no classes"));
        for _ in 0..INSTANCES {
            world.spawn_with("info_target", &[("script", "case")]);
        }
        let mut level = Self { world, framework: Framework::new(&runtime), scene: Rc::new(EmptyScene) };
        level.tick();
        assert_eq!(level.framework.script_count(), INSTANCES);
        level
    }

    /// A tick of the scripts.
    pub fn tick(&mut self) {
        self.world.begin_tick(Duration::from_nanos(15_625_000));
        self.framework.update(&mut self.world, &self.scene, TICK);
        assert!(!self.framework.has_messages());
    }
}

/// Rhai as it comes: its own engine, its tree walker, a map of fields for each instance.
pub struct RawRhai {
    engine: Engine,
    ast: AST,
    instances: Vec<Dynamic>,
}

impl RawRhai {
    /// Compiles the script.
    pub fn new(script: &str) -> Self {
        let engine = Engine::new();
        let ast = engine.compile(script).expect("a script");
        let fields = || Dynamic::from_map([("time".into(), Dynamic::from_float(0.0))].into());
        Self { ast: ast.clone_functions_only(), engine, instances: (0..INSTANCES).map(|_| fields()).collect() }
    }

    /// An update of each instance.
    pub fn tick(&mut self) {
        for this in &mut self.instances {
            let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(this);
            let result =
                self.engine.call_fn_with_options::<()>(options, &mut Scope::new(), &self.ast, "on_update", (TICK,));
            result.expect("an update");
        }
    }
}

/// Koto, with a map of fields for each instance.
pub struct OtherLanguage {
    koto: Koto,
    update: KValue,
    instances: Vec<KValue>,
}

impl OtherLanguage {
    /// Compiles the script.
    pub fn new(script: &str) -> Self {
        let mut koto = Koto::new();
        let update = koto.compile_and_run(script).expect("a script");
        let fields = || {
            let map = KMap::new();
            map.insert("time", 0.0);
            KValue::Map(map)
        };
        Self { koto, update, instances: (0..INSTANCES).map(|_| fields()).collect() }
    }

    /// An update of each instance.
    pub fn tick(&mut self) {
        for this in &self.instances {
            let time = KValue::from(f64::from(TICK));
            self.koto.call_instance_function(this.clone(), self.update.clone(), time).expect("an update");
        }
    }
}
