//! A walker that stands in for a person at the keyboard.
//!
//! A headless walk through a map means something only if it goes somewhere. The walker looks around by sweeping
//! its hull (`senses`), remembers where it has been and where it could go (`memory`), and walks to the nearest
//! place that it has seen and not visited (`exploring`, `steering`, `caution`). It jumps onto what is too high to step on, leaps over gaps, crawls
//! under what is low, swims, and drops off ledges that do not hurt. When nothing is left that is safe, it dares
//! what is not. Now and then it jumps or ducks for no reason, as people do.
//!
//! It sees the world only through [`CollisionWorld`] and acts only through [`PlayerCommand`], so it can do nothing
//! that a player could not. Everything it decides follows from its seed, the world and the states it was shown:
//! equal runs are equal to the bit.
//!
//! Deliberately absent: it fights nobody, opens nothing, and knows no map's purpose.

mod caution;
mod exploring;
mod memory;
mod senses;
mod steering;

use caution::beware;
use kerosene_math::{Angles, Pcg32};
use kerosene_physics::{CollisionWorld, PlayerCommand, PlayerState};
use memory::{Leg, Memory, NodeId};
use senses::Senses;

/// Speed below which a walker that pushes does not get on, in units per second.
const STALL_SPEED: f32 = 25.0;
/// Distance to a goal at which it counts as reached, in units.
const NEAR: f32 = 20.0;
/// How far ahead obstacles are noticed on the way, in units.
const LOOK_AHEAD: f32 = 24.0;
/// Time in something that burns after which the walker gives up, in nanoseconds.
const BURNT_TIME_NS: u64 = 1_500_000_000;
/// Time without anything new after which the walker gives up, in nanoseconds.
const WEARY_TIME_NS: u64 = 30_000_000_000;

/// A seeded, deterministic walker for one player.
///
/// ```
/// use kerosene_engine::{Autopilot, Engine, EngineOptions, FALLBACK_MAP, PlayerInput};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// let player = engine.spawn_player().expect("a level is loaded");
/// let mut autopilot = Autopilot::new(7);
/// let start = engine.player(player).expect("spawned").state.origin;
/// for _ in 0..128 {
///     let state = &engine.player(player).expect("spawned").state;
///     let command = autopilot.command(engine.world().expect("loaded"), state, engine.tick_rate().interval_ns());
///     engine.tick(&[PlayerInput { player, command }]);
/// }
/// assert!(engine.player(player).expect("spawned").state.origin.distance(start) > 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Autopilot {
    random: Pcg32,
    memory: Memory,
    /// Legs still to go, the next one last.
    route: Vec<Leg>,
    /// Time left for the current leg.
    leg_left_ns: u64,
    /// Time left to shake free after failing.
    shake_left_ns: u64,
    view: Angles,
    /// Nothing safe is left to explore.
    bored: bool,
    /// Where the walker last stood.
    last: Option<NodeId>,
    /// Time for which the walker has pushed without moving.
    stalled_ns: u64,
    /// Time left to back off from a ledge, to have a run-up.
    run_up_ns: u64,
    /// Time in something that burns.
    burning_ns: u64,
    /// Time since the walker last came to a new place, and the number of places by then.
    weary_ns: u64,
    visited: u32,
    /// Look around again even from a known place: the last way was not as it seemed.
    doubtful: bool,
    /// Whether jump was pressed in the last tick: it must be let go between jumps.
    jump_pressed: bool,
}

impl Autopilot {
    /// A walker that knows nothing yet. Other seeds explore in other orders.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Pcg32::new(seed, 0),
            memory: Memory::default(),
            route: Vec::new(),
            leg_left_ns: 0,
            shake_left_ns: 0,
            view: Angles::default(),
            bored: false,
            last: None,
            stalled_ns: 0,
            run_up_ns: 0,
            burning_ns: 0,
            weary_ns: 0,
            visited: 0,
            doubtful: false,
            jump_pressed: false,
        }
    }

    /// What to press in the next tick of `interval_ns` nanoseconds.
    pub fn command<W: CollisionWorld + ?Sized>(
        &mut self,
        world: &W,
        state: &PlayerState,
        interval_ns: u64,
    ) -> PlayerCommand {
        let senses = Senses { world };
        self.take_stock(&senses, state, interval_ns);
        let command = if self.shake_left_ns > 0 {
            self.shake_left_ns = self.shake_left_ns.saturating_sub(interval_ns);
            self.shake(state)
        } else {
            self.explore(&senses, state, interval_ns)
        };
        let leaps = self.shake_left_ns == 0 && self.run_up_ns == 0 && self.is_set_to_leap(state);
        if leaps { command } else { beware(&senses, state, command) }
    }

    /// Whether the walker can do nothing more from where it is: it burns, or has found nothing new for long. A player
    /// of a finished game would come in anew; so should it, and [`start_again`](Self::start_again) tells it.
    pub fn is_lost(&self) -> bool {
        self.burning_ns >= BURNT_TIME_NS || self.weary_ns >= WEARY_TIME_NS
    }

    /// Tells the walker that it has been put somewhere else. It keeps what it knows.
    pub fn start_again(&mut self) {
        if let Some(&leg) = self.route.last() {
            self.memory.fail(leg);
        }
        self.route.clear();
        self.last = None;
        (self.burning_ns, self.weary_ns, self.stalled_ns, self.shake_left_ns) = (0, 0, 0, 0);
    }

    /// Counts the time in trouble.
    fn take_stock<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        interval_ns: u64,
    ) {
        self.burning_ns = if senses.burns(state.origin) { self.burning_ns + interval_ns } else { 0 };
        self.weary_ns = if self.visited == self.memory.visited_count() { self.weary_ns + interval_ns } else { 0 };
        self.visited = self.memory.visited_count();
    }

    /// A number below `bound`, 0 if that is 0.
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound).unwrap_or(0)
    }
}
