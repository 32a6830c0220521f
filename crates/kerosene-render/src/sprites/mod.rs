//! Pictures that face the camera.

use crate::eye::Eye;
use crate::frame::Sprite;
use crate::quads::{Quad, QuadList, WHOLE};
use kerosene_math::{Vec3, deterministic};

/// Adds the sprites that are seen.
pub(crate) fn add(sprites: &[Sprite], eye: &Eye, list: &mut QuadList) {
    for sprite in sprites {
        let [width, height] = sprite.size;
        let reach = (width * width + height * height).sqrt() * 0.5;
        if eye.sees_sphere(sprite.origin, reach) {
            let [right, up] = if sprite.upright { upright(eye) } else { [eye.right, eye.up] };
            let [right, up] = rolled(right, up, sprite.roll);
            list.push(eye, facing(sprite.origin, right * width, up * height, sprite.tint), sprite.material);
        }
    }
}

/// Right and up of what stands upright and turns about the vertical as the eyes do.
fn upright(eye: &Eye) -> [Vec3; 2] {
    // Looking straight down, the top of the screen is ahead.
    let level = Vec3::new(eye.forward.x, eye.forward.y, 0.0);
    let ahead = level.try_normalize().unwrap_or_else(|| Vec3::new(eye.up.x, eye.up.y, 0.0).normalize_or(Vec3::X));
    [ahead.cross(Vec3::Z), Vec3::Z]
}

/// Two axes turned towards each other by degrees, the first to the second.
pub(crate) fn rolled(right: Vec3, up: Vec3, degrees: f32) -> [Vec3; 2] {
    if degrees == 0.0 {
        return [right, up];
    }
    let (sin, cos) = deterministic::sin_cos_degrees(f64::from(degrees));
    let (sin, cos) = (sin as f32, cos as f32);
    [right * cos + up * sin, up * cos - right * sin]
}

/// A rectangle about a middle; `right` and `up` are its sides.
pub(crate) fn facing(middle: Vec3, right: Vec3, up: Vec3, tint: [f32; 4]) -> Quad {
    let (right, up) = (right * 0.5, up * 0.5);
    let corners = [middle - right - up, middle + right - up, middle + right + up, middle - right + up];
    Quad::new(corners, WHOLE, tint)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::MaterialHandle;
    use crate::frame::Camera;
    use kerosene_math::Angles;

    fn corners(angles: Angles, sprite: Sprite) -> [Vec3; 4] {
        let eye = Eye::new(&Camera { angles, ..Camera::default() }, [640, 480]);
        let mut list = QuadList::default();
        add(&[sprite], &eye, &mut list);
        list.sort();
        list.sorted()[0].corners.map(|corner| eye.in_view(Vec3::from_array(corner)))
    }

    fn sprite(origin: Vec3) -> Sprite {
        let material = MaterialHandle(0);
        Sprite { material, origin, size: [20.0, 10.0], roll: 0.0, tint: [1.0; 4], upright: false }
    }

    #[test]
    fn it_lies_flat_before_the_eyes_whichever_way_they_look() {
        let angles = Angles::new(30.0, 70.0, 15.0);
        let seen = corners(angles, sprite(angles.forward() * 100.0));
        let expected = [[-10.0, -5.0], [10.0, -5.0], [10.0, 5.0], [-10.0, 5.0]];
        for (corner, [x, y]) in seen.iter().zip(expected) {
            assert!(corner.abs_diff_eq(Vec3::new(x, y, 100.0), 1e-3), "{seen:?}");
        }
    }

    #[test]
    fn it_rolls_counter_clockwise() {
        let seen = corners(Angles::ZERO, Sprite { roll: 90.0, ..sprite(Vec3::X * 100.0) });
        // Its lower left corner is now the lower right one.
        assert!(seen[0].abs_diff_eq(Vec3::new(5.0, -10.0, 100.0), 1e-3), "{seen:?}");
    }

    #[test]
    fn an_upright_one_keeps_its_sides_vertical() {
        let angles = Angles::new(50.0, -20.0, 0.0);
        let eye = Eye::new(&Camera { angles, ..Camera::default() }, [640, 480]);
        let origin = angles.forward() * 80.0;
        let mut list = QuadList::default();
        add(&[Sprite { upright: true, ..sprite(origin) }], &eye, &mut list);
        list.sort();
        let [low, _, _, high] = list.sorted()[0].corners.map(Vec3::from_array);
        assert!((high - low).abs_diff_eq(Vec3::Z * 10.0, 1e-3));
        let down = Eye::new(&Camera { angles: Angles::new(90.0, 0.0, 0.0), ..Camera::default() }, [640, 480]);
        assert!(upright(&down)[0].abs_diff_eq(Vec3::NEG_Y, 1e-5));
    }

    #[test]
    fn what_is_out_of_sight_is_left_out() {
        let eye = Eye::new(&Camera::default(), [640, 480]);
        let mut list = QuadList::default();
        let places = [Vec3::X * -50.0, Vec3::new(10.0, 200.0, 0.0), Vec3::X * 50.0];
        add(&places.map(sprite), &eye, &mut list);
        list.sort();
        assert_eq!(list.sorted().len(), 1);
    }
}
