//! Lines that a script draws to be understood.
//!
//! Without seconds they are seen for the tick in which they are drawn.

use super::hand::ask;
use super::{Api, Group, Vector, row};
use crate::call::Answer;
use crate::error::refuse;
use kerosene_framework::{Color, Context};
use kerosene_math::Vec3;
use rhai::FLOAT;

fn color(name: &str) -> Answer<Color> {
    Color::from_name(name).ok_or_else(|| {
        let known = Color::NAMED.map(|(known, _)| known);
        let hint = kerosene_diagnostics::nearest(name, known).map(|known| format!("; did you mean `{known}`?"));
        let hint = hint.unwrap_or_else(|| format!(": there are {} and `#rrggbb`", known.join(", ")));
        refuse(&format!("`{name}` is no colour{hint}"))
    })
}

/// Draws something in a colour.
fn draw(name: &str, run: impl FnOnce(&mut Context<'_>, Color)) -> Answer<()> {
    let color = color(name)?;
    ask(|context| run(context, color))
}

pub(super) fn register(api: &mut Api<'_>) {
    register_lines(api);
    register_rays(api);
    register_bodies(api);
    register_marks(api);
}

fn register_lines(api: &mut Api<'_>) {
    let help = "A line between two places: six numbers or two `vec3`. Its colour is `red`, `green`, `blue`, `yellow`, `cyan`, `magenta`, `orange`, `white`, `gray` or `#rrggbb`. It is seen in this tick, or for so many seconds where they are given. With one place, the line begins where the entity is, which allocates nothing.";
    let signature =
        "(x: float, y: float, z: float, to_x: float, to_y: float, to_z: float, color: string, seconds: float)";
    let line = row(Group::Gizmos, "draw_line", signature, help, "draw_line(0, 0, 64, 128, 0, 64, \"cyan\", 2)");
    api.add(line, |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_line(Vec3::new(x, y, z), Vec3::new(a, b, c), color, seconds))
    });
    api.again("draw_line", |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_line(Vec3::new(x, y, z), Vec3::new(a, b, c), color, 0.0))
    });
    api.again("draw_line", |x: FLOAT, y: FLOAT, z: FLOAT, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_line(context.world_position(), Vec3::new(x, y, z), color, seconds))
    });
    api.again("draw_line", |x: FLOAT, y: FLOAT, z: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_line(context.world_position(), Vec3::new(x, y, z), color, 0.0))
    });
    api.again("draw_line", |from: Vector, to: Vector, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_line(from.0, to.0, color, seconds))
    });
    api.again("draw_line", |from: Vector, to: Vector, name: &str| {
        draw(name, |context, color| context.draw_line(from.0, to.0, color, 0.0))
    });
}

fn register_rays(api: &mut Api<'_>) {
    let help = "A line from a place in a direction, so many units long; two `vec3` do for the six numbers. With a direction alone it begins where the entity is.";
    let signature =
        "(x: float, y: float, z: float, dx: float, dy: float, dz: float, length: float, color: string, seconds: float)";
    let ray = row(Group::Gizmos, "draw_ray", signature, help, "draw_ray(0, 0, 64, 1, 0, 0, 256, \"red\", 2)");
    api.add(
        ray,
        |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, length: FLOAT, name: &str, seconds: FLOAT| {
            let (from, way) = (Vec3::new(x, y, z), Vec3::new(a, b, c));
            draw(name, |context, color| context.draw_ray(from, way, length, color, seconds))
        },
    );
    api.again("draw_ray", |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, length: FLOAT, name: &str| {
        let (from, way) = (Vec3::new(x, y, z), Vec3::new(a, b, c));
        draw(name, |context, color| context.draw_ray(from, way, length, color, 0.0))
    });
    api.again("draw_ray", |x: FLOAT, y: FLOAT, z: FLOAT, length: FLOAT, name: &str| {
        let way = Vec3::new(x, y, z);
        draw(name, |context, color| context.draw_ray(context.world_position(), way, length, color, 0.0))
    });
    api.again("draw_ray", |from: Vector, way: Vector, length: FLOAT, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_ray(from.0, way.0, length, color, seconds))
    });
    let help = "The last ray of `raycast` or `raycast_in_place` with what it met, for this tick: green up to there and yellow along the surface's normal. Nothing was met: red all the way. With a length alone, that of `raycast_in_place`.";
    let signature = "(x: float, y: float, z: float, dx: float, dy: float, dz: float, length: float)";
    let ray = row(Group::Gizmos, "draw_raycast", signature, help, "draw_raycast(0, 0, 64, 1, 0, 0, 256)");
    api.add(ray, |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, length: FLOAT| {
        let hit = super::physics::last_hit()?;
        ask(|context| context.draw_raycast(Vec3::new(x, y, z), Vec3::new(a, b, c), length, hit.as_ref()))
    });
    api.again("draw_raycast", |length: FLOAT| {
        let hit = super::physics::last_hit()?;
        ask(|context| context.draw_raycast(context.world_position(), context.forward(), length, hit.as_ref()))
    });
}

