//! Baked light for what stands in a level and is no part of it: models, what hangs in the air, what is laid onto surfaces.
//!
//! A map with a light grid says what light is at any place of it ([`kerosene_bsp::LightGrid`]). One that has lightmaps and no
//! grid is asked for the light of the floor below, as Quake does. What neither answers is lit as levels without baked light are.
//!
//! The light of a thing is looked up on the CPU for each picture, once for each thing that is drawn, and goes along with its
//! instance: shaders mix three of six sides, and no texture of a third dimension has to be bound.

mod floors;

use crate::frame::LightStyles;
use bytemuck::{Pod, Zeroable};
use floors::Floors;
use kerosene_bsp::shared_exponent::pack;
use kerosene_bsp::{AmbientCube, BspFile, LightGrid};
use kerosene_math::Vec3;

/// Baked light of a level, by place.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LevelLight {
    grid: Option<LightGrid>,
    floors: Floors,
}

/// Light from six sides in shared exponent, as shaders read it.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct PackedCube(pub(crate) [u32; 6]);

impl PackedCube {
    /// Nothing was baked here. No light packs to this: its three parts would all have to be the brightest there are.
    pub(crate) const UNKNOWN: Self = Self([u32::MAX; 6]);

    fn of(cube: &AmbientCube) -> Self {
        Self(cube.sides.map(|side| packed(Some(side))))
    }
}

/// Light onto what has no sides, as shaders read it; [`UNKNOWN`](PackedCube::UNKNOWN)'s first number where nothing was baked.
pub(crate) type PackedLight = u32;

impl LevelLight {
    /// What of a map's light things may be asked for.
    pub(crate) fn new(map: &BspFile) -> Self {
        Self { grid: map.light_grid(), floors: Floors::new(map) }
    }

    /// Light onto a thing from six sides.
    pub(crate) fn around(&self, place: Vec3, styles: &LightStyles) -> PackedCube {
        self.at(place, styles).map_or(PackedCube::UNKNOWN, |cube| PackedCube::of(&cube))
    }

    /// Light onto a surface at a place.
    pub(crate) fn onto(&self, place: Vec3, normal: Vec3, styles: &LightStyles) -> PackedLight {
        packed(self.at(place, styles).map(|cube| cube.onto(normal)))
    }

    /// Whether nothing is known anywhere.
    pub(crate) fn is_empty(&self) -> bool {
        self.grid.is_none() && self.floors.is_empty()
    }

    /// Light onto what hangs in the air.
    pub(crate) fn in_air(&self, place: Vec3, styles: &LightStyles) -> PackedLight {
        packed(self.at(place, styles).map(|cube| cube.mean()))
    }

    fn at(&self, place: Vec3, styles: &LightStyles) -> Option<AmbientCube> {
        let brightness = |style: u32| styles.0.get(style as usize).copied().unwrap_or(1.0);
        let of_grid = self.grid.as_ref().and_then(|grid| grid.at(place, brightness));
        of_grid.or_else(|| self.floors.below(place, brightness).map(over_a_floor))
    }
}

fn packed(light: Option<Vec3>) -> PackedLight {
    light.map_or(PackedCube::UNKNOWN.0[0], |light| pack(light).min(u32::MAX - 1))
}

/// What stands on a floor of a certain light: nearly all of it comes from above, and some back from the floor. Sides along X
/// and Y differ a little, so that the corners of boxes stay visible.
fn over_a_floor(light: Vec3) -> AmbientCube {
    AmbientCube { sides: [0.75, 0.75, 0.65, 0.65, 1.0, 0.35].map(|part| light * part) }
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_bsp::shared_exponent::unpack;
    use kerosene_bsp::{LIGHT_GRID_LUMP, LightCube, LightSample, sample};

    /// Two samples, 100 units from each other: red and steady, blue and of style 4.
    pub(crate) fn light() -> LevelLight {
        let cube = |style: u32, light: Vec3| LightCube { style, sides: [pack(light); 6] };
        let grid = LightGrid {
            origin: Vec3::new(-50.0, 0.0, 0.0),
            spacing: Vec3::splat(100.0),
            counts: [2, 1, 1],
            samples: [0, 1].map(|first| LightSample { first, count: 1 }).to_vec(),
            cubes: vec![cube(0, Vec3::X), cube(4, Vec3::Z)],
        };
        let mut map = sample::room();
        map.extra.push((LIGHT_GRID_LUMP.to_owned(), grid.to_bytes()));
        LevelLight::new(&map.to_file().unwrap())
    }

    #[test]
    fn a_place_is_lit_by_the_grid_as_its_styles_are_now() {
        let (light, mut styles) = (light(), LightStyles::default());
        let halfway = light.around(Vec3::ZERO, &styles).0.map(unpack);
        assert_eq!(halfway, [Vec3::new(0.5, 0.0, 0.5); 6]);
        styles.0[4] = 0.0;
        assert_eq!(unpack(light.in_air(Vec3::ZERO, &styles)), Vec3::new(0.5, 0.0, 0.0));
    }

    #[test]
    fn without_a_grid_and_lightmaps_nothing_is_known() {
        let light = LevelLight::new(&sample::room().to_file().unwrap());
        let styles = LightStyles::default();
        assert_eq!(light.around(Vec3::ZERO, &styles), PackedCube::UNKNOWN);
        assert_eq!(light.in_air(Vec3::ZERO, &styles), u32::MAX);
    }

    #[test]
    fn the_brightest_light_is_not_taken_for_none() {
        assert_ne!(PackedCube::of(&AmbientCube::uniform(Vec3::splat(1e9))), PackedCube::UNKNOWN);
    }
}
