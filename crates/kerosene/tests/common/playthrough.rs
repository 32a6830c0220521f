//! A scripted player: walks, looks, presses and waits through its commands alone, and fails where that gets it nowhere.

use kerosene::engine::{Engine, EngineOptions, Game, Player, PlayerId, PlayerInput};
use kerosene::entity::{ClassDef, EntityId, Request, Requested, TracedEvent};
use kerosene::game::Stock;
use kerosene::math::{Angles, Vec3};
use kerosene::physics::{Buttons, PlayerCommand};
use kerosene_vfs::Access;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;
use tempfile::TempDir;

/// How near to a place a walk to it ends, in units.
const NEAR: f32 = 6.0;
/// How long a walk may take, in ticks.
const PATIENCE: u32 = 64 * 12;

/// Something that an entity asked of the game.
pub(crate) struct AskedFor {
    name: String,
    class: String,
    request: Request,
}

/// All that entities asked of the game.
type Asked = Rc<RefCell<Vec<AskedFor>>>;

/// The stock game, with somebody who notes what entities ask for that the engine cannot show yet, and who plays on when
/// the game is over.
#[derive(Default)]
pub(crate) struct Witness(Asked);

impl Game for Witness {
    fn classes(&mut self, engine: &mut Engine) -> Vec<ClassDef> {
        Stock.classes(engine)
    }

    fn entity_request(&mut self, engine: &mut Engine, requested: &Requested) -> bool {
        if let Some((entities, entity)) = engine.entities().zip(requested.entity) {
            let (name, class) = (entities.name_of(entity).to_owned(), entities.class_name(entity).to_owned());
            self.0.borrow_mut().push(AskedFor { name, class, request: requested.request });
        }
        requested.request == Request::EndGame
    }
}

/// A level and who plays it.
pub(crate) struct Playthrough {
    pub(crate) engine: Engine,
    level: String,
    player: PlayerId,
    view: Angles,
    /// The state after each tick.
    pub(crate) hashes: Vec<u64>,
    /// The command of each tick.
    pub(crate) commands: Vec<PlayerCommand>,
    /// How many ticks were played before another level came.
    pub(crate) ticks_in_first_level: usize,
    /// What entities of each class did in the first level: outputs that they fired, inputs that they took.
    pub(crate) deeds: BTreeMap<String, BTreeSet<String>>,
    /// The class of everybody who was there, for those who are gone when they are asked about.
    classes: BTreeMap<EntityId, String>,
    asked: Asked,
    _content: TempDir,
}

impl Playthrough {
    /// A player at the start of a level in a content folder, which is kept as long as it is played.
    pub(crate) fn begin(content: TempDir, level: &str) -> Self {
        let mut options = EngineOptions::default();
        options.vfs.mount_folder(content.path(), Access::ReadOnly);
        let home = content.path().join("home");
        std::fs::create_dir(&home).unwrap();
        options.vfs.mount_folder(&home, Access::Writable);
        let asked = Asked::default();
        let mut engine = Engine::with_game(options, Witness(Rc::clone(&asked))).unwrap();
        engine.load_map(level).unwrap();
        engine.entities_mut().unwrap().set_tracing(true);
        let player = engine.spawn_player().unwrap();
        let view = engine.player(player).unwrap().view;
        let mut play = Self {
            engine,
            level: level.to_owned(),
            player,
            view,
            hashes: Vec::new(),
            commands: Vec::new(),
            ticks_in_first_level: 0,
            deeds: BTreeMap::new(),
            classes: BTreeMap::new(),
            asked,
            _content: content,
        };
        play.note_classes();
        play.wait(0.5);
        play
    }

    fn note_classes(&mut self) {
        let entities = self.engine.entities().unwrap();
        for entity in entities.entities() {
            self.classes.entry(entity).or_insert_with(|| entities.class_name(entity).to_owned());
        }
    }

    pub(crate) fn player(&self) -> &Player {
        self.engine.player(self.player).unwrap()
    }

    pub(crate) fn place(&self) -> Vec3 {
        self.player().state.origin
    }

