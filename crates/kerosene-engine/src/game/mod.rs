//! The seam between the engine and a game.
//!
//! The engine has no game of its own. It runs whatever implements [`Game`], and calls its hooks with the engine in
//! hand: every verb of [`Engine`] is there, in every hook. To make that possible the engine takes the game out of
//! itself while a hook runs, so no hook ever runs inside another one. What would begin a nested hook (loading a map,
//! ticking) is refused with a line in the log; a hook that wants another map asks with
//! [`Engine::request_map`], and what happens to players because of a hook is told to the game right after it.

mod notices;
mod running;

pub use notices::{PlayerDamage, PlayerDeath, SpawnReason};

pub(crate) use notices::Notice;
pub(crate) use running::GameSlot;

use crate::{engine::Engine, players::PlayerId};
use kerosene_console::ConsoleRequest;
use kerosene_entity::{ClassDef, Kdef, Requested};
use kerosene_framework::{Runtime, ScriptRegistry};
use std::rc::Rc;
use std::time::Duration;

/// Why a level begins to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapStart {
    /// It is new: `map`, `restart`, the first level.
    Fresh,
    /// Players came from another level, which changed to this one.
    LevelChange,
    /// It was restored: a saved game, a rewind.
    Restored,
}

/// Something that happened outside the simulation: on a screen of the user interface, on the platform.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostEvent {
    /// Where it comes from: a layer of the user interface, a service of the platform.
    pub source: String,
    /// What it is.
    pub name: String,
    /// What comes with it.
    pub data: String,
}

/// A game: what the engine asks and tells it, and when. Every hook has a default that does nothing.
///
/// What a game remembers must be in the entity world, or come out of [`save`](Self::save) and go back in through
/// [`load`](Self::load): else a saved game, a rewind or a replay goes another way. A game that is to be replayed reads
/// no clock and rolls no dice but [`Engine::random`].
///
/// ```
/// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP, Game, PlayerId, SpawnReason};
/// use kerosene_math::Vec3;
/// use std::time::Duration;
///
/// /// Whoever comes in is thrown up.
/// struct Trampoline;
/// impl Game for Trampoline {
///     fn player_spawned(&mut self, engine: &mut Engine, player: PlayerId, _: SpawnReason) {
///         engine.push_player(player, Vec3::Z * 500.0);
///     }
/// }
///
/// let mut engine = Engine::with_game(EngineOptions::default(), Trampoline)?;
/// engine.load_map(FALLBACK_MAP)?;
/// let player = engine.spawn_player()?;
/// (0..8).for_each(|_| engine.tick(&[]));
/// assert!(engine.player(player).expect("spawned").state.velocity.z > 300.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(unused_variables, reason = "the names of the arguments are documentation; the defaults use none of them")]
pub trait Game: 'static {
    /// Once, before [`setup`](Self::setup): the classes of entities that the game knows.
    fn classes(&mut self, engine: &mut Engine) -> Vec<ClassDef> {
        Vec::new()
    }

    /// Once, after [`classes`](Self::classes): what editors and the console should know of classes beyond what is
    /// written from those, such as a mod's own that are no code.
    fn schema(&mut self, engine: &mut Engine) -> Kdef {
        Kdef::default()
    }

    /// Once, after [`schema`](Self::schema): the scripts of entities that the game has in Rust, and the languages of others:
    /// by default none and [`Engine::script_language`].
    fn scripts(&mut self, engine: &mut Engine) -> Rc<Runtime> {
        Runtime::with_languages(ScriptRegistry::new(), vec![engine.script_language()])
    }

    /// Once, when the console exists, and before any configuration or command line has run: the place to register
    /// variables and commands, so that those can set them.
    fn setup(&mut self, engine: &mut Engine) {}

    /// A level is there, with its entities and players, before its first tick.
    fn map_loaded(&mut self, engine: &mut Engine, start: MapStart) {}

    /// The level is about to go: to another one, a saved one, or none. Where a saved one comes and the game itself then
    /// refuses it, [`map_loaded`](Self::map_loaded) says that the level stays.
    fn map_unloading(&mut self, engine: &mut Engine) {}

    /// A player came in.
    fn player_spawned(&mut self, engine: &mut Engine, player: PlayerId, reason: SpawnReason) {}

    /// A player lost health.
    fn player_damaged(&mut self, engine: &mut Engine, damage: &PlayerDamage) {}

    /// A player died; [`player_damaged`](Self::player_damaged) came before. Unless the game does something, it comes
    /// in anew when it presses attack, jump or use, a second after its death.
    fn player_died(&mut self, engine: &mut Engine, death: &PlayerDeath) {}

    /// At the beginning of each tick: [`Engine::tick_parameters_mut`] has the numbers that players move by in it.
    fn pre_tick(&mut self, engine: &mut Engine) {}

    /// In each tick, when players and movers have moved, triggers and entities have acted and requests are answered.
    fn tick(&mut self, engine: &mut Engine) {}

    /// Once per frame, before its ticks, also in a pause and without a level. `real` is real time.
    fn frame(&mut self, engine: &mut Engine, real: Duration) {}

    /// A console command that neither the console nor the engine knows. `true` if it was the game's.
    fn console_request(&mut self, engine: &mut Engine, request: &ConsoleRequest) -> bool {
        false
    }

    /// A request of an entity that is none of the engine's verbs. `true` if it was the game's.
    fn entity_request(&mut self, engine: &mut Engine, request: &Requested) -> bool {
        false
    }

    /// Whether the game's user interface wants the pointer and the keys now; asked by the host.
    fn wants_ui(&mut self, engine: &mut Engine) -> bool {
        false
    }

    /// Once per frame, after its ticks, where [`wants_ui`](Self::wants_ui): the user interface may be brought up to
    /// date.
    fn ui(&mut self, engine: &mut Engine) {}

    /// Something happened in the user interface.
    fn ui_event(&mut self, engine: &mut Engine, event: &HostEvent) {}

    /// Something happened on the platform.
    fn platform_event(&mut self, engine: &mut Engine, event: &HostEvent) {}

    /// Whether the game may be saved now; why not, where not.
    ///
    /// # Errors
    /// The reason, for the player.
    fn can_save(&mut self, engine: &mut Engine) -> Result<(), String> {
        Ok(())
    }

    /// What the game remembers outside the entity world, in a form of its own; empty for nothing.
    fn save(&mut self, engine: &mut Engine) -> Vec<u8> {
        Vec::new()
    }

    /// Takes back what [`save`](Self::save) gave; empty where that gave nothing. The level is restored by then.
    ///
    /// # Errors
    /// What is wrong with it. The game must then be as it was, for the running level stays.
    fn load(&mut self, engine: &mut Engine, saved: &[u8]) -> Result<(), String> {
        Ok(())
    }

    /// Once, when the program ends well.
    fn shutdown(&mut self, engine: &mut Engine) {}
}
