//! The game of a map is found, and what follows from it.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::{corpus, files_below};
use kerosene_diagnostics::{Diagnostics, codes};
use kerosene_map::{
    ClassTable, Entity, Game, Imported, Map, ReadOptions, apply_class_table, guess_game, read_kmap, read_map,
    settle_game,
};

fn read(text: &str) -> Imported {
    read_map("test.map", text.as_bytes(), &ReadOptions::default()).unwrap()
}

fn translated(game: Game, entities: &str) -> (Map, Diagnostics) {
    let mut map = read(&format!("{{ \"classname\" \"worldspawn\" }}\n{entities}")).map;
    let told = apply_class_table(&mut map, &ClassTable::for_game(game));
    (map, told)
}

fn wires(entity: &Entity) -> Vec<String> {
    let text = |wire: &kerosene_map::Connection| {
        let kerosene_map::Connection { output, target, input, parameter, delay, .. } = wire;
        format!("{output}>{target}.{input}({parameter})@{delay}")
    };
    entity.connections.iter().map(text).collect()
}

#[test]
fn games_are_named_as_people_type_them() {
    for game in Game::ALL {
        assert_eq!(game.key().parse(), Ok(game));
        assert_eq!(game.key().to_uppercase().parse(), Ok(game));
    }
    let error = "quake4".parse::<Game>().unwrap_err();
    assert!(error.to_string().starts_with("`quake4` is no game: expected quake, "), "{error}");
}

#[test]
fn signs_of_a_game_are_found_in_all_that_a_map_has() {
    let side = |material: &str, flags: &str| format!("( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) {material} 0 0 0 1 1{flags}");
    let world = |keys: &str, side: &str| format!("{{ \"classname\" \"worldspawn\" {keys} {{ {side} }} }}");
    for (text, game, sign) in [
        (world("", &side("brick", "")), Game::Quake, ""),
        (world("", &side("e1u1/wall", " 1 4 0")), Game::Quake2, "flags on sides"),
        (world("\"sky\" \"unit1_\"", &side("e1u1/wall", "")), Game::Quake2, "key `sky` of the world"),
        (world("", &side("common/caulk", " 0 4 0")), Game::Quake3, "texture `common/caulk`"),
        (world("\"MaxRange\" \"4096\"", &side("AAATRIGGER", "")), Game::HalfLife, "key `maxrange` of the world"),
        (
            world("", &side("w", "")) + "{ \"classname\" \"monster_ogre_marksman\" }",
            Game::Quake,
            "class `monster_ogre_marksman`",
        ),
        (
            "// Game: Half-Life\n".to_owned() + &world("\"sky\" \"x\"", &side("w", " 1 1 1")),
            Game::HalfLife,
            "the file says `Game: Half-Life`",
        ),
    ] {
        let guessed = guess_game(&read(&text));
        assert_eq!(guessed.game, game, "{text}");
        assert_eq!(guessed.signs.first().map_or("", String::as_str), sign, "{text}");
    }
    let ours = read_kmap("a.kmap", b"world { id 1 }", &ReadOptions::default()).unwrap();
    assert_eq!(guess_game(&ours).game, Game::Kerosene);
}

#[test]
fn flags_stay_where_the_game_reads_them_and_detail_everywhere() {
    let text = "{ \"classname\" \"worldspawn\"\n{\n( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) w 0 0 0 1 1 134217729 4 300\n} }";
    for (game, contents, flags, value) in
        [(Game::Quake2, (1 << 27) | 1, 4, 300.0), (Game::Quake3, 1 << 27, 0, 0.0), (Game::HalfLife, 1 << 27, 0, 0.0)]
    {
        let mut imported = read(text);
        let (settled, told) = settle_game(&mut imported, Some(game));
        let brush = &imported.map.entities[0].brushes[0];
        let side = &brush.sides[0];
        assert_eq!((settled, side.content_flags, side.surface_flags, side.value), (game, contents, flags, value));
        assert!(brush.detail);
        let told: Vec<_> =
            told.iter().map(|told| (told.code, told.source.as_ref().map(|source| source.line))).collect();
        let expected = if game == Game::Quake2 { vec![] } else { vec![(codes::FLAGS_DROPPED, Some(3))] };
        assert_eq!(told, expected, "{game}");
    }
}

