//! Timers of the script.

use super::hand::ask;
use super::{Api, Group, row};
use kerosene_framework::TimerId;
use rhai::{FLOAT, INT};

fn timer(bits: INT) -> TimerId {
    TimerId::from_bits(bits.cast_unsigned())
}

pub(super) fn register(api: &mut Api<'_>) {
    let help =
        "Calls a function of the script once, so many seconds from now; with 0 in the next tick. Gives the timer.";
    let after = row(
        Group::Timers,
        "run_after",
        "(delay: float, function: string) -> timer",
        help,
        "run_after(3.0, \"close\") != 0",
    );
    api.add(after, |delay: FLOAT, task: &str| ask(|context| context.run_after(delay, task).to_bits().cast_signed()));
    let help = "Calls a function of the script every so many seconds, the first time one interval from now, or after the delay given. At most once a tick; what a tick is late does not add up.";
    let every = row(
        Group::Timers,
        "run_every",
        "(interval: float, function: string, first: float) -> timer",
        help,
        "run_every(0.2, \"look\", 0.05) != 0",
    );
    api.add(every, |interval: FLOAT, task: &str| {
        ask(|context| context.run_every(interval, task).to_bits().cast_signed())
    });
    api.again("run_every", |interval: FLOAT, task: &str, first: FLOAT| {
        ask(|context| context.run_every_from(interval, first, task).to_bits().cast_signed())
    });
    let help = "As `run_every` with a first delay, in the order of the words: so that many who do the same take turns.";
    let signature = "(interval: float, first: float, function: string) -> timer";
    let every = row(Group::Timers, "run_every_from", signature, help, "run_every_from(0.2, 0.05, \"look\") != 0");
    api.add(every, |interval: FLOAT, first: FLOAT, task: &str| {
        ask(|context| context.run_every_from(interval, first, task).to_bits().cast_signed())
    });
    let help = "Ends a timer. False if it is over, which is no harm.";
    let cancel =
        row(Group::Timers, "cancel_timer", "(timer: timer) -> bool", help, "cancel_timer(run_after(1.0, \"close\"))");
    api.add(cancel, |bits: INT| ask(|context| context.cancel_timer(timer(bits))));
    let help = "Whether a timer will fire.";
    let is = row(Group::Timers, "is_scheduled", "(timer: timer) -> bool", help, "is_scheduled(0) == false");
    api.add(is, |bits: INT| ask(|context| context.is_scheduled(timer(bits))));
    let help = "Seconds until a timer fires; 0 if it is over.";
    let left = row(Group::Timers, "time_remaining", "(timer: timer) -> float", help, "time_remaining(0) == 0.0");
    api.add(left, |bits: INT| ask(|context| context.time_remaining(timer(bits))));
    let help = "Lets a timer's next time be so many seconds from now. False if it is over.";
    let again = row(
        Group::Timers,
        "restart_timer",
        "(timer: timer, delay: float) -> bool",
        help,
        "restart_timer(0, 1.0) == false",
    );
    api.add(again, |bits: INT, delay: FLOAT| ask(|context| context.restart_timer(timer(bits), delay)));
}
