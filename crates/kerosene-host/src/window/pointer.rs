//! The pointer: held by the window while one plays, free in menus and elsewhere.

use winit::{
    dpi::PhysicalPosition,
    window::{CursorGrabMode, Window},
};

/// Where the pointer was last, and whether the window holds it.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    held: bool,
    last: Option<PhysicalPosition<f64>>,
}

impl Pointer {
    /// Whether the window holds it.
    pub(super) fn is_held(&self) -> bool {
        self.held
    }

    /// Holds and hides the pointer, or lets it go.
    pub(super) fn hold(&mut self, window: &Window, held: bool) {
        if self.held == held {
            return;
        }
        self.held = held;
        self.last = None;
        if held {
            // X11 cannot lock a pointer, only keep it inside.
            let locked = window.set_cursor_grab(CursorGrabMode::Locked);
            let _ = locked.or_else(|_| window.set_cursor_grab(CursorGrabMode::Confined));
            center(window);
        } else {
            // A pointer that was never held is free anyway.
            let _ = window.set_cursor_grab(CursorGrabMode::None);
        }
        window.set_cursor_visible(!held);
    }

    /// The pointer is elsewhere: gives its way since the last time, in pixels.
    pub(super) fn moved(&mut self, window: &Window, to: PhysicalPosition<f64>) -> [f32; 2] {
        let from = self.last.replace(to).unwrap_or(to);
        if self.held {
            let (size, middle) = (window.inner_size(), middle(window));
            let far = |way: f64, side: u32| way.abs() > f64::from(side) / 4.0;
            if far(to.x - middle.x, size.width) || far(to.y - middle.y, size.height) {
                center(window);
                self.last = None;
            }
        }
        [(to.x - from.x) as f32, (to.y - from.y) as f32]
    }
}

fn middle(window: &Window) -> PhysicalPosition<f64> {
    let size = window.inner_size();
    PhysicalPosition::new(f64::from(size.width) / 2.0, f64::from(size.height) / 2.0)
}

/// Puts the pointer into the middle, so that it has way to go to all sides; not every window system does.
fn center(window: &Window) {
    let _ = window.set_cursor_position(middle(window));
}
