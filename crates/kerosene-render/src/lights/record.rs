//! Lights as shaders read them. `moving_light.wgsl` has the same structures.

use super::cluster::{COLUMNS, Clusters, MAX_LIGHTS, ROWS};
use super::select::{ChosenLight, MAX_SHADOWS};
use super::shadow::ShadowView;
use crate::eye::Eye;
use bytemuck::{Pod, Zeroable};

/// A light.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct LightRecord {
    position: [f32; 3],
    radius: f32,
    color: [f32; 3],
    /// Its first shadow map, -1 without.
    shadow: i32,
    direction: [f32; 3],
    /// Cosine of where its cone ends; -2 for what shines everywhere.
    cone_end: f32,
    /// One over the difference of the cosines of where it fades and where it ends.
    cone_scale: f32,
    /// Texels' width one unit away, for its shadow maps.
    texel: f32,
    /// 1 where its shadow maps are the faces of a cube.
    cube: u32,
    padding: f32,
}

impl LightRecord {
    fn new(light: &ChosenLight, views: &[ShadowView], texels: u32) -> Self {
        let (direction, cone_end, cone_scale) = light.cone.map_or(([0.0; 3], -2.0, 0.0), |cone| {
            let end = cone.outer.1;
            (cone.axes[0].to_array(), end, 1.0 / (cone.inner_cosine - end))
        });
        let slope = light.shadow.and_then(|shadow| views.get(shadow as usize)).map_or(0.0, |view| view.slope);
        Self {
            position: light.light.origin.to_array(),
            radius: light.light.radius,
            color: light.light.color.to_array(),
            shadow: light.shadow.map_or(-1, |shadow| shadow as i32),
            direction,
            cone_end,
            cone_scale,
            texel: 2.0 * slope / texels as f32,
            cube: u32::from(light.faces() > 1),
            padding: 0.0,
        }
    }
}

/// All lights of a picture, and how a pixel finds its froxel.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct LightsRecord {
    eye: [f32; 3],
    slice_scale: f32,
    forward: [f32; 3],
    slice_offset: f32,
    /// Froxels for each pixel, across and down.
    tiles: [f32; 2],
    count: u32,
    padding: f32,
    lights: [LightRecord; MAX_LIGHTS],
    matrices: [[[f32; 4]; 4]; MAX_SHADOWS],
}

impl LightsRecord {
    /// The record of the lights and shadow maps of a picture.
    pub(crate) fn new(eye: &Eye, chosen: &[ChosenLight], views: &[ShadowView], texels: u32) -> Self {
        let slicing = Clusters::slicing();
        let mut record = Self {
            eye: eye.origin.to_array(),
            slice_scale: slicing.x,
            forward: eye.forward.to_array(),
            slice_offset: slicing.y,
            tiles: [COLUMNS as f32 / eye.size.x, ROWS as f32 / eye.size.y],
            count: chosen.len() as u32,
            ..Self::zeroed()
        };
        for (record, light) in record.lights.iter_mut().zip(chosen) {
            *record = LightRecord::new(light, views, texels);
        }
        for (record, view) in record.matrices.iter_mut().zip(views) {
            *record = view.matrix.to_cols_array_2d();
        }
        record
    }
}
