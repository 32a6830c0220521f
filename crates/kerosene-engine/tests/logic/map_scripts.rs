//! Scripts of maps.

use super::common::{Content, room_with, run, said};
use kerosene_engine::{Engine, Game};
use kerosene_entity::{ClassDef, Value};
use std::time::Duration;

struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

const HALL: &str = r#"
    let ticks = 0;
    let rolled = 0;
    let last = "";
    fn on_map_start() { print("the hall opens"); }
    fn on_tick(dt) { this.ticks += 1; this.rolled += rand_int(1, 6); find_by_name("lamp").set_origin(0.0, 0.0, this.rolled.to_float()); }
    fn ring(who) { this.last = who; print(`${who} rings`); ent_fire("lamp", "FireUser1"); }
"#;

/// A level `hall` with its script.
fn hall(script: &str) -> Content {
    let map = room_with(
        &[],
        "{ classname info_target targetname lamp } { classname logic_script targetname bell function ring }",
    );
    let content = Content::new(&[("hall", &map)]);
    content.put("scripts/hall.kscr", script.as_bytes());
    content
}

fn fire(engine: &mut Engine, input: &str, value: &str) {
    let world = engine.entities_mut().unwrap();
    let (target, value) = (world.target("bell"), world.intern(value));
    world.queue_input(target, input, Value::Text(value), Duration::ZERO, None, None);
    run(engine, 1);
}

fn has_said(engine: &Engine, words: &str) -> bool {
    said(engine).iter().any(|line| line.contains(words))
}

#[test]
fn the_script_that_is_named_like_the_map_runs_with_it() {
    let content = hall(HALL);
    let mut engine = content.play(Stock, "hall");
    assert!(has_said(&engine, "the hall opens"));
    run(&mut engine, 3);
    engine.console_mut().enqueue("sv_cheats 1; script_list; script this.ticks * 100");
    engine.frame(Duration::ZERO, &[]);
    assert!(has_said(&engine, "scripts/hall.kscr (bytecode): on_map_start/0 on_tick/1 ring/1"));
    assert!(has_said(&engine, "300"), "{:?}", said(&engine));
}

#[test]
fn the_console_shows_what_scripts_cost_by_line() {
    let content = hall("fn on_tick(dt) {\n    let text = `now ${time()}`;\n    idle();\n}\nfn idle() { }");
    let mut engine = content.play(Stock, "hall");
    let command = |engine: &mut Engine, line: &str| {
        engine.console_mut().enqueue(line);
        engine.frame(Duration::ZERO, &[]);
    };
    command(&mut engine, "script_profile");
    assert!(has_said(&engine, "no profile of scripts is taken"));
    command(&mut engine, "script_profile on");
    run(&mut engine, 3);
    command(&mut engine, "script_profile report");
    let row = said(&engine).into_iter().find(|line| line.trim_end().ends_with("line 2")).unwrap();
    let numbers: Vec<u64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] == 3 && numbers[3] >= 3 && numbers[4] > 0, "runs, operations, time, built, bytes: {row}");
    command(&mut engine, "script_profile off; script_profile sideways");
    assert!(has_said(&engine, "sideways is none of these"));
    assert!(!has_said(&engine, "is switched off"), "{:?}", said(&engine));
}

#[test]
fn wires_call_functions_run_code_and_load_files() {
    let content = hall(HALL);
    content.put("scripts/more.kscr", b"fn more() { print(`more from ${map_name()}`); }");
    let mut engine = content.play(Stock, "hall");
    fire(&mut engine, "CallScriptFunction", "");
    assert!(has_said(&engine, "bell rings"));
    fire(&mut engine, "RunScriptCode", "this.ring(\"code\")");
    assert!(has_said(&engine, "code rings"));
    fire(&mut engine, "RunScriptFile", "more");
    fire(&mut engine, "CallScriptFunction", "more");
    assert!(has_said(&engine, "more from hall"));
    fire(&mut engine, "CallScriptFunction", "rign");
    assert!(has_said(&engine, "did you mean `ring`?"));
}

