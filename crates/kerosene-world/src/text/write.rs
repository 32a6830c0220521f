//! From a world to text.

use std::fmt::{self, Write};

use crate::state::set_bits;
use crate::{ComponentId, State, Value};

impl State {
    /// The whole world as text: tick, slots, and every living entity in slot order with its components in declared
    /// order. Equal worlds give equal text, and [`World::from_text`](crate::World::from_text) reads it.
    ///
    /// ```
    /// use kerosene_world::{ComponentDecl, ComponentId, FieldKind, Schema, Value, World};
    ///
    /// let health = ComponentDecl::new("health").field("points", FieldKind::Int);
    /// let mut world = World::new(Schema::builder().declare(health).build()?);
    /// let hero = world.spawn();
    /// world.set(hero, ComponentId::new(0), &[Value::Int(10)]);
    /// assert_eq!(world.text(), "tick 0\nslots 1\nentity @0#1\nhealth points=10\n");
    /// # Ok::<(), kerosene_world::SchemaError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    /// Writes the text form somewhere.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write_text(&self, out: &mut impl Write) -> fmt::Result {
        writeln!(out, "tick {}", self.tick)?;
        writeln!(out, "slots {}", self.slots.len())?;
        for (entity, components) in self.slots.entities() {
            writeln!(out, "entity {entity}")?;
            for number in set_bits(components) {
                self.write_component(out, entity.slot(), ComponentId::new(number as u8))?;
            }
        }
        Ok(())
    }

    /// One line: the component's name and its fields.
    fn write_component(&self, out: &mut impl Write, slot: u32, component: ComponentId) -> fmt::Result {
        let (Some(kind), Some(column)) = (self.schema.kind(component), self.columns.get(component.index())) else {
            return Ok(());
        };
        out.write_str(kind.name())?;
        for (index, field) in kind.fields().iter().enumerate() {
            let Some((field_kind, range)) = kind.place(index) else { continue };
            write!(out, " {}=", field.name)?;
            self.write_value(out, Value::load(field_kind, &column.values.read(slot)[range]))?;
        }
        out.write_char('\n')
    }

    /// A value as the text form shows it.
    fn write_value(&self, out: &mut impl Write, value: Value) -> fmt::Result {
        match value {
            Value::Int(value) => write!(out, "{value}"),
            Value::Fixed(value) => write!(out, "{value}"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Entity(Some(entity)) => write!(out, "{entity}"),
            Value::Entity(None) => out.write_str("none"),
            Value::Float(value) => write_float(out, value),
            Value::Vec3(value) => {
                out.write_char('(')?;
                write_float(out, value.x)?;
                out.write_char(' ')?;
                write_float(out, value.y)?;
                out.write_char(' ')?;
                write_float(out, value.z)?;
                out.write_char(')')
            }
            Value::Text(id) => write_quoted(out, self.resolve(id).unwrap_or_default()),
        }
    }
}

fn write_float(out: &mut impl Write, value: f32) -> fmt::Result {
    if value.is_nan() {
        // There are many NaNs, and equal worlds hold the same.
        return write!(out, "nan:{:08x}", value.to_bits());
    }
    write!(out, "{value}")
}

fn write_quoted(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            _ if letter.is_control() => write!(out, "\\u{{{:x}}}", u32::from(letter))?,
            _ => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}
