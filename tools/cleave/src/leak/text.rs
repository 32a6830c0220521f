//! A leak as files and as JSON.

use super::{Hole, Leak, RimBrush, Way};
use kerosene_math::DVec3;
use serde_json::{Value, json};
use std::fmt::Write;

/// Distance of two points of a point file, in units: old editors draw a dot at each.
const POINT_SPACING: f64 = 8.0;
/// Most points of one file.
const MOST_POINTS: usize = 20_000;

impl Leak {
    /// The `.kleak` text: KeyValues, one block a hole.
    pub fn to_text(&self) -> String {
        let mut writer = kerosene_kv::Writer::new();
        writer.open("leak");
        writer.pair("version", "1");
        writer.pair("holes", &(self.holes.len() + self.more).to_string());
        for hole in &self.holes {
            writer.open("hole");
            write_hole(&mut writer, hole);
            writer.close();
        }
        if let Some(way) = &self.open {
            writer.open("open");
            write_way(&mut writer, way);
            writer.close();
        }
        writer.finish()
    }

    /// Quake's point files, one for each hole, the largest first: dots on the line from an entity to the void, one
    /// `x y z` per line, as TrenchBroom and older editors load them.
    pub fn point_files(&self) -> Vec<String> {
        let ways = self.holes.iter().map(|hole| &hole.way).chain(&self.open);
        ways.map(|way| dots(&way.points)).collect()
    }

    /// Every field, for programs.
    pub fn to_json(&self) -> Value {
        json!({
            "holes": self.holes.iter().map(hole_json).collect::<Vec<_>>(),
            "more": self.more,
            "open": self.open.as_ref().map(way_json),
        })
    }
}

fn write_hole(writer: &mut kerosene_kv::Writer, hole: &Hole) {
    writer.pair("center", &numbers(hole.center));
    writer.pair("normal", &numbers(hole.normal));
    writer.pair("width", &number(hole.width));
    writer.pair("height", &number(hole.height));
    writer.pair("area", &number(hole.area));
    for brush in &hole.rim {
        writer.open("brush");
        writer.pair("entity", &brush.entity.to_string());
        writer.pair("number", &brush.brush.to_string());
        writer.pair("id", &brush.id.to_string());
        writer.pair("line", &brush.line.to_string());
        writer.pair("material", &brush.material);
        writer.close();
    }
    writer.open("way");
    write_way(writer, &hole.way);
    writer.close();
}

fn write_way(writer: &mut kerosene_kv::Writer, way: &Way) {
    writer.pair("entity", &way.entity.to_string());
    writer.pair("classname", &way.class);
    for &point in &way.points {
        writer.pair("point", &numbers(point));
    }
}

fn hole_json(hole: &Hole) -> Value {
    json!({
        "center": hole.center.to_array(),
        "normal": hole.normal.to_array(),
        "width": hole.width,
        "height": hole.height,
        "area": hole.area,
        "micro": hole.is_micro(),
        "brushes": hole.rim.iter().map(brush_json).collect::<Vec<_>>(),
        "way": way_json(&hole.way),
    })
}

fn brush_json(brush: &RimBrush) -> Value {
    let RimBrush { entity, brush, id, line, material } = brush;
    json!({ "entity": entity, "brush": brush, "id": id, "line": line, "material": material })
}

fn way_json(way: &Way) -> Value {
    let points: Vec<[f64; 3]> = way.points.iter().map(DVec3::to_array).collect();
    json!({ "entity": way.entity, "class": way.class, "points": points })
}

fn dots(points: &[DVec3]) -> String {
    let length: f64 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let spacing = POINT_SPACING.max(length / MOST_POINTS as f64);
    let mut text = String::new();
    for ends in points.windows(2) {
        let count = (ends[0].distance(ends[1]) / spacing).ceil().max(1.0);
        for step in 0..count as u32 {
            dot(&mut text, ends[0].lerp(ends[1], f64::from(step) / count));
        }
    }
    if let Some(&last) = points.last() {
        dot(&mut text, last);
    }
    text
}

fn dot(text: &mut String, point: DVec3) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:.3} {:.3} {:.3}", point.x + 0.0, point.y + 0.0, point.z + 0.0);
}

fn numbers(point: DVec3) -> String {
    let [x, y, z] = point.to_array().map(number);
    format!("{x} {y} {z}")
}

/// To a ten-thousandth, and no negative zero.
fn number(value: f64) -> String {
    ((value * 1e4).round() / 1e4 + 0.0).to_string()
}
