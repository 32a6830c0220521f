//! Who moves with whom: the teams of a tick, and where their members should be at its end.

use kerosene_entity::{EntityId, EntityWorld, Motion, Parent, Pose, Time};
use kerosene_world::{Maybe, Without};
use std::ops::Range;

/// Deepest chain of parents that is followed; deeper ones stay where they are. The entity world refuses circles.
const MAX_DEPTH: u32 = 64;

/// An entity of a team.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Member {
    /// Who.
    pub(super) entity: EntityId,
    /// Slot of the team's first entity, which has no parent.
    root: u32,
    /// Parents above it.
    depth: u32,
    /// Whom it follows.
    parent: Option<EntityId>,
    /// How it moves by itself.
    pub(super) motion: Option<Motion>,
    /// Where it is.
    pub(super) from: Pose,
    /// Where it should be.
    pub(super) to: Pose,
    /// The same in its parent's frame, where it has one.
    pub(super) local: Option<Pose>,
}

impl Member {
    /// The order in which members take their turns: team by team, parents before children.
    fn order(&self) -> (u32, u32, u32) {
        (self.root, self.depth, self.entity.slot())
    }
}

/// All that moves or follows, team by team.
#[derive(Debug, Default)]
pub(super) struct Family {
    members: Vec<Member>,
}

impl Family {
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    /// Finds everything that moves or follows.
    pub(super) fn gather(&mut self, entities: &EntityWorld) {
        self.members.clear();
        for (entity, motion, parent) in entities.store().query::<(EntityId, Motion, Maybe<Parent>)>() {
            self.add(entities, entity, Some(motion), parent);
        }
        for (entity, parent, ()) in entities.store().query::<(EntityId, Parent, Without<Motion>)>() {
            self.add(entities, entity, None, Some(parent));
        }
        self.members.sort_unstable_by_key(Member::order);
    }

    fn add(&mut self, entities: &EntityWorld, entity: EntityId, motion: Option<Motion>, parent: Option<Parent>) {
        let local = parent.map(Parent::local);
        let parent = parent.and_then(|parent| parent.parent);
        let (mut root, mut depth) = (entity, 0);
        let mut above = parent;
        while let Some(next) = above {
            if depth == MAX_DEPTH {
                return;
            }
            (root, depth) = (next, depth + 1);
            above = entities.parent(next);
        }
        let from = entities.pose(entity);
        let root = root.slot();
        self.members.push(Member { entity, root, depth, parent, motion, from, to: from, local });
    }

    /// Where the team that begins at a member ends.
    pub(super) fn end_of_team(&self, first: usize) -> usize {
        let root = self.members[first].root;
        self.members.partition_point(|member| member.root <= root)
    }

    /// Works out where the members of a team should be at the end of a tick of so many seconds.
    pub(super) fn plan(&mut self, team: Range<usize>, entities: &EntityWorld, seconds: f32) {
        let end = entities.time();
        for index in team.clone() {
            let mut member = self.members[index];
            match (member.parent, member.local) {
                (Some(parent), Some(local)) => {
                    let local = moved(local, member.motion, seconds, end);
                    member.local = Some(local);
                    member.to = self.pose_of(parent, member, team.clone(), entities).place(local);
                }
                _ => member.to = moved(member.from, member.motion, seconds, end),
            }
            self.members[index] = member;
        }
    }

    /// Where a parent will be: it has had its turn, or does not move.
    fn pose_of(&self, parent: EntityId, child: Member, team: Range<usize>, entities: &EntityWorld) -> Pose {
        let wanted = (child.root, child.depth.saturating_sub(1), parent.slot());
        let members = &self.members[team];
        match members.binary_search_by_key(&wanted, Member::order) {
            Ok(index) => members[index].to,
            Err(_) => entities.pose(parent),
        }
    }

    /// The member itself or the nearest above it that moves by itself.
    pub(super) fn moving_ancestor(&self, team: Range<usize>, at: usize) -> Option<EntityId> {
        let mut member = &self.members[at];
        while member.motion.is_none() {
            let parent = member.parent?;
            member = self.members[team.clone()].iter().find(|other| other.entity == parent)?;
        }
        Some(member.entity)
    }
}

/// Where a motion takes a pose within a tick.
fn moved(from: Pose, motion: Option<Motion>, seconds: f32, end: Time) -> Pose {
    motion.map_or(from, |motion| motion.pose_at(from, seconds, end))
}
