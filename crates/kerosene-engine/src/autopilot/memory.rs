//! What the walker remembers: a graph of the places it has been to and the places it saw that it could go to.
//!
//! Exploring means going to the nearest place that was seen and not visited (frontier-based exploration: Yamauchi,
//! "A frontier-based approach for autonomous exploration", 1997). Space is cut into cells of 64 units; a cell is one
//! node, with the point in it where the walker stood or would stand.

use super::senses::{Gait, STRIDE, Stride};
use kerosene_math::Vec3;
use std::collections::{BTreeMap, VecDeque};

/// Most nodes kept; a map with more than this many standable cells is explored in part.
const MAX_NODES: usize = 1 << 16;

/// Failures after which an edge is no longer tried.
const MAX_FAILURES: u8 = 2;

/// How often one node may be looked around from.
const MAX_LOOKS: u8 = 3;

/// A place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(u32);

#[derive(Debug, Clone)]
struct Node {
    point: Vec3,
    visited: bool,
    /// Reached by swimming: less of a goal than dry land.
    wet: bool,
    looks: u8,
    edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    to: NodeId,
    gait: Gait,
    failures: u8,
}

/// How much a route may risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Courage {
    /// Nothing that hurts.
    Careful,
    /// Falls that hurt and ways that failed before, too.
    Daring,
}

/// One leg of a route.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Leg {
    /// Where it starts.
    pub(super) from: NodeId,
    /// Where it leads.
    pub(super) to: NodeId,
    /// How.
    pub(super) gait: Gait,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    cells: BTreeMap<[i32; 3], NodeId>,
    nodes: Vec<Node>,
    visited: u32,
}

/// The cell of a point.
pub(super) fn cell_of(point: Vec3) -> [i32; 3] {
    (point / STRIDE).floor().to_array().map(|coordinate| coordinate as i32)
}

impl Memory {
    /// The node of the place where the walker is; it counts as visited. `None` when memory is full.
    pub(super) fn enter(&mut self, point: Vec3) -> Option<NodeId> {
        let id = self.node_at(point)?;
        let node = &mut self.nodes[id.0 as usize];
        if !node.visited {
            node.visited = true;
            node.point = point;
            self.visited += 1;
        }
        Some(id)
    }

    /// Notes that a stride leads from a node to another place, and gives that place.
    pub(super) fn see(&mut self, from: NodeId, stride: Stride) -> Option<NodeId> {
        let to = self.node_at(stride.end)?;
        let node = &mut self.nodes[to.0 as usize];
        if !node.visited {
            // The latest look is from the nearest place, most likely.
            node.point = stride.end;
            node.wet = stride.gait == Gait::Swim;
        }
        self.connect(from, to, stride.gait);
        Some(to)
    }

    /// Notes that the walker came from one place to another, and so can go back if that is not up.
    pub(super) fn walked(&mut self, from: NodeId, to: NodeId) {
        self.connect(from, to, Gait::Walk);
        if self.point(from).z <= self.point(to).z + STRIDE / 2.0 {
            self.connect(to, from, Gait::Walk);
        }
    }

    /// Gives every way that failed another chance.
    pub(super) fn forgive(&mut self) {
        for edge in self.nodes.iter_mut().flat_map(|node| &mut node.edges) {
            edge.failures = 0;
        }
    }

    fn connect(&mut self, from: NodeId, to: NodeId, gait: Gait) {
        let edges = &mut self.nodes[from.0 as usize].edges;
        if to != from && edges.iter().all(|edge| edge.to != to) {
            edges.push(Edge { to, gait, failures: 0 });
        }
    }

    /// Whether to look around from a node; counts the look. Bored walkers look again from nodes they know.
    pub(super) fn take_look(&mut self, id: NodeId, bored: bool) -> bool {
        let node = &mut self.nodes[id.0 as usize];
        let look = node.looks == 0 || bored && node.looks < MAX_LOOKS;
        if look {
            node.looks += 1;
        }
        look
    }

    pub(super) fn point(&self, id: NodeId) -> Vec3 {
        self.nodes[id.0 as usize].point
    }

    /// Number of nodes; a node's index is below it.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Number of places that the walker has been to.
    pub(super) fn visited_count(&self) -> u32 {
        self.visited
    }

    /// The node with an index, if it was visited.
    pub(super) fn visited(&self, index: u32) -> Option<NodeId> {
        self.nodes.get(index as usize).filter(|node| node.visited).map(|_| NodeId(index))
    }

