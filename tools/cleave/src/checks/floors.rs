//! Floors are what they say, and ways between them lie on both.

use super::Violation;
use kerosene_bsp::records::{WalkLinkRecord, WalkPolygonRecord};
use kerosene_bsp::{Bsp, WalkRule};
use kerosene_math::{DVec2, DVec3};

/// Least z of the normal of a floor, rounding allowed for.
const STEEPEST: f32 = 0.699_999;
/// Least area in square units, rounding allowed for.
const SMALLEST_AREA: f64 = 0.99;
/// How far rounded points may be off, in units.
const OFF: f64 = 0.1;
/// The highest step that is a way, in units.
const STEP: f64 = 18.0;

/// Every piece of floor is flat enough, convex, clockwise and wide enough; every way lies on an edge of both the floors
/// that it joins, no higher apart than a step.
///
/// # Errors
///
/// [`Violation::NoFloor`], [`Violation::StrayLink`].
pub fn floors_are_floors(bsp: &Bsp) -> Result<(), Violation> {
    for (floor, record) in bsp.walk_polygons.iter().enumerate() {
        let points = points_of(bsp, record);
        let flat = record.normal[2] >= STEEPEST || record.rule == WalkRule::Always as u32 && record.normal[2] > 0.0;
        if !flat || !is_convex(&points) || area(&points) < SMALLEST_AREA {
            return Err(Violation::NoFloor { floor, at: points[0] });
        }
        for link in record.first_link..record.first_link + record.link_count {
            if !lies_right(bsp, record, &bsp.walk_links[link as usize]) {
                return Err(Violation::StrayLink { link: link as usize });
            }
        }
    }
    Ok(())
}

fn points_of(bsp: &Bsp, floor: &WalkPolygonRecord) -> Vec<DVec3> {
    let points = &bsp.walk_points[floor.first_point as usize..][..floor.point_count as usize];
    points.iter().map(|point| point.as_dvec3()).collect()
}

/// Whether the polygon turns right at every corner, seen from above, but for rounding.
fn is_convex(points: &[DVec3]) -> bool {
    let flat: Vec<DVec2> = points.iter().map(|point| point.truncate()).collect();
    let corner = |place: usize| [0, 1, 2].map(|step| flat[(place + step) % flat.len()]);
    (0..flat.len()).map(corner).all(|[a, b, c]| (b - a).perp_dot(c - b) <= OFF * (b - a).length().max((c - b).length()))
}

fn area(points: &[DVec3]) -> f64 {
    let fan = points.windows(2).map(|pair| (pair[0] - points[0]).cross(pair[1] - points[0]));
    fan.sum::<DVec3>().length() * 0.5
}

fn lies_right(bsp: &Bsp, floor: &WalkPolygonRecord, link: &WalkLinkRecord) -> bool {
    let back = &bsp.walk_links[link.back as usize];
    let ends = |link: &WalkLinkRecord| [link.from, link.to].map(|end| DVec3::from_array(end.map(f64::from)));
    let (own, other) = (ends(link), ends(back));
    let on_edge = on_edge(&points_of(bsp, floor), link.edge, own);
    // The way back runs the other way, over the same part seen from above.
    let over = own
        .iter()
        .zip(other.iter().rev())
        .all(|(a, b)| a.truncate().distance(b.truncate()) < OFF && (b.z - a.z).abs() <= STEP + OFF);
    let middle = |[from, to]: [DVec3; 2]| (from.z + to.z) * 0.5;
    let rise = f64::from(link.rise);
    on_edge && over && (middle(other) - middle(own) - rise).abs() < OFF
}

fn on_edge(points: &[DVec3], edge: u32, ends: [DVec3; 2]) -> bool {
    let (from, to) = (points[edge as usize], points[(edge as usize + 1) % points.len()]);
    let along = to - from;
    ends.iter().all(|end| {
        let share = (*end - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        (-OFF..=1.0 + OFF).contains(&share) && end.distance(from + along * share) < OFF
    })
}
