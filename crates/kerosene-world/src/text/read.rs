//! From text to a world.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::scan::{Line, Scanned};
use crate::{ComponentId, Entity, PageStore, ReadLimits, Schema, TextError, Value, World};

/// What is wrong with a world's text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TextFormError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: TextFormProblem,
}

/// What can be wrong with a world's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextFormProblem {
    /// Something else should stand there.
    #[error("expected {0}")]
    Expected(String),
    /// A component that the schema does not have.
    #[error("the schema has no component {0:?}")]
    UnknownComponent(String),
    /// Components out of order.
    #[error("component {0:?} comes twice or too late: components stand in the order of their declaration")]
    ComponentOrder(String),
    /// Entities out of order.
    #[error("entity {0} comes too late: entities stand in the order of their slots, one for each")]
    EntityOrder(Entity),
    /// An entity beyond the slots that the text claims.
    #[error("entity {entity} is in a slot that is none of the {slots}")]
    SlotOutside {
        /// The entity.
        entity: Entity,
        /// The number of slots.
        slots: u64,
    },
    /// More slots than the reader's limits allow.
    #[error("{0} slots are more than the {1} that the reader was told to allow")]
    TooManySlots(u64, u32),
    /// A text that cannot be interned.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl World {
    /// Reads the text form back. Handles are as they were. Free slots, of which the text shows no more than that
    /// they are there, are taken to have been used once and to be used again in slot order.
    ///
    /// # Errors
    /// [`TextFormError`] for the first thing that the text form does not allow; nothing is guessed.
    ///
    /// ```
    /// use kerosene_world::{ComponentDecl, FieldKind, ReadLimits, Schema, World};
    ///
    /// let health = ComponentDecl::new("health").field("points", FieldKind::Int);
    /// let schema = Schema::builder().declare(health).build()?;
    /// let text = "tick 7\nslots 2\nentity @1#3\nhealth points=10\n";
    /// let world = World::from_text(schema, text, &ReadLimits::default())?;
    /// assert_eq!(world.text(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(schema: impl Into<Arc<Schema>>, text: &str, limits: &ReadLimits) -> Result<World, TextFormError> {
        let mut reader = Reader {
            world: World::new_in(schema.into(), &PageStore::new()),
            slots: 0,
            entity: None,
            next_component: 0,
        };
        let mut lines = text.lines();
        for number in 1.. {
            let next = lines.next();
            // Text that ends early is at fault where the next line should begin.
            if next.is_none() && number > 2 {
                break;
            }
            let mut line = Line::new(next.unwrap_or(""), number);
            let read = reader.line(&mut line, limits);
            read.map_err(|problem| TextFormError { line: number, column: line.column(), problem })?;
        }
        reader.fill_slots(reader.slots);
        Ok(reader.world)
    }
}

struct Reader {
    world: World,
    /// How many slots the text claims.
    slots: u64,
    /// The entity whose components are being read.
    entity: Option<Entity>,
    /// The first component that may come next.
    next_component: usize,
}

type Read = Result<(), TextFormProblem>;

impl Reader {
    fn line(&mut self, line: &mut Line<'_>, limits: &ReadLimits) -> Read {
        match line.number {
            1 => {
                line.expect("tick ")?;
                let tick = line.number()?;
                self.world.set_tick(tick);
            }
            2 => {
                line.expect("slots ")?;
                self.slots = line.number()?;
                if self.slots > u64::from(limits.max_slots) {
                    return Err(TextFormProblem::TooManySlots(self.slots, limits.max_slots));
                }
            }
            _ => {
                if line.accept("entity ") {
                    self.entity(line)?;
                } else {
                    self.component(line)?;
                }
            }
        }
        line.end()
    }

    fn entity(&mut self, line: &mut Line<'_>) -> Read {
        let entity = line.entity()?;
        if u64::from(entity.slot()) >= self.slots {
            return Err(TextFormProblem::SlotOutside { entity, slots: self.slots });
        }
        if self.world.slot_count() > entity.slot() as usize {
            return Err(TextFormProblem::EntityOrder(entity));
        }
        self.fill_slots(u64::from(entity.slot()));
        let generation = NonZeroU32::new(entity.generation()).unwrap_or(NonZeroU32::MIN);
        self.world.state.slots.push(generation, true);
        self.entity = Some(entity);
        self.next_component = 0;
        Ok(())
    }

    /// Adds free slots until there are that many.
    fn fill_slots(&mut self, end: u64) {
        /// A slot that was used once has its second entity to come.
        const SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);
        while (self.world.slot_count() as u64) < end {
            let slot = self.world.slot_count() as u32;
            self.world.state.slots.push(SECOND, false);
            self.world.state.slots.queue(slot);
        }
    }

    fn component(&mut self, line: &mut Line<'_>) -> Read {
        let Some(entity) = self.entity else {
            return Err(TextFormProblem::Expected("\"entity \"".to_owned()));
        };
        let start = *line;
        let name = line.word();
        let Some(component) = self.world.schema().find(name) else {
            *line = start;
            return Err(TextFormProblem::UnknownComponent(name.chars().take(64).collect()));
        };
        if component.index() < self.next_component {
            *line = start;
            return Err(TextFormProblem::ComponentOrder(name.to_owned()));
        }
        let values = self.fields(component, line)?;
        self.next_component = component.index() + 1;
        self.world.set(entity, component, &values);
        Ok(())
    }

    fn fields(&mut self, component: ComponentId, line: &mut Line<'_>) -> Result<Vec<Value>, TextFormProblem> {
        let schema = Arc::clone(&self.world.state.schema);
        let fields = schema.kind(component).map_or(&[][..], |kind| kind.fields());
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            line.expect(" ")?;
            line.expect(&field.name)?;
            line.expect("=")?;
            values.push(match line.value(field.kind)? {
                Scanned::Value(value) => value,
                Scanned::Text(text) => Value::Text(self.world.intern(&text)?),
            });
        }
        Ok(values)
    }
}