/// Every map of the corpus is taken for a game of the family whose folder it lies in.
#[test]
fn real_maps_are_taken_for_their_own_game() {
    let Some(corpus) = corpus() else { return };
    for path in files_below(&corpus, "map") {
        let mut imported = read_map("a.map", &std::fs::read(&path).unwrap(), &ReadOptions::default()).unwrap();
        // Without what the editor says, so that the other signs are put to the test.
        let said = imported.game.take();
        let guessed = guess_game(&imported);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_in = |folder: &str| path.components().any(|part| part.as_os_str() == folder);
        eprintln!("{name}: {} ({})", guessed.game, guessed.signs.join("; "));
        if is_in("quake3") {
            assert_eq!(guessed.game, Game::Quake3, "{name}");
        } else if is_in("id") || is_in("spacehare") {
            assert_eq!(guessed.game, Game::Quake, "{name}");
        } else if name == "base1-test.map" {
            assert_eq!(guessed.game, Game::Quake2, "{name}");
        }
        imported.game = said;
        let game = guess_game(&imported).game;
        match &*name {
            name if name.starts_with("q2_") => assert_eq!(game, Game::Quake2, "{name}"),
            name if name.starts_with("q1_") => assert_eq!(game, Game::Quake, "{name}"),
            "hl.map" | "hl_basic.map" | "hl_liquids.map" => assert_eq!(game, Game::HalfLife, "{name}"),
            _ => {}
        }
    }
}

#[test]
fn half_lifes_managers_fire_each_key_after_its_seconds() {
    let (map, told) = translated(
        Game::HalfLife,
        r#"{ "classname" "func_button" "target" "mm" "delay" "0.5" "angles" "0 90 0" }
        { "classname" "multi_manager" "targetname" "mm" "door" "1.5" "lamp" "0" "door#1" "4" "lost" "2" "wait" "3" }
        { "classname" "func_door" "targetname" "door" "angles" "-90 0 0" "spawnflags" "33" }
        { "classname" "light" "targetname" "lamp" "_light" "255 255 128 200" }
        { "classname" "trigger_auto" "target" "mm" "killtarget" "lamp" }"#,
    );
    let [_, button, manager, door, lamp, auto] = map.entities.as_slice() else { panic!("six entities") };
    assert_eq!(wires(button), ["OnPressed>mm.Trigger()@0.5"]);
    assert_eq!(button.get("movedir"), Some("0 90 0"));
    assert_eq!(wires(manager), ["OnTrigger>door.Use()@1.5", "OnTrigger>lamp.Toggle()@0", "OnTrigger>door.Use()@4"]);
    assert_eq!((manager.class_name(), manager.get("lost"), manager.get("wait")), ("logic_relay", Some("2"), Some("3")));
    assert_eq!((door.get("movedir"), door.get("spawnflags")), (Some("-90 0 0"), Some("131104")));
    assert_eq!(lamp.class_name(), "light");
    assert_eq!(wires(auto), ["OnMapSpawn>mm.Trigger()@0", "OnMapSpawn>lamp.Kill()@0"]);
    assert!(told.is_empty());
}

#[test]
fn quake_2s_timers_speakers_and_explosives_have_counterparts() {
    let (map, told) = translated(
        Game::Quake2,
        r#"{ "classname" "func_timer" "target" "wall" "wait" "3" "spawnflags" "1" }
        { "classname" "func_explosive" "targetname" "wall" "target" "boom" "spawnflags" "2048" }
        { "classname" "target_speaker" "targetname" "boom" "noise" "world/boom.wav" }
        { "classname" "trigger_once" "spawnflags" "2" "target" "wall" }
        { "classname" "monster_soldier" "spawnflags" "512" }"#,
    );
    let [_, timer, explosive, speaker, trigger] = map.entities.as_slice() else { panic!("five entities") };
    assert_eq!(
        (timer.class_name(), timer.get("RefireTime"), timer.get("spawnflags")),
        ("logic_timer", Some("3"), Some("1"))
    );
    assert_eq!(wires(timer), ["OnTimer>wall.Break()@0"]);
    assert_eq!((explosive.class_name(), explosive.get("spawnflags")), ("breakable", None));
    assert_eq!(wires(explosive), ["OnBreak>boom.PlaySound()@0"]);
    assert_eq!((speaker.class_name(), speaker.get("message")), ("ambient_generic", Some("world/boom.wav")));
    assert_eq!((trigger.class_name(), trigger.get("spawnflags")), ("trigger_once", Some("65536")));
    assert_eq!(told.iter().map(|told| told.code).collect::<Vec<_>>(), [codes::ENTITIES_ABSENT]);
}

#[test]
fn quake_3s_maps_have_a_place_to_begin() {
    let Some(corpus) = corpus() else { return };
    for path in files_below(&corpus.join("quake3"), "map") {
        let mut map = read_map("a.map", &std::fs::read(&path).unwrap(), &ReadOptions::default()).unwrap().map;
        apply_class_table(&mut map, &ClassTable::for_game(Game::Quake3));
        let lacks = ["final_rage-patches.map", "eggandbacon.map"].iter().any(|name| path.ends_with(name));
        assert!(lacks || kerosene_map::has_player_start(&map), "{}", path.display());
    }
}
