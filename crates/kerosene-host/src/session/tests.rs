#![allow(clippy::unwrap_used, reason = "tests")]
//! Sessions without a window: egui's context is fed with input, and what it draws is read.

use super::*;
use crate::{NoAssets, config_file::config_text, host::Host};
use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, epaint::ClippedShape};
use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, mount_base_content};
use kerosene_input::{DeviceId, GamepadEvent, Guid, MotionKind, PadId, PadInfo};
use kerosene_test_alloc::taken_by_this_thread;
use kerosene_vfs::{Access, Vfs};

/// A session in the built-in room, with a folder of the player's.
struct Stage {
    session: Session,
    shapes: Vec<ClippedShape>,
    _folder: tempfile::TempDir,
}

impl Stage {
    fn new(menu: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder.path(), Access::Writable);
        mount_base_content(&mut vfs);
        let mut engine = Engine::new(EngineOptions { vfs });
        let Host { variables, input } = Host::register(&mut engine).unwrap();
        engine.load_map(FALLBACK_MAP).unwrap();
        let session = Session::new(Play::new(engine, variables, input), menu);
        let mut stage = Self { session, shapes: Vec::new(), _folder: folder };
        stage.frames(3);
        stage
    }

    /// Some frames of 16 ms in which nothing is done.
    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame(Vec::new()));
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.session.advance(Duration::from_millis(16));
        self.session.compose(&mut NoAssets);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(1280.0, 720.0)));
        let output = self.session.lay_out(RawInput { screen_rect, events, focused: true, ..RawInput::default() });
        self.shapes.clone_from(&output.shapes);
        output.drop_without_applying_deltas();
    }

    /// Every text on the screen with its middle.
    fn texts(&self) -> Vec<(String, Pos2)> {
        let mut texts = Vec::new();
        self.shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
        texts
    }

    fn shows(&self, part: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.contains(part))
    }

    /// Clicks on a text.
    fn click(&mut self, text: &str) {
        let found = self.texts().into_iter().find(|(shown, _)| shown == text);
        let (_, pos) = found.unwrap_or_else(|| panic!("`{text}` is not on the screen: {:?}", self.texts()));
        let button = |pressed| {
            let modifiers = Modifiers::NONE;
            Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers }
        };
        self.frame(vec![Event::PointerMoved(pos)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]);
        self.frames(2);
    }

    /// Presses a key of the keyboard, as the window tells egui of it.
    fn press(&mut self, key: egui::Key) {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        self.frame(vec![event(true)]);
        self.frame(vec![event(false)]);
        self.frames(1);
    }

    /// Presses a key of a gamepad.
    fn pad(&mut self, key: Key) {
        for pressed in [true, false] {
            self.session.play.input.poll_gamepads(&mut vec![GamepadEvent::Key(PadId(0), key, pressed)]);
            self.frame(Vec::new());
        }
        self.frames(1);
    }

    fn plug_in_a_pad(&mut self) {
        let info = PadInfo { name: "pad".to_owned(), guid: Guid::default(), automatic: None };
        self.session.play.input.poll_gamepads(&mut vec![GamepadEvent::Connected(PadId(0), info)]);
        self.frames(1);
    }

    fn run(&mut self, line: &str) {
        self.session.play.engine.console_mut().enqueue(line);
        self.frames(3);
    }

    fn value(&self, convar: &str) -> String {
        self.session.play.engine.console().find_convar(convar).unwrap().value().to_string()
    }
}

fn collect(shape: &Shape, texts: &mut Vec<(String, Pos2)>) {
    match shape {
        Shape::Text(text) => texts.push((text.galley.text().to_owned(), text.visual_bounding_rect().center())),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
        _ => {}
    }
}

#[test]
fn while_a_level_is_made_ready_to_be_seen_its_time_stands_still() {
    let mut stage = Stage::new(false);
    let tick = |stage: &Stage| stage.session.play.engine.tick_number();
    let before = tick(&stage);
    stage.session.play.level_is_loading = true;
    stage.frames(10);
    assert_eq!(tick(&stage), before);
    assert!(stage.shows("Loading") && stage.shows(FALLBACK_MAP));
    stage.session.play.level_is_loading = false;
    stage.frames(10);
    assert!(tick(&stage) > before + 5 && !stage.shows("Loading"));
}

