//! The window's events, and one frame after another.

use super::{frames::Frames, graphics::GraphicsOptions, keys, mode, pointer::Pointer};
use crate::{
    clock::Clock,
    error::HostError,
    pacing::{HIDDEN_WAIT, Pacer},
    profile::Stage,
    session::Session,
    variables::WindowMode,
};
use kerosene_engine::Engine;
use kerosene_input::{DeviceId, MotionKind, SystemGamepads};
use std::{sync::Arc, time::Duration};
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::{DeviceEvent, ElementState, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow},
    window::{Window, WindowId},
};

/// A window and all that is behind it.
pub(super) struct App<'a> {
    session: Session,
    observe: &'a mut dyn FnMut(&Engine),
    open: Option<Open>,
    gamepads: SystemGamepads,
    clock: Clock,
    pacer: Pacer,
    /// When the last frame began.
    began: Duration,
    due: Option<Duration>,
    /// Why it ended, if not as it should.
    error: Option<HostError>,
}

/// What there is while the window is open.
struct Open {
    window: Arc<Window>,
    frames: Frames,
    egui: egui_winit::State,
    /// Which of the overlay's contexts that is for.
    contexts: u32,
    pointer: Pointer,
    mode: WindowMode,
    /// What the variables said of its size.
    size: [u32; 2],
    focused: bool,
    occluded: bool,
    title: String,
}

impl<'a> App<'a> {
    pub(super) fn new(session: Session, observe: &'a mut dyn FnMut(&Engine)) -> Self {
        Self {
            session,
            observe,
            open: None,
            gamepads: SystemGamepads::new(),
            clock: Clock::start(),
            pacer: Pacer::default(),
            began: Duration::ZERO,
            due: None,
            error: None,
        }
    }

    /// How it went; what the player has set is kept either way.
    pub(super) fn finish(mut self) -> Result<(), HostError> {
        self.session.close();
        (self.observe)(&self.session.play.engine);
        self.error.map_or(Ok(()), Err)
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<Open, HostError> {
        let (video, console) = (self.session.play.variables.video, self.session.play.engine.console());
        let [width, height] = video.size(console);
        let attributes = Window::default_attributes()
            .with_title("Kerosene")
            .with_inner_size(PhysicalSize::new(width, height))
            .with_min_inner_size(PhysicalSize::new(320, 200));
        let window = Arc::new(event_loop.create_window(attributes)?);
        let mode = video.mode(console);
        mode::apply(&window, mode);
        let frames = Frames::new(&window, graphics_options(&self.session))?;
        let name = frames.name();
        self.session.say(kerosene_console::Level::Info, &format!("drawing with {name}"));
        let egui = egui_state(&self.session, &window, &frames);
        let (focused, occluded, title) = (window.has_focus(), false, String::new());
        let (pointer, size) = (Pointer::default(), [width, height]);
        Ok(Open { window, frames, egui, contexts: 0, pointer, mode, size, focused, occluded, title })
    }

    /// One frame: the simulation, and what is to be seen of it.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let now = self.clock.now();
        let real = self.pacer.begin(now);
        let session = &mut self.session;
        session.play.profile.begin(now.saturating_sub(self.began));
        self.began = now;
        session.play.input.poll_gamepads(&mut self.gamepads);
        session.advance(real);
        session.play.profile.add(Stage::Simulation, self.clock.now().saturating_sub(now));
        (self.observe)(&session.play.engine);
        if session.play.engine.quit_requested() {
            event_loop.exit();
            return;
        }
        let Some(open) = &mut self.open else { return };
        open.follow(session);
        let hidden = open.is_hidden();
        if !hidden && let Err(error) = open.draw(session, &self.clock) {
            self.error = Some(error);
            event_loop.exit();
            return;
        }
        let cap = session.play.variables.video.cap(session.play.engine.console());
        self.due = if hidden { Some(self.clock.now() + HIDDEN_WAIT) } else { self.pacer.next(cap) };
    }
}

/// How graphics begin, as the variables have it.
pub(super) fn graphics_options(session: &Session) -> GraphicsOptions {
    let (video, console) = (session.play.variables.video, session.play.engine.console());
    let backends = match video.backend(console).to_ascii_lowercase().as_str() {
        "vulkan" => wgpu::Backends::VULKAN,
        "metal" => wgpu::Backends::METAL,
        "dx12" => wgpu::Backends::DX12,
        "gl" => wgpu::Backends::GL,
        _ => wgpu::Backends::all(),
    };
    let settings = kerosene_render::RenderSettings { samples: video.samples(console), ..Default::default() };
    GraphicsOptions { backends, settings, vsync: video.vsync(console) }
}

impl Open {
    /// Whether nobody sees the window.
    fn is_hidden(&self) -> bool {
        let size = self.window.inner_size();
        self.occluded || size.width == 0 || size.height == 0 || self.window.is_minimized() == Some(true)
    }