#[test]
fn what_a_script_remembers_is_rewound_saved_and_hashed() {
    let content = hall(HALL);
    let player = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(player.path(), Stock, "hall");
    run(&mut engine, 20);
    fire(&mut engine, "CallScriptFunction", "ring");
    let then = engine.snapshot().unwrap();
    let bytes = engine.save_bytes().unwrap();
    run(&mut engine, 200);
    let unbroken = engine.state_hash();
    engine.restore(&then).unwrap();
    run(&mut engine, 200);
    assert_eq!(engine.state_hash(), unbroken);
    let mut fresh = content.play_in(player.path(), Stock, "hall");
    fresh.load_bytes(&bytes).unwrap();
    run(&mut fresh, 200);
    assert_eq!(fresh.state_hash(), unbroken);
    assert!(said(&fresh).iter().filter(|line| **line == "the hall opens").count() == 1, "not again after a load");
}

#[test]
fn a_file_that_changes_is_loaded_again_between_ticks_and_keeps_what_it_remembers() {
    let content = hall("let n = 0; fn on_tick(dt) { this.n += 1; }");
    let mut engine = content.play(Stock, "hall");
    run(&mut engine, 5);
    content.put("scripts/hall.kscr", b"let n = 0; fn on_tick(dt) { this.n += 100; } // longer");
    engine.frame(Duration::from_millis(250), &[]);
    assert!(has_said(&engine, "scripts/hall.kscr has changed and is loaded again"));
    run(&mut engine, 1);
    engine.console_mut().enqueue("sv_cheats 1; script this.n");
    engine.frame(Duration::ZERO, &[]);
    let value = |engine: &Engine| said(engine).iter().rev().find_map(|line| line.parse::<i64>().ok()).unwrap();
    assert!(value(&engine) >= 105, "{}", value(&engine));
    // What does not compile leaves the old version running.
    content.put("scripts/hall.kscr", b"fn on_tick( {");
    engine.frame(Duration::from_millis(250), &[]);
    assert!(has_said(&engine, "scripts/hall.kscr:1:"));
    let before = value(&engine);
    run(&mut engine, 1);
    engine.console_mut().enqueue("script this.n");
    engine.frame(Duration::ZERO, &[]);
    assert!(value(&engine) > before);
}

#[test]
fn a_hook_that_fails_is_named_once_and_the_level_goes_on() {
    let content = hall("fn on_map_start() { ent_fire(\"lamp\", \"Kill\"); }\nfn on_tick(dt) {\n    loop { }\n}");
    let mut engine = content.play(Stock, "hall");
    run(&mut engine, 3);
    let named = said(&engine).iter().filter(|line| line.contains("scripts/hall.kscr: it does not end")).count();
    assert_eq!(named, 1, "{:?}", said(&engine));
    assert!(engine.entities().unwrap().find_by_name("lamp").next().is_none(), "what it asked for before is done");
    assert_eq!(engine.tick_number(), 3);
}

#[test]
fn commands_of_a_script_are_queued_and_never_run_within_it() {
    let content = hall("fn ring() { command(\"echo from the script\"); print(\"first\"); }");
    let mut engine = content.play(Stock, "hall");
    fire(&mut engine, "CallScriptFunction", "ring");
    assert!(has_said(&engine, "first") && !has_said(&engine, "from the script"));
    engine.frame(Duration::ZERO, &[]);
    assert!(has_said(&engine, "from the script"));
}

#[test]
fn a_map_without_a_script_is_silent() {
    let map = room_with(&[], "");
    let content = Content::new(&[("quiet", &map)]);
    let mut engine = content.play(Stock, "quiet");
    run(&mut engine, 2);
    assert!(!has_said(&engine, "script"), "{:?}", said(&engine));
}

