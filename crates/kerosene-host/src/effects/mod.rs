//! What entities want people to see and what leaves no trace in the simulation: texts, fades, shakes, decals, sparks.
//!
//! All of it lives on the level's time, so that it stands still with it in a pause.

mod decals;
mod fade;
mod messages;
mod shake;
mod sparks;
mod texts;

use crate::assets::{Assets, stock};
use kerosene_engine::{Engine, Player, Shown};
use kerosene_math::{Angles, Vec3};
use kerosene_render::Frame;

pub(crate) use fade::Fade;
pub(crate) use messages::Messages;
pub(crate) use texts::{SeenText, Texts};

/// All that is shown and fades away.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub(crate) messages: Messages,
    pub(crate) texts: Texts,
    pub(crate) fade: Fade,
    shakes: shake::Shakes,
    decals: decals::Decals,
    sparks: sparks::Sparks,
    level: u64,
}

impl Effects {
    /// Takes in what the engine has to show to a player.
    pub(crate) fn follow(&mut self, engine: &mut Engine, most_decals: usize) {
        let shown = engine.take_shown();
        if self.level != engine.level_generation() {
            *self = Self { level: engine.level_generation(), ..Self::default() };
        }
        let now = seconds(engine);
        self.decals.limit(most_decals);
        let player = engine.players().first();
        let (entity, eye) =
            (player.map(|player| player.entity), player.map_or(Vec3::ZERO, |player| player.state.eye()));
        for shown in shown {
            match shown {
                Shown::Message { text, who } if who.is_none() || who == entity => self.messages.show(text, now),
                Shown::Text { text, how } if how.who.is_none() || how.who == entity => self.texts.show(&text, how, now),
                Shown::Fade(fade) if fade.who.is_none() || fade.who == entity => self.fade.begin(fade, now),
                Shown::Shake { shake, origin } => self.shakes.begin(shake, origin.distance(eye), now),
                Shown::Decal { material, size, origin } => self.decals.wish(material, size, origin),
                Shown::Explosion { origin, radius } => {
                    self.sparks.explode(origin, radius, now);
                    self.decals.wish(stock::SCORCH.to_owned(), (radius * 0.5).clamp(32.0, 128.0), origin);
                }
                Shown::Spark { origin, magnitude, length } => self.sparks.spark(origin, magnitude, length, now),
                Shown::Message { .. } | Shown::Text { .. } | Shown::Fade(_) => {}
            }
        }
    }

    /// How far the view is out of its place, and turned, for a player.
    pub(crate) fn view_offset(&self, player: &Player, now: f64) -> (Vec3, Angles) {
        self.shakes.offset(player.state.on_ground.is_some(), now)
    }

    /// Decals that are there have lost their materials.
    pub(crate) fn forget_pictures(&mut self) {
        self.decals = decals::Decals::default();
    }

    /// Adds decals and sparks to a picture.
    pub(crate) fn fill(&mut self, engine: &Engine, assets: &mut impl Assets, frame: &mut Frame) {
        if let Some(world) = engine.world() {
            self.decals.fill(world, assets, frame);
        }
        self.sparks.fill(assets, frame);
    }
}

/// Seconds since the level began.
pub(crate) fn seconds(engine: &Engine) -> f64 {
    engine.time_ns() as f64 * 1e-9
}
