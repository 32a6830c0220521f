//! A game being played: the engine, the person at it, and what of it is seen. No window, no GPU.

use crate::{
    assets::Assets,
    bob::Bob,
    debug_draw::DebugDraw,
    effects::{Effects, seconds},
    overlay::Facts,
    profile::Profile,
    scene::{Eye, Scene},
    variables::Variables,
};
use kerosene_engine::{Engine, Player, PlayerId, PlayerInput};
use kerosene_entity::Time;
use kerosene_input::{Input, InputMode, PlayerSlot};
use kerosene_math::{Angles, Vec3};
use kerosene_render::Frame;
use std::time::Duration;

/// How high the eye of a dead player lies above the ground, in units, and how it is turned.
const DEAD_EYE: f32 = 12.0;
const DEAD_ROLL: f32 = 50.0;

/// All of it.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) engine: Engine,
    pub(crate) variables: Variables,
    pub(crate) input: Input,
    player: Option<PlayerId>,
    /// How often the engine had turned the player when its view was last taken over.
    turned: Option<u32>,
    pub(crate) effects: Effects,
    scene: Scene,
    pub(crate) frame: Frame,
    /// The level runs, and what is to be seen of it is not ready: its time stands still.
    pub(crate) level_is_loading: bool,
    pub(crate) profile: Profile,
    bob: Bob,
    debug_draw: DebugDraw,
}

impl Play {
    pub(crate) fn new(engine: Engine, variables: Variables, input: Input) -> Self {
        Self {
            engine,
            variables,
            input,
            player: None,
            turned: None,
            effects: Effects::default(),
            scene: Scene::default(),
            frame: Frame::default(),
            level_is_loading: false,
            profile: Profile::default(),
            bob: Bob::default(),
            debug_draw: DebugDraw::default(),
        }
    }

    /// Runs the engine's frame with what the person does. In a menu that stops time, `stops` is set.
    pub(crate) fn advance(&mut self, real: Duration, in_menu: bool, stops: bool) {
        self.input.set_mode(if in_menu { InputMode::Menu } else { InputMode::Play });
        self.input.advance(self.engine.console(), real);
        self.input.send(self.engine.console_mut());
        let time = if stops || self.level_is_loading { Duration::ZERO } else { real };
        let command = self.input.command(PlayerSlot::FIRST);
        let input = self.player.map(|player| PlayerInput { player, command });
        let ticks = self.engine.frame(time, input.as_slice());
        self.input.ticks_ran(ticks);
        self.profile.ticks(ticks);
        self.take_place();
        self.take_over_view();
        let most_decals = self.variables.picture.most_decals(self.engine.console());
        self.effects.follow(&mut self.engine, most_decals);
        let bobs = self.variables.play.bob(self.engine.console());
        if let Some(player) = self.player.and_then(|id| self.engine.player(id)) {
            self.bob.advance(player, time.as_secs_f32(), bobs);
        }
    }

    /// Makes sure that the person is one of the level's players.
    fn take_place(&mut self) {
        if self.engine.map_name().is_none() || self.player.is_some_and(|id| self.engine.player(id).is_some()) {
            return;
        }
        self.turned = None;
        let first = self.engine.players().first().map(|player| player.id);
        // A level without a place to come in at is looked at from its middle; tools have said so.
        self.player = first.or_else(|| self.engine.spawn_player().ok());
    }

    /// Looks where the engine turned the player to.
    fn take_over_view(&mut self) {
        let Some(player) = self.player.and_then(|id| self.engine.player(id)) else { return };
        if self.turned != Some(player.turned) {
            self.turned = Some(player.turned);
            self.input.set_view(PlayerSlot::FIRST, player.view);
        }
    }

    /// The player that the person is.
    pub(crate) fn player(&self) -> Option<&Player> {
        self.player.and_then(|id| self.engine.player(id))
    }

    /// Fills [`Self::frame`] with what is to be seen now; `assets` are asked for what is seen for the first time.
    pub(crate) fn compose(&mut self, assets: &mut impl Assets) {
        let eye = self.eye();
        self.scene.follow(&self.engine, assets);
        self.scene.fill(&self.engine, &eye, &mut self.frame);
        self.effects.fill(&self.engine, assets, &mut self.frame);
        let shows = self.variables.picture.debug_shows(self.engine.console());
        self.debug_draw.fill(shows, &self.engine, self.player, &mut self.frame);
    }

    /// The renderer's names for things mean nothing any more.
    pub(crate) fn forget_pictures(&mut self) {
        self.scene = Scene::default();
        self.effects.forget_pictures();
    }

    /// The eye, and how the picture is shown.
    fn eye(&self) -> Eye {
        let console = self.engine.console();
        let (fov, view) = (self.variables.play.fov(console), self.variables.picture.view(console));
        let Some(player) = self.player() else {
            let place = self.engine.spawn_points().first();
            let (origin, angles) = place.map_or((Vec3::ZERO, Angles::ZERO), |place| (place.origin, place.view));
            return Eye { origin, angles, fov, view };
        };
        let alpha = self.engine.alpha();
        let mut angles = self.input.view(PlayerSlot::FIRST);
        let mut origin = player.interpolated_eye(alpha) + self.bob.offset();
        if !player.condition.is_alive() {
            origin = player.interpolated_origin(alpha) + Vec3::Z * DEAD_EYE;
            angles.roll = DEAD_ROLL;
        }
        let (shift, turn) = self.effects.view_offset(player, seconds(&self.engine));
        let angles = Angles::new(angles.pitch + turn.pitch, angles.yaw + turn.yaw, angles.roll + turn.roll);
        let now = Time::from_nanoseconds((seconds(&self.engine) * 1e9) as u64);
        let shake = self.engine.scripts().map(|scripts| scripts.services().shake().offset(now));
        let (sway, tilt) = shake.unwrap_or_default();
        let origin = origin + shift + angles.to_mat3() * sway;
        let angles = Angles::new(angles.pitch + tilt.pitch, angles.yaw + tilt.yaw, angles.roll + tilt.roll);
        Eye { origin, angles, fov, view }
    }

    /// What the overlay shows.
    pub(crate) fn facts(&self) -> Facts<'_> {
        let console = self.engine.console();
        let now = seconds(&self.engine);
        Facts {
            engine: &self.engine,
            binds: self.input.binds(),
            player: self.player(),
            profile: &self.profile,
            messages: &self.effects.messages,
            texts: &self.effects.texts,
            fade: self.effects.fade.at(now),
            labels: self.debug_draw.labels(),
            camera: &self.frame.camera,
            now,
            crosshair: self.variables.play.crosshair(console),
            shows_hud: self.variables.play.hud(console),
            speeds: self.variables.video.speeds(console),
            level_is_loading: self.level_is_loading,
        }
    }
}
