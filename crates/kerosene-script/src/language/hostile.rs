//! Scripts that mean harm: whatever the library offers, on the largest values that there may be, again and again.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::budget::{RunningCall, set_left};
use super::weight::COLLECTING;
use crate::limits::{MAX_ARRAY_LENGTH, MAX_MAP_SIZE, MAX_OPERATIONS, MAX_STRING_BYTES};
use crate::machine::Backend;
use crate::{Fault, ScriptError, ScriptHost, ScriptValue, View};
use kerosene_math::Pcg32;
use rhai::{Array, Blob, Dynamic, FLOAT, FnPtr, INT, ImmutableString, Map};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

/// The part of a call's budget that a hostile script gets here; the time that it may take is the same part of twenty
/// seconds, on a machine that does ten other things. Where it does nothing else, a whole call takes one to three.
const PART: u64 = 50;
const TIME: Duration = Duration::from_millis(20_000 / PART);

/// Values nearly as large as they may be, under the names of constants.
fn constants() -> String {
    let list: Vec<_> = (0..MAX_ARRAY_LENGTH - 64).map(|number| (number * 7919 % 4099).to_string()).collect();
    let names: Vec<_> = (0..MAX_MAP_SIZE - 64).map(|number| format!("key{number}:{number}")).collect();
    let text = "ab ".repeat((MAX_STRING_BYTES - 64) / 3);
    let words: Vec<_> = list.iter().map(|number| format!("\"{number}\"")).collect();
    let (list, words, names) = (list.join(","), words.join(","), names.join(","));
    format!("const LIST = [{list}];\nconst WORDS = [{words}];\nconst MAP = #{{{names}}};\nconst TEXT = \"{text}\";\n")
}

/// Runs `f` of a script with a part of the budget of a call.
fn run(source: &str, backend: Backend) -> (Result<ScriptValue, ScriptError>, Duration) {
    let mut host = ScriptHost::new();
    host.set_backend(backend);
    host.load("hostile.kscr", source).unwrap_or_else(|error| panic!("{error}"));
    let mut dice = Pcg32::new(1, 1);
    let _outer = RunningCall::begin(1).unwrap();
    set_left(MAX_OPERATIONS / PART);
    #[expect(clippy::disallowed_methods, reason = "the time itself is what is tested")]
    let start = std::time::Instant::now();
    let result =
        host.call("f", &[], View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None });
    (result, start.elapsed())
}

/// The script is stopped, by its name, in time.
#[track_caller]
fn assert_bounded(what: &str, source: &str) {
    for backend in [Backend::Bytecode, Backend::TreeWalker] {
        let (result, time) = run(source, backend);
        let error = result.expect_err(what);
        assert!(error.fault == Fault::Limit, "{what}, {backend:?}: {error}");
        assert!(time < TIME, "{what}, {backend:?}: {time:?}, {error}");
    }
}

/// An argument of a kind, in the words of a script.
fn argument(kind: TypeId) -> Option<&'static str> {
    Some(match kind {
        _ if kind == TypeId::of::<ImmutableString>() => "text",
        _ if kind == TypeId::of::<Array>() => "list",
        _ if kind == TypeId::of::<Map>() => "map",
        _ if kind == TypeId::of::<Blob>() => "bytes",
        _ if kind == TypeId::of::<INT>() => "17",
        _ if kind == TypeId::of::<FLOAT>() => "1.5",
        _ if kind == TypeId::of::<bool>() => "true",
        _ if kind == TypeId::of::<char>() => "'b'",
        _ if kind == TypeId::of::<()>() => "()",
        _ if kind == TypeId::of::<Range<INT>>() => "(1..2000)",
        _ if kind == TypeId::of::<RangeInclusive<INT>>() => "(1..=2000)",
        _ if kind == TypeId::of::<FnPtr>() => "|x| x",
        _ if kind == TypeId::of::<Dynamic>() => "9999",
        _ => return None,
    })
}

/// A call of a function of the library with values as large as they may be, where it takes such values.
fn call(name: &str, kinds: &[TypeId]) -> Option<String> {
    let arguments = kinds.iter().map(|&kind| argument(kind)).collect::<Option<Vec<_>>>()?;
    let is_large = arguments.iter().any(|argument| ["text", "list", "map", "bytes"].contains(argument));
    if !is_large {
        return None;
    }
    if let Some(property) = name.strip_prefix("get$") {
        return Some(format!("{}.{property}", arguments[0]));
    }
    match (rhai::is_valid_function_name(name), &*arguments) {
        (true, arguments) => Some(format!("{name}({})", arguments.join(", "))),
        (false, [left, right]) if !name.contains('$') => Some(format!("{left} {name} {right}")),
        _ => None,
    }
}

/// Every such call that the library offers.
fn calls() -> Vec<(String, Vec<TypeId>, String)> {
    let functions =
        super::language().strict.collect_fn_metadata(None, |function| Some(function.metadata.clone()), true);
    let mut calls: Vec<_> = functions
        .into_iter()
        .filter(|function| !super::FORBIDDEN.contains(&function.name.as_str()))
        .filter_map(|function| {
            let kinds = function.param_types.to_vec();
            Some((function.name.to_string(), kinds.clone(), call(&function.name, &kinds)?))
        })
        .collect();
    calls.sort_by(|a, b| a.2.cmp(&b.2));
    calls.dedup_by(|a, b| a.2 == b.2);
    calls
}

