//! Where terms get at the columns, shared or to be written.

use crate::column::{Bits, Values};
use crate::slots::Slots;
use crate::{ComponentId, PageStore, Schema, State};

/// The parts of a state that terms read.
pub trait Source<'s> {
    /// The component kinds.
    fn schema(&self) -> &'s Schema;

    /// The slots.
    fn slots(&self) -> &'s Slots;

    /// Which slots have a component.
    fn bits(&self, component: ComponentId) -> Option<&'s Bits>;

    /// The values of a component.
    fn values(&mut self, component: ComponentId) -> Option<&'s Values>;
}

impl<'s> Source<'s> for &'s State {
    fn schema(&self) -> &'s Schema {
        &self.schema
    }

    fn slots(&self) -> &'s Slots {
        &self.slots
    }

    fn bits(&self, component: ComponentId) -> Option<&'s Bits> {
        self.columns.get(component.index()).map(|column| &column.bits)
    }

    fn values(&mut self, component: ComponentId) -> Option<&'s Values> {
        self.columns.get(component.index()).map(|column| &column.values)
    }
}

/// A state whose values are given out once each, some of them to be written.
#[derive(Debug)]
pub struct Exclusive<'s> {
    schema: &'s Schema,
    slots: &'s Slots,
    pub(super) store: &'s PageStore,
    bits: [Option<&'s Bits>; Schema::MAX_KINDS],
    values: [Option<&'s mut Values>; Schema::MAX_KINDS],
}

impl<'s> Exclusive<'s> {
    pub(super) fn new(state: &'s mut State) -> Exclusive<'s> {
        let State { schema, store, slots, columns, .. } = state;
        let mut source = Exclusive {
            schema,
            slots,
            store,
            bits: [None; Schema::MAX_KINDS],
            values: [const { None }; Schema::MAX_KINDS],
        };
        for (number, column) in columns.iter_mut().enumerate() {
            source.bits[number] = Some(&column.bits);
            source.values[number] = Some(&mut column.values);
        }
        source
    }

    /// A component's values, to be written.
    ///
    /// # Panics
    /// If they were given out already: no two terms of one update name the same component.
    pub(super) fn take(&mut self, component: ComponentId) -> Option<&'s mut Values> {
        let name = self.schema.kind(component)?.name();
        let values = self.values.get_mut(component.index())?.take();
        assert!(values.is_some(), "two terms of an update name the component {name}; name it once, in Write<...>");
        values
    }
}

impl<'s> Source<'s> for Exclusive<'s> {
    fn schema(&self) -> &'s Schema {
        self.schema
    }

    fn slots(&self) -> &'s Slots {
        self.slots
    }

    fn bits(&self, component: ComponentId) -> Option<&'s Bits> {
        self.bits.get(component.index()).copied().flatten()
    }

    fn values(&mut self, component: ComponentId) -> Option<&'s Values> {
        self.take(component).map(|values| &*values)
    }
}
