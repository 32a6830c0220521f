//! The decals of a picture, from one to the next.

use super::clip::{DecalCorner, clip};
use crate::MaterialHandle;
use crate::ambient::{LevelLight, PackedLight};
use crate::frame::{BrushModel, Decal, LightStyles};
use crate::probes::ProbeSites;
use crate::surfaces::Surfaces;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most decals of a picture; of more, the last ones are drawn.
const MOST: usize = 4096;
/// So many units above its surface a decal is lit: what lies on it is not in solid then.
const ABOVE: f32 = 4.0;
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
    /// Baked light onto it.
    pub(crate) light: PackedLight,
}

/// What decals are laid on, and the light there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    /// The level's surfaces.
    pub(crate) surfaces: &'a Surfaces,
    /// Where its probes stand.
    pub(crate) sites: &'a ProbeSites,
    /// Its baked light.
    pub(crate) light: &'a LevelLight,
    /// How bright that is now.
    pub(crate) styles: &'a LightStyles,
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
    styles: LightStyles,
    vertices: Vec<DecalVertex>,
    runs: Vec<DecalRun>,
}

impl DecalList {
    /// Forgets everything: the level has changed.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes the decals of a picture, and says whether their triangles are others than before.
    pub(crate) fn update(&mut self, decals: &[Decal], models: &[BrushModel], ground: &Ground<'_>) -> bool {
        let decals = &decals[decals.len().saturating_sub(MOST)..];
        let carried = decals.iter().any(|decal| decal.model.is_some());
        let models = if carried { models } else { &[] };
        let is_lit_as_before = decals.is_empty() || ground.light.is_empty() || self.styles == *ground.styles;
        if self.decals == decals && self.models == models && is_lit_as_before {
            return false;
        }
        self.styles.clone_from(ground.styles);
        self.decals.clear();
        self.decals.extend_from_slice(decals);
        self.models.clear();
        self.models.extend_from_slice(models);
        self.picture += 1;
        self.vertices.clear();
        self.runs.clear();
        for decal in decals {
            self.add(decal, models, ground);
        }
        if self.covers.len() > decals.len() + KEPT {
            let picture = self.picture;
            self.covers.retain(|_, (_, used)| *used == picture);
        }
        true
    }

    fn add(&mut self, decal: &Decal, models: &[BrushModel], ground: &Ground<'_>) {
        let surfaces = ground.surfaces;
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
        let (origin, normal) = place
            .as_ref()
            .map_or((decal.origin, decal.normal), |place| (place.point(decal.origin), place.direction(decal.normal)));
        let light = ground.light.onto(origin + normal * ABOVE, normal, ground.styles);
        let (first, probe) = (self.vertices.len() as u32, ground.sites.of_place(decal.origin));
        self.vertices.extend(corners.iter().map(|corner| DecalVertex {
            position: place.as_ref().map_or(corner.position, |place| place.point(corner.position)).to_array(),
            normal: place.as_ref().map_or(corner.normal, |place| place.direction(corner.normal)).to_array(),
            uv: corner.uv,
            tint: decal.tint,
            probe,
            light,
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
    use kerosene_bsp::shared_exponent::unpack;
    use kerosene_math::Angles;

    fn room() -> Surfaces {
        let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
        Surfaces::new(&room_with([vec![pillar]]).to_file().unwrap(), |_| true)
    }

    /// Lays decals on surfaces that nothing was baked for.
    fn lay(list: &mut DecalList, decals: &[Decal], models: &[BrushModel], surfaces: &Surfaces) -> bool {
        let (sites, light, styles) = (ProbeSites::default(), LevelLight::default(), LightStyles::default());
        list.update(decals, models, &Ground { surfaces, sites: &sites, light: &light, styles: &styles })
    }

    fn decal(x: f32, material: u32) -> Decal {
        let (material, origin) = (MaterialHandle(material), Vec3::new(x, 100.0, 0.0));
        Decal { material, model: None, origin, normal: Vec3::Z, size: [16.0; 2], roll: 0.0, tint: [1.0; 4] }
    }

    #[test]
    fn they_are_laid_once_and_drawn_in_their_order() {
        let (surfaces, mut list) = (room(), DecalList::default());
        let decals = [decal(0.0, 1), decal(30.0, 1), decal(60.0, 2), decal(90.0, 1)];
        assert!(lay(&mut list, &decals, &[], &surfaces));
        let runs: Vec<_> = list.runs().iter().map(|run| (run.material.0, run.vertices.clone())).collect();
        assert_eq!(runs, [(1, 0..12), (2, 12..18), (1, 18..24)]);
        assert!(!lay(&mut list, &decals, &[], &surfaces));
        // Fading changes the triangles' colours, not what they cover.
        let mut faded = decals;
        faded[0].tint[3] = 0.5;
        assert!(lay(&mut list, &faded, &[], &surfaces));
        assert_eq!((list.covers.len(), list.vertices()[0].tint[3]), (4, 0.5));
        assert!(lay(&mut list, &[], &[], &surfaces) && list.runs().is_empty());
    }

    #[test]
    fn what_is_gone_is_forgotten_in_the_end() {
        let (surfaces, mut list) = (room(), DecalList::default());
        for step in 0..1000 {
            lay(&mut list, &[decal(step as f32 * 0.1, 1)], &[], &surfaces);
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
        assert!(lay(&mut list, &[stuck], &[moved], &surfaces));
        assert_eq!(list.vertices().len(), 6);
        for vertex in list.vertices() {
            // The face at x = 16 now is the one at y = 16 + 10.
            assert!((vertex.position[1] - 26.0).abs() < 1e-4, "{vertex:?}");
            assert!((vertex.position[2] - 69.0).abs() <= 8.001 && vertex.normal[1] > 0.999);
        }
        // It is not drawn where the model is not.
        assert!(lay(&mut list, &[stuck], &[], &surfaces) && list.vertices().is_empty());
    }
    #[test]
    fn it_is_lit_from_before_its_surface_and_anew_where_a_style_changes() {
        let (surfaces, mut list) = (room(), DecalList::default());
        let (sites, light, mut styles) =
            (ProbeSites::default(), crate::ambient::tests::light(), LightStyles::default());
        let mut lit = |styles: &LightStyles| {
            let ground = Ground { surfaces: &surfaces, sites: &sites, light: &light, styles };
            let changed = list.update(&[decal(50.0, 1)], &[], &ground);
            (changed, unpack(list.vertices()[0].light))
        };
        // Right at the blue sample, whose style is 4.
        assert_eq!(lit(&styles), (true, Vec3::Z));
        assert_eq!(lit(&styles), (false, Vec3::Z));
        styles.0[4] = 0.5;
        assert_eq!(lit(&styles), (true, Vec3::Z * 0.5));
    }
}
