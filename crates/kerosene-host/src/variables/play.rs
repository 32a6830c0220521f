//! Variables of how one plays: view, screen, menu.

use super::{KEPT, is_on, number, whole};
use kerosene_console::{Console, Convar, ConvarId, RegisterError};

/// Where a shot goes, shown in the middle of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crosshair {
    /// Not shown.
    None,
    /// Thin lines.
    Plain,
    /// White with a black rim: to be seen before every colour and by every eye.
    Contrast,
}

/// Where they are in the console.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayVariables {
    fov: ConvarId,
    bob: ConvarId,
    crosshair: ConvarId,
    hud: ConvarId,
    scale: ConvarId,
    pause_on_menu: ConvarId,
    pause_unfocused: ConvarId,
}

/// Name of the field of view, which the command `fov` sets.
pub(crate) const FOV: &str = "cl_fov";

impl PlayVariables {
    pub(super) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        let mut kept = |convar: Convar| console.register(convar.flags(KEPT));
        let fov = "Field of view of a screen of 4:3, in degrees; wider screens show more to the sides";
        let unfocused = "Whether time stands still while another window has the keyboard";
        let crosshair = "Middle of the screen: 0 nothing, 1 a cross, 2 a cross that is seen before every colour";
        Ok(Self {
            fov: kept(Convar::float(FOV, 90.0, fov).range(50.0..=130.0))?,
            bob: kept(Convar::bool("cl_bob", true, "Whether the view sways as one walks"))?,
            crosshair: kept(Convar::int("cl_crosshair", 1, crosshair).range(0.0..=2.0))?,
            hud: kept(Convar::bool("cl_drawhud", true, "Whether health, crosshair and messages are shown"))?,
            scale: kept(Convar::float("ui_scale", 1.0, "Size of texts and menus").range(0.5..=3.0))?,
            pause_on_menu: kept(Convar::bool("sv_pause_on_menu", true, "Whether time stands still in the menu"))?,
            pause_unfocused: kept(Convar::bool("sv_pause_unfocused", true, unfocused))?,
        })
    }

    /// Degrees from left to right of a screen of 4:3.
    pub(crate) fn fov(&self, console: &Console) -> f32 {
        number(console, self.fov)
    }

    pub(crate) fn bob(&self, console: &Console) -> bool {
        is_on(console, self.bob)
    }

    pub(crate) fn crosshair(&self, console: &Console) -> Crosshair {
        match whole(console, self.crosshair) {
            0 => Crosshair::None,
            1 => Crosshair::Plain,
            _ => Crosshair::Contrast,
        }
    }

    pub(crate) fn hud(&self, console: &Console) -> bool {
        is_on(console, self.hud)
    }

    pub(crate) fn scale(&self, console: &Console) -> f32 {
        number(console, self.scale)
    }

    pub(crate) fn pause_unfocused(&self, console: &Console) -> bool {
        is_on(console, self.pause_unfocused)
    }

    pub(crate) fn pause_on_menu(&self, console: &Console) -> bool {
        is_on(console, self.pause_on_menu)
    }
}
