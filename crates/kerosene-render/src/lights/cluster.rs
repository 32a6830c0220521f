//! Which lights reach which part of what is seen.
//!
//! The view is cut into froxels: columns and rows of the screen and slices of depth, which grow with distance as
//! perspective shrinks (Olsson, Billeter and Assarsson, "Clustered deferred and forward shading", 2012). With at most 32
//! lights in a picture a froxel's lights are the bits of one number: no lists, no counts, and the whole grid fits into
//! the smallest uniform buffer that a GPU must have.

use crate::eye::Eye;
use kerosene_math::{Vec2, Vec3, deterministic};

/// Parts of the screen from left to right.
pub(crate) const COLUMNS: usize = 16;
/// Parts of the screen from top to bottom.
pub(crate) const ROWS: usize = 9;
/// Parts of the depth.
pub(crate) const SLICES: usize = 24;
/// How many froxels there are.
pub(crate) const CLUSTERS: usize = COLUMNS * ROWS * SLICES;
/// Most lights of a picture.
pub(crate) const MAX_LIGHTS: usize = 32;

/// Where the first slice ends.
const FIRST: f32 = 16.0;
/// Where the last slice begins.
const LAST: f32 = 8192.0;
/// Slices between these.
const STEPS: f32 = (SLICES - 2) as f32;
/// As far as the last slice is taken to reach.
const FAR: f32 = 1e7;
/// By how much a froxel is taken to be larger than it is, so that what a GPU's arithmetic files next door is lit all the
/// same: parts of its depth and of its slope.
const SLACK: f32 = 2e-3;

/// What lights fill: a ball, or a part of it about an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LightVolume {
    /// Where the light is, as the eyes have it.
    pub(crate) center: Vec3,
    /// How far it reaches.
    pub(crate) radius: f32,
    /// Where it shines, as the eyes have it, with the sine and the cosine of the angle from there to its edge, which is
    /// below 90 degrees; everywhere without.
    pub(crate) cone: Option<(Vec3, f32, f32)>,
}

/// The lights of each froxel: bit n is light n. Column by column, row by row from the top, slice by slice.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    /// A number for each.
    pub(crate) masks: Vec<u32>,
    /// Where slices begin; the last entry is where the last one ends.
    starts: [f32; SLICES + 1],
}

impl Default for Clusters {
    fn default() -> Self {
        let growth = deterministic::log2(LAST / FIRST) / STEPS;
        let start = |slice: usize| match slice {
            0 => 0.0,
            SLICES => FAR,
            _ => FIRST * deterministic::exp2(growth * (slice - 1) as f32),
        };
        Self { masks: vec![0; CLUSTERS], starts: std::array::from_fn(start) }
    }
}

impl Clusters {
    /// `x` and `y` of `slice = floor(log2(depth) * x + y)`, cut off below at 0 and above at the last one.
    pub(crate) fn slicing() -> Vec2 {
        let scale = STEPS / deterministic::log2(LAST / FIRST);
        Vec2::new(scale, 1.0 - deterministic::log2(FIRST) * scale)
    }

    /// Finds the froxels of all lights. Light n is the n-th, of at most [`MAX_LIGHTS`].
    pub(crate) fn assign(&mut self, eye: &Eye, lights: &[LightVolume]) {
        self.masks.fill(0);
        let edges = |count: usize, slope: f32, edge: usize| (edge as f32 / count as f32 * 2.0 - 1.0) * slope;
        let columns: [f32; COLUMNS + 1] = std::array::from_fn(|edge| edges(COLUMNS, eye.slopes.x, edge));
        let rows: [f32; ROWS + 1] = std::array::from_fn(|edge| edges(ROWS, eye.slopes.y, edge));
        for (index, light) in lights.iter().take(MAX_LIGHTS).enumerate() {
            for slice in 0..SLICES {
                self.assign_slice(slice, 1 << index, light, &columns, &rows);
            }
        }
    }

