//! Materials by name: what their file says, or what stands for a file that is missing.

use super::placeholder;
use kerosene_asset::Material;
use kerosene_bsp::SurfaceFlags;
use kerosene_vfs::{Vfs, material_name};

/// How a map uses a material, which matters where its file is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Use {
    /// [`SurfaceFlags`] of the faces, as bits: those that say how a face is drawn.
    flags: u32,
}

/// Surface flags that say how a face without a material's file is drawn.
const DRAWN: SurfaceFlags =
    SurfaceFlags::LIGHT.union(SurfaceFlags::SKY).union(SurfaceFlags::WARP).union(SurfaceFlags::TRANS);

impl Use {
    /// The use of a face with these flags.
    pub(crate) fn of_face(flags: SurfaceFlags) -> Self {
        Self { flags: (flags & DRAWN).bits() }
    }

    pub(super) fn flags(self) -> SurfaceFlags {
        SurfaceFlags::from_bits_retain(self.flags)
    }
}

/// A material and whether it stands for one that is missing.
pub(super) struct Described {
    pub(super) material: Material,
    pub(super) placeholder: bool,
    /// Why the file was not used, for the console.
    pub(super) fault: Option<String>,
}

/// The material of a name.
pub(super) fn describe(name: &str, used: Use, content: &Vfs) -> Described {
    match read(name, content) {
        Ok(material) => Described { material, placeholder: false, fault: None },
        Err(fault) => Described { material: placeholder::material(name, used), placeholder: true, fault: Some(fault) },
    }
}

fn read(name: &str, content: &Vfs) -> Result<Material, String> {
    let path = material_name(name).ok_or_else(|| format!("no file can have the name of the material {name:?}"))?;
    let path = format!("materials/{path}.kmat_c");
    let bytes = content.read(&path).map_err(|error| error.to_string())?;
    Material::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}