    /// Notes that a leg could not be done.
    pub(super) fn fail(&mut self, leg: Leg) {
        if let Some(edge) = self.nodes[leg.from.0 as usize].edges.iter_mut().find(|edge| edge.to == leg.to) {
            edge.failures = edge.failures.saturating_add(1);
        }
    }

    /// The way to the nearest place that was seen and never visited, last leg first.
    pub(super) fn route_to_frontier(&self, from: NodeId, courage: Courage) -> Option<Vec<Leg>> {
        self.route(from, courage, |_, node| !node.visited)
    }

    /// The way to the nearest place on dry land that was seen and never visited, last leg first.
    pub(super) fn route_to_dry_frontier(&self, from: NodeId) -> Option<Vec<Leg>> {
        self.route(from, Courage::Careful, |_, node| !node.visited && !node.wet)
    }

    /// The way to a known place, last leg first.
    pub(super) fn route_to(&self, from: NodeId, goal: NodeId) -> Option<Vec<Leg>> {
        self.route(from, Courage::Daring, |id, _| id == goal)
    }

    /// Breadth-first search over the edges that `courage` allows.
    fn route(&self, from: NodeId, courage: Courage, is_goal: impl Fn(NodeId, &Node) -> bool) -> Option<Vec<Leg>> {
        let mut reached_by: Vec<Option<Leg>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(id) = queue.pop_front() {
            let node = &self.nodes[id.0 as usize];
            if id != from && is_goal(id, node) {
                return Some(legs_back(&reached_by, from, id));
            }
            for edge in node.edges.iter().filter(|edge| edge.allowed(courage)) {
                let seen = &mut reached_by[edge.to.0 as usize];
                if edge.to != from && seen.is_none() {
                    *seen = Some(Leg { from: id, to: edge.to, gait: edge.gait });
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    fn node_at(&mut self, point: Vec3) -> Option<NodeId> {
        if let Some(&id) = self.cells.get(&cell_of(point)) {
            return Some(id);
        }
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { point, visited: false, wet: false, looks: 0, edges: Vec::new() });
        self.cells.insert(cell_of(point), id);
        Some(id)
    }
}

impl Edge {
    fn allowed(&self, courage: Courage) -> bool {
        match courage {
            Courage::Careful => self.gait != Gait::Plunge && self.failures < MAX_FAILURES,
            Courage::Daring => self.failures < 2 * MAX_FAILURES,
        }
    }
}

/// The legs that led to a place, last first.
fn legs_back(reached_by: &[Option<Leg>], from: NodeId, goal: NodeId) -> Vec<Leg> {
    let mut legs = Vec::new();
    let mut at = goal;
    while at != from {
        let Some(leg) = reached_by[at.0 as usize] else { break };
        legs.push(leg);
        at = leg.from;
    }
    legs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(memory: &mut Memory, from: NodeId, x: f32, gait: Gait) -> NodeId {
        memory.see(from, Stride { end: Vec3::new(x, 0.0, 0.0), gait }).expect("memory has room")
    }

    #[test]
    fn a_route_leads_to_the_nearest_unvisited_place() {
        let mut memory = Memory::default();
        let start = memory.enter(Vec3::ZERO).expect("memory has room");
        let middle = see(&mut memory, start, 64.0, Gait::Walk);
        memory.enter(Vec3::new(64.0, 0.0, 0.0));
        let far = see(&mut memory, middle, 128.0, Gait::Jump);
        let legs = memory.route_to_frontier(start, Courage::Careful).expect("a frontier");
        assert_eq!(legs.iter().map(|leg| leg.to).collect::<Vec<_>>(), [far, middle]);
        memory.enter(Vec3::new(128.0, 0.0, 0.0));
        assert_eq!(memory.route_to_frontier(start, Courage::Careful), None);
        assert!(memory.route_to(start, far).is_some());
    }

    #[test]
    fn careful_routes_avoid_harm_and_what_failed_twice() {
        let mut memory = Memory::default();
        let start = memory.enter(Vec3::ZERO).expect("memory has room");
        see(&mut memory, start, 64.0, Gait::Plunge);
        assert_eq!(memory.route_to_frontier(start, Courage::Careful), None);
        assert!(memory.route_to_frontier(start, Courage::Daring).is_some());
        let walked = see(&mut memory, start, -64.0, Gait::Walk);
        let leg = Leg { from: start, to: walked, gait: Gait::Walk };
        assert_eq!(memory.route_to_frontier(start, Courage::Careful), Some(vec![leg]));
        memory.fail(leg);
        memory.fail(leg);
        assert_eq!(memory.route_to_frontier(start, Courage::Careful), None);
    }
}