    /// One tick with this command, looking where the player looks.
    fn tick(&mut self, command: PlayerCommand) {
        self.follow(&[PlayerCommand { view: self.view, ..command }]);
        assert!(self.player().condition.health > 0.0, "the player died at {}", self.place());
    }

    /// Ticks with these commands as they are; gives the states after them.
    pub(crate) fn follow(&mut self, commands: &[PlayerCommand]) -> Vec<u64> {
        let before = self.hashes.len();
        for &command in commands {
            self.engine.tick(&[PlayerInput { player: self.player, command }]);
            self.hashes.push(self.engine.state_hash());
            self.commands.push(command);
            if self.engine.map_name() == Some(self.level.as_str()) {
                self.ticks_in_first_level = self.commands.len();
                self.see_who_acts();
            }
            // Between ticks, what was asked of the host is done: another level is loaded.
            self.engine.frame(Duration::ZERO, &[]);
        }
        self.hashes[before..].to_vec()
    }

    /// Takes in whose outputs fired and whose inputs were called in the last tick.
    fn see_who_acts(&mut self) {
        self.note_classes();
        let entities = self.engine.entities_mut().unwrap();
        let events = entities.take_trace().0;
        let mut note = |entity: Option<EntityId>, what: &str| {
            let class = entity.and_then(|entity| self.classes.get(&entity)).filter(|_| !what.is_empty());
            class.map(|class| self.deeds.entry(class.clone()).or_default().insert(what.to_owned()));
        };
        for event in events {
            note(event.caller, entities.text(event.output));
            if let TracedEvent::Delivered { target } = event.what {
                note(Some(target), entities.spelling(event.input));
            }
        }
    }

    /// Whether an entity of a class has fired an output or taken an input.
    pub(crate) fn did(&self, class: &str, what: &str) -> bool {
        self.deeds.get(class).is_some_and(|deeds| deeds.contains(what))
    }

    /// What the entities of a name, or without one those of a class, have asked of the game.
    pub(crate) fn asked_by(&self, who: &str) -> Vec<Request> {
        let asked = self.asked.borrow();
        asked.iter().filter(|asked| asked.name == who || asked.class == who).map(|asked| asked.request).collect()
    }

    /// Stands still for some seconds.
    pub(crate) fn wait(&mut self, seconds: f32) {
        (0..(seconds * 64.0) as u32).for_each(|_| self.tick(PlayerCommand::default()));
    }

    /// Stands still until something is so.
    pub(crate) fn wait_until(&mut self, what: &str, seconds: f32, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..(seconds * 64.0) as u32 {
            if is_so(self) {
                return;
            }
            self.tick(PlayerCommand::default());
        }
        panic!("after {seconds} s: not so that {what}; the player is at {}", self.place());
    }

    /// Walks straight to a place on the floor plan. Fails where something is in the way.
    pub(crate) fn walk_to(&mut self, x: f32, y: f32) {
        assert!(self.try_to_walk_to(x, y), "on the way to ({x} {y}) the player came no further than {}", self.place());
    }

    /// Walks straight towards a place; says whether it got there.
    pub(crate) fn try_to_walk_to(&mut self, x: f32, y: f32) -> bool {
        for _ in 0..PATIENCE {
            let way = Vec3::new(x, y, 0.0) - self.place().with_z(0.0);
            if way.length() < NEAR {
                self.wait(0.25);
                return true;
            }
            self.view = Angles::facing(way);
            self.tick(PlayerCommand { forward: (way.length() / 64.0).clamp(0.2, 1.0), ..PlayerCommand::default() });
        }
        false
    }

    /// Walks straight towards a place until something is so, which may be elsewhere.
    pub(crate) fn walk_until(&mut self, what: &str, (x, y): (f32, f32), is_so: impl Fn(&Self) -> bool) {
        self.look_at([x, y, self.player().state.eye().z]);
        self.go_on_until(what, is_so);
    }

    /// The same with the view turned up: up a ladder, or out of water.
    pub(crate) fn climb_until(&mut self, what: &str, (x, y): (f32, f32), is_so: impl Fn(&Self) -> bool) {
        self.look_at([x, y, self.player().state.eye().z + 200.0]);
        self.go_on_until(what, is_so);
    }

