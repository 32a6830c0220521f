//! Timers, tweens, state machines and events of the script, by the names that they have in Rust.

use super::{Api, Group, row};
use crate::call::{Access, Answer, pack, with_call};
use crate::entity::Later;
use crate::error::refuse;
use kerosene_entity::EntityId;
use kerosene_framework::{Change, Context, Curve, MachineId, SubscriptionId, TimerId, TweenId};
use kerosene_math::{Angles, Vec3};
use rhai::{Dynamic, FLOAT, INT};

/// Does something with the hand of the script's entity.
pub(super) fn with_context<R>(run: impl FnOnce(&mut Context<'_>) -> Answer<R>) -> Answer<R> {
    with_call(|call| match &mut call.access {
        Access::Live(context) => run(context),
        _ => Err(refuse("this works in the script of an entity, not in a map's")),
    })
}

/// Does something with the hand of the script's entity, of which nothing comes.
pub(super) fn act(run: impl FnOnce(&mut Context<'_>)) -> Answer<()> {
    with_context(|context| {
        run(context);
        Ok(())
    })
}

/// A handle, or `()`.
pub(super) fn handle(entity: Option<EntityId>) -> Dynamic {
    entity.map_or(Dynamic::UNIT, |entity| Dynamic::from_int(pack(entity)))
}

fn timer(bits: INT) -> TimerId {
    TimerId::from_bits(bits.cast_unsigned())
}

fn tween(bits: INT) -> TweenId {
    TweenId::from_bits(bits.cast_unsigned())
}

fn machine(bits: INT) -> MachineId {
    MachineId::from_bits(bits.cast_unsigned())
}

fn curve(name: &str) -> Answer<Curve> {
    Curve::from_name(name).ok_or_else(|| {
        let known = kerosene_diagnostics::nearest(name, Curve::ALL.iter().map(|curve| curve.name()));
        let hint = known.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
        refuse(&format!("there is no curve `{name}`{hint}"))
    })
}

pub(super) fn register(api: &mut Api<'_>) {
    register_timers(api);
    register_tweens(api);
    register_tween_changes(api);
    register_curves(api);
    register_machines(api);
    register_events(api);
}

fn register_timers(api: &mut Api<'_>) {
    let help =
        "Calls a function of the script once, so many seconds from now; with 0 in the next tick. Gives the timer.";
    let after = row(
        Group::Timers,
        "run_after",
        "(delay: float, function: string) -> timer",
        help,
        "run_after(3.0, \"close\") != 0",
    );
    api.add(after, |delay: FLOAT, task: &str| {
        with_context(|context| Ok(context.run_after(delay, task).to_bits().cast_signed()))
    });
    let help = "Calls a function of the script every so many seconds, the first time one interval from now, or after the delay given. At most once a tick; what a tick is late does not add up.";
    let every = row(
        Group::Timers,
        "run_every",
        "(interval: float, function: string, first: float) -> timer",
        help,
        "run_every(0.2, \"look\", 0.05) != 0",
    );
    api.add(every, |interval: FLOAT, task: &str| {
        with_context(|context| Ok(context.run_every(interval, task).to_bits().cast_signed()))
    });
    api.again("run_every", |interval: FLOAT, task: &str, first: FLOAT| {
        with_context(|context| Ok(context.run_every_from(interval, first, task).to_bits().cast_signed()))
    });
    let help = "Ends a timer. False if it is over, which is no harm.";
    let cancel =
        row(Group::Timers, "cancel_timer", "(timer: timer) -> bool", help, "cancel_timer(run_after(1.0, \"close\"))");
    api.add(cancel, |bits: INT| with_context(|context| Ok(context.cancel_timer(timer(bits)))));
    let help = "Whether a timer will fire.";
    let is = row(Group::Timers, "is_scheduled", "(timer: timer) -> bool", help, "is_scheduled(0) == false");
    api.add(is, |bits: INT| with_context(|context| Ok(context.is_scheduled(timer(bits)))));
    let help = "Seconds until a timer fires; 0 if it is over.";
    let left = row(Group::Timers, "time_remaining", "(timer: timer) -> float", help, "time_remaining(0) == 0.0");
    api.add(left, |bits: INT| with_context(|context| Ok(context.time_remaining(timer(bits)))));
    let help = "Lets a timer's next time be so many seconds from now. False if it is over.";
    let again = row(
        Group::Timers,
        "restart_timer",
        "(timer: timer, delay: float) -> bool",
        help,
        "restart_timer(0, 1.0) == false",
    );
    api.add(again, |bits: INT, delay: FLOAT| with_context(|context| Ok(context.restart_timer(timer(bits), delay))));
}

fn register_tweens(api: &mut Api<'_>) {
    let help = "Moves the entity to a place in its parent's frame, in units, within so many seconds. Gives the tween; one that moves the entity already ends.";
    let signature = "(x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let to = row(
        Group::Tweens,
        "tween_position_to",
        signature,
        help,
        "tween_position_to(0.0, 0.0, 96.0, 1.5, \"ease_out_back\") != 0",
    );
    api.add(to, |x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        let curve = curve(name)?;
        with_context(|context| {
            Ok(context.tween_position_to(Vec3::new(x, y, z), seconds, curve).to_bits().cast_signed())
        })
    });
    let help = "Turns the entity to angles in its parent's frame, each the shorter way around.";
    let signature = "(pitch: float, yaw: float, roll: float, seconds: float, curve: string) -> tween";
    let to = row(
        Group::Tweens,
        "tween_rotation_to",
        signature,
        help,
        "tween_rotation_to(0.0, 180.0, 0.0, 1.0, \"linear\") != 0",
    );
    api.add(to, |pitch: FLOAT, yaw: FLOAT, roll: FLOAT, seconds: FLOAT, name: &str| {
        let curve = curve(name)?;
        with_context(|context| {
            Ok(context.tween_rotation_to(Angles::new(pitch, yaw, roll), seconds, curve).to_bits().cast_signed())
        })
    });
    let help = "Brings the entity to a size, 1 on each axis for that of its model.";
    let signature = "(x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let to = row(
        Group::Tweens,
        "tween_scale_to",
        signature,
        help,
        "tween_scale_to(2.0, 2.0, 2.0, 1.0, \"smoothstep\") != 0",
    );
    api.add(to, |x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        let curve = curve(name)?;
        with_context(|context| Ok(context.tween_scale_to(Vec3::new(x, y, z), seconds, curve).to_bits().cast_signed()))
    });
    let help = "A number that goes from one to another; `tween_value(tween)` reads it.";
    let signature = "(from: float, to: float, seconds: float, curve: string) -> tween";
    let to =
        row(Group::Tweens, "tween_number", signature, help, "tween_number(0.0, 1.0, 2.0, \"ease_in_out_sine\") != 0");
    api.add(to, |from: FLOAT, to: FLOAT, seconds: FLOAT, name: &str| {
        let curve = curve(name)?;
        with_context(|context| Ok(context.tween_number(from, to, seconds, curve).to_bits().cast_signed()))
    });
}

