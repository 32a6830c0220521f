//! Gizmos of a script. Without a duration they are seen for one tick, in which they were drawn; with one, for so many seconds of
//! world time.

use super::Context;
use crate::gizmos::Color;
use crate::scene::RayHit;
use kerosene_entity::Time;
use kerosene_math::Vec3;

/// How long the normal of what a ray hit is drawn, in units.
const NORMAL: f32 = 16.0;

impl Context<'_> {
    /// A line between two places.
    pub fn draw_line(&mut self, from: Vec3, to: Vec3, color: Color, seconds: f32) {
        let until = self.until(seconds);
        self.services.gizmos.line(from, to, color, until);
    }

    /// A line from a place in a direction, so many units long.
    pub fn draw_ray(&mut self, origin: Vec3, direction: Vec3, length: f32, color: Color, seconds: f32) {
        let end = origin + direction.normalize_or_zero() * length;
        self.draw_line(origin, end, color, seconds);
    }

    /// A ray and what it hit: green up to there and yellow along the normal, or red all the way.
    pub fn draw_raycast(&mut self, origin: Vec3, direction: Vec3, length: f32, hit: Option<&RayHit>) {
        match hit {
            Some(hit) => {
                self.draw_line(origin, hit.point, Color::GREEN, 0.0);
                self.draw_line(hit.point, hit.point + hit.normal * NORMAL, Color::YELLOW, 0.0);
            }
            None => self.draw_ray(origin, direction, length, Color::RED, 0.0),
        }
    }

    /// Three great circles of a sphere: 48 lines.
    pub fn draw_sphere(&mut self, middle: Vec3, radius: f32, color: Color, seconds: f32) {
        let until = self.until(seconds);
        self.services.gizmos.sphere(middle, radius, color, until);
    }

    /// The edges of a box of that middle and whole edge lengths: 12 lines.
    pub fn draw_box(&mut self, middle: Vec3, size: Vec3, color: Color, seconds: f32) {
        let until = self.until(seconds);
        self.services.gizmos.cuboid(middle, size, color, until);
    }

    /// A circle on the ground, for one tick: 16 lines.
    pub fn draw_flat_circle(&mut self, middle: Vec3, radius: f32, color: Color) {
        let until = self.until(0.0);
        self.services.gizmos.flat_circle(middle, radius, color, until);
    }

    /// A cross at a point, for one tick: 3 lines.
    pub fn draw_cross(&mut self, middle: Vec3, size: f32, color: Color) {
        let until = self.until(0.0);
        self.services.gizmos.cross(middle, size, color, until);
    }

    /// Shows all gizmos or hides them, whoever draws them.
    pub fn set_gizmos_enabled(&mut self, on: bool) {
        self.services.gizmos.set_enabled(on);
    }

    fn until(&self, seconds: f32) -> Time {
        self.now().after(seconds)
    }
}
