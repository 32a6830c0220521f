//! Parents and children.
//!
//! A child keeps its pose in its parent's frame. Whenever the parent is moved, the children's poses in the world are
//! made anew from that, so nothing drifts. Children of an entity form a list through their rows.

use super::EntityWorld;
use super::rows::Link;
use crate::EntityId;
use crate::components::{Parent, Pose};

impl EntityWorld {
    /// Makes an entity follow another, from where both are now. False, and nothing changed, if one of them is not
    /// there or the parent follows the entity itself.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    /// use kerosene_math::Vec3;
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let train = world.spawn_with("train", &[("origin", "0 0 0")]);
    /// let lamp = world.spawn_with("light", &[("origin", "0 0 64")]);
    /// assert!(world.set_parent(lamp, train));
    /// assert!(!world.set_parent(train, lamp));
    /// world.set_origin(train, Vec3::new(100.0, 0.0, 0.0));
    /// assert_eq!(world.origin(lamp), Vec3::new(100.0, 0.0, 64.0));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn set_parent(&mut self, entity: EntityId, parent: EntityId) -> bool {
        if !self.is_active(entity) || !self.is_active(parent) || self.follows(parent, entity) {
            return false;
        }
        self.unlink_parent(entity);
        let local = self.pose(parent).localize(self.pose(entity));
        self.world.insert(entity, Parent { parent: Some(parent), origin: local.origin, angles: local.angles });
        self.link_child(parent.slot(), entity.slot());
        true
    }

    /// Lets an entity stay where it is now. False if it follows nobody.
    pub fn clear_parent(&mut self, entity: EntityId) -> bool {
        let follows = self.parent(entity).is_some();
        self.unlink_parent(entity);
        follows
    }

    /// Whom an entity follows.
    pub fn parent(&self, entity: EntityId) -> Option<EntityId> {
        self.get::<Parent>(entity)?.parent
    }

    /// What is parented to an entity itself, the latest first.
    pub fn children(&self, entity: EntityId) -> impl Iterator<Item = EntityId> + '_ {
        let mut at = self.row(entity).map_or(Link::NONE, |row| row.child_first);
        std::iter::from_fn(move || {
            let row = &self.state.rows[at.index()?];
            at = row.sibling_next;
            row.id.entity()
        })
    }

    /// The pose in the parent's frame, or in the world for one without a parent.
    pub fn local_pose(&self, entity: EntityId) -> Pose {
        self.get::<Parent>(entity).map_or_else(|| self.pose(entity), Parent::local)
    }

    /// Moves an entity within its parent's frame, or in the world for one without a parent; children follow.
    pub fn set_local_pose(&mut self, entity: EntityId, local: Pose) {
        match self.get::<Parent>(entity) {
            Some(Parent { parent: Some(parent), .. }) => {
                self.world.insert(entity, Parent { parent: Some(parent), origin: local.origin, angles: local.angles });
                let pose = self.pose(parent).place(local);
                self.world.insert(entity, pose);
                self.carry_children(entity);
            }
            _ => self.set_pose(entity, local),
        }
    }

    /// An entity and all that follows it, parents first.
    pub fn family(&self, entity: EntityId) -> Vec<EntityId> {
        let mut family = Vec::from_iter(self.row(entity).map(|_| entity));
        let mut next = 0;
        while let Some(&member) = family.get(next) {
            family.extend(self.children(member));
            next += 1;
        }
        family
    }

    /// Whether an entity is another or follows it, however far.
    fn follows(&self, entity: EntityId, other: EntityId) -> bool {
        let mut at = Some(entity);
        while let Some(ancestor) = at.filter(|&ancestor| ancestor != other) {
            at = self.parent(ancestor);
        }
        at.is_some()
    }

    /// Notes where a moved child is now in its parent's frame.
    pub(super) fn keep_local_pose(&mut self, entity: EntityId, pose: Pose) {
        if let Some(Parent { parent: Some(parent), .. }) = self.get::<Parent>(entity) {
            let local = self.pose(parent).localize(pose);
            self.world.insert(entity, Parent { parent: Some(parent), origin: local.origin, angles: local.angles });
        }
    }

    /// Moves all that follows an entity to where it belongs.
    pub(super) fn carry_children(&mut self, entity: EntityId) {
        if self.row(entity).is_none_or(|row| row.child_first.is_none()) {
            return;
        }
        let mut waiting = std::mem::take(&mut self.scratch.family);
        waiting.clear();
        waiting.push(entity.slot());
        while let Some(slot) = waiting.pop() {
            let Some(parent) = self.state.rows[slot as usize].id.entity() else { continue };
            let pose = self.pose(parent);
            let mut at = self.state.rows[slot as usize].child_first;
            while let Some(child) = at.index() {
                let row = self.state.rows[child];
                at = row.sibling_next;
                let Some(child) = row.id.entity() else { continue };
                if let Some(link) = self.get::<Parent>(child) {
                    self.world.insert(child, pose.place(link.local()));
                }
                if !row.child_first.is_none() {
                    waiting.push(child.slot());
                }
            }
        }
        self.scratch.family = waiting;
    }

    /// Lets the children of an entity stay where they are.
    pub(super) fn orphan_children(&mut self, entity: EntityId) {
        loop {
            let first = self.children(entity).next();
            let Some(child) = first else { return };
            self.unlink_parent(child);
        }
    }

    pub(super) fn link_child(&mut self, parent: u32, child: u32) {
        let own = Link::to(child);
        let rows = &mut self.state.rows;
        let next = std::mem::replace(&mut rows[parent as usize].child_first, own);
        if let Some(next) = next.index() {
            rows[next].sibling_previous = own;
        }
        rows[child as usize].sibling_next = next;
        rows[child as usize].sibling_previous = Link::NONE;
    }

    /// Takes an entity out of its parent's list.
    pub(super) fn unlink_parent(&mut self, entity: EntityId) {
        let Some(Parent { parent: Some(parent), .. }) = self.world.take::<Parent>(entity) else { return };
        let slot = entity.slot() as usize;
        let rows = &mut self.state.rows;
        let (previous, next) = (rows[slot].sibling_previous, rows[slot].sibling_next);
        match previous.index() {
            Some(previous) => rows[previous].sibling_next = next,
            None => rows[parent.slot() as usize].child_first = next,
        }
        if let Some(next) = next.index() {
            rows[next].sibling_previous = previous;
        }
        (rows[slot].sibling_previous, rows[slot].sibling_next) = (Link::NONE, Link::NONE);
    }
}
