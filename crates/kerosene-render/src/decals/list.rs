//! The decals of a picture, from one to the next.

use super::clip::{DecalCorner, clip};
use crate::MaterialHandle;
use crate::frame::{BrushModel, Decal};
use crate::probes::ProbeSites;
use crate::surfaces::Surfaces;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most decals of a picture; of more, the last ones are drawn.
const MOST: usize = 4096;
/// How many covers of decals that are gone are kept, in case that they come back.
const KEPT: usize = 256;

/// A corner of a decal's triangles, as the GPU reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct DecalVertex {
    /// Where it is in the world.
    pub(crate) position: [f32; 3],
    /// Away from the surface, of unit length.
    pub(crate) normal: [f32; 3],
    /// Where it is in the picture.
    pub(crate) uv: [f32; 2],
    /// Multiplied with colour and alpha, linear.
    pub(crate) tint: [f32; 4],
    /// The level's probe that it mirrors.
    pub(crate) probe: u32,
}

/// Neighbours of one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DecalRun {
    /// What they show.
    pub(crate) material: MaterialHandle,
    /// Which vertices they are.
    pub(crate) vertices: Range<u32>,
}

/// What decides what a decal covers, as bits.
type Key = [u32; 10];

fn key(decal: &Decal) -> Key {
    let [origin, normal] = [decal.origin, decal.normal].map(|vector| vector.to_array().map(f32::to_bits));
    let [width, height] = decal.size.map(f32::to_bits);
    let model = decal.model.unwrap_or(0);
    let [a, b, c] = origin;
    let [d, e, f] = normal;
    [a, b, c, d, e, f, width, height, decal.roll.to_bits(), model]
}

/// The decals of a picture. What each covers is kept, and so are the triangles for as long as nothing changes.
#[derive(Debug, Default)]
pub(crate) struct DecalList {
    covers: BTreeMap<Key, (Vec<DecalCorner>, u64)>,
    picture: u64,
    decals: Vec<Decal>,
    models: Vec<BrushModel>,
    vertices: Vec<DecalVertex>,
    runs: Vec<DecalRun>,
}

impl DecalList {
    /// Forgets everything: the level has changed.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes the decals of a picture, and says whether their triangles are others than before.
    pub(crate) fn update(
        &mut self,
        decals: &[Decal],
        models: &[BrushModel],
        surfaces: &Surfaces,
        sites: &ProbeSites,
    ) -> bool {
        let decals = &decals[decals.len().saturating_sub(MOST)..];
        let carried = decals.iter().any(|decal| decal.model.is_some());
        let models = if carried { models } else { &[] };
        if self.decals == decals && self.models == models {
            return false;
        }
        self.decals.clear();
        self.decals.extend_from_slice(decals);
        self.models.clear();
        self.models.extend_from_slice(models);
        self.picture += 1;
        self.vertices.clear();
        self.runs.clear();
        for decal in decals {
            self.add(decal, models, surfaces, sites);
        }
        if self.covers.len() > decals.len() + KEPT {
            let picture = self.picture;
            self.covers.retain(|_, (_, used)| *used == picture);
        }
        true
    }

    fn add(&mut self, decal: &Decal, models: &[BrushModel], surfaces: &Surfaces, sites: &ProbeSites) {
        // A brush model that is not drawn carries nothing.
        let place = match decal.model {
            None => None,
            Some(model) => match models.iter().find(|placed| placed.model == model) {
                Some(placed) => Some(Placed::new(placed, surfaces)),
                None => return,
            },
        };
        let (corners, used) = self.covers.entry(key(decal)).or_insert_with(|| (clip(decal, surfaces), 0));
        *used = self.picture;
        let (first, probe) = (self.vertices.len() as u32, sites.of_place(decal.origin));
        self.vertices.extend(corners.iter().map(|corner| DecalVertex {
            position: place.as_ref().map_or(corner.position, |place| place.point(corner.position)).to_array(),
            normal: place.as_ref().map_or(corner.normal, |place| place.direction(corner.normal)).to_array(),
            uv: corner.uv,
            tint: decal.tint,
            probe,
        }));
        let end = self.vertices.len() as u32;
        match self.runs.last_mut() {
            Some(run) if run.material == decal.material => run.vertices.end = end,
            _ if end > first => self.runs.push(DecalRun { material: decal.material, vertices: first..end }),
            _ => {}
        }
    }

