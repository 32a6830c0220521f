//! The `dispinfo` block of a side, as it stands in the file.

use super::lower;
use super::reader::Reader;
use super::rows::Rows;
use crate::error::ReadError;
use crate::kmap::cursor::Item;
use crate::kmap::text::{parse_number, parse_triple};
use crate::model::UnknownNode;
use kerosene_kv::Position;
use kerosene_math::DVec3;

/// A displacement as the file has it.
#[derive(Debug, Clone, Default)]
pub(super) struct DispInfo {
    /// 1-based line.
    pub(super) line: u32,
    /// The grid has 2 to this power cells along each edge.
    pub(super) power: Option<u32>,
    /// The corner that row 0 and column 0 start from.
    pub(super) start: Option<DVec3>,
    /// Units along the face's normal, for every vertex.
    pub(super) elevation: f64,
    /// Direction of each vertex' displacement.
    pub(super) normals: Option<Rows>,
    /// Units along it.
    pub(super) distances: Option<Rows>,
    /// Added to each vertex.
    pub(super) offsets: Option<Rows>,
    /// Blend from 0 to 255.
    pub(super) alphas: Option<Rows>,
    /// Bits of the vertices that take part, by number; missing bits count as set.
    pub(super) allowed: Vec<u32>,
    /// What the geometry has no use for.
    pub(super) kept: Vec<UnknownNode>,
    /// The first value that cannot be understood.
    pub(super) fault: Option<String>,
}

/// Reads a `dispinfo` that began at `position`.
pub(super) fn read(reader: &mut Reader<'_, '_>, position: Position) -> Result<DispInfo, ReadError> {
    let mut info = DispInfo { line: position.line, ..DispInfo::default() };
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, _) => info.key(&key, &value),
            Item::Block(name, _) => match &*lower(&name) {
                "normals" => info.normals = Some(Rows::read(reader)?),
                "distances" => info.distances = Some(Rows::read(reader)?),
                "offsets" => info.offsets = Some(Rows::read(reader)?),
                "alphas" => info.alphas = Some(Rows::read(reader)?),
                "allowed_verts" => info.read_allowed(reader)?,
                _ => info.kept.push(reader.cursor.unknown_block(&name)?),
            },
        }
    }
    Ok(info)
}

impl DispInfo {
    fn key(&mut self, key: &str, value: &str) {
        let is_read = match &*lower(key) {
            "power" => value.trim().parse().map(|power| self.power = Some(power)).is_ok(),
            "startposition" => {
                let inside = value.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                inside.and_then(parse_triple).map(|start| self.start = Some(start)).is_some()
            }
            "elevation" => parse_number(value).map(|elevation| self.elevation = elevation).is_some(),
            _ => {
                self.kept.push(UnknownNode::Key(key.to_owned(), value.to_owned()));
                true
            }
        };
        if !is_read {
            let shown: String = value.chars().take(60).collect();
            self.fault.get_or_insert(format!("`{key}` has the value `{shown}`"));
        }
    }

    /// `allowed_verts { "10" "-1 -1 ..." }`: the key is how many words of 32 bits follow.
    fn read_allowed(&mut self, reader: &mut Reader<'_, '_>) -> Result<(), ReadError> {
        let mut nodes = Vec::new();
        while let Some(item) = reader.cursor.next()? {
            if let Item::Pair(key, value, _) = &item {
                let words: Option<Vec<i32>> = value.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
                match words {
                    Some(words) => self.allowed = words.into_iter().map(i32::cast_unsigned).collect(),
                    None => {
                        self.fault.get_or_insert(format!("`allowed_verts` `{key}` holds no whole numbers"));
                    }
                }
            }
            nodes.push(reader.keep(item)?);
        }
        self.kept.push(UnknownNode::Block("allowed_verts".to_owned(), nodes));
        Ok(())
    }

    /// Whether vertex `at` of the grid takes part.
    pub(super) fn allows(&self, at: usize) -> bool {
        self.allowed.get(at / 32).is_none_or(|word| word >> (at % 32) & 1 == 1)
    }
}
