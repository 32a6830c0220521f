//! Surface properties: what things are made of.

mod stock;
mod table;
mod text;

pub use table::{BAND_HERTZ, BANDS, SurfaceProperty, SurfaceTable};
