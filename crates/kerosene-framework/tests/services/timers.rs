//! Timers: seed 004, "ScriptTaskQueue".

use crate::rig::Rig;
use kerosene_framework::{Hook, TimerId};
use std::cell::RefCell;
use std::rc::Rc;

/// A rig that says at which tenth of a second which task ran.
fn recording() -> Rig {
    Rig::new(|context, hook| {
        if let Hook::Timer { task, .. } = *hook {
            let tenths = context.now().nanoseconds() / 100_000_000;
            let said = format!("{tenths} {}", context.text(task));
            context.log(&said);
        }
        Ok(())
    })
}

#[test]
fn run_after_runs_once_after_its_delay() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    let timer = rig.context(owner).run_after(0.3, "close");
    assert!(!timer.is_none());
    rig.ticks(10);
    assert_eq!(rig.said(), ["4 close"]);
    assert!(!rig.context(owner).is_scheduled(timer));
}

#[test]
fn run_after_of_0_runs_in_the_next_tick() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    for delay in [0.0, -1.0, f32::NAN] {
        rig.context(owner).run_after(delay, "now");
    }
    rig.ticks(3);
    assert_eq!(rig.said(), ["2 now", "2 now", "2 now"]);
}

#[test]
fn run_every_runs_first_one_interval_from_now() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_every(0.2, "beat");
    rig.ticks(6);
    assert_eq!(rig.said(), ["3 beat", "5 beat", "7 beat"]);
}

#[test]
fn run_every_fires_at_most_once_a_tick() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_every(0.01, "beat");
    rig.context(owner).run_every(0.0, "hum");
    rig.ticks(3);
    assert_eq!(rig.said().iter().filter(|said| said.ends_with("beat")).count(), 3);
    rig.ticks(3);
    assert_eq!(rig.said().iter().filter(|said| said.ends_with("hum")).count(), 3);
}

#[test]
fn run_every_from_has_its_own_first_delay() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_every_from(0.3, 0.1, "a");
    rig.context(owner).run_every_from(0.3, 0.2, "b");
    rig.ticks(6);
    assert_eq!(rig.said(), ["2 a", "3 b", "5 a", "6 b"]);
}

#[test]
fn cancelling_a_stale_handle_does_nothing_and_says_so() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    let timer = rig.context(owner).run_after(0.2, "first");
    assert!(rig.context(owner).cancel_timer(timer));
    assert!(!rig.context(owner).cancel_timer(timer));
    let second = rig.context(owner).run_after(0.2, "second");
    assert_eq!(timer.to_bits() as u32, second.to_bits() as u32, "the slot is used again");
    assert!(!rig.context(owner).cancel_timer(timer), "the old handle never reaches the new timer");
    rig.ticks(4);
    assert_eq!(rig.said(), ["3 second"]);
}

#[test]
fn handles_of_0_are_never_valid() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.context(owner).run_after(1.0, "task");
    let context = rig.context(owner);
    assert!(!context.is_scheduled(TimerId::NONE));
    assert_eq!(context.time_remaining(TimerId::NONE), 0.0);
    assert!(!rig.context(owner).cancel_timer(TimerId::NONE));
    assert!(!rig.context(owner).restart_timer(TimerId::NONE, 1.0));
}

#[test]
fn pending_timers_are_inspected_and_restarted() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    let timer = rig.context(owner).run_after(0.5, "task");
    rig.ticks(2);
    assert!(rig.context(owner).is_scheduled(timer));
    assert!((rig.context(owner).time_remaining(timer) - 0.3).abs() < 1e-6);
    assert!(rig.context(owner).restart_timer(timer, 0.4));
    rig.ticks(5);
    assert_eq!(rig.said(), ["7 task"]);
}

#[test]
fn a_repeating_timer_carries_its_overshoot() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    // 2.5 ticks: three and two in turn, so that the rate holds.
    rig.context(owner).run_every(0.25, "beat");
    rig.ticks(20);
    assert_eq!(rig.said(), ["4 beat", "6 beat", "9 beat", "11 beat", "14 beat", "16 beat", "19 beat", "21 beat"]);
}

