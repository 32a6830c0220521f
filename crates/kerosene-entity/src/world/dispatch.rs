//! Delivery of events.

use super::EntityWorld;
use super::rows::EventRow;
use crate::EntityId;
use crate::class::{ClassId, InputEvent};
use crate::trace::TracedEvent;
use crate::value::Value;

impl EntityWorld {
    /// Delivers every event that is due, in order of due time and then of queueing, those included that are queued
    /// meanwhile for now.
    pub fn dispatch_due(&mut self) {
        self.guard.begin();
        let now = self.time().nanoseconds();
        let tick = self.world.tick();
        while let Some(event) = self.state.queue.pop_due(now) {
            if self.guard.enter(&event, tick) {
                self.deliver(&event);
            } else if self.trace.is_some() {
                self.trace_event(&event, TracedEvent::Dropped);
            }
        }
        self.guard.leave();
    }

    fn deliver(&mut self, event: &EventRow) {
        // Most events reach one entity by its name, and need no list.
        if let Some((target, row)) = self.sole_bearer(event.target) {
            let class = ClassId(row.class);
            self.accept(target, class, event);
            if self.guard.count(event, target) {
                self.drop_chain();
            }
            return;
        }
        let mut targets = std::mem::take(&mut self.scratch.targets);
        targets.clear();
        self.resolve(event.target.target(), event.activator.entity(), event.caller.entity(), &mut targets);
        if targets.is_empty() && self.trace.is_some() {
            self.trace_event(event, TracedEvent::NoTarget);
        }
        for &target in &targets {
            // An earlier target of the same event may have removed this one.
            if let Some(class) = self.row(target).filter(|row| row.is_active()).map(|row| ClassId(row.class)) {
                self.accept(target, class, event);
            }
            if self.guard.count(event, target) {
                self.drop_chain();
                break;
            }
        }
        self.scratch.targets = targets;
    }

    /// Gives an event to one entity.
    #[inline]
    fn accept(&mut self, target: EntityId, class: ClassId, event: &EventRow) {
        let Some(&input) = self.registry.input(class, event.input.symbol) else {
            return self.refuse(target, event, "takes no such input");
        };
        let mut value = event.value.value();
        if value.kind() != input.kind {
            match value.converted(input.kind, &mut self.world) {
                Some(converted) => value = converted,
                None => return self.refuse(target, event, crate::value::expected(input.kind)),
            }
        }
        if self.trace.is_some() {
            self.trace_event(event, TracedEvent::Delivered { target });
        }
        let arrived = InputEvent {
            input: event.input,
            value,
            activator: event.activator.entity(),
            caller: event.caller.entity(),
        };
        self.delivered += 1;
        (input.handler)(self, target, &arrived);
    }

    #[cold]
    fn refuse(&mut self, target: EntityId, event: &EventRow, why: &str) {
        if self.trace.is_some() {
            self.trace_event(event, TracedEvent::Refused { target });
        }
        let input = self.spelling(event.input).to_owned();
        let from = match event.caller.entity() {
            Some(caller) => format!(" from {}.{}", self.describe(caller), self.spelling(event.output)),
            None => String::new(),
        };
        let value = self.shown(event.value.value()).to_string();
        if why == "takes no such input" {
            self.notice_about(target, format_args!("takes no input `{input}`{from}"));
        } else {
            self.notice_about(target, format_args!("input `{input}`{from} brings `{value}`: expected {why}"));
        }
    }

    /// Gives an input to an entity at once, without the queue. False if it is not there, takes no such input or cannot
    /// read the value; the latter two leave a notice.
    ///
    /// Handlers fire outputs instead; this is for the engine and for tests.
    pub fn accept_input(
        &mut self,
        entity: EntityId,
        input: &str,
        value: Value,
        activator: Option<EntityId>,
        caller: Option<EntityId>,
    ) -> bool {
        let name = self.name(input);
        let Some(row) = self.row(entity).filter(|row| row.is_active()) else { return false };
        let found = self.registry.input(ClassId(row.class), name.symbol).copied();
        let Some(input) = found else {
            self.notice_about(entity, format_args!("takes no input `{input}`"));
            return false;
        };
        let Some(value) = value.converted(input.kind, &mut self.world) else {
            let shown = self.shown(value).to_string();
            let expected = crate::value::expected(input.kind);
            self.notice_about(entity, format_args!("input `{}` brings `{shown}`: expected {expected}", input.name));
            return false;
        };
        (input.handler)(self, entity, &InputEvent { input: name, value, activator, caller });
        true
    }
}
