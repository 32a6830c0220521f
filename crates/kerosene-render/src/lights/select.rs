//! Which lights a picture has, and which of them cast shadows.

use super::cluster::{LightVolume, MAX_LIGHTS};
use crate::eye::Eye;
use crate::frame::{Light, LightShape};
use kerosene_math::{Vec3, deterministic};

/// Most shadow maps of a picture. A spot light takes one, a point light and a wide spot light six.
pub(crate) const MAX_SHADOWS: usize = 16;
/// Widest angle of a spot light, from its axis.
pub(crate) const WIDEST: f32 = 89.0;
/// Cosine of the angle from which on a spot light has the shadow maps of a point light: one map of more than 60 degrees would
/// be mostly edge.
const WIDE: f32 = 0.5;

/// A light that a picture has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ChosenLight {
    /// As the host gave it.
    pub(crate) light: Light,
    /// Where it shines, for spot lights.
    pub(crate) cone: Option<Cone>,
    /// Its first shadow map, if it has any.
    pub(crate) shadow: Option<u32>,
    importance: f32,
}

/// Where a spot light shines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cone {
    /// A unit vector along its axis, and two at right angles to it: right and up.
    pub(crate) axes: [Vec3; 3],
    /// Sine and cosine of the angle from the axis to where its light ends.
    pub(crate) outer: (f32, f32),
    /// Cosine of the angle to where its light begins to fade; more than that of the outer one.
    pub(crate) inner_cosine: f32,
}

impl Cone {
    fn new(light: &Light) -> Option<Self> {
        let LightShape::Spot { angles, inner, outer } = light.shape else { return None };
        let outer = outer.clamp(1.0, WIDEST);
        let of = |degrees: f32| deterministic::sin_cos(degrees.to_radians());
        // An edge of no width at all would be a step between pixels.
        let inner = inner.clamp(0.0, outer - 0.5);
        Some(Self { axes: angles.vectors(), outer: of(outer), inner_cosine: of(inner).1 })
    }
}

impl ChosenLight {
    /// How many shadow maps it takes.
    pub(crate) fn faces(&self) -> usize {
        if self.cone.is_some_and(|cone| cone.outer.1 > WIDE) { 1 } else { 6 }
    }

    /// What it fills, as the eyes have it.
    pub(crate) fn volume(&self, eye: &Eye) -> LightVolume {
        let cone = self.cone.map(|cone| (eye.direction_in_view(cone.axes[0]), cone.outer.0, cone.outer.1));
        LightVolume { center: eye.in_view(self.light.origin), radius: self.light.radius, cone }
    }
}

/// Chooses the lights that may be seen: those that matter most where there are too many, and shadows for those that matter
/// most among them, as long as there are maps. `chosen` keeps its memory.
pub(crate) fn choose(lights: &[Light], eye: &Eye, shadows: bool, chosen: &mut Vec<ChosenLight>) {
    chosen.clear();
    for light in lights {
        let brightness = light.color.max_element();
        let shines = light.radius > 0.0 && light.radius.is_finite() && brightness > 0.0 && light.origin.is_finite();
        let cone = Cone::new(light);
        let (center, radius) = ball(light, cone.as_ref());
        if !shines || !eye.sees_sphere(center, radius) {
            continue;
        }
        // How bright it is times how large it is seen: one that the eyes are in is as large as can be.
        let size = light.radius / light.origin.distance(eye.origin).max(light.radius);
        chosen.push(ChosenLight { light: *light, cone, shadow: None, importance: brightness * size });
        if chosen.len() > MAX_LIGHTS {
            drop_least(chosen);
        }
    }
    // What matters equally stays in the host's order: insertion sorts are stable, and there are few.
    for sorted in 1..chosen.len() {
        let place = (0..sorted).find(|&before| chosen[before].importance < chosen[sorted].importance).unwrap_or(sorted);
        chosen[place..=sorted].rotate_right(1);
    }
    if shadows {
        give_shadows(chosen);
    }
}

fn drop_least(chosen: &mut Vec<ChosenLight>) {
    let mut least = 0;
    for (index, light) in chosen.iter().enumerate() {
        if light.importance <= chosen[least].importance {
            least = index;
        }
    }
    chosen.remove(least);
}

fn give_shadows(chosen: &mut [ChosenLight]) {
    let mut used = 0;
    for light in chosen.iter_mut().filter(|light| light.light.shadows) {
        let faces = light.faces();
        if used + faces <= MAX_SHADOWS {
            light.shadow = Some(used as u32);
            used += faces;
        }
    }
}

