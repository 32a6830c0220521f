//! The schema: generated, written, read, compared, exported.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::registry;
use kerosene_entity::{
    ClassDef, ClassKind, HelperKind, Kdef, KdefError, KdefHelper, KeyKind, ModelRole, Registry, ValueKind,
};
use kerosene_world::{Component, Vec3};
use proptest::prelude::*;

/// A lamp's light.
#[derive(Component)]
#[allow(dead_code, reason = "its declaration is what counts")]
struct Glow {
    /// How bright it is, "very" or not.
    #[field(label = "Brightness", default = "200")]
    brightness: i32,
    #[field(default = "0.5")]
    fade: f32,
    #[field(key = "_light", widget = "color", default = "255 255 255")]
    color: Vec3,
    #[field(widget = "choices 0=Steady 1=Slow_pulse", default = "1")]
    style: i32,
    on: bool,
    #[field(key = "")]
    hidden: i32,
}

fn lamp() -> ClassDef {
    ClassDef::new("lamp", ClassKind::Point)
        .alias("light_lamp")
        .help("A lamp.\nIt glows.")
        .model(ModelRole::Static)
        .component::<Glow>()
        .key("noise", KeyKind::String, "lamp/hum", "Noise", "What it sounds like.")
        .key("shape", KeyKind::Choices, "round", "Shape", "")
        .choice("round", "Round")
        .choice("flat", "Flat")
        .flag(1, "Starts on", true)
        .flag(2, "Flickers", false)
        .helper(KdefHelper { kind: HelperKind::Sphere, arguments: vec![("radius".into(), "brightness".into())] })
        .input("SetBrightness", ValueKind::Int, |_, _, _| {}, "Changes it.")
        .output("OnBright", ValueKind::Float, "When it is bright.")
}

#[test]
fn the_schema_of_a_registry_says_what_its_classes_declare() {
    let kdef = Registry::new([lamp()]).unwrap().kdef();
    let lamp = kdef.class("lamp").unwrap();
    let names: Vec<&str> = lamp.keys.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["brightness", "fade", "_light", "style", "on", "noise", "shape", "spawnflags"]);
    assert_eq!(lamp.key("brightness").unwrap().help, "How bright it is, \"very\" or not.");
    assert_eq!(lamp.key("style").unwrap().choices[1].label, "Slow pulse");
    assert_eq!(lamp.key("_light").unwrap().kind, KeyKind::Color);
    let whole = kdef.resolved("lamp").unwrap();
    assert!(
        whole.key("targetname").is_some() && whole.input("FireUser3").is_some() && whole.output("OnKilled").is_some()
    );
}

#[test]
fn registry_and_text_agree_both_ways() {
    for registry in [registry(), Registry::new([lamp()]).unwrap()] {
        let kdef = registry.kdef();
        let read = Kdef::parse(&kdef.to_text()).unwrap();
        assert_eq!(kdef.mismatches(&read), []);
        assert_eq!(read.mismatches(&kdef), []);
        assert_eq!(read, kdef);
    }
    // What one of them lacks is found, whichever it is.
    let mut less = Registry::new([lamp()]).unwrap().kdef();
    less.classes[1].outputs.clear();
    less.classes[1].keys[0].default = "100".into();
    let whole = Registry::new([lamp()]).unwrap().kdef();
    let shown = |found: Vec<kerosene_entity::Mismatch>| found.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        shown(whole.mismatches(&less)),
        ["class `lamp`: key `brightness` differs", "class `lamp`: output `OnBright` is only in the first"]
    );
    assert_eq!(shown(less.mismatches(&whole)).len(), 2);
}

