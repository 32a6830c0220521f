//! A player in a box world, one call per tick.

use super::box_world::BoxWorld;
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, MoveEvents, MoveParameters, PlayerCommand, PlayerState, player_move};

pub struct Walker {
    pub world: BoxWorld,
    pub parameters: MoveParameters,
    pub command: PlayerCommand,
    pub state: PlayerState,
    pub interval_ns: u64,
}

impl Walker {
    pub fn new(world: BoxWorld, origin: Vec3) -> Self {
        Self {
            world,
            parameters: MoveParameters::default(),
            command: PlayerCommand::default(),
            state: PlayerState::at(origin),
            interval_ns: 15_625_000,
        }
    }

    /// Standing still on the wide floor.
    pub fn on_floor() -> Self {
        Self::standing(BoxWorld::with_floor(), Vec3::ZERO)
    }

    /// Standing still on whatever is just below `origin`.
    pub fn standing(world: BoxWorld, origin: Vec3) -> Self {
        let mut walker = Self::new(world, origin + Vec3::Z * 0.5);
        walker.tick();
        assert!(walker.state.on_ground.is_some(), "nothing to stand on at {origin}");
        walker
    }

    pub fn at_rate(mut self, hertz: u64) -> Self {
        self.interval_ns = 1_000_000_000 / hertz;
        self
    }

    pub fn seconds(&self) -> f32 {
        self.interval_ns as f32 * 1e-9
    }

    pub fn look(&mut self, pitch: f32, yaw: f32) {
        self.command.view = Angles::new(pitch, yaw, 0.0);
    }

    pub fn hold(&mut self, buttons: Buttons) {
        self.command.buttons |= buttons;
    }

    pub fn release(&mut self, buttons: Buttons) {
        self.command.buttons -= buttons;
    }

    pub fn tick(&mut self) -> MoveEvents {
        player_move(&self.world, &self.parameters, &self.command, &mut self.state, self.interval_ns)
    }

    pub fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            self.tick();
        }
    }

    /// Ticks until an event is seen, at most `limit` times.
    pub fn until<T>(
        &mut self,
        limit: usize,
        mut seen: impl FnMut(&PlayerState, &MoveEvents) -> Option<T>,
    ) -> Option<T> {
        (0..limit).find_map(|_| {
            let events = self.tick();
            seen(&self.state, &events)
        })
    }

    pub fn level_speed(&self) -> f32 {
        self.state.velocity.with_z(0.0).length()
    }
}

/// Asserts that two numbers differ by no more than a tolerance.
#[track_caller]
pub fn assert_near(actual: f32, expected: f32, tolerance: f32) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not within {tolerance} of {expected}");
}

/// `factor` multiplied by itself `times` times.
pub fn power(factor: f32, times: usize) -> f32 {
    std::iter::repeat_n(factor, times).product()
}
