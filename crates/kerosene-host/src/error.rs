//! Why there is no window.

use kerosene_render::{GpuError, RenderError};

/// Why there is no window, or why it had to close.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No display answers.
    #[error(
        "no window can be opened: {reason}. Is a display there (DISPLAY for X11, WAYLAND_DISPLAY for Wayland)? \
         `--headless N` runs without one"
    )]
    Display {
        /// The window system's words.
        reason: String,
    },
    /// The display does not give a window.
    #[error("the display does not give a window: {reason}. `--headless N` runs without one")]
    Window {
        /// The window system's words.
        reason: String,
    },
    /// There is no GPU that can draw into the window.
    #[error("{0}. `--headless N` runs without a GPU")]
    Gpu(#[from] GpuError),
    /// The GPU cannot be used.
    #[error("{0}. `--headless N` runs without a GPU")]
    Render(#[from] RenderError),
    /// The surface shows no format that can be drawn.
    #[error("the window cannot show what {adapter} draws. `--headless N` runs without a GPU")]
    Format {
        /// Name of the GPU.
        adapter: String,
    },
    /// The device was lost again and again.
    #[error("the graphics device was lost {times} times within a minute: {message}. Look at its driver")]
    DeviceLost {
        /// How often.
        times: u32,
        /// The last reason.
        message: String,
    },
}

impl From<winit::error::EventLoopError> for HostError {
    fn from(error: winit::error::EventLoopError) -> Self {
        Self::Display { reason: plain(&error.to_string()) }
    }
}

impl From<winit::error::OsError> for HostError {
    fn from(error: winit::error::OsError) -> Self {
        Self::Window { reason: plain(&error.to_string()) }
    }
}

/// An error of the window system without the place in its source, which means nothing to a player.
fn plain(error: &str) -> String {
    let text = error.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map_or(error, |(_, text)| text);
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn places_in_source_are_left_out() {
        assert_eq!(plain("os error at /a/b/mod.rs:788: Failed to open: no X"), "Failed to open: no X");
        assert_eq!(plain("nothing is there"), "nothing is there");
    }
}