    /// Their triangles.
    pub(crate) fn vertices(&self) -> &[DecalVertex] {
        &self.vertices
    }

    /// Which of them are drawn together, in order: later ones lie on top.
    pub(crate) fn runs(&self) -> &[DecalRun] {
        &self.runs
    }
}

/// Where a brush model is.
struct Placed {
    axes: [Vec3; 3],
    origin: Vec3,
    pivot: Vec3,
}

impl Placed {
    fn new(model: &BrushModel, surfaces: &Surfaces) -> Self {
        let pivot = surfaces.models.get(model.model as usize).map_or(Vec3::ZERO, |model| model.pivot);
        Self { axes: model.orientation.axes, origin: model.origin, pivot }
    }

    fn direction(&self, local: Vec3) -> Vec3 {
        let [x, y, z] = self.axes;
        x * local.x + y * local.y + z * local.z
    }

    fn point(&self, local: Vec3) -> Vec3 {
        self.origin + self.direction(local - self.pivot)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_bsp::Orientation;
    use kerosene_bsp::sample::{SampleBrush, room_with};
    use kerosene_math::Angles;

    fn room() -> Surfaces {
        let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
        Surfaces::new(&room_with([vec![pillar]]).to_file().unwrap(), |_| true)
    }

    fn decal(x: f32, material: u32) -> Decal {
        let (material, origin) = (MaterialHandle(material), Vec3::new(x, 100.0, 0.0));
        Decal { material, model: None, origin, normal: Vec3::Z, size: [16.0; 2], roll: 0.0, tint: [1.0; 4] }
    }

    #[test]
    fn they_are_laid_once_and_drawn_in_their_order() {
        let (surfaces, mut list) = (room(), DecalList::default());
        let decals = [decal(0.0, 1), decal(30.0, 1), decal(60.0, 2), decal(90.0, 1)];
        assert!(list.update(&decals, &[], &surfaces, &ProbeSites::default()));
        let runs: Vec<_> = list.runs().iter().map(|run| (run.material.0, run.vertices.clone())).collect();
        assert_eq!(runs, [(1, 0..12), (2, 12..18), (1, 18..24)]);
        assert!(!list.update(&decals, &[], &surfaces, &ProbeSites::default()));
        // Fading changes the triangles' colours, not what they cover.
        let mut faded = decals;
        faded[0].tint[3] = 0.5;
        assert!(list.update(&faded, &[], &surfaces, &ProbeSites::default()));
        assert_eq!((list.covers.len(), list.vertices()[0].tint[3]), (4, 0.5));
        assert!(list.update(&[], &[], &surfaces, &ProbeSites::default()) && list.runs().is_empty());
    }

    #[test]
    fn what_is_gone_is_forgotten_in_the_end() {
        let (surfaces, mut list) = (room(), DecalList::default());
        for step in 0..1000 {
            list.update(&[decal(step as f32 * 0.1, 1)], &[], &surfaces, &ProbeSites::default());
            assert!(list.covers.len() <= KEPT + 2);
        }
    }

    #[test]
    fn on_a_brush_model_it_moves_along() {
        let (surfaces, mut list) = (room(), DecalList::default());
        let origin = Vec3::new(16.0, 0.0, 64.0);
        let stuck = Decal { model: Some(1), origin, normal: Vec3::X, ..decal(0.0, 1) };
        let orientation = Orientation::of(Angles::new(0.0, 90.0, 0.0));
        let moved = BrushModel { model: 1, origin: Vec3::new(0.0, 10.0, 5.0), orientation, tint: [1.0; 4] };
        assert!(list.update(&[stuck], &[moved], &surfaces, &ProbeSites::default()));
        assert_eq!(list.vertices().len(), 6);
        for vertex in list.vertices() {
            // The face at x = 16 now is the one at y = 16 + 10.
            assert!((vertex.position[1] - 26.0).abs() < 1e-4, "{vertex:?}");
            assert!((vertex.position[2] - 69.0).abs() <= 8.001 && vertex.normal[1] > 0.999);
        }
        // It is not drawn where the model is not.
        assert!(list.update(&[stuck], &[], &surfaces, &ProbeSites::default()) && list.vertices().is_empty());
    }
}
