//! Levels made in memory, on disk for an engine to load.
#![allow(dead_code, reason = "each test binary uses its own part")]

use kerosene_bsp::{
    Bsp, Contents, WriteOptions,
    sample::{self, SampleBrush},
};
use kerosene_engine::{Engine, EngineOptions, Game, PlayerId, PlayerInput, mount_base_content};
use kerosene_math::Vec3;
use kerosene_physics::{Buttons, PlayerCommand};
use kerosene_vfs::{Access, Vfs};
use std::path::Path;
use tempfile::TempDir;

/// A content folder with maps in it.
pub(crate) struct Content {
    folder: TempDir,
}

impl Content {
    /// A folder with these maps.
    pub(crate) fn new(maps: &[(&str, &Bsp)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("maps")).expect("a folder of maps");
        let content = Self { folder };
        for (name, map) in maps {
            let path = content.folder.path().join("maps").join(format!("{name}.kbsp"));
            map.write_file(path, WriteOptions::default()).expect("a map on disk");
        }
        content
    }

    /// Puts a file that is no good map in the place of one.
    pub(crate) fn put(&self, path: &str, bytes: &[u8]) {
        let path = self.folder.path().join(path);
        path.parent().map(std::fs::create_dir_all).transpose().expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    /// An engine over this content alone.
    pub(crate) fn engine(&self) -> Engine {
        Engine::new(self.options())
    }

    /// An engine with a game, in a level of this content.
    pub(crate) fn play(&self, game: impl Game, map: &str) -> Engine {
        let mut engine = Engine::with_game(self.options(), game).expect("classes");
        engine.load_map(map).expect("a level");
        engine
    }

    /// An engine with a game, in a level of this content, that writes into a folder of the player.
    pub(crate) fn play_in(&self, player: &Path, game: impl Game, map: &str) -> Engine {
        let mut vfs = Vfs::new();
        vfs.mount_folder(player, Access::Writable);
        vfs.mount_folder(self.folder.path(), Access::ReadOnly);
        mount_base_content(&mut vfs);
        let mut engine = Engine::with_game(EngineOptions { vfs }, game).expect("classes");
        engine.load_map(map).expect("a level");
        engine
    }

    fn options(&self) -> EngineOptions {
        let mut vfs = Vfs::new();
        vfs.mount_folder(self.folder.path(), Access::ReadOnly);
        EngineOptions { vfs }
    }
}

/// A block from corner to corner.
pub(crate) fn block(mins: [f32; 3], maxs: [f32; 3]) -> SampleBrush {
    SampleBrush::block(Vec3::from_array(mins), Vec3::from_array(maxs))
}

/// The room with brush models 1, 2, ... in it, and entities after a player start in its middle.
pub(crate) fn room_with(models: &[SampleBrush], entities: &str) -> Bsp {
    let mut map = sample::room_with(models.iter().map(|model| vec![model.clone()]));
    map.entities =
        format!("{{ classname worldspawn }}\n{{ classname info_player_start origin \"0 0 1\" }}\n{entities}");
    map
}

/// Ticks without input.
pub(crate) fn run(engine: &mut Engine, ticks: usize) {
    (0..ticks).for_each(|_| engine.tick(&[]));
}

/// One tick in which a player presses buttons and goes on looking where it looks.
pub(crate) fn press(engine: &mut Engine, player: PlayerId, buttons: Buttons) {
    let view = engine.player(player).expect("a player").view;
    engine.tick(&[PlayerInput { player, command: PlayerCommand { buttons, view, ..PlayerCommand::default() } }]);
}

/// What the console has said.
pub(crate) fn said(engine: &Engine) -> Vec<&str> {
    engine.console().scrollback().map(|line| line.text.as_str()).collect()
}

/// Four by four rooms with pillars, ramps and ledges, and three spawn points, of which the first comes last.
pub(crate) fn rooms() -> Bsp {
    let mut map = sample::grid(4);
    map.entities = "\
        { classname worldspawn }\n\
        { classname info_player_deathmatch origin \"272 0 24\" angle 180 }\n\
        { classname info_player_coop origin \"0 272 24\" angles \"0 90 0\" }\n\
        { classname info_player_start origin \"0 0 24\" }\n"
        .to_owned();
    map
}

/// A room of 512 by 512 with a solid door across its middle, a trigger and a pool of water that are brush models.
pub(crate) fn with_models() -> Bsp {
    let door = block([-256.0, -8.0, 0.0], [256.0, 8.0, 256.0]).filled(Contents::SOLID | Contents::MOVEABLE);
    let trigger = block([-64.0, -128.0, 0.0], [64.0, -64.0, 128.0]).filled(Contents::TRIGGER);
    let pool = block([-256.0, 128.0, 0.0], [256.0, 256.0, 96.0]).filled(Contents::WATER);
    let mut map = sample::room_with([vec![door], vec![trigger], vec![pool]]);
    map.entities = "\
        { classname worldspawn }\n\
        { classname info_player_start origin \"0 -200 1\" angle 90 }\n\
        { classname door model *1 }\n\
        { classname trigger_multiple model *2 }\n\
        { classname water model *3 }\n\
        { classname info_target model *9 }\n"
        .to_owned();
    map
}

/// A corridor along x that takes every skill: a low passage at 256, a pit with lava at 576, a wall of 48 units at
/// 896, a pool at 960 and its bank, 8 units above the water, at 1216.
pub(crate) fn course() -> Bsp {
    let slab =
        |x: [f32; 2], z: [f32; 2]| SampleBrush::block(Vec3::new(x[0], -128.0, z[0]), Vec3::new(x[1], 128.0, z[1]));
    let wall = |y: [f32; 2]| SampleBrush::block(Vec3::new(-16.0, y[0], -416.0), Vec3::new(1488.0, y[1], 272.0));
    let mut map = sample::build(&[vec![
        wall([-144.0, -128.0]),
        wall([128.0, 144.0]),
        slab([-16.0, 1488.0], [256.0, 272.0]),
        slab([-16.0, 1488.0], [-416.0, -400.0]),
        slab([-16.0, 0.0], [-400.0, 256.0]),
        slab([1472.0, 1488.0], [-400.0, 256.0]),
        slab([0.0, 576.0], [-400.0, 0.0]),
        slab([256.0, 320.0], [48.0, 256.0]),
        slab([576.0, 704.0], [-400.0, -368.0]).filled(Contents::LAVA),
        slab([704.0, 960.0], [-400.0, 0.0]),
        slab([896.0, 960.0], [0.0, 48.0]),
        slab([960.0, 1216.0], [-400.0, -128.0]),
        slab([960.0, 1216.0], [-128.0, 0.0]).filled(Contents::WATER),
        slab([1216.0, 1472.0], [-400.0, 8.0]),
    ]]);
    map.entities = "{ classname info_player_start origin \"64 0 1\" }".to_owned();
    map
}