#[test]
fn the_fgd_is_what_trenchbroom_and_hammer_read() {
    let fgd = Registry::new([lamp()]).unwrap().kdef().to_fgd();
    let expected = r#"@PointClass base(Entity) sphere(brightness) = lamp : "A lamp. It glows."
[
	brightness(integer) : "Brightness" : 200 : "How bright it is, 'very' or not."
	fade(float) : "fade" : "0.5"
	_light(color255) : "_light" : "255 255 255"
	style(choices) : "style" : 1 =
	[
		0 : "Steady"
		1 : "Slow pulse"
	]
	on(choices) : "on" =
	[
		0 : "No"
		1 : "Yes"
	]
	noise(string) : "Noise" : "lamp/hum" : "What it sounds like."
	shape(choices) : "Shape" : "round" =
	[
		"round" : "Round"
		"flat" : "Flat"
	]
	spawnflags(flags) =
	[
		1 : "Starts on" : 1
		2 : "Flickers" : 0
	]
	input SetBrightness(integer) : "Changes it."
	output OnBright(float) : "When it is bright."
]
"#;
    assert!(fgd.ends_with(expected), "{fgd}");
    assert!(
        fgd.contains("@BaseClass = Entity : \"What every entity has.\"\n[\n\ttargetname(target_source) : \"Name\"")
    );
}

#[test]
fn classes_that_clash_make_no_registry() {
    let point = |name| ClassDef::new(name, ClassKind::Point);
    let input = |class: ClassDef, name| class.input(name, ValueKind::None, |_, _, _| {}, "");
    let error = |classes: Vec<ClassDef>| Registry::new(classes).unwrap_err().to_string();
    assert_eq!(error(vec![point("a").alias("b"), point("B")]), "class name `B` is declared twice");
    assert_eq!(error(vec![input(input(point("a"), "Go"), "GO")]), "class `a` declares input `go` twice");
    assert_eq!(
        error(vec![lamp().component::<common::Probe>().component::<Glow>()]),
        "class `lamp` declares key `_light` twice"
    );
    #[derive(Component)]
    #[allow(dead_code, reason = "its declaration is what counts")]
    struct Bad {
        #[field(default = "fast")]
        speed: f32,
    }
    assert!(error(vec![point("a").component::<Bad>()]).contains("default `fast` of field `speed`"));
}

#[test]
fn what_is_no_schema_is_refused_with_its_place() {
    let error = |text: &str| Kdef::parse(text).unwrap_err();
    assert!(matches!(error("class { kind point }"), KdefError::Value(_)));
    assert!(matches!(error("class {"), KdefError::Text(_)));
    assert!(matches!(error("kdef { version 2 }"), KdefError::Newer { found: 2, .. }));
    let cases = [
        ("class { name a\n key { name b type colour } }", "line 2, column 15: `colour` is no type of key"),
        ("class { name a\n helper { type ball } }", "line 2, column 11: `ball` is no helper"),
        ("class { name a\n widget { } }", "line 2, column 2: `widget` is no block of a class"),
        ("class { name a\n size 3 }", "line 2, column 2: `size` is no key of a class"),
        ("name a", "line 1, column 1: `name` is no block"),
    ];
    for (text, expected) in cases {
        let message = error(text).to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn bases_lend_what_a_class_does_not_have_and_circles_end() {
    let text =
        "base { name A base B key { name x default 1 } } base { name B base A key { name y } key { name x default 2 } }
        class { name c base B base Nobody key { name z } }";
    let whole = Kdef::parse(text).unwrap().resolved("C").unwrap();
    let keys: Vec<(&str, &str)> = whole.keys.iter().map(|key| (key.name.as_str(), key.default.as_str())).collect();
    assert_eq!(keys, [("z", ""), ("y", ""), ("x", "2")]);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z{}\"\\n ]{0,200}") {
        if let Ok(kdef) = Kdef::parse(&text) {
            prop_assert_eq!(Kdef::parse(&kdef.to_text()).unwrap(), kdef);
        }
    }
}

#[test]
fn several_helpers_of_a_kind_are_told_apart() {
    let class = |second: &str| {
        let lines = format!("helper {{ type line key target }} helper {{ type line key {second} }}");
        Kdef::parse(&format!("kdef {{ version 1 }} class {{ name beam {lines} }}")).unwrap()
    };
    assert_eq!(class("end").mismatches(&class("end")), []);
    assert_eq!(class("end").mismatches(&class("other")).len(), 1);
}
