//! Sparks and explosions: small pictures that fly and fall.

use crate::assets::{Assets, stock};
use kerosene_math::{Pcg32, Vec3};
use kerosene_render::{Frame, Particle};

/// Most particles at once.
const MOST: usize = 1024;

/// Units per second squared.
const GRAVITY: f32 = 600.0;

/// One of them.
#[derive(Debug, Clone, Copy)]
struct Spark {
    origin: Vec3,
    velocity: Vec3,
    born: f64,
    lives: f32,
    radius: f32,
    color: Vec3,
    falls: bool,
}

/// What flies about. Its dice are its own: nobody's game depends on where a spark flies.
#[derive(Debug)]
pub(crate) struct Sparks {
    list: Vec<Spark>,
    dice: Pcg32,
}

impl Default for Sparks {
    fn default() -> Self {
        Self { list: Vec::new(), dice: Pcg32::new(1, 0) }
    }
}

impl Sparks {
    /// Sparks fly from a place.
    pub(crate) fn spark(&mut self, origin: Vec3, magnitude: i32, length: i32, now: f64) {
        let count = 12 * magnitude.clamp(1, 8);
        let lives = 0.3 + 0.2 * length.clamp(0, 5) as f32;
        for _ in 0..count {
            let velocity = (self.direction() + Vec3::Z * 0.5) * 140.0;
            let color = Vec3::new(6.0, 3.5, 1.2);
            self.add(Spark { origin, velocity, born: now, lives, radius: 1.2, color, falls: true });
        }
    }

    /// Fire and smoke fly from a place.
    pub(crate) fn explode(&mut self, origin: Vec3, radius: f32, now: f64) {
        let reach = radius.clamp(32.0, 512.0);
        for number in 0..48 {
            let direction = self.direction();
            let fire = number % 3 != 0;
            let color = if fire { Vec3::new(7.0, 2.6, 0.5) } else { Vec3::splat(0.06) };
            let (lives, size) = if fire { (0.4, 0.07) } else { (1.2, 0.11) };
            let velocity = direction * reach * if fire { 1.6 } else { 0.5 };
            self.add(Spark { origin, velocity, born: now, lives, radius: reach * size, color, falls: false });
        }
    }

    /// Adds what flies now to a picture, and forgets what does not.
    pub(crate) fn fill(&mut self, assets: &mut impl Assets, frame: &mut Frame) {
        let now = frame.time;
        self.list.retain(|spark| now - spark.born < f64::from(spark.lives));
        if self.list.is_empty() {
            return;
        }
        let Some(material) = assets.material(stock::PARTICLE) else { return };
        for spark in &self.list {
            let since = (now - spark.born).max(0.0) as f32;
            let fall = if spark.falls { GRAVITY * 0.5 * since * since } else { 0.0 };
            let origin = spark.origin + spark.velocity * since - Vec3::Z * fall;
            let left = 1.0 - since / spark.lives;
            let Vec3 { x, y, z } = spark.color;
            let radius = spark.radius * if spark.falls { 1.0 } else { 0.5 + since / spark.lives };
            frame.particles.push(Particle { material, origin, radius, roll: 0.0, tint: [x, y, z, left] });
        }
    }

    fn add(&mut self, spark: Spark) {
        if self.list.len() < MOST {
            self.list.push(spark);
        }
    }

    /// Somewhere, evenly enough for sparks.
    fn direction(&mut self) -> Vec3 {
        let mut part = || self.dice.next_f32() * 2.0 - 1.0;
        Vec3::new(part(), part(), part()).normalize_or(Vec3::Z)
    }
}
