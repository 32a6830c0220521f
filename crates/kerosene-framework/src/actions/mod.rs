//! Actions: gameplay asks whether somebody jumps, and not which key is down.
//!
//! There are two halves. An [`ActionMap`] is a player's: it says which keys, buttons and sticks mean which action, and makes
//! an [`ActionFrame`] of what the devices say. The frame is data, a bit for each action and a number for each axis; the level
//! gets one for each tick, beside the players' commands, and scripts ask that. So a replay needs no device.

mod map;

pub use map::{ActionMap, Binding, BindingError, Devices, MOST_BINDINGS};

use crate::image::Image;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{ContainerError, SectionReader};
use kerosene_world::PageStore;

/// Most actions.
pub const MOST_ACTIONS: usize = 32;
/// Most axes.
pub const MOST_AXES: usize = 8;

/// The actions that there are from the beginning.
pub const DEFAULT_ACTIONS: [&str; 8] = ["Jump", "Interact", "Fire", "AltFire", "Sprint", "Crouch", "Reload", "Pause"];
/// The axes that there are from the beginning.
pub const DEFAULT_AXES: [&str; 4] = ["Horizontal", "Vertical", "LookX", "LookY"];

/// What is done in one tick.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct ActionFrame {
    /// A bit for each action that is done, in the order of the map.
    pub down: u32,
    /// How far each axis is, −1 to 1, in the order of the map.
    pub axes: [f32; MOST_AXES],
    /// How far the mouse went, to the right and down; 0 while the pointer is free.
    pub mouse: [f32; 2],
}

/// What is done in this tick, and was in the one before.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Actions {
    pub(crate) now: ActionFrame,
    pub(crate) before: u32,
}

impl Image for Actions {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(bytemuck::bytes_of(self));
    }

    fn read(reader: &mut SectionReader<'_>, _: &PageStore) -> Result<Self, ContainerError> {
        let read: Self = bytemuck::pod_read_unaligned(reader.take(size_of::<Self>(), "actions")?);
        let mut actions = Self::default();
        actions.feed(read.now);
        Ok(Self { before: read.before, ..actions })
    }
}

impl Actions {
    /// A tick begins with what is done in it.
    pub(crate) fn feed(&mut self, frame: ActionFrame) {
        self.before = self.now.down;
        let tidy = |number: f32| if number.is_finite() { number } else { 0.0 };
        self.now = ActionFrame {
            axes: frame.axes.map(|axis| tidy(axis).clamp(-1.0, 1.0)),
            mouse: frame.mouse.map(tidy),
            ..frame
        };
    }

    pub(crate) fn is_down(&self, action: usize) -> bool {
        self.now.down >> action & 1 == 1
    }

    pub(crate) fn was_down(&self, action: usize) -> bool {
        self.before >> action & 1 == 1
    }
}
