//! What the steps of a script cost.
//!
//! A virtual machine reports a step with each turn of a loop and each call of a function. Between two steps it goes
//! straight on, over as much as stands there: a thousand lines are one step, unless they are charged for. So what stands
//! between steps is counted when a script is compiled. The tree walker reports a step with each node of the tree, and only
//! what one node may do matters there.
//!
//! A node is cheap, but for one thing: a variable that is read is copied, and an array is copied with all of its values.
//! Whether a variable holds one shows only when a line runs; but where nothing in a script makes an array or a map, none
//! does. So a script that makes some pays for each variable that it reads, others do not.

use crate::machine::Backend;
use crate::weave::{Spot, spot};
use rhai::{AST, ASTNode, Dynamic, Expr, Stmt};
use std::collections::BTreeMap;

/// Nodes that one operation pays for.
const NODES: u32 = 64;

/// Operations that the copy of a variable costs which may hold an array or a map.
const COPY: u32 = 4;

/// Functions that give arrays, maps or blobs without being given one.
pub(super) const COLLECTING: [&str; 10] = [
    "to_chars",
    "split",
    "split_rev",
    "keys",
    "values",
    "to_blob",
    "find_all_by_name",
    "find_by_class",
    "words_end",
    "word",
];

/// What is known of a script's work before it runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    /// Most nodes, and most copies of variables, between two steps of the machine.
    nodes: u32,
    copies: u32,
    /// Whether something in it makes arrays or maps.
    pub(crate) has_collections: bool,
    /// Whether something is assigned into the middle of a value, as `a[0] = x` and `m.k = x` do. The machine does not hold
    /// what grows so to the limits of sizes.
    pub(crate) assigns_into: bool,
}

impl Weight {
    /// Goes through a script once.
    pub(crate) fn of(ast: &AST) -> Self {
        let mut weight = Self::default();
        let mut starts: Vec<_> = ast.iter_fn_def().map(|function| spot(function.body.start_position())).collect();
        starts.sort_unstable();
        let mut stretches: BTreeMap<Stretch, (u32, u32)> = BTreeMap::new();
        let mut last = Stretch::Function(0);
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            let Some((node, ancestors)) = path.split_last() else { return true };
            weight.look_at(node);
            let stretch = stretch_of(node, ancestors, &starts).unwrap_or(last);
            last = stretch;
            let (nodes, copies) = stretches.entry(stretch).or_default();
            *nodes += 1;
            *copies += u32::from(is_copy(node));
            true
        });
        for (nodes, copies) in stretches.into_values() {
            weight.nodes = weight.nodes.max(nodes);
            weight.copies = weight.copies.max(copies);
        }
        weight
    }

    /// That of several files together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.max(other.nodes),
            copies: self.copies.max(other.copies),
            has_collections: self.has_collections || other.has_collections,
            assigns_into: self.assigns_into || other.assigns_into,
        }
    }

    /// What a step costs, in operations.
    pub(crate) fn step(self, backend: Backend) -> u32 {
        match (backend, self.has_collections) {
            (Backend::Bytecode, false) => (self.nodes / NODES).max(1),
            (Backend::Bytecode, true) => (self.nodes / NODES).max(self.copies * COPY).max(1),
            (Backend::TreeWalker, false) => 1,
            (Backend::TreeWalker, true) => COPY,
        }
    }

    fn look_at(&mut self, node: &ASTNode<'_>) {
        match node {
            ASTNode::Expr(Expr::Array(..) | Expr::Map(..)) => self.has_collections = true,
            ASTNode::Expr(Expr::DynamicConstant(value, _)) => self.has_collections |= is_collection(value),
            ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
                self.has_collections |= COLLECTING.contains(&call.name.as_str());
            }
            ASTNode::Stmt(Stmt::Assignment(assignment)) => self.assigns_into |= is_inner(&assignment.1.lhs),
            _ => {}
        }
    }
}

/// What lies between steps: what stands directly in a loop, or in a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stretch {
    /// The loop that begins at a place.
    Loop(Spot),
    /// The number of a function by its place in the file, from 1; 0 for what stands outside functions.
    Function(usize),
}

/// The innermost stretch that a node is in; `None` where it has no place.
fn stretch_of(node: &ASTNode<'_>, ancestors: &[ASTNode<'_>], starts: &[(usize, usize)]) -> Option<Stretch> {
    for ancestor in ancestors.iter().rev() {
        if let ASTNode::Stmt(Stmt::While(_, position) | Stmt::Do(_, _, position) | Stmt::For(_, position)) = ancestor {
            return Some(Stretch::Loop(spot(*position)));
        }
    }
    let position = node.position();
    (!position.is_none()).then(|| Stretch::Function(starts.partition_point(|&start| start <= spot(position))))
}

fn is_copy(node: &ASTNode<'_>) -> bool {
    matches!(node, ASTNode::Expr(Expr::Variable(..) | Expr::ThisPtr(_) | Expr::Dot(..) | Expr::Index(..)))
}

fn is_collection(value: &Dynamic) -> bool {
    value.is_array() || value.is_map() || value.is_blob()
}

/// Whether a place lies within a value: everything but variables and the fields of `this`.
fn is_inner(place: &Expr) -> bool {
    match place {
        Expr::Variable(..) => false,
        Expr::Dot(parts, ..) => !matches!((&parts.lhs, &parts.rhs), (Expr::ThisPtr(_), Expr::Property(..))),
        _ => true,
    }
}