#[test]
fn a_repeating_timer_never_queues_up_after_a_hitch() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_every(0.2, "beat");
    rig.step = 5100;
    rig.tick();
    rig.step = 100;
    rig.ticks(4);
    // Once for the hitch, then in its rhythm: at 3, 5, 7 and so on.
    assert_eq!(rig.said(), ["52 beat", "53 beat", "55 beat"]);
}

#[test]
fn a_timer_scheduled_from_a_task_counts_from_then() {
    let times = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&times);
    let mut rig = Rig::new(move |context, hook| {
        if let Hook::Timer { .. } = *hook {
            seen.borrow_mut().push(context.now().nanoseconds() / 100_000_000);
            context.run_after(0.0, "again");
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_after(0.2, "first");
    rig.ticks(5);
    assert_eq!(*times.borrow(), [3, 4, 5, 6]);
}

#[test]
fn timers_due_in_one_tick_fire_by_moment_then_by_age() {
    let mut rig = recording();
    let owner = rig.spawn("a");
    rig.tick();
    let mut context = rig.context(owner);
    context.run_after(0.09, "late");
    context.run_after(0.05, "early");
    context.run_after(0.05, "early too");
    rig.tick();
    assert_eq!(rig.said(), ["2 early", "2 early too", "2 late"]);
}

#[test]
fn a_timer_cancelled_by_another_of_the_same_tick_does_not_fire() {
    let victim = Rc::new(RefCell::new(TimerId::NONE));
    let handle = Rc::clone(&victim);
    let mut rig = Rig::new(move |context, hook| {
        if let Hook::Timer { task, .. } = *hook {
            let said = context.text(task).to_owned();
            context.log(&said);
            context.cancel_timer(*handle.borrow());
        }
        Ok(())
    });
    let owner = rig.spawn("a");
    rig.tick();
    rig.context(owner).run_after(0.1, "killer");
    *victim.borrow_mut() = rig.context(owner).run_after(0.1, "victim");
    rig.ticks(2);
    assert_eq!(rig.said(), ["killer"]);
}

#[test]
fn an_owner_has_65_536_timers_at_most() {
    let mut rig = recording();
    let (owner, other) = (rig.spawn("a"), rig.spawn("b"));
    rig.tick();
    let task = rig.world.intern("task");
    for _ in 0..65_536 {
        assert!(!rig.context(owner).run_after(1.0, "task").is_none());
    }
    assert!(rig.context(owner).run_after(1.0, "task").is_none());
    assert!(rig.said()[0].contains("65,536"));
    assert!(!rig.context(other).run_after(1.0, "task").is_none(), "another has its own room");
    assert_eq!(rig.framework.services().timers().count_of(owner), 65_536);
    rig.ticks(11);
    assert_eq!(rig.framework.services().timers().len(), 0);
    let _ = task;
}

#[test]
fn a_task_that_fails_switches_off_that_one_script() {
    let mut rig = Rig::new(|context, hook| match hook {
        Hook::Timer { .. } if context.world.name_of(context.owner()) == "bad" => Err("out of cheese".into()),
        Hook::Timer { .. } => {
            context.log("good");
            Ok(())
        }
        _ => Ok(()),
    });
    let (bad, good) = (rig.spawn("bad"), rig.spawn("good"));
    rig.tick();
    rig.context(bad).run_every(0.1, "task");
    rig.context(good).run_every(0.1, "task");
    rig.ticks(2);
    let said = rig.said();
    assert!(said[0].contains("probe") && said[0].contains("`bad`") && said[0].contains("out of cheese"), "{}", said[0]);
    assert_eq!(said[1..], ["good", "good"]);
    assert!(!rig.context(bad).has_script(bad));
    assert_eq!(rig.framework.services().timers().count_of(bad), 0);
}
