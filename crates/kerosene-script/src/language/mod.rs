//! The language as this engine speaks it: Rhai with its limits, its standard library without what is not
//! deterministic, and the functions of [`crate::api`].
//!
//! What a script may call is the same in every engine and every thread, and never changes, so there is one of it in a
//! process: a constant that takes a moment to work out. It holds no state of any script. That it lives as long as the
//! process is what lets virtual machines, which borrow it, be kept.

pub(crate) mod budget;
#[cfg(test)]
mod hostile;
mod natives;
mod numbers;
pub(crate) mod weight;

use crate::api::{self, Api};
use crate::limits;
use crate::profile::{self, ENTER, MARK};
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicStringPackage,
    BitFieldPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, FuncRegistration, INT, Module, NativeCallContext, OptimizationLevel, Shared};
use std::sync::OnceLock;

/// Numbers that hashes of functions begin with. Any do, if they are the same in every build.
const HASH_SEED: [u64; 4] = [0x6b65_726f_7365_6e65, 0x7363_7269_7074_7300, 0x0000_0000_5248_4149, 1];

/// What is not spoken here: operators whose results depend on the machine's C library, what brings other files in, and
/// functions named by texts, whose cost nobody sees who reads the script.
const FORBIDDEN: [&str; 6] = ["**", "**=", "eval", "import", "export", "Fn"];

/// The language and the table of its functions.
pub(crate) struct Language {
    /// For functions: a name that nothing declares is an error before anything runs.
    pub(crate) strict: Engine,
    /// For the top of a file, whose constants are not known before it ran.
    pub(crate) lenient: Engine,
    /// The functions of this engine, in the order of the reference.
    pub(crate) functions: Vec<api::Function>,
    /// Functions of floats for whole numbers, which all engines share.
    whole: Shared<Module>,
}

/// The language, made at the first use.
pub(crate) fn language() -> &'static Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    LANGUAGE.get_or_init(|| {
        // Fails where somebody else in the process has set it before: then theirs holds, which changes no result.
        let _ = rhai::config::hashing::set_hashing_seed(Some(HASH_SEED));
        let (mut strict, functions, whole) = engine(natives::charged, true);
        strict.set_strict_variables(true);
        let (mut lenient, ..) = engine(natives::charged, false);
        // Searched after each engine's own functions, which are those of an exact match.
        let whole = Shared::new(whole);
        for engine in [&mut strict, &mut lenient] {
            engine.register_global_module(Shared::clone(&whole));
        }
        Language { strict, lenient, functions, whole }
    })
}

/// The language as scripts that are profiled speak it: with marks, and functions and operators that say what they build.
pub(crate) fn profiled() -> &'static Engine {
    static PROFILED: OnceLock<Engine> = OnceLock::new();
    PROFILED.get_or_init(|| {
        let whole = Shared::clone(&language().whole);
        let (mut engine, ..) = engine(natives::recorded, false);
        engine.set_strict_variables(true).set_fast_operators(false);
        let registration = |name: &str| FuncRegistration::new(name).with_volatility(true);
        registration(MARK).register_into_engine(&mut engine, |place: INT| profile::mark(place as usize, false));
        registration(ENTER).register_into_engine(&mut engine, |place: INT| profile::mark(place as usize, true));
        registration("+").register_into_engine(&mut engine, |context: NativeCallContext<'_>, value: Dynamic| {
            profile::value_built(&value, context.call_position());
            value
        });
        engine.register_global_module(whole);
        engine
    })
}

/// An engine whose library is in a guise.
fn engine(guise: fn(&Engine) -> Module, makes_whole: bool) -> (Engine, Vec<api::Function>, Module) {
    let mut engine = Engine::new_raw();
    limit(&mut engine);
    register_packages(&mut engine);
    let library = guise(&engine);
    engine.register_global_module(library.into());
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine.set_optimization_level(OptimizationLevel::Simple);
    engine.on_progress(budget::on_progress);
    engine.on_print(crate::call::print);
    engine.on_debug(crate::call::debug);
    let mut api = Api::new(&mut engine, makes_whole);
    numbers::register(&mut api);
    api::register(&mut api);
    let (functions, whole) = api.finish();
    (engine, functions, whole)
}

fn limit(engine: &mut Engine) {
    engine
        .set_max_call_levels(limits::MAX_CALL_LEVELS)
        .set_max_expr_depths(limits::MAX_EXPRESSION_DEPTH, limits::MAX_FUNCTION_EXPRESSION_DEPTH)
        .set_max_string_size(limits::MAX_STRING_BYTES)
        .set_max_array_size(limits::MAX_ARRAY_LENGTH)
        .set_max_map_size(limits::MAX_MAP_SIZE)
        .set_max_variables(limits::MAX_VARIABLES)
        .set_max_functions(limits::MAX_FUNCTIONS)
        .set_max_strings_interned(limits::KEPT_NAMES)
        .set_max_modules(0)
        .set_allow_shadowing(true)
        .set_fail_on_invalid_map_property(true);
}

/// Rhai's library without clocks, without what waits for them, and without the C library's mathematics, which [`numbers`]
/// replaces.
fn register_packages(engine: &mut Engine) {
    ArithmeticPackage::new().register_into_engine(engine);
    LogicPackage::new().register_into_engine(engine);
    BitFieldPackage::new().register_into_engine(engine);
    BasicStringPackage::new().register_into_engine(engine);
    MoreStringPackage::new().register_into_engine(engine);
    BasicIteratorPackage::new().register_into_engine(engine);
    BasicFnPackage::new().register_into_engine(engine);
    BasicArrayPackage::new().register_into_engine(engine);
    BasicMapPackage::new().register_into_engine(engine);
}
