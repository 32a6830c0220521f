//! Who is charged, while a profiled call runs.

use super::{LineCost, Place, Profile};
use crate::language::budget;
use rhai::{Dynamic, ImmutableString, Position};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

/// A call that is profiled.
struct Running {
    places: Rc<[Place]>,
    costs: Profile,
    /// The statement that runs, and what it has cost.
    place: Option<usize>,
    cost: LineCost,
    since: Instant,
    left: u64,
}

thread_local! {
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

#[expect(clippy::disallowed_methods, reason = "statistics for people; never reaches the simulation")]
fn now() -> Instant {
    Instant::now()
}

impl Running {
    /// The statement that ran has ended, and that of a number begins.
    fn go_on(&mut self, next: Option<usize>) {
        let (now, left) = (now(), budget::left());
        self.cost.time = now.duration_since(self.since);
        self.cost.operations = self.left.saturating_sub(left);
        if let Some(place) = self.place.and_then(|place| self.places.get(place)) {
            self.costs.charge(place, &self.cost);
        }
        (self.place, self.cost, self.since, self.left) = (next, LineCost::default(), now, left);
    }
}

/// Runs a call whose statements are marked, and gives what it has cost.
pub(crate) fn run<R>(places: &Rc<[Place]>, call: impl FnOnce() -> R) -> (R, Profile) {
    let (places, costs) = (Rc::clone(places), Profile::default());
    let running = Running { places, costs, place: None, cost: LineCost::default(), since: now(), left: budget::left() };
    RUNNING.with_borrow_mut(|all| all.push(running));
    let result = call();
    let ended = RUNNING.with_borrow_mut(Vec::pop);
    let costs = ended.map(|mut running| {
        running.go_on(None);
        running.costs
    });
    (result, costs.unwrap_or_default())
}

/// The statement of a number begins; with it a function, where `enters` says so.
pub(crate) fn mark(place: usize, enters: bool) {
    RUNNING.with_borrow_mut(|all| {
        if let Some(running) = all.last_mut() {
            running.go_on(Some(place));
            running.cost.runs += 1;
            running.cost.calls += u64::from(enters);
        }
    });
}

/// Something was built on the line that runs, if somebody wants to know.
pub(crate) fn built(bytes: usize) {
    built_on(None, bytes);
}

/// Something was built on a line of the file that runs; where that is not known, on the line that runs.
fn built_on(line: Option<usize>, bytes: usize) {
    RUNNING.with_borrow_mut(|all| {
        let Some(running) = all.last_mut() else { return };
        let places = Rc::clone(&running.places);
        let current = running.place.and_then(|place| places.get(place));
        let of_line = |place: &&Place| {
            Some(place.line as usize) == line && current.is_none_or(|current| current.file == place.file)
        };
        // A function may have been called in between, which has left its own line.
        match places.iter().find(of_line).filter(|&place| current.is_none_or(|current| current.line != place.line)) {
            Some(place) => {
                let cost = LineCost { built: 1, bytes: bytes as u64, ..LineCost::default() };
                running.costs.charge(place, &cost);
            }
            None => {
                running.cost.built += 1;
                running.cost.bytes += bytes as u64;
            }
        }
    });
}

/// The same of a value, if it is of those that are built.
pub(crate) fn value_built(value: &Dynamic, position: Position) {
    let bytes = if let Some(text) = value.read_lock::<ImmutableString>() {
        text.len()
    } else if let Ok(values) = value.as_array_ref() {
        values.len() * size_of::<Dynamic>()
    } else if let Ok(map) = value.as_map_ref() {
        map.keys().map(|key| key.len() + size_of::<Dynamic>()).sum()
    } else if let Ok(bytes) = value.as_blob_ref() {
        bytes.len()
    } else {
        return;
    };
    built_on(position.line(), bytes);
}
