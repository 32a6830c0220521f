#![allow(clippy::unwrap_used, reason = "tests")]
//! Levels made in memory, and what is seen of them.

use super::*;
use crate::NoAssets;
use kerosene_bsp::{
    WriteOptions,
    sample::{self, SampleBrush},
};
use kerosene_engine::EngineOptions;
use kerosene_render::LightShape;
use kerosene_vfs::{Access, Vfs};

/// What is seen of the sample room with two blocks in it and some entities, half way between two ticks.
fn seen(entities: &str) -> Frame {
    let block = |x: f32| SampleBrush::block(Vec3::new(x, 0.0, 16.0), Vec3::new(x + 16.0, 16.0, 32.0));
    let mut map = sample::room_with([vec![block(32.0)], vec![block(96.0)]]);
    map.entities = format!("{{ classname info_player_start origin \"0 0 1\" }}\n{entities}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    map.write_file(folder.path().join("maps/level.kbsp"), WriteOptions::default()).unwrap();
    let mut vfs = Vfs::new();
    vfs.mount_folder(folder.path(), Access::ReadOnly);
    let mut engine = Engine::new(EngineOptions { vfs });
    engine.load_map("level").unwrap();
    engine.tick(&[]);
    let eye = Eye { origin: Vec3::Z * 64.0, angles: Angles::ZERO, fov: 90.0, view: View::default() };
    let (mut scene, mut frame) = (Scene::default(), Frame::default());
    scene.follow(&engine, &mut NoAssets);
    scene.fill(&engine, &eye, &mut frame);
    frame
}

#[test]
fn brush_models_are_where_they_are_and_triggers_are_not_seen() {
    let frame = seen(
        "{ classname worldspawn }
         { classname func_wall model *1 rendermode 2 renderamt 51 }
         { classname trigger_multiple model *2 }",
    );
    assert_eq!(frame.brush_models.len(), 1);
    assert_eq!((frame.brush_models[0].model, frame.brush_models[0].tint), (1, [1.0, 1.0, 1.0, 0.2]));
    let hidden = seen("{ classname worldspawn } { classname func_wall model *1 rendermode 10 }");
    assert_eq!(hidden.brush_models, []);
}

#[test]
fn sky_and_fog_are_the_level_s_and_a_controller_goes_before_quake_s() {
    let own = "{ classname worldspawn skyname day fog \"0.5 1 0 0\" }";
    let frame = seen(own);
    assert_eq!(frame.sky.name, "day");
    let fog = frame.fog.unwrap();
    assert_eq!((fog.color, fog.start, fog.end), (Vec3::X, 0.0, 256.0));
    let controller = "{ classname env_fog_controller fogenable 1 fogstart 10 fogend 90 fogmaxdensity 0.5 }";
    let fog = seen(&format!("{own} {controller}")).fog.unwrap();
    assert_eq!((fog.start, fog.end, fog.density), (10.0, 90.0, 0.5));
    assert_eq!(seen("{ classname worldspawn }").fog, None);
}

#[test]
fn lamps_shine_as_their_keys_say() {
    let frame = seen(
        "{ classname worldspawn }
         { classname light_dynamic origin \"1 2 3\" _light \"255 0 0 100\" distance 300 spawnflags 2 }
         { classname light_dynamic _light \"255 255 255 200\" _cone 40 _inner_cone 20 pitch -90 }
         { classname light origin \"0 0 0\" }",
    );
    let [point, spot] = frame.lights.as_slice() else { panic!("{:?}", frame.lights) };
    assert_eq!((point.origin, point.color, point.radius), (Vec3::new(1.0, 2.0, 3.0), Vec3::X * 0.5, 300.0));
    assert_eq!((point.shape, point.shadows), (LightShape::Point, false));
    // A pitch of -90 is straight down for lights: the key counts upwards, angles downwards.
    let angles = Angles::new(90.0, 0.0, 0.0);
    assert_eq!(spot.shape, LightShape::Spot { angles, inner: 20.0, outer: 40.0 });
}

#[test]
fn styles_flicker_by_themselves_and_by_a_light_s_own_pattern() {
    let frame = seen(
        "{ classname worldspawn }
         { classname light targetname a style 33 pattern z }
         { classname light targetname b style 34 startdisabled 1 }",
    );
    let styles = &frame.light_styles.0;
    assert_eq!((styles[0], styles[33], styles[34], styles[35]), (1.0, 25.0 / 12.0, 0.0, 1.0));
}

#[test]
fn pictures_in_between_cost_no_second_look_and_the_lists_do_not_grow() {
    let mut engine = Engine::new(EngineOptions::default());
    engine.load_map(kerosene_engine::FALLBACK_MAP).unwrap();
    let eye = Eye { origin: Vec3::ZERO, angles: Angles::ZERO, fov: 90.0, view: View::default() };
    let (mut scene, mut frame) = (Scene::default(), Frame::default());
    let mut counts = Vec::new();
    for _ in 0..4 {
        engine.tick(&[]);
        scene.follow(&engine, &mut NoAssets);
        scene.fill(&engine, &eye, &mut frame);
        counts.push((frame.brush_models.len(), frame.lights.len(), frame.open_area_portals.len()));
    }
    assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{counts:?}");
    let before = frame.clone();
    scene.follow(&engine, &mut NoAssets);
    scene.fill(&engine, &eye, &mut frame);
    assert_eq!(before.brush_models, frame.brush_models);
}
