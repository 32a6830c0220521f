//! Surface properties: what things are made of.

mod stock;
mod table;
mod text;

pub(crate) use table::is_surface_name;
pub use table::{BAND_HERTZ, BANDS, SurfaceProperty, SurfaceTable};