    fn go_on_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..PATIENCE {
            if is_so(self) {
                self.view = self.player().view;
                return;
            }
            self.tick(PlayerCommand { forward: 1.0, ..PlayerCommand::default() });
        }
        panic!("never {what}; the player is at {}", self.place());
    }

    /// Presses against what is in the way to a place for some seconds.
    pub(crate) fn lean_towards(&mut self, (x, y): (f32, f32), seconds: f32) {
        self.look_at([x, y, self.player().state.eye().z]);
        (0..(seconds * 64.0) as u32)
            .for_each(|_| self.tick(PlayerCommand { forward: 1.0, ..PlayerCommand::default() }));
    }

    /// Looks at a place.
    pub(crate) fn look_at(&mut self, place: [f32; 3]) {
        self.view = Angles::facing(Vec3::from_array(place) - self.player().state.eye());
    }

    /// Looks at a place and presses the use key.
    pub(crate) fn press_use_at(&mut self, place: [f32; 3]) {
        self.look_at(place);
        self.tick(PlayerCommand { buttons: Buttons::USE, ..PlayerCommand::default() });
        self.wait(0.1);
    }

    /// The entity of a name; fails where there is none.
    pub(crate) fn named(&self, name: &str) -> EntityId {
        self.engine.entities().unwrap().find_by_name(name).next().unwrap_or_else(|| panic!("no {name}"))
    }

    /// How far the brush model of an entity is from where the map has it.
    pub(crate) fn moved(&self, name: &str) -> Vec3 {
        self.shift_of(self.named(name)).unwrap_or_else(|| panic!("{name} has no brush model in the world"))
    }

    /// How far the brush model of an entity is from where the map has it; `None` where it has none.
    pub(crate) fn shift_of(&self, entity: EntityId) -> Option<Vec3> {
        let world = self.engine.world().unwrap();
        world.models().iter().find(|model| world.entity(model.id) == Some(entity)).map(|model| model.origin)
    }

    /// The entity of a class whose brushes hold a place where the map has them, for those that have no name.
    pub(crate) fn brush_at(&self, class: &str, place: [f32; 3]) -> EntityId {
        let entities = self.engine.entities().unwrap();
        let holds = |&entity: &EntityId| {
            let bounds = entities.brush_bounds(entity);
            entities.class_name(entity) == class
                && bounds.is_some_and(|bounds| bounds.contains(Vec3::from_array(place)))
        };
        entities.entities().find(holds).unwrap_or_else(|| panic!("no {class} at {place:?}"))
    }

    /// How far what a place is in is from where the map has it.
    pub(crate) fn moved_at(&self, class: &str, place: [f32; 3]) -> Vec3 {
        let entity = self.brush_at(class, place);
        self.shift_of(entity).unwrap_or_else(|| panic!("the {class} at {place:?} has no brush model in the world"))
    }

    /// How many entities of a class there are.
    pub(crate) fn count_of(&self, class: &str) -> usize {
        let entities = self.engine.entities().unwrap();
        entities.entities().filter(|&entity| entities.class_name(entity) == class).count()
    }

    /// How many brush models there are.
    pub(crate) fn solid_models(&self) -> usize {
        self.engine.world().unwrap().models().len()
    }

    /// How far an entity is turned about the vertical, in degrees.
    pub(crate) fn turned(&self, name: &str) -> f32 {
        self.engine.entities().unwrap().angles(self.named(name)).yaw
    }

    /// The number that a counter is at.
    pub(crate) fn counter(&self, name: &str) -> f32 {
        self.engine.entities().unwrap().float_field(self.named(name), "startvalue").unwrap()
    }

    /// Whether something is switched on.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.engine.entities().unwrap().is_enabled(self.named(name))
    }

    /// The value of a variable of the console.
    pub(crate) fn variable(&self, name: &str) -> String {
        self.engine.console().find_convar(name).unwrap().value().to_string()
    }

    /// Whether the console has shown a text.
    pub(crate) fn has_read(&self, text: &str) -> bool {
        self.times_read(text) > 0
    }

    /// How often the console has shown a text.
    pub(crate) fn times_read(&self, text: &str) -> usize {
        self.engine.console().scrollback().filter(|line| line.text.contains(text)).count()
    }
}
