//! Gamepads: who tells of them, which part of a device is which part of a gamepad, and what their sticks say.

mod event;
mod guid;
mod mapping;
mod mapping_text;
mod mappings;
mod pad;
mod stick;

#[cfg(target_os = "linux")]
mod evdev;
#[cfg(target_os = "linux")]
mod layout;
#[cfg(any(target_os = "windows", target_os = "macos"))]
mod system;

#[cfg(target_os = "linux")]
pub use evdev::SystemGamepads;
pub use event::{GamepadEvent, GamepadSource, PadId, PadInfo, RawEvent};
pub use guid::Guid;
pub use mapping::{AxisPart, Mapping, PadAxis, PadPart, RawPart};
pub use mapping_text::{MappingError, MappingFault, MappingText};
pub use mappings::{MappingReport, Mappings};
pub(crate) use pad::Pad;
pub use stick::StickShape;
#[cfg(any(target_os = "windows", target_os = "macos"))]
pub use system::SystemGamepads;