    /// Brings the window in line with variables, menus and level.
    fn follow(&mut self, session: &mut Session) {
        let (video, console) = (session.play.variables.video, session.play.engine.console());
        let mode = video.mode(console);
        if mode != self.mode {
            self.mode = mode;
            mode::apply(&self.window, mode);
        }
        let size = video.size(console);
        if size != self.size {
            self.size = size;
            // A window that is as large as the screen takes the size when it is one among others again.
            let _ = self.window.request_inner_size(PhysicalSize::new(size[0], size[1]));
        }
        let title = session.play.engine.map_name().map_or("Kerosene".to_owned(), |map| format!("Kerosene: {map}"));
        if title != self.title {
            self.window.set_title(&title);
            self.title = title;
        }
        let plays = self.focused && !session.overlay.takes_input() && session.play.engine.map_name().is_some();
        self.pointer.hold(&self.window, plays);
    }

    fn draw(&mut self, session: &mut Session, clock: &Clock) -> Result<(), HostError> {
        if self.contexts != session.overlay.contexts() {
            self.contexts = session.overlay.contexts();
            self.egui = egui_state(session, &self.window, &self.frames);
        }
        let input = self.egui.take_egui_input(&self.window);
        if let Some(platform) = self.frames.draw(session, input, clock, &self.window)? {
            // While one plays, the pointer's looks are the game's.
            if !self.pointer.is_held() {
                self.egui.handle_platform_output(&self.window, platform);
            }
        }
        Ok(())
    }

    fn window_event(&mut self, session: &mut Session, event: &WindowEvent) {
        let captures = session.overlay.menu.rebinding.is_some();
        if session.overlay.takes_input() && !captures || !is_input(event) {
            let _ = self.egui.on_window_event(&self.window, event);
        }
        match event {
            WindowEvent::CloseRequested => session.play.engine.quit(),
            WindowEvent::Occluded(occluded) => self.occluded = *occluded,
            WindowEvent::Focused(focused) => {
                self.focused = *focused;
                session.set_focused(*focused);
            }
            WindowEvent::KeyboardInput { event, is_synthetic, .. } if !event.repeat => {
                let pressed = event.state == ElementState::Pressed;
                // Keys that were down already when the window got them were pressed for somebody else.
                if let Some(key) = keys::key(event.physical_key).filter(|_| !(pressed && *is_synthetic)) {
                    session.key(key, pressed);
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                if let Some(key) = keys::button(*button) {
                    session.play.input.key(DeviceId::MOUSE, key, *state == ElementState::Pressed);
                }
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let [right, up] = keys::notches(*delta);
                session.play.input.wheel(DeviceId::MOUSE, right, up);
            }
            WindowEvent::CursorMoved { position, .. } => {
                let [right, down] = self.pointer.moved(&self.window, *position);
                if self.pointer.is_held() {
                    session.play.input.mouse_moved(DeviceId::MOUSE, MotionKind::Pointer, right, down);
                }
            }
            _ => {}
        }
    }
}

/// What turns the window's events into the overlay's.
fn egui_state(session: &Session, window: &Window, frames: &Frames) -> egui_winit::State {
    let (context, scale) = (session.overlay.context.clone(), Some(window.scale_factor() as f32));
    egui_winit::State::new(context, egui::ViewportId::ROOT, window, scale, None, frames.most_texels())
}

/// Whether an event is a person's doing.
fn is_input(event: &WindowEvent) -> bool {
    matches!(
        event,
        WindowEvent::KeyboardInput { .. }
            | WindowEvent::Ime(_)
            | WindowEvent::MouseInput { .. }
            | WindowEvent::MouseWheel { .. }
            | WindowEvent::CursorMoved { .. }
            | WindowEvent::Touch(_)
    )
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.open(event_loop) {
            Ok(open) => self.open = Some(open),
            Err(error) => {
                self.error = Some(error);
                event_loop.exit();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if let Some(open) = &mut self.open {
            open.window_event(&mut self.session, &event);
        }
        // While a window is dragged, some systems ask for pictures and for nothing else.
        if matches!(event, WindowEvent::RedrawRequested) && self.due.is_none_or(|due| self.clock.now() >= due) {
            self.frame(event_loop);
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: winit::event::DeviceId, event: DeviceEvent) {
        let held = self.open.as_ref().is_some_and(|open| open.pointer.is_held());
        if let DeviceEvent::MouseMotion { delta: (right, down) } = event
            && held
        {
            let input = &mut self.session.play.input;
            input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, right as f32, down as f32);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none() || event_loop.exiting() {
            return;
        }
        if self.due.is_none_or(|due| self.clock.now() >= due) {
            self.frame(event_loop);
        }
        event_loop.set_control_flow(match self.due {
            None => ControlFlow::Poll,
            Some(due) => ControlFlow::WaitUntil(self.clock.instant(due)),
        });
    }
}
