//! A tick of the scripts, in order.

use super::Framework;
use crate::context::Context;
use crate::gizmos::MAX_LINES;
use crate::scene::Scene;
use crate::script::{Hook, Hooks};
use kerosene_entity::{EntityId, EntityWorld};
use std::rc::Rc;

/// Most entities that scripts can bring into the world in one tick and have started in it; the others start in the next.
const MOST_BORN: usize = 4096;

impl Framework {
    /// The first half of a tick, before players and movers move: every script's `on_physics_update`, in spawn order.
    pub fn physics_update(&mut self, world: &mut EntityWorld, scene: &Rc<dyn Scene>, dt: f32) {
        self.services.gizmos.begin_tick(world.time());
        self.services.renew_events();
        if self.services.state.instances.len() > 0 {
            self.base(world, scene).each(Hooks::PHYSICS_UPDATE, &Hook::PhysicsUpdate(dt));
        }
        self.services.renew_events();
    }

    /// The second half of a tick, after players, movers, events and thinks, and before removed entities are reclaimed:
    ///
    /// 1. scripts of new entities: every `on_awake`, then every `on_start`, in spawn order;
    /// 2. who came into volumes and left them, in the order in which the engine met them;
    /// 3. timers that are due, by their moments, then by age;
    /// 4. tweens move what they move; then those that are done call back, by their ends, then by age;
    /// 5. every `on_update` in spawn order, those of entities that come meanwhile at the end, having started;
    /// 6. what was to be destroyed goes: scripts, then entities, children before parents.
    pub fn update(&mut self, world: &mut EntityWorld, scene: &Rc<dyn Scene>, dt: f32) {
        self.services.renew_events();
        let mut context = self.base(world, scene);
        context.adopt();
        context.tell_touches();
        context.fire_timers();
        context.move_tweens();
        context.each(Hooks::UPDATE, &Hook::Update(dt));
        context.flush_destroyed();
        context.warn_of_unknown_names();
        context.services.renew_events();
        if context.services.gizmos.take_warning() {
            context.services.say(None, true, format!("more than {MAX_LINES} lines of gizmos: the others are dropped"));
        }
    }

    /// The hand of nobody in particular, from which those of scripts are made.
    pub(super) fn base<'a>(&'a mut self, world: &'a mut EntityWorld, scene: &'a Rc<dyn Scene>) -> Context<'a> {
        let nobody = world.entities().next().or_else(|| EntityId::from_bits(u64::MAX));
        let nobody = nobody.unwrap_or_else(|| unreachable!("a generation is not 0"));
        Context::new(world, &mut self.services, scene, &self.runtime, nobody)
    }
}

impl Context<'_> {
    /// Calls a hook of every script that has it, in spawn order.
    fn each(&mut self, kind: Hooks, hook: &Hook) {
        let (mut index, first) = (0, self.services.state.instances.len());
        loop {
            while let Some(instance) = self.services.state.instances.get(index) {
                let wanted = instance.wants(kind);
                if wanted && instance.entity().is_some_and(|entity| self.world.is_active(entity)) {
                    self.call(index, hook);
                }
                index += 1;
            }
            if kind != Hooks::UPDATE || index - first > MOST_BORN || !self.world.has_scripted() {
                return;
            }
            self.adopt();
        }
    }

    fn tell_touches(&mut self) {
        if self.services.state.touches.is_empty() {
            return;
        }
        let mut next = 0;
        while let Some(&touch) = self.services.state.touches.get(next) {
            next += 1;
            let (entity, other) = (EntityId::from_bits(touch.entity), EntityId::from_bits(touch.other));
            if let (Some(entity), Some(other)) = (entity, other)
                && let Some(index) = self.services.state.instances.find(entity)
            {
                let hook = if touch.enters != 0 { Hook::TriggerEnter(other) } else { Hook::TriggerExit(other) };
                self.call(index, &hook);
            }
        }
        self.services.state.touches.clear();
    }

    fn fire_timers(&mut self) {
        let now = self.now();
        let mut due = std::mem::take(&mut self.services.scratch.due);
        self.services.state.timers.collect_due(now, &mut due);
        for &timer in &due {
            let Some(fired) = self.services.state.timers.fire(timer, now) else { continue };
            if let Some(index) = self.services.state.instances.find(fired.owner) {
                self.call(index, &Hook::Timer { timer: fired.timer, task: fired.task });
            }
        }
        self.services.scratch.due = due;
    }

    fn move_tweens(&mut self) {
        let mut completed = std::mem::take(&mut self.services.scratch.completed);
        self.services.state.tweens.advance(self.world, &mut completed);
        for done in &completed {
            if done.task != kerosene_world::TextId::EMPTY
                && let Some(index) = self.services.state.instances.find(done.owner)
            {
                self.call(index, &Hook::TweenDone { tween: done.tween, task: done.task });
            }
            self.services.state.tweens.finish(done.tween);
        }
        self.services.scratch.completed = completed;
    }
}