    fn assign_slice(
        &mut self,
        slice: usize,
        bit: u32,
        light: &LightVolume,
        columns: &[f32; COLUMNS + 1],
        rows: &[f32; ROWS + 1],
    ) {
        let depths = [self.starts[slice] * (1.0 - SLACK), self.starts[slice + 1] * (1.0 + SLACK)];
        let ahead = away(light.center.z, depths);
        let reach = light.radius * light.radius;
        if ahead * ahead > reach {
            return;
        }
        let spans: [[f32; 2]; COLUMNS] =
            std::array::from_fn(|column| span(columns[column], columns[column + 1], depths));
        for row in 0..ROWS {
            // Rows count from the top, slopes from the bottom.
            let upright = span(rows[ROWS - 1 - row], rows[ROWS - row], depths);
            let above = away(light.center.y, upright);
            let left = reach - ahead * ahead - above * above;
            if left < 0.0 {
                continue;
            }
            for (column, across) in spans.iter().enumerate() {
                let aside = away(light.center.x, *across);
                if aside * aside <= left && in_cone(light, *across, upright, depths) {
                    self.masks[(slice * ROWS + row) * COLUMNS + column] |= bit;
                }
            }
        }
    }
}

/// How far a number is from a range.
fn away(value: f32, [low, high]: [f32; 2]) -> f32 {
    (low - value).max(value - high).max(0.0)
}

/// From where to where a froxel between two slopes reaches, across or upright, in its range of depths.
fn span(low: f32, high: f32, depths: [f32; 2]) -> [f32; 2] {
    let (low, high) = (low - SLACK, high + SLACK);
    let at = |slope: f32| depths.map(|depth| depth * slope);
    let ([a, b], [c, d]) = (at(low), at(high));
    [a.min(b), c.max(d)]
}

