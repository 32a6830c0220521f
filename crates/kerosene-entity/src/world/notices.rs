//! What went wrong while the world ran: a bad value on a wire, an input that nobody takes, a runaway chain.

use super::EntityWorld;
use crate::{EntityId, Time};
use kerosene_math::Vec3;
use std::fmt;

/// Notices that are kept until somebody takes them.
const MOST: usize = 1_024;

/// Something that people should know, with when it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// World time.
    pub time: Time,
    /// The entity in question.
    pub entity: Option<EntityId>,
    /// What it is about, with names and places.
    pub message: String,
}

/// Notices so far.
#[derive(Debug, Default)]
pub(super) struct Notices {
    kept: Vec<Notice>,
    left_out: u64,
}

impl EntityWorld {
    /// Leaves a notice for people.
    pub fn notice(&mut self, message: fmt::Arguments<'_>) {
        self.push_notice(None, message);
    }

    /// Leaves a notice about an entity, whose name, class and place are put before the message.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("targetname", "lamp"), ("origin", "0 0 64")]);
    /// world.notice_about(lamp, format_args!("no bulb"));
    /// assert_eq!(world.take_notices().0[0].message, "`lamp` (light @0#1 at 0 0 64): no bulb");
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn notice_about(&mut self, entity: EntityId, message: fmt::Arguments<'_>) {
        let described = self.describe(entity);
        self.push_notice(Some(entity), format_args!("{described}: {message}"));
    }

    /// Takes the notices since the last call, and how many there was no room for.
    pub fn take_notices(&mut self) -> (Vec<Notice>, u64) {
        (std::mem::take(&mut self.notices.kept), std::mem::take(&mut self.notices.left_out))
    }

    /// An entity for people: its name, class, handle and where it is, or the middle of its brushes.
    pub fn describe(&self, entity: EntityId) -> String {
        let Some(row) = self.row(entity) else { return format!("an entity that is gone ({entity})") };
        let class = self.class_name(entity);
        let middle = self.brush_bounds(entity).map_or(Vec3::ZERO, |bounds| bounds.center());
        let origin = self.shown(crate::Value::Vector(self.origin(entity) + middle)).to_string();
        let line = if row.line > 0 { format!(", line {}", row.line) } else { String::new() };
        let name = self.text(row.name.spelling());
        if name.is_empty() {
            format!("`{class}` ({entity} at {origin}{line})")
        } else {
            format!("`{name}` ({class} {entity} at {origin}{line})")
        }
    }

    fn push_notice(&mut self, entity: Option<EntityId>, message: fmt::Arguments<'_>) {
        if self.notices.kept.len() < MOST {
            let message = message.to_string();
            self.notices.kept.push(Notice { time: self.time(), entity, message });
        } else {
            self.notices.left_out += 1;
        }
    }
}
