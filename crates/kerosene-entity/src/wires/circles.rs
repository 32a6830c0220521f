//! Wires that fire each other in a circle without a delay.
//!
//! Which outputs an input fires is the class's business and unknown here, so an input counts as firing every output of
//! its entity, but for what is known of every class: `FireUser1` fires `OnUser1` alone, and switching, killing and
//! rewiring fire nothing. A wire that fires only so often ends its circle by itself. The circles are the strongly
//! connected components of the graph (Tarjan 1972, here with a stack of its own instead of recursion).

use super::analysis::{WiredMap, described, diagnostic};
use kerosene_diagnostics::{Diagnostic, codes};
use std::collections::BTreeMap;

/// Edges from names to entities beyond which the search stops looking: only a hostile map has as many.
const MOST_EDGES: usize = 4_000_000;

/// Inputs that every class has and that fire nothing at once.
const SILENT: [&str; 7] = ["enable", "disable", "addoutput", "setparent", "clearparent", "kill", "killhierarchy"];

/// One diagnostic for each circle.
pub(super) fn find(map: &WiredMap<'_>) -> Vec<Diagnostic> {
    let graph = Graph::new(map);
    let mut found = Vec::new();
    for component in components(&graph.edges) {
        let loops = component.len() > 1 || graph.edges[component[0]].contains(&component[0]);
        let mut wires: Vec<usize> = component.into_iter().filter(|&node| node < graph.wires.len()).collect();
        wires.sort_unstable();
        if loops && !wires.is_empty() {
            found.push(report(map, &wires.iter().map(|&wire| graph.wires[wire]).collect::<Vec<_>>()));
        }
    }
    found.sort_by(|a, b| a.source.cmp(&b.source));
    found
}

/// Names the first wires of a circle.
fn report(map: &WiredMap<'_>, wires: &[(usize, usize)]) -> Diagnostic {
    let shown = wires.iter().take(6).map(|&(entity, wire)| {
        let owner = &map.entities[entity];
        let wire = &owner.wires[wire];
        format!("{}.{} -> {}.{}", described(owner), wire.output, wire.target, wire.input)
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if wires.len() > 6 { format!(" and {} more", wires.len() - 6) } else { String::new() };
    let message = format!("wires without a delay may fire each other in a circle: {shown}{more}");
    diagnostic(codes::WIRE_CIRCLE, &map.entities[wires[0].0], message).fix("give one of them a delay above 0")
}

/// Nodes: the wires without a delay, then each pair of a target and what its input may fire.
struct Graph {
    /// Entity and number of its wire.
    wires: Vec<(usize, usize)>,
    edges: Vec<Vec<usize>>,
}

/// What an input may fire: one of the four user outputs, or anything else.
fn fired_by(input: &str) -> Option<Fires> {
    let input = input.to_ascii_lowercase();
    if SILENT.contains(&input.as_str()) {
        return None;
    }
    Some(match input.strip_prefix("fireuser") {
        Some("1") => Fires::User(1),
        Some("2") => Fires::User(2),
        Some("3") => Fires::User(3),
        Some("4") => Fires::User(4),
        _ => Fires::Others,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fires {
    User(u8),
    Others,
}

impl Fires {
    fn includes(self, output: &str) -> bool {
        let output = output.to_ascii_lowercase();
        match (self, output.strip_prefix("onuser")) {
            (Self::User(number), Some(user)) => user.parse() == Ok(number),
            (Self::User(_), None) | (Self::Others, Some("1" | "2" | "3" | "4")) => false,
            (Self::Others, _) => output != "onkilled",
        }
    }
}

impl Graph {
    fn new(map: &WiredMap<'_>) -> Self {
        let numbered = map.entities.iter().enumerate();
        let wires: Vec<(usize, usize)> = numbered
            .flat_map(|(entity, owner)| {
                let at_once = owner.wires.iter().enumerate().filter(|(_, wire)| wire.delay.is_zero());
                let endless = at_once.filter(|(_, wire)| wire.times.is_none());
                endless.filter(move |(_, wire)| map.fires(entity, wire)).map(move |(wire, _)| (entity, wire))
            })
            .collect();
        let mut graph = Self { edges: vec![Vec::new(); wires.len()], wires };
        graph.connect(map);
        graph
    }

    /// Adds wire -> (target, input) -> wires of the target's entities.
    fn connect(&mut self, map: &WiredMap<'_>) {
        let mut of_entity: Vec<Vec<usize>> = vec![Vec::new(); map.entities.len()];
        for (node, &(entity, _)) in self.wires.iter().enumerate() {
            of_entity[entity].push(node);
        }
        let mut groups: BTreeMap<(Option<usize>, String, Fires), usize> = BTreeMap::new();
        let mut count = 0;
        for node in 0..self.wires.len() {
            let (entity, number) = self.wires[node];
            let wire = &map.entities[entity].wires[number];
            let Some(fires) = fired_by(&wire.input) else { continue };
            // A special target depends on who owns the wire, a name does not.
            let owner = wire.target.starts_with('!').then_some(entity);
            let key = (owner, wire.target.to_ascii_lowercase(), fires);
            let group = *groups.entry(key).or_insert_with(|| {
                let targets = map.targets(entity, &wire.target).unwrap_or_default();
                let next = targets.into_iter().flat_map(|target| of_entity[target].iter().copied());
                let fired = next.filter(|&next| {
                    let (entity, number) = self.wires[next];
                    fires.includes(&map.entities[entity].wires[number].output)
                });
                let fired: Vec<usize> = fired.take(MOST_EDGES.saturating_sub(count)).collect();
                count += fired.len();
                self.edges.push(fired);
                self.edges.len() - 1
            });
            self.edges[node].push(group);
        }
    }
}

/// The strongly connected components of a graph.
fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search { order: vec![None; edges.len()], low: vec![0; edges.len()], ..Search::default() };
    search.on_stack = vec![false; edges.len()];
    for start in 0..edges.len() {
        if search.order[start].is_none() {
            search.visit(start, edges);
        }
    }
    search.found
}

#[derive(Default)]
struct Search {
    /// When a node was met.
    order: Vec<Option<usize>>,
    /// The earliest node that it reaches.
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    met: usize,
    found: Vec<Vec<usize>>,
}

impl Search {
    fn visit(&mut self, start: usize, edges: &[Vec<usize>]) {
        let mut path = vec![(start, 0)];
        self.meet(start);
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            if let Some(&to) = edges[node].get(*next) {
                *next += 1;
                match self.order[to] {
                    None => {
                        self.meet(to);
                        path.push((to, 0));
                    }
                    Some(order) if self.on_stack[to] => self.low[node] = self.low[node].min(order),
                    Some(_) => {}
                }
            } else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                self.close(node);
            }
        }
    }

    fn meet(&mut self, node: usize) {
        self.order[node] = Some(self.met);
        self.low[node] = self.met;
        self.met += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    /// Takes a component off the stack where `node` was the first of it to be met.
    fn close(&mut self, node: usize) {
        if self.order[node] != Some(self.low[node]) {
            return;
        }
        let mut component = Vec::new();
        while let Some(top) = self.stack.pop() {
            self.on_stack[top] = false;
            component.push(top);
            if top == node {
                break;
            }
        }
        self.found.push(component);
    }
}
