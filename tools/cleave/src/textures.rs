//! Texture projections and materials of the compiled map, each stored once.

use crate::lookup::Lookup;
use crate::materials::Materials;
use kerosene_bsp::SurfaceFlags;
use kerosene_bsp::records::{TexDataRecord, TexInfoRecord};
use kerosene_map::{Side, TextureAxis, TextureUnits};

/// Light that a material throws back of which nothing is known.
const UNKNOWN_REFLECTIVITY: [f32; 3] = [0.5; 3];

/// Interned texture projections. Lookup is by hashes whose order is never iterated.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextureTable {
    /// One per distinct projection, material and flags.
    pub texinfos: Vec<TexInfoRecord>,
    /// One per distinct material.
    pub texdata: Vec<TexDataRecord>,
    /// NUL-terminated material names.
    pub strings: Vec<u8>,
    /// Units per luxel that the entity whose sides come next asks for.
    lightmap_scale: Option<f64>,
    materials: Materials,
    by_bits: Lookup<[u32; 18], u32>,
    by_name: Lookup<String, u32>,
}

impl TextureTable {
    /// A table of materials of which something is known.
    pub(crate) fn with_materials(materials: &Materials) -> Self {
        Self { materials: materials.clone(), ..Self::default() }
    }

    /// What is known of materials.
    pub(crate) fn materials(&self) -> &Materials {
        &self.materials
    }

    /// The texinfo of triangles whose corners carry their own texture coordinates.
    pub(crate) fn intern_surface(&mut self, material: &str, flags: SurfaceFlags) -> u32 {
        let (none, texdata) = ([[0.0; 4]; 2], self.intern_material(material));
        self.intern_record(TexInfoRecord { texture: none, lightmap: none, flags: flags.bits(), texdata })
    }

    /// Overrides the scale of the sides that follow, until the next call.
    pub(crate) fn set_lightmap_scale(&mut self, scale: Option<f64>) {
        self.lightmap_scale = scale;
    }

    /// The texinfo of a side that is drawn with `flags`.
    pub(crate) fn intern(&mut self, side: &Side, flags: SurfaceFlags) -> u32 {
        let flags = flags
            | if side.texture_units == TextureUnits::Repeats { SurfaceFlags::REPEATS } else { SurfaceFlags::empty() };
        let texture = [projection(&side.u_axis), projection(&side.v_axis)];
        let scale = self.lightmap_scale.unwrap_or(side.lightmap_scale);
        let lightmap = [luxels(&side.u_axis, scale), luxels(&side.v_axis, scale)];
        let texdata = self.intern_material(&side.material);
        self.intern_record(TexInfoRecord { texture, lightmap, flags: flags.bits(), texdata })
    }

    fn intern_record(&mut self, record: TexInfoRecord) -> u32 {
        let key: [u32; 18] = bytemuck_key(&record);
        if let Some(&known) = self.by_bits.get(&key) {
            return known;
        }
        let index = self.texinfos.len() as u32;
        self.texinfos.push(record);
        self.by_bits.insert(key, index);
        index
    }

    /// Frees what only interning needs.
    pub(crate) fn close(&mut self) {
        (self.by_bits, self.by_name) = (Lookup::default(), Lookup::default());
        self.texinfos.shrink_to_fit();
    }

    /// The name of the material of a texinfo, in lower case.
    pub(crate) fn material(&self, texinfo: u32) -> &str {
        let texdata = self.texinfos[texinfo as usize].texdata;
        let name = &self.strings[self.texdata[texdata as usize].name as usize..];
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        std::str::from_utf8(name).unwrap_or_default()
    }

    fn intern_material(&mut self, name: &str) -> u32 {
        let name: String = name.chars().filter(|&c| c != '\0').collect::<String>().to_lowercase();
        if let Some(&known) = self.by_name.get(&name) {
            return known;
        }
        let offset = self.strings.len() as u32;
        self.strings.extend_from_slice(name.as_bytes());
        self.strings.push(0);
        let index = self.texdata.len() as u32;
        // Sizes and reflectivity belong to the texture, which is not always at hand.
        let known = self.materials.get(&name);
        let [width, height] = known.and_then(|known| known.size).unwrap_or_default();
        let reflectivity = known.and_then(|known| known.reflectivity).unwrap_or(UNKNOWN_REFLECTIVITY);
        self.texdata.push(TexDataRecord { reflectivity, name: offset, width, height });
        self.by_name.insert(name, index);
        index
    }
}

fn bytemuck_key(record: &TexInfoRecord) -> [u32; 18] {
    let mut key = [0; 18];
    let floats = record.texture.iter().chain(&record.lightmap).flatten();
    for (slot, value) in key.iter_mut().zip(floats.map(|f| f.to_bits()).chain([record.flags, record.texdata])) {
        *slot = value;
    }
    key
}

fn projection(axis: &TextureAxis) -> [f32; 4] {
    let per_unit = axis.direction / nonzero(axis.scale);
    [per_unit.x as f32, per_unit.y as f32, per_unit.z as f32, axis.shift as f32]
}

/// Luxel axes run along the texture's directions at their own density, so that a scaled texture does not
/// change the light.
fn luxels(axis: &TextureAxis, lightmap_scale: f64) -> [f32; 4] {
    let per_unit = axis.direction.normalize_or_zero() / nonzero(lightmap_scale);
    [per_unit.x as f32, per_unit.y as f32, per_unit.z as f32, 0.0]
}

fn nonzero(scale: f64) -> f64 {
    if scale == 0.0 || !scale.is_finite() { 1.0 } else { scale }
}
