//! Calling the functions of a map's scripts.

use super::keeper;
use crate::engine::Engine;
use kerosene_console::Level as LogLevel;
use kerosene_entity::EntityId;
use kerosene_math::Pcg32;
use kerosene_script::{ScriptError, ScriptHost, ScriptValue, Surroundings, View, hooks, pack};
use xxhash_rust::xxh3::xxh3_64;

impl Engine {
    /// The scripts of a level that begins: the map's own file, and its hook if it is a fresh one.
    pub(crate) fn begin_map_script(&mut self, is_fresh: bool) {
        self.scripting.forget_map();
        let Some(map) = self.map_name().map(str::to_owned) else { return };
        if is_fresh {
            // Dice of their own, from the map's name as the level's are.
            self.scripting.language.begin_level(&map, Pcg32::new(xxh3_64(map.as_bytes()), 1));
        } else {
            self.scripting.language.resume_level(&map);
        }
        self.load_script_of_map(&map);
        if is_fresh {
            self.keep_script_fields();
            self.call_script_hook(hooks::ON_MAP_START, &[]);
        } else {
            self.load_script_files_of_save();
        }
    }

    /// Step 10 of a tick: `on_tick`.
    pub(crate) fn tick_map_script(&mut self) {
        if self.scripting.host.wants(hooks::ON_TICK) {
            let dt = self.clock.rate().interval().as_secs_f32();
            self.call_script_hook(hooks::ON_TICK, &[ScriptValue::Float(dt)]);
        }
    }

    /// Calls a hook of a map's script, where it has one. One that fails is said and not called again until a file is loaded.
    fn call_script_hook(&mut self, hook: &str, arguments: &[ScriptValue]) {
        if self.scripting.host.wants(hook)
            && let Err(error) = self.with_scripts(None, |host, view| host.call_hook(hook, arguments, view))
        {
            self.report_script(&error);
            self.warn(&format!("{hook} is switched off until a script is loaded again"));
        }
    }

    /// Calls a function as a wire or a person asks for it; it may have parameters for the name of the entity that asks, and
    /// for its handle.
    pub(crate) fn call_script_function(&mut self, function: &str, caller: Option<EntityId>) {
        let name = caller.zip(self.entities()).map(|(caller, entities)| entities.name_of(caller).to_owned());
        let handle = caller.map_or(ScriptValue::None, |caller| ScriptValue::Int(pack(caller)));
        let arguments = [ScriptValue::Text(name.unwrap_or_default().as_str().into()), handle];
        if let Err(error) = self.with_scripts(caller, |host, view| host.call(function, &arguments, view)) {
            self.report_script(&error);
        }
    }

    /// Runs lines of code; what they come to is printed where somebody asked for it.
    pub(crate) fn run_script_code(&mut self, name: &str, code: &str, caller: Option<EntityId>) -> Option<ScriptValue> {
        match self.with_scripts(caller, |host, view| host.run(name, code, view)) {
            Ok(value) => Some(value),
            Err(error) => {
                self.report_script(&error);
                None
            }
        }
    }

    /// Lends the level to the scripts for one call, then does what they want done, whether they came to their end or not.
    pub(super) fn with_scripts<R>(
        &mut self,
        entity: Option<EntityId>,
        run: impl FnOnce(&mut ScriptHost, View<'_>) -> Result<R, ScriptError>,
    ) -> Result<R, ScriptError> {
        let Self { scripting, level, console, clock, random, .. } = self;
        let host = &mut scripting.host;
        let entities = level.as_ref().map(|level| &level.entities);
        if let Some((entities, keeper)) = entities.and_then(|entities| Some((entities, keeper(entities)?))) {
            host.take_fields_from(entities, keeper);
        }
        let surroundings = Surroundings {
            console: Some(console),
            map: level.as_ref().map_or("", |level| &level.name),
            tick: clock.tick(),
            time_ns: clock.time_ns(),
        };
        let result = run(host, View { entities, surroundings, dice: random, entity });
        self.keep_script_fields();
        self.apply_script_actions();
        result
    }

    /// Writes down in the level what the scripts' fields hold.
    pub(super) fn keep_script_fields(&mut self) {
        if let Some(level) = &mut self.level
            && let Some(keeper) = keeper(&level.entities)
        {
            self.scripting.host.keep_fields_in(&mut level.entities, keeper);
        }
    }

    pub(super) fn report_script(&mut self, error: &ScriptError) {
        self.console.print(LogLevel::Error, &error.to_string());
    }
}
