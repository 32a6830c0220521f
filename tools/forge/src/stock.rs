//! Props that every game has: sources made by code, compiled as any other.

use crate::{ForgeError, Options, compile};
use kerosene_math::deterministic::sin_cos_degrees;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Half the side of the crate, in units.
const CRATE: f64 = 16.0;
/// Radius of the sphere and of the capsule: a player's.
const RADIUS: f64 = 16.0;
/// Height of the capsule: a player's.
const HEIGHT: f64 = 72.0;
/// Sides of what is round.
const SIDES: u32 = 24;

/// The stock props: paths in the content, and files. They stand on the floor where they are placed, and wear the developer
/// set's materials.
///
/// # Errors
/// None but faults of ours.
///
/// ```
/// use kerosene_asset::Model;
///
/// let props = forge::stock::props()?;
/// assert_eq!(props[1].0, "models/props/capsule.kmdl");
/// let capsule = Model::from_bytes(&props[1].1)?;
/// assert_eq!(capsule.bounds.size().to_array(), [32.0, 32.0, 72.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn props() -> Result<Vec<(String, Vec<u8>)>, ForgeError> {
    let sources = [
        ("barrel", "metal", barrel()),
        ("capsule", "", revolved("dev/grid", &capsule())),
        ("crate", "wood", crate_()),
        ("sphere", "", revolved("dev/grid", &ball(RADIUS, 0.0, RADIUS))),
    ];
    let made = sources.into_iter().map(|(name, surface, source)| {
        let options = Options { z_up: true, surface: surface.to_owned(), ..Options::default() };
        let compiled = compile(&format!("stock/{name}.obj"), source.as_bytes(), &mut BTreeMap::new(), &options)?;
        Ok((format!("models/props/{name}.kmdl"), compiled.model.to_bytes()))
    });
    made.collect()
}

/// A cube, each side with the whole texture.
fn crate_() -> String {
    let mut text = "usemtl dev/crate\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n".to_owned();
    for at in 0..8 {
        let side = |axis: usize| if at >> axis & 1 == 0 { -CRATE } else { CRATE };
        put(&mut text, format_args!("v {} {} {}", side(0), side(1), side(2) + CRATE));
    }
    // Upright from each of four sides, then from below and above.
    for [a, b, c, d] in [[1, 2, 6, 5], [4, 3, 7, 8], [3, 1, 5, 7], [2, 4, 8, 6], [3, 4, 2, 1], [5, 6, 8, 7]] {
        put(&mut text, format_args!("f {a}/1 {b}/2 {c}/3 {d}/4"));
    }
    text
}

/// A point of an outline that is turned about Z.
#[derive(Clone, Copy)]
struct Outline {
    radius: f64,
    z: f64,
    /// Smoothing group of what leads from the point before to this one.
    group: u32,
}

/// A steel drum with two ribs.
fn barrel() -> String {
    let point = |radius: f64, z: f64, group: u32| Outline { radius, z, group };
    let outline = [
        point(0.0, 1.0, 0),
        point(10.0, 1.0, 1),
        point(10.5, 0.0, 2),
        point(11.5, 0.0, 3),
        point(11.5, 12.0, 4),
        point(12.0, 12.5, 5),
        point(11.5, 13.0, 6),
        point(11.5, 23.0, 7),
        point(12.0, 23.5, 8),
        point(11.5, 24.0, 9),
        point(11.5, 36.0, 10),
        point(10.5, 36.0, 11),
        point(10.0, 35.0, 12),
        point(0.0, 35.0, 13),
    ];
    revolved("dev/metal", &outline)
}

/// Half a circle from its bottom up, about a height; its upper half is moved up.
fn ball(radius: f64, rise: f64, height: f64) -> Vec<Outline> {
    let half = SIDES / 2;
    let point = |at: u32, rise: f64| {
        let (sin, cos) = sin_cos_degrees(f64::from(at) * 180.0 / f64::from(half));
        Outline { radius: radius * sin, z: height - radius * cos + rise, group: 1 }
    };
    let lower = (0..=half / 2).map(|at| point(at, 0.0));
    let from = if rise > 0.0 { half / 2 } else { half / 2 + 1 };
    lower.chain((from..=half).map(|at| point(at, rise))).collect()
}

fn capsule() -> Vec<Outline> {
    ball(RADIUS, HEIGHT - 2.0 * RADIUS, RADIUS)
}

/// An outline turned about Z, from its lower end to its upper one. The texture goes round once, and up once in as many
/// units as it goes round.
fn revolved(material: &str, outline: &[Outline]) -> String {
    let mut text = format!("usemtl {material}\n");
    let widest = outline.iter().map(|point| point.radius).fold(0.0, f64::max);
    let mut along = 0.0;
    for (index, point) in outline.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).and_then(|before| outline.get(before)) {
            let (across, up) = (point.radius - before.radius, point.z - before.z);
            along += (across * across + up * up).sqrt();
        }
        for side in 0..=SIDES {
            let (sin, cos) = sin_cos_degrees(f64::from(side % SIDES) * 360.0 / f64::from(SIDES));
            put(&mut text, format_args!("v {} {} {}", point.radius * cos, point.radius * sin, point.z));
            // Round once is a little more than six radii.
            put(&mut text, format_args!("vt {} {}", f64::from(side) / f64::from(SIDES), along / (widest * 6.0)));
        }
    }
    let ring = SIDES + 1;
    for (point, index) in outline.iter().zip(0_u32..).skip(1) {
        put(&mut text, format_args!("s {}", point.group));
        for side in 1..=SIDES {
            let (below, above) = ((index - 1) * ring + side, index * ring + side);
            put(&mut text, format_args!("f {below}/{below} {0}/{0} {1}/{1} {above}/{above}", below + 1, above + 1));
        }
    }
    text
}

/// A line; writing to a string does not fail.
fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::props;
    use kerosene_asset::Model;
    use kerosene_math::Vec3;

    #[test]
    fn props_stand_on_the_floor_and_are_solid() {
        let made = props().unwrap();
        assert_eq!(made, props().unwrap());
        let sizes = [[24.0, 24.0, 36.0], [32.0, 32.0, 72.0], [32.0, 32.0, 32.0], [32.0, 32.0, 32.0]];
        for ((path, bytes), size) in made.iter().zip(sizes) {
            let model = Model::from_bytes(bytes).unwrap();
            assert!(model.bounds.size().abs_diff_eq(Vec3::from_array(size), 1e-4), "{path} {}", model.bounds.size());
            assert!(model.bounds.min.z.abs() < 1e-5);
            let [hull] = &model.hulls[..] else { panic!("{path} has {} hulls", model.hulls.len()) };
            assert!(hull.volume() > 0.4 * f64::from(size[0] * size[1] * size[2]));
            // Every triangle is seen from outside: its normal is on the side of its vertices' normals.
            for [a, b, c] in model.indices[model.levels[0].meshes[0].range()].as_chunks::<3>().0 {
                let place = |index: &u32| model.vertices.positions[*index as usize];
                let normal = (place(b) - place(a)).cross(place(c) - place(a));
                assert!(normal.dot(model.vertices.normals[*a as usize]) > 0.0, "{path}");
            }
            // All but the inner sides of a barrel's rims look away from its middle.
            let middle = model.bounds.center();
            let outwards = |at: usize| model.vertices.normals[at].dot(model.vertices.positions[at] - middle) > 0.0;
            assert!(
                (0..model.vertices.len()).filter(|at| outwards(*at)).count() * 10 > model.vertices.len() * 8,
                "{path}"
            );
            assert!(bytes.len() < 150_000, "{path} {}", bytes.len());
        }
    }
}
