//! Pictures on the window, whatever happens to the device.

use super::{
    app::graphics_options,
    graphics::{Graphics, GraphicsOptions, Picture},
    losses::Losses,
    readback,
};
use crate::{
    assets::{Known, Rendered},
    clock::Clock,
    error::HostError,
    profile::{Profile, Stage},
    screenshot,
    session::{Session, Wish},
};
use kerosene_console::Level;
use kerosene_render::{Frame, FrameStatistics, LevelReport};
use std::{sync::Arc, time::Duration};
use winit::window::Window;

/// How often development builds look at the shaders' files.
const SHADER_LOOKS: Duration = Duration::from_secs(1);

/// Missing materials and textures that are told one by one.
const MOST_FAULTS: usize = 8;

/// Draws frames.
pub(super) struct Frames {
    graphics: Graphics,
    known: Known,
    /// What is drawn while a level is made.
    nothing: Frame,
    /// The sky that the renderer was asked for.
    sky: String,
    /// The level that the renderer has.
    level: Option<u64>,
    losses: Losses,
    last_message: String,
    /// When shaders were last looked at.
    last_look: Duration,
}

impl Frames {
    pub(super) fn new(window: &Arc<Window>, options: GraphicsOptions) -> Result<Self, HostError> {
        let graphics = Graphics::new(window, options)?;
        Ok(Self {
            graphics,
            known: Known::default(),
            nothing: Frame::default(),
            sky: String::new(),
            level: None,
            losses: Losses::default(),
            last_message: String::new(),
            last_look: Duration::ZERO,
        })
    }

    /// What draws, for people.
    pub(super) fn name(&self) -> String {
        self.graphics.gpu().name()
    }

    /// Largest side of a texture.
    pub(super) fn most_texels(&self) -> Option<usize> {
        usize::try_from(self.graphics.gpu().device().limits().max_texture_dimension_2d).ok()
    }

    /// Draws one; gives what was laid out over it has to say to the window, `None` where it was no time for a picture.
    ///
    /// # Errors
    /// A device that is lost and does not come back.
    pub(super) fn draw(
        &mut self,
        session: &mut Session,
        input: egui::RawInput,
        clock: &Clock,
        window: &Arc<Window>,
    ) -> Result<Option<egui::PlatformOutput>, HostError> {
        self.tell_news(session);
        if self.graphics.is_lost() {
            self.begin_anew(session, clock, window)?;
        }
        let size = window.inner_size();
        self.graphics.resize([size.width, size.height]);
        self.graphics.set_vsync(session.play.variables.video.vsync(session.play.engine.console()));
        self.follow_level(session);
        self.follow_shaders(session, clock);
        let waited = clock.now();
        let texture = match self.graphics.begin() {
            Picture::Ready(texture) => texture,
            Picture::NotNow => return Ok(None),
            Picture::Lost => {
                self.begin_anew(session, clock, window)?;
                return Ok(None);
            }
        };
        let began = add(&mut session.play.profile, Stage::Screen, clock, waited);
        if !session.play.level_is_loading {
            self.compose(session);
        }
        let composed = add(&mut session.play.profile, Stage::Scene, clock, began);
        let output = session.lay_out(input);
        let platform = output.platform_output.clone();
        let (device, queue) = (self.graphics.gpu().device().clone(), self.graphics.gpu().queue().clone());
        self.graphics.painter.take(&device, &queue, &session.overlay.context, output);
        let laid = add(&mut session.play.profile, Stage::Overlay, clock, composed);
        let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let pixels = [texture.texture.width(), texture.texture.height()];
        let frame = if session.play.level_is_loading { &self.nothing } else { &session.play.frame };
        let statistics = self.graphics.renderer.draw(frame, &view, pixels);
        self.graphics.painter.paint(&device, &queue, &view, pixels);
        count(&mut session.play.profile, &statistics);
        let drawn = add(&mut session.play.profile, Stage::Drawing, clock, laid);
        window.pre_present_notify();
        queue.present(texture);
        self.graphics.painter.finish();
        add(&mut session.play.profile, Stage::Screen, clock, drawn);
        if !session.play.level_is_loading {
            self.grant(session, window)?;
        }
        Ok(Some(platform))
    }

    fn compose(&mut self, session: &mut Session) {
        let (content, known) = (session.play.engine.vfs().clone(), &mut self.known);
        session.compose(&mut Rendered { renderer: &mut self.graphics.renderer, content: &content, known });
        self.follow_sky(session);
    }

    /// Gives the renderer the level that runs, which it makes ready on a thread of its own, and takes it when it is.
    fn follow_level(&mut self, session: &mut Session) {
        let level = session.play.engine.level_generation();
        if self.level != Some(level) {
            self.level = Some(level);
            self.known.clear();
            self.sky.clear();
            match session.play.engine.world() {
                None => self.graphics.renderer.unload_level(),
                Some(world) => {
                    let (map, content) = (Arc::clone(world.bsp()), session.play.engine.vfs().clone());
                    self.graphics.renderer.begin_level(map, content);
                }
            }
        }
        match self.graphics.renderer.take_level() {
            None => {}
            Some(Ok(report)) => {
                let LevelReport { triangles, materials, batches, faults } = report;
                let text = format!("the level has {triangles} triangles, {materials} materials, {batches} batches");
                session.say(Level::Debug, &text);
                tell_faults(session, &faults);
            }
            Some(Err(error)) => {
                session.show_failure(format!("The level runs, but it cannot be drawn: {error}"));
            }
        }
        session.play.level_is_loading = self.graphics.renderer.is_loading();
    }

