//! A material's numbers as its shader reads them.

use bytemuck::{Pod, Zeroable};
use kerosene_asset::{Blending, Material, Packing};

/// `Material` of `material.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(super) struct MaterialUniform {
    color: [f32; 4],
    emissive: [f32; 4],
    roughness_channel: [f32; 4],
    metalness_channel: [f32; 4],
    occlusion_channel: [f32; 4],
    factors: [f32; 4],
    detail: [f32; 4],
    motion: [f32; 4],
    blend: [f32; 4],
}

const RED: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 0.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 0.0];

impl MaterialUniform {
    /// The numbers of a material.
    pub(super) fn new(material: &Material) -> Self {
        let [r, g, b] = material.color;
        let [glow_r, glow_g, glow_b] = material.emissive();
        let tested = material.blending == Blending::AlphaTest;
        // A map of its own goes before the packed one.
        let packed = |own: bool, place: [f32; 4]| if material.packed_map.is_some() && !own { place } else { RED };
        let [occlusion, roughness, metalness] = match material.packing {
            Packing::Orm => [RED, GREEN, BLUE],
            Packing::Mra => [BLUE, GREEN, RED],
            Packing::Rma => [BLUE, RED, GREEN],
        };
        let own_roughness = material.roughness_map.is_some();
        let gloss = f32::from(material.gloss && own_roughness);
        let blends = material.base_texture_2.is_some();
        let has_normals = f32::from(material.normal_map.is_some() || blends && material.normal_map_2.is_some());
        let height = if material.height_map.is_some() { material.height_scale } else { 0.0 };
        let detail = if material.detail_map.is_some() { material.detail_strength } else { 0.0 };
        Self {
            color: [r, g, b, material.alpha],
            emissive: [glow_r, glow_g, glow_b, if tested { material.alpha_reference } else { -1.0 }],
            roughness_channel: packed(own_roughness, roughness),
            metalness_channel: packed(material.metalness_map.is_some(), metalness),
            occlusion_channel: packed(material.occlusion_map.is_some(), occlusion),
            factors: [material.roughness, material.metalness(), material.normal_strength, gloss],
            detail: [material.detail_scale, detail, 0.0, has_normals],
            motion: [material.scroll[0], material.scroll[1], 0.0, 0.0],
            blend: [f32::from(blends), f32::from(material.blend_map.is_some()), height, 0.0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_asset::TextureName;

    #[test]
    fn a_second_material_and_a_relief_are_there_where_their_maps_are() {
        let of = |material: &Material| {
            let uniform = MaterialUniform::new(material);
            (uniform.blend, uniform.detail[3])
        };
        let (name, plain) = (TextureName::new("a"), Material::default());
        assert_eq!(of(&Material { height_scale: 4.0, normal_map_2: name.clone(), ..plain.clone() }), ([0.0; 4], 0.0));
        let height = Material { height_map: name.clone(), height_scale: 4.0, ..plain.clone() };
        assert_eq!(of(&height), ([0.0, 0.0, 4.0, 0.0], 0.0));
        let blend = Material { base_texture_2: name.clone(), normal_map_2: name.clone(), blend_map: name, ..plain };
        assert_eq!(of(&blend), ([1.0, 1.0, 0.0, 0.0], 1.0));
    }

    #[test]
    fn packed_maps_are_read_by_channel_and_maps_of_their_own_go_first() {
        let name = TextureName::new("a");
        let packed = Material { packed_map: name.clone(), packing: Packing::Mra, ..Material::default() };
        let uniform = MaterialUniform::new(&packed);
        assert_eq!(
            (uniform.roughness_channel, uniform.metalness_channel, uniform.occlusion_channel),
            (GREEN, RED, BLUE)
        );
        let own = Material { roughness_map: name, gloss: true, ..packed };
        let uniform = MaterialUniform::new(&own);
        assert_eq!((uniform.roughness_channel, uniform.factors[3]), (RED, 1.0));
    }
}
