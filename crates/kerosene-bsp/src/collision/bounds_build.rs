//! Building the tree of boxes: where to split so that sweeps test few.

use super::bounds_tree::{BoundsNode, FAR, FREE_LEVELS, WIDTH};
use kerosene_math::glam::Vec3A;

/// Places along an axis at which a split is weighed, and one more.
const BINS: usize = 16;
/// Groups up to this size are split along the axis on which they are spread widest: there are most of them, and they
/// matter least.
const FEW: usize = 10;

/// A brush, or what else has a number, to be put into the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoundsItem {
    mins: Vec3A,
    maxs: Vec3A,
    contents: u32,
    brush: u32,
}

impl BoundsItem {
    /// Bounds may be infinite.
    pub(super) fn new(mins: [f32; 3], maxs: [f32; 3], contents: u32, brush: u32) -> Self {
        let finite = |corner: [f32; 3]| Vec3A::from_array(corner).clamp(Vec3A::splat(-FAR), Vec3A::splat(FAR));
        Self { mins: finite(mins), maxs: finite(maxs), contents, brush }
    }

    /// Twice the middle.
    fn place(&self) -> Vec3A {
        self.mins + self.maxs
    }
}

/// A node to be filled.
struct Open {
    node: usize,
    first: usize,
    end: usize,
    level: u32,
}

/// Items that share a box.
#[derive(Clone, Copy)]
struct Group {
    first: usize,
    end: usize,
    bounds: Bounds,
}

impl Group {
    fn new(items: &[BoundsItem], first: usize, end: usize) -> Self {
        Self { first, end, bounds: Bounds::of(&items[first..end]) }
    }

    fn len(&self) -> usize {
        self.end - self.first
    }
}

/// Adds a tree over `items` to `nodes`; returns its root, `None` for no items.
pub(super) fn add_tree(nodes: &mut Vec<BoundsNode>, items: &mut [BoundsItem]) -> Option<u32> {
    let root = nodes.len();
    if items.is_empty() {
        return None;
    }
    nodes.push(BoundsNode::EMPTY);
    let mut open = vec![Open { node: root, first: 0, end: items.len(), level: 0 }];
    while let Some(Open { node, first, end, level }) = open.pop() {
        let (groups, count) = divide(items, first, end, level);
        for (lane, group) in groups.iter().take(count).enumerate() {
            let own = &items[group.first..group.end];
            let child = match own {
                [item] => !(item.brush as i32),
                _ => {
                    nodes.push(BoundsNode::EMPTY);
                    let child = nodes.len() - 1;
                    open.push(Open { node: child, first: group.first, end: group.end, level: level + 1 });
                    child as i32
                }
            };
            let contents = own.iter().fold(0, |contents, item| contents | item.contents);
            set_lane(&mut nodes[node], lane, group.bounds, child, contents);
        }
    }
    Some(root as u32)
}

fn set_lane(node: &mut BoundsNode, lane: usize, bounds: Bounds, child: i32, contents: u32) {
    for axis in 0..3 {
        node.slabs[axis][0][lane] = bounds.mins[axis];
        node.slabs[axis][1][lane] = bounds.maxs[axis];
    }
    node.children[lane] = child;
    node.contents[lane] = contents;
}

/// Divides a range of items among the boxes of a node: splits the largest group until there are enough.
fn divide(items: &mut [BoundsItem], first: usize, end: usize, level: u32) -> ([Group; WIDTH], usize) {
    let mut groups = [Group::new(items, first, end); WIDTH];
    let mut count = 1;
    if end - first <= WIDTH {
        for (lane, at) in (first..end).enumerate() {
            groups[lane] = Group::new(items, at, at + 1);
        }
        return (groups, end - first);
    }
    while count < WIDTH {
        let size = |group: &Group| if level < FREE_LEVELS { group.bounds.area() } else { group.len() as f32 };
        let splittable = (0..count).filter(|&lane| groups[lane].len() > 1);
        let Some(lane) = splittable.max_by(|&a, &b| size(&groups[a]).total_cmp(&size(&groups[b]))) else { break };
        let Group { first, end, .. } = groups[lane];
        let middle = first + split(&mut items[first..end], level);
        groups[lane] = Group::new(items, first, middle);
        groups[count] = Group::new(items, middle, end);
        count += 1;
    }
    (groups, count)
}

