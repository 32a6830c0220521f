//! Maximum flow with integer capacities, by Dinic's method (1970): shortest augmenting paths in phases, each phase
//! a depth-first search that never looks at a spent arc twice. Integers make the result the same everywhere.

use std::collections::VecDeque;

/// More than any sum of real capacities.
pub(super) const UNBOUNDED: i64 = i64::MAX / 4;
/// Arcs looked at before the search gives up; a map of a million portals takes a fraction of that.
const MOST_STEPS: u64 = 4_000_000_000;
/// Level of a node that cannot be reached.
const FAR: u32 = u32::MAX;

/// A network; arcs come in pairs, `arc ^ 1` is the way back.
pub(super) struct Network {
    arcs: Vec<Arc>,
    by_node: Vec<Vec<u32>>,
    steps: u64,
}

#[derive(Clone, Copy)]
struct Arc {
    to: u32,
    left: i64,
}

impl Network {
    pub(super) fn new(nodes: usize) -> Self {
        Self { arcs: Vec::new(), by_node: vec![Vec::new(); nodes], steps: 0 }
    }

    /// Joins two nodes with capacities there and back.
    pub(super) fn join(&mut self, from: u32, to: u32, there: i64, back: i64) {
        let arc = self.arcs.len() as u32;
        self.arcs.push(Arc { to, left: there });
        self.arcs.push(Arc { to: from, left: back });
        self.by_node[from as usize].push(arc);
        self.by_node[to as usize].push(arc + 1);
    }

    /// Sends as much as possible from `source` to `sink`. The nodes that more could still reach are then the source's
    /// side of the minimum cut, and the smallest such side. `None` where it takes too long.
    pub(super) fn source_side(mut self, source: u32, sink: u32) -> Option<Vec<bool>> {
        loop {
            let levels = self.levels(source);
            if levels[sink as usize] == FAR {
                return Some(levels.into_iter().map(|level| level != FAR).collect());
            }
            self.block(source, sink, levels)?;
        }
    }

    fn levels(&self, source: u32) -> Vec<u32> {
        let mut levels = vec![FAR; self.by_node.len()];
        levels[source as usize] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for &arc in &self.by_node[node as usize] {
                let Arc { to, left } = self.arcs[arc as usize];
                if left > 0 && levels[to as usize] == FAR {
                    levels[to as usize] = levels[node as usize] + 1;
                    queue.push_back(to);
                }
            }
        }
        levels
    }

    /// Fills every shortest path.
    fn block(&mut self, source: u32, sink: u32, mut levels: Vec<u32>) -> Option<()> {
        let mut next = vec![0_usize; self.by_node.len()];
        let mut path: Vec<u32> = Vec::new();
        let mut node = source;
        loop {
            if node == sink {
                node = self.augment(&mut path);
                continue;
            }
            let onward = self.onward(node, &levels, &mut next);
            if let Some(arc) = onward {
                path.push(arc);
                node = self.arcs[arc as usize].to;
            } else if let Some(arc) = path.pop() {
                levels[node as usize] = FAR;
                node = self.arcs[arc as usize ^ 1].to;
            } else {
                return Some(());
            }
            if self.steps > MOST_STEPS {
                return None;
            }
        }
    }

    fn onward(&mut self, node: u32, levels: &[u32], next: &mut [usize]) -> Option<u32> {
        let arcs = &self.by_node[node as usize];
        let place = &mut next[node as usize];
        while let Some(&arc) = arcs.get(*place) {
            self.steps += 1;
            let Arc { to, left } = self.arcs[arc as usize];
            if left > 0 && levels[to as usize] == levels[node as usize] + 1 {
                return Some(arc);
            }
            *place += 1;
        }
        None
    }

    /// Sends what the path holds; it is cut back to where it is full, and that node is returned.
    fn augment(&mut self, path: &mut Vec<u32>) -> u32 {
        let least = path.iter().map(|&arc| self.arcs[arc as usize].left).min().unwrap_or(0);
        let mut full = 0;
        for (place, &arc) in path.iter().enumerate().rev() {
            self.arcs[arc as usize].left -= least;
            self.arcs[arc as usize ^ 1].left += least;
            if self.arcs[arc as usize].left == 0 {
                full = place;
            }
        }
        self.steps += path.len() as u64;
        let back = self.arcs[path[full] as usize ^ 1].to;
        path.truncate(full);
        back
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::Pcg32;

    /// The least cut of all, by trying every one.
    fn least_cut(nodes: u32, arcs: &[(u32, u32, i64, i64)]) -> i64 {
        let sides = (0..1_u32 << nodes).filter(|side| side & 1 == 1 && side >> 1 & 1 == 0);
        let across = |side: u32| {
            let within = |node: u32| side >> node & 1 == 1;
            arcs.iter()
                .map(|&(from, to, there, back)| match (within(from), within(to)) {
                    (true, false) => there,
                    (false, true) => back,
                    _ => 0,
                })
                .sum::<i64>()
        };
        sides.map(across).min().expect("at least one cut")
    }

    #[test]
    fn the_cut_is_the_least_of_all() {
        let mut random = Pcg32::new(11, 0);
        for _ in 0..300 {
            let nodes = 2 + random.next_u32() % 7;
            let arcs: Vec<_> = (0..random.next_u32() % 24)
                .map(|_| {
                    let mut number = |below: u32| random.next_u32() % below;
                    (number(nodes), number(nodes), i64::from(number(9)), i64::from(number(9)))
                })
                .filter(|(from, to, ..)| from != to)
                .collect();
            let mut network = Network::new(nodes as usize);
            arcs.iter().for_each(|&(from, to, there, back)| network.join(from, to, there, back));
            let side = network.source_side(0, 1).expect("small");
            assert!(side[0] && !side[1]);
            let cost: i64 = arcs
                .iter()
                .map(|&(from, to, there, back)| match (side[from as usize], side[to as usize]) {
                    (true, false) => there,
                    (false, true) => back,
                    _ => 0,
                })
                .sum();
            assert_eq!(cost, least_cut(nodes, &arcs));
        }
    }
}