    /// Takes shaders that somebody has changed meanwhile.
    fn follow_shaders(&mut self, session: &mut Session, clock: &Clock) {
        let now = clock.now();
        if !cfg!(debug_assertions) || now.saturating_sub(self.last_look) < SHADER_LOOKS {
            return;
        }
        self.last_look = now;
        match self.graphics.renderer.reload_shaders() {
            Ok(false) => {}
            Ok(true) => session.say(Level::Info, "the shaders were read again"),
            Err(error) => session.say(Level::Error, &format!("{error}: the shaders stay as they were")),
        }
    }

    /// Gives the renderer the level's own sky.
    fn follow_sky(&mut self, session: &mut Session) {
        let name = &session.play.frame.sky.name;
        if self.sky == *name {
            return;
        }
        self.sky.clone_from(name);
        let content = session.play.engine.vfs();
        if !name.is_empty() && !self.graphics.renderer.sky(name, content) {
            let text = format!("there is no sky `{name}` in the content: the map's own sky material is shown");
            session.say(Level::Warning, &text);
        }
    }

    /// Does what only the window can do.
    fn grant(&mut self, session: &mut Session, window: &Arc<Window>) -> Result<(), HostError> {
        for wish in session.take_wishes() {
            match wish {
                Wish::Screenshot { hud } => self.keep_picture(session, hud),
                Wish::RestartRenderer => self.restart(session, window)?,
            }
        }
        Ok(())
    }

    /// Draws the frame once more, into a texture that can be read, and keeps it.
    fn keep_picture(&mut self, session: &mut Session, hud: bool) {
        let size = self.graphics.size();
        let texture = readback::target(self.graphics.gpu(), self.graphics.format(), size);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.graphics.renderer.draw(&session.play.frame, &view, size);
        if hud {
            let (device, queue) = (self.graphics.gpu().device().clone(), self.graphics.gpu().queue().clone());
            self.graphics.painter.paint(&device, &queue, &view, size);
        }
        let engine = &session.play.engine;
        let kept = readback::read(self.graphics.gpu(), &texture)
            .map(|pixels| screenshot::keep(engine.vfs(), engine.map_name(), size, &pixels));
        match kept {
            Some(Ok(file)) => session.say(Level::Info, &format!("kept as {}", file.display())),
            Some(Err(error)) => session.say(Level::Warning, &error.to_string()),
            None => session.say(Level::Warning, "the picture was not kept: the graphics device does not give it back"),
        }
    }

    fn tell_news(&mut self, session: &mut Session) {
        for text in self.graphics.take_news() {
            session.say(Level::Error, &text);
            self.last_message = text;
        }
        for (level, text) in self.known.take_news() {
            session.say(level, &text);
        }
        tell_faults(session, &self.graphics.renderer.take_faults());
    }

    /// A new device after one was lost, unless that happens all the time.
    fn begin_anew(&mut self, session: &mut Session, clock: &Clock, window: &Arc<Window>) -> Result<(), HostError> {
        if let Err(times) = self.losses.note(clock.now()) {
            return Err(HostError::DeviceLost { times, message: self.last_message.clone() });
        }
        session.say(Level::Warning, "the graphics device was lost: a new one is opened");
        self.restart(session, window)
    }

    fn restart(&mut self, session: &mut Session, window: &Arc<Window>) -> Result<(), HostError> {
        self.graphics = Graphics::new(window, graphics_options(session))?;
        self.level = None;
        self.known.clear();
        session.forget_pictures();
        Ok(())
    }
}

/// Notes what a stage took, and gives the moment at which it ended.
fn add(profile: &mut Profile, stage: Stage, clock: &Clock, began: Duration) -> Duration {
    let now = clock.now();
    profile.add(stage, now.saturating_sub(began));
    now
}

/// Notes what a picture was made of.
fn count(profile: &mut Profile, statistics: &FrameStatistics) {
    let FrameStatistics {
        draw_calls,
        triangles,
        leaves,
        faces,
        brush_models,
        lights,
        shadow_maps,
        culling,
        recording,
        ..
    } = *statistics;
    let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    profile.counts.clear();
    profile.counts.extend([
        ("draw calls", u64::from(draw_calls)),
        ("triangles", u64::from(triangles)),
        ("leaves", u64::from(leaves)),
        ("faces", u64::from(faces)),
        ("brush models", u64::from(brush_models)),
        ("lights", u64::from(lights)),
        ("shadow maps", u64::from(shadow_maps)),
        ("culling us", microseconds(culling)),
        ("recording us", microseconds(recording)),
    ]);
}

/// Says what of a level is missing.
fn tell_faults(session: &mut Session, faults: &[String]) {
    for fault in faults.iter().take(MOST_FAULTS) {
        session.say(Level::Warning, fault);
    }
    if faults.len() > MOST_FAULTS {
        session.say(Level::Warning, &format!("and {} more of that kind", faults.len() - MOST_FAULTS));
    }
}
