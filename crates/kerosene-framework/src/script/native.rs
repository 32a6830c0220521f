//! Scripts in Rust.

use super::ScriptResult;
use super::hook::{Hook, Hooks};
use crate::context::Context;
use crate::events::Event;
use crate::handle::{MachineId, TimerId, TweenId};
use kerosene_entity::EntityId;
use kerosene_world::{Component, TextId};

/// A script in Rust: a struct of what it remembers, and the hooks that it needs.
///
/// The struct derives [`Component`], and so its fields are keys that a mapper can write on the entity; a field with
/// `key = ""` is the script's own. It lies in the level's pages as bytes and is handed to a hook by value, so that snapshots,
/// rewinding, saved games and hashes carry it without a line of code. A field with a default has it in `on_awake`; what the
/// mapper wrote is there in `on_start`.
///
/// ```
/// use kerosene_framework::{Context, EntityScript, ScriptResult};
/// use kerosene_math::Vec3;
/// use kerosene_world::Component;
///
/// /// Bobs up and down.
/// #[derive(Component)]
/// struct Bobber {
///     /// Units up and down.
///     #[field(default = "8")]
///     height: f32,
///     /// Seconds since it began.
///     #[field(key = "")]
///     time: f32,
///     /// How far up it is.
///     #[field(key = "")]
///     offset: f32,
/// }
///
/// impl EntityScript for Bobber {
///     fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
///         self.time += dt;
///         let offset = kerosene_math::deterministic::sin(self.time * 6.28) * self.height;
///         context.translate(Vec3::Z * (offset - self.offset));
///         self.offset = offset;
///         Ok(())
///     }
/// }
/// ```
#[allow(unused_variables, reason = "the names of the arguments are documentation; the defaults use none of them")]
pub trait EntityScript: Component {
    /// The hooks that it has. A script that is one of thousands says which, and costs nothing for the others.
    const HOOKS: Hooks = Hooks::all();

    /// The script is bound to its entity. Its fields hold their defaults: what the mapper wrote comes in after this.
    ///
    /// # Errors
    /// The script's own. It is switched off and named in the log; so it is with every hook.
    fn on_awake(&mut self, context: &mut Context<'_>) -> ScriptResult {
        Ok(())
    }

    /// Every script of the level is awake, and this one's fields hold what the mapper wrote.
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        Ok(())
    }

    /// In each tick, after players, movers and entities; timers and tweens have come before. `dt` in seconds.
    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        Ok(())
    }

    /// In each tick, before players and movers move: the place for forces. `dt` in seconds.
    fn on_physics_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        Ok(())
    }

    /// Somebody enters the entity's volume.
    fn on_trigger_enter(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        Ok(())
    }

    /// Somebody leaves it, or is no more.
    fn on_trigger_exit(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        Ok(())
    }

    /// Somebody published an event; see [`Context::subscribe_events`].
    fn on_event(&mut self, context: &mut Context<'_>, event: &Event) -> ScriptResult {
        Ok(())
    }

    /// A timer fires.
    fn on_timer(&mut self, context: &mut Context<'_>, timer: TimerId, task: TextId) -> ScriptResult {
        Ok(())
    }

    /// A tween that names a task is done, and its last value applied.
    fn on_tween_done(&mut self, context: &mut Context<'_>, tween: TweenId, task: TextId) -> ScriptResult {
        Ok(())
    }

    /// A state machine enters a state; see [`Context::change_state`].
    fn on_enter_state(&mut self, context: &mut Context<'_>, machine: MachineId, state: TextId) -> ScriptResult {
        Ok(())
    }

    /// A state machine leaves a state.
    fn on_exit_state(&mut self, context: &mut Context<'_>, machine: MachineId, state: TextId) -> ScriptResult {
        Ok(())
    }

    /// The script goes, with its entity or without. Timers, tweens and subscriptions end by themselves after this.
    fn on_destroy(&mut self, context: &mut Context<'_>) -> ScriptResult {
        Ok(())
    }
}

/// Runs a hook of the script whose fields lie at a place.
pub(super) fn run<S: EntityScript>(context: &mut Context<'_>, place: u32, hook: &Hook) -> ScriptResult {
    let mut script: S = context.services.state.states.load(place);
    let result = match *hook {
        Hook::Update(dt) => script.on_update(context, dt),
        Hook::PhysicsUpdate(dt) => script.on_physics_update(context, dt),
        Hook::Event(ref event) => script.on_event(context, event),
        Hook::Timer { timer, task } => script.on_timer(context, timer, task),
        Hook::TweenDone { tween, task } => script.on_tween_done(context, tween, task),
        Hook::TriggerEnter(other) => script.on_trigger_enter(context, other),
        Hook::TriggerExit(other) => script.on_trigger_exit(context, other),
        Hook::Awake => script.on_awake(context),
        Hook::Start => script.on_start(context),
        Hook::Destroy => script.on_destroy(context),
    };
    context.services.state.states.store(place, &script);
    result
}