#[test]
fn the_menu_begins_a_game() {
    let mut stage = Stage::new(true);
    assert!(stage.shows("KEROSENE") && stage.shows("Go on") && stage.shows("Quit"));
    assert!(!stage.shows("+ 100"), "health is for those who play");
    let level = stage.session.play.engine.level_generation();
    stage.click("New game");
    stage.click("kerosene_room");
    stage.frames(3);
    assert!(stage.session.play.engine.level_generation() > level);
    assert!(!stage.session.overlay.menu.is_open() && stage.shows("+ 100"));
}

#[test]
fn time_stands_still_in_the_menu_unless_it_should_not() {
    let mut stage = Stage::new(true);
    let before = stage.session.play.engine.tick_number();
    stage.frames(20);
    assert_eq!(stage.session.play.engine.tick_number(), before);
    stage.run("sv_pause_on_menu 0");
    stage.frames(20);
    assert!(stage.session.play.engine.tick_number() > before);
    let mut stage = Stage::new(false);
    stage.session.key(Key::Backquote, true);
    let before = stage.session.play.engine.tick_number();
    stage.frames(20);
    assert!(stage.session.play.engine.tick_number() > before, "the console stops nothing");
}

#[test]
fn a_level_that_does_not_load_says_why_and_the_running_one_stays() {
    let mut stage = Stage::new(false);
    stage.run("map nowhere");
    assert!(stage.shows("The level did not load") && stage.shows("maps/nowhere.kbsp not found in"));
    assert_eq!(stage.session.play.engine.map_name(), Some(FALLBACK_MAP));
    stage.click("Back");
    assert!(stage.shows("KEROSENE"));
}

#[test]
fn a_load_is_announced_for_a_frame() {
    let mut stage = Stage::new(false);
    stage.session.play.engine.console_mut().enqueue("map kerosene_room");
    stage.frame(Vec::new());
    assert!(stage.shows("Loading"));
    stage.frames(2);
    assert!(!stage.shows("Loading"));
}

#[test]
fn the_console_runs_what_is_typed() {
    let mut stage = Stage::new(false);
    stage.session.key(Key::F10, true);
    stage.frames(2);
    stage.frame(vec![Event::Text("cl_fo".to_owned())]);
    stage.frames(1);
    assert!(stage.shows("Field of view"), "what may follow is offered with what it is for");
    stage.frame(vec![Event::Text("v 100".to_owned())]);
    let key = |pressed| Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    stage.frame(vec![key(true)]);
    stage.frame(vec![key(false)]);
    stage.frames(2);
    assert_eq!(stage.value("cl_fov"), "100");
    assert!(stage.shows("] cl_fov 100"));
    stage.session.key(Key::Escape, true);
    stage.frames(1);
    assert!(!stage.session.overlay.takes_input());
}

#[test]
fn a_key_is_bound_anew_and_the_old_one_stays_beside_it() {
    let mut stage = Stage::new(true);
    stage.click("Options");
    stage.click("Controls");
    stage.session.play.input.binds_mut().unbind(Key::ArrowUp);
    stage.frames(1);
    stage.click("w");
    assert!(stage.shows("press a key, Escape to leave it"));
    stage.session.key(Key::T, true);
    stage.session.key(Key::T, false);
    stage.frames(2);
    let keys: Vec<Key> = stage.session.play.input.binds().keys_of("+forward").collect();
    assert_eq!(keys, [Key::T, Key::W]);
    assert!(stage.session.overlay.menu.is_open());
}

#[test]
fn options_set_variables_and_give_them_back() {
    let mut stage = Stage::new(true);
    stage.click("Options");
    stage.click("Accessibility");
    stage.click("For every eye");
    assert_eq!(stage.value("cl_crosshair"), "2");
    stage.click("Default");
    assert_eq!(stage.value("cl_crosshair"), "1");
    stage.click("Audio");
    assert!(stage.shows("There is no sound yet"));
}

#[test]
fn what_is_set_is_there_at_the_next_start() {
    let mut stage = Stage::new(false);
    stage.run("cl_fov 110; fps_max 90; bind p \"echo hi\"; unbind w");
    stage.session.close();
    let play = &stage.session.play;
    let text = config_text(play.engine.console(), &play.input);
    assert_eq!(String::from_utf8_lossy(&play.engine.vfs().read("config.cfg").unwrap()), text);
    let mut next = Stage::new(false);
    next.run(&text);
    assert_eq!((next.value("cl_fov"), next.value("fps_max")), ("110".to_owned(), "90".to_owned()));
    assert_eq!(next.session.play.input.binds(), play.input.binds());
    assert_eq!(config_text(next.session.play.engine.console(), &next.session.play.input), text);
}

