//! What players hear and feel: sounds and shakes.

use super::Context;
use crate::shake::Shake;
use kerosene_entity::{Request, SoundRequest};

impl Context<'_> {
    /// Plays a sound once at the entity, 0 to 1 loud; it is heard the less the farther it is.
    pub fn play_spatial_sound(&mut self, sound: &str, volume: f32) {
        self.play(sound, volume, false);
    }

    /// Plays a sound once for everybody alike, at full volume.
    pub fn play_global_sound(&mut self, sound: &str) {
        self.play(sound, 1.0, true);
    }

    fn play(&mut self, sound: &str, volume: f32, everywhere: bool) {
        let (sound, owner) = (self.world.intern(sound), self.owner());
        let volume = if volume.is_nan() { 0.0 } else { volume.clamp(0.0, 1.0) };
        self.world
            .request(Some(owner), Request::PlaySound(SoundRequest { volume, everywhere, ..SoundRequest::once(sound) }));
    }

    /// Shakes the view, 0 to 1 strong, for so many seconds. A stronger shake takes the place of one that is felt; a weaker
    /// one is not felt beside it. Where players stand and look is not touched.
    pub fn shake_camera(&mut self, intensity: f32, seconds: f32) {
        let now = self.now();
        self.services.state.shake.request(now, intensity, seconds);
    }

    /// The shake of the view as it is.
    #[must_use]
    pub fn shake(&self) -> Shake {
        self.services.state.shake
    }
}