fn register_tween_changes(api: &mut Api<'_>) {
    let help = "What a tween has reached, of several numbers the first; `()` if it is over.";
    let value = row(
        Group::Tweens,
        "tween_value",
        "(tween: tween) -> float or ()",
        help,
        "tween_value(tween_number(3.0, 4.0, 1.0, \"linear\")) == 3.0",
    );
    api.add(value, |bits: INT| {
        with_context(|context| Ok(context.tween_value(tween(bits)).map_or(Dynamic::UNIT, Dynamic::from_float)))
    });
    let help = "Lets a tween that has not begun begin so many seconds from now, from what it then finds.";
    let delay = row(
        Group::Tweens,
        "set_tween_delay",
        "(tween: tween, delay: float) -> bool",
        help,
        "set_tween_delay(tween_number(0.0, 1.0, 1.0, \"linear\"), 0.25)",
    );
    api.add(delay, |bits: INT, delay: FLOAT| with_context(|context| Ok(context.set_tween_delay(tween(bits), delay))));
    let help = "Lets a tween go back and forth for good.";
    let back = row(
        Group::Tweens,
        "set_ping_pong",
        "(tween: tween, on: bool) -> bool",
        help,
        "set_ping_pong(tween_number(0.0, 1.0, 1.0, \"linear\"), true)",
    );
    api.add(back, |bits: INT, on: bool| with_context(|context| Ok(context.set_ping_pong(tween(bits), on))));
    let help = "Calls a function of the script when a tween is done; not where it is cancelled, and never of one that goes back and forth.";
    let done = row(
        Group::Tweens,
        "set_on_complete",
        "(tween: tween, function: string) -> bool",
        help,
        "set_on_complete(tween_number(0.0, 1.0, 1.0, \"linear\"), \"close\")",
    );
    api.add(done, |bits: INT, task: &str| with_context(|context| Ok(context.set_on_complete(tween(bits), task))));
    let help = "Ends a tween where it is.";
    let cancel = row(Group::Tweens, "cancel_tween", "(tween: tween) -> bool", help, "cancel_tween(0) == false");
    api.add(cancel, |bits: INT| with_context(|context| Ok(context.cancel_tween(tween(bits)))));
    let help = "Whether a tween goes on, or waits to begin.";
    let is = row(Group::Tweens, "is_tweening", "(tween: tween) -> bool", help, "is_tweening(0) == false");
    api.add(is, |bits: INT| with_context(|context| Ok(context.is_tweening(tween(bits)))));
}

