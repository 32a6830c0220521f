//! What stands, moves, floats and flies in a picture.

use crate::material::MaterialHandle;
use crate::model::ModelHandle;
use kerosene_bsp::Orientation;
use kerosene_math::Vec3;

/// Where a brush model is, as collision has it, and how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BrushModel {
    /// Its number in the map, from 1.
    pub model: u32,
    /// Place of the point that it turns about.
    pub origin: Vec3,
    /// How it is turned.
    pub orientation: Orientation,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
}

/// A moment of a clip, or between two.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pose {
    /// The clip by its place in the model; none for the bind pose.
    pub clip: Option<u16>,
    /// Seconds into it.
    pub time: f32,
    /// The clip that it comes from, the seconds into that, and how much of it is left: 1 is all, 0 none.
    pub from: Option<(u16, f32, f32)>,
}

/// A model that stands in the level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prop {
    /// Which one.
    pub model: ModelHandle,
    /// Where its origin is.
    pub origin: Vec3,
    /// How it is turned.
    pub orientation: Orientation,
    /// How large it is: 1 is as it was made.
    pub scale: f32,
    /// What its skeleton does.
    pub pose: Pose,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
}

/// A picture that faces the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprite {
    /// What it shows.
    pub material: MaterialHandle,
    /// Its middle.
    pub origin: Vec3,
    /// Width and height in units.
    pub size: [f32; 2],
    /// Turned about the line of sight, in degrees, counter-clockwise as seen.
    pub roll: f32,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
    /// Whether it keeps upright and turns about the vertical only.
    pub upright: bool,
}

/// A band from one point to another that faces the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beam {
    /// What it shows.
    pub material: MaterialHandle,
    /// Where it begins.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// How wide it is, in units.
    pub width: f32,
    /// Units for each repeat of its picture's width along it; its height lies across.
    pub repeat: f32,
    /// How far it strays from the straight line, in units: lightning.
    pub noise: f32,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
}

/// One of many small pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Particle {
    /// What it shows.
    pub material: MaterialHandle,
    /// Its middle.
    pub origin: Vec3,
    /// Half its width, in units.
    pub radius: f32,
    /// Turned about the line of sight, in degrees, counter-clockwise as seen.
    pub roll: f32,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
}

/// A picture laid onto the surfaces around a point. It stays where it was first laid for as long as it says the same:
/// what it covers is found once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decal {
    /// What it shows.
    pub material: MaterialHandle,
    /// The brush model that it moves with, by its number in the map from 1; none for what does not move.
    pub model: Option<u32>,
    /// Its middle, on a surface; of a brush model, in the coordinates that it was compiled in.
    pub origin: Vec3,
    /// The surface's normal, likewise.
    pub normal: Vec3,
    /// Width and height in units. Upwards on walls, along X on floors and ceilings.
    pub size: [f32; 2],
    /// Turned about the normal, in degrees, counter-clockwise as seen from its front.
    pub roll: f32,
    /// Multiplied with its colour and alpha, linear.
    pub tint: [f32; 4],
}

/// A line for people who look for faults.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DebugLine {
    /// Where it begins.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// Its colour, linear.
    pub color: [f32; 4],
    /// Whether walls hide it.
    pub hidden: bool,
}
