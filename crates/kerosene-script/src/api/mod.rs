//! What scripts can call: one table, from which the language, the reference in the book and the tests are made.

mod entities;
mod motion;
mod output;
mod random;
mod screen;
mod services;
mod sound;
mod store;
mod vector;
mod wires;
mod world;

use rhai::{Engine, FuncRegistration, RhaiNativeFunc, Variant};

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
    /// Timers.
    Timers,
    /// Tweens.
    Tweens,
    /// State machines.
    Machines,
    /// Events between scripts.
    Events,
    /// Worlds of a script's own.
    Store,
}

impl Group {
    /// Every group, in the order of the reference.
    pub const ALL: [Self; 16] = [
        Self::Declarations,
        Self::Entities,
        Self::Wires,
        Self::Motion,
        Self::Timers,
        Self::Tweens,
        Self::Machines,
        Self::Events,
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
            Self::Timers => "Timers",
            Self::Tweens => "Tweens",
            Self::Machines => "State machines",
            Self::Events => "Events",
            Self::Store => "Worlds of your own",
        }
    }

    /// Whether its functions work in scripts of entities only, not in those of maps.
    pub fn is_of_entities(self) -> bool {
        matches!(self, Self::Motion | Self::Timers | Self::Tweens | Self::Machines | Self::Events)
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
}

impl<'e> Api<'e> {
    pub(crate) fn new(engine: &'e mut Engine) -> Self {
        Self { engine, functions: Vec::new() }
    }

    /// A function, with its row of the table.
    pub(crate) fn add<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        function: Function,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) {
        self.functions.push(function);
        self.again(function.name, run);
    }

    /// The same function for other kinds of arguments.
    pub(crate) fn again<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
        &mut self,
        name: &'static str,
        run: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) {
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

    /// A row of the table for what was registered as properties or operators.
    pub(crate) fn describe(&mut self, function: Function) {
        self.functions.push(function);
    }

    /// A type of values with its name.
    pub(crate) fn named<T: Variant + Clone>(&mut self, name: &'static str) {
        self.engine.register_type_with_name::<T>(name);
    }

    /// The table.
    pub(crate) fn finish(self) -> Vec<Function> {
        let mut functions = self.functions;
        let place = |group| Group::ALL.iter().position(|&other| other == group);
        functions.sort_by_key(|function| place(function.group));
        functions
    }
}

/// Gives the language everything but the mathematics.
pub(crate) fn register(api: &mut Api<'_>) {
    crate::fields::register(api);
    entities::register(api);
    wires::register(api);
    motion::register(api);
    services::register(api);
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