/// A small ball around all that a light fills.
fn ball(light: &Light, cone: Option<&Cone>) -> (Vec3, f32) {
    match cone {
        // Up to 45 degrees the ball through the apex and the rim holds the cone's cap too.
        Some(cone) if cone.outer.1 > std::f32::consts::FRAC_1_SQRT_2 => {
            let radius = light.radius / (2.0 * cone.outer.1);
            (light.origin + cone.axes[0] * radius, radius)
        }
        _ => (light.origin, light.radius),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use kerosene_math::{Angles, Pcg32};

    fn point(origin: Vec3, radius: f32) -> Light {
        Light { origin, shape: LightShape::Point, color: Vec3::ONE, radius, shadows: true }
    }

    fn spot(origin: Vec3, angles: Angles, outer: f32) -> Light {
        Light { shape: LightShape::Spot { angles, inner: outer * 0.5, outer }, ..point(origin, 400.0) }
    }

    fn chosen(lights: &[Light]) -> Vec<ChosenLight> {
        let eye = Eye::new(&Camera::default(), [960, 540]);
        let mut chosen = Vec::new();
        choose(lights, &eye, true, &mut chosen);
        chosen
    }

    #[test]
    fn what_is_behind_or_dark_is_left_out() {
        let seen = point(Vec3::X * 300.0, 100.0);
        let behind = point(Vec3::X * -300.0, 100.0);
        let reaches_back = point(Vec3::X * -300.0, 400.0);
        let dark = Light { color: Vec3::ZERO, ..seen };
        // Its ball is seen, but it shines away.
        let away = spot(Vec3::X * -200.0, Angles::new(0.0, 180.0, 0.0), 30.0);
        let lights = chosen(&[behind, dark, away, seen, reaches_back]);
        let origins: Vec<_> = lights.iter().map(|light| light.light.origin.x).collect();
        assert_eq!(origins, [-300.0, 300.0]);
    }

    #[test]
    fn of_too_many_the_brightest_and_nearest_stay() {
        let lights: Vec<_> = (0..50).map(|index| point(Vec3::X * (100.0 + index as f32 * 50.0), 90.0)).collect();
        let mut shuffled = lights.clone();
        shuffled.rotate_left(23);
        let near: Vec<_> = chosen(&shuffled).iter().map(|light| light.light).collect();
        assert_eq!(near, lights[..MAX_LIGHTS]);
    }

    #[test]
    fn shadow_maps_go_to_those_that_matter_most_until_none_are_left() {
        let mut lights = vec![spot(Vec3::X * 100.0, Angles::ZERO, 30.0)];
        lights.extend((0..3).map(|index| point(Vec3::X * (500.0 + index as f32 * 100.0), 300.0)));
        lights.extend((0..4).map(|index| spot(Vec3::X * (3000.0 + index as f32), Angles::ZERO, 30.0)));
        let shadows: Vec<_> = chosen(&lights).iter().map(|light| light.shadow).collect();
        // One, six, six; the third point light would need six more, three spot lights find one each.
        assert_eq!(shadows, [Some(0), Some(1), Some(7), None, Some(13), Some(14), Some(15), None]);
    }

    #[test]
    fn a_wide_spot_light_has_the_shadow_maps_of_a_point_light() {
        let maps = |outer: f32| chosen(&[spot(Vec3::X * 100.0, Angles::ZERO, outer)])[0].faces();
        assert_eq!([30.0, 59.0, 61.0, 89.0, 180.0].map(maps), [1, 1, 6, 6, 6]);
        let cosine = |outer: f32| Cone::new(&spot(Vec3::ZERO, Angles::ZERO, outer)).unwrap().outer.1;
        assert!((cosine(89.0) - 0.01745).abs() < 1e-4 && cosine(180.0) == cosine(89.0));
    }

    #[test]
    fn the_ball_of_a_cone_holds_it() {
        let mut random = Pcg32::new(5, 0);
        for outer in [5.0, 30.0, 44.0, 46.0, 70.0, 89.0] {
            let light = spot(Vec3::new(3.0, 4.0, 5.0), Angles::new(20.0, 50.0, 0.0), outer);
            let cone = Cone::new(&light).unwrap();
            let (center, radius) = ball(&light, Some(&cone));
            for _ in 0..500 {
                let offset = Vec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0))).normalize_or(Vec3::X);
                if offset.dot(cone.axes[0]) >= cone.outer.1 {
                    let place = light.origin + offset * light.radius * random.next_f32();
                    assert!(place.distance(center) <= radius + 0.01);
                }
            }
        }
    }
}
