//! Movers against closed forms, in compiled worlds.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod blocking;
mod carrying;
mod pushing;
mod random;
mod volumes;

use common::box_world::vec3;
use common::moving_world::{Level, MovingWorld};
use kerosene_bsp::sample::SampleBrush;
use kerosene_math::Vec3;

/// How far the tracer keeps a shape from a surface.
const CLEARANCE: f32 = 1.0 / 32.0;

fn block(mins: Vec3, maxs: Vec3) -> SampleBrush {
    SampleBrush::block(mins, maxs)
}

/// A wide floor whose top is at z = 0.
fn floor() -> SampleBrush {
    block(vec3(-4096.0, -4096.0, -64.0), vec3(4096.0, 4096.0, 0.0))
}

/// A level without world but for a far floor, with one platform of 256 by 256 units whose top is at z = 0, turning about
/// its middle.
fn platform() -> Level {
    let far = block(vec3(-4096.0, -4096.0, -8192.0), vec3(4096.0, 4096.0, -8000.0));
    let platform = vec![block(vec3(-128.0, -128.0, -16.0), vec3(128.0, 128.0, 0.0))];
    Level::new(MovingWorld::new(vec![far], vec![(platform, Vec3::ZERO)]))
}