/// Puts items in two non-empty parts; returns the length of the first.
fn split(items: &mut [BoundsItem], level: u32) -> usize {
    let even = items.len() / 2;
    if items.len() == 2 || level >= FREE_LEVELS {
        return even;
    }
    let places = items.iter().fold(Bounds::NONE, |bounds, item| bounds.with(item.place(), item.place()));
    let spread = places.maxs - places.mins;
    let widest = if spread.x >= spread.y && spread.x >= spread.z { 0 } else { 1 + usize::from(spread.z > spread.y) };
    let axes = if items.len() > FEW { 0..3 } else { widest..widest + 1 };
    let borders = axes.map(|axis| Border::cheapest(items, axis, places));
    let Some(border) = borders.reduce(|best, other| if other.cost < best.cost { other } else { best }) else {
        return even;
    };
    if border.cost == f32::INFINITY {
        return even;
    }
    let mut first = 0;
    for at in 0..items.len() {
        if border.is_before(&items[at]) {
            items.swap(first, at);
            first += 1;
        }
    }
    if first == 0 || first == items.len() { even } else { first }
}

/// Where to split along an axis: all bins before one go to the first part.
struct Border {
    axis: usize,
    low: f32,
    scale: f32,
    /// The last bin.
    last: usize,
    bin: usize,
    cost: f32,
}

impl Border {
    /// The best one by the chance that a sweep meets each part and what it then costs: its area and its number of items
    /// (Goldsmith and Salmon, "Automatic Creation of Object Hierarchies for Ray Tracing", 1987).
    fn cheapest(items: &[BoundsItem], axis: usize, places: Bounds) -> Self {
        let (low, spread) = (places.mins[axis], places.maxs[axis] - places.mins[axis]);
        let count = if items.len() > FEW { BINS } else { BINS / 2 };
        let mut border = Self { axis, low, scale: count as f32 / spread, last: count - 1, bin: 0, cost: f32::INFINITY };
        if spread <= 0.0 {
            return border;
        }
        let (mut bins, mut after) = ([(Bounds::NONE, 0u32); BINS], [0.0; BINS]);
        let (bins, after) = (&mut bins[..count], &mut after[..count]);
        for item in items {
            let (bounds, count) = &mut bins[border.bin_of(item)];
            *bounds = bounds.with(item.mins, item.maxs);
            *count += 1;
        }
        let (mut bounds, mut held) = (Bounds::NONE, 0);
        for ((bin, count), after) in bins.iter().zip(after.iter_mut()).rev() {
            bounds = bounds.with(bin.mins, bin.maxs);
            held += count;
            *after = bounds.area() * held as f32;
        }
        (bounds, held) = (Bounds::NONE, 0);
        for (index, ((bin, count), after)) in bins.iter().zip(&after[1..]).enumerate() {
            bounds = bounds.with(bin.mins, bin.maxs);
            held += count;
            let cost = bounds.area() * held as f32 + after;
            if cost < border.cost {
                (border.bin, border.cost) = (index + 1, cost);
            }
        }
        border
    }

    fn bin_of(&self, item: &BoundsItem) -> usize {
        (((item.place()[self.axis] - self.low) * self.scale) as usize).min(self.last)
    }

    fn is_before(&self, item: &BoundsItem) -> bool {
        self.bin_of(item) < self.bin
    }
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    mins: Vec3A,
    maxs: Vec3A,
}

impl Bounds {
    const NONE: Self = Self { mins: Vec3A::INFINITY, maxs: Vec3A::NEG_INFINITY };

    fn of(items: &[BoundsItem]) -> Self {
        items.iter().fold(Self::NONE, |bounds, item| bounds.with(item.mins, item.maxs))
    }

    fn with(self, mins: Vec3A, maxs: Vec3A) -> Self {
        Self { mins: self.mins.min(mins), maxs: self.maxs.max(maxs) }
    }

    /// Half the surface, 0 for no bounds.
    fn area(&self) -> f32 {
        let size = (self.maxs - self.mins).max(Vec3A::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }
}
