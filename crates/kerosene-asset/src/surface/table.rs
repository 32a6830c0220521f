//! The table of surface properties.

use super::stock::STOCK;
use std::collections::BTreeMap;

/// Bands of sound that absorption is given in.
pub const BANDS: usize = 4;

/// Middle frequencies of the bands, in hertz.
pub const BAND_HERTZ: [f32; BANDS] = [125.0, 500.0, 2000.0, 8000.0];

/// Longest name of a surface property, in bytes.
const MAX_NAME: usize = 64;

/// What something is made of, as far as it slides, bounces, weighs and sounds.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceProperty {
    /// How hard it is to slide on: 0 is ice without end, 1 much like rubber. 0 to 4.
    pub friction: f32,
    /// The part of its speed that something keeps when it bounces off: 0 to 1.
    pub elasticity: f32,
    /// Kilograms in a cubic metre. 1 to 30,000.
    pub density: f32,
    /// Name of the sound of a step on it.
    pub footstep: String,
    /// Name of the sound of a blow on it.
    pub impact: String,
    /// The part of a sound's energy that it takes in, from 0 to 1, in each of the [`BANDS`].
    pub absorption: [f32; BANDS],
}

/// All surface properties by name: the stock ones, and what a game's `scripts/surfaceproperties.txt` says.
///
/// ```
/// use kerosene_asset::SurfaceTable;
///
/// let mut table = SurfaceTable::built_in();
/// let notes = table.read("scripts/surfaceproperties.txt", "ice { base concrete friction 0.05 }");
/// assert!(notes.is_empty());
/// let (ice, concrete) = (table.get("ice").unwrap(), table.get("concrete").unwrap());
/// assert_eq!((ice.friction, ice.density), (0.05, concrete.density));
/// assert_eq!(table.get_or_default("nothing like it"), concrete);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceTable {
    pub(super) by_name: BTreeMap<String, SurfaceProperty>,
}

impl SurfaceTable {
    /// The surface property of what says nothing about it.
    pub const DEFAULT: &str = "concrete";

    /// Whether a text can be the name of a surface property: 1 to 64 lower-case letters, digits, `_`, `-` and `.`.
    ///
    /// ```
    /// use kerosene_asset::SurfaceTable;
    ///
    /// assert!(SurfaceTable::is_name("metal_grate") && !SurfaceTable::is_name("Metal grate"));
    /// ```
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.');
        (1..=MAX_NAME).contains(&name.len()) && name.chars().all(fits)
    }

    /// The stock surface properties.
    #[must_use]
    pub fn built_in() -> Self {
        Self { by_name: STOCK.iter().map(|row| (row.name.to_owned(), row.property())).collect() }
    }

    /// The surface property of this name, without case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&SurfaceProperty> {
        self.by_name.get(&name.to_ascii_lowercase())
    }

    /// The surface property of this name, or the default one.
    #[must_use]
    pub fn get_or_default(&self, name: &str) -> &SurfaceProperty {
        // The default one is in the table from the start, and nothing takes one out.
        self.get(name).unwrap_or_else(|| &self.by_name[Self::DEFAULT])
    }

    /// Names of all of them, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}
