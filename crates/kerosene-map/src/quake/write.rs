//! Writes Valve 220 `.map` text, the form that every editor of Quake's family opens.
//!
//! Visgroups become TrenchBroom's layers and groups its groups, so that they survive the way out
//! and back. What the format has no place for is counted and reported, never bent into something else.

use super::containers::{GROUP_KEY, LAYER_KEY};
use super::reader::QUAKE_DETAIL;
use super::side::TRAILING_KEY;
use super::write_losses::Losses;
use crate::error::WriteError;
use crate::model::{Brush, EditorData, Entity, Map, Side, TextureAxis, TextureUnits, UnknownNode};
use crate::number::{Number, Triple};
use kerosene_diagnostics::Diagnostics;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A written map, and what the format could not hold of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What is missing from it.
    pub diagnostics: Diagnostics,
}

/// Writes a map as a Quake `.map` with Valve 220 texture axes.
///
/// # Errors
///
/// [`WriteError::NotFinite`] where a number is infinite or not a number.
///
/// # Examples
///
/// ```
/// use kerosene_map::{read_map, write_valve220};
///
/// let standard = b"{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall 8 0 90 2 1 } }";
/// let map = read_map("a.map", standard, &Default::default())?.map;
/// let exported = write_valve220(&map)?;
/// assert!(exported.text.contains("( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall [ 0 1 0 8 ] [ 1 0 0 0 ] 90 2 1"));
/// assert!(exported.diagnostics.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_valve220(map: &Map) -> Result<Exported, WriteError> {
    let mut writer =
        Writer { text: "// Game: Quake\n// Format: Valve\n".to_owned(), losses: Losses::default(), error: None };
    writer.losses.look_at(map);
    let bodies = Bodies::of(map);
    for (index, entity) in map.entities.iter().enumerate() {
        if index == 0 {
            writer.world(entity, &bodies);
        } else {
            writer.entity(entity);
        }
    }
    writer.layers(map, &bodies);
    writer.groups(map, &bodies);
    match writer.error {
        Some(error) => Err(error),
        None => Ok(Exported { text: writer.text, diagnostics: writer.losses.report(&map.source) }),
    }
}

/// The world's brushes by what they are written into.
struct Bodies<'a> {
    loose: Vec<&'a Brush>,
    by_layer: BTreeMap<u32, Vec<&'a Brush>>,
    by_group: BTreeMap<u32, Vec<&'a Brush>>,
    /// The layer that the members of a group lie in.
    layer_of_group: BTreeMap<u32, u32>,
}

impl<'a> Bodies<'a> {
    fn of(map: &'a Map) -> Self {
        let groups: BTreeMap<u32, Option<u32>> = map.groups.iter().map(|group| (group.id, group.parent)).collect();
        let layers: BTreeMap<u32, ()> = map.visgroups.iter().map(|visgroup| (visgroup.id, ())).collect();
        let (mut loose, mut by_layer, mut by_group) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut layer_of_group = BTreeMap::new();
        for (index, entity) in map.entities.iter().enumerate() {
            let mut note = |editor: &EditorData| {
                let layer = editor.visgroups.iter().find(|id| layers.contains_key(id)).copied();
                let group = editor.group.filter(|id| groups.contains_key(id));
                if let (Some(group), Some(layer)) = (group, layer) {
                    layer_of_group.entry(group).or_insert(layer);
                }
                (layer, group)
            };
            if index > 0 {
                note(&entity.editor);
                continue;
            }
            for brush in &entity.brushes {
                match note(&brush.editor) {
                    (_, Some(group)) => by_group.entry(group).or_insert_with(Vec::new).push(brush),
                    (Some(layer), None) => by_layer.entry(layer).or_insert_with(Vec::new).push(brush),
                    (None, None) => loose.push(brush),
                }
            }
        }
        Self { loose, by_layer, by_group, layer_of_group }
    }
}

/// Width and height of a texture that nobody knows.
const ASSUMED_TEXELS: f64 = 128.0;

struct Writer {
    text: String,
    losses: Losses,
    error: Option<WriteError>,
}

impl Writer {
    fn world(&mut self, entity: &Entity, bodies: &Bodies<'_>) {
        self.open();
        // Half-Life's compilers tell the format by this key.
        if entity.get("mapversion").is_none() {
            self.pair("mapversion", "220");
        }
        self.keys(entity);
        bodies.loose.iter().for_each(|brush| self.brush(brush));
        self.close();
    }

    fn entity(&mut self, entity: &Entity) {
        self.open();
        self.keys(entity);
        if let Some(layer) = entity.editor.visgroups.first() {
            self.pair(LAYER_KEY, &layer.to_string());
        }
        if let Some(group) = entity.editor.group {
            self.pair(GROUP_KEY, &group.to_string());
        }
        entity.brushes.iter().for_each(|brush| self.brush(brush));
        self.close();
    }

    fn layers(&mut self, map: &Map, bodies: &Bodies<'_>) {
        for visgroup in &map.visgroups {
            self.open_container("_tb_layer", visgroup.id, &visgroup.name);
            self.unknown_keys(&visgroup.unknown);
            self.close_container(bodies.by_layer.get(&visgroup.id));
        }
    }