const VALUES: &str = "let list = LIST; let map = MAP; let text = TEXT; let bytes = text.to_blob();";

#[test]
fn every_function_of_the_library_on_the_largest_values_is_bounded() {
    let constants = constants();
    let calls = calls();
    assert!(calls.len() > 100, "{}", calls.len());
    for (_, _, call) in calls {
        let body = format!(
            "fn f() {{ {VALUES} loop {{ try {{ {call}; }} catch {{ list = LIST; map = MAP; text = TEXT; }} }} }}"
        );
        assert_bounded(&call, &format!("{constants}{body}"));
    }
}

#[test]
fn what_makes_arrays_and_maps_is_known() {
    let constants = constants();
    for (name, kinds, call) in calls() {
        if name.ends_with('=') && !["==", "!=", "<=", ">="].contains(&name.as_str()) {
            // An assignment gives nothing.
            continue;
        }
        let (result, _) =
            run(&format!("{constants}fn f() {{ {VALUES} let value = {call}; type_of(value) }}"), Backend::Bytecode);
        let Ok(ScriptValue::Text(kind)) = result else { continue };
        let is_given_one =
            [TypeId::of::<Array>(), TypeId::of::<Map>(), TypeId::of::<Blob>()].iter().any(|kind| kinds.contains(kind));
        if ["array", "map", "blob"].contains(&&*kind) && !is_given_one {
            assert!(COLLECTING.contains(&name.as_str()), "{call} gives {}", &*kind);
        }
    }
}

#[test]
fn what_is_hostile_without_a_function_is_bounded() {
    let constants = constants();
    let long = "x += 1; ".repeat(3000);
    let chain = vec!["list == list"; 40].join(" && ");
    let many = vec!["list"; 100].join(", ");
    for body in [
        "loop { let b = list; }".to_owned(),
        "loop { let b = map; }".to_owned(),
        "let words = WORDS; loop { let b = words; }".to_owned(),
        "let words = WORDS; loop { let b = words; b.sort(); }".to_owned(),
        "loop { let b = text + \"x\"; }".to_owned(),
        "loop { let b = `${text}`; }".to_owned(),
        "loop { let b = LIST; }".to_owned(),
        "loop { try { let b = [list, list]; } catch { } }".to_owned(),
        "loop { for x in list { let y = list; } }".to_owned(),
        "let x = 0; loop { let b = if list == list { list } else { map }; }".to_owned(),
        format!("let x = 0; loop {{ {long} }}"),
        format!("loop {{ let b = {chain}; }}"),
        format!("loop {{ try {{ many({many}); }} catch {{ }} }}"),
        "deep(list, 40); loop { }".to_owned(),
        "loop { list.map(|x| list); }".to_owned(),
        "loop { list.sort(|a, b| b - a); }".to_owned(),
        "loop { let b = list.filter(|x| x in list); }".to_owned(),
        "loop { let b = text in text; let c = text == text; let d = text < text; }".to_owned(),
        "let m = #{}; let i = 0; loop { m[`k${i}`] = 1; i += 1; let b = m; if i > 400 { i = 0; } }".to_owned(),
    ] {
        let helpers =
            "fn deep(values, n) { if n > 0 { deep(values, n - 1); deep(values, n - 1); } }\nfn many(a) { a }\n";
        assert_bounded(&body, &format!("{constants}{helpers}fn f() {{ {VALUES} {body} }}"));
    }
}

/// What holds itself twice, and that twice, is as large as memory after forty rounds.
#[test]
fn what_doubles_in_depth_is_too_large() {
    for body in [
        "let a = [1]; loop { a = [a, a]; }",
        "let a = [0, 0]; loop { a[0] = a; a[1] = a; }",
        "let m = #{}; loop { m.a = m; m.b = m; }",
        "let m = #{}; loop { m[\"a\"] = m; m[\"b\"] = m; }",
        "let a = [1]; loop { a.push(a); }",
        "let a = [1]; loop { a += a; }",
        "let a = [[1]]; loop { a[0].push(a); }",
        "let s = \"x\"; loop { s += s; }",
        "let s = \"x\"; loop { s = `${s}${s}`; }",
        "this.m = #{}; loop { this.m.a = this.m; this.m.b = this.m; }",
        "this.m = #{}; loop { this.m = #{ a: this.m, b: this.m }; }",
    ] {
        for backend in [Backend::Bytecode, Backend::TreeWalker] {
            let (result, _) = run(&format!("let m = ();\nfn f() {{ {body} }}"), backend);
            let error = result.expect_err(body);
            assert!(error.message.contains("too large"), "{body}, {backend:?}: {error}");
        }
    }
}

#[test]
fn nothing_waits() {
    for name in ["sleep", "timestamp", "elapsed"] {
        assert!(
            !super::language()
                .strict
                .collect_fn_metadata(None, |function| Some(function.metadata.name.clone()), true)
                .iter()
                .any(|known| known == name)
        );
    }
}
