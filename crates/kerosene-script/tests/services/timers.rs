//! Seed 004, "ScriptTaskQueue".

use crate::Rig;
use kerosene_script::Backend;

/// A script whose `on_start` is given, and whose tasks say the tenth of a second that they run at.
fn recording(on_start: &str) -> Rig {
    let script = format!(
        r#"
        let timer = 0; let other = 0;
        fn tenth() {{ time_ms() / 100 }}
        fn on_start() {{ {on_start} }}
        fn a() {{ print(`${{tenth()}} a`); }}
        fn b() {{ print(`${{tenth()}} b`); }}
        fn kill() {{ print(`${{tenth()}} kill ${{cancel_timer(this.timer)}} ${{cancel_timer(this.timer)}}`); }}
        fn again() {{ print(`${{tenth()}} again`); run_after(0, "again"); }}
        fn inspect() {{ print(`${{is_scheduled(this.timer)}} ${{time_remaining(this.timer)}} ${{restart_timer(this.timer, 0.5)}}`); }}
        fn handle(timer) {{ print(`${{timer == this.timer}}`); }}
        "#
    );
    let (mut rig, _) = Rig::of(&script);
    rig.tick();
    rig
}

#[test]
fn run_after_runs_once_and_0_is_the_next_tick() {
    for backend in [Backend::Bytecode, Backend::TreeWalker] {
        let mut rig = recording("run_after(3, \"a\"); run_after(0, \"b\"); run_after(-1.0, \"b\");");
        rig.language.set_backend(backend);
        rig.ticks(40);
        assert_eq!(rig.messages(), ["2 b", "2 b", "31 a"]);
    }
}

#[test]
fn run_every_runs_first_one_interval_from_now_and_at_most_once_a_tick() {
    let mut rig = recording("run_every(0.2, \"a\"); run_every(0.001, \"b\");");
    rig.ticks(4);
    assert_eq!(rig.messages(), ["2 b", "3 b", "3 a", "4 b", "5 b", "5 a"]);
}

#[test]
fn a_repeating_timer_has_its_own_first_delay_where_one_is_given() {
    let mut rig = recording("run_every(0.3, \"a\", 0.1); run_every_from(0.3, 0.2, \"b\");");
    rig.ticks(6);
    assert_eq!(rig.messages(), ["2 a", "3 b", "5 a", "6 b"]);
}

#[test]
fn a_stale_handle_cancels_nothing_and_0_is_none() {
    let mut rig = recording(
        "this.timer = run_after(1, \"a\"); run_after(0.1, \"kill\"); print(`${cancel_timer(0)} ${is_scheduled(0)} ${restart_timer(0, 1)}`);",
    );
    rig.ticks(12);
    assert_eq!(rig.messages(), ["false false false", "2 kill true false"]);
}

#[test]
fn a_handle_never_reaches_the_timer_that_takes_its_place() {
    let mut rig = recording(
        "this.timer = run_after(1, \"a\"); cancel_timer(this.timer); this.other = run_after(0.3, \"b\"); run_after(0.1, \"kill\");",
    );
    rig.ticks(4);
    assert_eq!(rig.messages(), ["2 kill false false", "4 b"]);
}

#[test]
fn pending_timers_are_inspected_and_restarted() {
    let mut rig = recording("this.timer = run_after(0.4, \"a\"); run_after(0.1, \"inspect\");");
    rig.ticks(8);
    let messages = rig.messages();
    assert!(messages[0].starts_with("true 0.3") && messages[0].ends_with("true"), "{messages:?}");
    assert_eq!(messages[1..], ["7 a"]);
}

#[test]
fn overshoot_is_carried_and_nothing_is_caught_up() {
    let mut rig = recording("run_every(0.25, \"a\");");
    rig.ticks(10);
    assert_eq!(rig.messages(), ["4 a", "6 a", "9 a", "11 a"]);
    let mut rig = recording("run_every(0.2, \"a\");");
    rig.step = 5100;
    rig.tick();
    rig.step = 100;
    rig.ticks(4);
    assert_eq!(rig.messages(), ["52 a", "53 a", "55 a"]);
}

#[test]
fn a_timer_scheduled_from_a_task_counts_from_then() {
    let mut rig = recording("run_after(0.2, \"again\");");
    rig.ticks(5);
    assert_eq!(rig.messages(), ["3 again", "4 again", "5 again", "6 again"]);
}

#[test]
fn a_task_may_take_the_timer_that_fired() {
    let mut rig = recording("this.timer = run_after(0.1, \"handle\");");
    rig.tick();
    assert_eq!(rig.messages(), ["true"]);
}

#[test]
fn an_entity_has_65_536_timers_at_most() {
    let mut rig = recording("for i in 0..65536 { run_after(1, \"a\"); } print(`${run_after(1, \"a\")}`);");
    let messages = rig.messages();
    assert!(messages[0].contains("65,536") && messages[1] == "0", "{messages:?}");
    assert_eq!(rig.framework.services().timers().len(), 65_536);
}

#[test]
fn a_task_that_fails_switches_off_that_one_script() {
    let bad = "fn on_start() { run_every(0.1, \"task\"); } fn task() { throw \"out of cheese\"; }";
    let good = "fn on_start() { run_every(0.1, \"task\"); } fn task() { print(\"good\"); }";
    let mut rig = Rig::new(&[("bad", bad), ("good", good)]);
    let entity = rig.scripted("bad");
    rig.scripted("good");
    rig.ticks(3);
    let messages = rig.messages();
    assert!(messages[0].contains("out of cheese") && messages[0].contains("switched off"), "{messages:?}");
    assert_eq!(messages[1..], ["good", "good"]);
    assert_eq!(rig.framework.services().timers().count_of(entity), 0);
}
