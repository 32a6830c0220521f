//! Wires as a map states them, and what can be told of them before they run.

mod analysis;
mod circles;
mod special;
mod text;

pub use analysis::{WiredEntity, analyse_wires};
pub use special::Special;
pub use text::{WireText, WireTextError};
