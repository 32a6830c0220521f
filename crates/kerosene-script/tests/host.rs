//! Map scripts through the public API: files, hooks, actions, bounds, and both ways to run them.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::{Console, Convar};
use kerosene_entity::{EntityWorld, Registry};
use kerosene_math::Pcg32;
use kerosene_script::{
    ActionTarget, Backend, Fault, Group, ScriptAction, ScriptError, ScriptHost, ScriptValue, Surroundings, View,
    functions, limits, pack,
};

/// A level of one lamp and one player, and a host.
struct Stage {
    world: EntityWorld,
    console: Console,
    dice: Pcg32,
    host: ScriptHost,
}

impl Stage {
    fn new() -> Self {
        let mut world = EntityWorld::new(&Registry::new([]).unwrap());
        let keys = [("targetname", "lamp"), ("origin", "0 0 64"), ("angles", "0 90 0"), ("brightness", "300")];
        world.spawn_with("light", &keys);
        let player = world.spawn("player");
        world.set_player(Some(player));
        let mut console = Console::new();
        console.register(Convar::float("sv_gravity", 800.0, "Downward pull")).unwrap();
        Self { world, console, dice: Pcg32::new(1, 1), host: ScriptHost::new() }
    }

    fn with<R>(&mut self, run: impl FnOnce(&mut ScriptHost, View<'_>) -> R) -> R {
        let surroundings =
            Surroundings { console: Some(&self.console), map: "example", tick: 64, time_ns: 1_000_000_000 };
        let lamp = self.world.find_by_name("lamp").next();
        let view = View { entities: Some(&self.world), surroundings, dice: &mut self.dice, entity: lamp };
        run(&mut self.host, view)
    }

    fn load(&mut self, source: &str) {
        self.host.load("scripts/example.kscr", source).unwrap();
    }

    fn call(&mut self, function: &str, arguments: &[ScriptValue]) -> Result<ScriptValue, ScriptError> {
        self.with(|host, view| host.call(function, arguments, view))
    }

    fn actions(&mut self) -> Vec<ScriptAction> {
        self.host.actions_mut().drain().collect()
    }
}

/// A script with one function `f`.
fn call_of(body: &str, backend: Backend) -> (Result<ScriptValue, ScriptError>, Vec<ScriptAction>) {
    let mut stage = Stage::new();
    stage.host.set_backend(backend);
    stage.load(&format!(
        "let count = 0;\nlet at = ();\nconst STEP = 2;\nfn helper(x) {{ x * STEP }}\nfn f() {{\n{body}\n}}"
    ));
    let result = stage.call("f", &[]);
    let actions = stage.actions();
    (result, actions)
}

#[test]
fn every_function_of_the_table_does_what_its_example_says() {
    for function in functions() {
        assert!(!function.help.is_empty() && function.signature.contains(['(', ':']), "{function:?}");
        if function.group.is_of_entities() {
            // Those are held to their examples where entities have scripts.
            continue;
        }
        let mut stage = Stage::new();
        if function.group == Group::Declarations {
            stage.host.load("scripts/example.kscr", &format!("{};", function.example)).unwrap();
            continue;
        }
        let value = stage.with(|host, view| host.run("example", function.example, view));
        let value = value.unwrap_or_else(|error| panic!("{}: {error}", function.example));
        let compares = [" == ", " < ", " > ", " >= "].iter().any(|sign| function.example.contains(sign));
        if compares {
            assert_eq!(value, ScriptValue::Bool(true), "{}", function.example);
        }
    }
}

#[test]
fn the_machine_and_the_tree_walker_agree_on_values_errors_and_places() {
    let bodies = [
        "1 + 2 * 3",
        "let x = 7; let y = x / 2.0; y * STEP",
        "helper(21)",
        "let sum = 0; for i in 0..100 { if i % 3 == 0 { continue; } sum += i; } sum",
        "let a = [1, 2, 3]; a.push(4); a[1] += 10; a[1] + a.len()",
        "let m = #{ a: 1, b: #{ c: 2 } }; m.b.c += 5; m.b.c",
        "this.count += 3; this.count * 2",
        "this.at = vec3(1, 2, 3); this.at.y",
        "let s = \"ab\"; s += `c${1 + 1}`; s",
        "switch 3 { 1 => \"one\", 2..5 => \"few\", _ => \"many\" }",
        "try { throw \"no\" } catch (e) { e + \"!\" }",
        "let i = 0; while true { i += 1; if i > 50 { break i; } }",
        "find_by_name(\"lamp\").origin_z() + player().origin_x()",
        "find_by_name(\"lamp\").origin.z",
        "ent_fire(\"lamp\", \"Kill\", 3, 0.5); find_by_name(\"lamp\").set(\"brightness\", 5)",
        "[3, 1, 2].map(|x| x * 2).len()",
        "let f = |x| x + 1; f.call(4)",
        "9223372036854775807 + 1",
        "1 / 0",
        "let a = [1];\na[3]",
        "opne(3)",
        "this.missing",
        "this.missing = 3",
        "this.at = [1, 2]",
        "player().set_origin(0.0 / 0.0, 0.0, 0.0)",
        "origin_x(1)",
        "throw `gone ${helper(2)}`",
        "let x = ();\nx.y.z",
        "rand_int(5, 1)",
        "fraction(\"a\")",
    ];
    for body in bodies {
        let machine = call_of(body, Backend::Bytecode);
        let walker = call_of(body, Backend::TreeWalker);
        assert_eq!(machine, walker, "{body}");
    }
}

#[test]
fn a_script_has_its_place_in_every_error() {
    let mut stage = Stage::new();
    stage.load("fn f() {\n    let lamp = find_by_name(\"lamp\");\n    lamp.explode();\n}");
    let error = stage.call("f", &[]).unwrap_err();
    assert_eq!((error.line, error.column, error.fault), (Some(3), Some(10), Fault::Runtime));
    assert_eq!(error.text.as_deref(), Some("lamp.explode();"));
    assert!(error.to_string().starts_with("scripts/example.kscr:3:10: there is no function `explode"), "{error}");
}

#[test]
fn only_functions_of_a_file_stay_and_the_same_name_replaces() {
    let mut stage = Stage::new();
    stage.load("print(\"top\"); fn f() { 1 } fn g() { f() + 10 }");
    assert_eq!(stage.actions().len(), 1);
    assert_eq!(stage.call("g", &[]).unwrap(), ScriptValue::Int(11));
    stage.host.load("scripts/other.kscr", "fn f() { 2 }").unwrap();
    assert_eq!(stage.call("g", &[]).unwrap(), ScriptValue::Int(12));
    stage.host.load("scripts/other.kscr", "fn h() { 3 }").unwrap();
    assert_eq!(stage.call("g", &[]).unwrap(), ScriptValue::Int(11));
    assert!(stage.actions().is_empty(), "what the top said is not said again");
}

#[test]
fn a_file_that_does_not_compile_leaves_the_old_one_running() {
    let mut stage = Stage::new();
    stage.load("fn f() { 1 }");
    let error = stage.host.load("scripts/example.kscr", "fn f() { 2 ").unwrap_err();
    assert_eq!(error.fault, Fault::Syntax);
    assert_eq!(stage.call("f", &[]).unwrap(), ScriptValue::Int(1));
}

#[test]
fn a_function_gets_as_many_arguments_as_it_has_parameters() {
    let mut stage = Stage::new();
    stage.load("fn on_use() { 0 } fn on_hit(who) { who } fn on_both(a, b) { b } fn on_three(a, b, c) { c }");
    let who = [ScriptValue::Int(7), ScriptValue::Int(8)];
    assert_eq!(stage.call("on_use", &who).unwrap(), ScriptValue::Int(0));
    assert_eq!(stage.call("on_hit", &who).unwrap(), ScriptValue::Int(7));
    assert_eq!(stage.call("on_both", &who).unwrap(), ScriptValue::Int(8));
    assert!(stage.call("on_three", &who).unwrap_err().message.contains("3 parameters"));
    assert!(stage.call("on_usse", &who).unwrap_err().message.contains("did you mean `on_use`?"));
}

#[test]
fn actions_are_kept_although_the_script_fails_after_them() {
    let mut stage = Stage::new();
    stage.load("fn f() { ent_fire(\"door\", \"Open\"); throw \"late\"; }");
    assert!(stage.call("f", &[]).is_err());
    let [ScriptAction::FireInput { target: ActionTarget::Text(target), input, .. }] = &stage.actions()[..] else {
        panic!("one input")
    };
    assert_eq!((&**target, &**input), ("door", "Open"));
}

#[test]
fn a_handle_of_the_dead_reaches_nobody() {
    let mut stage = Stage::new();
    let lamp = stage.world.find_by_name("lamp").next().unwrap();
    stage.load("fn alive(e) { is_alive(e) } fn f(e) { e.kill(); e.origin }");
    stage.world.remove(lamp);
    stage.world.reclaim_removed();
    let another = stage.world.spawn("light");
    assert_eq!(another.slot(), lamp.slot());
    let handle = [ScriptValue::Int(pack(lamp))];
    assert_eq!(stage.call("alive", &handle).unwrap(), ScriptValue::Bool(false));
    let error = stage.call("f", &handle).unwrap_err();
    assert!(error.message.contains("is not alive"), "{error}");
    assert!(stage.actions().is_empty());
}

#[test]
fn hostile_scripts_are_stopped_and_named() {
    for (body, words) in [
        ("loop { }", "does not end"),
        ("let i = 0; while i >= 0 { i += 1; if i > 1000 { i = 0; } }", "does not end"),
        ("try { loop { } } catch { } loop { }", "does not end"),
        ("let s = \"x\"; loop { s += s; }", "is too large"),
        ("let a = [1]; loop { a += a; }", "too large"),
        ("loop { print(1); }", "does not end"),
        ("loop { warn(1); }", "no more than 4,096 actions"),
        ("loop { ent_fire(\"a\", \"b\"); }", "no more than 4,096 actions"),
        ("this.count = #{}", "the field `count` was given map"),
    ] {
        for backend in [Backend::Bytecode, Backend::TreeWalker] {
            let (result, actions) = call_of(body, backend);
            let error = result.unwrap_err();
            assert!(error.message.contains(words), "{body}: {error}");
            assert_eq!(error.file, "scripts/example.kscr");
            assert!(actions.len() <= limits::MAX_ACTIONS);
        }
    }
    let mut stage = Stage::new();
    stage.load("fn f(n) { g(n + 1) } fn g(n) { f(n + 1) }");
    let error = stage.call("f", &[ScriptValue::Int(0)]).unwrap_err();
    assert_eq!(error.fault, Fault::Limit, "{error}");
    // The level goes on.
    stage.load("fn f() { 5 }");
    assert_eq!(stage.call("f", &[]).unwrap(), ScriptValue::Int(5));
}

#[test]
fn a_hook_that_fails_is_not_called_again_until_it_is_loaded() {
    let mut stage = Stage::new();
    stage.load("fn on_tick(dt) { nothing(); } fn other() { 1 }");
    let dt = [ScriptValue::Float(0.015_625)];
    assert!(stage.with(|host, view| host.call_hook("on_tick", &dt, view)).is_err());
    assert!(!stage.host.wants("on_tick"));
    assert!(stage.with(|host, view| host.call_hook("on_tick", &dt, view)).is_ok());
    assert_eq!(stage.call("other", &[]).unwrap(), ScriptValue::Int(1));
    stage.load("fn on_tick(dt) { }");
    assert!(stage.host.wants("on_tick"));
}

#[test]
fn fields_outlive_calls_and_loads_and_can_be_put_back() {
    let mut stage = Stage::new();
    stage.load("let n = 1; let gone = 2; fn f() { this.n += 1; this.n }");
    stage.call("f", &[]).unwrap();
    let then = stage.host.fields();
    assert_eq!(then, [("gone".to_owned(), ScriptValue::Int(2)), ("n".to_owned(), ScriptValue::Int(2))]);
    stage.load("let n = 1; let more = 5; fn f() { this.n += 10; this.n }");
    assert_eq!(stage.call("f", &[]).unwrap(), ScriptValue::Int(12));
    assert_eq!(stage.host.fields(), [("more".to_owned(), ScriptValue::Int(5)), ("n".to_owned(), ScriptValue::Int(12))]);
    stage.host.restore_fields(&then);
    assert_eq!(stage.call("f", &[]).unwrap(), ScriptValue::Int(12));
}

#[test]
fn what_is_not_deterministic_is_not_there() {
    for text in [
        "fn f() { 2 ** 3 }",
        "import \"x\" as x;",
        "fn f() { eval(\"1\") }",
        "let x = timestamp();",
        "fn f() { sleep(1); }",
        "fn f() { timestamp() }",
    ] {
        let found = kerosene_script::check("scripts/example.kscr", text, &[]);
        assert_eq!(found.len().min(1), 1, "{text}");
    }
}

#[test]
fn dice_are_the_levels() {
    let roll = |seed| {
        let mut stage = Stage::new();
        stage.dice = Pcg32::new(seed, 0);
        stage.load("fn f() { rand_int(1, 1000000) }");
        stage.call("f", &[]).unwrap()
    };
    assert_eq!(roll(1), roll(1));
    assert_ne!(roll(1), roll(2));
}

#[test]
fn lines_of_code_know_the_files_and_have_their_own_places() {
    let mut stage = Stage::new();
    stage.load("const STEP = 5;\nlet n = 1;\nfn add(x) { this.n += x; this.n }");
    let run = |stage: &mut Stage, code: &str| stage.with(|host, view| host.run("console", code, view));
    assert_eq!(run(&mut stage, "this.add(STEP)").unwrap(), ScriptValue::Int(6));
    let error = run(&mut stage, "let a = 1;\n  a.b.c").unwrap_err();
    assert_eq!((&*error.file, error.line), ("console", Some(2)), "{error}");
    let error = run(&mut stage, "1 +").unwrap_err();
    assert_eq!((&*error.file, error.line), ("console", Some(2)), "{error}");
}

#[test]
fn the_program_of_the_worlds_page_prints_what_it_prints() {
    let mut stage = Stage::new();
    stage.host.load("hero.kscr", include_str!("../examples/hero.kscr")).unwrap();
    stage.call("main", &[]).unwrap();
    let [ScriptAction::Log { text, .. }] = &stage.actions()[..] else { panic!("one line") };
    assert_eq!(&**text, "tick 0\nslots 1\nentity @0#1\nposition x=2 y=3\nhealth points=10\n");
}

#[test]
fn properties_have_defaults_ranges_and_labels() {
    let source = "let speed = property(90.0, 0.0, 720.0, \"Degrees a second\"); let name = property(\"x\"); let n = 0;";
    let script = kerosene_script::Script::compile("scripts/a.kscr", source).unwrap();
    let [n, name, speed] = script.fields() else { panic!("three fields") };
    let property = speed.property.as_ref().unwrap();
    assert_eq!((property.label.as_str(), property.range), ("Degrees a second", Some((0.0, 720.0))));
    assert_eq!(speed.default, ScriptValue::Float(90.0));
    assert!(n.property.is_none() && name.property.is_some());
    for (bad, words) in [("let a = [1];", "fields hold"), ("let a = property(1, 5, 2);", "from low to high")] {
        let error = kerosene_script::Script::compile("scripts/a.kscr", bad).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}