#[test]
fn keys_move_the_player_and_the_eye_follows_between_ticks() {
    let mut stage = Stage::new(false);
    let start = stage.session.play.frame.camera.origin;
    stage.session.key(Key::W, true);
    stage.frames(40);
    let eye = stage.session.play.frame.camera.origin;
    assert!(eye.distance(start) > 60.0, "{start} {eye}");
    stage.session.play.input.mouse_moved(DeviceId::MOUSE, kerosene_input::MotionKind::Raw, 100.0, 0.0);
    let before = stage.session.play.frame.camera.angles.yaw;
    stage.frame(Vec::new());
    assert!((stage.session.play.frame.camera.angles.yaw - before + 6.6).abs() < 1e-3, "100 counts at the usual speed");
}

#[test]
fn commands_of_the_window_are_claimed_and_field_of_view_has_bounds() {
    let mut stage = Stage::new(false);
    stage.run("fov 500");
    assert_eq!(stage.value("cl_fov"), "130");
    stage.run("screenshot nohud; condump");
    assert_eq!(stage.session.take_wishes(), [Wish::Screenshot { hud: false }]);
    assert!(stage.session.play.engine.vfs().exists("console.txt").unwrap());
    assert!(!stage.session.play.engine.console().scrollback().any(|line| line.text.contains("unknown command")));
}

/// Ticks run meanwhile. What egui lays out is not counted: it makes its shapes anew for each picture.
#[test]
fn a_frame_in_which_one_looks_around_takes_no_memory() {
    let mut stage = Stage::new(false);
    let mut taken = 0;
    for frame in 0..240 {
        let before = taken_by_this_thread();
        stage.session.play.input.mouse_moved(
            DeviceId::MOUSE,
            MotionKind::Raw,
            3.0,
            if frame % 2 == 0 { 1.0 } else { -1.0 },
        );
        stage.session.advance(Duration::from_millis(16));
        stage.session.compose(&mut NoAssets);
        // The first second fills what is kept from then on.
        if frame >= 64 {
            taken += taken_by_this_thread() - before;
        }
    }
    assert_eq!(taken, 0);
}

#[test]
fn the_menu_is_walked_through_by_keyboard_alone() {
    let mut stage = Stage::new(true);
    // Go on, New game, Load, Save, Options.
    (0..4).for_each(|_| stage.press(egui::Key::ArrowDown));
    stage.press(egui::Key::Enter);
    assert!(stage.shows("Wait for the screen"), "{:?}", stage.texts());
    // Nothing is clicked by going on; the first tab has the focus, below it are the screen's three kinds, then a switch.
    let before = stage.value("r_vsync");
    (0..2).for_each(|_| stage.press(egui::Key::ArrowDown));
    stage.press(egui::Key::Enter);
    assert_ne!(stage.value("r_vsync"), before);
    (0..2).for_each(|_| stage.press(egui::Key::ArrowUp));
    // Right of the first tab is the next one.
    stage.press(egui::Key::ArrowRight);
    stage.press(egui::Key::ArrowRight);
    stage.press(egui::Key::Enter);
    assert!(stage.shows("Mouse speed"), "{:?}", stage.texts());
    stage.session.key(Key::Escape, true);
    stage.frames(2);
    assert!(stage.shows("Go on"));
    stage.press(egui::Key::Enter);
    assert!(!stage.session.overlay.menu.is_open(), "the first entry has the focus again");
}

#[test]
fn the_menu_is_walked_through_by_gamepad_alone() {
    let mut stage = Stage::new(false);
    stage.plug_in_a_pad();
    stage.pad(Key::Start);
    stage.frames(2);
    assert!(stage.shows("Go on"), "start opens it");
    for key in [Key::PadDown, Key::LeftStickDown, Key::PadDown, Key::LeftStickDown] {
        stage.pad(key);
    }
    stage.pad(Key::South);
    assert!(stage.shows("Wait for the screen"), "{:?}", stage.texts());
    stage.pad(Key::ShoulderLeft);
    assert!(stage.shows("Field of view"), "round to the last one: {:?}", stage.texts());
    stage.pad(Key::ShoulderRight);
    assert!(stage.shows("Wait for the screen"));
    stage.pad(Key::East);
    assert!(stage.shows("Go on"));
    stage.pad(Key::East);
    assert!(!stage.session.overlay.menu.is_open());
}

