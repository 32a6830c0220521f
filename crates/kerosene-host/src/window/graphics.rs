//! The window's surface, and what is drawn on it.

use super::painter::Painter;
use crate::error::HostError;
use kerosene_render::{Gpu, RenderSettings, Renderer};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use wgpu::{CurrentSurfaceTexture, PresentMode, Surface, SurfaceConfiguration, SurfaceTexture, TextureUsages};
use winit::window::Window;

/// How graphics begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct GraphicsOptions {
    pub(super) backends: wgpu::Backends,
    pub(super) settings: RenderSettings,
    pub(super) vsync: bool,
}

/// What a device tells at any time, from any thread.
#[derive(Debug, Default)]
struct News {
    lost: AtomicBool,
    said: Mutex<Vec<String>>,
}

impl News {
    fn say(&self, text: String) {
        // Whoever panicked while it held the lock left a whole list.
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() < 64 {
            said.push(text);
        }
    }
}

/// The surface, the renderer, and the painter of what lies over the picture.
pub(super) struct Graphics {
    gpu: Arc<Gpu>,
    surface: Surface<'static>,
    configuration: SurfaceConfiguration,
    pub(super) renderer: Renderer,
    pub(super) painter: Painter,
    news: Arc<News>,
}

/// What the surface gives for a frame.
pub(super) enum Picture {
    /// Something to draw into.
    Ready(SurfaceTexture),
    /// Nothing this time.
    NotNow,
    /// Never again: graphics must begin anew.
    Lost,
}

impl Graphics {
    pub(super) fn new(window: &Arc<Window>, options: GraphicsOptions) -> Result<Self, HostError> {
        let (gpu, surface) = Gpu::for_window(Arc::clone(window), options.backends)?;
        let gpu = Arc::new(gpu);
        let size = window.inner_size();
        let (width, height) = (size.width.max(1), size.height.max(1));
        let refused = || HostError::Format { adapter: gpu.name() };
        let mut configuration = surface.get_default_config(gpu.adapter(), width, height).ok_or_else(refused)?;
        let formats = surface.get_capabilities(gpu.adapter()).formats;
        // The renderer writes linear light, which the surface turns into what screens take.
        configuration.format =
            formats.iter().copied().find(wgpu::TextureFormat::is_srgb).unwrap_or(configuration.format);
        configuration.usage = TextureUsages::RENDER_ATTACHMENT;
        configuration.present_mode = present_mode(options.vsync);
        configuration.desired_maximum_frame_latency = 2;
        let news = Arc::new(News::default());
        listen(gpu.device(), &news);
        surface.configure(gpu.device(), &configuration);
        let renderer = Renderer::new(Arc::clone(&gpu), configuration.format, &options.settings)?;
        let painter = Painter::new(gpu.device(), configuration.format);
        Ok(Self { gpu, surface, configuration, renderer, painter, news })
    }

    pub(super) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    pub(super) fn format(&self) -> wgpu::TextureFormat {
        self.configuration.format
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        [self.configuration.width, self.configuration.height]
    }

    /// The window has another size; one without pixels changes nothing.
    pub(super) fn resize(&mut self, [width, height]: [u32; 2]) {
        let most = self.gpu.device().limits().max_texture_dimension_2d;
        if width > 0 && height > 0 && self.size() != [width, height] {
            (self.configuration.width, self.configuration.height) = (width.min(most), height.min(most));
            self.configure();
        }
    }

    pub(super) fn set_vsync(&mut self, vsync: bool) {
        let mode = present_mode(vsync);
        if self.configuration.present_mode != mode {
            self.configuration.present_mode = mode;
            self.configure();
        }
    }

    /// Whether the device is gone.
    pub(super) fn is_lost(&self) -> bool {
        self.news.lost.load(Ordering::Acquire)
    }

    /// What the device has complained of since the last time.
    pub(super) fn take_news(&self) -> Vec<String> {
        std::mem::take(&mut *self.news.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something to draw the next frame into; waits for the screen where `r_vsync` says so.
    pub(super) fn begin(&mut self) -> Picture {
        match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(texture) => Picture::Ready(texture),
            CurrentSurfaceTexture::Suboptimal(texture) => {
                // It is drawn once more as it is: the window system will tell of the new size.
                Picture::Ready(texture)
            }
            CurrentSurfaceTexture::Outdated => {
                self.configure();
                Picture::NotNow
            }
            CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded | CurrentSurfaceTexture::Validation => {
                Picture::NotNow
            }
            CurrentSurfaceTexture::Lost => Picture::Lost,
        }
    }

    fn configure(&mut self) {
        self.surface.configure(self.gpu.device(), &self.configuration);
    }
}

fn present_mode(vsync: bool) -> PresentMode {
    if vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync }
}

/// Lets a device tell of its end and of what it refuses.
fn listen(device: &wgpu::Device, news: &Arc<News>) {
    let told = Arc::clone(news);
    device.set_device_lost_callback(move |reason, message| {
        if reason != wgpu::DeviceLostReason::Destroyed {
            told.say(format!("the graphics device is lost: {message}"));
            told.lost.store(true, Ordering::Release);
        }
    });
    let told = Arc::clone(news);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| told.say(format!("graphics: {error}"))));
}
