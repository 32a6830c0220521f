//! What scripts can call: one table, from which the language, the reference in the book and the tests are made.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a context of one lifetime is no function of any"
)]

mod actions;
mod entities;
mod events;
mod feedback;
mod gizmos;
mod hand;
mod machines;
mod motion;
mod output;
mod physics;
mod random;
mod save_data;
mod screen;
mod sound;
mod spawning;
mod store;
mod timers;
mod tweens;
mod vector;
mod whole;
mod wires;
mod world;

use rhai::{Engine, FuncRegistration, Module, RhaiNativeFunc, Variant};

pub(crate) use vector::Vector;

/// What a function is about: a section of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Numbers.
    Numbers,
    /// Points and directions.
    Vectors,
    /// Finding entities, reading and changing them.
    Entities,
    /// Inputs of entities.
    Wires,
    /// Time, map, console.
    World,
    /// Sounds.
    Sound,
    /// What is seen on the screen.
    Screen,
    /// Dice.
    Random,
    /// Words for people.
    Output,
    /// Declarations at the top of a file.
    Declarations,
    /// Where the script's entity is, and what is around it.
    Motion,
    /// Rays, and what moves by physics.
    Physics,
    /// Entities and their scripts come and go.
    Spawning,
    /// Timers.
    Timers,
    /// Tweens.
    Tweens,
    /// State machines.
    Machines,
    /// Events between scripts.
    Events,
    /// What the player does.
    Actions,
    /// Sounds of the script's entity, and shakes.
    Feedback,
    /// Lines that are drawn to be understood.
    Gizmos,
    /// What the game keeps for good.
    SaveData,
    /// Worlds of a script's own.
    Store,
}

impl Group {
    /// Every group, in the order of the reference.
    pub const ALL: [Self; 22] = [
        Self::Declarations,
        Self::Entities,
        Self::Wires,
        Self::Motion,
        Self::Physics,
        Self::Spawning,
        Self::Timers,
        Self::Tweens,
        Self::Machines,
        Self::Events,
        Self::Actions,
        Self::Feedback,
        Self::Gizmos,
        Self::SaveData,
        Self::World,
        Self::Vectors,
        Self::Numbers,
        Self::Random,
        Self::Sound,
        Self::Screen,
        Self::Output,
        Self::Store,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Numbers => "Numbers",
            Self::Vectors => "Points and directions",
            Self::Entities => "Entities",
            Self::Wires => "Inputs",
            Self::World => "Time, map and console",
            Self::Sound => "Sounds",
            Self::Screen => "Screen",
            Self::Random => "Dice",
            Self::Output => "Words for people",
            Self::Declarations => "At the top of a file",
            Self::Motion => "The script's entity and what is around it",
            Self::Physics => "Rays and bodies",
            Self::Spawning => "Coming and going",
            Self::Timers => "Timers",
            Self::Tweens => "Tweens",
            Self::Machines => "State machines",
            Self::Events => "Events",
            Self::Actions => "What the player does",
            Self::Feedback => "Sounds of the entity, and shakes",
            Self::Gizmos => "Lines to be understood",
            Self::SaveData => "What is kept for good",
            Self::Store => "Worlds of your own",
        }
    }

    /// Whether its functions work in scripts of entities only, not in those of maps.
    pub fn is_of_entities(self) -> bool {
        matches!(
            self,
            Self::Motion
                | Self::Physics
                | Self::Spawning
                | Self::Timers
                | Self::Tweens
                | Self::Machines
                | Self::Events
                | Self::Actions
                | Self::Feedback
                | Self::Gizmos
                | Self::SaveData
        )
    }
}

/// A function that scripts can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    /// What it is about.
    pub group: Group,
    /// Its name.
    pub name: &'static str,
    /// Its parameters and its result: `(entity: entity, key: string) -> value`.
    pub signature: &'static str,
    /// What it does, in a sentence or two.
    pub help: &'static str,
    /// A line that works: the test of the table runs it, and where it is a comparison holds it to be true.
    pub example: &'static str,
}

/// A row of the table.
pub(crate) fn row(
    group: Group,
    name: &'static str,
    signature: &'static str,
    help: &'static str,
    example: &'static str,
) -> Function {
    Function { group, name, signature, help, example }
}

/// The language while functions are given to it.
pub(crate) struct Api<'e> {
    engine: &'e mut Engine,
    functions: Vec<Function>,
    /// The same functions with whole numbers in the places of floats; `None` where another language has made them.
    whole: Option<Module>,
}

impl<'e> Api<'e> {
    pub(crate) fn new(engine: &'e mut Engine, makes_whole: bool) -> Self {
        Self { engine, functions: Vec::new(), whole: makes_whole.then(Module::new) }
    }

    /// A function, with its row of the table. Where it wants floats it takes whole numbers too.
    pub(crate) fn add<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        function: Function,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Clone + Send + Sync + 'static,
    ) {
        self.functions.push(function);
        self.again(function.name, run);
    }

    /// The same function for other kinds of arguments.
    pub(crate) fn again<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        name: &'static str,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Clone + Send + Sync + 'static,
    ) {
        self.take_whole_numbers(name, run.clone());
        FuncRegistration::new(name).with_volatility(true).register_into_engine(self.engine, run);
    }

    /// A property that can be read: `door.origin`.
    pub(crate) fn getter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        name: &'static str,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) {
        FuncRegistration::new_getter(name).register_into_engine(self.engine, run);
    }

    /// A property that can be set: `door.origin = vec3(0, 0, 64)`.
    pub(crate) fn setter<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        name: &'static str,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) {
        FuncRegistration::new_setter(name).register_into_engine(self.engine, run);
    }

    fn take_whole_numbers<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool, T>(
        &mut self,
        name: &str,
        run: T,
    ) where
        T: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        if let Some(module) = &mut self.whole {
            whole::enter(module, name, &T::param_types(), &run.into_rhai_function(true, true));
        }
    }

    /// A row of the table for what was registered as properties or operators.
    pub(crate) fn describe(&mut self, function: Function) {
        self.functions.push(function);
    }

    /// A type of values with its name.
    pub(crate) fn named<T: Variant + Clone>(&mut self, name: &'static str) {
        self.engine.register_type_with_name::<T>(name);
    }

    /// The table, and the functions that take whole numbers for floats.
    pub(crate) fn finish(self) -> (Vec<Function>, Module) {
        let mut functions = self.functions;
        let place = |group| Group::ALL.iter().position(|&other| other == group);
        functions.sort_by_key(|function| place(function.group));
        (functions, self.whole.unwrap_or_default())
    }
}

/// Gives the language everything but the mathematics.
pub(crate) fn register(api: &mut Api<'_>) {
    crate::fields::register(api);
    entities::register(api);
    wires::register(api);
    motion::register(api);
    physics::register(api);
    spawning::register(api);
    timers::register(api);
    tweens::register(api);
    machines::register(api);
    events::register(api);
    actions::register(api);
    feedback::register(api);
    gizmos::register(api);
    save_data::register(api);
    world::register(api);
    vector::register(api);
    random::register(api);
    sound::register(api);
    screen::register(api);
    output::register(api);
    store::register(api);
}

/// Every function of the engine that scripts can call, in the order of the reference.
///
/// ```
/// let functions = kerosene_script::functions();
/// assert!(functions.iter().any(|function| function.name == "find_by_name"));
/// ```
pub fn functions() -> &'static [Function] {
    &crate::language::language().functions
}
