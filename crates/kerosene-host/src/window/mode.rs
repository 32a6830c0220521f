//! How the window lies on the screen.

use crate::variables::WindowMode;
use winit::{
    monitor::VideoModeHandle,
    window::{Fullscreen, Window},
};

/// Brings a window into a mode; where the screen cannot be the window's alone, it is only covered.
pub(super) fn apply(window: &Window, mode: WindowMode) {
    window.set_fullscreen(match mode {
        WindowMode::Windowed => None,
        WindowMode::Borderless => Some(Fullscreen::Borderless(None)),
        WindowMode::Exclusive => Some(best_mode(window).map_or(Fullscreen::Borderless(None), Fullscreen::Exclusive)),
    });
}

/// The screen's own size at its highest rate.
fn best_mode(window: &Window) -> Option<VideoModeHandle> {
    let monitor = window.current_monitor()?;
    let size = monitor.size();
    let of_size = monitor.video_modes().filter(|mode| mode.size() == size);
    of_size.max_by_key(|mode| (mode.bit_depth(), mode.refresh_rate_millihertz()))
}
