//! Wires: which outputs of an entity lead where, and firing them.

use super::EntityWorld;
use super::lists::Lists;
use super::rows::{EventRow, Link, WireRow};
use crate::name::{Name, Symbol};
use crate::time::nanoseconds;
use crate::trace::{Traced, TracedEvent};
use crate::value::{Value, ValueRow};
use crate::wires::WireText;
use crate::{EntityId, Target, Time};
use kerosene_world::TextId;
use std::time::Duration;

/// The wires of all entities: a list for each, in the order in which they came.
pub(super) type Wires = Lists<WireRow>;

/// A wire of an entity as it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WireInfo {
    /// The output.
    pub output: Name,
    /// Whom it reaches.
    pub target: Target,
    /// The input.
    pub input: Name,
    /// The value that goes along in place of the output's; none to pass that on.
    pub parameter: Value,
    /// Time from the output to the delivery.
    pub delay: Duration,
    /// How often it still fires; `None` without limit.
    pub remaining: Option<u64>,
}

impl WireRow {
    pub(super) fn info(&self) -> WireInfo {
        WireInfo {
            output: self.output,
            target: self.target.target(),
            input: self.input,
            parameter: self.parameter.value(),
            delay: Duration::from_nanos(self.delay),
            remaining: u64::try_from(self.remaining).ok(),
        }
    }
}

impl EntityWorld {
    /// Fires an output: every wire on it is queued, even those without a delay. Gives how many were.
    ///
    /// A wire's own parameter goes before `value`. A wire that fires only so often counts down now, not when the event
    /// arrives. An output that the class does not declare fires nothing and leaves a notice.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Value};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let relay = world.spawn_with("logic_relay", &[]);
    /// world.add_output(relay, "OnTrigger lamp:Kill::1.5:1");
    /// assert_eq!(world.fire_output(relay, "OnTrigger", None, Value::None), 1);
    /// assert_eq!(world.fire_output(relay, "OnTrigger", None, Value::None), 0);
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn fire_output(&mut self, caller: EntityId, output: &str, activator: Option<EntityId>, value: Value) -> usize {
        let Some(row) = self.row(caller) else { return 0 };
        let class = self.registry.known(crate::class::ClassId(row.class));
        let symbol = match class.output(output) {
            Some(place) => class.output_symbols[place],
            None if class.def.any_output => self.symbol(output).unwrap_or_default(),
            None => {
                self.notice_about(caller, format_args!("fires `{output}`, which its class does not declare"));
                return 0;
            }
        };
        let (mut at, mut fired) = (row.wire_first, 0);
        let brought = ValueRow::from(value);
        while let Some(index) = at.index() {
            let wire = &self.state.wires.rows[index];
            at = wire.next;
            if wire.output.symbol != symbol || wire.remaining == 0 || symbol == Symbol::default() {
                continue;
            }
            let event = EventRow {
                target: wire.target,
                activator: activator.into(),
                caller: Some(caller).into(),
                value: if wire.parameter.is_none() { brought } else { wire.parameter },
                input: wire.input,
                output: wire.output,
                ..self.new_event(wire.delay)
            };
            let remaining = wire.remaining;
            if self.queue_event(&event) {
                fired += 1;
                if remaining > 0 {
                    self.state.wires.rows[index].remaining = remaining - 1;
                }
            }
        }
        if self.trace.is_some() {
            self.trace_fired(caller, output, activator, value, fired);
        }
        fired
    }