fn register_bodies(api: &mut Api<'_>) {
    let help = "Three great circles of a sphere: 48 lines.";
    let signature = "(x: float, y: float, z: float, radius: float, color: string, seconds: float)";
    let sphere = row(Group::Gizmos, "draw_sphere", signature, help, "draw_sphere(0, 0, 64, 32, \"orange\", 2)");
    api.add(sphere, |x: FLOAT, y: FLOAT, z: FLOAT, radius: FLOAT, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_sphere(Vec3::new(x, y, z), radius, color, seconds))
    });
    api.again("draw_sphere", |x: FLOAT, y: FLOAT, z: FLOAT, radius: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_sphere(Vec3::new(x, y, z), radius, color, 0.0))
    });
    let help = "The edges of a box of that middle and whole edge lengths: 12 lines. Two `vec3` do for the six numbers.";
    let signature =
        "(x: float, y: float, z: float, long: float, wide: float, high: float, color: string, seconds: float)";
    let cuboid = row(Group::Gizmos, "draw_box", signature, help, "draw_box(0, 0, 64, 32, 32, 72, \"green\", 2)");
    api.add(cuboid, |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, name: &str, seconds: FLOAT| {
        draw(name, |context, color| context.draw_box(Vec3::new(x, y, z), Vec3::new(a, b, c), color, seconds))
    });
    api.again("draw_box", |x: FLOAT, y: FLOAT, z: FLOAT, a: FLOAT, b: FLOAT, c: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_box(Vec3::new(x, y, z), Vec3::new(a, b, c), color, 0.0))
    });
    api.again("draw_box", |middle: Vector, size: Vector, name: &str| {
        draw(name, |context, color| context.draw_box(middle.0, size.0, color, 0.0))
    });
}

fn register_marks(api: &mut Api<'_>) {
    let help = "A circle on the ground, for this tick: 16 lines.";
    let signature = "(x: float, y: float, z: float, radius: float, color: string)";
    let circle = row(Group::Gizmos, "draw_flat_circle", signature, help, "draw_flat_circle(0, 0, 0, 300, \"blue\")");
    api.add(circle, |x: FLOAT, y: FLOAT, z: FLOAT, radius: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_flat_circle(Vec3::new(x, y, z), radius, color))
    });
    let help = "A cross at a point, for this tick: 3 lines.";
    let signature = "(x: float, y: float, z: float, size: float, color: string)";
    let cross = row(Group::Gizmos, "draw_cross", signature, help, "draw_cross(0, 0, 64, 8, \"yellow\")");
    api.add(cross, |x: FLOAT, y: FLOAT, z: FLOAT, size: FLOAT, name: &str| {
        draw(name, |context, color| context.draw_cross(Vec3::new(x, y, z), size, color))
    });
    let help = "Shows the lines of all scripts, or hides them.";
    let show = row(Group::Gizmos, "set_gizmos_enabled", "(on: bool)", help, "set_gizmos_enabled(true)");
    api.add(show, |on: bool| ask(|context| context.set_gizmos_enabled(on)));
}
