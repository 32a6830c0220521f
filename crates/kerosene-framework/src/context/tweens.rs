//! Tweens of a script.

use super::Context;
use crate::curve::Curve;
use crate::handle::TweenId;
use crate::tweens::{Channel, Start, Target};
use kerosene_entity::EntityId;
use kerosene_math::{Angles, Vec3};

impl Context<'_> {
    /// Moves the entity to a place in its parent's frame, in units, within so many seconds.
    pub fn tween_position_to(&mut self, to: Vec3, duration: f32, curve: Curve) -> TweenId {
        self.tween_position(self.owner(), to, duration, curve)
    }

    /// Turns the entity to angles in its parent's frame, each the shorter way around.
    pub fn tween_rotation_to(&mut self, to: Angles, duration: f32, curve: Curve) -> TweenId {
        self.tween_rotation(self.owner(), to, duration, curve)
    }

    /// Brings the entity to a size, 1 on each axis for that of its model.
    pub fn tween_scale_to(&mut self, to: Vec3, duration: f32, curve: Curve) -> TweenId {
        self.tween_scale(self.owner(), to, duration, curve)
    }

    /// Moves any entity.
    pub fn tween_position(&mut self, target: EntityId, to: Vec3, duration: f32, curve: Curve) -> TweenId {
        self.start_tween(Target::Entity(Channel::Position, target), [0.0; 4], four(to, 0.0), duration, curve)
    }

    /// Turns any entity.
    pub fn tween_rotation(&mut self, target: EntityId, to: Angles, duration: f32, curve: Curve) -> TweenId {
        let to = [to.pitch, to.yaw, to.roll, 0.0];
        self.start_tween(Target::Entity(Channel::Rotation, target), [0.0; 4], to, duration, curve)
    }

    /// Brings any entity to a size.
    pub fn tween_scale(&mut self, target: EntityId, to: Vec3, duration: f32, curve: Curve) -> TweenId {
        self.start_tween(Target::Entity(Channel::Scale, target), [0.0; 4], four(to, 0.0), duration, curve)
    }

    /// Brings a light to a colour, 0 to 255, and a brightness as the fourth number of `_light` has it.
    pub fn tween_light_color(
        &mut self,
        light: EntityId,
        color: Vec3,
        brightness: f32,
        duration: f32,
        curve: Curve,
    ) -> TweenId {
        let target = Target::Entity(Channel::LightColor, light);
        self.start_tween(target, [0.0; 4], four(color, brightness), duration, curve)
    }

    /// Brings an element of the user interface from one colour and opacity to another, 0 to 1 each. What the element looks like
    /// is no part of the level, so both ends are given.
    pub fn tween_ui_color(
        &mut self,
        element: &str,
        from: [f32; 4],
        to: [f32; 4],
        duration: f32,
        curve: Curve,
    ) -> TweenId {
        let element = self.world.intern(element);
        self.start_tween(Target::Element(element), from, to, duration, curve)
    }

    /// A number that goes from one to another; [`tween_value`](Self::tween_value) reads it.
    pub fn tween_number(&mut self, from: f32, to: f32, duration: f32, curve: Curve) -> TweenId {
        self.start_tween(Target::Value, [from; 4], [to; 4], duration, curve)
    }

    /// What a tween has reached, of several numbers the first; `None` if it is over.
    #[must_use]
    pub fn tween_value(&self, tween: TweenId) -> Option<f32> {
        self.services.state.tweens.value(tween, self.now()).map(|value| value[0])
    }

    /// Lets a tween that has not begun begin `delay` seconds from now, from what it then finds.
    pub fn set_tween_delay(&mut self, tween: TweenId, delay: f32) -> bool {
        let now = self.now();
        self.services.state.tweens.set_delay(tween, now, delay)
    }

    /// Lets a tween go back and forth for good.
    pub fn set_ping_pong(&mut self, tween: TweenId, on: bool) -> bool {
        self.services.state.tweens.set_ping_pong(tween, on)
    }

    /// Says which task the script's `on_tween_done` is called with when a tween is done.
    pub fn set_on_complete(&mut self, tween: TweenId, task: &str) -> bool {
        let task = self.world.intern(task);
        self.services.state.tweens.set_on_complete(tween, task)
    }

    /// Ends a tween where it is.
    pub fn cancel_tween(&mut self, tween: TweenId) -> bool {
        self.services.state.tweens.cancel(tween)
    }

    /// Whether a tween goes on, or waits to begin.
    #[must_use]
    pub fn is_tweening(&self, tween: TweenId) -> bool {
        self.services.state.tweens.is_active(tween)
    }

    fn start_tween(&mut self, target: Target, from: [f32; 4], to: [f32; 4], duration: f32, curve: Curve) -> TweenId {
        let start = Start { target, from, to, duration, curve };
        let (owner, now) = (self.owner(), self.now());
        self.services.state.tweens.start(owner, now, &start).unwrap_or_else(|| {
            self.warn("no more tweens: an entity has 65,536 at most, and a level a million");
            TweenId::NONE
        })
    }
}

fn four(three: Vec3, w: f32) -> [f32; 4] {
    [three.x, three.y, three.z, w]
}
