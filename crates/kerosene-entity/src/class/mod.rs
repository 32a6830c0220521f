//! Classes: declared once, and found quickly.

mod component;
mod def;
mod defaults;
mod generate;
mod handlers;
mod registry;
mod universal;

pub use def::{ClassDef, InputDef, OutputDef};
pub use handlers::{
    AnimationDoneHandler, BlockedHandler, Damage, DamageHandler, DamageKind, InputEvent, InputHandler, MoveDoneHandler,
    RestoreHandler, SpawnHandler, ThinkHandler, Touch, TouchHandler, TouchPhase, UseHandler,
};
pub use registry::{ClassId, Registry, RegistryError};

pub(crate) use component::{ComponentEntry, value_kind};
pub(crate) use defaults::{ComponentDefaults, read_field};
