//! Whole numbers do wherever floats are wanted.

use crate::Rig;
use kerosene_entity::{EntityWorld, Registry, Value};
use kerosene_math::{Pcg32, Vec3};
use kerosene_script::{Backend, Group, ScriptHost, ScriptValue, View, functions};

/// A line of code with whole numbers for all floats that say nothing but a whole number: `1.0` becomes `1`.
fn whole(example: &str) -> String {
    let mut text = String::new();
    let letters: Vec<char> = example.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let is_point = letters[at] == '.' && letters.get(at + 1) == Some(&'0');
        let after_digit = at > 0 && letters[at - 1].is_ascii_digit();
        let ends = !letters.get(at + 2).is_some_and(char::is_ascii_digit);
        if is_point && after_digit && ends {
            at += 2;
        } else {
            text.push(letters[at]);
            at += 1;
        }
    }
    text
}

const BACKENDS: [Backend; 2] = [Backend::Bytecode, Backend::TreeWalker];

#[test]
fn every_example_does_the_same_with_whole_numbers() {
    let of_floats = functions().iter().filter(|function| function.signature.contains("float"));
    let mut changed = 0;
    for function in of_floats.filter(|function| function.group != Group::Declarations) {
        let example = whole(function.example);
        changed += usize::from(example != function.example);
        for backend in BACKENDS {
            let script = format!(
                "let closer = 0; fn close() {{ }} fn look() {{ }} fn on_event(name) {{ }}\nfn on_start() {{ {example}; }}"
            );
            let mut rig = Rig::new(&[("it", &script)]);
            rig.language.set_backend(backend);
            rig.spawn(&[("script", "it"), ("origin", "0 0 64"), ("targetname", "lamp"), ("brightness", "300")]);
            let player = rig.spawn(&[("targetname", "someone")]);
            rig.world.set_player(Some(player));
            rig.tick();
            assert_eq!(rig.messages(), [""; 0], "{example}");
        }
    }
    assert!(changed > 15, "{changed}");
}

#[test]
fn every_mixture_does() {
    for backend in BACKENDS {
        for mask in 0..128_u32 {
            let number = |place: u32| if mask >> place & 1 == 1 { "2" } else { "2.0" };
            let numbers: Vec<_> = (0..7).map(number).collect();
            let script =
                format!("fn on_start() {{ raycast({}); translate({}, 0, 0); }}", numbers.join(", "), numbers[0]);
            let (mut rig, entity) = Rig::of(&script);
            rig.language.set_backend(backend);
            rig.tick();
            assert_eq!((rig.messages(), rig.world.origin(entity)), (vec![], Vec3::X * 2.0), "{script}");
        }
    }
}

#[test]
fn what_a_function_is_called_on_stays_what_it_was() {
    let code = "let n = 9; let root = n.sqrt(); let turned = n.sin(); n += 1; `${n} ${root}`";
    for backend in BACKENDS {
        let mut host = ScriptHost::new();
        host.set_backend(backend);
        host.load("a.kscr", &format!("fn f() {{ {code} }}")).unwrap();
        let world = EntityWorld::new(&Registry::new([]).unwrap());
        let mut dice = Pcg32::new(0, 0);
        let view = View { entities: Some(&world), surroundings: Default::default(), dice: &mut dice, entity: None };
        assert_eq!(host.call("f", &[], view).unwrap(), ScriptValue::Text("10 3.0".into()));
    }
}

#[test]
fn a_function_of_whole_numbers_keeps_them() {
    let script =
        "let kept = 0; let least = 0; fn on_start() { this.kept = to_int(9007199254740993); this.least = min(2, 3); }";
    let (mut rig, entity) = Rig::of(script);
    rig.tick();
    assert_eq!(rig.field(entity, "kept"), Value::Int(9_007_199_254_740_993));
    assert_eq!(rig.field(entity, "least"), Value::Int(2));
}

#[test]
fn text_is_still_no_number() {
    let (mut rig, _) = Rig::of("fn on_start() {\n    run_after(\"3\", \"close\");\n}");
    rig.tick();
    let messages = rig.messages();
    assert!(
        messages[0].contains("scripts/it.kscr:2:5: `run_after (")
            && messages[0].contains("(delay: float, function: string)"),
        "{messages:?}"
    );
}