fn register_curves(api: &mut Api<'_>) {
    let help = "Where a curve is at `t`, from 0 to 1.";
    let ease =
        row(Group::Tweens, "ease", "(curve: string, t: float) -> float", help, "ease(\"ease_in_quad\", 0.5) == 0.25");
    api.add(ease, |name: &str, t: FLOAT| Ok::<_, Box<rhai::EvalAltResult>>(kerosene_framework::ease(curve(name)?, t)));
    let help = "The angle that lies `t` of the way from one to another, the shorter way, in degrees.";
    let lerp = row(
        Group::Tweens,
        "lerp_angle",
        "(a: float, b: float, t: float) -> float",
        help,
        "lerp_angle(0.0, 90.0, 0.5) == 45.0",
    );
    api.add(lerp, kerosene_framework::lerp_angle);
    let help = "The shorter way from one angle to another, -180 to 180 degrees.";
    let delta =
        row(Group::Tweens, "delta_angle", "(a: float, b: float) -> float", help, "delta_angle(10.0, 30.0) == 20.0");
    api.add(delta, kerosene_framework::delta_angle);
    let help = "`current`, nearer to `target`: the same however long a tick is.";
    let damp = row(
        Group::Tweens,
        "damp",
        "(current: float, target: float, rate: float, dt: float) -> float",
        help,
        "damp(0.0, 10.0, 8.0, 0.0) == 0.0",
    );
    api.add(damp, kerosene_framework::damp);
}

