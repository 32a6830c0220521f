//! Depth in a liquid, swimming and sinking.

use crate::accelerate::accelerated;
use crate::command::Buttons;
use crate::events::WaterChange;
use crate::friction::with_friction;
use crate::mover::Mover;
use crate::state::WaterLevel;
use crate::wish::Wish;
use crate::world::CollisionWorld;
use kerosene_bsp::Contents;
use kerosene_math::Vec3;

/// Height above the feet at which they count as wet, in units.
const FEET_HEIGHT: f32 = 1.0;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Finds out how deep the player is and in what.
    pub(crate) fn categorize_water(&mut self) {
        let waist = self.state.hull().maxs.z * 0.5;
        let contents_at = |height: f32| self.world.point_contents(self.state.origin + Vec3::Z * height);
        let liquid_at = |height: f32| contents_at(height).intersection(Contents::LIQUID);
        let at_feet = contents_at(FEET_HEIGHT);
        let liquid = at_feet.intersection(Contents::LIQUID);
        let level = if liquid.is_empty() {
            WaterLevel::Dry
        } else if liquid_at(waist).is_empty() {
            WaterLevel::Feet
        } else if liquid_at(self.state.view_height).is_empty() {
            WaterLevel::Waist
        } else {
            WaterLevel::Eyes
        };
        let current = if liquid.is_empty() { liquid } else { at_feet.intersection(Contents::CURRENTS) };
        self.state.water_contents = liquid | current;
        self.state.water_level = level;
    }

    /// Reports a change of depth since the beginning of the move.
    pub(crate) fn report_water(&mut self, from: WaterLevel, contents: Contents) {
        let to = self.state.water_level;
        if from != to {
            let contents = if to > from { self.state.water_contents } else { contents };
            self.events.water = Some(WaterChange { from, to, contents });
        }
    }

    /// Swims for one tick. Water bears the player: there is no gravity, only a slow sinking of the idle.
    pub(crate) fn swim_move(&mut self) {
        let parameters = self.parameters;
        // No stop speed: water slows in proportion to the speed, down to rest.
        let velocity = with_friction(self.state.velocity, parameters.friction, 0.0, self.seconds);
        self.state.velocity = accelerated(velocity, self.swim_wish(), parameters.accelerate, self.seconds);
        let motion = self.motion();
        // A swimmer who rises leaves the bottom; only one who walks on it climbs steps.
        let walks = self.state.on_ground.is_some() && motion.velocity.z <= 0.0;
        let end = if walks { self.slide_with_steps(motion) } else { self.slide(motion).motion };
        self.adopt(end);
        self.state.fall_speed = 0.0;
    }

    /// Where a swimmer wants to go: along the view, up with the jump button, down when idle, and wherever the current
    /// carries everything.
    fn swim_wish(&self) -> Wish {
        let wish = self.view_wish();
        let carried = self.state.water_contents.current() * self.parameters.current_speed;
        let rises = self.command.buttons.contains(Buttons::JUMP);
        if wish == Vec3::ZERO && !rises {
            return Wish::of_velocity(Vec3::NEG_Z * self.parameters.sink_speed + carried);
        }
        let mut velocity = wish * (self.wish_speed_limit() * self.parameters.swim_speed_scale);
        if rises {
            velocity.z = velocity.z.max(self.parameters.swim_up_speed);
        }
        Wish::of_velocity(velocity + carried)
    }
}
