//! Small pictures, many.

use crate::eye::Eye;
use crate::frame::Particle;
use crate::quads::QuadList;
use crate::sprites::{facing, rolled};

/// Adds the particles that are seen.
pub(crate) fn add(particles: &[Particle], eye: &Eye, list: &mut QuadList) {
    for particle in particles {
        // Its corners are further from its middle than its sides.
        if eye.sees_sphere(particle.origin, particle.radius * std::f32::consts::SQRT_2) {
            let [right, up] = rolled(eye.right, eye.up, particle.roll);
            let width = particle.radius * 2.0;
            list.push(eye, facing(particle.origin, right * width, up * width, particle.tint), particle.material);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::MaterialHandle;
    use crate::frame::Camera;
    use kerosene_math::{Pcg32, Vec3};

    #[test]
    fn a_cloud_is_drawn_from_back_to_front_without_what_is_out_of_sight() {
        let eye = Eye::new(&Camera::default(), [640, 480]);
        let mut random = Pcg32::new(4, 0);
        let cloud: Vec<_> = (0..5000)
            .map(|_| Particle {
                material: MaterialHandle(0),
                origin: Vec3::from_array([(); 3].map(|()| random.between(-300.0, 300.0))),
                radius: random.between(1.0, 8.0),
                roll: random.between(0.0, 360.0),
                tint: [1.0; 4],
            })
            .collect();
        let mut list = QuadList::default();
        add(&cloud, &eye, &mut list);
        list.sort();
        let middles: Vec<_> =
            list.sorted().iter().map(|quad| quad.corners.map(Vec3::from_array).iter().sum::<Vec3>() * 0.25).collect();
        assert!(middles.is_sorted_by(|a, b| a.length() >= b.length() - 1e-3));
        // Of those whose middle is well inside none is missing.
        let inside = cloud.iter().filter(|particle| {
            let place = eye.in_view(particle.origin);
            place.z > eye.near && place.x.abs() < place.z * eye.slopes.x && place.y.abs() < place.z * eye.slopes.y
        });
        let inside = inside.count();
        assert!(middles.len() >= inside && middles.len() < inside + 400, "{} {inside}", middles.len());
        assert_eq!(list.runs(0..u32::MAX).count(), 1);
    }
}
