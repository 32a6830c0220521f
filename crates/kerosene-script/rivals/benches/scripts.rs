//! A thousand scripts a tick: ours, Rust's closures, Rhai without the engine, and Koto.
//!
//! `cargo bench --manifest-path crates/kerosene-script/rivals/Cargo.toml [-- TURNS]`
//!
//! The rivals take turns, one tick each, many times over. What is compared is the best turn of each: on a machine that
//! others use too, means say how busy it was, and the best of many turns comes close to what it can do. The median stands
//! beside it, and what a call allocates.

use kerosene_script::Backend;
use kerosene_script_rivals::{CASES, Case, INSTANCES, Level, OtherLanguage, RawRhai, TICK};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};
use std::hint::black_box;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

struct Rival {
    name: &'static str,
    tick: Box<dyn FnMut()>,
    turns: Vec<Duration>,
    taken: u64,
}

impl Rival {
    fn new(name: &'static str, tick: impl FnMut() + 'static) -> Self {
        Self { name, tick: Box::new(tick), turns: Vec::new(), taken: 0 }
    }

    fn turn(&mut self) {
        let before = taken_by_this_thread();
        let start = Instant::now();
        (self.tick)();
        self.turns.push(start.elapsed());
        self.taken = taken_by_this_thread() - before;
    }

    fn print(&mut self) {
        self.turns.sort_unstable();
        let each = |turn: Duration| turn.as_nanos() as f64 / INSTANCES as f64;
        let (best, median) = (each(self.turns[0]), each(self.turns[self.turns.len() / 2]));
        let taken = self.taken as f64 / INSTANCES as f64;
        println!("  {:24} {best:9.1} ns {median:9.1} ns {taken:6.1} allocations", self.name);
    }
}

fn rivals(case: &Case) -> Vec<Rival> {
    let mut machine = Level::new(case.rhai, Backend::Bytecode);
    let mut walker = Level::new(case.rhai, Backend::TreeWalker);
    let mut raw = RawRhai::new(case.rhai);
    let mut other = OtherLanguage::new(case.koto);
    let mut closures: Vec<_> = (0..INSTANCES).map(|_| (case.closure)()).collect();
    vec![
        Rival::new("ours", move || machine.tick()),
        Rival::new("ours, tree walker", move || walker.tick()),
        Rival::new("Rhai alone", move || raw.tick()),
        Rival::new("Koto", move || other.tick()),
        Rival::new("Rust closures", move || closures.iter_mut().for_each(|update| update(black_box(TICK)))),
    ]
}

fn main() {
    let turns = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1000);
    for case in &CASES {
        let mut rivals = rivals(case);
        for _ in 0..turns {
            rivals.iter_mut().for_each(Rival::turn);
        }
        println!("{}: best, median, allocations of a call", case.name);
        rivals.iter_mut().for_each(Rival::print);
    }
}