/// A level with two entities of one script.
fn bobbers() -> Content {
    let map = room_with(
        &[],
        "{ classname info_target targetname a script bobber speed 100 } { classname info_target targetname b script bobber }",
    );
    let content = Content::new(&[("bob", &map)]);
    content.put("scripts/bobber.kscr", BOBBER.as_bytes());
    content
}

const BOBBER: &str = r#"
    let speed = property(10.0, 0.0, 500.0, "Units a second");
    let label = "new";
    let n = 0;
    fn on_start() { run_every(0.1, "beat"); }
    fn beat() { this.n += rand_int(1, 6); if this.n > 30 { this.label = "old"; } }
    fn on_update(dt) { translate(0.0, 0.0, this.speed * dt); }
"#;

fn height(engine: &Engine, name: &str) -> f32 {
    let entities = engine.entities().unwrap();
    entities.origin(entities.find_by_name(name).next().unwrap()).z
}

#[test]
fn entities_run_the_scripts_that_their_keys_name() {
    let content = bobbers();
    let mut engine = content.play(Stock, "bob");
    run(&mut engine, 64);
    assert!((height(&engine, "a") - 100.0).abs() < 0.1 && (height(&engine, "b") - 10.0).abs() < 0.1);
    // A change of the file is seen between ticks.
    engine.frame(Duration::ZERO, &[]);
    content.put(
        "scripts/bobber.kscr",
        b"let speed = property(10.0); fn on_update(dt) { translate(0.0, 0.0, -this.speed * dt); }",
    );
    engine.frame(Duration::from_millis(250), &[]);
    assert!(has_said(&engine, "scripts/bobber.kscr: 2 entities begin it anew"), "{:?}", said(&engine));
    let before = height(&engine, "a");
    run(&mut engine, 10);
    assert!(height(&engine, "a") < before);
}

#[test]
fn scripts_of_entities_are_loaded_again_by_the_console_too() {
    let content = bobbers();
    let mut engine = content.play(Stock, "bob");
    run(&mut engine, 2);
    let version = |speed: f32| format!("fn on_update(dt) {{ translate(0, 0, {speed:?} * dt); }}");
    for (command, speed) in
        [("script_reload", 640.0), ("script_reload bobber", 1280.0), ("script_execute bobber", 64.0)]
    {
        content.put("scripts/bobber.kscr", version(speed).as_bytes());
        engine.console_mut().enqueue(&format!("sv_cheats 1; {command}"));
        engine.frame(Duration::ZERO, &[]);
        let before = height(&engine, "a");
        run(&mut engine, 1);
        assert!((height(&engine, "a") - before - speed / 64.0).abs() < 0.01, "{command}: {:?}", said(&engine));
    }
    assert!(has_said(&engine, "1 of 1 scripts loaded again"));
    content.put("scripts/bobber.kscr", b"fn on_update(dt) { ");
    engine.console_mut().enqueue("script_reload bobber; script_list");
    engine.frame(Duration::ZERO, &[]);
    assert!(has_said(&engine, "0 of 1 scripts loaded again") && has_said(&engine, "scripts/bobber.kscr:1:"));
    assert!(has_said(&engine, "bobber: script of 2 entities"));
    let before = height(&engine, "a");
    run(&mut engine, 64);
    assert!((height(&engine, "a") - before - 64.0).abs() < 0.1, "the version before goes on");
}

#[test]
fn scripts_of_entities_are_rewound_saved_and_hashed() {
    let content = bobbers();
    let player = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(player.path(), Stock, "bob");
    run(&mut engine, 100);
    let (then, bytes) = (engine.snapshot().unwrap(), engine.save_bytes().unwrap());
    run(&mut engine, 300);
    let unbroken = engine.state_hash();
    engine.restore(&then).unwrap();
    run(&mut engine, 300);
    assert_eq!(engine.state_hash(), unbroken);
    let mut fresh = content.play_in(player.path(), Stock, "bob");
    fresh.load_bytes(&bytes).unwrap();
    run(&mut fresh, 300);
    assert_eq!(fresh.state_hash(), unbroken);
}
