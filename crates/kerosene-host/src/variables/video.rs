//! Variables of the window itself.

use super::{KEPT, is_on, whole};
use kerosene_console::{Console, Convar, ConvarFlags, ConvarId, RegisterError};

/// How the window lies on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WindowMode {
    /// A window among others.
    Windowed,
    /// Without a frame, as large as the screen.
    Borderless,
    /// The screen is the window's alone.
    Exclusive,
}

/// Where they are in the console.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VideoVariables {
    fullscreen: ConvarId,
    width: ConvarId,
    height: ConvarId,
    vsync: ConvarId,
    cap: ConvarId,
    samples: ConvarId,
    backend: ConvarId,
    speeds: ConvarId,
}

impl VideoVariables {
    pub(super) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        let whole = |name, default, range: std::ops::RangeInclusive<f64>, help| {
            Convar::int(name, default, help).range(range).flags(KEPT)
        };
        let backend = "Graphics interface to begin with: auto, vulkan, metal, dx12, gl";
        let speeds = "Shows what a frame costs: 1 times and counts, 2 with graphs of frames and ticks";
        Ok(Self {
            fullscreen: console.register(whole(
                "r_fullscreen",
                0,
                0.0..=2.0,
                "How the window lies on the screen: 0 in a window, 1 without a frame, 2 alone",
            ))?,
            width: console.register(whole("r_width", 1280, 320.0..=16384.0, "Width of the window, in pixels"))?,
            height: console.register(whole("r_height", 720, 200.0..=16384.0, "Height of the window, in pixels"))?,
            vsync: console
                .register(Convar::bool("r_vsync", true, "Waits for the screen with each picture").flags(KEPT))?,
            cap: console.register(whole("fps_max", 0, 0.0..=1000.0, "Most frames a second; 0 for no limit"))?,
            samples: console.register(whole("r_msaa", 4, 1.0..=4.0, "Samples for smooth edges: 1 or 4"))?,
            backend: console.register(Convar::text("r_backend", "auto", backend).flags(KEPT))?,
            speeds: console
                .register(Convar::int("r_speeds", 0, speeds).range(0.0..=2.0).flags(ConvarFlags::empty()))?,
        })
    }

    pub(crate) fn mode(&self, console: &Console) -> WindowMode {
        match whole(console, self.fullscreen) {
            0 => WindowMode::Windowed,
            1 => WindowMode::Borderless,
            _ => WindowMode::Exclusive,
        }
    }

    /// Width and height of a window among others, in pixels.
    pub(crate) fn size(&self, console: &Console) -> [u32; 2] {
        [whole(console, self.width), whole(console, self.height)]
    }

    pub(crate) fn vsync(&self, console: &Console) -> bool {
        is_on(console, self.vsync)
    }

    /// Most frames a second; 0 for no limit.
    pub(crate) fn cap(&self, console: &Console) -> f64 {
        console.convar(self.cap).value().as_f64()
    }

    /// 1 or 4.
    pub(crate) fn samples(&self, console: &Console) -> u32 {
        if whole(console, self.samples) < 4 { 1 } else { 4 }
    }

    pub(crate) fn backend<'a>(&self, console: &'a Console) -> &'a str {
        console.convar(self.backend).value().as_str().unwrap_or("auto")
    }

    /// 0 for none, 1 for times and counts, 2 for graphs too.
    pub(crate) fn speeds(&self, console: &Console) -> u32 {
        whole(console, self.speeds)
    }
}
