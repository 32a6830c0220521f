//! Cutting polygons into triangles.

use kerosene_math::{DVec2, DVec3};

/// Largest polygon that is cut where it is not convex: looking for ears takes a time that grows with the cube.
const MAX_CONCAVE: usize = 128;

/// Triangles of a polygon in space, by the places of its corners; it may be slightly bent. Convex ones become a fan, others
/// lose ear after ear (Meisters, *Polygons Have Ears*, 1975). What has no ear, since it crosses itself, becomes a fan.
pub(crate) fn triangles(places: &[DVec3]) -> Vec<[usize; 3]> {
    let fan = |corners: &[usize]| {
        let pairs = corners.windows(2).skip(1);
        pairs.filter_map(|pair| Some([*corners.first()?, pair[0], pair[1]])).collect::<Vec<_>>()
    };
    let mut left: Vec<usize> = (0..places.len()).collect();
    let flat = flattened(places);
    let turn = |[a, b, c]: [usize; 3]| (flat[b] - flat[a]).perp_dot(flat[c] - flat[a]);
    let around = |left: &[usize], at: usize| {
        let count = left.len();
        [left[(at + count - 1) % count], left[at], left[(at + 1) % count]]
    };
    let convex = (0..left.len()).all(|at| turn(around(&left, at)) >= 0.0);
    if convex || left.len() > MAX_CONCAVE {
        return fan(&left);
    }
    let mut cut = Vec::with_capacity(places.len() - 2);
    while left.len() > 3 {
        let ear = (0..left.len()).find(|at| {
            let ear = around(&left, *at);
            let within = |corner: &usize| {
                let [a, b, c] = ear;
                !ear.contains(corner)
                    && turn([a, b, *corner]) >= 0.0
                    && turn([b, c, *corner]) >= 0.0
                    && turn([c, a, *corner]) >= 0.0
            };
            turn(ear) > 0.0 && !left.iter().any(within)
        });
        let Some(ear) = ear else { break };
        cut.push(around(&left, ear));
        left.remove(ear);
    }
    cut.extend(fan(&left));
    cut
}

/// The polygon as seen along its normal (Newell's), along the axis that is nearest to it.
fn flattened(places: &[DVec3]) -> Vec<DVec2> {
    let next = places.iter().cycle().skip(1);
    let normal: DVec3 = places.iter().zip(next).map(|(here, next)| here.cross(*next)).sum();
    let size = normal.abs();
    let seen = |place: &DVec3| {
        if size.x >= size.y && size.x >= size.z {
            DVec2::new(place.y, place.z) * DVec2::new(normal.x.signum(), 1.0)
        } else if size.y >= size.z {
            DVec2::new(place.z, place.x) * DVec2::new(normal.y.signum(), 1.0)
        } else {
            DVec2::new(place.x, place.y) * DVec2::new(normal.z.signum(), 1.0)
        }
    };
    places.iter().map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::triangles;
    use kerosene_math::DVec3;

    /// Twice the area of what triangles cover, and of the polygon.
    fn areas(places: &[DVec3]) -> (f64, f64) {
        let of = |[a, b, c]: [usize; 3]| (places[b] - places[a]).cross(places[c] - places[a]);
        let covered = triangles(places).into_iter().map(|triangle| of(triangle).length()).sum();
        let whole: DVec3 = (1..places.len() - 1).map(|at| of([0, at, at + 1])).sum();
        (covered, whole.length())
    }

    #[test]
    fn a_polygon_is_covered_once_whatever_its_shape_and_side() {
        let arrow = [(0.0, 0.0), (4.0, -3.0), (2.0, 0.0), (4.0, 3.0)];
        let comb = [
            (0.0, 0.0),
            (6.0, 0.0),
            (6.0, 4.0),
            (5.0, 4.0),
            (5.0, 1.0),
            (3.0, 1.0),
            (3.0, 4.0),
            (2.0, 4.0),
            (2.0, 1.0),
            (0.0, 1.0),
        ];
        for shape in [&arrow[..], &comb[..]] {
            for place in [
                |x, y| DVec3::new(x, y, 1.0),
                |x, y| DVec3::new(y, x, 2.0),
                |x, y| DVec3::new(3.0, x, y),
                |x, y| DVec3::new(y, -7.0, x),
            ] {
                for first in 0..shape.len() {
                    let places: Vec<_> =
                        shape.iter().cycle().skip(first).take(shape.len()).map(|(x, y)| place(*x, *y)).collect();
                    assert_eq!(triangles(&places).len(), places.len() - 2);
                    let (covered, whole) = areas(&places);
                    assert!((covered - whole).abs() < 1e-9, "{covered} of {whole}");
                }
            }
        }
    }

    #[test]
    fn polygons_that_are_none_still_give_triangles() {
        let cross = [DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0), DVec3::X, DVec3::Y];
        assert_eq!(triangles(&cross).len(), 2);
        assert_eq!(triangles(&[DVec3::ONE; 5]).len(), 3);
    }
}