fn register_machines(api: &mut Api<'_>) {
    let help = "A state machine of the script, in no state yet. A state is a name: `change_state(m, \"chase\")` calls `exit_...` of the state it is in and `enter_chase`, where there are such functions.";
    let create = row(Group::Machines, "create_machine", "() -> machine", help, "create_machine() != 0");
    api.add(create, || with_context(|context| Ok(context.create_machine().to_bits().cast_signed())));
    let help = "Brings a machine into another state, when the function that asks for it has ended. To the state that it is in: nothing happens. More than 16 in a row are stopped and named.";
    let change = row(
        Group::Machines,
        "change_state",
        "(machine: machine, state: string)",
        help,
        "change_state(create_machine(), \"idle\")",
    );
    api.add(change, |bits: INT, state: &str| {
        let state = with_context(|context| Ok(context.world.intern(state)))?;
        later(Later::Change(machine(bits), Change::To(state)))
    });
    let help = "Leaves the state that a machine is in and enters it again.";
    let restart = row(Group::Machines, "restart_state", "(machine: machine)", help, "restart_state(create_machine())");
    api.add(restart, |bits: INT| later(Later::Change(machine(bits), Change::Restart)));
    let help = "Brings a machine back to the state that it was in before.";
    let revert = row(Group::Machines, "revert_state", "(machine: machine)", help, "revert_state(create_machine())");
    api.add(revert, |bits: INT| later(Later::Change(machine(bits), Change::Revert)));
    let help = "Calls `update_...` of the state that a machine is in, when the function that asks for it has ended: once a tick, from `on_update(dt)`.";
    let update = row(
        Group::Machines,
        "update_machine",
        "(machine: machine, dt: float)",
        help,
        "update_machine(create_machine(), 0.1)",
    );
    api.add(update, |bits: INT, dt: FLOAT| later(Later::Update(machine(bits), dt)));
    let help = "Whether a machine is in a state.";
    let is = row(
        Group::Machines,
        "is_in_state",
        "(machine: machine, state: string) -> bool",
        help,
        "is_in_state(0, \"idle\") == false",
    );
    api.add(is, |bits: INT, state: &str| with_context(|context| Ok(context.is_in_state(machine(bits), state))));
    let help = "The name of the state that a machine is in; empty before the first. Allocates.";
    let name = row(Group::Machines, "state_name", "(machine: machine) -> string", help, "state_name(0) == \"\"");
    api.add(name, |bits: INT| {
        with_context(|context| Ok(rhai::ImmutableString::from(context.state_name(machine(bits)))))
    });
    let help = "Seconds since a machine entered its state.";
    let time = row(Group::Machines, "time_in_state", "(machine: machine) -> float", help, "time_in_state(0) == 0.0");
    api.add(time, |bits: INT| with_context(|context| Ok(context.time_in_state(machine(bits)))));
    let help = "How often a machine has changed its state.";
    let count = row(Group::Machines, "transition_count", "(machine: machine) -> int", help, "transition_count(0) == 0");
    api.add(count, |bits: INT| with_context(|context| Ok(context.transition_count(machine(bits)) as INT)));
}

/// Notes what comes when the call has ended.
fn later(what: Later) -> Answer<()> {
    with_call(|call| {
        let own = call.own.ok_or_else(|| refuse("this works in the script of an entity, not in a map's"))?;
        let mut list = own.later.borrow_mut();
        if list.len() >= crate::limits::MAX_ACTIONS {
            return Err(refuse("a call may ask for no more than 4,096 changes of state"));
        }
        list.push(what);
        Ok(())
    })
}

fn register_events(api: &mut Api<'_>) {
    let help = "Tells every script that listens, there and then, in the order in which they subscribed; the source is the entity. Listeners that are running, the script itself among them, hear of it when they are done.";
    let publish = row(
        Group::Events,
        "publish_event",
        "(name: string, text: string, number: float)",
        help,
        "publish_event(\"collected\", \"\", 10.0)",
    );
    api.add(publish, |name: &str| act(|context| context.publish_event(name, "", 0.0)));
    api.again("publish_event", |name: &str, text: &str| act(|context| context.publish_event(name, text, 0.0)));
    api.again("publish_event", |name: &str, text: &str, number: FLOAT| {
        act(|context| context.publish_event(name, text, number))
    });
    api.again("publish_event", |name: &str, text: &str, number: INT| {
        act(|context| context.publish_event(name, text, number as FLOAT))
    });
    let help = "Lets the script's `on_event(name, source, text, number)` hear of every event. The subscription ends with the script.";
    let subscribe = row(Group::Events, "subscribe_events", "() -> subscription", help, "subscribe_events() != 0");
    api.add(subscribe, || with_context(|context| Ok(context.subscribe_events().to_bits().cast_signed())));
    let help = "Lets the script hear of events of one name only.";
    let subscribe = row(
        Group::Events,
        "subscribe_event",
        "(name: string) -> subscription",
        help,
        "subscribe_event(\"collected\") != 0",
    );
    api.add(subscribe, |name: &str| with_context(|context| Ok(context.subscribe_event(name).to_bits().cast_signed())));
    let help = "Ends a subscription, at once. False if it is over.";
    let end = row(
        Group::Events,
        "unsubscribe",
        "(subscription: subscription) -> bool",
        help,
        "unsubscribe(subscribe_events())",
    );
    api.add(end, |bits: INT| {
        with_context(|context| Ok(context.unsubscribe(SubscriptionId::from_bits(bits.cast_unsigned()))))
    });
}
