//! The stock surface properties.
//!
//! Absorption is that of M. David Egan's table of common building materials (*Architectural Acoustics*, 1988) at 125, 500
//! and 2,000 Hz; such tables end at 4,000 Hz, and their last value stands for 8,000 Hz. Flesh, plastic, rubber, ice and
//! foliage are in no such table and are estimates: what is near to them in it, or people in seats. Densities are those of
//! handbooks of engineering, rounded, for loose stuff as it lies. Friction and elasticity are for a player and for
//! what rolls about in a game: what feels right, and no measurement.

use super::{BANDS, SurfaceProperty};

/// A stock surface property.
pub(super) struct Row {
    pub(super) name: &'static str,
    friction: f32,
    elasticity: f32,
    density: f32,
    absorption: [f32; BANDS],
}

impl Row {
    /// The surface property, whose sounds are named for it.
    pub(super) fn property(&self) -> SurfaceProperty {
        SurfaceProperty {
            friction: self.friction,
            elasticity: self.elasticity,
            density: self.density,
            footstep: format!("footstep.{}", self.name),
            impact: format!("impact.{}", self.name),
            absorption: self.absorption,
        }
    }
}

const fn row(name: &'static str, [friction, elasticity, density]: [f32; 3], absorption: [f32; BANDS]) -> Row {
    Row { name, friction, elasticity, density, absorption }
}

/// Friction, elasticity, density; absorption.
pub(super) const STOCK: &[Row] = &[
    row("brick", [0.8, 0.3, 1900.0], [0.03, 0.03, 0.05, 0.07]),
    row("carpet", [0.9, 0.1, 500.0], [0.02, 0.14, 0.60, 0.65]),
    row("cloth", [0.8, 0.05, 300.0], [0.14, 0.55, 0.70, 0.65]),
    row("concrete", [0.8, 0.2, 2400.0], [0.01, 0.04, 0.08, 0.10]),
    row("dirt", [0.8, 0.05, 1600.0], [0.15, 0.40, 0.60, 0.60]),
    row("flesh", [0.9, 0.1, 1000.0], [0.25, 0.40, 0.50, 0.50]),
    row("foliage", [0.6, 0.1, 400.0], [0.03, 0.11, 0.27, 0.31]),
    row("glass", [0.5, 0.3, 2500.0], [0.18, 0.04, 0.02, 0.02]),
    row("grass", [0.8, 0.1, 1300.0], [0.11, 0.60, 0.92, 0.99]),
    row("gravel", [0.8, 0.05, 1700.0], [0.25, 0.65, 0.75, 0.80]),
    row("ice", [0.1, 0.3, 920.0], [0.01, 0.01, 0.02, 0.02]),
    row("metal", [0.7, 0.3, 7800.0], [0.05, 0.10, 0.07, 0.02]),
    row("mud", [0.6, 0.0, 1700.0], [0.15, 0.40, 0.60, 0.60]),
    row("plaster", [0.8, 0.2, 1200.0], [0.14, 0.06, 0.04, 0.03]),
    row("plastic", [0.7, 0.4, 1100.0], [0.02, 0.03, 0.03, 0.02]),
    row("rubber", [1.0, 0.8, 1200.0], [0.02, 0.03, 0.03, 0.02]),
    row("sand", [0.7, 0.0, 1600.0], [0.15, 0.40, 0.55, 0.80]),
    row("snow", [0.6, 0.0, 200.0], [0.45, 0.90, 0.95, 0.95]),
    row("stone", [0.8, 0.25, 2600.0], [0.01, 0.02, 0.02, 0.02]),
    row("tile", [0.7, 0.25, 2300.0], [0.01, 0.01, 0.02, 0.02]),
    row("water", [0.3, 0.0, 1000.0], [0.01, 0.01, 0.02, 0.03]),
    row("wood", [0.8, 0.3, 700.0], [0.15, 0.10, 0.06, 0.07]),
];
