//! A level of scripts that do what a test says.

use kerosene_entity::{EntityId, EntityWorld, Registry};
use kerosene_framework::{
    Context, EmptyScene, EntityScript, Event, Framework, Hook, MachineId, Runtime, Scene, ScriptRegistry, ScriptResult,
    TimerId, TweenId,
};
use kerosene_world::{Component, TextId};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// What scripts do in a test: they are told which hook it is.
pub(crate) type Act = Rc<dyn Fn(&mut Context<'_>, &Hook) -> ScriptResult>;

thread_local! {
    static ACT: RefCell<Option<Act>> = const { RefCell::new(None) };
}

fn act(context: &mut Context<'_>, hook: &Hook) -> ScriptResult {
    let act = ACT.with(|act| act.borrow().clone());
    act.map_or(Ok(()), |act| act(context, hook))
}

/// A script that does what the test says, in each of its hooks.
#[derive(Component)]
pub(crate) struct Probe {}

impl EntityScript for Probe {
    fn on_awake(&mut self, context: &mut Context<'_>) -> ScriptResult {
        act(context, &Hook::Awake)
    }
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        act(context, &Hook::Start)
    }
    fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        act(context, &Hook::Update(dt))
    }
    fn on_physics_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
        act(context, &Hook::PhysicsUpdate(dt))
    }
    fn on_trigger_enter(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        act(context, &Hook::TriggerEnter(other))
    }
    fn on_trigger_exit(&mut self, context: &mut Context<'_>, other: EntityId) -> ScriptResult {
        act(context, &Hook::TriggerExit(other))
    }
    fn on_event(&mut self, context: &mut Context<'_>, event: &Event) -> ScriptResult {
        act(context, &Hook::Event(*event))
    }
    fn on_timer(&mut self, context: &mut Context<'_>, timer: TimerId, task: TextId) -> ScriptResult {
        act(context, &Hook::Timer { timer, task })
    }
    fn on_tween_done(&mut self, context: &mut Context<'_>, tween: TweenId, task: TextId) -> ScriptResult {
        act(context, &Hook::TweenDone { tween, task })
    }
    fn on_enter_state(&mut self, context: &mut Context<'_>, machine: MachineId, state: TextId) -> ScriptResult {
        let said = format!("enter {}", context.text(state));
        context.log(&said);
        let then = context.world.field(context.owner(), &said).and_then(kerosene_entity::Value::text);
        let Some(next) = then else { return Ok(()) };
        let next = context.text(next).to_owned();
        context.change_state(machine, self, &next)
    }
    fn on_exit_state(&mut self, context: &mut Context<'_>, _: MachineId, state: TextId) -> ScriptResult {
        let said = format!("exit {}", context.text(state));
        context.log(&said);
        Ok(())
    }
    fn on_destroy(&mut self, context: &mut Context<'_>) -> ScriptResult {
        act(context, &Hook::Destroy)
    }
}

/// A level, its scripts, and nothing around them.
pub(crate) struct Rig {
    pub(crate) world: EntityWorld,
    pub(crate) framework: Framework,
    pub(crate) scene: Rc<dyn Scene>,
    /// Milliseconds of a tick.
    pub(crate) step: u64,
}

impl Rig {
    /// A level whose scripts do this. Ticks are 100 ms.
    pub(crate) fn new(act: impl Fn(&mut Context<'_>, &Hook) -> ScriptResult + 'static) -> Self {
        Self::with(ScriptRegistry::new().script::<Probe>("probe"), act)
    }

    /// The same with other scripts.
    pub(crate) fn with(
        scripts: ScriptRegistry,
        act: impl Fn(&mut Context<'_>, &Hook) -> ScriptResult + 'static,
    ) -> Self {
        ACT.with(|slot| *slot.borrow_mut() = Some(Rc::new(act)));
        let framework = Framework::new(&Runtime::new(scripts));
        let world = EntityWorld::new(&Registry::new([]).unwrap());
        Self { world, framework, scene: Rc::new(EmptyScene), step: 100 }
    }

    /// A level whose scripts do nothing.
    pub(crate) fn idle() -> Self {
        Self::new(|_, _| Ok(()))
    }

    /// What scripts do from now on.
    pub(crate) fn act(&self, act: impl Fn(&mut Context<'_>, &Hook) -> ScriptResult + 'static) {
        ACT.with(|slot| *slot.borrow_mut() = Some(Rc::new(act)));
    }

    /// An entity with the script, of a name.
    pub(crate) fn spawn(&mut self, name: &str) -> EntityId {
        self.world.spawn_with("info_target", &[("targetname", name), ("script", "probe")])
    }

    /// One tick.
    pub(crate) fn tick(&mut self) {
        let interval = Duration::from_millis(self.step);
        self.world.begin_tick(interval);
        self.framework.physics_update(&mut self.world, &self.scene, interval.as_secs_f32());
        self.framework.update(&mut self.world, &self.scene, interval.as_secs_f32());
        self.world.reclaim_removed();
    }

    pub(crate) fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }

    /// The hand of an entity's script.
    pub(crate) fn context(&mut self, owner: EntityId) -> Context<'_> {
        self.framework.context(&mut self.world, &self.scene, owner)
    }

    /// What scripts said since the last time: `name: text`.
    pub(crate) fn said(&mut self) -> Vec<String> {
        let (messages, _) = self.framework.take_messages();
        messages.into_iter().map(|message| message.text).collect()
    }
}

/// Says which hook it is of whom.
pub(crate) fn say(context: &mut Context<'_>, what: &str) {
    let said = format!("{} {what}", context.world.name_of(context.owner()));
    context.log(&said);
}
