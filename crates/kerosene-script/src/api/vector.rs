//! Points and directions.

use super::{Api, Group, row};
use kerosene_math::Vec3;
use rhai::{FLOAT, INT};
use std::fmt;

/// A point or direction as a script has it. Making one costs an allocation, which the language's own values do not.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Vector(pub(crate) Vec3);

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |number| kerosene_math::format_float(number);
        write!(f, "{} {} {}", shown(self.0.x), shown(self.0.y), shown(self.0.z))
    }
}

pub(super) fn register(api: &mut Api<'_>) {
    api.named::<Vector>("vec3");
    let help = "A point or direction. Allocates: in what runs every tick, use numbers.";
    let make = row(Group::Vectors, "vec3", "(x: number, y: number, z: number) -> vec3", help, "vec3(1, 2, 3).y == 2.0");
    api.add(make, vector);
    register_operators(api);
    register_measures(api);
    register_parts(api);
    for name in ["to_string", "print", "to_debug", "debug"] {
        api.again(name, |a: Vector| a.to_string());
    }
}

fn vector(x: FLOAT, y: FLOAT, z: FLOAT) -> Vector {
    Vector(Vec3::new(x, y, z))
}

fn register_operators(api: &mut Api<'_>) {
    let help = "`+ - * / == !=` and `-v` work on vectors, part by part, and with numbers where that makes sense.";
    api.describe(row(Group::Vectors, "+", "(a: vec3, b: vec3) -> vec3", help, "vec3(1, 2, 3) * 2 == vec3(2, 4, 6)"));
    api.again("+", |a: Vector, b: Vector| Vector(a.0 + b.0));
    api.again("-", |a: Vector, b: Vector| Vector(a.0 - b.0));
    api.again("-", |a: Vector| Vector(-a.0));
    api.again("*", |a: Vector, b: Vector| Vector(a.0 * b.0));
    api.again("*", |a: Vector, b: FLOAT| Vector(a.0 * b));
    api.again("*", |a: FLOAT, b: Vector| Vector(b.0 * a));
    api.again("/", |a: Vector, b: FLOAT| Vector(a.0 / b));
    api.again("==", |a: Vector, b: Vector| a == b);
    api.again("!=", |a: Vector, b: Vector| a != b);
}

fn register_measures(api: &mut Api<'_>) {
    let help = "Its length, in units.";
    let length = row(Group::Vectors, "length", "(v: vec3) -> float", help, "vec3(3, 4, 0).length() == 5.0");
    api.add(length, |a: Vector| a.0.length());
    let help = "The square of its length, which is enough to compare and quicker.";
    let square =
        row(Group::Vectors, "length_squared", "(v: vec3) -> float", help, "vec3(3, 4, 0).length_squared() == 25.0");
    api.add(square, |a: Vector| a.0.length_squared());
    let help = "How far two points are from each other.";
    let signature = "(a: vec3, b: vec3) -> float";
    let distance = row(Group::Vectors, "distance", signature, help, "vec3(0, 0, 0).distance(vec3(0, 3, 4)) == 5.0");
    api.add(distance, |a: Vector, b: Vector| a.0.distance(b.0));
    let help = "The dot product.";
    api.add(
        row(Group::Vectors, "dot", signature, help, "vec3(1, 2, 3).dot(vec3(1, 1, 1)) == 6.0"),
        |a: Vector, b: Vector| a.0.dot(b.0),
    );
    let help = "The cross product.";
    let signature = "(a: vec3, b: vec3) -> vec3";
    let cross = row(Group::Vectors, "cross", signature, help, "vec3(1, 0, 0).cross(vec3(0, 1, 0)) == vec3(0, 0, 1)");
    api.add(cross, |a: Vector, b: Vector| Vector(a.0.cross(b.0)));
    let help = "The same direction with length 1; a vector without length stays as it is.";
    let unit =
        row(Group::Vectors, "normalize", "(v: vec3) -> vec3", help, "vec3(0, 5, 0).normalize() == vec3(0, 1, 0)");
    api.add(unit, |a: Vector| Vector(a.0.normalize_or_zero()));
}

fn register_parts(api: &mut Api<'_>) {
    let help = "Its parts: `v.x`, `v.y`, `v.z`, to read and to set.";
    api.describe(row(Group::Vectors, "x", "v.x, v.y, v.z: float", help, "vec3(1, 2, 3).z == 3.0"));
    api.getter("x", |a: &mut Vector| a.0.x);
    api.getter("y", |a: &mut Vector| a.0.y);
    api.getter("z", |a: &mut Vector| a.0.z);
    api.setter("x", |a: &mut Vector, x: FLOAT| a.0.x = x);
    api.setter("y", |a: &mut Vector, y: FLOAT| a.0.y = y);
    api.setter("z", |a: &mut Vector, z: FLOAT| a.0.z = z);
    api.setter("x", |a: &mut Vector, x: INT| a.0.x = x as FLOAT);
    api.setter("y", |a: &mut Vector, y: INT| a.0.y = y as FLOAT);
    api.setter("z", |a: &mut Vector, z: INT| a.0.z = z as FLOAT);
}
