//! Checks that the nodes form trees: no cycle, nothing reached twice, no branch too deep for a fixed stack.

use super::check::Subject;
use super::error::BspError;
use super::file::BspFile;
use super::layout::{Lump, MAX_TREE_DEPTH};
use crate::Contents;

/// Leaf that trees share: the solid outside.
const OUTSIDE: usize = 0;

pub(super) fn check_trees(file: &BspFile) -> Result<(), BspError> {
    check_nodes(file)?;
    let Some(outside) = file.leaves().first() else {
        return Err(Subject { lump: Lump::Leaves.name(), index: 0 }.error(
            "leaf",
            "missing",
            "the solid outside as leaf 0",
        ));
    };
    let filled = outside.brush_count != 0 || outside.mesh_count != 0;
    if !Contents::from_bits_retain(outside.contents).contains(Contents::SOLID) || filled {
        let subject = Subject { lump: Lump::Leaves.name(), index: OUTSIDE };
        return Err(subject.error(
            "contents",
            outside.contents,
            "solid without brushes and meshes: leaf 0 is the outside",
        ));
    }
    let mut reached = Reached { nodes: vec![false; file.nodes().len()], leaves: vec![false; file.leaves().len()] };
    for model in 0..file.models().len() {
        check_tree(file, model, &mut reached)?;
    }
    Ok(())
}

fn check_nodes(file: &BspFile) -> Result<(), BspError> {
    for (index, node) in file.nodes().iter().enumerate() {
        let subject = Subject { lump: Lump::Nodes.name(), index };
        subject.index_below("plane", node.plane, file.planes().len())?;
        subject.bounds(&node.mins, &node.maxs)?;
        for child in node.children {
            check_child(file, subject, "child", child)?;
        }
    }
    Ok(())
}

fn check_child(file: &BspFile, subject: Subject, field: &'static str, child: i32) -> Result<(), BspError> {
    let (index, count) =
        if child >= 0 { (child as u32, file.nodes().len()) } else { (!child as u32, file.leaves().len()) };
    subject.index_below(field, index, count)
}

/// Which nodes and leaves some tree has reached so far.
struct Reached {
    nodes: Vec<bool>,
    leaves: Vec<bool>,
}

fn check_tree(file: &BspFile, model: usize, reached: &mut Reached) -> Result<(), BspError> {
    let subject = Subject { lump: Lump::Models.name(), index: model };
    let root = file.models()[model].head_node;
    check_child(file, subject, "head_node", root)?;
    let mut open = vec![(root, 0usize)];
    while let Some((child, depth)) = open.pop() {
        if child < 0 {
            check_leaf(file, model, !child as usize, reached)?;
            continue;
        }
        let subject = Subject { lump: Lump::Nodes.name(), index: child as usize };
        if std::mem::replace(&mut reached.nodes[child as usize], true) {
            return Err(subject.error("parent", "a second one", "one parent"));
        }
        if depth >= MAX_TREE_DEPTH {
            return Err(subject.error("depth", depth, format_args!("below {MAX_TREE_DEPTH}")));
        }
        open.extend(file.nodes()[child as usize].children.map(|child| (child, depth + 1)));
    }
    Ok(())
}

fn check_leaf(file: &BspFile, model: usize, index: usize, reached: &mut Reached) -> Result<(), BspError> {
    let subject = Subject { lump: Lump::Leaves.name(), index };
    if std::mem::replace(&mut reached.leaves[index], true) && index != OUTSIDE {
        return Err(subject.error("parent", "a second one", "one parent"));
    }
    let (leaf, owner) = (&file.leaves()[index], &file.models()[model]);
    let own = owner.first_brush..owner.first_brush + owner.brush_count;
    for &brush in &file.leaf_brushes()[leaf.first_brush as usize..][..leaf.brush_count as usize] {
        if !own.contains(&brush) {
            return Err(subject.error("brush", brush, format_args!("one of model {model}'s {own:?}")));
        }
    }
    let own = owner.first_mesh..owner.first_mesh + owner.mesh_count;
    for &mesh in &file.leaf_meshes()[leaf.first_mesh as usize..][..leaf.mesh_count as usize] {
        if !own.contains(&mesh) {
            return Err(subject.error("mesh", mesh, format_args!("one of model {model}'s {own:?}")));
        }
    }
    Ok(())
}
