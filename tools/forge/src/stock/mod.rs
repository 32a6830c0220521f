//! Props that every game has: sources made by code, compiled as any other.

mod arm;
mod small;

use crate::{Collision, ForgeError, Options, compile};
use kerosene_math::deterministic::sin_cos_degrees;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Half the side of the crate, in units.
const CRATE: f64 = 16.0;
/// Radius of the sphere and of the capsule: a player's.
const RADIUS: f64 = 16.0;
/// Height of the capsule: a player's.
const HEIGHT: f64 = 72.0;
/// Metres in one of our units, an inch: glTF counts in metres.
const METRE: f64 = 0.0254;
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
/// assert_eq!(props[2].0, "models/props/capsule.kmdl");
/// let capsule = Model::from_bytes(&props[2].1)?;
/// assert_eq!(capsule.bounds.size().to_array(), [32.0, 32.0, 72.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn props() -> Result<Vec<(String, Vec<u8>)>, ForgeError> {
    let sources = [
        ("arm", "metal", arm::gltf()),
        ("barrel", "metal", barrel()),
        ("capsule", "", revolved("dev/grid", &capsule())),
        ("crate", "wood", cube("dev/crate")),
        ("cube", "", cube("dev/grid")),
        ("healthkit", "plastic", small::healthkit()),
        ("key", "metal", small::key()),
        ("sphere", "", revolved("dev/grid", &ball(RADIUS, 0.0, RADIUS))),
    ];
    let made = sources.into_iter().map(|(name, surface, source)| {
        let ending = if source.starts_with('{') { "gltf" } else { "obj" };
        let options = Options { surface: surface.to_owned(), ..options(ending) };
        let compiled = compile(&format!("stock/{name}.{ending}"), source.as_bytes(), &mut BTreeMap::new(), &options)?;
        Ok((format!("models/props/{name}.kmdl"), compiled.model.to_bytes()))
    });
    made.collect()
}

/// How a source of a kind is read; what a skeleton moves is collided with as a box.
fn options(ending: &str) -> Options {
    let usual = Options { z_up: true, ..Options::default() };
    if ending == "obj" {
        return usual;
    }
    Options { scale: METRE, once: vec![arm::ONCE.to_owned()], collision: Collision::Box, ..usual }
}

/// A cube, each side with the whole texture.
fn cube(material: &str) -> String {
    let mut text = format!("usemtl {material}\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n");
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

    /// Props of one convex piece, and their sizes.
    const PLAIN: [(&str, [f32; 3]); 5] = [
        ("models/props/barrel.kmdl", [24.0, 24.0, 36.0]),
        ("models/props/capsule.kmdl", [32.0, 32.0, 72.0]),
        ("models/props/crate.kmdl", [32.0, 32.0, 32.0]),
        ("models/props/cube.kmdl", [32.0, 32.0, 32.0]),
        ("models/props/sphere.kmdl", [32.0, 32.0, 32.0]),
    ];

    #[test]
    fn props_stand_on_the_floor_and_are_solid() {
        let made = props().unwrap();
        assert_eq!(made, props().unwrap());
        assert!(made.is_sorted());
        for (path, bytes) in &made {
            let model = Model::from_bytes(bytes).unwrap();
            assert!(model.bounds.min.z.abs() < 1e-5 && !model.hulls.is_empty(), "{path} {:?}", model.bounds);
            // Every triangle is seen from outside: its normal is on the side of its vertices' normals.
            for [a, b, c] in model.indices[model.levels[0].meshes[0].range()].as_chunks::<3>().0 {
                let place = |index: &u32| model.vertices.positions[*index as usize];
                let normal = (place(b) - place(a)).cross(place(c) - place(a));
                assert!(normal.dot(model.vertices.normals[*a as usize]) > 0.0, "{path}");
            }
            assert!(bytes.len() < 150_000, "{path} {}", bytes.len());
        }
    }

    #[test]
    fn plain_ones_have_their_sizes_and_look_away_from_their_middles() {
        let made = props().unwrap();
        for (path, size) in PLAIN {
            let (_, bytes) = made.iter().find(|(made, _)| made == path).unwrap();
            let model = Model::from_bytes(bytes).unwrap();
            assert!(model.bounds.size().abs_diff_eq(Vec3::from_array(size), 1e-4), "{path} {}", model.bounds.size());
            let [hull] = &model.hulls[..] else { panic!("{path} has {} hulls", model.hulls.len()) };
            assert!(hull.volume() > 0.4 * f64::from(size[0] * size[1] * size[2]));
            // All but the inner sides of a barrel's rims.
            let middle = model.bounds.center();
            let outwards = |at: usize| model.vertices.normals[at].dot(model.vertices.positions[at] - middle) > 0.0;
            assert!(
                (0..model.vertices.len()).filter(|at| outwards(*at)).count() * 10 > model.vertices.len() * 8,
                "{path}"
            );
        }
    }

    #[test]
    fn the_arm_moves_in_three_ways() {
        let made = props().unwrap();
        let model = Model::from_bytes(&made[0].1).unwrap();
        let clips: Vec<_> = model.clips.iter().map(|clip| (clip.name.as_str(), clip.looped, clip.seconds())).collect();
        assert_eq!(clips, [("idle", true, 4.0), ("reach", false, 1.5), ("wave", true, 1.0)]);
        assert_eq!(model.bones.len(), 6);
        // Upright as it was made: 6 and 8 of base and turret, 24 of the upper arm, 20 of the lower one, 8 of a finger.
        assert!((model.bounds.max.z - 66.0).abs() < 1e-3, "{}", model.bounds.max.z);
        // Reaching, its fingers are far in front and low.
        let reach = &model.clips[1];
        assert!(reach.bounds.max.x > 40.0, "{:?}", reach.bounds);
    }
}
