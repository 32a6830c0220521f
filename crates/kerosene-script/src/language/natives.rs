//! Functions of Rhai's library that are charged for what they go through.
//!
//! A call of a function is one step, however long the text or the list is that it is given. Those whose work grows with it
//! beyond what a copy of it costs are put into the language a second time, before Rhai's own: they charge for the lengths
//! of their arguments and then do what Rhai's do. What Rhai registers is not handed out, but the cache of functions that a
//! call has found is; so each of them is called once, with arguments that are empty, and taken from there.

use super::budget::spend;
use crate::profile::value_built;
use rhai::{
    Array, Blob, Caches, Dynamic, Engine, EvalAltResult, EvalContext, FLOAT, FnPtr, FuncMetadata, FuncRegistration,
    INT, ImmutableString, Map, Module, NativeCallContext, Position, RhaiFunc, Scope,
};
use std::any::TypeId;
use std::ops::{Range, RangeInclusive};

/// Functions that compare each value of a list with many others.
const SORTING: [&str; 6] = ["sort", "sort_desc", "sort_by", "order", "order_desc", "order_by"];

/// Bytes of a text that one operation pays for.
const BYTES: usize = 32;

/// Operations that sorting costs for each value of a list.
const SORTED: usize = 2;

/// Stands for a value of which a function takes any.
#[derive(Debug, Clone)]
struct Anything;

/// Rhai's functions that charge, charging.
pub(super) fn charged(engine: &Engine) -> Module {
    again(engine, charging(engine), charge)
}

/// All of Rhai's functions, charging, and saying what they build.
pub(super) fn recorded(engine: &Engine) -> Module {
    again(engine, engine.collect_fn_metadata(None, |function| Some(function.metadata.clone()), true), record)
}

/// Functions of a language in another guise.
fn again(engine: &Engine, functions: Vec<FuncMetadata>, guise: fn(RhaiFunc) -> Option<RhaiFunc>) -> Module {
    let mut module = Module::new();
    for function in functions {
        if let Some(found) = find(engine, &function).and_then(guise) {
            let registration = FuncRegistration::new(function.name.as_str()).in_global_namespace();
            registration.set_into_module_raw(&mut module, function.param_types.as_slice(), found);
        }
    }
    module
}

/// The functions of a language that are to charge.
fn charging(engine: &Engine) -> Vec<FuncMetadata> {
    let text = TypeId::of::<ImmutableString>();
    engine.collect_fn_metadata(
        None,
        |function| {
            let function = function.metadata;
            let is_sort = SORTING.contains(&function.name.as_str());
            (is_sort || function.param_types.contains(&text)).then(|| function.clone())
        },
        true,
    )
}

/// The function itself, by a call of it.
fn find(engine: &Engine, function: &FuncMetadata) -> Option<RhaiFunc> {
    let mut global = engine.new_global_runtime_state();
    let mut caches = Caches::new();
    // What is called but once is not kept.
    for _ in 0..2 {
        let mut arguments = function.param_types.iter().map(|&kind| empty(kind)).collect::<Option<Vec<_>>>()?;
        let mut arguments = arguments.iter_mut().collect::<Vec<_>>();
        let mut scope = Scope::new();
        let mut context = EvalContext::new(engine, &mut global, &mut caches, &mut scope, None);
        // With nothing to work on most of them fail, after they have been found.
        let _ = context.call_native_fn_raw(function.name.as_str(), true, &mut arguments);
    }
    let mut found = caches.fn_resolution_cache_mut().dict.values().flatten();
    found.next().map(|entry| entry.func.clone())
}

/// A value of a kind with nothing in it.
fn empty(kind: TypeId) -> Option<Dynamic> {
    Some(match kind {
        _ if kind == TypeId::of::<ImmutableString>() => Dynamic::from(ImmutableString::new()),
        _ if kind == TypeId::of::<Array>() => Dynamic::from_array(Array::new()),
        _ if kind == TypeId::of::<Map>() => Dynamic::from_map(Map::new()),
        _ if kind == TypeId::of::<Blob>() => Dynamic::from_blob(Blob::new()),
        _ if kind == TypeId::of::<INT>() => Dynamic::from_int(0),
        _ if kind == TypeId::of::<FLOAT>() => Dynamic::from_float(0.0),
        _ if kind == TypeId::of::<bool>() => Dynamic::from_bool(false),
        _ if kind == TypeId::of::<char>() => Dynamic::from_char(' '),
        _ if kind == TypeId::of::<()>() => Dynamic::UNIT,
        _ if kind == TypeId::of::<Range<INT>>() => Dynamic::from(0..0 as INT),
        _ if kind == TypeId::of::<RangeInclusive<INT>>() => Dynamic::from(0..=0 as INT),
        _ if kind == TypeId::of::<FnPtr>() => Dynamic::from(FnPtr::new("nobody").ok()?),
        _ if kind == TypeId::of::<Dynamic>() => Dynamic::from(Anything),
        _ => return None,
    })
}

/// What a function is called with, and what it gives.
type Answer = Result<Dynamic, Box<EvalAltResult>>;

/// Does what a function does.
fn call(function: &RhaiFunc, context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]) -> Answer {
    match function {
        RhaiFunc::Pure { func, .. } | RhaiFunc::Method { func, .. } => func(context, arguments),
        RhaiFunc::Plugin { func } => func.call(context, arguments),
        RhaiFunc::StaticPlugin { func } => func.call(context, arguments),
        _ => Err("a function of a library is one of the library".into()),
    }
}

/// A function of the same ways as another.
fn like(
    other: &RhaiFunc,
    run: impl Fn(Option<NativeCallContext<'_>>, &mut [&mut Dynamic]) -> Answer + Send + Sync + 'static,
) -> Option<RhaiFunc> {
    let (func, has_context) = (rhai::Shared::new(run), true);
    let (is_pure, is_volatile) = (other.is_pure(), other.is_volatile());
    match other {
        RhaiFunc::Iterator { .. } | RhaiFunc::Script { .. } => None,
        _ if other.is_method() => Some(RhaiFunc::Method { func, has_context, is_pure, is_volatile }),
        _ => Some(RhaiFunc::Pure { func, has_context, is_pure, is_volatile }),
    }
}

/// The same function, charging.
fn charge(function: RhaiFunc) -> Option<RhaiFunc> {
    let other = function.clone();
    like(&other, move |context, arguments| {
        spend(arguments.iter().map(|argument| length(argument)).sum())?;
        call(&function, context, arguments)
    })
}

/// The same function, saying what it builds: what it gives, and the text that it changes.
fn record(function: RhaiFunc) -> Option<RhaiFunc> {
    let other = function.clone();
    let changes = function.is_method() && !function.is_pure();
    like(&other, move |context, arguments| {
        spend(arguments.iter().map(|argument| length(argument)).sum())?;
        let position = context.as_ref().map_or(Position::NONE, NativeCallContext::call_position);
        let result = call(&function, context, arguments)?;
        value_built(&result, position);
        if let Some(text) = arguments.first().filter(|text| changes && text.is_string()) {
            value_built(text, position);
        }
        Ok(result)
    })
}

/// What an argument costs, in operations.
fn length(argument: &Dynamic) -> usize {
    if let Some(text) = argument.read_lock::<ImmutableString>() {
        return text.len() / BYTES;
    }
    argument.as_array_ref().map_or(0, |values| values.len() * SORTED)
}
