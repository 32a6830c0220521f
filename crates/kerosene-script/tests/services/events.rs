//! Seed 004, "ScriptEvents".

use crate::Rig;
use kerosene_framework::Event;

/// A listener that says what it hears.
const LISTENER: &str = r#"
    fn on_start() { subscribe_events(); }
    fn on_event(name, source, text, number) { print(`${entity().targetname} ${name}`); }
"#;

#[test]
fn delivery_is_synchronous_and_in_subscription_order() {
    let publisher = "fn on_start() { publish_event(\"ping\"); print(\"published\"); }";
    let mut rig = Rig::new(&[("listener", LISTENER), ("publisher", publisher)]);
    for name in ["c", "a", "b"] {
        rig.spawn(&[("targetname", name), ("script", "listener")]);
    }
    rig.tick();
    rig.scripted("publisher");
    rig.tick();
    assert_eq!(rig.messages(), ["c ping", "a ping", "b ping", "published"]);
}

#[test]
fn every_listener_gets_every_event_unless_it_asked_for_one_name() {
    let picky = "fn on_start() { subscribe_event(\"two\"); } fn on_event(name) { print(`picky ${name}`); }";
    let publisher = "fn on_start() { publish_event(\"one\"); publish_event(\"two\"); }";
    let mut rig = Rig::new(&[("listener", LISTENER), ("picky", picky), ("publisher", publisher)]);
    rig.all_scripted(&["listener", "picky", "publisher"]);
    rig.tick();
    assert_eq!(rig.messages(), ["listener one", "listener two", "picky two"]);
}

#[test]
fn the_payload_is_name_source_text_and_number() {
    let listener = "fn on_start() { subscribe_events(); } fn on_event(name, source, text, number) { print(`${name} ${source.targetname} ${text} ${number}`); }";
    let publisher = "fn on_start() { publish_event(\"found\", \"gold\", 2.5); }";
    let mut rig = Rig::new(&[("listener", listener), ("publisher", publisher)]);
    rig.all_scripted(&["listener", "publisher"]);
    rig.tick();
    assert_eq!(rig.messages(), ["found publisher gold 2.5"]);
    // What nobody in the level says has no source.
    let unnamed =
        "fn on_start() { subscribe_events(); } fn on_event(name, source) { print(`${name} ${source == ()}`); }";
    let (mut rig, entity) = Rig::of(unnamed);
    rig.tick();
    let (name, text) = (rig.world.intern("storm"), rig.world.intern(""));
    let mut context = rig.framework.context(&mut rig.world, &rig.scene, entity);
    context.publish(&Event { name, source: None, text, number: 0.0 });
    assert_eq!(rig.messages(), ["storm true"]);
}

#[test]
fn unsubscribing_inside_a_callback_works_at_once() {
    let once = "let own = 0; fn on_start() { this.own = subscribe_events(); } fn on_event(name) { print(`once ${name} ${unsubscribe(this.own)} ${unsubscribe(this.own)}`); }";
    let killer = "fn on_start() { subscribe_events(); } fn on_event(name) { remove_script(find_by_name(\"victim\")); print(`killer ${name}`); }";
    let publisher = "fn on_start() { publish_event(\"one\"); publish_event(\"two\"); }";
    let victim = LISTENER;
    let mut rig = Rig::new(&[("once", once), ("killer", killer), ("victim", victim), ("publisher", publisher)]);
    rig.all_scripted(&["once", "killer", "victim", "publisher"]);
    rig.tick();
    assert_eq!(rig.messages(), ["once one true false", "killer one", "killer two"]);
    assert_eq!(rig.framework.services().events().len(), 1, "places are closed when the delivery is over");
}

#[test]
fn a_listener_added_during_a_delivery_hears_from_the_next_event() {
    let adder = "let done = false; fn on_start() { subscribe_events(); } fn on_event(name) { print(`adder ${name}`); if !this.done { this.done = true; add_script(find_by_name(\"late\"), \"listener\"); } }";
    let publisher = "fn on_start() { publish_event(\"one\"); publish_event(\"two\"); }";
    let mut rig = Rig::new(&[("listener", LISTENER), ("adder", adder), ("publisher", publisher)]);
    rig.spawn(&[("targetname", "late")]);
    rig.all_scripted(&["adder", "publisher"]);
    rig.tick();
    assert_eq!(rig.messages(), ["adder one", "adder two", "late two"]);
}

#[test]
fn publishing_inside_a_callback_reaches_the_others_before_the_outer_delivery_goes_on() {
    let relay = "fn on_start() { subscribe_event(\"outer\"); } fn on_event(name) { publish_event(\"inner\"); print(\"relayed\"); }";
    let publisher = "fn on_start() { publish_event(\"outer\"); }";
    let mut rig = Rig::new(&[("listener", LISTENER), ("relay", relay), ("publisher", publisher)]);
    rig.all_scripted(&["relay", "listener", "publisher"]);
    rig.tick();
    assert_eq!(rig.messages(), ["listener inner", "relayed", "listener outer"]);
}

#[test]
fn a_script_that_publishes_hears_of_it_when_its_function_has_ended() {
    let own = "fn on_start() { subscribe_events(); publish_event(\"mine\"); print(\"end of on_start\"); } fn on_event(name) { print(name); }";
    let (mut rig, _) = Rig::of(own);
    rig.tick();
    assert_eq!(rig.messages(), ["end of on_start", "mine"]);
}

#[test]
fn a_listener_that_fails_is_named_and_the_others_still_hear() {
    let bad = "fn on_start() { subscribe_events(); }\nfn on_event(name) { throw \"no\"; }";
    let publisher = "fn on_start() { publish_event(\"ping\"); print(\"published\"); }";
    let mut rig = Rig::new(&[("bad", bad), ("listener", LISTENER), ("publisher", publisher)]);
    rig.all_scripted(&["bad", "listener", "publisher"]);
    rig.tick();
    let messages = rig.messages();
    assert!(messages[0].contains("scripts/bad.kscr:2:") && messages[0].contains("on_event"), "{messages:?}");
    assert_eq!(messages[1..], ["listener ping", "published"]);
}

#[test]
fn subscriptions_end_with_their_script_and_with_its_reload() {
    let mut rig = Rig::new(&[("listener", LISTENER)]);
    let [first, _] = [rig.scripted("listener"), rig.scripted("listener")];
    rig.tick();
    assert_eq!(rig.framework.services().events().len(), 2);
    rig.world.remove(first);
    rig.tick();
    assert_eq!(rig.framework.services().events().len(), 1);
    rig.reload("listener", "fn on_start() { }").unwrap();
    assert_eq!(rig.framework.services().events().len(), 0);
}
