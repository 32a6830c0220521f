#![allow(clippy::unwrap_used, reason = "tests")]
//! Levels made in memory, and what is seen of them.

use super::*;
use crate::NoAssets;
use kerosene_bsp::{
    WriteOptions,
    sample::{self, SampleBrush},
};
use kerosene_engine::{EngineOptions, Game};
use kerosene_entity::{ClassDef, Value};
use kerosene_map::{ReadOptions, read_map};
use kerosene_render::{LightShape, MaterialHandle, ModelHandle};
use kerosene_vfs::{Access, Vfs};

/// The stock classes.
struct Stock;

impl Game for Stock {
    fn classes(&mut self, _: &mut Engine) -> Vec<ClassDef> {
        kerosene_game::classes()
    }
}

/// Materials and models by number: nothing is loaded. Clips are in the order of their names' lengths.
#[derive(Default)]
struct Named;

impl Assets for Named {
    fn model(&mut self, _: &str) -> Option<ModelHandle> {
        Some(ModelHandle::default())
    }

    fn clip(&mut self, _: ModelHandle, name: &str) -> Option<u16> {
        u16::try_from(name.len()).ok()
    }

    fn material(&mut self, _: &str) -> Option<MaterialHandle> {
        Some(MaterialHandle::default())
    }
}

/// What is seen of the sample room with two blocks in it and some entities, half way between two ticks.
fn seen(entities: &str) -> Frame {
    let block = |x: f32| SampleBrush::block(Vec3::new(x, 0.0, 16.0), Vec3::new(x + 16.0, 16.0, 32.0));
    let mut map = sample::room_with([vec![block(32.0)], vec![block(96.0)]]);
    map.entities = format!("{{ classname info_player_start origin \"0 0 1\" }}\n{entities}");
    let mut engine = Engine::new(EngineOptions { vfs: content(&map) });
    engine.load_map("level").unwrap();
    engine.tick(&[]);
    look(&engine, &mut NoAssets)
}

/// The same with the stock classes, after some ticks.
fn stock(entities: &str) -> Engine {
    let mut map = sample::room_with([]);
    map.entities = format!("{{ classname worldspawn }}\n{entities}");
    let mut engine = Engine::with_game(EngineOptions { vfs: content(&map) }, Stock).unwrap();
    engine.load_map("level").unwrap();
    run(&mut engine, 2);
    engine
}

fn run(engine: &mut Engine, ticks: usize) {
    (0..ticks).for_each(|_| engine.tick(&[]));
}

/// An input to an entity.
fn tell(engine: &mut Engine, name: &str, input: &str, value: &str) {
    let entities = engine.entities_mut().unwrap();
    let target = entities.find_by_name(name).next().unwrap();
    let value = if value.is_empty() { Value::None } else { Value::Text(entities.intern(value)) };
    assert!(entities.accept_input(target, input, value, None, None));
    run(engine, 2);
}

/// Content with one map.
fn content(map: &kerosene_bsp::Bsp) -> Vfs {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    map.write_file(folder.path().join("maps/level.kbsp"), WriteOptions::default()).unwrap();
    let mut vfs = Vfs::new();
    // What is left of the folder is what the operating system keeps open: maps are read as they are loaded.
    vfs.mount_folder(folder.keep(), Access::ReadOnly);
    vfs
}

