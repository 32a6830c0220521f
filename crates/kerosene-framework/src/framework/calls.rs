//! Calling a hook of a script, and telling listeners of events.

use crate::context::Context;
use crate::events::Event;
use crate::script::{Hook, Instance, Life, ScriptError};
use crate::services::Deferred;
use kerosene_entity::EntityId;

/// Most hooks that run inside each other; what is published deeper comes when they are done.
const DEEPEST: usize = 32;

/// Most events that come late because of one call from outside: scripts that answer each other without end are cut off.
const MOST_DEFERRED: usize = 4096;

/// Work of telling events in one half of a tick: who is told counts as much as sixteen who do not listen to it. Scripts that
/// subscribe and publish in answer to events would go on for minutes.
const MOST_TOLD: u32 = 1 << 22;
const TOLD: u32 = 16;

impl Context<'_> {
    /// Tells whoever listens of an event, there and then; see [`publish_event`](Self::publish_event).
    pub fn publish(&mut self, event: &Event) {
        let places = self.services.state.events.begin();
        for place in 0..places {
            let listener = self.services.state.events.listener(place, event.name);
            if !self.may_tell(event, if listener.is_some() { TOLD } else { 1 }) {
                break;
            }
            let Some((listener, subscription)) = listener else { continue };
            if self.services.running.len() >= DEEPEST || self.services.running.contains(&listener) {
                self.defer(Deferred { listener, subscription, event: *event });
            } else if let Some(index) = self.services.state.instances.find(listener) {
                self.call(index, &Hook::Event(*event));
            }
        }
        self.services.state.events.end_delivery();
    }

    /// Counts the work of telling; false, which is said once, where there has been too much of it.
    #[inline]
    fn may_tell(&mut self, event: &Event, work: u32) -> bool {
        let before = self.services.told;
        self.services.told = before.saturating_add(work);
        if before < MOST_TOLD && self.services.told >= MOST_TOLD {
            let name = self.text(event.name).to_owned();
            self.warn(&format!(
                "too many events for too many listeners in one tick: from `{name}` on they are dropped"
            ));
        }
        self.services.told < MOST_TOLD
    }

    fn defer(&mut self, deferred: Deferred) {
        if self.services.deferred.len() < MOST_DEFERRED {
            self.services.deferred.push(deferred);
        } else if !std::mem::replace(&mut self.services.dropped, true) {
            let name = self.text(deferred.event.name).to_owned();
            self.warn(&format!("events bring about events, without end: `{name}` was dropped"));
        }
    }

    /// Calls a hook of a script. A script that fails is switched off and named.
    #[inline]
    pub(crate) fn call(&mut self, index: usize, hook: &Hook) {
        let Some(&instance) = self.services.state.instances.get(index) else { return };
        if !instance.wants(hook.kind()) {
            return;
        }
        let Some(entity) = instance.entity() else { return };
        self.services.running.push(entity);
        let result = self.run(&instance, entity, hook);
        self.services.running.pop();
        if let Err(error) = result {
            self.disable(index, hook.name(), &error);
        }
        if self.services.running.is_empty() && !self.services.ending.is_empty() {
            self.end_waiting();
        }
        if self.services.running.is_empty() && !self.services.deferred.is_empty() && !self.services.delivering {
            self.services.delivering = true;
            self.deliver_deferred();
            self.services.delivering = false;
        }
    }

    #[inline]
    fn run(&mut self, instance: &Instance, entity: EntityId, hook: &Hook) -> Result<(), ScriptError> {
        let runtime = self.runtime;
        let mut inner = self.in_name_of(entity);
        match usize::from(instance.language).checked_sub(1) {
            None => match runtime.scripts.scripts().get(instance.script as usize) {
                Some(script) => (script.run)(&mut inner, instance.state, hook),
                None => Ok(()),
            },
            Some(language) => match runtime.languages.get(language) {
                Some(language) => language.call(&mut inner, hook),
                None => Ok(()),
            },
        }
    }

    /// Tells those who could not be told at once, and those who cannot because of that.
    fn deliver_deferred(&mut self) {
        let mut told = 0;
        while let Some(&Deferred { listener, subscription, event }) = self.services.deferred.get(told) {
            told += 1;
            if !self.services.state.events.is_subscribed(subscription) {
                continue;
            }
            if let Some(index) = self.services.state.instances.find(listener) {
                // What is deferred meanwhile goes to the end of the same list.
                self.call(index, &Hook::Event(event));
            }
        }
        self.services.deferred.clear();
    }

    /// Switches a script off that failed, and says so.
    pub(crate) fn disable(&mut self, index: usize, what: &str, error: &ScriptError) {
        let Some(&instance) = self.services.state.instances.get(index) else { return };
        let Some(entity) = instance.entity() else { return };
        let life = (instance.life() | Life::DISABLED).bits();
        self.services.state.instances.set(index, Instance { life, ..instance });
        self.services.release(entity);
        let (name, whose) = (self.text(instance.name()).to_owned(), self.world.describe(entity));
        let text = format!("the script {name} of {whose} failed in {what} and is switched off: {error}");
        self.services.say(Some(entity), true, text);
    }
}
