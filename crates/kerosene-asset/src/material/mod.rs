//! Materials: `.kmat` text and `.kmat_c`.

mod contents;
mod file;
mod foreign;
mod keys;
mod model;
mod text;
mod texture_name;
mod values;

pub use contents::{MaterialContents, MaterialRole, MaterialSurface};
pub use file::{MATERIAL_MAGIC, MATERIAL_VERSION, MaterialError};
pub use keys::{MATERIAL_KEYS, MaterialKey};
pub use model::{Acoustics, Blending, Material, Packing, Shader};
pub use texture_name::TextureName;
