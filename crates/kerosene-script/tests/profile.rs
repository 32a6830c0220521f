//! What the profile says of scripts, and that it changes nothing.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{EntityWorld, Registry};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptLanguage, ScriptRegistry};
use kerosene_math::Pcg32;
use kerosene_script::{Backend, LineCost, Profile, RhaiLanguage, ScriptHost, View};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Builds something on the lines that say so.
const BUILDS: &str = "let n = 0;
let label = \"\";
fn on_update(dt) {
    this.n += 1;
    let text = `entity ${this.n} of ${entity_count()} is \"{ here }\"`; // builds
    let x = this.n + 1;
    let list = [x, 2, 3]; // builds
    let map = #{ a: list, b: 2 }; // builds
    if list[0] > 0 { x += 1; }
    if map.b == 2 { let loud = text.to_upper(); } // builds
    this.label = longer(text) + \"?\"; // builds
    switch x { 1 => idle(), 2 => { idle(); } _ => idle() }
    for i in 0..10 { x -= 1; }
    let short = text.sub_string(0, 3); // builds
    short += \"end\"; // builds
    while x > 0 { x -= 1; } let y = x;
    idle();
}
fn longer(text) {
    text + \"!\" // builds
}
fn idle() { }
";

fn level(script: &str, backend: Backend, profiling: bool) -> (Rc<RhaiLanguage>, Framework, EntityWorld) {
    let language = Rc::new(RhaiLanguage::new(BTreeMap::from([("builds".to_owned(), script.to_owned())])));
    language.set_backend(backend);
    language.set_profiling(profiling);
    let languages = vec![Rc::clone(&language) as Rc<dyn ScriptLanguage>];
    let mut framework = Framework::new(&Runtime::with_languages(ScriptRegistry::new(), languages));
    let mut world = EntityWorld::new(&Registry::new([]).unwrap());
    world.spawn_with("info_target", &[("script", "builds")]);
    let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
    for _ in 0..10 {
        world.begin_tick(Duration::from_millis(100));
        framework.update(&mut world, &scene, 0.1);
    }
    (language, framework, world)
}

fn line(profile: &Profile, number: u32) -> LineCost {
    let mut all = LineCost::default();
    for (_, cost) in profile.lines().filter(|(place, _)| place.line == number) {
        all.calls += cost.calls;
        all.runs += cost.runs;
        all.operations += cost.operations;
        all.built += cost.built;
        all.bytes += cost.bytes;
    }
    all
}

#[test]
fn what_is_built_is_charged_to_its_line() {
    for backend in [Backend::Bytecode, Backend::TreeWalker] {
        let (language, mut framework, _) = level(BUILDS, backend, true);
        assert!(!framework.has_messages(), "{:?}", framework.take_messages());
        let profile = language.profile().unwrap();
        assert_eq!(profile.missing().count(), 0, "{:?}", profile.missing().collect::<Vec<_>>());
        for (number, text) in (1..).zip(BUILDS.lines()) {
            let cost = line(&profile, number);
            assert_eq!(
                cost.built > 0,
                text.ends_with("// builds"),
                "{backend:?}: {text}: {cost:?}\n{}",
                profile.report()
            );
            assert_eq!(cost.built > 0, cost.bytes > 0);
        }
        // Each line has run as often as it has: the functions ten times, the loop a hundred.
        assert_eq!((line(&profile, 4).runs, line(&profile, 17).runs), (10, 10));
        assert_eq!(line(&profile, 13).runs, 10 + 100);
        let functions: BTreeMap<_, _> = profile
            .lines()
            .filter(|(_, cost)| cost.calls > 0)
            .map(|(place, cost)| (place.function.to_string(), (place.line, cost.calls)))
            .collect();
        assert_eq!(functions["on_update"], (4, 10));
        assert_eq!(functions["longer"], (20, 10));
        assert!(line(&profile, 13).operations > line(&profile, 6).operations);
        // "entity 1 of 1 is "{ here }"" has 27 letters, the rest of its line are the numbers that it is made of.
        assert!((270..400).contains(&line(&profile, 5).bytes), "{:?}", line(&profile, 5));
        let report = profile.report();
        assert!(report.contains("scripts/builds.kscr on_update") && report.contains("  line 5\n"), "{report}");
    }
}

