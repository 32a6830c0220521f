//! New entities.
//!
//! What other engines call a prefab is in a map the group of entities that a `point_template` keeps: keys, wires, brushes and all.

use super::Context;
use kerosene_entity::{EntityId, Pose, Value};
use kerosene_math::Vec3;

/// Beginning of the loose fields in which a template keeps what it makes copies of.
const PATTERN: &str = "template_pattern";

impl Context<'_> {
    /// A new entity of a class with keys, at a place. Its script starts in this tick where it is spawned by an `on_update`,
    /// else in the next. It allocates: what is needed in hundreds is better kept and moved.
    pub fn spawn_entity(&mut self, class: &str, keys: &[(&str, &str)], origin: Vec3) -> EntityId {
        let entity = self.world.spawn(class);
        for (key, value) in keys {
            self.world.set_key(entity, key, value);
        }
        self.world.set_origin(entity, origin);
        self.world.start(entity);
        entity
    }

    /// Brings copies of what the template of a name keeps into the level, as they were drawn about the first of them, which
    /// comes to stand at a place: gives that first one, or `None` where there is no such template or no room. Copies keep
    /// their names, and what one of them says about another is about that one's copy. It allocates.
    pub fn spawn_prefab(&mut self, template: &str, origin: Vec3) -> Option<EntityId> {
        let template = self.world.find_by_name(template).next()?;
        let mut patterns: Vec<EntityId> = Vec::new();
        while let Some(pattern) = self.world.field(template, &format!("{PATTERN}{}", patterns.len())) {
            patterns.push(pattern.entity()?);
        }
        let home = self.world.origin(*patterns.first()?);
        if !self.world.has_room_for(patterns.len()) {
            return None;
        }
        let copies = self.world.copy_group(&patterns, "");
        for &copy in &copies {
            let pose = self.world.pose(copy);
            if self.world.parent(copy).is_none() {
                self.world.set_pose(copy, Pose { origin: pose.origin + (origin - home), angles: pose.angles });
            }
        }
        for &copy in &copies {
            self.world.start(copy);
        }
        let owner = self.owner();
        self.world.fire_output(template, "OnEntitySpawned", Some(owner), Value::None);
        copies.first().copied()
    }
}
