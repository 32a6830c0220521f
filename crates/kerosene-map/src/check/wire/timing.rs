//! A delay or a number of times that a wire cannot have.

use super::super::lint::{Lint, Subject};
use super::{wires, wires_mut};
use crate::model::{Connection, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::WIRE_TIMING, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (entity, wire) in wires(subject) {
        let place = Place::entity(entity);
        let Connection { output, target, delay, times, .. } = wire;
        if has_odd_delay(wire) {
            let message = format!("the wire `{output}` to `{target}` has a delay of {delay} seconds");
            reporter.report_with_fix(LINT.code, place, message, "use 0 or more");
        }
        if has_odd_times(wire) {
            let message = format!("the wire `{output}` to `{target}` fires {times} times");
            reporter.report_with_fix(LINT.code, place, message, "use 1 or more, or -1 for without end");
        }
    }
}

/// No delay, and without end.
fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    for wire in wires_mut(map) {
        if has_odd_delay(wire) {
            wire.delay = 0.0;
            count += 1;
        }
        if has_odd_times(wire) {
            wire.times = -1;
            count += 1;
        }
    }
    count
}

fn has_odd_delay(wire: &Connection) -> bool {
    !wire.delay.is_finite() || wire.delay < 0.0
}

fn has_odd_times(wire: &Connection) -> bool {
    wire.times == 0 || wire.times < -1
}
