//! What gameplay scripts stand on: timers, tweens, state machines, events, and the life of a script.

mod context;
mod curve;
mod events;
mod framework;
mod handle;
mod machines;
mod pool;
mod scene;
mod script;
mod services;
mod timers;
mod tweens;

pub use context::{Context, Moment};
pub use curve::{Curve, damp, delta_angle, ease, lerp_angle};
pub use events::{Event, Events};
pub use framework::{Framework, FrameworkSnapshot, Runtime};
pub use handle::{MachineId, SubscriptionId, TimerId, TweenId};
pub use machines::{Change, LONGEST_CHAIN, Machines, Next, Transition};
pub use scene::{Body, EmptyScene, Ray, RayHit, Scene};
pub use script::{
    EntityScript, Hook, Hooks, LanguageState, ScriptDef, ScriptError, ScriptLanguage, ScriptRegistry, ScriptResult,
    ScriptShape,
};
pub use services::{Message, Services};
pub use timers::{Fired, Timers};
pub use tweens::{Channel, Tweens};
