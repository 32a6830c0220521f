//! Maps about light alone.

use super::Compiled;

/// What light a map has does not change how it is compiled.
pub(crate) const MAPS: &[&str] = &[
    "bouncecolorscaletest",
    "dirttest2",
    "falloff",
    "light_general",
    "light_near_wall",
    "light_q2_translucent_shadow",
    "nobounce",
    "phongtest",
    "q1_hdrtest",
    "q1_light_bounce_litwater",
    "q1_light_bounce_noshadow",
    "q1_light_hlform",
    "q1_light_invalid_delay",
    "q1_light_sun_artifact",
    "q1_light_suntexture",
    "q1_light_switchableshadow_selfshadows",
    "q1_light_switchableshadow_target",
    "q1_litwater_opt_in",
    "q1_minlight_nobounce",
    "q1_surflight_minlight",
    "q2_dirt",
    "q2_hdrtest",
    "q2_light_black",
    "q2_light_cone",
    "q2_light_divzero",
    "q2_light_flush",
    "q2_light_group_dirt",
    "q2_light_low_luxel_res2",
    "q2_light_negative",
    "q2_light_origin_brush_shadow",
    "q2_light_sun",
    "q2_light_sunlight_default_mangle",
    "q2_light_translucency",
    "q2_light_visapprox",
    "q2_minlight_inherited",
    "q2_nodraw_light",
    "shadowself_shadow",
    "suntest",
    "swtest",
    "testblockedmidpoint",
    "testminlight",
    "testphongtjunc",
    "testrotators_bmodel",
    "testsurfacelight",
];

/// Every point entity and model, and every key of theirs and of the world, is in the compiled map.
pub(crate) fn keeps_its_data(name: &str, map: &Compiled) {
    let compiled = map.entities();
    for (index, entity) in map.map.entities.iter().enumerate() {
        let joins_world =
            index > 0 && ["group", "func_group", "detail"].iter().any(|class| entity.class_name().starts_with(class));
        if joins_world {
            continue;
        }
        let keys: Vec<_> = entity.keys.iter().filter(|(key, _)| is_for_light(key)).collect();
        let kept = |other: &&kerosene_bsp::EntityKeys| {
            other.class_name() == entity.class_name() && keys.iter().all(|pair| other.keys.contains(pair))
        };
        assert!(compiled.iter().any(|other| kept(&other)), "{name}: {keys:?}");
    }
    // Some have nothing but sides that are not drawn.
    assert!(!map.bsp().brushes.is_empty(), "{name} has nothing to light");
}

fn is_for_light(key: &str) -> bool {
    !key.starts_with("_tb_") && !["mapversion", "wad", "_wad", "origin", "model"].contains(&key)
}
