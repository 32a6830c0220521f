//! Mathematics of scripts: Rhai's names, with the engine's deterministic functions behind them.

use crate::api::{Api, Group, row};
use kerosene_math::deterministic as exact;
use rhai::{EvalAltResult, FLOAT, INT, Position};

/// A function of one number.
fn of_one(api: &mut Api<'_>, name: &'static str, help: &'static str, example: &'static str, run: fn(FLOAT) -> FLOAT) {
    let signature = "(x: number) -> float";
    api.add(row(Group::Numbers, name, signature, help, example), run);
}

/// A function of two numbers.
fn of_two(
    api: &mut Api<'_>,
    (name, signature): (&'static str, &'static str),
    help: &'static str,
    example: &'static str,
    run: fn(FLOAT, FLOAT) -> FLOAT,
) {
    api.add(row(Group::Numbers, name, signature, help, example), run);
}

pub(super) fn register(api: &mut Api<'_>) {
    register_angles(api);
    register_powers(api);
    register_rounding(api);
    register_conversions(api);
    register_steps(api);
}

fn register_angles(api: &mut Api<'_>) {
    of_one(api, "sin", "The sine of an angle in radians.", "sin(0.0) == 0.0", exact::sin);
    of_one(api, "cos", "The cosine of an angle in radians.", "cos(0.0) == 1.0", exact::cos);
    of_one(api, "tan", "The tangent of an angle in radians.", "tan(0.0) == 0.0", exact::tan);
    of_one(api, "asin", "The angle in radians that has the sine `x`.", "asin(0.0) == 0.0", exact::asin);
    of_one(api, "acos", "The angle in radians that has the cosine `x`.", "acos(1.0) == 0.0", exact::acos);
    of_one(api, "atan", "The angle in radians that has the tangent `x`.", "atan(0.0) == 0.0", exact::atan);
    let signature = "(y: number, x: number) -> float";
    let help = "The angle in radians of the direction (x, y).";
    of_two(api, ("atan2", signature), help, "atan2(0.0, 1.0) == 0.0", exact::atan2);
    of_one(api, "to_radians", "Degrees as radians.", "to_radians(0.0) == 0.0", FLOAT::to_radians);
    of_one(api, "to_degrees", "Radians as degrees.", "to_degrees(0.0) == 0.0", FLOAT::to_degrees);
    let help = "The ratio of a circle's circumference to its diameter.";
    api.add(row(Group::Numbers, "PI", "() -> float", help, "PI() > 3.14"), || std::f32::consts::PI);
}

fn register_powers(api: &mut Api<'_>) {
    of_one(api, "sqrt", "The square root.", "sqrt(9.0) == 3.0", FLOAT::sqrt);
    of_one(api, "exp", "Euler's number to the power of `x`.", "exp(0.0) == 1.0", exact::exp);
    of_one(api, "ln", "The natural logarithm.", "ln(1.0) == 0.0", exact::ln);
    of_one(api, "log", "The logarithm to base ten.", "log(100.0) == 2.0", exact::log10);
    let help = "`x` to the power of `y`, which is written `x ** y` elsewhere.";
    let signature = "(x: number, y: number) -> float";
    of_two(api, ("pow", signature), help, "pow(2.0, 3.0) == 8.0", exact::pow);
    let help = "The length of the vector (x, y).";
    of_two(api, ("hypot", "(x: number, y: number) -> float"), help, "hypot(3.0, 4.0) == 5.0", exact::hypot);
}

fn register_rounding(api: &mut Api<'_>) {
    of_one(api, "floor", "The next lower whole number.", "floor(1.5) == 1.0", FLOAT::floor);
    of_one(api, "ceiling", "The next higher whole number.", "ceiling(1.5) == 2.0", FLOAT::ceil);
    of_one(api, "round", "The nearest whole number.", "round(1.4) == 1.0", FLOAT::round);
    of_one(api, "int", "The number without its fraction.", "int(1.9) == 1.0", FLOAT::trunc);
    of_one(api, "fraction", "The fraction of a number.", "fraction(1.5) == 0.5", FLOAT::fract);
    let finite = row(Group::Numbers, "is_finite", "(x: float) -> bool", "Whether a number is one.", "is_finite(1.0)");
    api.add(finite, |x: FLOAT| x.is_finite());
}

fn register_conversions(api: &mut Api<'_>) {
    let help = "A number as a float.";
    api.add(row(Group::Numbers, "to_float", "(x: number) -> float", help, "to_float(2) == 2.0"), |x: FLOAT| x);
    let help = "A number as a whole one, without its fraction.";
    api.add(row(Group::Numbers, "to_int", "(x: number) -> int", help, "to_int(2.9) == 2"), |x: FLOAT| x as INT);
    api.again("to_int", |x: INT| x);
    api.again("to_int", |x: char| INT::from(u32::from(x)));
    let help = "The whole number that a text says.";
    let parse = row(Group::Numbers, "parse_int", "(text: string) -> int", help, "parse_int(\"12\") == 12");
    api.add(parse, |text: &str| text.trim().parse::<INT>().map_err(|error| unreadable(text, &error)));
    let help = "The number that a text says.";
    let parse = row(Group::Numbers, "parse_float", "(text: string) -> float", help, "parse_float(\"1.5\") == 1.5");
    api.add(parse, |text: &str| text.trim().parse::<FLOAT>().map_err(|error| unreadable(text, &error)));
}

fn unreadable(text: &str, error: &dyn std::fmt::Display) -> Box<EvalAltResult> {
    EvalAltResult::ErrorArithmetic(format!("{text:?} is no number: {error}"), Position::NONE).into()
}

/// What scripts need every other line.
fn register_steps(api: &mut Api<'_>) {
    let signature = "(a: number, b: number) -> number";
    let help = "The lesser of two numbers.";
    api.add(row(Group::Numbers, "min", signature, help, "min(1, 2) == 1"), |a: INT, b: INT| a.min(b));
    api.again("min", FLOAT::min);
    let help = "The greater of two numbers.";
    api.add(row(Group::Numbers, "max", signature, help, "max(1, 2) == 2"), |a: INT, b: INT| a.max(b));
    api.again("max", FLOAT::max);
    let help = "`x`, or the bound that it is beyond.";
    let clamp = row(
        Group::Numbers,
        "clamp",
        "(x: float, low: float, high: float) -> float",
        help,
        "clamp(5.0, 0.0, 1.0) == 1.0",
    );
    api.add(clamp, |x: FLOAT, low: FLOAT, high: FLOAT| x.max(low).min(high));
    api.again("clamp", |x: INT, low: INT, high: INT| x.max(low).min(high));
    let help = "The number that lies `t` of the way from `a` to `b`.";
    let lerp =
        row(Group::Numbers, "lerp", "(a: float, b: float, t: float) -> float", help, "lerp(0.0, 10.0, 0.5) == 5.0");
    api.add(lerp, |a: FLOAT, b: FLOAT, t: FLOAT| a + (b - a) * t);
}