    fn groups(&mut self, map: &Map, bodies: &Bodies<'_>) {
        for group in &map.groups {
            self.open_container("_tb_group", group.id, &group.name);
            if let Some(parent) = group.parent {
                self.pair(GROUP_KEY, &parent.to_string());
            } else if let Some(layer) = bodies.layer_of_group.get(&group.id) {
                self.pair(LAYER_KEY, &layer.to_string());
            }
            self.unknown_keys(&group.unknown);
            self.close_container(bodies.by_group.get(&group.id));
        }
    }

    fn open_container(&mut self, kind: &str, id: u32, name: &str) {
        self.open();
        self.pair("classname", "func_group");
        self.pair("_tb_type", kind);
        self.pair("_tb_name", name);
        self.pair("_tb_id", &id.to_string());
    }

    fn close_container(&mut self, brushes: Option<&Vec<&Brush>>) {
        for brush in brushes.into_iter().flatten() {
            self.brush(brush);
        }
        self.close();
    }

    fn keys(&mut self, entity: &Entity) {
        for (key, value) in &entity.keys {
            self.pair(key, value);
        }
    }

    fn unknown_keys(&mut self, nodes: &[UnknownNode]) {
        for node in nodes {
            if let UnknownNode::Key(key, value) = node {
                self.pair(key, value);
            }
        }
    }

    fn brush(&mut self, brush: &Brush) {
        self.text.push_str("{\n");
        // On all sides, unless the first, which decides, says it already.
        let says_detail = brush.sides.first().is_some_and(|side| side.content_flags & QUAKE_DETAIL != 0);
        for side in &brush.sides {
            self.check(side);
            self.side(side, if brush.detail && !says_detail { QUAKE_DETAIL } else { 0 });
        }
        self.text.push_str("}\n");
    }

    fn side(&mut self, side: &Side, extra_contents: u32) {
        let [a, b, c] = side.points.map(Triple);
        let material = self.material(&side.material);
        let axes = [side.u_axis, side.v_axis].map(|axis| in_texels(axis, side.texture_units));
        let [u, v] = axes.map(|axis| format!("[ {} {} ]", Triple(axis.direction), Number(axis.shift)));
        let (rotation, [u_scale, v_scale]) = (Number(side.rotation), axes.map(|axis| Number(axis.scale)));
        // Writing to a string cannot fail.
        let _ = write!(self.text, "( {a} ) ( {b} ) ( {c} ) {material} {u} {v} {rotation} {u_scale} {v_scale}");
        let contents = side.content_flags | extra_contents;
        let trailing = side.unknown.iter().find_map(|node| match node {
            UnknownNode::Key(key, value) if key == TRAILING_KEY && is_numbers(value) => Some(value),
            _ => None,
        });
        if contents != 0 || side.surface_flags != 0 || side.value != 0.0 || trailing.is_some() {
            let _ = write!(self.text, " {contents} {} {}", side.surface_flags, Number(side.value));
        }
        if let Some(trailing) = trailing {
            let _ = write!(self.text, " {trailing}");
        }
        self.text.push('\n');
    }

    /// A bare word where that reads back, else in quotes.
    fn material(&mut self, material: &str) -> String {
        let is_plain = |character: char| !character.is_whitespace() && !character.is_control() && character != '"';
        if !material.is_empty() && !material.starts_with("//") && material.chars().all(is_plain) {
            return material.to_owned();
        }
        let quoted = self.quotable(material);
        // Backslashes before the closing quote would read as its escape, however many there are.
        format!("\"{}\"", quoted.trim_end_matches('\\'))
    }

    fn pair(&mut self, key: &str, value: &str) {
        // A backslash before the closing quote of a key would read as an escape.
        if key.ends_with('\\') {
            self.losses.keys += 1;
            return;
        }
        let (key, value) = (self.quotable(key), self.quotable(value));
        let _ = writeln!(self.text, "\"{key}\" \"{value}\"");
    }

    /// Quotes escaped; a line break as Quake writes one, with a backslash and an n.
    fn quotable(&mut self, text: &str) -> String {
        if text.contains('\n') {
            self.losses.line_breaks += 1;
        }
        text.replace('"', "\\\"").replace("\r\n", "\\n").replace('\n', "\\n")
    }

    fn check(&mut self, side: &Side) {
        let axis = |axis: &TextureAxis| axis.direction.is_finite() && axis.shift.is_finite() && axis.scale.is_finite();
        let checks = [
            ("plane", side.points.iter().all(|point| point.is_finite())),
            ("uaxis", axis(&side.u_axis)),
            ("vaxis", axis(&side.v_axis)),
            ("rotation", side.rotation.is_finite()),
            ("value", side.value.is_finite()),
        ];
        if let Some((key, _)) = checks.into_iter().find(|(_, finite)| !finite) {
            self.error.get_or_insert(WriteError::NotFinite { id: side.id, key });
        }
    }

    fn open(&mut self) {
        self.text.push_str("{\n");
    }

    fn close(&mut self) {
        self.text.push_str("}\n");
    }
}

/// An axis that counts texels; of a texture whose size is not known, as many as most have.
fn in_texels(axis: TextureAxis, units: TextureUnits) -> TextureAxis {
    match units {
        TextureUnits::Texels => axis,
        TextureUnits::Repeats => TextureAxis {
            shift: (axis.shift * ASSUMED_TEXELS).clamp(f64::MIN, f64::MAX),
            scale: axis.scale / ASSUMED_TEXELS,
            ..axis
        },
    }
}

fn is_numbers(text: &str) -> bool {
    !text.is_empty() && text.split(' ').all(|word| word.parse::<f64>().is_ok_and(f64::is_finite))
}