    /// Queues an input for a target, without an output. False when the queue is full.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, Value};
    /// use std::time::Duration;
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("targetname", "lamp")]);
    /// let target = world.target("lamp");
    /// world.queue_input(target, "Kill", Value::None, Duration::from_secs(1), None, None);
    /// world.run(Duration::from_millis(500));
    /// assert!(world.is_active(lamp));
    /// world.run(Duration::from_millis(500));
    /// assert!(!world.is_active(lamp));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn queue_input(
        &mut self,
        target: impl Into<Target>,
        input: &str,
        value: Value,
        delay: Duration,
        activator: Option<EntityId>,
        caller: Option<EntityId>,
    ) -> bool {
        let event = EventRow {
            target: target.into().into(),
            activator: activator.into(),
            caller: caller.into(),
            value: value.into(),
            input: self.name(input),
            ..self.new_event(nanoseconds(delay))
        };
        self.queue_event(&event)
    }

    /// An event of the current chain that is due after so many nanoseconds, with the next number.
    #[inline]
    fn new_event(&self, delay: u64) -> EventRow {
        EventRow {
            due: self.time().nanoseconds().saturating_add(delay),
            sequence: self.state.clock.sequence,
            tick: self.world.tick(),
            chain: self.guard.chain_of_new_event(),
            ..EventRow::default()
        }
    }

    /// Queues an event and uses up its number. False when the queue is full.
    #[inline]
    fn queue_event(&mut self, event: &EventRow) -> bool {
        if !self.state.queue.push(event, self.state.clock.time.nanoseconds()) {
            self.say_full();
            return false;
        }
        self.state.clock.sequence += 1;
        if self.trace.is_some() {
            self.trace_event(event, TracedEvent::Queued { due: event.due });
        }
        true
    }

    #[cold]
    fn say_full(&mut self) {
        if self.guard.says_full(self.world.tick()) {
            self.notice(format_args!("the event queue is full: what is fired now is lost"));
        }
    }

    /// The wires of an entity, in the order in which they came.
    pub fn wires(&self, entity: EntityId) -> impl Iterator<Item = WireInfo> + '_ {
        let first = self.row(entity).map_or(Link::NONE, |row| row.wire_first);
        self.state.wires.iter(first).map(|(_, wire)| wire.info())
    }

    /// Gives an entity a wire. False if it is not alive.
    pub fn add_wire(&mut self, entity: EntityId, wire: &WireText) -> bool {
        let Some(first) = self.row(entity).map(|row| row.wire_first) else { return false };
        let parameter = if wire.parameter.is_empty() { Value::None } else { Value::Text(self.intern(&wire.parameter)) };
        let row = WireRow {
            output: self.name(&wire.output),
            target: self.target(&wire.target).into(),
            input: self.name(&wire.input),
            parameter: parameter.into(),
            delay: nanoseconds(wire.delay),
            remaining: wire.times.map_or(-1, i64::from),
            next: Link::NONE,
            padding: 0,
        };
        let first = self.state.wires.add(first, row);
        if let Some(row) = self.row_mut(entity) {
            row.wire_first = first;
        }
        true
    }

    /// What the input `AddOutput` does: adds the wire `OnTrigger target:input:parameter:delay:times`, or, without
    /// colons, sets the key that is the first word to the rest. False, and a notice, if it is neither.
    pub fn add_output(&mut self, entity: EntityId, text: &str) -> bool {
        if text.contains(':') {
            return match WireText::parse_addition(text) {
                Ok(wire) => self.add_wire(entity, &wire),
                Err(error) => {
                    self.notice_about(entity, format_args!("AddOutput: {error}"));
                    false
                }
            };
        }
        let (key, value) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let known = !key.is_empty() && self.set_key(entity, key, value.trim());
        if !known {
            self.notice_about(entity, format_args!("AddOutput: `{text}` sets no key and is no wire"));
        }
        known
    }

    /// How many events wait.
    pub fn queued(&self) -> usize {
        self.state.queue.len()
    }

    /// When the next event is due.
    pub fn next_due(&self) -> Option<Time> {
        self.state.queue.next_due().map(Time::from_nanoseconds)
    }

    #[cold]
    fn trace_fired(&mut self, caller: EntityId, output: &str, activator: Option<EntityId>, value: Value, fired: usize) {
        let output = self.intern(output);
        self.push_trace(Traced {
            time: self.time().nanoseconds(),
            what: TracedEvent::Fired { wires: fired as u32 },
            sequence: None,
            output,
            caller: Some(caller),
            activator,
            input: Name::default(),
            value,
        });
    }

    #[cold]
    pub(super) fn trace_event(&mut self, event: &EventRow, what: TracedEvent) {
        self.push_trace(Traced {
            time: self.time().nanoseconds(),
            what,
            sequence: Some(event.sequence),
            output: event.output.spelling(),
            caller: event.caller.entity(),
            activator: event.activator.entity(),
            input: event.input,
            value: event.value.value(),
        });
    }

    fn push_trace(&mut self, entry: Traced) {
        if let Some(trace) = &mut self.trace {
            trace.push(entry);
        }
    }

    /// Text of a name as it was written.
    pub fn spelling(&self, name: Name) -> &str {
        self.text(name.spelling())
    }

    /// The number of a text that this world knows already.
    pub fn find_text(&self, text: &str) -> Option<TextId> {
        self.world.find_text(text)
    }
}
