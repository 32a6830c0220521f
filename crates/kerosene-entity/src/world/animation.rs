//! Animations: what a class asks for, what the engine adds, and what the class is told.

use super::EntityWorld;
use crate::EntityId;
use crate::animation::Animation;
use crate::class::ClassId;
use crate::time::Due;
use kerosene_world::TextId;

impl EntityWorld {
    /// Lets the model of an entity play a clip from its beginning; the empty name is the bind pose. What played before
    /// blends over into it.
    ///
    /// The engine measures the clip in the same tick. When one that is not looped ends, its class's handler is called
    /// and the clip stays at its last moment until another one plays.
    ///
    /// ```
    /// use kerosene_entity::{ClassDef, ClassKind, EntityWorld, Registry};
    ///
    /// let fan = ClassDef::new("fan", ClassKind::Point);
    /// let mut world = EntityWorld::new(&Registry::new([fan])?);
    /// let fan = world.spawn_with("fan", &[]);
    /// let spin = world.intern("spin");
    /// world.play_animation(fan, spin, 2.0);
    /// assert_eq!(world.animation(fan).map(|animation| animation.clip), Some(spin));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn play_animation(&mut self, entity: EntityId, clip: TextId, rate: f32) {
        if !self.is_active(entity) {
            return;
        }
        let now = self.time();
        let before = self.animation(entity);
        let (from, from_at) = before.map_or_else(Default::default, |before| (before.clip, before.at(now)));
        let rate = if rate.is_finite() { rate } else { 1.0 };
        self.world
            .insert(entity, Animation { clip, since: now, rate, from, from_at, began: now, ..Animation::default() });
    }

    /// What the model of an entity does; `None` for one that shows its bind pose.
    pub fn animation(&self, entity: EntityId) -> Option<Animation> {
        self.get(entity)
    }

    /// Changes how quickly the animation of an entity plays, from where it is now.
    pub fn set_animation_rate(&mut self, entity: EntityId, rate: f32) {
        let now = self.time();
        let Some(mut animation) = self.animation(entity).filter(|_| rate.is_finite()) else { return };
        animation.rebase(now);
        animation.rate = rate;
        animation.find_finish();
        self.world.insert(entity, animation);
    }

    /// For the engine: the clip of an entity's animation has so many seconds, and is looped or not; `None` where the model
    /// does not have it, which ends it at once.
    pub fn measure_animation(&mut self, entity: EntityId, clip: Option<(f32, bool)>) {
        let Some(mut animation) = self.animation(entity) else { return };
        let (seconds, looped) = clip.unwrap_or_default();
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        animation.measured = true;
        (animation.seconds, animation.looped) = (seconds, looped);
        // What plays backwards begins at its end.
        if animation.rate < 0.0 && animation.at == 0.0 {
            animation.at = seconds;
        }
        animation.find_finish();
        self.world.insert(entity, animation);
    }

    /// For the engine: the animation of an entity has ended. It stays at its last moment, and its class is told.
    pub fn finish_animation(&mut self, entity: EntityId) {
        let now = self.time();
        let Some(mut animation) = self.animation(entity) else { return };
        animation.rebase(now);
        (animation.rate, animation.finish) = (0.0, Due::NEVER);
        self.world.insert(entity, animation);
        let Some(row) = self.row(entity).filter(|row| row.is_active()) else { return };
        if let Some(done) = self.registry.known(ClassId(row.class)).def.handlers.animation_done {
            done(self, entity);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::{ClassDef, ClassKind, Due, EntityId, EntityWorld, Registry, Time};
    use std::time::Duration;

    fn arm() -> (EntityWorld, EntityId) {
        let class = ClassDef::new("arm", ClassKind::Point).on_animation_done(|world, arm| {
            world.remove(arm);
        });
        let mut world = EntityWorld::new(&Registry::new([class]).unwrap());
        let arm = world.spawn_with("arm", &[]);
        (world, arm)
    }

    fn due(seconds: f64) -> Due {
        Due::at(Time::from_nanoseconds((seconds * 1e9) as u64))
    }

    #[test]
    fn its_end_follows_from_length_and_rate_and_moves_with_the_rate() {
        let (mut world, arm) = arm();
        let wave = world.intern("wave");
        world.play_animation(arm, wave, 2.0);
        assert_eq!(world.animation(arm).unwrap().finish, Due::NEVER);
        world.measure_animation(arm, Some((3.0, false)));
        assert_eq!(world.animation(arm).unwrap().finish, due(1.5));
        world.begin_tick(Duration::from_millis(500));
        // One second in; at half the speed the two others take four.
        world.set_animation_rate(arm, 0.5);
        assert_eq!(world.animation(arm).unwrap().finish, due(4.5));
        world.set_animation_rate(arm, 0.0);
        assert_eq!(world.animation(arm).unwrap().finish, Due::NEVER);
        world.set_animation_rate(arm, -1.0);
        assert_eq!(world.animation(arm).unwrap().finish, due(1.5));
    }

    #[test]
    fn what_is_looped_never_ends_and_what_is_missing_ends_at_once() {
        let (mut world, arm) = arm();
        let wave = world.intern("wave");
        world.play_animation(arm, wave, 1.0);
        world.measure_animation(arm, Some((3.0, true)));
        assert_eq!(world.animation(arm).unwrap().finish, Due::NEVER);
        world.play_animation(arm, wave, 1.0);
        world.measure_animation(arm, None);
        assert_eq!(world.animation(arm).unwrap().finish, due(0.0));
    }

    #[test]
    fn the_class_is_told_of_the_end_and_the_last_moment_stays() {
        let (mut world, arm) = arm();
        let wave = world.intern("wave");
        world.play_animation(arm, wave, 1.0);
        world.measure_animation(arm, Some((0.25, false)));
        world.begin_tick(Duration::from_millis(500));
        world.finish_animation(arm);
        let animation = world.animation(arm).unwrap();
        assert_eq!((animation.at, animation.rate), (0.25, 0.0));
        assert!(!world.is_active(arm), "its handler has run");
    }

    #[test]
    fn the_next_one_blends_from_where_the_one_before_was() {
        let (mut world, arm) = arm();
        let [wave, rest] = ["wave", "rest"].map(|clip| world.intern(clip));
        world.play_animation(arm, wave, 1.0);
        world.measure_animation(arm, Some((3.0, false)));
        world.begin_tick(Duration::from_millis(500));
        world.play_animation(arm, rest, 1.0);
        let animation = world.animation(arm).unwrap();
        assert_eq!((animation.from, animation.from_at, animation.began), (wave, 0.5, world.time()));
        // Numbers that are none change nothing.
        world.set_animation_rate(arm, f32::NAN);
        assert_eq!(world.animation(arm).unwrap().rate, 1.0);
        world.play_animation(arm, rest, f32::INFINITY);
        assert_eq!(world.animation(arm).unwrap().rate, 1.0);
    }
}