/// Whether a spot light may reach into a box: exact for the ball around it (Wronski, "Cull that cone!", 2017). The box of
/// the last slice is too large for this to say no.
fn in_cone(light: &LightVolume, x: [f32; 2], y: [f32; 2], z: [f32; 2]) -> bool {
    let Some((axis, sine, cosine)) = light.cone else { return true };
    let low = Vec3::new(x[0], y[0], z[0]);
    let half = (Vec3::new(x[1], y[1], z[1]) - low) * 0.5;
    let (offset, radius) = (low + half - light.center, half.length());
    let along = offset.dot(axis);
    let aside = (offset.length_squared() - along * along).max(0.0).sqrt();
    let outside = cosine * aside - sine * along;
    outside <= radius && along <= radius + light.radius && along >= -radius
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use kerosene_math::{Angles, Pcg32};

    fn eye() -> Eye {
        Eye::new(&Camera { angles: Angles::ZERO, ..Camera::default() }, [960, 540])
    }

    /// The froxel of a place that is seen, as the shader finds it.
    fn cluster_of(eye: &Eye, place: Vec3) -> Option<usize> {
        let across = place.x / (place.z * eye.slopes.x) * 0.5 + 0.5;
        let down = 0.5 - place.y / (place.z * eye.slopes.y) * 0.5;
        let seen = place.z > 0.0 && (0.0..1.0).contains(&across) && (0.0..1.0).contains(&down);
        let slicing = Clusters::slicing();
        let slice = (place.z.log2_of() * slicing.x + slicing.y).floor().clamp(0.0, (SLICES - 1) as f32) as usize;
        let (column, row) = ((across * COLUMNS as f32) as usize, (down * ROWS as f32) as usize);
        seen.then_some((slice * ROWS + row) * COLUMNS + column)
    }

    trait Log2 {
        fn log2_of(self) -> f32;
    }

    impl Log2 for f32 {
        fn log2_of(self) -> f32 {
            deterministic::log2(self)
        }
    }

    fn random_light(random: &mut Pcg32) -> LightVolume {
        let mut between = |low, high| random.between(low, high);
        let depth = between(-100.0, 1500.0);
        let center = Vec3::new(between(-800.0, 800.0), between(-500.0, 500.0), depth);
        let radius = between(8.0, 600.0);
        let axis = Vec3::new(between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0)).normalize_or(Vec3::Z);
        let (sine, cosine) = deterministic::sin_cos(between(0.05, 1.4));
        let cone = (between(0.0, 1.0) < 0.5).then_some((axis, sine, cosine));
        LightVolume { center, radius, cone }
    }

    fn reaches(light: &LightVolume, place: Vec3) -> bool {
        let offset = place - light.center;
        let inside = light.cone.is_none_or(|(axis, _, cosine)| offset.dot(axis) >= cosine * offset.length());
        offset.length() <= light.radius && inside
    }

    #[test]
    fn no_place_that_a_light_reaches_is_in_a_froxel_without_it() {
        let (eye, mut random) = (eye(), Pcg32::new(11, 0));
        let mut clusters = Clusters::default();
        let mut lit = 0;
        for _ in 0..40 {
            let lights: Vec<_> = (0..MAX_LIGHTS).map(|_| random_light(&mut random)).collect();
            clusters.assign(&eye, &lights);
            for (index, light) in lights.iter().enumerate() {
                for _ in 0..200 {
                    let offset = Vec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0))) * light.radius;
                    let place = light.center + offset;
                    if let (true, Some(cluster)) = (reaches(light, place), cluster_of(&eye, place)) {
                        lit += 1;
                        assert!(clusters.masks[cluster] >> index & 1 == 1, "{light:?} {place}");
                    }
                }
            }
        }
        assert!(lit > 10_000, "{lit}");
    }

    #[test]
    fn a_froxel_whose_box_a_ball_does_not_touch_does_not_have_it() {
        let (eye, mut random) = (eye(), Pcg32::new(12, 0));
        let mut clusters = Clusters::default();
        for _ in 0..20 {
            let light = LightVolume { cone: None, ..random_light(&mut random) };
            clusters.assign(&eye, &[light]);
            // The naive model: every froxel's box, made from its eight corners.
            for cluster in 0..CLUSTERS {
                let (column, row, slice) = (cluster % COLUMNS, cluster / COLUMNS % ROWS, cluster / (COLUMNS * ROWS));
                let corners = (0..8).map(|corner| {
                    let depth = clusters.starts[slice + (corner & 1)];
                    let across = (column + (corner >> 1 & 1)) as f32 / COLUMNS as f32 * 2.0 - 1.0;
                    let upright = 1.0 - (row + (corner >> 2)) as f32 / ROWS as f32 * 2.0;
                    Vec3::new(across * eye.slopes.x * depth, upright * eye.slopes.y * depth, depth)
                });
                let bounds = kerosene_math::Aabb::from_points(corners);
                let nearest = light.center.clamp(bounds.min, bounds.max);
                let distance = nearest.distance(light.center);
                // What the slack may add at this depth.
                let slack = 3.0 * SLACK * bounds.max.z.min(1e5) + 0.01;
                let has = clusters.masks[cluster] == 1;
                assert!(!has || distance <= light.radius + slack, "{cluster} {light:?}");
                assert!(has || distance >= light.radius - 0.01, "{cluster} {light:?}");
            }
        }
    }

    #[test]
    fn a_narrow_cone_is_in_few_of_the_froxels_of_its_ball() {
        let eye = eye();
        let (sine, cosine) = deterministic::sin_cos(10.0_f32.to_radians());
        let ball = LightVolume { center: Vec3::new(-300.0, 0.0, 400.0), radius: 500.0, cone: None };
        let cone = LightVolume { cone: Some((Vec3::X, sine, cosine)), ..ball };
        let count = |light| {
            let mut clusters = Clusters::default();
            clusters.assign(&eye, &[light]);
            clusters.masks.iter().filter(|mask| **mask != 0).count()
        };
        assert!(count(cone) * 3 < count(ball), "{} {}", count(cone), count(ball));
    }
}