/// What a scene shows of an engine, by an eye above the middle of the floor.
fn look(engine: &Engine, assets: &mut impl Assets) -> Frame {
    let eye = Eye { origin: Vec3::Z * 64.0, angles: Angles::ZERO, fov: 90.0, view: View::default() };
    let (mut scene, mut frame) = (Scene::default(), Frame::default());
    scene.follow(engine, assets);
    scene.fill(engine, &eye, &mut frame);
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

#[test]
fn sprites_come_and_go_by_wire_in_the_colour_that_they_are_told() {
    let mut engine = stock(
        "{ classname env_sprite model sprites/glow.vmt origin \"1 2 3\" scale 0.5 }
         { classname env_glow targetname lamp model materials/sprites/glow }",
    );
    let frame = look(&engine, &mut Named);
    assert_eq!(frame.sprites.len(), 1, "one with a name waits");
    assert_eq!((frame.sprites[0].origin, frame.sprites[0].size), (Vec3::new(1.0, 2.0, 3.0), [32.0; 2]));
    tell(&mut engine, "lamp", "ShowSprite", "");
    tell(&mut engine, "lamp", "Color", "255 0 0");
    tell(&mut engine, "lamp", "Alpha", "51");
    tell(&mut engine, "lamp", "SetScale", "2");
    let lamp = look(&engine, &mut Named).sprites[1];
    assert_eq!((lamp.tint, lamp.size), ([1.0, 0.0, 0.0, 0.2], [128.0; 2]));
    tell(&mut engine, "lamp", "Disable", "");
    assert_eq!(look(&engine, &mut Named).sprites.len(), 1);
}

#[test]
fn beams_go_between_names_and_lasers_end_at_walls() {
    let mut engine = stock(
        "{ classname info_target targetname a origin \"0 0 32\" }
         { classname info_target targetname b origin \"50 0 32\" }
         { classname info_target targetname far origin \"9000 0 32\" }
         { classname env_beam targetname arc lightningstart a lightningend b boltwidth 3 noiseamplitude 2 }
         { classname env_laser lasertarget far origin \"0 0 40\" }",
    );
    let frame = look(&engine, &mut Named);
    let [laser] = frame.beams.as_slice() else { panic!("{:?}", frame.beams) };
    assert_eq!(laser.from, Vec3::Z * 40.0);
    assert!(laser.to.x < 1000.0 && laser.to.x > 10.0, "a wall ends it: {}", laser.to);
    tell(&mut engine, "arc", "TurnOn", "");
    tell(&mut engine, "arc", "Width", "7");
    let frame = look(&engine, &mut Named);
    let arc = frame.beams.iter().find(|beam| beam.to == Vec3::new(50.0, 0.0, 32.0)).unwrap();
    assert_eq!((arc.from, arc.width, arc.noise), (Vec3::Z * 32.0, 7.0, 2.0));
}

#[test]
fn a_prop_shows_what_its_entity_plays() {
    let mut engine = stock("{ classname prop_dynamic targetname p model props/arm defaultanim ab }");
    let frame = look(&engine, &mut Named);
    assert_eq!((frame.props[0].pose.clip, frame.props[0].pose.from.map(|from| from.0)), (Some(2), Some(0)));
    tell(&mut engine, "p", "SetPlaybackRate", "0");
    tell(&mut engine, "p", "TurnOff", "");
    assert_eq!(look(&engine, &mut Named).props, []);
}

/// A box as Quake's maps have it.
fn box_of([low, high]: [[i32; 3]; 2], material: &str) -> String {
    let ([x, y, z], [to_x, to_y, to_z]) = (low, high);
    let planes = [
        format!("( {x} 0 0 ) ( {x} 1 0 ) ( {x} 0 1 )"),
        format!("( {to_x} 0 0 ) ( {to_x} 0 1 ) ( {to_x} 1 0 )"),
        format!("( 0 {y} 0 ) ( 0 {y} 1 ) ( 1 {y} 0 )"),
        format!("( 0 {to_y} 0 ) ( 1 {to_y} 0 ) ( 0 {to_y} 1 )"),
        format!("( 0 0 {z} ) ( 1 0 {z} ) ( 0 1 {z} )"),
        format!("( 0 0 {to_z} ) ( 0 1 {to_z} ) ( 1 0 {to_z} )"),
    ];
    let sides: String = planes.iter().map(|plane| format!("{plane} {material} 0 0 0 1 1\n")).collect();
    format!("{{\n{sides}}}\n")
}

/// Two rooms of 256 units with a doorway between them; in it an area portal with keys, and a door where one is wished for.
fn two_rooms(keys: &str, door: &str) -> Engine {
    let wall = "dev/wall";
    let walls = [
        [[-272, -144, -16], [272, 144, 0]],
        [[-272, -144, 128], [272, 144, 144]],
        [[-272, -144, 0], [-256, 144, 128]],
        [[256, -144, 0], [272, 144, 128]],
        [[-256, -144, 0], [256, -128, 128]],
        [[-256, 128, 0], [256, 144, 128]],
        // The wall between, with the doorway.
        [[-8, -128, 0], [8, -32, 128]],
        [[-8, 32, 0], [8, 128, 128]],
        [[-8, -32, 96], [8, 32, 128]],
    ];
    let world: String = walls.iter().map(|corners| box_of(*corners, wall)).collect();
    let portal = box_of([[-1, -32, 0], [1, 32, 96]], "tools/areaportal");
    let door = if door.is_empty() {
        String::new()
    } else {
        let brush = box_of([[-4, -32, 0], [4, 32, 96]], "dev/metal");
        format!("{{\n\"classname\" \"func_door\"\n\"targetname\" \"door\"\n{door}\n{brush}}}\n")
    };
    let text = format!(
        "{{\n\"classname\" \"worldspawn\"\n{world}}}\n{door}\
         {{\n\"classname\" \"func_areaportal\"\n{keys}\n{portal}}}\n\
         {{\n\"classname\" \"info_player_start\"\n\"origin\" \"-128 0 24\"\n}}\n"
    );
    let map = read_map("rooms.map", text.as_bytes(), &ReadOptions::default()).unwrap().map;
    let request = cleave::Request { map: &map, options: &cleave::Options::default(), inputs: &[] };
    let compiled = cleave::compile(&request, &cleave::NoProgress).unwrap().bsp;
    let mut engine = Engine::with_game(EngineOptions { vfs: content(&compiled) }, Stock).unwrap();
    engine.load_map("level").unwrap();
    run(&mut engine, 2);
    engine
}

/// Whether the one portal is open, and how many leaves and triangles are seen from the first room.
fn seen_through(engine: &Engine) -> (bool, usize) {
    use kerosene_render::{Projection, world};
    let mut frame = look(engine, &mut NoAssets);
    frame.camera.origin = Vec3::new(-128.0, 0.0, 48.0);
    let opaque = |_| Some(world::Surface { material: 0, class: world::DrawClass::Opaque, texels: [64.0; 2] });
    let mesh = world::WorldMesh::new(engine.world().unwrap().bsp(), opaque);
    let mut culling = world::Culling::new(&mesh);
    culling.update(&mesh, &frame, &Projection::new(&frame.camera, [320, 200]));
    let indices = culling.draws().iter().filter(|draw| draw.model.is_none()).map(|draw| draw.indices.len()).sum();
    (frame.open_area_portals[0], indices)
}

#[test]
fn a_door_opens_and_shuts_its_area_portal() {
    let mut engine =
        two_rooms("\"target\" \"door\"", "\"movedir\" \"-90 0 0\"\n\"speed\" \"400\"\n\"wait\" \"1\"\n\"lip\" \"0\"");
    let (open, shut_in) = seen_through(&engine);
    assert!(!open && shut_in > 0);
    tell(&mut engine, "door", "Open", "");
    let (open, in_sight) = seen_through(&engine);
    assert!(open, "from its first step on");
    assert!(in_sight > shut_in + 12, "the other room is seen: {shut_in} and {in_sight} corners");
    // Up in a quarter of a second, a second of waiting, down again.
    run(&mut engine, 64);
    assert!(seen_through(&engine).0, "while it waits");
    run(&mut engine, 64);
    assert_eq!(seen_through(&engine), (false, shut_in), "shut again");
    let door = engine.entities().unwrap().find_by_name("door").next().unwrap();
    engine.entities_mut().unwrap().remove(door);
    run(&mut engine, 2);
    assert_eq!(seen_through(&engine), (true, in_sight), "a door that is gone shuts nothing");
}

#[test]
fn an_area_portal_without_a_door_is_opened_and_shut_by_wires() {
    let mut engine = two_rooms("\"targetname\" \"portal\"\n\"startopen\" \"0\"", "");
    let (open, shut_in) = seen_through(&engine);
    assert!(!open);
    tell(&mut engine, "portal", "Open", "");
    let (open, in_sight) = seen_through(&engine);
    assert!(open && in_sight > shut_in + 12, "{shut_in} and {in_sight}");
    tell(&mut engine, "portal", "Toggle", "");
    assert_eq!(seen_through(&engine), (false, shut_in));
    let portal = engine.entities().unwrap().find_by_name("portal").next().unwrap();
    engine.entities_mut().unwrap().remove(portal);
    run(&mut engine, 2);
    assert_eq!(seen_through(&engine), (true, in_sight), "a portal whose entity is gone is shut by nobody");
}

#[test]
fn a_scene_that_follows_finds_another_level_s_portals_anew() {
    let shut = "\"targetname\" \"portal\"\n\"startopen\" \"0\"";
    let mut engine = two_rooms(shut, "");
    let (mut scene, mut frame) = (Scene::default(), Frame::default());
    let eye = Eye { origin: Vec3::ZERO, angles: Angles::ZERO, fov: 90.0, view: View::default() };
    let mut open = |engine: &Engine| {
        scene.follow(engine, &mut NoAssets);
        scene.fill(engine, &eye, &mut frame);
        frame.open_area_portals.clone()
    };
    assert_eq!(open(&engine), [false]);
    tell(&mut engine, "portal", "Open", "");
    assert_eq!(open(&engine), [true]);
    engine.load_map("level").unwrap();
    run(&mut engine, 2);
    assert_eq!(open(&engine), [false], "as the level begins");
}
