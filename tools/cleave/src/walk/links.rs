//! Which pieces of floor join: over a shared edge, a shared part of one, or a step.

use super::Floor;
use crate::index::BoxIndex;
use kerosene_math::{DAabb, DVec2, DVec3};

/// Higher steps are no way, in units: what a player steps up (`sv_stepsize`).
const STEP: f64 = 18.0;
/// Edges this far apart, seen from above, are not over each other, in units.
const BESIDE: f64 = 0.05;
/// A common part narrower than this is no way, in units.
const NARROWEST: f64 = 1.0;

/// A way over a part of an edge to a neighbour.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    /// The neighbour.
    pub floor: u32,
    /// Place of the link back among the neighbour's links.
    pub back: u32,
    /// The own edge, by its first point.
    pub edge: u32,
    /// The part of the own edge, in its direction.
    pub part: [DVec3; 2],
    /// How much higher the neighbour is, in units.
    pub rise: f64,
}

/// An edge of a floor.
#[derive(Clone, Copy)]
struct Edge {
    floor: u32,
    number: u32,
    from: DVec3,
    to: DVec3,
}

/// Finds the ways between `floors`, each in both directions.
pub(super) fn link(floors: &mut [Floor]) {
    let edges: Vec<Edge> =
        floors.iter().enumerate().flat_map(|(floor, of)| edges_of(floor as u32, &of.points)).collect();
    let boxes = edges.iter().map(|edge| DAabb::from_points([edge.from, edge.to])).collect();
    let index = BoxIndex::new(boxes);
    let mut found = Vec::new();
    let mut pairs: Vec<[Link; 2]> = Vec::new();
    for (place, edge) in edges.iter().enumerate() {
        let reach = DVec3::new(BESIDE, BESIDE, STEP + BESIDE);
        let bounds = DAabb::from_points([edge.from, edge.to]);
        index.touching(&DAabb::new(bounds.min - reach, bounds.max + reach), &mut found);
        let later = found.iter().map(|&other| other as usize).filter(|&other| other > place);
        pairs.extend(later.filter_map(|other| join(edge, &edges[other])));
    }
    for pair in pairs {
        let [one, two] = pair;
        let owners = [two.floor as usize, one.floor as usize];
        let places = owners.map(|owner| floors[owner].links.len() as u32);
        floors[owners[0]].links.push(Link { back: places[1], ..one });
        floors[owners[1]].links.push(Link { back: places[0], ..two });
    }
}

fn edges_of(floor: u32, points: &[DVec3]) -> impl Iterator<Item = Edge> + '_ {
    let ends = points.iter().zip(points.iter().cycle().skip(1));
    ends.zip(0..).map(move |((&from, &to), number)| Edge { floor, number, from, to })
}

/// The common part of two edges that lie over each other and run in opposite directions, as a link of each.
fn join(one: &Edge, two: &Edge) -> Option<[Link; 2]> {
    let (from, to) = (one.from.truncate(), one.to.truncate());
    let length = from.distance(to);
    if one.floor == two.floor || length < NARROWEST {
        return None;
    }
    let along = (to - from) / length;
    let place = |point: DVec3| (point.truncate() - from).dot(along);
    // The second edge runs the other way: it ends first.
    let (start, end) = (place(two.to), place(two.from));
    let (low, high) = (start.max(0.0), end.min(length));
    if high - low < NARROWEST {
        return None;
    }
    let on_one = |at: f64| one.from + (one.to - one.from) * (at / length);
    let on_two = |at: f64| two.to + (two.from - two.to) * ((at - start) / (end - start));
    let apart = |at: f64| {
        let (a, b): (DVec3, DVec3) = (on_one(at), on_two(at));
        let beside: DVec2 = a.truncate() - b.truncate();
        beside.length() >= BESIDE || (b.z - a.z).abs() > STEP
    };
    if apart(low) || apart(high) {
        return None;
    }
    let middle = (low + high) * 0.5;
    let rise = on_two(middle).z - on_one(middle).z;
    let rise = if rise.abs() < BESIDE { 0.0 } else { rise };
    let of = |own: &Edge, other: &Edge, part: [DVec3; 2], rise: f64| Link {
        floor: other.floor,
        back: 0,
        edge: own.number,
        part,
        rise,
    };
    Some([of(one, two, [on_one(low), on_one(high)], rise), of(two, one, [on_two(high), on_two(low)], 0.0 - rise)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_bsp::WalkRule;

    /// A rectangle, clockwise from above.
    fn floor(min: [f64; 2], max: [f64; 2], z: f64) -> Floor {
        let corners = [(min[0], min[1]), (min[0], max[1]), (max[0], max[1]), (max[0], min[1])];
        let points = corners.map(|(x, y)| DVec3::new(x, y, z)).to_vec();
        Floor { normal: DVec3::Z, dist: z, points, rule: WalkRule::Allow, section: 0, links: Vec::new() }
    }

    fn ways(floors: &[Floor]) -> Vec<(usize, u32, [f64; 2], f64)> {
        let of = |(number, floor): (usize, &Floor)| {
            floor
                .links
                .iter()
                .map(move |link| (number, link.floor, link.part.map(|point| point.y), link.rise))
                .collect()
        };
        floors.iter().enumerate().flat_map::<Vec<_>, _>(of).collect()
    }

    #[test]
    fn a_shared_part_of_an_edge_is_a_way_in_both_directions() {
        let mut floors = [floor([0.0, 0.0], [64.0, 64.0], 0.0), floor([64.0, 32.0], [128.0, 96.0], 0.0)];
        link(&mut floors);
        assert_eq!(ways(&floors), [(0, 1, [64.0, 32.0], 0.0), (1, 0, [32.0, 64.0], 0.0)]);
        assert_eq!((floors[0].links[0].edge, floors[1].links[0].edge), (2, 0));
    }

    #[test]
    fn a_step_is_a_way_and_a_ledge_is_not() {
        let step = |height: f64| {
            let mut floors = [floor([0.0, 0.0], [64.0, 64.0], 0.0), floor([64.0, 0.0], [128.0, 64.0], height)];
            link(&mut floors);
            ways(&floors)
        };
        assert_eq!(step(18.0), [(0, 1, [64.0, 0.0], 18.0), (1, 0, [0.0, 64.0], -18.0)]);
        assert_eq!(step(18.5), []);
    }

    #[test]
    fn floors_that_touch_in_a_corner_or_lie_side_by_side_do_not_join() {
        let mut floors = [
            floor([0.0, 0.0], [64.0, 64.0], 0.0),
            floor([64.0, 64.0], [128.0, 128.0], 0.0),
            floor([64.5, 0.0], [128.0, 32.0], 0.0),
        ];
        link(&mut floors);
        assert_eq!(ways(&floors), []);
    }

    #[test]
    fn links_name_each_other() {
        let cells = (0..36).map(|cell| {
            let (x, y) = (f64::from(cell % 6) * 10.0, f64::from(cell / 6) * 10.0);
            floor([x, y], [x + 10.0, y + 10.0], f64::from(cell % 5))
        });
        let mut floors: Vec<Floor> = cells.collect();
        link(&mut floors);
        assert_eq!(floors.iter().map(|floor| floor.links.len()).sum::<usize>(), 2 * 2 * 6 * 5);
        for (number, floor) in floors.iter().enumerate() {
            for (place, way) in floor.links.iter().enumerate() {
                let back = &floors[way.floor as usize].links[way.back as usize];
                assert_eq!((back.floor as usize, back.back as usize), (number, place));
            }
        }
    }
}
