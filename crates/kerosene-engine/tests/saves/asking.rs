//! Ways to ask for a save: the console, an entity, a hook of the game.

use super::common::said;
use super::level::{Stock, content, play, run, start};
use kerosene_engine::{Engine, Game};

#[test]
fn the_console_saves_lists_and_loads() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), "works", 1);
    play(&mut engine, 0, 12);
    run(&mut engine, "saves; save one; quicksave; saves; save; save a/b; load nothing");
    let saved = engine.state_hash();
    play(&mut engine, 12, 5);
    run(&mut engine, "load one");
    assert_eq!(engine.state_hash(), saved);
    play(&mut engine, 12, 5);
    run(&mut engine, "quickload");
    assert_eq!(engine.state_hash(), saved);
    let said = said(&engine).join("\n");
    for line in ["no saved games", "saved: ", "\none\nquick\n", "save NAME:", "not saved: \"a/b\"", "no save nothing"] {
        assert!(said.contains(line), "{line} in {said}");
    }
    assert!(folder.path().join("save/one.ksav").is_file());
}

/// Asks for a save in the middle of a tick.
struct Asking;
impl Game for Asking {
    fn classes(&mut self, engine: &mut Engine) -> Vec<kerosene_entity::ClassDef> {
        Stock.classes(engine)
    }
    fn pre_tick(&mut self, engine: &mut Engine) {
        if engine.tick_number() == 5 {
            assert!(engine.save("inside").is_err());
            engine.request_save("five");
        }
    }
}

#[test]
fn a_save_that_was_asked_for_in_a_tick_is_of_its_end() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = content.play_in(folder.path(), Asking, "works");
    engine.spawn_player().unwrap();
    let hashes = play(&mut engine, 0, 9);
    assert_eq!(engine.saves(), ["five"]);
    engine.load("five").unwrap();
    assert_eq!((engine.tick_number(), engine.state_hash()), (5, hashes[4]));
}

/// Writes down which levels come and go, and refuses a save where it is told to.
#[derive(Default)]
struct Diary {
    log: std::rc::Rc<std::cell::RefCell<Vec<String>>>,
    refuses: std::rc::Rc<std::cell::Cell<bool>>,
}

impl Game for Diary {
    fn classes(&mut self, engine: &mut Engine) -> Vec<kerosene_entity::ClassDef> {
        Stock.classes(engine)
    }
    fn map_loaded(&mut self, engine: &mut Engine, start: kerosene_engine::MapStart) {
        self.log.borrow_mut().push(format!("{start:?} at {}", engine.tick_number()));
    }
    fn map_unloading(&mut self, engine: &mut Engine) {
        self.log.borrow_mut().push(format!("unloading at {}", engine.tick_number()));
    }
    fn load(&mut self, _: &mut Engine, _: &[u8]) -> Result<(), String> {
        if self.refuses.get() { Err("no".to_owned()) } else { Ok(()) }
    }
}

#[test]
fn the_game_hears_that_the_running_level_goes_when_a_save_is_loaded() {
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let diary = Diary::default();
    let (log, refuses) = (diary.log.clone(), diary.refuses.clone());
    let mut engine = content.play_in(folder.path(), diary, "works");
    engine.spawn_player().unwrap();
    play(&mut engine, 0, 3);
    engine.save("three").unwrap();
    play(&mut engine, 3, 4);
    engine.load("three").unwrap();
    // Nothing goes for a save that is not there, and what the game refuses leaves the level.
    assert!(engine.load("none").is_err());
    refuses.set(true);
    assert!(engine.load("three").is_err());
    let expected =
        ["unloading at 0", "Fresh at 0", "unloading at 7", "Restored at 3", "unloading at 3", "Restored at 3"];
    assert_eq!(*log.borrow(), expected);
}
