//! Variables of how the picture is shown.

use super::{CHEAT, KEPT, is_on, number, whole};
use crate::debug_draw::DebugShows;
use kerosene_console::{Console, Convar, ConvarId, RegisterError};
use kerosene_render::{Tonemap, View};

/// Where they are in the console.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PictureVariables {
    exposure: ConvarId,
    gamma: ConvarId,
    tonemap: ConvarId,
    bloom: ConvarId,
    occlusion: ConvarId,
    dynamic: ConvarId,
    shadows: ConvarId,
    decals: ConvarId,
    world: ConvarId,
    full_bright: ConvarId,
    light_map: ConvarId,
    bump_map: ConvarId,
    parallax: ConvarId,
    specular: ConvarId,
    no_vis: ConvarId,
    wireframe: ConvarId,
    debug_draw: ConvarId,
}

impl PictureVariables {
    pub(super) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        let mut kept = |convar: Convar| console.register(convar.flags(KEPT));
        let exposure = Convar::float("mat_exposure", 1.0, "Multiplied with all light").range(0.01..=16.0);
        let gamma = Convar::float("mat_gamma", 1.0, "Lifts dark places: 1 is the screen's own").range(0.5..=2.5);
        let tonemap = Convar::int("mat_tonemap", 2, "How bright light fits the screen: 0 cut off, 1 Reinhard, 2 ACES");
        let bloom = Convar::float("r_bloom", 0.1, "How much of bright light spills over").range(0.0..=1.0);
        let occlusion =
            Convar::float("r_occlusion", 0.7, "How much surfaces that meet shade each other").range(0.0..=1.0);
        let decals = Convar::int("r_decals", 256, "Most decals in a level").range(0.0..=4096.0);
        let (exposure, gamma, tonemap) = (kept(exposure)?, kept(gamma)?, kept(tonemap.range(0.0..=2.0))?);
        let (bloom, occlusion, decals) = (kept(bloom)?, kept(occlusion)?, kept(decals)?);
        let shadows = kept(Convar::bool("r_shadows", true, "Whether moving lights throw shadows"))?;
        let parallax = kept(Convar::bool("mat_parallax", true, "Whether height maps raise surfaces"))?;
        let dynamic = kept(Convar::bool("r_dynamic", true, "Whether moving lights shine"))?;
        let mut cheat = |name, default, help| console.register(Convar::bool(name, default, help).flags(CHEAT));
        let (world, full_bright, bump_map, specular, no_vis, wireframe) = (
            cheat("r_drawworld", true, "Whether the world is drawn")?,
            cheat("r_fullbright", false, "Draws without light and shade")?,
            cheat("r_bumpmap", true, "Whether surfaces have the relief of their normal maps")?,
            cheat("r_specular", true, "Whether surfaces shine")?,
            cheat("r_novis", false, "Draws what cannot be seen too")?,
            cheat("r_wireframe", false, "Draws edges alone")?,
        );
        let light_map = "Baked light: 0 without it, 1 as it should be, 2 the light alone";
        let light_map = Convar::int("r_lightmap", 1, light_map).range(0.0..=2.0).flags(CHEAT);
        let light_map = console.register(light_map)?;
        let debug_draw = "Shows what is not drawn, as a sum or in words: 1 models, 2 leaves, 4 lights, 8 probes, \
                          16 triggers, 32 names, 64 wires, 128 hulls, all";
        let debug_draw = console.register(Convar::text("r_debugdraw", "0", debug_draw).flags(CHEAT))?;
        Ok(Self {
            exposure,
            gamma,
            tonemap,
            bloom,
            occlusion,
            dynamic,
            shadows,
            decals,
            world,
            full_bright,
            light_map,
            bump_map,
            parallax,
            specular,
            no_vis,
            wireframe,
            debug_draw,
        })
    }

    /// What they say together; whether the camera is under water is not theirs to say.
    pub(crate) fn view(&self, console: &Console) -> View {
        View {
            exposure: number(console, self.exposure),
            gamma: number(console, self.gamma),
            tonemap: match whole(console, self.tonemap) {
                0 => Tonemap::Clip,
                1 => Tonemap::Reinhard,
                _ => Tonemap::Aces,
            },
            bloom: number(console, self.bloom),
            occlusion: number(console, self.occlusion),
            world: is_on(console, self.world),
            fullbright: is_on(console, self.full_bright),
            lightmap: u8::try_from(whole(console, self.light_map)).unwrap_or(1),
            normal_maps: is_on(console, self.bump_map),
            parallax: is_on(console, self.parallax),
            specular: is_on(console, self.specular),
            dynamic_lights: is_on(console, self.dynamic),
            shadows: is_on(console, self.shadows),
            everything: is_on(console, self.no_vis),
            wireframe: is_on(console, self.wireframe),
            outlines: self.debug_shows(console).outlines(),
            under_water: false,
        }
    }

    /// What of a level is shown that is not drawn.
    pub(crate) fn debug_shows(&self, console: &Console) -> DebugShows {
        DebugShows::of(console.convar(self.debug_draw).value().as_str().unwrap_or_default())
    }

    /// Most decals in a level.
    pub(crate) fn most_decals(&self, console: &Console) -> usize {
        whole(console, self.decals) as usize
    }
}
