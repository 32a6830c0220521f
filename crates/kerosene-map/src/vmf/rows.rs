//! Rows of numbers, as displacements have them: `"row0" "0 0 1 0 0 1"`.

use super::lower;
use super::reader::Reader;
use crate::error::ReadError;
use crate::kmap::cursor::Item;
use crate::kmap::text::parse_number;

/// Rows by their number, in the order of the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    rows: Vec<(usize, Vec<f64>)>,
    /// A row or key that cannot be understood.
    fault: Option<String>,
}

impl Rows {
    /// Reads the block of rows that just began.
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ReadError> {
        let mut rows = Self::default();
        while let Some(item) = reader.cursor.next()? {
            match item {
                Item::Pair(key, value, _) => rows.add(&key, &value),
                Item::Block(name, _) => {
                    reader.cursor.unknown_block(&name)?;
                    rows.fault.get_or_insert(format!("`{name}` stands among its rows"));
                }
            }
        }
        Ok(rows)
    }

    fn add(&mut self, key: &str, value: &str) {
        let number = lower(key).strip_prefix("row").and_then(|number| number.parse().ok());
        let values: Option<Vec<f64>> = value.split_ascii_whitespace().map(parse_number).collect();
        match (number, values) {
            (Some(number), Some(values)) => self.rows.push((number, values)),
            _ => {
                let key: String = key.chars().take(60).collect();
                self.fault.get_or_insert(format!("`{key}` is no row of finite numbers"));
            }
        }
    }

    /// All numbers in order: `rows` rows of `columns` numbers each.
    pub(super) fn flat(&self, rows: usize, columns: usize) -> Result<Vec<f64>, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let mut flat = vec![0.0; rows * columns];
        let mut seen = vec![false; rows];
        for (number, values) in &self.rows {
            let fits = values.len() == columns && seen.get(*number) == Some(&false);
            let place = number.checked_mul(columns).and_then(|from| flat.get_mut(from..from.checked_add(columns)?));
            let Some(place) = place.filter(|_| fits) else {
                return Err(format!(
                    "row {number} has {} numbers: expected {rows} rows of {columns}, each once",
                    values.len()
                ));
            };
            seen[*number] = true;
            place.copy_from_slice(values);
        }
        match seen.iter().position(|seen| !seen) {
            Some(missing) => Err(format!("row {missing} of {rows} is missing")),
            None => Ok(flat),
        }
    }
}