#[test]
fn a_gamepad_changes_a_setting_and_begins_a_game() {
    let mut stage = Stage::new(true);
    stage.plug_in_a_pad();
    (0..4).for_each(|_| stage.pad(Key::PadDown));
    stage.pad(Key::South);
    // From the tabs past the first row, to the switch below it.
    assert_eq!(stage.value("r_vsync"), "1");
    (0..2).for_each(|_| stage.pad(Key::PadDown));
    stage.pad(Key::South);
    assert_eq!(stage.value("r_vsync"), "0");
    stage.pad(Key::East);
    let level = stage.session.play.engine.level_generation();
    stage.pad(Key::PadDown);
    stage.pad(Key::South);
    assert!(stage.shows("kerosene_room"));
    stage.pad(Key::South);
    stage.frames(3);
    assert!(stage.session.play.engine.level_generation() > level);
}

#[test]
fn debug_drawing_shows_what_is_not_drawn() {
    let mut stage = Stage::new(false);
    assert_eq!(stage.session.play.frame.debug_lines.len(), 0);
    stage.run("r_debugdraw all");
    assert_eq!(stage.session.play.frame.debug_lines.len(), 0, "it is a cheat");
    stage.run("sv_cheats 1; r_debugdraw triggers");
    // The built-in room has one trigger.
    assert_eq!(stage.session.play.frame.debug_lines.len(), 12);
    stage.run("r_debugdraw 17");
    assert_eq!(stage.session.play.frame.debug_lines.len(), 12);
    assert_eq!(stage.session.play.frame.view.outlines, 1, "boxes of what is drawn are the renderer's");
    stage.run("r_debugdraw wires");
    assert_eq!(stage.session.play.frame.debug_lines.len() % 3, 0, "a line and the two of its head");
    assert!(!stage.session.play.frame.debug_lines.is_empty());
    assert!(!stage.shows("store_door"));
    stage.run("r_debugdraw names");
    assert!(stage.shows("store_door (door)"), "{:?}", stage.texts());
    stage.run("r_debugdraw hulls");
    assert_eq!(stage.session.play.frame.debug_lines.len(), 0, "one does not see one's own hull");
}

#[test]
fn who_loses_the_keyboard_lets_go_of_everything_and_time_waits() {
    let mut stage = Stage::new(false);
    stage.session.key(Key::W, true);
    stage.frames(20);
    stage.session.set_focused(false);
    let (tick, place) = (stage.session.play.engine.tick_number(), stage.session.play.player().unwrap().state.origin);
    stage.frames(30);
    assert_eq!(stage.session.play.engine.tick_number(), tick);
    stage.session.set_focused(true);
    stage.frames(60);
    assert!(stage.session.play.engine.tick_number() > tick + 30, "time goes on");
    let player = stage.session.play.player().unwrap();
    // A key that is held would carry it three hundred units.
    assert!(player.state.origin.distance(place) < 100.0, "it slides to a halt: nothing is held");
    assert!(player.state.velocity.length() < 1.0);
    stage.run("sv_pause_unfocused 0");
    stage.session.set_focused(false);
    let tick = stage.session.play.engine.tick_number();
    stage.frames(30);
    assert!(stage.session.play.engine.tick_number() > tick);
}

#[test]
fn a_device_that_is_lost_costs_no_place_and_no_page() {
    let mut stage = Stage::new(true);
    stage.click("Options");
    let (tick, contexts) = (stage.session.play.engine.tick_number(), stage.session.overlay.contexts());
    stage.session.forget_pictures();
    stage.frames(3);
    assert!(stage.shows("Wait for the screen"), "the same page, drawn by a new context");
    assert_eq!(stage.session.overlay.contexts(), contexts + 1);
    stage.session.key(Key::Escape, true);
    stage.session.key(Key::Escape, true);
    stage.frames(10);
    assert!(stage.session.play.engine.tick_number() > tick, "the game goes on");
    stage.run("r_restart");
    assert_eq!(stage.session.take_wishes(), [Wish::RestartRenderer]);
}