#[test]
fn a_profile_changes_nothing_but_the_time() {
    for backend in [Backend::Bytecode, Backend::TreeWalker] {
        let hashes = [false, true].map(|profiling| {
            let (language, framework, world) = level(BUILDS, backend, profiling);
            assert_eq!(language.profile().is_some(), profiling);
            (world.state_hash(), framework.state_hash())
        });
        assert_eq!(hashes[0], hashes[1]);
    }
}

#[test]
fn errors_have_the_places_of_the_file() {
    let script = "fn on_update(dt) {\n    let a = 1; let b = [a]; if b.len() > 0 { let c = 1; nobody(c); }\n}";
    for backend in [Backend::Bytecode, Backend::TreeWalker] {
        let [plain, profiled] = [false, true].map(|profiling| {
            let (_, mut framework, _) = level(script, backend, profiling);
            framework.take_messages().0.into_iter().map(|message| message.text).collect::<Vec<_>>()
        });
        assert!(plain[0].contains("builds.kscr:2:57: "), "{plain:?}");
        assert_eq!(plain, profiled);
    }
}

#[test]
fn files_of_a_map_are_profiled_together() {
    let mut host = ScriptHost::new();
    host.load("scripts/a.kscr", "fn first() {\n    second(1)\n}").unwrap();
    host.load("scripts/b.kscr", "const WORD = \"x\";\n\nfn second(n) {\n    `${WORD}${n}`\n}").unwrap();
    let mut dice = Pcg32::new(1, 1);
    let mut call = |host: &mut ScriptHost| {
        let view = View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None };
        host.call("first", &[], view).unwrap()
    };
    let plain = call(&mut host);
    assert!(host.profile().is_none());
    host.set_profiling(true);
    assert_eq!(call(&mut host), plain);
    let lines: Vec<_> = host.profile().unwrap().lines().map(|(place, cost)| (place.clone(), *cost)).collect();
    let places: Vec<_> = lines.iter().map(|(place, _)| (&*place.file, place.line, &*place.function)).collect();
    assert_eq!(places, [("scripts/a.kscr", 2, "first"), ("scripts/b.kscr", 4, "second")]);
    assert_eq!((lines[0].1.built, lines[1].1.bytes > 1), (0, true), "{lines:?}");
}

/// Texts that a person may write: marks find their places in each.
#[test]
fn every_way_to_write_a_script_bears_marks() {
    for body in [
        "let a = 1; { let b = 2; } let c = 3;",
        "if true { 1 } else if false { 2 } else { 3 }",
        "let x = if true { 1 } else { 2 }; x",
        "let x = switch 3 { 1 => 2, 3 => { 4 } _ => 5 }; x",
        "do { let a = 1; } while false;",
        "do { let a = 1; } until true;",
        "try { throw 1; } catch (e) { let a = e; }",
        "loop { break; }",
        "for (x, i) in [1, 2] { let y = x; }",
        "let f = |x| x + 1; f.call(1)",
        "let f = |x| { let y = x; y }; f.call(1)",
        "let a = [[1, 2], [3]]; a[0][1]",
        "let m = #{ a: #{ b: [1] } }; m.a.b[0]",
        "let s = `a${`b${[1, 2].len()}c`}d${ if true { `e` } else { \"f\" } }`; s",
        "let s = \"a\" + 'b'; s[0]",
        "-[1, 2].len()",
        "(1 + 2).to_string()",
        "!true",
        "return [1].len();",
        "/* { */ let a = 1; // }\n a",
        "this.n = 1; this.n",
        "let s = `\n  {x} $ ${1}\n`; s",
    ] {
        let source = format!("let n = 0;\nfn f() {{ {body} }}\n");
        let mut host = ScriptHost::new();
        host.load("scripts/a.kscr", &source).unwrap_or_else(|error| panic!("{body}: {error}"));
        let mut dice = Pcg32::new(1, 1);
        let results = [false, true].map(|profiling| {
            host.set_profiling(profiling);
            let view = View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None };
            host.call("f", &[], view).map_err(|error| error.to_string())
        });
        assert_eq!(results[0], results[1], "{body}");
        let profile = host.profile().unwrap();
        assert_eq!(profile.missing().collect::<Vec<_>>(), [], "{body}");
        assert!(profile.lines().next().is_some(), "{body}");
    }
}
